/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An ELF file of this machine's kind, mapped: its sections, and its memory as
   the dynamic linker would fill it.  See elf_file.c.  */

#ifndef INFO_ELF_FILE_H
#define INFO_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/elf.h"

struct elf_file
{
  struct gomp_elf bytes; /* the file */
  int type;              /* ET_REL, ET_EXEC, ET_DYN */
};

/* A section's name and contents, as far as the file has them.  */
struct elf_section
{
  const char *name;
  const char *start;
  size_t size;
};

/* Open the file PATH.  NULL: it is open, and stays open; otherwise the reason,
   a text for "offgomp-info: PATH: ...".  */
const char *elf_file_open (struct elf_file *file, const char *path);
/* The same for the SIZE bytes at START.  */
const char *elf_file_at (struct elf_file *file, const char *start, size_t size);

/* Does a dynamic linker start it?  */
bool elf_file_is_program (const struct elf_file *file);

/* Section INDEX, from 0; false: there are no more.  */
bool elf_file_section (const struct elf_file *file, size_t index,
                       struct elf_section *section);

/* The SIZE bytes that are loaded to ADDRESS; NULL: they are not in the
   file.  */
const char *elf_file_memory (const struct elf_file *file, uint64_t address,
                             size_t size);
/* The address to which the byte at offset OFFSET of the file is loaded; 0:
   none.  */
uint64_t elf_file_address (const struct elf_file *file, size_t offset);
/* The value of the word at ADDRESS once the file is relocated, an address; 0:
   the word is not in the file.  */
uint64_t elf_file_pointer (const struct elf_file *file, uint64_t address);
/* The address of the first word, at or after FROM, that has this value once
   the file is relocated; 0: none.  */
uint64_t elf_file_find_pointer (const struct elf_file *file, uint64_t value,
                                uint64_t from);
/* The name that the relocation at OFFSET of SECTION refers to, in an object;
   "": there is none.  */
const char *elf_file_relocated_name (const struct elf_file *file,
                                     const char *section, size_t offset);
/* The text at ADDRESS; "": it is not in the file, or has no end.  */
const char *elf_file_text (const struct elf_file *file, uint64_t address);

#endif
