/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading ELF files; see elf.h.  Owns no data; any thread.  Trusts nothing in a
   file: every table must lie inside it and be aligned for reading.  */

#include "base/elf.h"

#include <elf.h>
#include <link.h>
#include <string.h>

typedef ElfW (Ehdr) file_header;
typedef ElfW (Shdr) section_header;
typedef ElfW (Phdr) segment_header;
typedef ElfW (Sym) symbol;

#define NATIVE_CLASS (sizeof (void *) == 8 ? ELFCLASS64 : ELFCLASS32)

static bool
is_inside (const struct gomp_elf *e, uint64_t offset, uint64_t size)
{
  return offset <= e->size && size <= e->size - offset;
}

/* The same, and aligned, so that it can be read as a table of words.  */
static bool
is_table (const struct gomp_elf *e, uint64_t offset, uint64_t size)
{
  return is_inside (e, offset, size)
         && (uintptr_t)(e->start + offset) % _Alignof(uintptr_t) == 0;
}

/* The sections of E, *COUNT of them; NULL if the file is of an unknown
   kind.  */
static const section_header *
sections (const struct gomp_elf *e, size_t *count)
{
  const file_header *h = (const void *)e->start;
  if (!is_table (e, 0, sizeof (*h)) || memcmp (h->e_ident, ELFMAG, SELFMAG) != 0
      || h->e_ident[EI_CLASS] != NATIVE_CLASS
      || h->e_shentsize != sizeof (section_header)
      || !is_table (e, h->e_shoff,
                    (uint64_t)h->e_shnum * sizeof (section_header)))
    return NULL;
  *count = h->e_shnum;
  return (const void *)(e->start + h->e_shoff);
}

static bool
has_segments (const struct gomp_elf *e)
{
  const file_header *h = (const void *)e->start;
  if (h->e_phentsize != sizeof (segment_header)
      || !is_table (e, h->e_phoff,
                    (uint64_t)h->e_phnum * sizeof (segment_header)))
    return false;
  const segment_header *segment = (const void *)(e->start + h->e_phoff);
  for (size_t i = 0; i < h->e_phnum; i++)
    if (!is_inside (e, segment[i].p_offset, segment[i].p_filesz))
      return false;
  return true;
}

bool
gomp_elf_is_whole (const struct gomp_elf *e)
{
  size_t count;
  const section_header *section = sections (e, &count);
  if (section == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    if (section[i].sh_type != SHT_NOBITS
        && !is_inside (e, section[i].sh_offset, section[i].sh_size))
      return false;
  return has_segments (e);
}

/* The text at byte OFFSET of STRINGS; NULL if it is not terminated within
   STRINGS.  */
static const char *
string_at (const struct gomp_elf *e, const section_header *strings,
           uint64_t offset)
{
  if (strings->sh_type != SHT_STRTAB
      || !is_inside (e, strings->sh_offset, strings->sh_size)
      || offset >= strings->sh_size
      || e->start[strings->sh_offset + strings->sh_size - 1] != '\0')
    return NULL;
  return e->start + strings->sh_offset + offset;
}

static bool
covers (const symbol *s, uint64_t address, bool functions_only)
{
  unsigned type = s->st_info & 15;
  return (type == STT_FUNC || (type == STT_OBJECT && !functions_only))
         && s->st_shndx != SHN_UNDEF && address >= s->st_value
         && address - s->st_value < (s->st_size != 0 ? s->st_size : 1);
}

static const symbol *
search (const struct gomp_elf *e, const section_header *table, uint64_t address,
        bool functions_only)
{
  const symbol *all = (const void *)(e->start + table->sh_offset);
  if (is_table (e, table->sh_offset, table->sh_size))
    for (uint64_t i = 0; i < table->sh_size / sizeof (*all); i++)
      if (covers (&all[i], address, functions_only))
        return &all[i];
  return NULL;
}

/* The same among the tables of TYPE.  */
static const char *
search_all (const struct gomp_elf *e, uint32_t type, uint64_t address,
            bool functions_only, uint64_t *start)
{
  size_t count;
  const section_header *section = sections (e, &count);
  for (size_t i = 0; section != NULL && i < count; i++)
    {
      if (section[i].sh_type != type || section[i].sh_link >= count)
        continue;
      const symbol *found = search (e, &section[i], address, functions_only);
      if (found == NULL)
        continue;
      *start = found->st_value;
      return string_at (e, &section[section[i].sh_link], found->st_name);
    }
  return NULL;
}

/* The shorter table has only exported names; the other one may be stripped.  */
const char *
gomp_elf_symbol (const struct gomp_elf *e, uint64_t address,
                 bool functions_only, uint64_t *start)
{
  const char *name = search_all (e, SHT_SYMTAB, address, functions_only, start);
  return name != NULL
             ? name
             : search_all (e, SHT_DYNSYM, address, functions_only, start);
}

/* The last end of the variables in TABLE at ADDRESS, or 0.  */
static uint64_t
end_in (const struct gomp_elf *e, const section_header *table, uint64_t address)
{
  const symbol *all = (const void *)(e->start + table->sh_offset);
  uint64_t end = 0;
  if (is_table (e, table->sh_offset, table->sh_size))
    for (uint64_t i = 0; i < table->sh_size / sizeof (*all); i++)
      if ((all[i].st_info & 15) == STT_OBJECT
          && covers (&all[i], address, false)
          && all[i].st_value + all[i].st_size > end)
        end = all[i].st_value + all[i].st_size;
  return end;
}

uint64_t
gomp_elf_variable_end (const struct gomp_elf *e, uint64_t address)
{
  size_t count;
  uint64_t end = 0;
  const section_header *section = sections (e, &count);
  for (size_t i = 0; section != NULL && i < count; i++)
    if (section[i].sh_type == SHT_SYMTAB || section[i].sh_type == SHT_DYNSYM)
      {
        uint64_t here = end_in (e, &section[i], address);
        end = here > end ? here : end;
      }
  return end;
}

/* A kind of symbols.  */
enum wanted
{
  VARIABLE,
  DEFINITION,
  IMPORT
};

static bool
is_wanted (const symbol *s, enum wanted wanted)
{
  unsigned type = s->st_info & 15;
  if (wanted == IMPORT)
    return s->st_shndx == SHN_UNDEF;
  return s->st_shndx != SHN_UNDEF
         && (type == STT_OBJECT || (wanted == DEFINITION && type == STT_FUNC));
}

/* The symbol NAME of the kind WANTED in TABLE.  */
static const symbol *
search_name (const struct gomp_elf *e, const section_header *table,
             const section_header *strings, const char *name,
             enum wanted wanted)
{
  const symbol *all = (const void *)(e->start + table->sh_offset);
  if (!is_table (e, table->sh_offset, table->sh_size))
    return NULL;
  for (uint64_t i = 0; i < table->sh_size / sizeof (*all); i++)
    {
      if (!is_wanted (&all[i], wanted))
        continue;
      const char *text = string_at (e, strings, all[i].st_name);
      if (text != NULL && strcmp (text, name) == 0)
        return &all[i];
    }
  return NULL;
}

/* The same among the tables of TYPE.  */
static const symbol *
search_names (const struct gomp_elf *e, uint32_t type, const char *name,
              enum wanted wanted)
{
  size_t count;
  const section_header *section = sections (e, &count);
  const symbol *found = NULL;
  for (size_t i = 0; section != NULL && found == NULL && i < count; i++)
    if (section[i].sh_type == type && section[i].sh_link < count)
      found = search_name (e, &section[i], &section[section[i].sh_link], name,
                           wanted);
  return found;
}

bool
gomp_elf_variable (const struct gomp_elf *e, const char *name,
                   uint64_t *address)
{
  const symbol *found = search_names (e, SHT_SYMTAB, name, VARIABLE);
  if (found != NULL)
    *address = found->st_value;
  return found != NULL;
}

/* The full table has local names, too; it may be stripped.  */
bool
gomp_elf_definition (const struct gomp_elf *e, const char *name,
                     uint64_t *address, uint64_t *size)
{
  const symbol *found = search_names (e, SHT_SYMTAB, name, DEFINITION);
  if (found == NULL)
    found = search_names (e, SHT_DYNSYM, name, DEFINITION);
  if (found == NULL)
    return false;
  *address = found->st_value;
  *size = found->st_size;
  return true;
}

bool
gomp_elf_imports (const struct gomp_elf *e, const char *name)
{
  return search_names (e, SHT_DYNSYM, name, IMPORT) != NULL;
}

/* The section NAME, of TYPE, if all of it is in the file; or NULL.  */
static const section_header *
find_section (const struct gomp_elf *e, uint32_t type, const char *name)
{
  size_t count;
  const section_header *section = sections (e, &count);
  const file_header *h = (const void *)e->start;
  if (section == NULL || h->e_shstrndx >= count)
    return NULL;
  for (size_t i = 0; i < count; i++)
    {
      const char *text
          = string_at (e, &section[h->e_shstrndx], section[i].sh_name);
      if (section[i].sh_type == type && text != NULL
          && strcmp (text, name) == 0)
        return is_inside (e, section[i].sh_offset, section[i].sh_size)
                   ? &section[i]
                   : NULL;
    }
  return NULL;
}

const char *
gomp_elf_section (const struct gomp_elf *e, const char *name, size_t *size)
{
  const section_header *section = find_section (e, SHT_PROGBITS, name);
  if (section == NULL || (section->sh_flags & SHF_COMPRESSED) != 0)
    return NULL;
  *size = section->sh_size;
  return e->start + section->sh_offset;
}

bool
gomp_elf_compressed (const struct gomp_elf *e, const char *name,
                     struct gomp_elf_compressed *found)
{
  const section_header *section = find_section (e, SHT_PROGBITS, name);
  ElfW (Chdr) header;
  if (section == NULL || (section->sh_flags & SHF_COMPRESSED) == 0
      || section->sh_size < sizeof (header))
    return false;
  const char *start = e->start + section->sh_offset;
  memcpy (&header, start, sizeof (header));
  *found = (struct gomp_elf_compressed){ .kind = header.ch_type,
                                         .start = start + sizeof (header),
                                         .size
                                         = section->sh_size - sizeof (header),
                                         .expanded = header.ch_size };
  return true;
}

/* A note has a header, the name GNU in four bytes, and the number.  */
const unsigned char *
gomp_elf_build_id (const struct gomp_elf *e, size_t *size)
{
  const section_header *section
      = find_section (e, SHT_NOTE, ".note.gnu.build-id");
  ElfW (Nhdr) header;
  if (section == NULL || section->sh_size < sizeof (header) + 4)
    return NULL;
  const char *note = e->start + section->sh_offset;
  memcpy (&header, note, sizeof (header));
  if (header.n_type != NT_GNU_BUILD_ID || header.n_namesz != 4
      || header.n_descsz == 0
      || header.n_descsz > section->sh_size - sizeof (header) - 4)
    return NULL;
  *size = header.n_descsz;
  return (const unsigned char *)note + sizeof (header) + 4;
}
