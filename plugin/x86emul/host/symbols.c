/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of code addresses; see symbols.h.  Owns no data; any thread.  */

#include "host/symbols.h"

#include "base/elf.h"
#include "base/symbol.h"
#include "os/memory.h"

void
x86emul_symbol_write (struct gomp_strbuf *out, const void *file, size_t size,
                      uint64_t address)
{
  const struct gomp_elf elf = { .start = file, .size = size };
  uint64_t start;
  const char *name = gomp_elf_symbol (&elf, address, true, &start);
  if (name != NULL)
    {
      gomp_symbol_write (out, name);
      gomp_strbuf_printf (out, "+0x%llx",
                          (unsigned long long)(address - start));
    }
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
