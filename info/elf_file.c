/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading ELF files by section and by address; see elf_file.h.  Trusts nothing
   in a file: every table must lie inside it.  Entries are copied out of it, as
   an image inside a program need not be aligned.  Owns no data; one thread.  */

#include "elf_file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if __ELF_NATIVE_CLASS == 64
#  define NATIVE_CLASS ELFCLASS64
#  define SYMBOL_OF ELF64_R_SYM
#else
#  define NATIVE_CLASS ELFCLASS32
#  define SYMBOL_OF ELF32_R_SYM
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#  define NATIVE_DATA ELFDATA2LSB
#else
#  define NATIVE_DATA ELFDATA2MSB
#endif

static bool
is_inside (const struct elf_file *file, uint64_t offset, uint64_t size)
{
  return offset <= file->bytes.size && size <= file->bytes.size - offset;
}

static bool
read_at (const struct elf_file *file, uint64_t offset, void *entry, size_t size)
{
  if (!is_inside (file, offset, size))
    return false;
  memcpy (entry, file->bytes.start + offset, size);
  return true;
}

const char *
elf_file_at (struct elf_file *file, const char *start, size_t size)
{
  ElfW (Ehdr) h;
  *file = (struct elf_file){ .bytes = { start, size } };
  if (!read_at (file, 0, &h, sizeof (h))
      || memcmp (h.e_ident, ELFMAG, SELFMAG) != 0)
    return "not an ELF file";
  if (h.e_ident[EI_CLASS] != NATIVE_CLASS || h.e_ident[EI_DATA] != NATIVE_DATA)
    return "an ELF file for another kind of machine";
  file->type = h.e_type;
  return NULL;
}

const char *
elf_file_open (struct elf_file *file, const char *path)
{
  struct stat status;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  *file = (struct elf_file){ .type = ET_NONE };
  if (fd < 0)
    return strerror (errno);
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode)
      || status.st_size == 0)
    {
      close (fd);
      return "not a file with contents";
    }
  size_t size = (size_t)status.st_size;
  void *map = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  int error = errno;
  close (fd);
  return map == MAP_FAILED ? strerror (error) : elf_file_at (file, map, size);
}

/* ---- Sections.  */

static bool
read_section_header (const struct elf_file *file, size_t index,
                     ElfW (Shdr) * section)
{
  ElfW (Ehdr) h;
  return read_at (file, 0, &h, sizeof (h)) && index < h.e_shnum
         && h.e_shentsize == sizeof (*section)
         && read_at (file, h.e_shoff + index * sizeof (*section), section,
                     sizeof (*section));
}

/* The text at byte OFFSET of the string table with number INDEX.  */
static const char *
string_at (const struct elf_file *file, size_t index, size_t offset)
{
  ElfW (Shdr) strings;
  if (!read_section_header (file, index, &strings)
      || !is_inside (file, strings.sh_offset, strings.sh_size)
      || offset >= strings.sh_size)
    return "";
  const char *text = file->bytes.start + strings.sh_offset + offset;
  return memchr (text, '\0', strings.sh_size - offset) != NULL ? text : "";
}

bool
elf_file_section (const struct elf_file *file, size_t index,
                  struct elf_section *section)
{
  ElfW (Ehdr) h;
  ElfW (Shdr) header;
  if (!read_at (file, 0, &h, sizeof (h))
      || !read_section_header (file, index, &header))
    return false;
  *section
      = (struct elf_section){ string_at (file, h.e_shstrndx, header.sh_name),
                              NULL, 0 };
  if (header.sh_type != SHT_NOBITS
      && is_inside (file, header.sh_offset, header.sh_size))
    {
      section->start = file->bytes.start + header.sh_offset;
      section->size = header.sh_size;
    }
  return true;
}

/* ---- Memory.  */

static bool
read_segment (const struct elf_file *file, size_t index, ElfW (Phdr) * segment)
{
  ElfW (Ehdr) h;
  return read_at (file, 0, &h, sizeof (h)) && index < h.e_phnum
         && h.e_phentsize == sizeof (*segment)
         && read_at (file, h.e_phoff + index * sizeof (*segment), segment,
                     sizeof (*segment));
}

bool
elf_file_is_program (const struct elf_file *file)
{
  ElfW (Phdr) s;
  for (size_t i = 0; read_segment (file, i, &s); i++)
    if (s.p_type == PT_INTERP)
      return true;
  return false;
}

/* The bytes from ADDRESS on to the end of the segment in the file; *SIZE of
   them.  */
static const char *
memory_from (const struct elf_file *file, uint64_t address, size_t *size)
{
  ElfW (Phdr) s;
  for (size_t i = 0; read_segment (file, i, &s); i++)
    if (s.p_type == PT_LOAD && address >= s.p_vaddr
        && address - s.p_vaddr < s.p_filesz
        && is_inside (file, s.p_offset, s.p_filesz))
      {
        *size = s.p_filesz - (address - s.p_vaddr);
        return file->bytes.start + s.p_offset + (address - s.p_vaddr);
      }
  return NULL;
}

const char *
elf_file_memory (const struct elf_file *file, uint64_t address, size_t size)
{
  size_t there;
  const char *start = memory_from (file, address, &there);
  return start != NULL && size <= there ? start : NULL;
}

const char *
elf_file_text (const struct elf_file *file, uint64_t address)
{
  size_t there;
  const char *start = memory_from (file, address, &there);
  return start != NULL && memchr (start, '\0', there) != NULL ? start : "";
}

uint64_t
elf_file_address (const struct elf_file *file, size_t offset)
{
  ElfW (Phdr) s;
  for (size_t i = 0; read_segment (file, i, &s); i++)
    if (s.p_type == PT_LOAD && offset >= s.p_offset
        && offset - s.p_offset < s.p_filesz)
      return s.p_vaddr + (offset - s.p_offset);
  return 0;
}

/* ---- Relocations.  */

/* The relocation INDEX of the table SECTION, if it has no symbol: only those
   are of interest, addresses in the file itself.  */
static bool
read_relative (const struct elf_file *file, const ElfW (Shdr) * section,
               size_t index, ElfW (Rela) * relocation)
{
  return (index + 1) * sizeof (*relocation) <= section->sh_size
         && read_at (file, section->sh_offset + index * sizeof (*relocation),
                     relocation, sizeof (*relocation));
}

/* The next table of relocations from section *INDEX on.  */
static bool
next_relocations (const struct elf_file *file, size_t *index,
                  ElfW (Shdr) * section)
{
  while (read_section_header (file, (*index)++, section))
    if (section->sh_type == SHT_RELA && (section->sh_flags & SHF_ALLOC) != 0)
      return true;
  return false;
}

/* A word without such a relocation has its value: that of a program at fixed
   addresses, or of packed relocations.  */
uint64_t
elf_file_pointer (const struct elf_file *file, uint64_t address)
{
  ElfW (Shdr) table;
  ElfW (Rela) r;
  size_t section = 0;
  while (next_relocations (file, &section, &table))
    for (size_t i = 0; read_relative (file, &table, i, &r); i++)
      if (r.r_offset == address && SYMBOL_OF (r.r_info) == 0)
        return (uint64_t)r.r_addend;
  uintptr_t word;
  const char *bytes = elf_file_memory (file, address, sizeof (word));
  if (bytes == NULL)
    return 0;
  memcpy (&word, bytes, sizeof (word));
  return word;
}

/* The first word with VALUE of the segment S from address FROM on.  */
static uint64_t
find_word (const struct elf_file *file, const ElfW (Phdr) * s, uint64_t value,
           uint64_t from)
{
  uintptr_t word;
  uint64_t at = s->p_vaddr;
  if (at < from)
    at = from;
  at = (at + sizeof (word) - 1) & ~(uint64_t)(sizeof (word) - 1);
  for (; at - s->p_vaddr < s->p_filesz; at += sizeof (word))
    if (read_at (file, s->p_offset + (at - s->p_vaddr), &word, sizeof (word))
        && word == value)
      return at;
  return 0;
}

uint64_t
elf_file_find_pointer (const struct elf_file *file, uint64_t value,
                       uint64_t from)
{
  ElfW (Shdr) table;
  ElfW (Phdr) s;
  ElfW (Rela) r;
  uint64_t found = UINT64_MAX;
  size_t section = 0;
  while (next_relocations (file, &section, &table))
    for (size_t i = 0; read_relative (file, &table, i, &r); i++)
      if ((uint64_t)r.r_addend == value && SYMBOL_OF (r.r_info) == 0
          && r.r_offset >= from && r.r_offset < found)
        found = r.r_offset;
  for (size_t i = 0; read_segment (file, i, &s); i++)
    if (s.p_type == PT_LOAD && (s.p_flags & PF_W) != 0)
      {
        uint64_t at = find_word (file, &s, value, from);
        if (at != 0 && at < found)
          found = at;
      }
  return found != UINT64_MAX ? found : 0;
}

/* ---- Relocations of objects.  */

/* A name of what is at OFFSET of section INDEX, by the table SYMBOLS.  */
static const char *
name_at (const struct elf_file *file, const ElfW (Shdr) * symbols, size_t index,
         uint64_t offset)
{
  ElfW (Sym) s;
  for (uint64_t at = 0; at + sizeof (s) <= symbols->sh_size; at += sizeof (s))
    if (read_at (file, symbols->sh_offset + at, &s, sizeof (s))
        && s.st_shndx == index && s.st_value == offset && s.st_name != 0
        && ELF32_ST_TYPE (s.st_info) != STT_SECTION)
      return string_at (file, symbols->sh_link, s.st_name);
  return "";
}

/* The assembler writes a local symbol as its section and offset.  */
static const char *
referred_name (const struct elf_file *file, size_t symbols,
               const ElfW (Rela) * r)
{
  ElfW (Shdr) table;
  ElfW (Sym) s;
  uint64_t at = SYMBOL_OF (r->r_info) * (uint64_t)sizeof (s);
  if (!read_section_header (file, symbols, &table)
      || at + sizeof (s) > table.sh_size
      || !read_at (file, table.sh_offset + at, &s, sizeof (s)))
    return "";
  return ELF32_ST_TYPE (s.st_info) != STT_SECTION
             ? string_at (file, table.sh_link, s.st_name)
             : name_at (file, &table, s.st_shndx, (uint64_t)r->r_addend);
}

const char *
elf_file_relocated_name (const struct elf_file *file, const char *section,
                         size_t offset)
{
  ElfW (Shdr) header;
  ElfW (Rela) r;
  struct elf_section of;
  for (size_t i = 0; read_section_header (file, i, &header); i++)
    {
      if (header.sh_type != SHT_RELA
          || !elf_file_section (file, header.sh_info, &of)
          || strcmp (of.name, section) != 0)
        continue;
      for (uint64_t at = 0; at + sizeof (r) <= header.sh_size; at += sizeof (r))
        if (read_at (file, header.sh_offset + at, &r, sizeof (r))
            && r.r_offset == offset)
          return referred_name (file, header.sh_link, &r);
    }
  return "";
}
