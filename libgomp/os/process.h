/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Processes and threads, for the plugins; part of the contract of os.h, with
   its general promise.  */

#ifndef GOMP_OS_PROCESS_H
#define GOMP_OS_PROCESS_H

#include <signal.h>
#include <stdbool.h>

#include "base/compiler.h"

HIDDEN void os_process_kill (int pid);
/* Let a stopped process go on.  */
HIDDEN void os_process_continue (int pid);
/* Whether a signal has stopped it; false: unknown.  */
HIDDEN bool os_process_is_stopped (int pid);
HIDDEN int os_process_id (void);
/* Whether it was started as a set-user-ID program or the like, which must not
   obey its caller's environment.  */
HIDDEN bool os_process_is_secure (void);
/* Whether the program was linked statically: a shared object that is loaded
   would then bring a second C library with it.  */
HIDDEN bool os_process_is_static (void);
/* Whether it has one thread; false: unknown.  */
HIDDEN bool os_process_is_single_threaded (void);
/* Whether valgrind or one of its tools runs the program.  */
HIDDEN bool os_process_under_valgrind (void);
/* Kill the calling process when the thread that started it ends.  False: its
   process, number PARENT, has ended already (0: it is not known).  */
HIDDEN bool os_process_die_with_parent (int parent);
/* Have the kernel refuse the calling process, for good, all system calls except
   the COUNT (at most 8) CALLS.  Does nothing if the kernel cannot.  */
HIDDEN void os_process_confine (const int *calls, unsigned count);
/* Run the calling process's program again from its start, in an address space
   that is randomised and, with LEGACY, laid out from the bottom up.  Returns
   only if that fails.  */
HIDDEN int os_process_restart (char *const argv[], bool legacy);
/* Name of a signal for messages, such as "segmentation fault".  */
HIDDEN const char *os_signal_name (int signal);
/* Block all signals in the calling thread, and store the old mask in BEFORE
   unless it is NULL; restore the old mask.  */
HIDDEN void os_signals_block (sigset_t *before);
HIDDEN void os_signals_restore (const sigset_t *before);
/* Put these around a call that may exceed the limit of file sizes or write to a
   pipe without a reader: the call fails, and raises no signal (SIGXFSZ,
   SIGPIPE).  */
struct os_quiet
{
  sigset_t before;  /* blocked */
  sigset_t pending; /* and these came already */
};
HIDDEN void os_quiet_begin (struct os_quiet *quiet);
HIDDEN void os_quiet_end (const struct os_quiet *quiet);
/* Start a thread in which all signals are blocked.  */
HIDDEN int os_thread_start (void *(*body) (void *), void *data,
                            unsigned long stack_size, unsigned long *id);
/* End the calling thread as the kernel does it: at once, without destructors
   and cleanup handlers.  Returns in the main thread, with which the kernel
   would take the process's memory and files from the view of others.  */
HIDDEN void os_thread_end (void);
/* Does THREAD (os_thread_id) of this process live, as far as is known?  */
HIDDEN bool os_thread_lives (int thread);
/* The CPU that THREAD (os_thread_id) of this process runs on, or is ready to
   run on. -1 if it sleeps or has ended, or the system does not say.  Slow.  */
HIDDEN int os_thread_cpu (int thread);
/* Directory and name of the file that holds the code or data at ADDRESS; NULL
   if not known.  Valid while that file is loaded.  */
HIDDEN const char *os_file_of_address (const void *address);

#endif
