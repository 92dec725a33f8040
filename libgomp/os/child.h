/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes that are hidden from the program, for the plugins; part of
   the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_CHILD_H
#define GOMP_OS_CHILD_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

struct os_command; /* The command that the guardian starts; see child.c. */

struct os_child
{
  int pid;                          /* the started program's */
  int guardian;                     /* the program's parent; 0: this process */
  int status;                       /* the guardian's status, as waitpid gives
                                       it */
  int error;                        /* the guardian's error at the start */
  int parent;                       /* the guardian's parent: this process */
  void *stack;                      /* the guardian's stack */
  const struct os_command *command; /* until the program is started */
  atomic_uint started;              /* 1 when it is started */
};

/* Start ARGV[0] (looked up in PATH) with ENVIRONMENT and default signal
   dispositions.  No signal is blocked, or all if HOLD.  Besides 0, 1 and 2 the
   child has only the descriptor FD, as number AS_FD.  The child may ask to end
   with the calling thread, in which all signals are blocked.  The program gets
   no SIGCHLD for the child, and does not wait for it with its own children.  */
HIDDEN int os_child_start (char *const argv[], char *const environment[],
                           int fd, int as_fd, bool hold,
                           struct os_child *child);
/* A descriptor that is readable once CHILD has ended; -1 if the system does not
   provide one.  */
HIDDEN int os_child_watch (const struct os_child *child);
/* True once CHILD has ended and is completely gone. *STATUS is as from waitpid,
   or -1 if other code has collected it.  */
HIDDEN bool os_child_ended (struct os_child *child, int *status);

#endif
