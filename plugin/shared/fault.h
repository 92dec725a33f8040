/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Faults in regions, explained.  */

#ifndef PLUGIN_SHARED_FAULT_H
#define PLUGIN_SHARED_FAULT_H

#include "base/compiler.h"

/* Before the first thread that runs regions: handle faults from now on.  */
HIDDEN void shared_fault_init (void);
/* The calling thread will run regions.  */
HIDDEN void shared_fault_thread_init (void);
/* The calling thread, whose number NUMBER points to, ends in a region: end the
   program with a message.  */
HIDDEN void shared_fault_thread_ends (void *number);

#endif
