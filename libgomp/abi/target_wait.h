/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waits of the program that last until target tasks are done, too: told as
   such.  */

#ifndef GOMP_ABI_TARGET_WAIT_H
#define GOMP_ABI_TARGET_WAIT_H

#include "tool/tool.h"

/* Is the wait that begins to be told?  */
static inline bool
gomp_target_wait_is_told (void)
{
  return unlikely (gomp_tool_wants ()) && atomic_load (&gomp_tool_deferred) > 0;
}

/* It begins, in a call that returns to AT; gomp_tool_end ends it.  */
static inline void
gomp_target_wait_begin (const void *at)
{
  gomp_tool_here (at);
  gomp_tool_begin (GOMP_TOOL_WAIT_TASKS, &gomp_tool_host, NULL);
}

#endif
