/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the debug information of a file is; see debug_file.h.  Owns the
   functions that expand sections; any thread.

   The information is in the file, or in a separate one.  Its sections may be
   compressed; the libraries of zlib and zstd, which the program need not have,
   expand them.  */

#include "tool/debug_file.h"

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

/* ---- Sections.  */

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

bool
gomp_debug_section_open (const struct gomp_debug_file *file, const char *name,
                         struct gomp_debug_section *section)
{
  struct gomp_elf_compressed c;
  void *memory;
  size_t size;
  const char *start = gomp_elf_section (&file->elf, name, &size);
  if (start != NULL)
    {
      *section
          = (struct gomp_debug_section){ .start = (const unsigned char *)start,
                                         .size = size };
      return true;
    }
  if (!gomp_elf_compressed (&file->elf, name, &c)
      || os_sparse_map (c.expanded, &memory) != 0)
    return false;
  if (!expand (&c, memory))
    {
      os_unmap (memory, c.expanded);
      return false;
    }
  *section = (struct gomp_debug_section){ .start = memory,
                                          .size = c.expanded,
                                          .is_expanded = true };
  return true;
}

void
gomp_debug_section_close (const struct gomp_debug_section *section)
{
  if (section->is_expanded)
    os_unmap ((void *)section->start, section->size);
}

/* ---- Files.  */

static bool
has_section (const struct gomp_elf *elf, const char *name)
{
  struct gomp_elf_compressed c;
  size_t size;
  return gomp_elf_section (elf, name, &size) != NULL
         || gomp_elf_compressed (elf, name, &c);
}

static bool
is_same_number (const struct gomp_elf *elf, const struct gomp_elf *other)
{
  size_t size, other_size;
  const unsigned char *id = gomp_elf_build_id (elf, &size);
  const unsigned char *other_id = gomp_elf_build_id (other, &other_size);
  return id != NULL && other_id != NULL && size == other_size
         && memcmp (id, other_id, size) == 0;
}

/* The file PATH, if it has the debug information of ELF.  */
static bool
open_separate (const struct gomp_elf *elf, const char *path, const char *needed,
               struct gomp_debug_file *file)
{
  void *start;
  if (os_file_map (path, &file->elf.size, &start) != 0)
    return false;
  file->elf.start = start;
  file->is_separate = true;
  bool found
      = is_same_number (elf, &file->elf) && has_section (&file->elf, needed);
  if (!found)
    gomp_debug_file_close (file);
  return found;
}

/* Where distributions put it: by the number that the linker gave.  */
static bool
open_by_number (const struct gomp_elf *elf, const char *needed,
                struct gomp_debug_file *file)
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
  return open_separate (elf, path, needed, file);
}

/* Beside PROGRAM, under the name that objcopy or the like has put into it.  */
static bool
open_beside (const struct gomp_elf *elf, const char *program,
             const char *needed, struct gomp_debug_file *file)
{
  static const char *const folders[] = { "", ".debug/" };
  char real[PATH_MAX], path[2 * PATH_MAX];
  size_t size;
  const char *name = gomp_elf_section (elf, ".gnu_debuglink", &size);
  if (name == NULL || memchr (name, '\0', size) == NULL || size > PATH_MAX / 2)
    return false;
  if (strcmp (program, "/proc/self/exe") == 0)
    {
      program = realpath (program, real);
      if (program == NULL)
        return false;
    }
  const char *slash = strrchr (program, '/');
  int folder = slash == NULL ? 0 : (int)(slash + 1 - program);
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (folders); i++)
    {
      snprintf (path, sizeof (path), "%.*s%s%s", folder, program, folders[i],
                name);
      if (open_separate (elf, path, needed, file))
        return true;
    }
  return false;
}

bool
gomp_debug_file_open (const struct os_object *object, const char *needed,
                      struct gomp_debug_file *file)
{
  if (has_section (&object->elf, needed))
    {
      *file = (struct gomp_debug_file){ .elf = object->elf };
      return true;
    }
  return open_by_number (&object->elf, needed, file)
         || open_beside (&object->elf, object->file, needed, file);
}

void
gomp_debug_file_close (const struct gomp_debug_file *file)
{
  if (file->is_separate)
    os_unmap ((void *)file->elf.start, file->elf.size);
}
