/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes of which the program knows nothing, for the plugins; part
   of the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_CHILD_H
#define GOMP_OS_CHILD_H

#include <semaphore.h>
#include <stdbool.h>

#include "base/compiler.h"

struct os_command; /* what the guardian is to start; child.c */

struct os_child
{
  int pid;                          /* of the program that was started */
  int guardian;                     /* its parent; 0: that is this process */
  int status;                       /* the guardian's: as waitpid gives it */
  int error;                        /* the guardian's: of the start */
  int parent;                       /* of the guardian: this process */
  void *stack;                      /* the guardian's */
  const struct os_command *command; /* until started */
  sem_t started;                    /* posted then */
};

/* Start ARGV[0] (looked up in PATH) with ENVIRONMENT, default signal
   dispositions, no blocked signal, or all where HOLD says so, and, apart from
   0, 1 and 2, the descriptor FD alone, as number AS_FD.  It ends with the
   calling thread, in which all signals are blocked, if it asks for that itself.
   The program gets no SIGCHLD for it, and does not wait for it with its own
   children.  */
HIDDEN int os_child_start (char *const argv[], char *const environment[],
                           int fd, int as_fd, bool hold,
                           struct os_child *child);
/* A descriptor that is readable once CHILD has ended; -1: the system has no
   such thing.  */
HIDDEN int os_child_watch (const struct os_child *child);
/* True once CHILD has ended, and nothing of it is left.  *STATUS is as
   waitpid gives it, or -1 where somebody else took it.  */
HIDDEN bool os_child_ended (struct os_child *child, int *status);

#endif
