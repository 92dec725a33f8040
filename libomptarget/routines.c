/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines that libgomp.so.1 has: each jumps there, with its arguments and
   its result unchanged.

   They are not linked against libgomp.so.1.  This library defines omp_NAME in
   one version, so the linker would bind a reference to any version of omp_NAME
   to that definition.  */

#include "routines.h"

#include <dlfcn.h>
#include <stddef.h>

#ifndef __x86_64__
#  error "routines.c: the calls of this processor are not known"
#endif

#define ROUTINE(name) void *omptarget_at_##name;
#define CHANGED ROUTINE
#include "routines.def"
#undef CHANGED
#undef ROUTINE

#define ROUTINE(name)                                                          \
  __asm__("	.text\n"                                                           \
          "	.globl	" #name "\n"                                           \
          "	.type	" #name ", @function\n"                                \
          "	.p2align 4\n" #name ":\n"                                      \
          "	.cfi_startproc\n"                                                  \
          "	endbr64\n"                                                         \
          "	jmp	*omptarget_at_" #name "(%rip)\n"                       \
          "	.cfi_endproc\n"                                                    \
          "	.size	" #name ", . - " #name "\n");
#define CHANGED(name)
#include "routines.def"
#undef CHANGED
#undef ROUTINE

static const struct
{
  void **at;
  const char *name;
} routines[] = {
#define ROUTINE(name) { &omptarget_at_##name, #name },
#define CHANGED ROUTINE
#include "routines.def"
#undef CHANGED
#undef ROUTINE
};

void
omptarget_find_routines (void *handle)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (routines); i++)
    *routines[i].at = dlsym (handle, routines[i].name);
}
