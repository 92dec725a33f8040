/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What code compiled with -DOFFGOMP_TOOL_EVENTS calls, so that tools (OMPT)
   hear of constructs for which GCC's own code calls nothing:

     void __offgomp_work_begin (int construct, unsigned long long count)
     void __offgomp_work_end (int construct, int has_barrier)
     void __offgomp_masked_begin (void), __offgomp_masked_end (void)
     void __offgomp_flush (void)

   mkoffload/gcc-plugin/tool_events.cc inserts the calls,
   libgomp/abi/offgomp_tool_events.c has the functions.  */

#ifndef OFFGOMP_TOOL_CALLS_H
#define OFFGOMP_TOOL_CALLS_H

/* A construct that begins and ends.  COUNT: its iterations, or 0 if unknown; 1
   for scope.  A static loop with a barrier has no end: the barrier ends it.  A
   single has a begin of its own (GOMP_single_start), and only without a barrier
   an end.  */
enum offgomp_construct
{
  OFFGOMP_STATIC_LOOP,
  OFFGOMP_DISTRIBUTE,
  OFFGOMP_SINGLE,
  OFFGOMP_SCOPE,
  OFFGOMP_CONSTRUCTS
};

#define OFFGOMP_WORK_BEGIN "__offgomp_work_begin"
#define OFFGOMP_WORK_END "__offgomp_work_end"
#define OFFGOMP_MASKED_BEGIN "__offgomp_masked_begin"
#define OFFGOMP_MASKED_END "__offgomp_masked_end"
#define OFFGOMP_FLUSH "__offgomp_flush"

#endif
