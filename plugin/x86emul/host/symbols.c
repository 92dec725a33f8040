/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of code addresses; see symbols.h.  Owns no data; any thread.  Trusts
   nothing in a file: every table must lie inside of it.  */

#include "host/symbols.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "os/memory.h"

struct elf
{
  const char *bytes; /* the file */
  size_t size;       /* bytes */
};

static bool
is_inside (const struct elf *e, uint64_t offset, uint64_t size)
{
  return offset <= e->size && size <= e->size - offset;
}

/* Likewise, and it can be read as a table of 64-bit words.  */
static bool
is_table (const struct elf *e, uint64_t offset, uint64_t size)
{
  return is_inside (e, offset, size)
         && (uintptr_t)(e->bytes + offset) % sizeof (uint64_t) == 0;
}

static const Elf64_Ehdr *
header (const struct elf *e)
{
  const Elf64_Ehdr *h = (const Elf64_Ehdr *)e->bytes;
  if (!is_table (e, 0, sizeof (*h)) || memcmp (h->e_ident, ELFMAG, SELFMAG) != 0
      || h->e_ident[EI_CLASS] != ELFCLASS64
      || h->e_shentsize != sizeof (Elf64_Shdr)
      || !is_table (e, h->e_shoff, (uint64_t)h->e_shnum * sizeof (Elf64_Shdr)))
    return NULL;
  return h;
}

/* The symbol table of TYPE whose names lie in the file; NULL: none.  */
static const Elf64_Shdr *
find_table (const struct elf *e, const Elf64_Ehdr *h, uint32_t type,
            const Elf64_Shdr **names)
{
  const Elf64_Shdr *section = (const Elf64_Shdr *)(e->bytes + h->e_shoff);
  for (unsigned i = 0; i < h->e_shnum; i++)
    {
      const Elf64_Shdr *s = &section[i];
      if (s->sh_type != type || s->sh_link >= h->e_shnum)
        continue;
      *names = &section[s->sh_link];
      if (is_table (e, s->sh_offset, s->sh_size)
          && is_inside (e, (*names)->sh_offset, (*names)->sh_size))
        return s;
    }
  return NULL;
}

static bool
covers (const Elf64_Sym *symbol, uint64_t address)
{
  return ELF64_ST_TYPE (symbol->st_info) == STT_FUNC
         && symbol->st_shndx != SHN_UNDEF && address >= symbol->st_value
         && address - symbol->st_value
                < (symbol->st_size != 0 ? symbol->st_size : 1);
}

static bool
write_from (struct gomp_strbuf *out, const struct elf *e, const Elf64_Ehdr *h,
            uint32_t type, uint64_t address)
{
  const Elf64_Shdr *names;
  const Elf64_Shdr *table = find_table (e, h, type, &names);
  if (table == NULL)
    return false;
  const Elf64_Sym *symbols = (const Elf64_Sym *)(e->bytes + table->sh_offset);
  for (uint64_t i = 0; i < table->sh_size / sizeof (*symbols); i++)
    if (covers (&symbols[i], address) && symbols[i].st_name < names->sh_size)
      {
        const char *name = e->bytes + names->sh_offset + symbols[i].st_name;
        int room = (int)(names->sh_size - symbols[i].st_name);
        gomp_strbuf_printf (
            out, "%.*s+0x%llx", room, name,
            (unsigned long long)(address - symbols[i].st_value));
        return true;
      }
  return false;
}

void
x86emul_symbol_write (struct gomp_strbuf *out, const void *file, size_t size,
                      uint64_t address)
{
  const struct elf e = { .bytes = file, .size = size };
  const Elf64_Ehdr *h = header (&e);
  if (h != NULL && !write_from (out, &e, h, SHT_SYMTAB, address))
    write_from (out, &e, h, SHT_DYNSYM, address);
}

void
x86emul_symbol_write_file (struct gomp_strbuf *out, const char *path,
                           uint64_t start, uint64_t address)
{
  void *file;
  size_t size;
  if (os_file_map (path, &size, &file) != 0)
    return;
  x86emul_symbol_write (out, file, size, address - start);
  os_unmap (file, size);
}
