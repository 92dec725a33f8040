/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* See reader.h.  */

#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

static void *
map_file (const char *name)
{
  struct stat st;
  int fd = open (name, O_RDONLY);
  if (fd < 0 || fstat (fd, &st) != 0)
    return NULL;
  void *bytes = mmap (NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  return bytes == MAP_FAILED ? NULL : bytes;
}

void
reader_open_process (struct reader *reader, const char *pid)
{
  char name[64], line[1024];
  snprintf (name, sizeof (name), "/proc/%s/maps", pid);
  FILE *maps = fopen (name, "r");
  while (maps != NULL && fgets (line, sizeof (line), maps) != NULL)
    {
      struct range *r = &reader->ranges[reader->range_count];
      unsigned long begin, end, offset;
      if (sscanf (line, "%lx-%lx %*s %lx %*s %*s %500s", &begin, &end, &offset,
                  r->file)
              == 4
          && reader->range_count < 4095)
        {
          r->begin = begin, r->end = end, r->offset = offset;
          reader->range_count++;
        }
    }
  if (maps != NULL)
    fclose (maps);
  snprintf (name, sizeof (name), "/proc/%s/mem", pid);
  reader->memory = open (name, O_RDONLY);
}

/* The note lists: count, page size, then begin, end and page number of each
   range, then their names.  */
static void
read_files (struct reader *reader, const char *note)
{
  uint64_t numbers[3], count, page;
  memcpy (&count, note, 8);
  memcpy (&page, note + 8, 8);
  const char *name = note + 16 + count * sizeof (numbers);
  for (uint64_t i = 0; i < count && i < 4095; i++)
    {
      memcpy (numbers, note + 16 + i * sizeof (numbers), sizeof (numbers));
      struct range *r = &reader->ranges[reader->range_count++];
      r->begin = numbers[0], r->end = numbers[1];
      r->offset = numbers[2] * page;
      snprintf (r->file, sizeof (r->file), "%s", name);
      name += strlen (name) + 1;
    }
}

static void
read_notes (struct reader *reader, const char *bytes, uint64_t size)
{
  for (uint64_t at = 0; at + sizeof (Elf64_Nhdr) <= size;)
    {
      Elf64_Nhdr note;
      memcpy (&note, bytes + at, sizeof (note));
      at += sizeof (note) + ((note.n_namesz + 3) & ~3u);
      if (note.n_type == NT_FILE)
        read_files (reader, bytes + at);
      at += (note.n_descsz + 3) & ~3u;
    }
}

void
reader_open_core (struct reader *reader, const char *name)
{
  const char *core = map_file (name);
  reader->memory = open (name, O_RDONLY);
  reader->is_core = true;
  if (core == NULL)
    return;
  const Elf64_Ehdr *header = (const void *)core;
  const Elf64_Phdr *p = (const void *)(core + header->e_phoff);
  for (int i = 0; i < header->e_phnum && i < 4095; i++)
    if (p[i].p_type == PT_LOAD && p[i].p_filesz != 0)
      reader->segments[reader->segment_count++]
          = (struct range){ p[i].p_vaddr, p[i].p_vaddr + p[i].p_filesz,
                            p[i].p_offset, "" };
    else if (p[i].p_type == PT_NOTE)
      read_notes (reader, core + p[i].p_offset, p[i].p_filesz);
}

static const struct range *
range_with (const struct range *all, int count, uint64_t address)
{
  for (int i = 0; i < count; i++)
    if (all[i].begin <= address && address < all[i].end)
      return &all[i];
  return NULL;
}

/* What a core lacks is as in the file.  */
bool
reader_read (const struct reader *reader, uint64_t address, size_t size,
             void *to)
{
  if (!reader->is_core)
    return pread (reader->memory, to, size, (off_t)address) == (ssize_t)size;
  const struct range *r
      = range_with (reader->segments, reader->segment_count, address);
  if (r != NULL)
    return pread (reader->memory, to, size,
                  (off_t)(r->offset + address - r->begin))
           == (ssize_t)size;
  r = range_with (reader->ranges, reader->range_count, address);
  int fd = r == NULL ? -1 : open (r->file, O_RDONLY);
  bool done = fd >= 0
              && pread (fd, to, size, (off_t)(r->offset + address - r->begin))
                     == (ssize_t)size;
  if (fd >= 0)
    close (fd);
  return done;
}

/* ---- Symbols, of dynamic symbol tables alone.  */

static uint64_t
symbol_in (const char *file, const char *symbol)
{
  const char *bytes = map_file (file);
  if (bytes == NULL || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return 0;
  const Elf64_Ehdr *header = (const void *)bytes;
  const Elf64_Shdr *s = (const void *)(bytes + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++)
    if (s[i].sh_type == SHT_DYNSYM)
      {
        const Elf64_Sym *symbols = (const void *)(bytes + s[i].sh_offset);
        const char *names = bytes + s[s[i].sh_link].sh_offset;
        for (uint64_t k = 0; k < s[i].sh_size / sizeof (*symbols); k++)
          if (symbols[k].st_shndx != SHN_UNDEF
              && strcmp (names + symbols[k].st_name, symbol) == 0)
            return symbols[k].st_value;
      }
  return 0;
}

uint64_t
reader_address (const struct reader *reader, const char *symbol)
{
  for (int i = 0; i < reader->range_count; i++)
    {
      uint64_t value
          = reader->ranges[i].offset == 0 && reader->ranges[i].file[0] == '/'
                ? symbol_in (reader->ranges[i].file, symbol)
                : 0;
      if (value != 0)
        return reader->ranges[i].begin + value;
    }
  return 0;
}
