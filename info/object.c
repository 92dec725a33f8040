/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's tables of target regions and variables, and the device code that
   GCC's intermediate language holds until the link.  An entry's name comes from
   the relocation of its address, in a linked file from the symbol there.  Owns
   no data.  */

#include "object.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "requires_mask.h"

/* Bit 63 of a variable's size: declare target link.  */
#define LINK ((uint64_t)1 << 63)

static bool
find_section (const struct elf_file *file, const char *name,
              struct elf_section *section)
{
  for (size_t i = 0; elf_file_section (file, i, section); i++)
    if (section->start != NULL && strcmp (section->name, name) == 0)
      return true;
  return false;
}

/* ---- Names of entries.  */

/* The name of what the entry at OFFSET of TABLE refers to; "" if the file does
   not say.  */
static const char *
entry_name (const struct elf_file *file, const struct elf_section *table,
            size_t offset)
{
  if (file->type == ET_REL)
    return elf_file_relocated_name (file, table->name, offset);
  uint64_t start;
  uint64_t address = elf_file_address (
      file, (size_t)(table->start - file->bytes.start) + offset);
  const char *name = gomp_elf_symbol (
      &file->bytes, elf_file_pointer (file, address), false, &start);
  return name != NULL ? name : "";
}

/* An entry of a linked file that is all zero is none of the program's.  */
static void
report_table (struct report *in, const struct elf_file *file,
              const char *section, const char *name, size_t stride)
{
  struct elf_section table;
  if (!find_section (file, section, &table))
    return;
  struct report *list = report_list (in, name);
  for (size_t i = 0; (i + 1) * stride <= table.size; i++)
    {
      struct report *entry = report_object (list, "");
      report_number (entry, "entry", (long long)i);
      report_text (entry, "name", entry_name (file, &table, i * stride));
      uint64_t size;
      if (stride != 2 * sizeof (size))
        continue;
      memcpy (&size, table.start + i * stride + sizeof (size), sizeof (size));
      report_number (entry, "size", (long long)(size & ~LINK));
      report_text (entry, "kind", (size & LINK) != 0 ? "link" : "to");
    }
}

void
object_report_tables (struct report *in, const struct elf_file *file)
{
  report_table (in, file, ".gnu.offload_funcs", "host_regions",
                sizeof (uint64_t));
  report_table (in, file, ".gnu.offload_vars", "host_variables",
                2 * sizeof (uint64_t));
  report_table (in, file, ".gnu.offload_ind_funcs", "host_indirect",
                sizeof (uint64_t));
}

/* ---- Device code.  */

static bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* The sizes of all sections with PREFIX; the version is in the one for .lto:
   two numbers of 16 bits first.  */
static void
report_stream (struct report *in, const struct elf_file *file,
               const char *prefix, const char *reader)
{
  struct elf_section section;
  uint16_t version[2] = { 0, 0 };
  long long size = 0;
  for (size_t i = 0; elf_file_section (file, i, &section); i++)
    if (starts_with (section.name, prefix))
      {
        size += (long long)section.size;
        if (starts_with (section.name + strlen (prefix), ".lto.")
            && section.size >= sizeof (version))
          memcpy (version, section.start, sizeof (version));
      }
  if (size == 0)
    return;
  struct report *code = report_object (report_list (in, "device_code"), "");
  report_text (code, "for", reader);
  report_printf (code, "stream", "%u.%u", version[0], version[1]);
  report_number (code, "size", size);
}

/* The mask of "requires" directives, if the object has one.  */
static void
report_requires (struct report *in, const struct elf_file *file)
{
  static const struct
  {
    uint32_t bit;
    const char *name;
  } rows[] = {
    { OFFGOMP_REQUIRES_UNIFIED_ADDRESS, " unified_address" },
    { OFFGOMP_REQUIRES_UNIFIED_SHARED_MEMORY, " unified_shared_memory" },
    { OFFGOMP_REQUIRES_REVERSE_OFFLOAD, " reverse_offload" },
    { OFFGOMP_REQUIRES_SELF_MAPS, " self_maps" },
  };
  struct elf_section section;
  uint32_t mask;
  char text[128] = "";
  if (!find_section (file, OFFGOMP_REQUIRES_SECTION, &section)
      || section.size < sizeof (mask))
    return;
  memcpy (&mask, section.start, sizeof (mask));
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (rows); i++)
    if ((mask & rows[i].bit) != 0)
      strcat (text, rows[i].name);
  if (text[0] != '\0')
    report_text (in, "requires", text + 1);
}

void
object_report_code (struct report *in, const struct elf_file *file)
{
  report_requires (in, file);
  report_stream (in, file, ".gnu.x86emul_lto_", "x86emul");
  report_stream (in, file, ".gnu.offload_lto_", "GCC's device compilers");
}

void
object_report_compiler (struct report *in, const struct elf_file *file)
{
  struct elf_section section;
  if (!find_section (file, ".comment", &section) || section.size == 0)
    return;
  const char *text = section.start;
  size_t size = section.size;
  if (*text == '\0')
    {
      text++;
      size--;
    }
  report_printf (in, "compiler", "%.*s", (int)strnlen (text, size), text);
}
