/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Removes the names of unused libraries from an image; see needed.h.  Owns
   nothing; any thread.

   A library is unused if this process has loaded it, and it defines none of the
   symbols that the image lacks.  In doubt, and if the file has an unknown form,
   the name stays.  */

#include "host/needed.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef ElfW (Ehdr) file_header;
typedef ElfW (Shdr) section_header;
typedef ElfW (Sym) symbol;
typedef ElfW (Dyn) dynamic;

struct image
{
  char *file;
  size_t size;
  const section_header *sections;
  size_t section_count;
};

static bool
is_inside (const struct image *i, uint64_t offset, uint64_t size)
{
  return offset <= i->size && size <= i->size - offset
         && offset % sizeof (uint64_t) == 0;
}

/* The section of TYPE, whose contents lie in the file, and which refers to
   strings that end; NULL: there is none.  */
static const section_header *
find_section (const struct image *i, uint32_t type)
{
  for (size_t k = 0; k < i->section_count; k++)
    {
      const section_header *s = &i->sections[k];
      if (s->sh_type != type || s->sh_link >= i->section_count
          || !is_inside (i, s->sh_offset, s->sh_size))
        continue;
      const section_header *strings = &i->sections[s->sh_link];
      if (strings->sh_size > 0 && strings->sh_offset <= i->size
          && strings->sh_size <= i->size - strings->sh_offset
          && i->file[strings->sh_offset + strings->sh_size - 1] == '\0')
        return s;
    }
  return NULL;
}

/* The string at OFFSET of those that S refers to.  */
static const char *
string_of (const struct image *i, const section_header *s, uint64_t offset)
{
  const section_header *strings = &i->sections[s->sh_link];
  return offset < strings->sh_size ? i->file + strings->sh_offset + offset : "";
}

/* Does the library HANDLE itself define NAME?  */
static bool
defines (void *handle, const char *name)
{
  struct link_map *library, *definer = NULL;
  Dl_info info;
  void *address = dlsym (handle, name);
  if (address == NULL || dlinfo (handle, RTLD_DI_LINKMAP, &library) != 0)
    return false;
  if (dladdr1 (address, &info, (void **)&definer, RTLD_DL_LINKMAP) == 0)
    return true;
  return definer == library;
}

static bool
is_used (const struct image *i, const section_header *symbols, void *handle)
{
  const symbol *all = (const void *)(i->file + symbols->sh_offset);
  for (size_t k = 1; k < symbols->sh_size / sizeof (*all); k++)
    if (all[k].st_shndx == SHN_UNDEF
        && defines (handle, string_of (i, symbols, all[k].st_name)))
      return true;
  return false;
}

/* A name with a tag that the dynamic linker passes over.  */
static void
prune (const struct image *i, const section_header *dynamics,
       const section_header *symbols)
{
  dynamic *all = (void *)(i->file + dynamics->sh_offset);
  for (size_t k = 0; k < dynamics->sh_size / sizeof (*all); k++)
    {
      if (all[k].d_tag != DT_NEEDED)
        continue;
      void *handle = dlopen (string_of (i, dynamics, all[k].d_un.d_val),
                             RTLD_LAZY | RTLD_NOLOAD);
      if (handle == NULL)
        continue;
      if (!is_used (i, symbols, handle))
        all[k].d_tag = DT_DEBUG;
      dlclose (handle);
    }
}

void
x86emul_needed_prune (char *file, size_t size)
{
  struct image i = { .file = file, .size = size };
  const file_header *h = (const void *)file;
  if (size < sizeof (*h) || memcmp (h->e_ident, ELFMAG, SELFMAG) != 0
      || h->e_ident[EI_CLASS] != ELFCLASS64
      || h->e_shentsize != sizeof (section_header)
      || !is_inside (&i, h->e_shoff,
                     (uint64_t)h->e_shnum * sizeof (section_header)))
    return;
  i.sections = (const void *)(file + h->e_shoff);
  i.section_count = h->e_shnum;
  const section_header *dynamics = find_section (&i, SHT_DYNAMIC);
  const section_header *symbols = find_section (&i, SHT_DYNSYM);
  if (dynamics != NULL && symbols != NULL)
    prune (&i, dynamics, symbols);
}
