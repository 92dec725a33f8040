/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that a tool in the program's process has registered (OMPT).

   Owns the table: a word for each kind of event, which ompt/ writes at any
   time.  Observed instances (observe.h) load the word of an event where it
   happens and call the function, so nothing lies between an event and the
   tool.  The thread to which the event belongs makes the call, and holds no
   lock of the library.

   The table in force is found by a pointer.  When the tool ends, the pointer
   leads to an empty table, so all threads stop calling at once, wherever they
   are.  A thread marks its record while it loads a word and calls, so
   gomp_observe_stop can wait for those that are in a call.  The thread that
   ends the tool then makes the last calls from the table itself.  */

#ifndef GOMP_TEAM_CALLBACKS_H
#define GOMP_TEAM_CALLBACKS_H

#include <stdatomic.h>

#include "base/compiler.h"
#include "user/omp-tools.h"

#define GOMP_CALLBACKS (ompt_callback_error + 1)
/* By ompt_callbacks_t; NULL: none is registered.  */
HIDDEN extern ompt_callback_t _Atomic gomp_callbacks[GOMP_CALLBACKS];
/* That table, or an empty one.  */
HIDDEN extern ompt_callback_t _Atomic *_Atomic gomp_callbacks_in_force;

/* The function for EVENT in TABLE, or NULL.  Acquire: pairs with the stores in
   ompt/callbacks.c.  */
static inline ompt_callback_t
gomp_callback_in (ompt_callback_t _Atomic *table, ompt_callbacks_t event)
{
  return atomic_load_explicit (&table[event], memory_order_acquire);
}

static inline ompt_callback_t
gomp_callback (ompt_callbacks_t event)
{
  /* Acquire: pairs with the store in gomp_observe_stop.  */
  return gomp_callback_in (
      atomic_load_explicit (&gomp_callbacks_in_force, memory_order_acquire),
      event);
}

/* The calling thread is about to call the tool, or has called it: MARK is
   1 meanwhile.  The fence's other half is in gomp_observe_stop, which makes its
   side of it without help if the kernel can; release: pairs with the acquire
   there.  */
static inline void
gomp_callback_enter (atomic_int *mark)
{
  atomic_store_explicit (mark, 1, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
}

static inline void
gomp_callback_leave (atomic_int *mark)
{
  atomic_store_explicit (mark, 0, memory_order_release);
}

/* Call the function FOUND, if any, which is an ompt_callback_TYPE_t.  */
#define GOMP_CALL_TOOL_BY(mark, type, found, ...)                              \
  do                                                                           \
    {                                                                          \
      atomic_int *mark_ = (mark);                                              \
      gomp_callback_enter (mark_);                                             \
      ompt_callback_##type##_t call_ = (ompt_callback_##type##_t)found;        \
      if (call_ != NULL)                                                       \
        call_ (__VA_ARGS__);                                                   \
      gomp_callback_leave (mark_);                                             \
    }                                                                          \
  while (0)
/* Call the function for NAME, if any.  THREAD: the record of the calling one
   (observe.h).  */
#define GOMP_CALL_TOOL_AS(thread, type, name, ...)                             \
  GOMP_CALL_TOOL_BY (&(thread)->calls, type,                                   \
                     gomp_callback (ompt_callback_##name), __VA_ARGS__)
#define GOMP_CALL_TOOL(thread, name, ...)                                      \
  GOMP_CALL_TOOL_AS (thread, name, name, __VA_ARGS__)

/* The same in code that does not know its thread's record, or has none.  */
#define GOMP_CALL_TOOL_ANYWHERE(name, ...)                                     \
  GOMP_CALL_TOOL_BY (gomp_callback_mark (), name,                              \
                     gomp_callback (ompt_callback_##name), __VA_ARGS__)
HIDDEN atomic_int *gomp_callback_mark (void) COLD;

/* The same; LAST: by the thread that ends the tool, from the table
   itself.  */
#define GOMP_CALL_TOOL_AT_END(last, name, ...)                                 \
  GOMP_CALL_TOOL_BY (                                                          \
      gomp_callback_mark (), name,                                             \
      ((last) ? gomp_callback_in (gomp_callbacks, ompt_callback_##name)        \
              : gomp_callback (ompt_callback_##name)),                         \
      __VA_ARGS__)

#endif
