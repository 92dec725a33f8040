/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes, for the plugins; part of the contract of os.h, with its
   general promise.  */

#ifndef GOMP_OS_PROCESS_H
#define GOMP_OS_PROCESS_H

#include <stdbool.h>

#include "base/compiler.h"

/* Start ARGV[0] (looked up in PATH) with ENVIRONMENT, default signal
   dispositions, no blocked signal and, apart from 0, 1 and 2, the descriptor
   FD alone, as number AS_FD.  */
HIDDEN int os_process_spawn (char *const argv[], char *const environment[],
                             int fd, int as_fd, int *pid);
/* A descriptor that is readable once process PID has ended; -1: the system
   has no such thing.  */
HIDDEN int os_process_watch (int pid);
/* True once child PID has ended; waits for it with BLOCK.  *STATUS is as
   waitpid gives it, or -1 where somebody else took it.  */
HIDDEN bool os_process_ended (int pid, bool block, int *status);
HIDDEN void os_process_kill (int pid);
HIDDEN int os_process_id (void);
/* Kill the calling process when the thread that started it ends.  */
HIDDEN void os_process_die_with_parent (void);
/* Run the calling process's program again from its start, in an address space
   that is laid out at random and, with LEGACY, from the bottom up.  Returns
   only where that fails.  */
HIDDEN int os_process_restart (char *const argv[], bool legacy);
/* Name of a signal for messages, such as "segmentation fault".  */
HIDDEN const char *os_signal_name (int signal);
/* Start a thread in which all signals are blocked.  */
HIDDEN int os_thread_start (void *(*body) (void *), void *data,
                            unsigned long stack_size, unsigned long *id);
/* Directory and name of the file that holds the code or data at ADDRESS;
   NULL: not known.  Valid while that file is loaded.  */
HIDDEN const char *os_file_of_address (const void *address);

#endif
