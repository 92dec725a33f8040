/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which calls the compiler made for one place in the source; see
   source_lines.h.

   Owns the files whose line table was looked for, and the pairs of calls that
   were compared.  Entries are only added, so all of them have a limit; a pair
   or a file beyond it is not known.  Pairs are read without the lock.  A mutex
   guards the rest; all signals are blocked while a thread has it, since a
   handler may ask, too.

   The table of a file is in the file, or in a separate file with its debug
   information.  It may be compressed; the libraries of zlib and zstd, which the
   program need not have, expand it.

   Code that takes the addresses of unloaded code is taken for that code.  */

#include "tool/source_lines.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/uncancelled.h"
#include "os/memory.h"
#include "os/process.h"
#include "os/symbol.h"
#include "sync/mutex.h"
#include "tool/line_table.h"
#include "tool_calls.h"

#define FILES 64u
#define PAIRS 4096u /* a power of two */

/* A line table, and the memory that it is in; NULL: that of the file that it
   describes.  */
struct lines
{
  struct gomp_line_table table;
  void *memory;
  size_t size;
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

/* ---- Contents of sections.  */

/* What expands sections.  */
static struct expander
{
  uint64_t kind; /* as in ELF; zstd has no name in older headers */
  const char *library, *name;
  void *_Atomic function; /* NULL: not known yet, or there is none */
} expanders[] = {
  { .kind = ELFCOMPRESS_ZLIB, .library = "libz.so.1", .name = "uncompress" },
  { .kind = 2, .library = "libzstd.so.1", .name = "ZSTD_decompress" }
};

/* The library stays loaded.  A thread that loads it may wait for another one
   that is loading a library whose constructor waits for the mutex here; so the
   function is kept from the first time on, mostly that of
   gomp_source_lines_known, which has no mutex.  */
static void *
function_of (struct expander *expander)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  void *function = atomic_load (&expander->function);
  if (function != NULL || os_process_is_static ())
    return function;
  void *handle = dlopen (expander->library, RTLD_LAZY);
  function = handle == NULL ? NULL : dlsym (handle, expander->name);
  atomic_store (&expander->function, function);
  return function;
}

typedef int zlib_uncompress (unsigned char *to, unsigned long *to_size,
                             const char *from, unsigned long size);
typedef size_t zstd_decompress (void *to, size_t to_size, const char *from,
                                size_t size);

static bool
expand (const struct gomp_elf_compressed *c, void *to)
{
  struct expander *expander = expanders;
  struct expander *end = expander + GOMP_ARRAY_SIZE (expanders);
  while (expander < end && expander->kind != c->kind)
    expander++;
  void *function = expander == end ? NULL : function_of (expander);
  if (function == NULL)
    return false;
  if (c->kind == ELFCOMPRESS_ZLIB)
    {
      zlib_uncompress *uncompress;
      unsigned long size = c->expanded;
      memcpy (&uncompress, &function, sizeof (function));
      return uncompress (to, &size, c->start, c->size) == 0
             && size == c->expanded;
    }
  zstd_decompress *decompress;
  memcpy (&decompress, &function, sizeof (function));
  return decompress (to, c->expanded, c->start, c->size) == c->expanded;
}

/* LINES: those in ELF.  */
static bool
open_lines (const struct gomp_elf *elf, struct lines *lines)
{
  struct gomp_elf_compressed c;
  size_t size;
  const char *start = gomp_elf_section (elf, ".debug_line", &size);
  lines->memory = NULL;
  if (start != NULL)
    return gomp_line_table_open (&lines->table, start, size);
  if (!gomp_elf_compressed (elf, ".debug_line", &c)
      || os_sparse_map (c.expanded, &lines->memory) != 0)
    return false;
  lines->size = c.expanded;
  if (expand (&c, lines->memory)
      && gomp_line_table_open (&lines->table, lines->memory, c.expanded))
    return true;
  os_unmap (lines->memory, c.expanded);
  return false;
}

static void
close_lines (struct lines *lines)
{
  gomp_line_table_close (&lines->table);
  if (lines->memory != NULL)
    os_unmap (lines->memory, lines->size);
}

/* ---- Files.  */

static bool
is_same_number (const struct gomp_elf *elf, const struct gomp_elf *other)
{
  size_t size, other_size;
  const unsigned char *id = gomp_elf_build_id (elf, &size);
  const unsigned char *other_id = gomp_elf_build_id (other, &other_size);
  return id != NULL && other_id != NULL && size == other_size
         && memcmp (id, other_id, size) == 0;
}

/* LINES: those in the file PATH, if it has the debug information of ELF.  */
static bool
open_separate (const struct gomp_elf *elf, const char *path,
               struct lines *lines)
{
  struct gomp_elf separate;
  void *start;
  if (os_file_map (path, &separate.size, &start) != 0)
    return false;
  separate.start = start;
  bool found = is_same_number (elf, &separate) && open_lines (&separate, lines);
  if (!found || lines->memory != NULL)
    os_unmap (start, separate.size);
  else
    {
      lines->memory = start;
      lines->size = separate.size;
    }
  return found;
}

/* Where distributions put it: by the number that the linker gave.  */
static bool
open_by_number (const struct gomp_elf *elf, struct lines *lines)
{
  char path[256];
  size_t size;
  const unsigned char *id = gomp_elf_build_id (elf, &size);
  if (id == NULL || size > 64)
    return false;
  int at
      = snprintf (path, sizeof (path), "/usr/lib/debug/.build-id/%02x/", id[0]);
  for (size_t i = 1; i < size; i++)
    at += snprintf (path + at, sizeof (path) - (size_t)at, "%02x", id[i]);
  snprintf (path + at, sizeof (path) - (size_t)at, ".debug");
  return open_separate (elf, path, lines);
}

/* Beside FILE, under the name that objcopy or the like has put into it.  */
static bool
open_beside (const struct gomp_elf *elf, const char *file, struct lines *lines)
{
  static const char *const folders[] = { "", ".debug/" };
  char program[PATH_MAX], path[2 * PATH_MAX];
  size_t size;
  const char *name = gomp_elf_section (elf, ".gnu_debuglink", &size);
  if (name == NULL || memchr (name, '\0', size) == NULL || size > PATH_MAX / 2)
    return false;
  if (strcmp (file, "/proc/self/exe") == 0)
    {
      file = realpath (file, program);
      if (file == NULL)
        return false;
    }
  const char *slash = strrchr (file, '/');
  int folder = slash == NULL ? 0 : (int)(slash + 1 - file);
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (folders); i++)
    {
      snprintf (path, sizeof (path), "%.*s%s%s", folder, file, folders[i],
                name);
      if (open_separate (elf, path, lines))
        return true;
    }
  return false;
}

static bool
find_lines (const struct os_object *object, struct lines *lines)
{
  return open_lines (&object->elf, lines)
         || open_by_number (&object->elf, lines)
         || open_beside (&object->elf, object->file, lines);
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
  if (!is_new || !file->has_lines || file->lines.memory != NULL)
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
