/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The input objects of mkoffload, as ELF files in memory.  */

#ifndef MKOFFLOAD_COMMON_INPUT_H
#define MKOFFLOAD_COMMON_INPUT_H

#include <gelf.h>
#include <stddef.h>

struct input
{
  char *map;     /* the mapped file */
  size_t length; /* of the file */
  Elf *elf;      /* the object in it */
  size_t names;  /* index of its section name table */
};

/* Open the object NAME, "file" or "archive@0xoffset".  */
void input_open (struct input *input, const char *name);
void input_close (struct input *input);

/* The name of its section with this HEADER.  */
const char *input_section_name (struct input *input, const GElf_Shdr *header);

/* The path of the file in NAME, as above, and the object's offset in it.  */
char *input_split_name (const char *name, size_t *offset);

#endif
