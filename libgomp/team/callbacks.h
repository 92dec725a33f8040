/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that a tool in the program's process has registered (OMPT).

   Owns the table: a word for each kind of event, which ompt/ writes at any
   time.  Observed instances (observe.h) load the word of an event where it
   happens and call the function, so nothing lies between an event and the
   tool.  The thread to which the event belongs makes the call, and holds no
   lock of the library.  */

#ifndef GOMP_TEAM_CALLBACKS_H
#define GOMP_TEAM_CALLBACKS_H

#include <stdatomic.h>

#include "base/compiler.h"
#include "user/omp-tools.h"

#define GOMP_CALLBACKS (ompt_callback_error + 1)
/* By ompt_callbacks_t; NULL: none is registered.  */
HIDDEN extern ompt_callback_t _Atomic gomp_callbacks[GOMP_CALLBACKS];

/* The function for EVENT, or NULL.  Acquire: pairs with the stores in
   ompt/callbacks.c.  */
static inline ompt_callback_t
gomp_callback (ompt_callbacks_t event)
{
  return atomic_load_explicit (&gomp_callbacks[event], memory_order_acquire);
}

/* Call the function for NAME, if any, which is an ompt_callback_TYPE_t.  */
#define GOMP_CALL_TOOL_AS(type, name, ...)                                     \
  do                                                                           \
    {                                                                          \
      ompt_callback_##type##_t call_                                           \
          = (ompt_callback_##type##_t)gomp_callback (ompt_callback_##name);    \
      if (call_ != NULL)                                                       \
        call_ (__VA_ARGS__);                                                   \
    }                                                                          \
  while (0)
#define GOMP_CALL_TOOL(name, ...) GOMP_CALL_TOOL_AS (name, name, __VA_ARGS__)

#endif
