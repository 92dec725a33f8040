/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Control variables, by the rows of icvs.def.  */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "libompd.h"

/* The structure that has a variable.  */
enum object
{
  BLOCK,  /* struct gomp_icv of a task */
  ENV,    /* the task */
  THREAD, /* the thread */
  TEAM,   /* the team */
  GLOBAL  /* struct gomp_icv_global */
};

enum kind
{
  NUMBER,
  BOOLEAN,
  NTHREADS,  /* a number, and a list for inner levels */
  SCHEDULE,  /* a kind with modifiers, and a chunk */
  BINDING,   /* a word, and a list for inner levels */
  DEVICE,    /* a number that may be left to the first use */
  PARTITION, /* numbers of places */
  TEAM_SIZE, /* 1 without a team */
  POLICY,    /* a word, or -1 */
  OFFLOAD,   /* a word */
  TEXT       /* a string, or a null pointer */
};

static const struct icv
{
  const char *name;
  ompd_scope_t scope;
  enum object object;
  enum debug_row row;
  enum kind kind;
} icvs[] = {
#define ICV(name, scope, object, row, kind)                                    \
  { #name, ompd_scope_##scope, object, DEBUG_##row, kind },
#include "icvs.def"
#undef ICV
};
#define ICVS (sizeof (icvs) / sizeof (icvs[0]))

/* A variable of one handle.  */
struct place
{
  const struct icv *icv;
  const ompd_address_space_handle_t *space;
  uint64_t object; /* the structure's address; 0: there is no team */
  uint64_t level;  /* of the task, for lists */
};

/* The words that values stand for, from 0 on.  */
static const char *const bindings[]
    = { "false", "true", "primary", "close", "spread" };
static const char *const schedules[]
    = { "none", "static", "dynamic", "guided", "auto" };
static const char *const policies[] = { "passive", "active" };
static const char *const offloads[] = { "default", "mandatory", "disabled" };

static const char *
word (const char *const *words, size_t count, uint64_t value)
{
  return value < count ? words[value] : "unknown";
}
#define WORD(words, value)                                                     \
  word (words, sizeof (words) / sizeof ((words)[0]), value)

/* ---- Which.  */

static ompd_rc_t
find_in_task (const ompd_task_handle_t *task, struct place *place)
{
  uint64_t team, member;
  place->space = task->space;
  place->object = task->env;
  TRY (ompd_team_of_task (task->space, task->env, &team, &member));
  if (team != 0)
    TRY (ompd_read_member (task->space, team, DEBUG_team_level, &place->level));
  if (place->icv->object == ENV)
    return ompd_rc_ok;
  return ompd_read_member (task->space, task->env, DEBUG_env_icv,
                           &place->object);
}

/* The variable ID of HANDLE.  An implicit task is a task.  */
static ompd_rc_t
find (const void *handle, ompd_scope_t scope, ompd_icv_id_t id,
      struct place *place)
{
  if (handle == NULL || id == ompd_icv_undefined || id > ICVS)
    return ompd_rc_bad_input;
  *place = (struct place){ .icv = &icvs[id - 1] };
  if (scope == ompd_scope_implicit_task)
    scope = ompd_scope_task;
  if (scope != place->icv->scope)
    return ompd_rc_bad_input;
  const ompd_thread_handle_t *thread = handle;
  const ompd_parallel_handle_t *parallel = handle;
  switch (scope)
    {
    case ompd_scope_task:
      return find_in_task (handle, place);
    case ompd_scope_thread:
      place->space = thread->space;
      place->object = thread->thread;
      return ompd_rc_ok;
    case ompd_scope_parallel:
      place->space = parallel->space;
      place->object = parallel->team;
      return ompd_rc_ok;
    default:
      place->space = handle;
      place->object = ompd_root (place->space, DEBUG_ROOT_globals);
      return ompd_rc_ok;
    }
}

static ompd_rc_t
read_value (const struct place *place, uint64_t *value)
{
  if (place->object != 0)
    return ompd_read_member (place->space, place->object, place->icv->row,
                             value);
  *value = place->icv->kind == TEAM_SIZE;
  return ompd_rc_ok;
}

/* ---- Text.  */

struct text
{
  size_t used;
  char bytes[1024];
};

static void PRINTF_LIKE (2, 3) add (struct text *text, const char *format, ...)
{
  va_list args;
  size_t left = sizeof (text->bytes) - text->used;
  va_start (args, format);
  int length = vsnprintf (text->bytes + text->used, left, format, args);
  va_end (args);
  if (length > 0)
    text->used += (size_t)length < left ? (size_t)length : left - 1;
}

/* The elements of a list of the environment for the levels inside the task's:
   the first one is OpenMP's outermost level.  */
struct list
{
  uint64_t count;
  uint64_t elements; /* their address */
  size_t size;       /* of one */
};

static ompd_rc_t
find_list (const struct place *place, struct list *list)
{
  uint64_t globals = ompd_root (place->space, DEBUG_ROOT_globals);
  bool threads = place->icv->kind == NTHREADS;
  list->size = threads ? sizeof (uint32_t) : 1;
  TRY (ompd_read_member (place->space, globals,
                         threads ? DEBUG_global_nthreads_list
                                 : DEBUG_global_bind_list,
                         &list->elements));
  return ompd_read_member (place->space, globals,
                           threads ? DEBUG_global_nthreads_count
                                   : DEBUG_global_bind_count,
                           &list->count);
}

static ompd_rc_t
add_list (const struct place *place, uint64_t first, struct text *text)
{
  struct list list;
  TRY (find_list (place, &list));
  for (uint64_t i = place->level; i < list.count || i == place->level; i++)
    {
      uint32_t value = (uint32_t)first;
      if (i != place->level)
        {
          value = 0;
          TRY (ompd_read (place->space, list.elements + i * list.size,
                          list.size, &value));
          add (text, ",");
        }
      if (place->icv->kind == NTHREADS)
        add (text, "%u", value);
      else
        add (text, "%s", WORD (bindings, value));
    }
  return ompd_rc_ok;
}

#define MODIFIER UINT64_C (0x80000000)

static ompd_rc_t
add_schedule (const struct place *place, uint64_t value, struct text *text)
{
  uint64_t chunk;
  TRY (ompd_read_member (place->space, place->object, DEBUG_icv_schedule_chunk,
                         &chunk));
  add (text, "%s%s", (value & MODIFIER) != 0 ? "monotonic:" : "",
       WORD (schedules, value & ~MODIFIER));
  if ((int32_t)chunk > 0)
    add (text, ",%d", (int32_t)chunk);
  return ompd_rc_ok;
}

static ompd_rc_t
add_partition (const struct place *place, uint64_t first, struct text *text)
{
  uint64_t count;
  TRY (ompd_read_member (place->space, place->object,
                         DEBUG_thread_partition_count, &count));
  for (uint64_t i = 0; i < count && i < 128; i++)
    add (text, "%s%u", i == 0 ? "" : ",", (unsigned)(first + i));
  return ompd_rc_ok;
}

static ompd_rc_t
add_string (const struct place *place, uint64_t address, struct text *text)
{
  if (address == 0)
    return ompd_rc_ok;
  return ompd_read_string (place->space, address, sizeof (text->bytes),
                           text->bytes);
}

/* The number that VALUE, read without a sign, stands for.  A default device
   that is left to the first use is 0, as in most programs.  */
static int64_t
number (const struct place *place, uint64_t value)
{
  if (place->icv->kind == DEVICE && (int32_t)value == INT32_MIN)
    return 0;
  size_t size = place->space->table.row[place->icv->row].size;
  bool is_signed = place->icv->kind == POLICY || place->icv->kind == DEVICE;
  return is_signed && size == sizeof (int32_t) ? (int32_t)value
                                               : (int64_t)value;
}

static ompd_rc_t
format (const struct place *place, uint64_t value, struct text *text)
{
  switch (place->icv->kind)
    {
    case BOOLEAN:
      add (text, "%s", value != 0 ? "true" : "false");
      return ompd_rc_ok;
    case NTHREADS:
    case BINDING:
      return add_list (place, value, text);
    case SCHEDULE:
      return add_schedule (place, value, text);
    case DEVICE:
      if ((int32_t)value == INT32_MIN)
        add (text, "the first one with code");
      else
        add (text, "%d", (int32_t)value);
      return ompd_rc_ok;
    case PARTITION:
      return add_partition (place, value, text);
    case TEXT:
      return add_string (place, value, text);
    case OFFLOAD:
      add (text, "%s", WORD (offloads, value));
      return ompd_rc_ok;
    case POLICY:
      add (text, "%s", WORD (policies, value));
      return ompd_rc_ok;
    default:
      add (text, "%lld", (long long)number (place, value));
      return ompd_rc_ok;
    }
}

/* ---- Asked for.  */

ompd_rc_t
ompd_enumerate_icvs (ompd_address_space_handle_t *handle, ompd_icv_id_t current,
                     ompd_icv_id_t *next_id, const char **next_icv_name,
                     ompd_scope_t *next_scope, int *more)
{
  if (handle == NULL || next_id == NULL || next_icv_name == NULL
      || next_scope == NULL || more == NULL || current >= ICVS)
    return ompd_rc_bad_input;
  *next_id = current + 1;
  *next_scope = icvs[current].scope;
  *more = *next_id < ICVS;
  return ompd_copy_string (icvs[current].name, next_icv_name);
}

/* A list of more than one, or a value with more parts: incomplete, with the
   first.  A string that is not set is complete.  */
static ompd_rc_t
completeness (const struct place *place, uint64_t value)
{
  struct list list;
  uint64_t count;
  switch (place->icv->kind)
    {
    case NTHREADS:
    case BINDING:
      TRY (find_list (place, &list));
      return list.count > place->level + 1 ? ompd_rc_incomplete : ompd_rc_ok;
    case SCHEDULE:
      return ompd_rc_incomplete;
    case PARTITION:
      TRY (ompd_read_member (place->space, place->object,
                             DEBUG_thread_partition_count, &count));
      return count > 1 ? ompd_rc_incomplete : ompd_rc_ok;
    case TEXT:
      return value != 0 ? ompd_rc_incomplete : ompd_rc_ok;
    default:
      return ompd_rc_ok;
    }
}

ompd_rc_t
ompd_get_icv_from_scope (void *handle, ompd_scope_t scope, ompd_icv_id_t icv_id,
                         ompd_word_t *icv_value)
{
  struct place place;
  uint64_t value;
  if (icv_value == NULL)
    return ompd_rc_bad_input;
  TRY (find (handle, scope, icv_id, &place));
  TRY (read_value (&place, &value));
  *icv_value = number (&place, value);
  return completeness (&place, value);
}

ompd_rc_t
ompd_get_icv_string_from_scope (void *handle, ompd_scope_t scope,
                                ompd_icv_id_t icv_id, const char **icv_value)
{
  struct place place;
  struct text text = { 0 };
  uint64_t value;
  if (icv_value == NULL)
    return ompd_rc_bad_input;
  TRY (find (handle, scope, icv_id, &place));
  TRY (read_value (&place, &value));
  TRY (format (&place, value, &text));
  return ompd_copy_string (text.bytes, icv_value);
}

/* ---- What the program started with.  */

/* The text NAME=VALUE of ICV, of the process or of its initial task.  */
static ompd_rc_t
show (const ompd_address_space_handle_t *space, const struct icv *icv,
      const char **line)
{
  uint64_t globals = ompd_root (space, DEBUG_ROOT_globals), value;
  struct place place = { .icv = icv, .space = space, .object = globals };
  struct text text = { 0 }, all = { 0 };
  if (icv->object == BLOCK)
    place.object = ompd_member (space, globals, DEBUG_global_initial);
  TRY (read_value (&place, &value));
  TRY (format (&place, value, &text));
  add (&all, "%s=%s", icv->name, text.bytes);
  return ompd_copy_string (all.bytes, line);
}

ompd_rc_t
ompd_get_display_control_vars (ompd_address_space_handle_t *address_space,
                               const char *const **control_vars)
{
  void *memory;
  if (address_space == NULL || control_vars == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_allocate ((ICVS + 1) * sizeof (char *), &memory));
  const char **lines = memory;
  size_t count = 0;
  for (size_t i = 0; i < ICVS; i++)
    if (icvs[i].object == BLOCK || icvs[i].object == GLOBAL)
      {
        ompd_rc_t rc = show (address_space, &icvs[i], &lines[count]);
        if (rc != ompd_rc_ok)
          {
            *control_vars = lines;
            ompd_rel_display_control_vars (control_vars);
            return rc;
          }
        count++;
      }
  *control_vars = lines;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_rel_display_control_vars (const char *const **control_vars)
{
  if (control_vars == NULL || *control_vars == NULL)
    return ompd_rc_bad_input;
  for (const char *const *line = *control_vars; *line != NULL; line++)
    TRY (ompd_release ((void *)(uintptr_t)*line));
  TRY (ompd_release ((void *)(uintptr_t)*control_vars));
  *control_vars = NULL;
  return ompd_rc_ok;
}
