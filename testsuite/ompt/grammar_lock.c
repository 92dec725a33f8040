/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of locks and other mutexes; see grammar.c.  One that a thread has
   acquired it has asked for.  */

#include "grammar.h"

#include <stdatomic.h>

static __thread uint64_t wanted; /* the mutex that the thread has asked for */
static __thread int held;        /* mutexes that it has */
static atomic_uint hints;        /* the sum of them, of locks and constructs */

unsigned
grammar_lock_hints (void)
{
  return hints;
}

void
grammar_lock_init (ompt_mutex_t kind, unsigned hint, unsigned impl,
                   ompt_wait_id_t id, const void *at)
{
  grammar_event (ompt_callback_lock_init);
  atomic_fetch_add (&hints, hint);
  (void)impl;
  if (id == 0 || at == NULL || kind > ompt_mutex_test_nest_lock)
    grammar_bad ("lock %lx of kind %d is made at %p", (long)id, kind, at);
}

void
grammar_lock_destroy (ompt_mutex_t kind, ompt_wait_id_t id, const void *at)
{
  grammar_event (ompt_callback_lock_destroy);
  if (id == 0 || at == NULL || kind > ompt_mutex_test_nest_lock)
    grammar_bad ("lock %lx of kind %d is destroyed at %p", (long)id, kind, at);
}

void
grammar_mutex_acquire (ompt_mutex_t kind, unsigned hint, unsigned impl,
                       ompt_wait_id_t id, const void *at)
{
  grammar_event (ompt_callback_mutex_acquire);
  atomic_fetch_add (&hints, hint);
  (void)impl;
  if (id == 0 || at == NULL || kind < ompt_mutex_lock
      || kind > ompt_mutex_ordered)
    grammar_bad ("mutex %lx of kind %d is asked for at %p", (long)id, kind, at);
  wanted = id;
}

void
grammar_mutex_acquired (ompt_mutex_t kind, ompt_wait_id_t id, const void *at)
{
  grammar_event (ompt_callback_mutex_acquired);
  if (wanted != id || at == NULL)
    grammar_bad ("mutex %lx of kind %d is acquired, not %lx", (long)id, kind,
                 (long)wanted);
  wanted = 0;
  held++;
}

void
grammar_mutex_released (ompt_mutex_t kind, ompt_wait_id_t id, const void *at)
{
  grammar_event (ompt_callback_mutex_released);
  if (id == 0 || at == NULL || kind < ompt_mutex_lock
      || kind > ompt_mutex_ordered)
    grammar_bad ("mutex %lx of kind %d is released at %p", (long)id, kind, at);
  held--;
}

void
grammar_nest_lock (ompt_scope_endpoint_t point, ompt_wait_id_t id,
                   const void *at)
{
  grammar_event (ompt_callback_nest_lock);
  if (point == ompt_scope_begin && wanted != id)
    grammar_bad ("nestable lock %lx is set again, not %lx", (long)id,
                 (long)wanted);
  if (at == NULL || held == 0)
    grammar_bad ("nestable lock %lx is not held", (long)id);
  if (point != ompt_scope_begin)
    return;
  wanted = 0;
  grammar_begin (ompt_callback_nest_lock);
}
