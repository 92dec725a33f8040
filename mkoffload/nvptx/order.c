/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of variables; see order.h.

   libgomp pairs the n-th variable of the image with the n-th of the host's
   tables, the concatenated sections .gnu.offload_vars of all objects.  GCC's
   compiler for nvptx writes its table in another order if variables are in
   "declare target link" or static in functions. libgomp would then pair the
   wrong variables.  So the rows are put in the order of the host's relocations.

   An entry of the host has two words, the address and the size, whose highest
   bit marks a link variable.  On the device dots in names are dollar signs, a
   link variable's name ends in "$linkptr", and a static variable whose name
   occurs in several objects has the suffix "$lto_priv$" and a number.

   If host code is compiled at the link (-flto), the tables do not exist yet;
   GCC then makes both from one list.  The order also stays unchanged if some
   row is not found.  */

#include "order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "input.h"

#define TABLE ".gnu.offload_vars"
#define HOST_LTO ".gnu.lto_"
#define LINK_SUFFIX "$linkptr"
#define PRIVATE_MARK "$lto_priv$"
#define ENTRY_SIZE 16
#define LINK_BIT (UINT64_C (1) << 63)

/* A section of relocations, and the sections it refers to.  */
struct relocations
{
  Elf_Data *data;
  Elf_Data *symbols;
  size_t count;        /* of them */
  size_t symbol_count; /* of all symbols */
  size_t strings;      /* index of the section with their names */
};

static bool
has_prefix (const char *string, const char *prefix)
{
  return strncmp (string, prefix, strlen (prefix)) == 0;
}

/* The relocations of SECTION, if there are any.  */
static bool
find_relocations (Elf *elf, Elf_Scn *section, struct relocations *found)
{
  GElf_Shdr header, symbols;
  for (Elf_Scn *s = NULL; (s = elf_nextscn (elf, s)) != NULL;)
    {
      if (gelf_getshdr (s, &header) == NULL || header.sh_type != SHT_RELA
          || header.sh_info != elf_ndxscn (section) || header.sh_entsize == 0)
        continue;
      Elf_Scn *table = elf_getscn (elf, header.sh_link);
      if (table == NULL || gelf_getshdr (table, &symbols) == NULL
          || symbols.sh_entsize == 0)
        return false;
      found->data = elf_getdata (s, NULL);
      found->symbols = elf_getdata (table, NULL);
      found->count = header.sh_size / header.sh_entsize;
      found->symbol_count = symbols.sh_size / symbols.sh_entsize;
      found->strings = symbols.sh_link;
      return found->data != NULL && found->symbols != NULL;
    }
  return false;
}

/* The variable at OFFSET in the section with number INDEX.  */
static const char *
name_at (Elf *elf, const struct relocations *r, unsigned index, uint64_t offset)
{
  GElf_Sym symbol;
  for (size_t i = 0; i < r->symbol_count; i++)
    if (gelf_getsym (r->symbols, (int)i, &symbol) != NULL
        && symbol.st_shndx == index && symbol.st_value == offset
        && GELF_ST_TYPE (symbol.st_info) == STT_OBJECT)
      return elf_strptr (elf, r->strings, symbol.st_name);
  return NULL;
}

/* The name that the relocation R refers to, or NULL.  */
static const char *
name_of (Elf *elf, const struct relocations *r, const GElf_Rela *rela)
{
  GElf_Sym symbol;
  if (gelf_getsym (r->symbols, (int)GELF_R_SYM (rela->r_info), &symbol) == NULL)
    return NULL;
  if (GELF_ST_TYPE (symbol.st_info) == STT_SECTION)
    return name_at (elf, r, symbol.st_shndx, (uint64_t)rela->r_addend);
  return elf_strptr (elf, r->strings, symbol.st_name);
}

/* The device's name of the host's NAME.  */
static char *
device_name (const char *name, bool is_link)
{
  char *copy = concat (name, is_link ? LINK_SUFFIX : "", NULL);
  for (char *c = copy; *c != '\0'; c++)
    if (*c == '.')
      *c = '$';
  return copy;
}

/* Add the names of the host's table in SECTION; false if not all are known.  */
static bool
add_table (struct list *names, Elf *elf, Elf_Scn *section)
{
  struct relocations r;
  GElf_Rela rela;
  Elf_Data *data = elf_getdata (section, NULL);
  size_t count = data == NULL ? 0 : data->d_size / ENTRY_SIZE;
  size_t first = names->count;
  if (count == 0)
    return true;
  if (!find_relocations (elf, section, &r))
    return false;
  for (size_t i = 0; i < count; i++)
    list_add (names, NULL);
  for (size_t i = 0; i < r.count; i++)
    {
      if (gelf_getrela (r.data, (int)i, &rela) == NULL
          || rela.r_offset % ENTRY_SIZE != 0
          || rela.r_offset / ENTRY_SIZE >= count)
        return false;
      const char *name = name_of (elf, &r, &rela);
      uint64_t size;
      memcpy (&size, (char *)data->d_buf + rela.r_offset + sizeof (size),
              sizeof (size));
      if (name != NULL)
        names->item[first + rela.r_offset / ENTRY_SIZE]
            = device_name (name, (size & LINK_BIT) != 0);
    }
  for (size_t i = first; i < names->count; i++)
    if (names->item[i] == NULL)
      return false;
  return true;
}

/* The same of all tables in the object INPUT.  */
static bool
add_object (struct list *names, const char *input)
{
  struct input object;
  GElf_Shdr header;
  bool known = true;
  input_open (&object, input);
  for (Elf_Scn *s = NULL; known && (s = elf_nextscn (object.elf, s)) != NULL;)
    {
      if (gelf_getshdr (s, &header) == NULL)
        continue;
      const char *name = input_section_name (&object, &header);
      if (has_prefix (name, HOST_LTO))
        known = false;
      else if (strcmp (name, TABLE) == 0)
        known = add_table (names, object.elf, s);
    }
  input_close (&object);
  return known;
}

/* Whether ROW is of the variable with the device's name NAME.  */
static bool
is_of (const struct ptx_mapping *row, const char *name)
{
  const char *mark = strstr (row->name, PRIVATE_MARK);
  if (mark == NULL)
    return strcmp (row->name, name) == 0;
  size_t length = (size_t)(mark - row->name);
  mark += strlen (PRIVATE_MARK);
  mark += strspn (mark, "0123456789");
  return strncmp (row->name, name, length) == 0
         && strcmp (mark, name + length) == 0;
}

/* TAKEN marks the rows that are already in order, including all before
   FIRST.  */
static size_t
find_row (const struct ptx_table *table, const bool *taken, size_t first,
          const char *name)
{
  while (first < table->count
         && (taken[first] || !is_of (&table->row[first], name)))
    first++;
  return first;
}

static bool
order (struct ptx_mapping *to, const struct ptx_table *from,
       const struct list *names)
{
  bool *taken = XCNEWVEC (bool, from->count);
  size_t first = 0, done = 0;
  while (done < names->count)
    {
      size_t i = find_row (from, taken, first, names->item[done]);
      if (i == from->count)
        break;
      taken[i] = true;
      to[done++] = from->row[i];
      while (first < from->count && taken[first])
        first++;
    }
  free (taken);
  return done == names->count;
}

void
order_variables (struct ptx_table *variables, const struct list *inputs)
{
  struct list names = { 0 };
  bool known = true;
  if (variables->count < 2)
    return;
  for (size_t i = 0; i < inputs->count && known; i++)
    known = add_object (&names, inputs->item[i]);
  struct ptx_mapping *rows = XNEWVEC (struct ptx_mapping, variables->count);
  if (known && names.count == variables->count
      && order (rows, variables, &names))
    memcpy (variables->row, rows, variables->count * sizeof (*rows));
  free (rows);
}
