/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Checks that copies are ordered with other accesses to their memory.  With
   drv_lock held, except in drv_order_check.  */

#ifndef STANDIN_DRIVER_ORDER_H
#define STANDIN_DRIVER_ORDER_H

#include "driver/cu.h"
#include "exec/lines.h"

/* The largest number of streams that are checked at once.  */
#define DRV_CLOCKS 64

/* For each stream, by its slot: the number of its operations that came
   before.  */
struct drv_clock
{
  uint64_t before[DRV_CLOCKS];
};

struct drv_operation;
struct drv_stream;
struct drv_access;

void drv_clock_join (struct drv_clock *, const struct drv_clock *);

/* Give STREAM a slot, if there is a free one; take the slot back at the end of
   STREAM.  */
void drv_order_enter (struct drv_stream *);
void drv_order_leave (struct drv_stream *);

/* The next operation of STREAM comes after everything whose end the host has
   seen.  */
void drv_order_after_seen (struct drv_stream *);

/* The host has seen the end of what CLOCK describes: later submissions come
   after that.  */
void drv_order_seen (struct drv_context *, const struct drv_clock *);

/* O, a function of the host, has returned.  It may have waited for everything
   whose end the host has seen, so that comes before the operations behind
   O.  */
void drv_order_returned (const struct drv_operation *);

/* O has waited for a value, which any operation that has begun may have
   written.  */
void drv_order_read_value (const struct drv_operation *);

/* Are submissions checked from now on?  Only if there are several streams.  */
bool drv_order_is_checked (const struct drv_context *);

/* O, which is checked and is called NAME, has accessed RANGES.  Return an
   error if another operation has accessed the same bytes and is neither before
   nor after it, unless both are kernels.  */
CUresult drv_order_check (struct drv_operation *o, const char *name,
                          bool is_kernel, const struct sim_range *ranges,
                          size_t count);

void drv_order_forget (struct drv_context *);

#endif
