/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's profiling interface (OpenACC 2.6 chapter 5), for abi/.  The
   functions that the program or a profiling library registers are called for
   the events of openacc/observe.h, and for copies and launches of OpenACC's
   constructs.  */

#ifndef GOMP_OPENACC_PROFILING_H
#define GOMP_OPENACC_PROFILING_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/fork.h"

#include "user/openacc.h"

#include "user/acc_prof.h"

/* acc_prof_register, acc_prof_unregister.  Meaningless requests are ignored.
   Any thread, also from a registered function.  */
HIDDEN void gomp_acc_prof_register (acc_event_t event,
                                    acc_prof_callback callback,
                                    acc_register_t way);
HIDDEN void gomp_acc_prof_unregister (acc_event_t event,
                                      acc_prof_callback callback,
                                      acc_register_t way);

/* Call the functions that are registered for the event.  Called by plugins
   that raise events themselves.  */
HIDDEN void gomp_acc_prof_dispatch (acc_prof_info *prof, acc_event_info *event,
                                    acc_api_info *api) COLD;

/* Load the libraries of ACC_PROFLIB, once in the process, at the first use of
   OpenACC.  */
HIDDEN void gomp_acc_prof_load (void);

/* See base/fork.h.  */
HIDDEN void gomp_acc_prof_fork (enum gomp_fork when);

#endif
