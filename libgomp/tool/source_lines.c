/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which calls the compiler made for one place in the source; see
   source_lines.h.

   Owns the files whose line table was looked for, and the pairs of calls that
   were compared.  Entries are only added, so all of them have a limit; a pair
   or a file beyond it is not known.  Pairs are read without the lock.  A mutex
   guards the rest; all signals are blocked while a thread has it, since a
   handler may ask, too.

   Code that takes the addresses of unloaded code is taken for that code.  */

#include "tool/source_lines.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "os/memory.h"
#include "os/process.h"
#include "os/symbol.h"
#include "sync/mutex.h"
#include "tool/debug_file.h"
#include "tool/line_table.h"
#include "tool_calls.h"

#define FILES 64u
#define PAIRS 4096u /* a power of two */

/* A line table, and where it is.  */
struct lines
{
  struct gomp_line_table table;
  struct gomp_debug_file file;
  struct gomp_debug_section section;
};

struct file
{
  uintptr_t base; /* an address in memory, minus that in the file */
  size_t size;
  bool has_lines;
  struct lines lines;
};

struct pair
{
  const void *_Atomic second; /* NULL: the entry is free */
  const void *first;
  bool is_one_place;
};

static struct
{
  struct gomp_mutex mutex; /* guards what follows, but for reading PAIRS */
  struct file files[FILES];
  unsigned file_count;
  unsigned pair_count;
  struct pair *_Atomic pairs; /* PAIRS entries, found by hashing; or NULL */
} state;

/* ---- Tables.  */

static bool
open_table (struct lines *lines)
{
  if (!gomp_debug_section_open (&lines->file, ".debug_line", &lines->section))
    return false;
  if (gomp_line_table_open (&lines->table, lines->section.start,
                            lines->section.size))
    return true;
  gomp_debug_section_close (&lines->section);
  return false;
}

static bool
find_lines (const struct os_object *object, struct lines *lines)
{
  if (!gomp_debug_file_open (object, ".debug_line", &lines->file))
    return false;
  if (open_table (lines))
    return true;
  gomp_debug_file_close (&lines->file);
  return false;
}

static void
close_lines (struct lines *lines)
{
  gomp_line_table_close (&lines->table);
  gomp_debug_section_close (&lines->section);
  gomp_debug_file_close (&lines->file);
}

/* Does the table need OBJECT to stay mapped?  */
static bool
is_in_object (const struct lines *lines)
{
  return !lines->file.is_separate && !lines->section.is_expanded;
}

/* ---- Pairs.  */

/* Code that calls the functions of tool_calls.h is told of by these.  */
static bool
may_ask (const struct gomp_elf *elf)
{
  return !gomp_elf_imports (elf, OFFGOMP_WORK_BEGIN);
}

/* The file of the program at ADDRESS; NULL: not known.  */
static struct file *
file_at (uintptr_t address)
{
  struct os_object object;
  if (!os_object_map (address, &object))
    return NULL;
  struct file *file = state.files, *end = file + state.file_count;
  while (file < end
         && (file->base != object.base || file->size != object.elf.size))
    file++;
  bool is_new = file == end && state.file_count < FILES;
  if (is_new)
    {
      file->base = object.base;
      file->size = object.elf.size;
      file->has_lines
          = may_ask (&object.elf) && find_lines (&object, &file->lines);
      state.file_count++;
    }
  if (!is_new || !file->has_lines || !is_in_object (&file->lines))
    os_object_unmap (&object);
  return is_new || file < end ? file : NULL;
}

/* The byte before the return address is in the call.  */
static bool
find_position (const struct file *file, const void *at,
               struct gomp_source_position *position)
{
  return gomp_line_table_find (&file->lines.table,
                               (uintptr_t)at - 1 - file->base, position);
}

static bool
are_one_place (const void *first, const void *second)
{
  struct gomp_source_position a, b;
  const struct file *file = file_at ((uintptr_t)second - 1);
  return file != NULL && file->has_lines && find_position (file, first, &a)
         && find_position (file, second, &b) && a.column != 0
         && a.unit == b.unit && a.file == b.file && a.line == b.line
         && a.column == b.column;
}

/* The entry for the pair among PAIRS, or the free one that it may have.  */
static struct pair *
find_pair (struct pair *pairs, const void *first, const void *second)
{
  uint64_t hash = (uintptr_t)second * UINT64_C (0x9e3779b97f4a7c15);
  for (size_t i = hash >> 48;; i++)
    {
      struct pair *pair = &pairs[i % PAIRS];
      /* Acquire: pairs with the store in compare.  */
      const void *known
          = atomic_load_explicit (&pair->second, memory_order_acquire);
      if (known == NULL || (known == second && pair->first == first))
        return pair;
    }
}

static struct pair *
make_pairs (void)
{
  void *memory;
  struct pair *pairs = atomic_load (&state.pairs);
  if (pairs == NULL && os_sparse_map (PAIRS * sizeof (*pairs), &memory) == 0)
    {
      pairs = memory;
      atomic_store (&state.pairs, pairs);
    }
  return pairs;
}

/* With the mutex.  */
static bool
compare (const void *first, const void *second)
{
  struct pair *pairs = make_pairs ();
  if (pairs == NULL)
    return false;
  struct pair *pair = find_pair (pairs, first, second);
  if (atomic_load (&pair->second) != NULL)
    return pair->is_one_place;
  /* Some stay free, so that each search ends.  */
  if (state.pair_count >= PAIRS * 3 / 4)
    return false;
  state.pair_count++;
  pair->first = first;
  pair->is_one_place = are_one_place (first, second);
  /* Release: pairs with the load in find_pair.  */
  atomic_store_explicit (&pair->second, second, memory_order_release);
  return pair->is_one_place;
}

bool
gomp_source_lines_equal (const void *first, const void *second)
{
  sigset_t signals;
  struct pair *pairs
      = atomic_load_explicit (&state.pairs, memory_order_acquire);
  struct pair *pair = pairs == NULL ? NULL : find_pair (pairs, first, second);
  if (likely (pair != NULL
              && atomic_load_explicit (&pair->second, memory_order_acquire)
                     != NULL))
    return pair->is_one_place;
  os_signals_block (&signals);
  gomp_mutex_lock (&state.mutex);
  bool equal = compare (first, second);
  gomp_mutex_unlock (&state.mutex);
  os_signals_restore (&signals);
  return equal;
}

void
gomp_source_lines_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&state.mutex, when);
}

/* ---- What is known of the program.  */

/* Files that call a function.  */
struct callers
{
  struct os_object objects[FILES]; /* not mapped */
  unsigned count;
};

static bool
keep_caller (const struct os_object *object, void *data)
{
  struct callers *callers = data;
  if (may_ask (&object->elf))
    callers->objects[callers->count++] = *object;
  return callers->count == FILES;
}

static bool
has_columns (struct os_object *object)
{
  struct lines lines;
  bool has_columns = false;
  void *start;
  if (os_file_map (object->file, &object->elf.size, &start) != 0)
    return false;
  object->elf.start = start;
  if (find_lines (object, &lines))
    {
      has_columns = lines.table.has_columns;
      close_lines (&lines);
    }
  os_object_unmap (object);
  return has_columns;
}

bool
gomp_source_lines_known (const char *name)
{
  struct callers callers = { .count = 0 };
  os_symbol_callers (name, keep_caller, &callers);
  for (unsigned i = 0; i < callers.count; i++)
    if (has_columns (&callers.objects[i]))
      return true;
  return false;
}
