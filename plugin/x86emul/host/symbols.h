/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of code addresses, from the symbol tables of ELF files.  */

#ifndef PLUGIN_X86EMUL_HOST_SYMBOLS_H
#define PLUGIN_X86EMUL_HOST_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"

/* Write "NAME+0xOFFSET" for the code at ADDRESS, as the ELF file [FILE, FILE +
   SIZE) counts addresses.  Writes nothing if the file has no such function or
   is not well formed.  */
HIDDEN void x86emul_symbol_write (struct gomp_strbuf *out, const void *file,
                                  size_t size, uint64_t address);
/* The same for the file PATH, mapped with its first byte at START.  */
HIDDEN void x86emul_symbol_write_file (struct gomp_strbuf *out,
                                       const char *path, uint64_t start,
                                       uint64_t address);

#endif
