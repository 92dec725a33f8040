/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has: each jumps there, with its arguments and
   its result as they are.

   They are not linked.  A reference to omp_NAME, which this library defines in
   one version, would be bound to that definition whatever version it asks
   for.  */

#include "routines.h"

#include <dlfcn.h>
#include <stddef.h>

#define SAME(name) OTHER (name, name)

/* Where each of them is in libgomp.so.1.  */
#define OTHER(name, theirs) HIDDEN void *libomp_at_##name;
#include "routines.def"
#undef OTHER

#define OTHER(name, theirs)                                                    \
  __asm__("	.text\n"                                                           \
          "	.globl	" #name "\n"                                           \
          "	.type	" #name ", @function\n"                                \
          "	.p2align 4\n" #name ":\n"                                      \
          "	.cfi_startproc\n"                                                  \
          "	endbr64\n"                                                         \
          "	jmp	*libomp_at_" #name "(%rip)\n"                          \
          "	.cfi_endproc\n"                                                    \
          "	.size	" #name ", . - " #name "\n");
#include "routines.def"
#undef OTHER

static const struct
{
  void **at;
  const char *name;
} routines[] = {
#define OTHER(name, theirs) { &libomp_at_##name, #theirs },
#include "routines.def"
#undef OTHER
};

void
libomp_find_routines (void *handle)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (routines); i++)
    *routines[i].at = dlsym (handle, routines[i].name);
}
