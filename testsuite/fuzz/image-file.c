/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The symbol table of a device image: an address, then the file.  */

#define _GNU_SOURCE
#include "fuzz.h"
#include "host/symbols.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size };
  uint64_t address = fuzz_word (&in);
  char text[256], *file = malloc (in.left + 1);
  struct gomp_strbuf out;
  size_t length = in.left;
  fuzz_bytes (&in, file, length);
  char *exact = realloc (file, length == 0 ? 1 : length);
  gomp_strbuf_init (&out, text, sizeof (text));
  x86emul_symbol_write (&out, exact, length, address);
  REQUIRE (memchr (text, '\0', sizeof (text)) != NULL);
  free (exact);
  return 0;
}
