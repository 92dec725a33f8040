/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Makes an image use the program's variables; see variables.h.  Owns nothing;
   any thread.

   The code of an image reaches a variable with external linkage by the dynamic
   linker, as other libraries may define it, too.  So before the image is loaded
   its own definition gets an absolute address, the program's variable, and all
   relocations follow.  A link variable is a pointer, which is set afterwards.
   Code reaches a static variable directly.  mkoffload gives external linkage to
   these if the program requires shared memory; other images with such variables
   cannot be loaded here.  */

#include "variables.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/symbol.h"
#include "x86emul_image.h"

typedef ElfW (Ehdr) file_header;
typedef ElfW (Shdr) section_header;
typedef ElfW (Sym) symbol;

/* The dynamic symbols of a file.  */
struct symbols
{
  symbol *all;
  size_t count;
  const char *strings;
  size_t string_size;
};

static bool
is_inside (size_t size, uint64_t offset, uint64_t length)
{
  return offset <= size && length <= size - offset
         && offset % sizeof (uint64_t) == 0;
}

static bool
find_symbols (char *file, size_t size, struct symbols *found)
{
  const file_header *h = (const void *)file;
  if (size < sizeof (*h) || memcmp (h->e_ident, ELFMAG, SELFMAG) != 0
      || h->e_ident[EI_CLASS] != ELFCLASS64
      || h->e_shentsize != sizeof (section_header)
      || !is_inside (size, h->e_shoff,
                     (uint64_t)h->e_shnum * sizeof (section_header)))
    return false;
  const section_header *sections = (const void *)(file + h->e_shoff);
  for (unsigned i = 0; i < h->e_shnum; i++)
    {
      const section_header *s = &sections[i];
      if (s->sh_type != SHT_DYNSYM || s->sh_link >= h->e_shnum
          || !is_inside (size, s->sh_offset, s->sh_size))
        continue;
      const section_header *strings = &sections[s->sh_link];
      if (strings->sh_size == 0 || strings->sh_offset > size
          || strings->sh_size > size - strings->sh_offset
          || file[strings->sh_offset + strings->sh_size - 1] != '\0')
        return false;
      *found = (struct symbols){ .all = (void *)(file + s->sh_offset),
                                 .count = s->sh_size / sizeof (symbol),
                                 .strings = file + strings->sh_offset,
                                 .string_size = strings->sh_size };
      return true;
    }
  return false;
}

/* The definition of the variable NAME, or NULL.  */
static symbol *
find_variable (const struct symbols *s, const char *name)
{
  for (size_t i = 1; i < s->count; i++)
    if (s->all[i].st_shndx != SHN_UNDEF && s->all[i].st_name < s->string_size
        && ELF64_ST_TYPE (s->all[i].st_info) != STT_FUNC
        && strcmp (s->strings + s->all[i].st_name, name) == 0)
      return &s->all[i];
  return NULL;
}

enum gomp_status
shared_variables_bind (char *file, size_t size,
                       const struct x86emul_image *descriptor,
                       const uintptr_t *hosts)
{
  struct symbols symbols;
  if (descriptor->variable_count == 0 || !find_symbols (file, size, &symbols))
    return GOMP_OK;
  for (uint32_t i = 0; i < descriptor->variable_count; i++)
    {
      const char *name = descriptor->variables[i];
      if ((hosts[2 * i + 1] & SHARED_LINK) != 0 || name == NULL)
        continue;
      symbol *s = find_variable (&symbols, name);
      if (s == NULL)
        continue;
      s->st_shndx = SHN_ABS;
      s->st_value = hosts[2 * i];
    }
  return GOMP_OK;
}

enum gomp_status
shared_variables_refuse (const char *name, bool clang)
{
  char text[256];
  struct gomp_strbuf out;
  gomp_strbuf_init (&out, text, sizeof (text));
  gomp_symbol_write (&out, name != NULL ? name : "?");
  return gomp_error_set (
      GOMP_ERR_IMAGE,
      "a device cannot share the variable '%s', which is %s code that does not "
      "require shared memory\n"
      "  hint: %scompile with `#pragma omp requires unified_shared_memory'%s",
      text, clang ? "in" : "static in",
      clang ? "" : "link with -DOFFLOAD_EMUL_SHARED, or ",
      clang ? "" : " (GCC 13 and later)");
}

enum gomp_status
shared_variables_link (const struct x86emul_image_table *table,
                       const struct x86emul_image *descriptor,
                       const uintptr_t *hosts)
{
  const uint64_t *pair = table->variables_start;
  for (uint32_t i = 0; i < descriptor->variable_count; i++, pair += 2)
    if ((pair[1] & SHARED_LINK) != 0)
      *(uint64_t *)(uintptr_t)pair[0] = hosts[2 * i];
    else if (pair[1] != 0 && pair[0] != hosts[2 * i])
      return shared_variables_refuse (descriptor->variables[i], false);
  return GOMP_OK;
}
