/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of variables and functions, from the symbol tables of the files that
   the program consists of; see symbol.h.  Owns nothing; any thread.

   The dynamic linker knows exported names only; the full table is in the file,
   unless the file was stripped.  */

#include "os/symbol.h"

#include <link.h>
#include <string.h>

#include "base/symbol.h"
#include "os/memory.h"

/* A search for the file that has ADDRESS.  */
struct search
{
  uintptr_t address;
  uintptr_t base;   /* what the file's addresses are relative to */
  const char *file; /* NULL: not found */
};

static int
has_address (struct dl_phdr_info *info, size_t size, void *data)
{
  struct search *search = data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t offset = search->address - info->dlpi_addr;
      if (segment->p_type != PT_LOAD || offset < segment->p_vaddr
          || offset - segment->p_vaddr >= segment->p_memsz)
        continue;
      search->base = info->dlpi_addr;
      search->file
          = *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
      return 1;
    }
  return 0;
}

bool
os_object_map (uintptr_t address, struct os_object *object)
{
  struct search search = { .address = address };
  void *start;
  if (dl_iterate_phdr (has_address, &search) == 0
      || os_file_map (search.file, &object->elf.size, &start) != 0)
    return false;
  object->elf.start = start;
  object->base = search.base;
  object->file = search.file;
  return true;
}

void
os_object_unmap (const struct os_object *object)
{
  os_unmap ((void *)object->elf.start, object->elf.size);
}

/* A search among the files that take NAME from another one.  */
struct callers
{
  const char *name;
  bool (*visit) (const struct os_object *object, void *data);
  void *data;
};

static int
visit_caller (struct dl_phdr_info *info, size_t size, void *data)
{
  const struct callers *callers = data;
  const char *file
      = *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
  struct os_object object = { .base = info->dlpi_addr, .file = file };
  void *start;
  (void)size;
  if (os_file_map (file, &object.elf.size, &start) != 0)
    return 0;
  object.elf.start = start;
  bool found = gomp_elf_imports (&object.elf, callers->name)
               && callers->visit (&object, callers->data);
  os_object_unmap (&object);
  return found;
}

bool
os_symbol_callers (const char *name,
                   bool (*visit) (const struct os_object *object, void *data),
                   void *data)
{
  struct callers callers = { .name = name, .visit = visit, .data = data };
  return dl_iterate_phdr (visit_caller, &callers) != 0;
}

static bool
accept (const struct os_object *object, void *data)
{
  (void)object;
  (void)data;
  return true;
}

bool
os_symbol_is_called (const char *name)
{
  return os_symbol_callers (name, accept, NULL);
}

/* SYMBOL, as a programmer reads it.  */
static void
copy_symbol (char *to, size_t size, const char *symbol)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, to, size);
  gomp_symbol_write (&sb, symbol);
}

static bool
find_symbol (uintptr_t address, bool functions_only, char *name, size_t size,
             uintptr_t *start)
{
  struct os_object object;
  if (!os_object_map (address, &object))
    return false;
  uint64_t value;
  const char *found = gomp_elf_symbol (&object.elf, address - object.base,
                                       functions_only, &value);
  if (found != NULL)
    {
      copy_symbol (name, size, found);
      *start = (uintptr_t)value + object.base;
    }
  os_object_unmap (&object);
  return found != NULL;
}

bool
os_symbol_find (uintptr_t address, char *name, size_t size, uintptr_t *start)
{
  return find_symbol (address, false, name, size, start);
}

bool
os_symbol_find_function (uintptr_t address, char *name, size_t size,
                         uintptr_t *start)
{
  return find_symbol (address, true, name, size, start);
}

uintptr_t
os_symbol_variable_end (uintptr_t address)
{
  struct os_object object;
  if (!os_object_map (address, &object))
    return 0;
  uint64_t end = gomp_elf_variable_end (&object.elf, address - object.base);
  os_object_unmap (&object);
  return end == 0 ? 0 : (uintptr_t)end + object.base;
}

/* The program itself is the first object.  */
static int
take_base (struct dl_phdr_info *info, size_t size, void *data)
{
  (void)size;
  *(uintptr_t *)data = info->dlpi_addr;
  return 1;
}

void *
os_symbol_of_program (const char *name)
{
  struct os_object object;
  void *start;
  uint64_t value;
  if (dl_iterate_phdr (take_base, &object.base) == 0
      || os_file_map ("/proc/self/exe", &object.elf.size, &start) != 0)
    return NULL;
  object.elf.start = start;
  bool found = gomp_elf_variable (&object.elf, name, &value);
  os_object_unmap (&object);
  return found ? (void *)(object.base + (uintptr_t)value) : NULL;
}
