/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the compiled image; see image.h.

   The names of the table's entries come from the relocations of
   .gnu.offload_funcs and .gnu.offload_vars in the object before the link; the
   assembler writes relocations for local symbols as section and offset, so
   names are looked up by position.  */

#include "image.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "message.h"
#include "process.h"

#define FUNCTION_TABLE ".gnu.offload_funcs"
#define VARIABLE_TABLE ".gnu.offload_vars"
/* Written by x86emul-device.so: pairs of strings, symbol and "file:line", or
   symbol and number.  */
#define SOURCES_SECTION ".offgomp_sources"
#define GANGS_SECTION ".offgomp_gangs"

/* An ELF file being read, and its symbol table.  */
struct elf_file
{
  int fd;            /* open file */
  Elf *elf;          /* on FD */
  size_t names;      /* index of the section name table */
  Elf_Data *symbols; /* .symtab; NULL if there is none */
  size_t strings;    /* index of the symbols' string table */
  size_t count;      /* symbols */
  bool *used;        /* for each symbol: whether an entry has its name */
};

static Elf_Scn *
find_section (struct elf_file *file, const char *wanted, GElf_Word type,
              GElf_Shdr *header)
{
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (file->elf, section)) != NULL)
    {
      if (gelf_getshdr (section, header) == NULL || header->sh_type != type)
        continue;
      const char *name = elf_strptr (file->elf, file->names, header->sh_name);
      if (wanted == NULL || (name != NULL && strcmp (name, wanted) == 0))
        return section;
    }
  return NULL;
}

static void
open_elf (struct elf_file *file, const char *path)
{
  elf_version (EV_CURRENT);
  *file = (struct elf_file){ .fd = open (path, O_RDONLY | O_CLOEXEC) };
  if (file->fd < 0)
    fail_errno ("cannot read '%s'", path);
  file->elf = elf_begin (file->fd, ELF_C_READ, NULL);
  if (file->elf == NULL || elf_getshdrstrndx (file->elf, &file->names) != 0)
    fail ("cannot read '%s': %s", path, elf_errmsg (-1));
  GElf_Shdr header;
  Elf_Scn *section = find_section (file, NULL, SHT_SYMTAB, &header);
  if (section == NULL || header.sh_entsize == 0)
    return;
  file->symbols = elf_getdata (section, NULL);
  file->strings = header.sh_link;
  file->count = header.sh_size / header.sh_entsize;
  file->used = XCNEWVEC (bool, file->count);
}

static void
close_elf (struct elf_file *file)
{
  free (file->used);
  elf_end (file->elf);
  close (file->fd);
}

static const char *
symbol_name (struct elf_file *file, const GElf_Sym *symbol)
{
  const char *name = elf_strptr (file->elf, file->strings, symbol->st_name);
  return name == NULL ? "" : name;
}

/* Whether SYMBOL names code or data rather than a section or file.  */
static bool
is_named (const GElf_Sym *symbol)
{
  int type = GELF_ST_TYPE (symbol->st_info);
  return type != STT_SECTION && type != STT_FILE && symbol->st_name != 0;
}

/* A name of the symbol at OFFSET of section SECTION.  Identical functions may
   share a position: each name is used once, as long as there are names
   left.  */
static const char *
name_at (struct elf_file *file, size_t section, uint64_t offset)
{
  const char *found = "";
  for (size_t i = 1; i < file->count; i++)
    {
      GElf_Sym symbol;
      if (gelf_getsym (file->symbols, (int)i, &symbol) == NULL
          || symbol.st_shndx != section || symbol.st_value != offset
          || !is_named (&symbol))
        continue;
      found = symbol_name (file, &symbol);
      if (file->used[i])
        continue;
      file->used[i] = true;
      break;
    }
  return found;
}

/* The name of what RELOCATION refers to.  */
static const char *
relocation_name (struct elf_file *file, const GElf_Rela *relocation)
{
  GElf_Sym symbol;
  size_t index = GELF_R_SYM (relocation->r_info);
  if (gelf_getsym (file->symbols, (int)index, &symbol) == NULL)
    return "";
  if (GELF_ST_TYPE (symbol.st_info) != STT_SECTION)
    return symbol_name (file, &symbol);
  return name_at (file, symbol.st_shndx, (uint64_t)relocation->r_addend);
}

/* Add the names of the entries of TABLE to NAMES; an entry has STRIDE
   bytes.  */
static void
read_table (struct elf_file *file, const char *table, size_t stride,
            struct list *names)
{
  GElf_Shdr header;
  if (find_section (file, table, SHT_PROGBITS, &header) == NULL)
    return;
  size_t entries = header.sh_size / stride;
  for (size_t i = 0; i < entries; i++)
    list_add (names, "");
  char *relocations = concat (".rela", table, NULL);
  Elf_Scn *section = find_section (file, relocations, SHT_RELA, &header);
  free (relocations);
  Elf_Data *data = section == NULL ? NULL : elf_getdata (section, NULL);
  if (data == NULL || file->symbols == NULL)
    return;
  for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++)
    {
      GElf_Rela relocation;
      if (gelf_getrela (data, (int)i, &relocation) == NULL
          || relocation.r_offset / stride >= entries)
        continue;
      names->item[names->count - entries + relocation.r_offset / stride]
          = xstrdup (relocation_name (file, &relocation));
    }
}

static void
read_unknown (struct elf_file *file, struct list *unknown)
{
  for (size_t i = 1; i < file->count; i++)
    {
      GElf_Sym symbol;
      if (gelf_getsym (file->symbols, (int)i, &symbol) != NULL
          && symbol.st_shndx == SHN_UNDEF && is_named (&symbol))
        list_add (unknown, xstrdup (symbol_name (file, &symbol)));
    }
}

/* "gcc 12.2.0" from a comment "GCC: (Debian 12.2.0-14) 12.2.0".  */
static const char *
read_compiler (struct elf_file *file)
{
  GElf_Shdr header;
  Elf_Scn *section = find_section (file, ".comment", SHT_PROGBITS, &header);
  Elf_Data *data = section == NULL ? NULL : elf_getdata (section, NULL);
  if (data == NULL || data->d_size < 2)
    return "gcc";
  const char *text = data->d_buf;
  if (*text == '\0')
    text++;
  size_t length
      = strnlen (text, data->d_size - (size_t)(text - (char *)data->d_buf));
  char *comment = xstrndup (text, length);
  const char *version = strrchr (comment, ' ');
  const char *result = concat ("gcc", version == NULL ? "" : version, NULL);
  free (comment);
  return result;
}

/* The string after NAME in DATA, which has pairs of strings.  */
static const char *
value_of (const Elf_Data *data, const char *name)
{
  const char *text = data->d_buf;
  const char *end = text + data->d_size;
  while (text < end)
    {
      const char *value = text + strnlen (text, (size_t)(end - text)) + 1;
      if (value >= end)
        break;
      if (strcmp (text, name) == 0)
        return xstrndup (value, (size_t)(end - value));
      text = value + strnlen (value, (size_t)(end - value)) + 1;
    }
  return "";
}

/* Add to VALUES what the section NAME has for each of FUNCTIONS.  */
static void
read_values (struct elf_file *file, const char *name,
             const struct list *functions, struct list *values)
{
  GElf_Shdr header;
  Elf_Scn *section = find_section (file, name, SHT_PROGBITS, &header);
  Elf_Data *data = section == NULL ? NULL : elf_getdata (section, NULL);
  for (size_t i = 0; i < functions->count; i++)
    list_add (values, data == NULL || data->d_buf == NULL
                          ? ""
                          : value_of (data, functions->item[i]));
}

void
image_read_object (struct image *image, const char *object)
{
  struct elf_file file;
  open_elf (&file, object);
  read_table (&file, FUNCTION_TABLE, 8, &image->functions);
  read_table (&file, VARIABLE_TABLE, 16, &image->variables);
  read_values (&file, SOURCES_SECTION, &image->functions, &image->sources);
  read_values (&file, GANGS_SECTION, &image->functions, &image->gangs);
  read_unknown (&file, &image->unknown);
  image->compiler = read_compiler (&file);
  close_elf (&file);
}

/* FNV-1a, 64 bit.  */
static uint64_t
checksum (const char *bytes, size_t length)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
  return hash;
}

uint64_t
image_checksum (const char *path)
{
  size_t length;
  char *bytes = read_file (path, &length);
  uint64_t sum = checksum (bytes, length);
  free (bytes);
  return sum;
}
