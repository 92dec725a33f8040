/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that interrupts the program a thousand times a second of CPU time and
   asks for everything that may be asked for in a signal handler.  What it hears
   must be a known state, with a lock just where it is one of waiting for a
   lock, and tasks whose number in their team fits.  It exits with status 99 if
   not, and with 98 if it never asked and SAMPLER_MUST_ASK is set.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <omp-tools.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "start.h"

static ompt_get_state_t get_state;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_parallel_info_t get_parallel_info;
static ompt_get_task_info_t get_task_info;
static atomic_uint samples, wrong;
static char known[0x200];

static void
check (int right)
{
  atomic_fetch_add (&wrong, !right);
}

static void
sample (int signal)
{
  int saved = errno;
  ompt_wait_id_t id = 1;
  int state = get_state (&id);
  (void)signal;
  check (state >= 0 && state < 0x200 && known[state]);
  check (
      (id != 0)
      == (state >= ompt_state_wait_mutex && state <= ompt_state_wait_ordered));
  ompt_data_t *thread = get_thread_data (), *task, *parallel;
  if (thread != NULL)
    atomic_fetch_add (&samples, 1);
  for (int level = 0, there = 2; there != 0 && level < 1000; level++)
    {
      int flags = 0, size = 0, number = -1;
      ompt_frame_t *frame;
      there = get_task_info (level, &flags, &task, &frame, &parallel, &number);
      check (there == 0 || (task != NULL && frame != NULL && flags != 0));
      check (there == 0 || number >= 0);
      if (there != 0 && level == 0 && parallel != NULL
          && get_parallel_info (0, NULL, &size) != 0)
        check (number < size);
    }
  errno = saved;
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_enumerate_states_t next
      = (ompt_enumerate_states_t)lookup ("ompt_enumerate_states");
  int state = ompt_state_undefined;
  const char *name;
  (void)device;
  (void)data;
  known[ompt_state_undefined] = 1;
  while (next (state, &state, &name))
    {
      check (state >= 0 && state < 0x200 && !known[state]
             && strncmp (name, "ompt_state_", 11) == 0);
      known[state] = 1;
    }
  get_state = (ompt_get_state_t)lookup ("ompt_get_state");
  get_thread_data = (ompt_get_thread_data_t)lookup ("ompt_get_thread_data");
  get_parallel_info
      = (ompt_get_parallel_info_t)lookup ("ompt_get_parallel_info");
  get_task_info = (ompt_get_task_info_t)lookup ("ompt_get_task_info");
  struct sigaction action = { .sa_handler = sample, .sa_flags = SA_RESTART };
  sigaction (SIGPROF, &action, NULL);
  struct itimerval each = { { 0, 1000 }, { 0, 1000 } };
  setitimer (ITIMER_PROF, &each, NULL);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  struct itimerval never = { { 0, 0 }, { 0, 0 } };
  (void)data;
  setitimer (ITIMER_PROF, &never, NULL);
  if (wrong != 0)
    _exit (99);
  if (samples == 0 && getenv ("SAMPLER_MUST_ASK") != NULL)
    _exit (98);
}
