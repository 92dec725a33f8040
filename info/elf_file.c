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

/* The addend of the relocation at ADDRESS in the table SECTION.  Only those
   without a symbol are of interest: addresses in the file itself.  */
static bool
find_addend (const struct elf_file *file, const ElfW (Shdr) * section,
             uint64_t address, uint64_t *addend)
{
  ElfW (Rela) r;
  for (uint64_t at = 0; at + sizeof (r) <= section->sh_size; at += sizeof (r))
    if (read_at (file, section->sh_offset + at, &r, sizeof (r))
        && r.r_offset == address && SYMBOL_OF (r.r_info) == 0)
      {
        *addend = (uint64_t)r.r_addend;
        return true;
      }
  return false;
}

/* A word without such a relocation has its value: that of a program at fixed
   addresses, or of packed relocations.  */
uint64_t
elf_file_pointer (const struct elf_file *file, uint64_t address)
{
  ElfW (Shdr) section;
  uint64_t value;
  for (size_t i = 0; read_section_header (file, i, &section); i++)
    if (section.sh_type == SHT_RELA && (section.sh_flags & SHF_ALLOC) != 0
        && find_addend (file, &section, address, &value))
      return value;
  uintptr_t word;
  const char *bytes = elf_file_memory (file, address, sizeof (word));
  if (bytes == NULL)
    return 0;
  memcpy (&word, bytes, sizeof (word));
  return word;
}
