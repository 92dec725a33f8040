/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections that are longer than what they are a part of, for the mapping
   checker; see check.h.

   The object has the sizes of the variables that a construct names
   (mkoffload/gcc-plugin/location.cc).  Other memory may be a block of the heap
   (block.c), a variable of the program's symbol tables, or one in a frame of
   the thread, by debug information.  In a program with AddressSanitizer, the
   tool knows all memory of the program.  Owns what is remembered of symbol
   tables and frames; gomp_check_lock protects it.  */

#include "offload/check/check_internal.h"

#include <stdio.h>
#include <string.h>

#include "os/frame.h"
#include "os/symbol.h"
#include "tool/stack_variable.h"

extern void *__asan_region_is_poisoned (void *start, size_t size)
    __attribute__ ((weak));
extern const char *__asan_locate_address (void *address, char *name,
                                          size_t name_size, void **start,
                                          size_t *size) __attribute__ ((weak));

/* The memory that a section starts in.  */
struct memory
{
  size_t room;         /* bytes from the start on; SIZE_MAX: not known */
  const char *made_at; /* where the block was allocated, or NULL */
  size_t size;         /* of the variable NAME */
  char name[GOMP_STACK_NAME_MAX]; /* or "" */
};

/* ---- Variables of the symbol tables.  */

#define REMEMBERED 64

/* The answers of the symbol tables, which are slow, by address.  */
static struct
{
  uintptr_t address;
  uintptr_t end; /* of its variable, or 0 */
} remembered[REMEMBERED];

static size_t
room_in_variable (uintptr_t address)
{
  unsigned i = (unsigned)(address >> 3 ^ address >> 12) % REMEMBERED;
  if (remembered[i].address != address)
    {
      remembered[i].address = address;
      remembered[i].end = os_symbol_variable_end (address);
    }
  return remembered[i].end == 0 ? SIZE_MAX : remembered[i].end - address;
}

static void
look_for_symbol (const struct gomp_clause *clause, struct memory *memory)
{
  uintptr_t start;
  memory->room = room_in_variable (clause->host);
  if (memory->room < clause->size
      && os_symbol_find (clause->host, memory->name, sizeof (memory->name),
                         &start))
    memory->size = clause->host - start + memory->room;
}

/* ---- Variables of frames.  */

/* The answers of debug information, which is slower still, by the code that the
   frame's function executes and the offset in the frame.  */
static struct answer
{
  uintptr_t code; /* 0: the entry is free */
  int64_t offset;
  bool is_found;
  struct gomp_stack_variable variable;
} answers[REMEMBERED];

static struct answer *
find_answer (uintptr_t code, int64_t offset)
{
  return &answers[(code ^ (uint64_t)offset >> 2) % REMEMBERED];
}

/* Without the lock: reading debug information may load a library.  */
static void
look_in_frames (uintptr_t address, struct memory *memory)
{
  struct os_frame frame;
  if (!os_frame_find (address, &frame))
    return;
  struct answer here
      = { .code = frame.code, .offset = (int64_t)(address - frame.base) };
  struct answer *answer = find_answer (here.code, here.offset);
  gomp_mutex_lock (&gomp_check_lock);
  bool is_known = answer->code == here.code && answer->offset == here.offset;
  if (is_known)
    here = *answer;
  gomp_mutex_unlock (&gomp_check_lock);
  if (!is_known)
    {
      here.is_found
          = gomp_stack_variable_find (here.code, here.offset, &here.variable);
      gomp_mutex_lock (&gomp_check_lock);
      *answer = here;
      gomp_mutex_unlock (&gomp_check_lock);
    }
  if (!here.is_found)
    return;
  memory->room = here.variable.room;
  memory->size = here.variable.size;
  memcpy (memory->name, here.variable.name, sizeof (memory->name));
}

/* ---- All memory.  */

/* By AddressSanitizer, for SIZE bytes.  */
static void
look_by_asan (uintptr_t address, size_t size, struct memory *memory)
{
  void *start;
  uintptr_t end = (uintptr_t)__asan_region_is_poisoned ((void *)address, size);
  if (end == 0)
    return;
  memory->room = end - address;
  if (__asan_locate_address != NULL)
    __asan_locate_address ((void *)address, memory->name, sizeof (memory->name),
                           &start, &memory->size);
}

/* What is known of the memory of CLAUSE, number I of a construct, without its
   frames.  */
static void
look (const struct gomp_clause *clause, size_t i, struct memory *memory)
{
  memory->room = gomp_tool_clause_room (gomp_observe_here (), i);
  if (memory->room != 0
      && (memory->room < clause->size || __asan_region_is_poisoned == NULL))
    return;
  memory->room = gomp_check_block_room (clause->host, &memory->made_at);
  if (memory->room < clause->size)
    return;
  if (__asan_region_is_poisoned != NULL)
    {
      memory->room = SIZE_MAX;
      look_by_asan (clause->host, clause->size, memory);
    }
  else if (memory->room == SIZE_MAX)
    look_for_symbol (clause, memory);
}

/* Write what is known of MEMORY to TEXT, of SIZE bytes.  */
static void
describe (const struct memory *memory, char *text, size_t size)
{
  *text = '\0';
  if (memory->made_at != NULL)
    snprintf (text, size, "the block was allocated at %.*s",
              (int)strcspn (memory->made_at, "\t"), memory->made_at);
  else if (*memory->name != '\0')
    snprintf (text, size, "the memory is that of %s, %zu bytes", memory->name,
              memory->size);
}

static void
check_section (const struct gomp_clause *clause, size_t i)
{
  char name[GOMP_CHECK_NAME_MAX], text[GOMP_CHECK_DETAILS_MAX];
  struct memory memory = { .room = SIZE_MAX };
  gomp_mutex_lock (&gomp_check_lock);
  look (clause, i, &memory);
  gomp_mutex_unlock (&gomp_check_lock);
  if (memory.room == SIZE_MAX && clause->size != 0
      && __asan_region_is_poisoned == NULL)
    look_in_frames (clause->host, &memory);
  if (clause->size <= memory.room)
    return;
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_host_clause_name (i, name);
  describe (&memory, text, sizeof (text));
  gomp_check_report_section (clause->size, memory.room, name, text);
  gomp_mutex_unlock (&gomp_check_lock);
}

void
gomp_check_sections (const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      if (clause.operation == GOMP_CLAUSE_MAP && clause.host != 0
          && gomp_size_fits_at (clause.host, clause.size))
        check_section (&clause, i);
    }
}
