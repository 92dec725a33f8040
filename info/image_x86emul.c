/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images of emulated devices: the descriptor of include/x86emul_image.h is
   found by its magic number, so a program may be stripped.  Owns no data.  */

#include <string.h>

#include "image.h"
#include "x86emul_image.h"

/* Bit 63 of a variable's size: declare target link.  */
#define LINK ((uint64_t)1 << 63)

/* The file around it, the image's descriptor there, and the image.  */
struct source
{
  const struct elf_file *file;
  uint64_t address; /* of the descriptor */
  struct x86emul_image d;
};

/* The word of the descriptor at OFFSET, as the dynamic linker leaves it.  */
static uint64_t
word (const struct source *s, size_t offset)
{
  return elf_file_pointer (s->file, s->address + offset);
}
#define WORD(s, member) word (s, offsetof (struct x86emul_image, member))

/* A part of the program: an image.  */
static const char *
bytes (const struct source *s, uint64_t start, uint64_t end, size_t *size)
{
  if (start == 0 || end < start)
    return NULL;
  *size = end - start;
  return elf_file_memory (s->file, start, *size);
}

static void
report_regions (struct report *in, const struct source *s)
{
  uint64_t at = WORD (s, functions);
  struct report *regions = report_list (in, "regions");
  for (uint32_t i = 0; i < s->d.function_count; i++)
    {
      struct report *region = report_object (regions, "");
      uint64_t entry = at + i * sizeof (struct x86emul_image_function);
      uint64_t name = elf_file_pointer (
          s->file, entry + offsetof (struct x86emul_image_function, name));
      uint64_t source = elf_file_pointer (
          s->file, entry + offsetof (struct x86emul_image_function, source));
      report_number (region, "entry", i);
      report_text (region, "name", elf_file_text (s->file, name));
      report_text (region, "source", elf_file_text (s->file, source));
    }
}

/* The sizes of the variables are in the image's own table: an address and a
   size each.  */
static void
report_variables (struct report *in, const struct source *s,
                  const struct elf_section *table)
{
  uint64_t at = WORD (s, variables);
  struct report *variables = report_list (in, "variables");
  for (uint32_t i = 0; i < s->d.variable_count; i++)
    {
      struct report *variable = report_object (variables, "");
      uint64_t name = elf_file_pointer (s->file, at + i * sizeof (char *));
      report_number (variable, "entry", i);
      report_text (variable, "name", elf_file_text (s->file, name));
      uint64_t size;
      if (16 * ((size_t)i + 1) > table->size)
        continue;
      memcpy (&size, table->start + 16 * (size_t)i + 8, sizeof (size));
      report_number (variable, "size", (long long)(size & ~LINK));
      report_text (variable, "kind", (size & LINK) != 0 ? "link" : "to");
    }
}

static void
find_table (const struct elf_file *image, struct elf_section *table)
{
  for (size_t i = 0; elf_file_section (image, i, table); i++)
    if (strcmp (table->name, ".gnu.offload_vars") == 0)
      return;
  *table = (struct elf_section){ "", NULL, 0 };
}

static void
report_image (struct report *in, const struct source *s)
{
  struct elf_file image;
  struct elf_section table = { "", NULL, 0 };
  size_t size = 0;
  const char *start = bytes (s, WORD (s, start), WORD (s, end), &size);
  report_text (in, "target", "x86emul");
  report_text (in, "name", elf_file_text (s->file, WORD (s, name)));
  report_text (in, "compiler", elf_file_text (s->file, WORD (s, compiler)));
  report_number (in, "size", (long long)size);
  const char *why = start != NULL ? elf_file_at (&image, start, size)
                                  : "the program is too short";
  if (why != NULL)
    report_text (in, "error", why);
  else
    find_table (&image, &table);
  if (s->d.size >= X86EMUL_IMAGE_SIZE_CHECKED && WORD (s, checked_start) != 0)
    report_text (in, "checked",
                 "yes: it is there once more, for "
                 "OFFLOAD_EMUL_CHECK");
  report_regions (in, s);
  report_variables (in, s, &table);
}

/* Whether the numbers in the descriptor make sense.  */
static bool
is_descriptor (const struct source *s)
{
  size_t size = s->file->bytes.size;
  return s->address % _Alignof(struct x86emul_image) == 0
         && s->d.format == X86EMUL_IMAGE_FORMAT
         && s->d.size >= X86EMUL_IMAGE_SIZE_MIN && s->d.size <= 4096
         && s->d.function_count < size && s->d.variable_count < size;
}

void
image_report_x86emul (struct report *in, const struct elf_file *file)
{
  static const uint64_t magic = X86EMUL_IMAGE_MAGIC;
  const char *end = file->bytes.start + file->bytes.size;
  const char *at = file->bytes.start;
  for (; (at = memmem (at, (size_t)(end - at), &magic, sizeof (magic))) != NULL;
       at++)
    {
      struct source s = { .file = file,
                          .address = elf_file_address (
                              file, (size_t)(at - file->bytes.start)) };
      if (s.address == 0 || (size_t)(end - at) < X86EMUL_IMAGE_SIZE_MIN)
        continue;
      memcpy (&s.d, at, X86EMUL_IMAGE_SIZE_MIN);
      if (is_descriptor (&s))
        report_image (report_object (in, ""), &s);
    }
}
