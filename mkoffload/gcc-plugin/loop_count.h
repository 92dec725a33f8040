/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many iterations the program's loops have, for tool_events.cc.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_LOOP_COUNT_H
#define MKOFFLOAD_GCC_PLUGIN_LOOP_COUNT_H

/* A value of type unsigned long long, which statements that are appended to
   CODE compute: the iterations of all loops of LOOP, whose FACTS have them.  0
   if they are not known: in a loop whose bounds depend on another one, and in
   the part of a distribute loop that a team shares.  In a gimplification
   context.  */
tree offgomp_loop_count (gomp_for *loop, const omp_for_data &facts,
                         gimple_seq *code);

#endif
