/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-sanitizer-options "use_sigaltstack=0" } */
/* A signal handler that asks for the alternate stack runs in threads of a team.
   It has as much room as handlers commonly need, and overwrites no other
   memory.  A sanitizer would give the first thread a stack that is too
   small.  */

#include "check.h"

#include <omp.h>
#include <signal.h>
#include <string.h>

#define ROOM 65536
#define BLOCKS 64

static volatile int handled;

static void
handle (int signal_number)
{
  char room[ROOM];
  memset (room, signal_number, sizeof (room));
  __asm__ volatile("" : : "r"(room) : "memory");
#pragma omp atomic
  handled++;
}

int
main (void)
{
  struct sigaction action
      = { .sa_handler = handle, .sa_flags = SA_ONSTACK | SA_RESTART };
  sigaction (SIGUSR1, &action, NULL);
  unsigned char *blocks[BLOCKS];
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < BLOCKS; i++)
      blocks[i] = calloc (1, 1000);
    raise (SIGUSR1);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < BLOCKS; i++)
      {
        for (int j = 0; j < 1000; j++)
          CHECK (blocks[i][j] == 0);
        free (blocks[i]);
      }
  }
  CHECK (handled == 4);
  return 0;
}
