/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parsers of the values of environment variables; see env_parse.h.
   places_parse.c parses places.

   Each parser consumes the whole value before it stores anything.  Runs in
   the constructor only.  OpenMP 5.1 section 6.  */

#include "icv/env_parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "alloc/alloc.h"
#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "icv/icv.h"

static void
skip_blanks (struct gomp_env_cursor *c)
{
  while (isspace ((unsigned char)*c->at))
    c->at++;
}

bool
gomp_env_at_end (struct gomp_env_cursor *c)
{
  skip_blanks (c);
  return *c->at == '\0';
}

bool
gomp_env_take (struct gomp_env_cursor *c, char wanted)
{
  skip_blanks (c);
  if (*c->at != wanted)
    return false;
  c->at++;
  return true;
}

bool
gomp_env_wrong (struct gomp_env_cursor *c, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (c->reason, sizeof (c->reason), fmt, ap);
  va_end (ap);
  return false;
}

static bool
is_word_char (char ch)
{
  return isalnum ((unsigned char)ch) || ch == '_';
}

bool
gomp_env_take_word (struct gomp_env_cursor *c,
                    const struct gomp_env_word *words, size_t count, int *value)
{
  skip_blanks (c);
  for (size_t i = 0; i < count; i++)
    {
      size_t n = strlen (words[i].word);
      if (strncasecmp (c->at, words[i].word, n) == 0
          && !is_word_char (c->at[n]))
        {
          c->at += n;
          *value = words[i].value;
          return true;
        }
    }
  return false;
}

bool
gomp_env_take_number (struct gomp_env_cursor *c, int64_t low, int64_t high,
                      int64_t *value)
{
  skip_blanks (c);
  const char *s = c->at;
  bool negative = *s == '-';
  if (*s == '-' || *s == '+')
    s++;
  if (!isdigit ((unsigned char)*s))
    return false;
  int64_t v = 0;
  bool overflow = false;
  for (; isdigit ((unsigned char)*s); s++)
    {
      overflow |= __builtin_mul_overflow (v, (int64_t)10, &v);
      overflow |= __builtin_add_overflow (v, (int64_t)(*s - '0'), &v);
    }
  if (negative)
    v = -v;
  if (!overflow && v < low)
    return gomp_env_wrong (c, "less than %lld", (long long)low);
  if (overflow || v > high)
    return negative ? gomp_env_wrong (c, "less than %lld", (long long)low)
                    : gomp_env_wrong (c, "greater than %lld", (long long)high);
  c->at = s;
  *value = v;
  return true;
}

/* Stores nothing unless the whole value is right.  */
static bool
parse_word (struct gomp_env_cursor *c, const struct gomp_env_word *words,
            size_t count, int *value)
{
  int taken;
  if (!gomp_env_take_word (c, words, count, &taken) || !gomp_env_at_end (c))
    return false;
  *value = taken;
  return true;
}

static bool
parse_number (const struct gomp_env_row *row, struct gomp_env_cursor *c,
              int64_t *value)
{
  return gomp_env_take_number (c, row->low, row->high, value)
         && gomp_env_at_end (c);
}

static const struct gomp_env_word truth[] = { { "true", 1 }, { "false", 0 } };

GOMP_ENV_PARSER (boolean)
{
  int value;
  if (!parse_word (c, truth, GOMP_ARRAY_SIZE (truth), &value))
    return false;
  *(bool *)row->target = value != 0;
  return true;
}

GOMP_ENV_PARSER (int32)
{
  int64_t value;
  if (!parse_number (row, c, &value))
    return false;
  *(int32_t *)row->target = (int32_t)value;
  return true;
}

GOMP_ENV_PARSER (thread_limit)
{
  int64_t value;
  if (!parse_number (row, c, &value))
    return false;
  *(uint32_t *)row->target = value > INT32_MAX ? UINT32_MAX : (uint32_t)value;
  return true;
}

GOMP_ENV_PARSER (max_levels)
{
  int64_t value;
  if (!parse_number (row, c, &value))
    return false;
  *(uint8_t *)row->target
      = value > GOMP_MAX_LEVELS ? GOMP_MAX_LEVELS : (uint8_t)value;
  return true;
}

/* A later row, OMP_MAX_ACTIVE_LEVELS, replaces what this one stores.  */
GOMP_ENV_PARSER (nested)
{
  (void)row;
  int value;
  if (!parse_word (c, truth, GOMP_ARRAY_SIZE (truth), &value))
    return false;
  gomp_icv_global.initial.max_active_levels = value != 0 ? GOMP_MAX_LEVELS : 1;
  return true;
}

/* Elements that a list can have at most.  */
static size_t
list_room (const char *text)
{
  size_t n = 1;
  for (; *text != '\0'; text++)
    n += *text == ',';
  return n;
}

static bool
take_numbers (const struct gomp_env_row *row, struct gomp_env_cursor *c,
              uint32_t *list, size_t *count)
{
  size_t n = 0;
  do
    {
      int64_t value;
      if (!gomp_env_take_number (c, row->low, row->high, &value))
        return false;
      list[n++] = (uint32_t)value;
    }
  while (gomp_env_take (c, ','));
  *count = n;
  return gomp_env_at_end (c);
}

GOMP_ENV_PARSER (nthreads)
{
  uint32_t *list = gomp_xalloc (list_room (c->text) * sizeof (*list));
  size_t count;
  if (!take_numbers (row, c, list, &count))
    {
      gomp_free (list);
      return false;
    }
  gomp_invariant (count <= list_room (c->text),
                  "a list of %zu numbers has room for %zu", count,
                  list_room (c->text));
  struct gomp_icv_global *g = &gomp_icv_global;
  gomp_free (g->nthreads_list);
  g->initial.nthreads = list[0];
  g->nthreads_list = list;
  g->nthreads_count = count;
  return true;
}

static const struct gomp_env_word binds[] = { { "primary", GOMP_BIND_PRIMARY },
                                              { "master", GOMP_BIND_PRIMARY },
                                              { "close", GOMP_BIND_CLOSE },
                                              { "spread", GOMP_BIND_SPREAD } };

static bool
take_binds (struct gomp_env_cursor *c, uint8_t *list, size_t *count)
{
  size_t n = 0;
  int value;
  if (gomp_env_take_word (c, truth, GOMP_ARRAY_SIZE (truth), &value))
    list[n++] = value != 0 ? GOMP_BIND_TRUE : GOMP_BIND_FALSE;
  else
    do
      {
        if (!gomp_env_take_word (c, binds, GOMP_ARRAY_SIZE (binds), &value))
          return false;
        list[n++] = (uint8_t)value;
      }
    while (gomp_env_take (c, ','));
  *count = n;
  return gomp_env_at_end (c);
}

GOMP_ENV_PARSER (proc_bind)
{
  (void)row;
  uint8_t *list = gomp_xalloc (list_room (c->text));
  size_t count;
  if (!take_binds (c, list, &count))
    {
      gomp_free (list);
      return false;
    }
  struct gomp_icv_global *g = &gomp_icv_global;
  gomp_free (g->bind_list);
  g->initial.bind = list[0];
  g->bind_list = list;
  g->bind_count = count;
  return true;
}

static const struct gomp_env_word modifiers[]
    = { { "monotonic", 1 }, { "nonmonotonic", 0 } };
static const struct gomp_env_word kinds[]
    = { { "static", GOMP_SCHEDULE_STATIC },
        { "dynamic", GOMP_SCHEDULE_DYNAMIC },
        { "guided", GOMP_SCHEDULE_GUIDED },
        { "auto", GOMP_SCHEDULE_AUTO } };

/* Without a modifier a static schedule is monotonic, others are not.  */
static bool
take_schedule_kind (struct gomp_env_cursor *c, int *kind, bool *monotonic)
{
  int modifier;
  bool modified = gomp_env_take_word (c, modifiers, GOMP_ARRAY_SIZE (modifiers),
                                      &modifier);
  if (modified && !gomp_env_take (c, ':'))
    return false;
  if (!gomp_env_take_word (c, kinds, GOMP_ARRAY_SIZE (kinds), kind))
    return false;
  *monotonic = modified ? modifier != 0 : *kind == GOMP_SCHEDULE_STATIC;
  return true;
}

GOMP_ENV_PARSER (schedule)
{
  int kind;
  bool monotonic;
  c->phrase = "Unknown value for";
  if (!take_schedule_kind (c, &kind, &monotonic))
    return false;
  int64_t least = kind == GOMP_SCHEDULE_STATIC ? 0 : 1;
  int64_t chunk = least;
  if (gomp_env_take (c, ','))
    {
      c->phrase = "Invalid value for chunk size in";
      if (!gomp_env_take_number (c, row->low, row->high, &chunk))
        return false;
      if (chunk < least)
        chunk = least;
    }
  if (!gomp_env_at_end (c))
    return false;
  struct gomp_icv *icv = &gomp_icv_global.initial;
  icv->schedule = (uint32_t)kind | (monotonic ? GOMP_SCHEDULE_MONOTONIC : 0);
  icv->schedule_chunk = (int32_t)chunk;
  return true;
}

static const struct gomp_env_word size_units[]
    = { { "b", 0 }, { "k", 10 }, { "m", 20 }, { "g", 30 } };

/* An impossible stack size is refused now, not with the first team.  */
static bool
stack_suffices (struct gomp_env_cursor *c, uint64_t size)
{
  long least = sysconf (_SC_THREAD_STACK_MIN);
  if (least <= 0 || size >= (uint64_t)least)
    return true;
  return gomp_env_wrong (c, "Stack size less than minimum of %luk",
                         ((unsigned long)least + 1023) / 1024);
}

/* OMP_STACKSIZE, the earlier row, wins over GOMP_STACKSIZE.  */
GOMP_ENV_PARSER (stack_size)
{
  int64_t value;
  int shift = 10;
  const char *start = c->at;
  if (!gomp_env_take_number (c, row->low, row->high, &value))
    return false;
  gomp_env_take_word (c, size_units, GOMP_ARRAY_SIZE (size_units), &shift);
  if (!gomp_env_at_end (c))
    return false;
  const char *end = c->at;
  c->at = start;
  if (value > (INT64_MAX >> shift))
    return gomp_env_wrong (c, "too large");
  if (!stack_suffices (c, (uint64_t)value << shift))
    return false;
  c->at = end;
  if (row->target != &gomp_icv_global.stack_size
      || !gomp_env_is_set ("OMP_STACKSIZE"))
    *(size_t *)row->target = (size_t)value << shift;
  return true;
}

static const struct gomp_env_word reserves[]
    = { { "structured", 0 }, { "free_agent", 1 } };

/* structured or free_agent, and the number of threads.  */
static bool
take_reserve (const struct gomp_env_row *row, struct gomp_env_cursor *c,
              int *which, int64_t *threads)
{
  const char *start = c->at;
  if (!gomp_env_take_word (c, reserves, GOMP_ARRAY_SIZE (reserves), which))
    return false;
  if (threads[*which] >= 0)
    {
      c->at = start;
      gomp_env_at_end (c);
      return gomp_env_wrong (c, "given twice");
    }
  threads[*which] = 1;
  return !gomp_env_take (c, '(')
         || (gomp_env_take_number (c, row->low, row->high, &threads[*which])
             && gomp_env_take (c, ')'));
}

static bool
take_reserves (const struct gomp_env_row *row, struct gomp_env_cursor *c,
               int64_t *threads)
{
  int which;
  gomp_env_at_end (c);
  if (isdigit ((unsigned char)*c->at) || *c->at == '+' || *c->at == '-')
    return gomp_env_take_number (c, row->low, row->high, &threads[0])
           && gomp_env_at_end (c);
  do
    if (!take_reserve (row, c, &which, threads))
      return false;
  while (gomp_env_take (c, ','));
  return gomp_env_at_end (c);
}

/* A number alone counts structured threads.  */
GOMP_ENV_PARSER (threads_reserve)
{
  int64_t threads[] = { -1, -1 };
  if (!take_reserves (row, c, threads))
    return false;
  struct gomp_icv_global *g = &gomp_icv_global;
  g->structured_reserve = threads[0] >= 0 ? (uint32_t)threads[0] : 1;
  g->free_agent_reserve = threads[1] >= 0 ? (uint32_t)threads[1] : 0;
  return true;
}

static const struct gomp_env_word policies[]
    = { { "active", 1 }, { "passive", 0 } };

GOMP_ENV_PARSER (wait_policy)
{
  return parse_word (c, policies, GOMP_ARRAY_SIZE (policies), row->target);
}

static const struct gomp_env_word decimal_units[]
    = { { "k", 3 }, { "m", 6 }, { "g", 9 }, { "t", 12 } };
static const struct gomp_env_word infinities[]
    = { { "infinite", 1 }, { "infinity", 1 } };

/* Digits; a value that does not fit becomes the largest number.  */
static bool
take_count (struct gomp_env_cursor *c, uint64_t *count)
{
  skip_blanks (c);
  const char *s = c->at + (*c->at == '+');
  if (!isdigit ((unsigned char)*s))
    return false;
  uint64_t n = 0;
  for (; isdigit ((unsigned char)*s); s++)
    if (__builtin_mul_overflow (n, (uint64_t)10, &n)
        || __builtin_add_overflow (n, (uint64_t)(*s - '0'), &n))
      n = UINT64_MAX;
  c->at = s;
  *count = n;
  return true;
}

static bool
take_spins (struct gomp_env_cursor *c, uint64_t *spins)
{
  int value;
  *spins = UINT64_MAX;
  if (gomp_env_take_word (c, infinities, GOMP_ARRAY_SIZE (infinities), &value))
    return true;
  int exponent = 0;
  if (!take_count (c, spins))
    return false;
  gomp_env_take_word (c, decimal_units, GOMP_ARRAY_SIZE (decimal_units),
                      &exponent);
  for (; exponent > 0; exponent--)
    if (__builtin_mul_overflow (*spins, (uint64_t)10, spins))
      *spins = UINT64_MAX;
  return true;
}

GOMP_ENV_PARSER (spin_count)
{
  (void)row;
  uint64_t spins;
  if (!take_spins (c, &spins) || !gomp_env_at_end (c))
    return false;
  gomp_icv_global.spin_count = spins;
  gomp_icv_global.spin_count_set = true;
  return true;
}

GOMP_ENV_PARSER (text)
{
  char **target = row->target;
  size_t size = strlen (c->text) + 1;
  gomp_free (*target);
  *target = memcpy (gomp_xalloc (size), c->text, size);
  return true;
}

static const struct gomp_env_word offloads[]
    = { { "default", GOMP_OFFLOAD_DEFAULT },
        { "mandatory", GOMP_OFFLOAD_MANDATORY },
        { "disabled", GOMP_OFFLOAD_DISABLED } };

GOMP_ENV_PARSER (target_offload)
{
  (void)row;
  int value;
  if (!parse_word (c, offloads, GOMP_ARRAY_SIZE (offloads), &value))
    return false;
  gomp_icv_global.target_offload = (enum gomp_target_offload)value;
  return true;
}

static const struct gomp_env_word infos[]
    = { { "devices", GOMP_INFO_DEVICES },
        { "fallback", GOMP_INFO_FALLBACK },
        { "map", GOMP_INFO_MAP },
        { "transfer", GOMP_INFO_TRANSFER },
        { "launch", GOMP_INFO_LAUNCH },
        { "all", GOMP_INFO_ALL },
        { "none", 0 } };

GOMP_ENV_PARSER (offload_info)
{
  unsigned sum = 0;
  int value;
  do
    {
      if (!gomp_env_take_word (c, infos, GOMP_ARRAY_SIZE (infos), &value))
        return false;
      sum |= (unsigned)value;
    }
  while (gomp_env_take (c, ','));
  if (!gomp_env_at_end (c))
    return false;
  *(unsigned *)row->target = sum;
  return true;
}

#define CHECK_STATUS (-1)
#define CHECK_JSON (-2)

static const struct gomp_env_word checks[] = {
#define CHECK_WORD(value, word) { word, value },
#include "check_words.def"
};

/* All that follows is the name of the file.  */
static bool
parse_json (struct gomp_env_cursor *c)
{
  char **name = &gomp_icv_global.offload_check_json;
  if (!gomp_env_take (c, '=') || *c->at == '\0')
    return false;
  size_t size = strlen (c->at) + 1;
  gomp_free (*name);
  *name = memcpy (gomp_xalloc (size), c->at, size);
  c->at += size - 1;
  return true;
}

/* Words, separated by commas; one is "status=NUMBER", the last may be
   "json=FILE".  If there are only these, everything is checked.  */
GOMP_ENV_PARSER (offload_check)
{
  unsigned sum = 0;
  bool named = false;
  int64_t status = 0;
  int value;
  do
    {
      if (!gomp_env_take_word (c, checks, GOMP_ARRAY_SIZE (checks), &value))
        return false;
      if (value >= 0)
        {
          sum |= (unsigned)value;
          named = true;
        }
      else if (value == CHECK_JSON)
        {
          if (!parse_json (c))
            return false;
          break;
        }
      else if (!gomp_env_take (c, '=')
               || !gomp_env_take_number (c, 0, 255, &status))
        return false;
    }
  while (gomp_env_take (c, ','));
  if (!gomp_env_at_end (c))
    return false;
  *(unsigned *)row->target = named ? sum : GOMP_CATEGORY_ALL;
  gomp_icv_global.offload_check_status = (int)status;
  return true;
}

/* Gangs, workers, vector length, separated by colons; what is left out is the
   device's choice.  */
GOMP_ENV_PARSER (acc_dims)
{
  int dims[3] = { 0 };
  for (int i = 0; i < 3; i++)
    {
      int64_t value;
      if (!gomp_env_at_end (c) && *c->at != ':')
        {
          if (!gomp_env_take_number (c, row->low, row->high, &value))
            return false;
          dims[i] = (int)value;
        }
      if (!gomp_env_take (c, ':'))
        break;
    }
  if (!gomp_env_at_end (c))
    return false;
  memcpy (row->target, dims, sizeof (dims));
  return true;
}

GOMP_ENV_PARSER (file)
{
  if (*c->text == '\0')
    return false;
  return gomp_env_parse_text (row, c);
}

static const struct gomp_env_word switches[]
    = { { "enabled", 1 }, { "disabled", 0 } };

/* Without a target, for a feature that this library does not have, the value is
   only checked.  */
GOMP_ENV_PARSER (enabled)
{
  int value;
  if (!parse_word (c, switches, GOMP_ARRAY_SIZE (switches), &value))
    return false;
  if (row->target != NULL)
    *(bool *)row->target = value != 0;
  return true;
}

static const struct gomp_env_word displays[]
    = { { "true", 1 }, { "false", 0 }, { "verbose", 2 } };

GOMP_ENV_PARSER (display_env)
{
  return parse_word (c, displays, GOMP_ARRAY_SIZE (displays), row->target);
}

GOMP_ENV_PARSER (debug_level)
{
  int64_t value;
  if (!parse_number (row, c, &value))
    return false;
  gomp_debug_level = (int)value;
  return true;
}

GOMP_ENV_PARSER (foreign)
{
  (void)row;
  (void)c;
  return true;
}

/* The traits that can be given, with the words of their values.  */
static const struct gomp_env_word trait_keys[] = {
#define TRAIT(name, key) { #name, key },
#include "alloc/traits.def"
};
static const struct gomp_env_word trait_values[] = {
#define TRAIT_VALUE(name, value) { #name, value },
#include "alloc/traits.def"
};
static const struct gomp_env_word allocators[] = {
#define ALLOCATOR(name, value, space) { "omp_" #name "_mem_alloc", value },
#include "alloc/traits.def"
};
static const struct gomp_env_word spaces[] = {
#define SPACE(name, value) { "omp_" #name "_mem_space", value },
#include "alloc/traits.def"
};

static bool
take_trait (struct gomp_env_cursor *c, struct gomp_alloc_trait *trait)
{
  int key;
  int value;
  if (!gomp_env_take_word (c, trait_keys, GOMP_ARRAY_SIZE (trait_keys), &key)
      || !gomp_env_take (c, '='))
    return false;
  trait->key = key;
  if (key == GOMP_TRAIT_ALIGNMENT || key == GOMP_TRAIT_POOL_SIZE)
    {
      int64_t number;
      if (!gomp_env_take_number (c, 1, INT64_MAX, &number))
        return false;
      trait->value = (uintptr_t)number;
      return true;
    }
  if (!gomp_env_take_word (c, trait_values, GOMP_ARRAY_SIZE (trait_values),
                           &value))
    return false;
  trait->value = (uintptr_t)value;
  return true;
}

static bool
take_traits (struct gomp_env_cursor *c, struct gomp_alloc_trait *traits,
             int *count)
{
  *count = 0;
  if (gomp_env_take (c, ':'))
    do
      {
        if (*count == GOMP_ALLOC_TRAITS_MAX)
          return gomp_env_wrong (c, "too many traits");
        if (!take_trait (c, &traits[(*count)++]))
          return false;
      }
    while (gomp_env_take (c, ','));
  return gomp_env_at_end (c);
}

/* A memory space and traits make an allocator that is never destroyed.  Without
   traits it is the space's predefined allocator, whose number follows the
   space's.  */
static bool
take_space (struct gomp_env_cursor *c, uintptr_t *allocator)
{
  struct gomp_alloc_trait traits[GOMP_ALLOC_TRAITS_MAX];
  int count;
  int space;
  if (!gomp_env_take_word (c, spaces, GOMP_ARRAY_SIZE (spaces), &space)
      || !take_traits (c, traits, &count))
    return false;
  uintptr_t made = (uintptr_t)space + 1;
  if (count > 0)
    made = gomp_allocator_create ((uintptr_t)space, count, traits);
  if (made != 0)
    {
      *allocator = made;
      return true;
    }
  c->at = c->text;
  return gomp_env_wrong (c, "no allocator can have these traits");
}

GOMP_ENV_PARSER (allocator)
{
  uintptr_t *target = row->target;
  int value;
  if (gomp_env_take_word (c, allocators, GOMP_ARRAY_SIZE (allocators), &value))
    {
      if (!gomp_env_at_end (c))
        return false;
      *target = (uintptr_t)value;
      return true;
    }
  return take_space (c, target);
}
