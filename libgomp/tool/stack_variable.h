/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables in the frames of functions, by the debug information of the
   program's files; see stack_variable.c.  */

#ifndef GOMP_TOOL_STACK_VARIABLE_H
#define GOMP_TOOL_STACK_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

#define GOMP_STACK_NAME_MAX 64

struct gomp_stack_variable
{
  size_t size;                    /* its bytes */
  size_t room;                    /* those from the offset on */
  char name[GOMP_STACK_NAME_MAX]; /* or the start of it */
};
/* The variable at OFFSET of the base of a frame whose function executes CODE.
   False: there is none, or that is not known.  Not with a lock.  Slow.  */
HIDDEN bool gomp_stack_variable_find (uintptr_t code, int64_t offset,
                                      struct gomp_stack_variable *variable);
/* The same in INFO, in the numbering of its file.  */
struct gomp_debug_info;
HIDDEN bool gomp_stack_variable_read (const struct gomp_debug_info *info,
                                      uint64_t code, int64_t offset,
                                      struct gomp_stack_variable *variable);

#endif
