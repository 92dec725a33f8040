/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of variables and functions, from the symbol tables of the files that
   the program consists of, and places of constructs; see file.h.  Owns nothing;
   any thread.

   The dynamic linker knows exported names only; the full table is in the
   file, unless that was stripped.  */

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"

/* The file that has an address.  */
struct object
{
  uintptr_t address; /* what is looked for */
  uintptr_t base;    /* what the file's addresses are relative to */
  const char *file;  /* NULL: not found */
};

/* A file in memory.  */
struct contents
{
  const char *start;
  size_t size;
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

static bool
load (const char *file, struct contents *contents)
{
  struct stat st;
  void *start = MAP_FAILED;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  if (fstat (fd, &st) == 0 && st.st_size > 0)
    start = mmap (NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (start == MAP_FAILED)
    return false;
  contents->start = start;
  contents->size = (size_t)st.st_size;
  return true;
}

static bool
is_inside (const struct contents *c, uint64_t offset, uint64_t size)
{
  return offset <= c->size && size <= c->size - offset;
}

/* Section N; NULL: the file is damaged.  */
static const ElfW (Shdr) * section (const struct contents *c, size_t n)
{
  const ElfW (Ehdr) *header = (const void *)c->start;
  uint64_t offset = header->e_shoff + n * sizeof (ElfW (Shdr));
  if (n >= header->e_shnum || offset % _Alignof(ElfW (Shdr)) != 0
      || !is_inside (c, offset, sizeof (ElfW (Shdr))))
    return NULL;
  const ElfW (Shdr) *found = (const void *)(c->start + offset);
  return found->sh_type == SHT_NOBITS
                 || is_inside (c, found->sh_offset, found->sh_size)
             ? found
             : NULL;
}

static bool
covers (const ElfW (Sym) * symbol, uintptr_t address)
{
  unsigned type = symbol->st_info & 15;
  return (type == STT_OBJECT || type == STT_FUNC)
         && symbol->st_shndx != SHN_UNDEF && address >= symbol->st_value
         && address - symbol->st_value
                < (symbol->st_size == 0 ? 1 : symbol->st_size);
}

/* The symbol of TABLE that has ADDRESS; NULL: none.  */
static const char *
search (const struct contents *c, const ElfW (Shdr) * table, uintptr_t address,
        uintptr_t *start)
{
  const ElfW (Shdr) *strings = section (c, table->sh_link);
  if (strings == NULL || strings->sh_type != SHT_STRTAB
      || table->sh_offset % _Alignof(ElfW (Sym)) != 0 || strings->sh_size == 0
      || c->start[strings->sh_offset + strings->sh_size - 1] != '\0')
    return NULL;
  const ElfW (Sym) *symbols = (const void *)(c->start + table->sh_offset);
  for (size_t i = 0; i < table->sh_size / sizeof (*symbols); i++)
    if (covers (&symbols[i], address) && symbols[i].st_name < strings->sh_size)
      {
        *start = symbols[i].st_value;
        return c->start + strings->sh_offset + symbols[i].st_name;
      }
  return NULL;
}

/* The sections of the file; 0: it is not what we know.  */
static size_t
sections (const struct contents *c)
{
  const ElfW (Ehdr) *header = (const void *)c->start;
  return c->size < sizeof (*header)
                 || memcmp (header->e_ident, ELFMAG, SELFMAG) != 0
                 || header->e_shentsize != sizeof (ElfW (Shdr))
             ? 0
             : header->e_shnum;
}

static const char *
search_all (const struct contents *c, uintptr_t address, uintptr_t *start)
{
  const char *name = NULL;
  for (size_t i = 0; i < sections (c) && name == NULL; i++)
    {
      const ElfW (Shdr) *table = section (c, i);
      if (table != NULL
          && (table->sh_type == SHT_SYMTAB || table->sh_type == SHT_DYNSYM))
        name = search (c, table, address, start);
    }
  return name;
}

/* The file that has ADDRESS in memory.  */
static bool
load_object (uintptr_t address, struct object *object,
             struct contents *contents)
{
  *object = (struct object){ .address = address };
  return dl_iterate_phdr (has_address, object) != 0
         && load (object->file, contents);
}

static void
unload (const struct contents *contents)
{
  munmap ((void *)contents->start, contents->size);
}

static void
copy_text (char *to, size_t size, const char *text)
{
  size_t length = strnlen (text, size - 1);
  memcpy (to, text, length);
  to[length] = '\0';
}

bool
os_symbol_find (uintptr_t address, char *name, size_t size, uintptr_t *start)
{
  struct object object;
  struct contents contents;
  if (!load_object (address, &object, &contents))
    return false;
  uintptr_t value;
  const char *found = search_all (&contents, address - object.base, &value);
  if (found != NULL)
    {
      copy_text (name, size, found);
      *start = value + object.base;
    }
  unload (&contents);
  return found != NULL;
}

/* ---- Places.  */

static const ElfW (Shdr)
    * find_section (const struct contents *c, const char *name)
{
  size_t count = sections (c), length = strlen (name) + 1;
  const ElfW (Ehdr) *header = (const void *)c->start;
  const ElfW (Shdr) *names
      = count == 0 ? NULL : section (c, header->e_shstrndx);
  for (size_t i = 0; names != NULL && i < count; i++)
    {
      const ElfW (Shdr) *found = section (c, i);
      if (found != NULL && found->sh_type == SHT_PROGBITS
          && found->sh_name < names->sh_size
          && names->sh_size - found->sh_name >= length
          && memcmp (c->start + names->sh_offset + found->sh_name, name, length)
                 == 0)
        return found;
    }
  return NULL;
}

/* The text of the entry for ADDRESS among the SIZE bytes at TABLE; NULL: there
   is none.  */
static const char *
search_places (const char *table, size_t size, uintptr_t address)
{
  uintptr_t place;
  while (size > sizeof (place))
    {
      memcpy (&place, table, sizeof (place));
      const char *text = table + sizeof (place);
      size_t length = strnlen (text, size - sizeof (place));
      if (length == size - sizeof (place))
        return NULL;
      if (place == address)
        return text;
      table = text + length + 1;
      size -= sizeof (place) + length + 1;
    }
  return NULL;
}

bool
os_place_find (uintptr_t address, char *place, size_t size)
{
  struct object object;
  struct contents c;
  const char *found = NULL;
  if (!load_object (address, &object, &c))
    return false;
  const ElfW (Shdr) *table = find_section (&c, ".debug_offgomp");
  if (table != NULL && (table->sh_flags & SHF_COMPRESSED) == 0)
    found = search_places (c.start + table->sh_offset, table->sh_size,
                           address - object.base);
  if (found != NULL)
    copy_text (place, size, found);
  unload (&c);
  return found != NULL;
}
