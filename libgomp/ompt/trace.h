/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tracing of devices: records of operations, in buffers of the tool.

   The records are of what the host asks of a device: target constructs,
   operations on data, launches; and, if the plugin has the hook trace, of what
   happens in regions (recorder.h).  Times are in nanoseconds of the clock of
   omp_get_wtime: the host's, taken right before and after the device's work,
   and the device's, taken where the event happens.

   A record is put into a queue.  One thread at a time moves records from there
   to the tool's buffer, requests buffers and gives them back; no lock is held
   while the tool is called.  So no record is lost or waits for another thread's
   call of the tool.  */

#ifndef GOMP_OMPT_TRACE_H
#define GOMP_OMPT_TRACE_H

#include "ompt/ompt.h"

struct gomp_device;

/* The functions that the lookup function of device_initialize finds.  */
HIDDEN ompt_interface_fn_t gomp_ompt_trace_lookup (const char *name);
/* What tools know DEVICE by; NULL: it cannot be traced.  Made once.  */
HIDDEN ompt_device_t *gomp_ompt_trace_open (struct gomp_device *device);
/* Stop tracing device NUMBER, and give its buffer back.  */
HIDDEN void gomp_ompt_trace_close (int number);

/* Is a tool interested in records of TYPE of device NUMBER, or of its newer
   form?  */
HIDDEN bool gomp_ompt_traces (int number, ompt_callbacks_t type);
/* Add RECORD, whose type is the older form, for device NUMBER.  */
HIDDEN void gomp_ompt_trace_add (int number, const ompt_record_ompt_t *record);
/* The calling thread's next launch on device NUMBER is that of TARGET_ID.  */
HIDDEN void gomp_ompt_trace_launch (int number, ompt_id_t target_id);
/* The calling thread will launch a region on device NUMBER, or copy.  */
HIDDEN void gomp_ompt_trace_begin (int number);
/* That has ended, and was not begun before BEGUN.  Has the device measured from
   START to END?  If not, they are unchanged.  Also for a region whose end the
   calling thread has been told of.  */
HIDDEN bool gomp_ompt_trace_measured (int number, uint64_t begun,
                                      uint64_t *start, uint64_t *end);
/* In a forked child, which has one thread.  */
HIDDEN void gomp_ompt_trace_forked (void);

#endif
