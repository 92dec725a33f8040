/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An ELF file of this machine's kind, in memory; see elf.c.  */

#ifndef GOMP_BASE_ELF_H
#define GOMP_BASE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct gomp_elf
{
  const char *start; /* the file's bytes */
  size_t size;       /* how many */
};

/* Do all sections and segments of the file lie in it?  False also if it is of
   an unknown kind.  */
HIDDEN bool gomp_elf_is_whole (const struct gomp_elf *elf);
/* The name of the function at ADDRESS, an address in the file's own numbering,
   and its start; unless FUNCTIONS_ONLY, also of a variable.  NULL: there is
   none, or the file is of an unknown kind.  */
HIDDEN const char *gomp_elf_symbol (const struct gomp_elf *elf,
                                    uint64_t address, bool functions_only,
                                    uint64_t *start);
/* The end of the variable at ADDRESS; of several, the last; 0: there is
   none.  */
HIDDEN uint64_t gomp_elf_variable_end (const struct gomp_elf *elf,
                                       uint64_t address);
/* Where the file's own numbering has the variable NAME; false: there is none in
   its full table.  */
HIDDEN bool gomp_elf_variable (const struct gomp_elf *elf, const char *name,
                               uint64_t *address);
/* The function or variable NAME that the file defines, and its size, in the
   file's own numbering.  False: there is none.  */
HIDDEN bool gomp_elf_definition (const struct gomp_elf *elf, const char *name,
                                 uint64_t *address, uint64_t *size);
/* Does the file take the symbol NAME from another file?  */
HIDDEN bool gomp_elf_imports (const struct gomp_elf *elf, const char *name);
/* The contents of the section NAME, as the compiler wrote them; NULL if it does
   not exist or is compressed.  */
HIDDEN const char *gomp_elf_section (const struct gomp_elf *elf,
                                     const char *name, size_t *size);
/* A section that is compressed.  */
struct gomp_elf_compressed
{
  uint64_t kind;     /* ELFCOMPRESS_* */
  const char *start; /* SIZE bytes */
  size_t size;
  uint64_t expanded; /* bytes of the contents */
};
/* FOUND: the section NAME.  False: there is none, or it is not compressed.  */
HIDDEN bool gomp_elf_compressed (const struct gomp_elf *elf, const char *name,
                                 struct gomp_elf_compressed *found);
/* The number that the linker gave to the file, and its SIZE; NULL: none.  A
   file with the debug information of another one has the same.  */
HIDDEN const unsigned char *gomp_elf_build_id (const struct gomp_elf *elf,
                                               size_t *size);

#endif
