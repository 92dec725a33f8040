/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A debugger: device_client LIBOMPD PID DEVICE NUMBER0 NUMBER1 NUMBER2
   [tracked]. The process PID runs device.c, and its device is the process
   DEVICE, with these threads in a region.  */

#include <stdlib.h>

#include "debugger.h"

static struct reader process_reader, device_reader;
static ompd_address_space_handle_t *process, *device;
static ompd_thread_handle_t *threads[3];

static void
check_spaces (void)
{
  ompd_address_space_context_t *context = (void *)&device_reader;
  OK (ompd.initialize (202111, &debugger_callbacks));
  OK (ompd.process_initialize ((void *)&process_reader, &process));
  CHECK (ompd.device_initialize (process, context, OMPD_DEVICE_KIND_CUDA, 0,
                                 NULL, &device)
         == ompd_rc_unsupported);
  OK (ompd.device_initialize (process, context, OMPD_DEVICE_KIND_HOST, 0, NULL,
                              &device));
}

static bool
has_thread (ompd_address_space_handle_t *space, int number)
{
  ompd_thread_handle_t *thread;
  if (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (number),
                              &number, &thread)
      != ompd_rc_ok)
    return false;
  OK (ompd.rel_thread_handle (thread));
  return true;
}

static void
check_threads (int pid, const int *number)
{
  for (int i = 0; i < 3; i++)
    {
      OK (ompd.get_thread_handle (device, OMPD_THREAD_ID_LWP,
                                  sizeof (number[i]), &number[i], &threads[i]));
      CHECK (!has_thread (process, number[i]));
    }
  CHECK (has_thread (process, pid) && !has_thread (device, pid));
}

static void
check_region (void)
{
  ompd_parallel_handle_t *region, *outer;
  ompd_thread_handle_t *same;
  ompd_scope_t scope;
  ompd_word_t size = 0;
  int order = 1;
  ompd_icv_id_t id = debugger_icv (device, "ompd-team-size-var", &scope);
  OK (ompd.get_curr_parallel_handle (threads[1], &region));
  OK (ompd.get_icv_from_scope (region, scope, id, &size));
  CHECK (scope == ompd_scope_parallel);
  CHECK (size == 3);
  for (int i = 0; i < 3; i++)
    {
      OK (ompd.get_thread_in_parallel (region, i, &same));
      OK (ompd.thread_handle_compare (threads[i], same, &order));
      CHECK (order == 0);
      OK (ompd.rel_thread_handle (same));
    }
  OK (ompd.get_enclosing_parallel_handle (region, &outer));
  OK (ompd.rel_parallel_handle (outer));
  OK (ompd.rel_parallel_handle (region));
}

/* The spaces of the process and of its device are not the same.  */
static void
check_space_of_threads (void)
{
  ompd_address_space_handle_t *space;
  int order = 0;
  ompd_thread_handle_t *same;
  OK (ompd.get_device_from_thread (threads[0], &space));
  for (int i = 0; i < 3; i++)
    {
      int number = 0;
      OK (ompd.get_thread_id (threads[i], OMPD_THREAD_ID_LWP, sizeof (number),
                              &number));
      OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (number),
                                  &number, &same));
      OK (ompd.thread_handle_compare (threads[i], same, &order));
      CHECK (order == 0);
      OK (ompd.rel_thread_handle (same));
    }
  OK (ompd.rel_address_space_handle (space));
}

static void
check_states (bool tracked)
{
  for (int i = 0; i < 3; i++)
    {
      ompd_word_t state = -1, wanted = i == 1
                                           ? ompt_state_work_parallel
                                           : ompt_state_wait_barrier_explicit;
      ompd_wait_id_t wait;
      ompd_rc_t rc = ompd.get_state (threads[i], &state, &wait);
      CHECK (rc == (tracked ? ompd_rc_ok : ompd_rc_needs_state_tracking));
      if (rc == ompd_rc_ok && state != wanted)
        failures++, printf ("thread %d: state 0x%lx\n", i, (long)state);
    }
}

static void
release (void)
{
  for (int i = 0; i < 3; i++)
    OK (ompd.rel_thread_handle (threads[i]));
  OK (ompd.rel_address_space_handle (device));
  OK (ompd.rel_address_space_handle (process));
  OK (ompd.finalize ());
  CHECK (debugger_blocks == 0);
}

int
main (int argc, char **argv)
{
  int number[3];
  if (argc < 7 || !debugger_load (argv[1]))
    return 2;
  reader_open_process (&process_reader, argv[2]);
  reader_open_process (&device_reader, argv[3]);
  for (int i = 0; i < 3; i++)
    number[i] = atoi (argv[4 + i]);
  check_spaces ();
  if (failures != 0)
    return 1;
  check_threads (atoi (argv[2]), number);
  if (failures != 0)
    return 1;
  check_region ();
  check_space_of_threads ();
  check_states (argc > 7);
  release ();
  return failures != 0;
}
