/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of variables and functions, from the symbol tables of the files that
   the program consists of, and locations of constructs; see file.h.  Owns
   nothing; any thread.

   The dynamic linker knows exported names only; the full table is in the file,
   unless the file was stripped.  */

#include <link.h>
#include <string.h>

#include "base/elf.h"
#include "base/symbol.h"
#include "os/file.h"
#include "os/memory.h"

/* The file that has an address.  */
struct object
{
  uintptr_t address; /* what is looked for */
  uintptr_t base;    /* what the file's addresses are relative to */
  const char *file;  /* NULL: not found */
};

static int
has_address (struct dl_phdr_info *info, size_t size, void *data)
{
  struct object *object = data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t offset = object->address - info->dlpi_addr;
      if (segment->p_type != PT_LOAD || offset < segment->p_vaddr
          || offset - segment->p_vaddr >= segment->p_memsz)
        continue;
      object->base = info->dlpi_addr;
      object->file
          = *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
      return 1;
    }
  return 0;
}

/* The file that has ADDRESS in memory.  */
static bool
load_object (uintptr_t address, struct object *object, struct gomp_elf *elf)
{
  void *start;
  *object = (struct object){ .address = address };
  if (dl_iterate_phdr (has_address, object) == 0
      || os_file_map (object->file, &elf->size, &start) != 0)
    return false;
  elf->start = start;
  return true;
}

static void
unload (const struct gomp_elf *elf)
{
  os_unmap ((void *)elf->start, elf->size);
}

static void
copy_text (char *to, size_t size, const char *text)
{
  size_t length = strnlen (text, size - 1);
  memcpy (to, text, length);
  to[length] = '\0';
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
  struct object object;
  struct gomp_elf elf;
  if (!load_object (address, &object, &elf))
    return false;
  uint64_t value;
  const char *found
      = gomp_elf_symbol (&elf, address - object.base, functions_only, &value);
  if (found != NULL)
    {
      copy_symbol (name, size, found);
      *start = (uintptr_t)value + object.base;
    }
  unload (&elf);
  return found != NULL;
}

bool
os_symbol_find (uintptr_t address, char *name, size_t size, uintptr_t *start)
{
  return find_symbol (address, false, name, size, start);
}

bool
os_function_find (uintptr_t address, char *name, size_t size, uintptr_t *start)
{
  return find_symbol (address, true, name, size, start);
}

/* ---- Locations.  */

/* The text of the entry for ADDRESS among the SIZE bytes at TABLE; NULL: there
   is none.  */
static const char *
search_locations (const char *table, size_t size, uintptr_t address)
{
  uintptr_t location;
  while (size > sizeof (location))
    {
      memcpy (&location, table, sizeof (location));
      const char *text = table + sizeof (location);
      size_t length = strnlen (text, size - sizeof (location));
      if (length == size - sizeof (location))
        return NULL;
      if (location == address)
        return text;
      table = text + length + 1;
      size -= sizeof (location) + length + 1;
    }
  return NULL;
}

bool
os_location_find (uintptr_t address, char *location, size_t size)
{
  struct object object;
  struct gomp_elf elf;
  const char *found = NULL;
  size_t length;
  if (!load_object (address, &object, &elf))
    return false;
  const char *table = gomp_elf_section (&elf, ".line.offgomp", &length);
  if (table != NULL)
    found = search_locations (table, length, address - object.base);
  if (found != NULL)
    copy_text (location, size, found);
  unload (&elf);
  return found != NULL;
}
