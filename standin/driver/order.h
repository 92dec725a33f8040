/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whether copies are ordered with what else touches their memory.  All but
   drv_order_check under drv_lock.  */

#ifndef STANDIN_DRIVER_ORDER_H
#define STANDIN_DRIVER_ORDER_H

#include "driver/cu.h"
#include "exec/lines.h"

/* As many streams at once are checked.  */
#define DRV_CLOCKS 64

/* Of each stream by its slot: how many of its operations came before.  */
struct drv_clock
{
  uint64_t before[DRV_CLOCKS];
};

struct drv_operation;
struct drv_stream;
struct drv_access;

void drv_clock_join (struct drv_clock *, const struct drv_clock *);

/* Give STREAM a slot, if there is one, and take it back at its end.  */
void drv_order_enter (struct drv_stream *);
void drv_order_leave (struct drv_stream *);

/* STREAM's next operation is behind what the host has seen.  */
void drv_order_after_seen (struct drv_stream *);

/* The host has seen what CLOCK says end: what it submits is behind it.  */
void drv_order_seen (struct drv_context *, const struct drv_clock *);

/* O, a function of the host's, has returned: what it may have waited for, all
   that the host has seen, is before what is behind O.  */
void drv_order_returned (const struct drv_operation *);

/* O has waited for a value, which anything that has begun may have written.  */
void drv_order_read_value (const struct drv_operation *);

/* Whether what is submitted now is checked: there are several streams.  */
bool drv_order_is_checked (const struct drv_context *);

/* O, called NAME, which is checked, has touched RANGES.  An error if something
   else touched them that is neither before nor behind it, unless both are
   kernels.  */
CUresult drv_order_check (struct drv_operation *o, const char *name,
                          bool is_kernel, const struct sim_range *ranges,
                          size_t count);

void drv_order_forget (struct drv_context *);

#endif
