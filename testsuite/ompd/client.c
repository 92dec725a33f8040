/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A debugger: client LIBOMPD (PID | CORE) [tracked].  It reads the
   memory of program.c's process, or of a core with the ranges that the process
   had, and compares what LIBOMPD says with the program's truth.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "debugger.h"
#include "truth.h"

/* ---- What is checked.  */

static struct reader reader;
static struct truth truth;
static bool tracked; /* threads are observed */
static ompd_address_space_handle_t *space;
static ompd_thread_handle_t *threads[4]; /* as truth.pthread */
static ompd_parallel_handle_t *inner, *outer, *implicit;

static void
check_library (void)
{
  ompd_word_t version = 0;
  const char *text = NULL;
  ompd_callbacks_t none = { 0 };
  CHECK (ompd.initialize (202111, NULL) == ompd_rc_bad_input);
  CHECK (ompd.initialize (202111, &none) == ompd_rc_bad_input);
  CHECK (ompd.initialize (201511, &debugger_callbacks) == ompd_rc_unsupported);
  OK (ompd.initialize (202111, &debugger_callbacks));
  OK (ompd.get_api_version (&version));
  CHECK (version == 202111);
  OK (ompd.get_version_string (&text));
  CHECK (text != NULL && strstr (text, "offgomp") != NULL);
}

static void
check_space (void)
{
  ompd_word_t version = 0;
  const char *text = NULL;
  ompd_thread_id_t *kinds;
  ompd_size_t *sizes;
  ompd_address_space_handle_t *device;
  ompd_address_space_context_t *context = (void *)&reader;
  int count = 0;
  OK (ompd.process_initialize (context, &space));
  OK (ompd.get_omp_version (space, &version));
  CHECK (version == 202111);
  OK (ompd.get_omp_version_string (space, &text));
  CHECK (text != NULL && strncmp (text, "offgomp", 7) == 0);
  debugger_free ((void *)text);
  OK (ompd.get_device_thread_id_kinds (space, &kinds, &sizes, &count));
  CHECK (count == 2 && kinds[1] == OMPD_THREAD_ID_LWP && sizes[1] == 4);
  debugger_free (kinds);
  debugger_free (sizes);
  CHECK (ompd.device_initialize (space, context, OMPD_DEVICE_KIND_CUDA, 0, NULL,
                                 &device)
         == ompd_rc_unsupported);
  OK (ompd.device_initialize (space, context, OMPD_DEVICE_KIND_HOST, 0, NULL,
                              &device));
  OK (ompd.rel_address_space_handle (device));
}

static void
check_threads (void)
{
  ompd_thread_handle_t *same;
  pthread_t nobody = 12345;
  for (int i = 0; i < 4; i++)
    {
      int number = 0, order = 1;
      OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_PTHREAD,
                                  sizeof (pthread_t), &truth.pthread[i],
                                  &threads[i]));
      OK (ompd.get_thread_id (threads[i], OMPD_THREAD_ID_LWP, sizeof (int),
                              &number));
      CHECK (number == truth.system_id[i]);
      OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (int),
                                  &number, &same));
      OK (ompd.thread_handle_compare (threads[i], same, &order));
      CHECK (order == 0);
      OK (ompd.rel_thread_handle (same));
    }
  CHECK (ompd.get_thread_handle (space, OMPD_THREAD_ID_PTHREAD, sizeof (nobody),
                                 &nobody, &same)
         == ompd_rc_unavailable);
  CHECK (ompd.get_thread_handle (space, 7, sizeof (nobody), &nobody, &same)
         == ompd_rc_unsupported);
}

/* A thread that is in no region: its region is the implicit one.  */
static void
check_outside (void)
{
  ompd_thread_handle_t *thread, *same;
  ompd_parallel_handle_t *region;
  int order = 1;
  OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (int),
                              &truth.outside, &thread));
  OK (ompd.get_curr_parallel_handle (thread, &region));
  CHECK (ompd.get_enclosing_parallel_handle (region, &implicit)
         == ompd_rc_unavailable);
  OK (ompd.get_thread_in_parallel (region, 0, &same));
  OK (ompd.thread_handle_compare (thread, same, &order));
  CHECK (order == 0);
  OK (ompd.rel_thread_handle (same));
  OK (ompd.rel_thread_handle (thread));
  OK (ompd.rel_parallel_handle (region));
}

static bool
same_region (ompd_parallel_handle_t *a, ompd_parallel_handle_t *b)
{
  int order = 1;
  return ompd.parallel_handle_compare (a, b, &order) == ompd_rc_ok
         && order == 0;
}

static void
check_members (ompd_parallel_handle_t *region, int count,
               ompd_thread_handle_t **members)
{
  ompd_thread_handle_t *thread;
  int order = 1;
  for (int i = 0; i < count; i++)
    {
      OK (ompd.get_thread_in_parallel (region, i, &thread));
      OK (ompd.thread_handle_compare (thread, members[i], &order));
      CHECK (order == 0);
      OK (ompd.rel_thread_handle (thread));
    }
  CHECK (ompd.get_thread_in_parallel (region, count, &thread)
         == ompd_rc_bad_input);
}

static void
check_regions (void)
{
  ompd_parallel_handle_t *same;
  ompd_thread_handle_t *inside[2] = { threads[1], threads[3] };
  OK (ompd.get_curr_parallel_handle (threads[1], &inner));
  OK (ompd.get_curr_parallel_handle (threads[2], &outer));
  OK (ompd.get_enclosing_parallel_handle (inner, &same));
  CHECK (same_region (outer, same) && !same_region (outer, inner));
  OK (ompd.rel_parallel_handle (same));
  OK (ompd.get_enclosing_parallel_handle (outer, &implicit));
  CHECK (ompd.get_enclosing_parallel_handle (implicit, &same)
         == ompd_rc_unavailable);
  check_members (outer, 3, threads);
  check_members (inner, 2, inside);
  check_members (implicit, 1, threads);
}

/* ---- Tasks.  */

static bool
same_task (ompd_task_handle_t *a, ompd_task_handle_t *b)
{
  int order = 1;
  return ompd.task_handle_compare (a, b, &order) == ompd_rc_ok && order == 0;
}

static void
check_frames (ompd_task_handle_t *task)
{
  ompd_frame_info_t out, in;
  if (!tracked)
    {
      CHECK (ompd.get_task_frame (task, &out, &in)
             == ompd_rc_needs_state_tracking);
      return;
    }
  OK (ompd.get_task_frame (task, &out, &in));
  uint64_t body = (uint64_t)(uintptr_t)truth.frame;
  CHECK (out.frame_address.address > body
         && out.frame_address.address - body < 4096);
  CHECK (in.frame_address.address == 0);
}

static void
check_scheduling (ompd_task_handle_t *task, ompd_task_handle_t *parent)
{
  ompd_task_handle_t *below;
  if (!tracked)
    {
      CHECK (ompd.get_scheduling_task_handle (task, &below)
             == ompd_rc_needs_state_tracking);
      return;
    }
  OK (ompd.get_scheduling_task_handle (task, &below));
  CHECK (same_task (below, parent));
  OK (ompd.rel_task_handle (below));
}

static void
check_tasks (void)
{
  ompd_task_handle_t *task, *member, *parent, *grandparent, *outermost;
  ompd_parallel_handle_t *region;
  ompd_address_t function = { 0 }, other = { 0 };
  OK (ompd.get_curr_task_handle (threads[1], &task));
  OK (ompd.get_task_parallel_handle (task, &region));
  CHECK (same_region (region, inner));
  OK (ompd.rel_parallel_handle (region));
  OK (ompd.get_generating_task_handle (task, &parent));
  OK (ompd.get_task_in_parallel (inner, 0, &member));
  CHECK (same_task (parent, member) && !same_task (task, member));
  check_scheduling (task, parent);
  check_frames (task);
  OK (ompd.rel_task_handle (member));
  OK (ompd.get_generating_task_handle (parent, &grandparent));
  OK (ompd.get_task_in_parallel (outer, 1, &member));
  CHECK (same_task (grandparent, member));
  OK (ompd.rel_task_handle (member));
  OK (ompd.get_generating_task_handle (grandparent, &outermost));
  OK (ompd.get_task_function (task, &function));
  CHECK (function.address != 0);
  OK (ompd.get_task_function (parent, &other));
  CHECK (other.address != 0 && other.address != function.address);
  OK (ompd.get_task_parallel_handle (outermost, &region));
  CHECK (same_region (region, implicit));
  CHECK (ompd.get_generating_task_handle (outermost, &member)
         == ompd_rc_unavailable);
  OK (ompd.rel_parallel_handle (region));
  OK (ompd.rel_task_handle (outermost));
  OK (ompd.rel_task_handle (grandparent));
  OK (ompd.rel_task_handle (parent));
  OK (ompd.rel_task_handle (task));
}

/* ---- States and variables.  */

static void
check_state (int i, ompd_word_t wanted, void *lock)
{
  ompd_word_t state = -1;
  ompd_wait_id_t wait = 1;
  if (!tracked)
    {
      CHECK (ompd.get_state (threads[i], &state, &wait)
             == ompd_rc_needs_state_tracking);
      return;
    }
  OK (ompd.get_state (threads[i], &state, &wait));
  CHECK (state == wanted);
  CHECK (wait == (ompd_wait_id_t)(uintptr_t)lock);
}

static void
check_states (void)
{
  ompd_word_t state = ompt_state_undefined, more = 1;
  const char *name;
  int count = 0;
  check_state (0, ompt_state_wait_barrier_explicit, NULL);
  check_state (1, ompt_state_work_parallel, NULL);
  check_state (2, ompt_state_wait_lock, truth.lock);
  check_state (3, ompt_state_wait_barrier_implicit_parallel, NULL);
  while (more && count < 100)
    {
      OK (ompd.enumerate_states (space, state, &state, &name, &more));
      CHECK (strncmp (name, "ompt_state_", 11) == 0);
      debugger_free ((void *)name);
      count++;
    }
  CHECK (count == 15);
}

static void
check_icv (const char *name, void *handle, ompd_rc_t rc, ompd_word_t wanted,
           const char *wanted_text)
{
  ompd_scope_t scope;
  ompd_icv_id_t id = debugger_icv (space, name, &scope);
  ompd_word_t value = -77;
  const char *text = NULL;
  ompd_rc_t answer = ompd.get_icv_from_scope (handle, scope, id, &value);
  if (answer != rc || (rc == ompd_rc_ok && value != wanted))
    failures++, printf ("%s: %d, %ld\n", name, answer, (long)value);
  OK (ompd.get_icv_string_from_scope (handle, scope, id, &text));
  if (text == NULL || strcmp (text, wanted_text) != 0)
    failures++, printf ("%s: '%s'\n", name, text);
  debugger_free ((void *)text);
}

static void
check_icvs (void)
{
  ompd_task_handle_t *task;
  const char *const *lines;
  int count = 0;
  OK (ompd.get_curr_task_handle (threads[1], &task));
  check_icv ("nthreads-var", task, ompd_rc_incomplete, 6, "6,7");
  check_icv ("run-sched-var", task, ompd_rc_incomplete, 0,
             "monotonic:guided,3");
  check_icv ("ompd-final-var", task, ompd_rc_ok, 1, "true");
  check_icv ("ompd-implicit-var", task, ompd_rc_ok, 0, "false");
  check_icv ("max-active-levels-var", task, ompd_rc_ok, 3, "3");
  check_icv ("ompd-thread-num-var", threads[3], ompd_rc_ok, 1, "1");
  check_icv ("ompd-team-size-var", inner, ompd_rc_ok, 2, "2");
  check_icv ("ompd-team-size-var", outer, ompd_rc_ok, 3, "3");
  check_icv ("ompd-team-size-var", implicit, ompd_rc_ok, 1, "1");
  check_icv ("levels-var", inner, ompd_rc_ok, 2, "2");
  check_icv ("active-levels-var", implicit, ompd_rc_ok, 0, "0");
  check_icv ("cancel-var", space, ompd_rc_ok, 1, "true");
  check_icv ("debug-var", space, ompd_rc_ok, tracked,
             tracked ? "true" : "false");
  check_icv ("wait-policy-var", space, ompd_rc_ok, 0, "passive");
  check_icv ("tool-libraries-var", space, ompd_rc_ok, 0, "");
  check_icv ("default-device-var", task, ompd_rc_ok, 0,
             "the first one with code");
  OK (ompd.rel_task_handle (task));
  OK (ompd.get_display_control_vars (space, &lines));
  for (; lines[count] != NULL; count++)
    CHECK (strchr (lines[count], '=') != NULL);
  CHECK (count > 15);
  OK (ompd.rel_display_control_vars (&lines));
}

static void
check_tool_data (void)
{
  ompd_word_t value = -1;
  ompd_address_t pointer;
  ompd_rc_t wanted = tracked ? ompd_rc_ok : ompd_rc_needs_state_tracking;
  ompd_thread_handle_t *thread = threads[1];
  CHECK (ompd.get_tool_data (thread, ompd_scope_thread, &value, &pointer)
         == wanted);
  CHECK (ompd.get_tool_data (inner, ompd_scope_parallel, &value, &pointer)
         == wanted);
  CHECK (value == (tracked ? 0 : -1));
  CHECK (ompd.get_tool_data (space, ompd_scope_global, &value, &pointer)
         == ompd_rc_bad_input);
}

/* Every list is a ring.  */
static void
check_damaged (void)
{
  ompd_thread_handle_t *thread;
  ompd_task_handle_t *task, *below;
  int number = 1;
  OK (ompd.get_curr_task_handle (threads[1], &task));
  debugger_damaged = true;
  CHECK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (number),
                                 &number, &thread)
         == ompd_rc_unavailable);
  CHECK (ompd.get_thread_in_parallel (outer, 0, &thread)
         == ompd_rc_unavailable);
  CHECK (ompd.get_scheduling_task_handle (task, &below) == ompd_rc_unavailable);
  debugger_damaged = false;
  OK (ompd.rel_task_handle (task));
}

static void
release (void)
{
  ompd_address_space_handle_t *same;
  OK (ompd.get_device_from_thread (threads[0], &same));
  OK (ompd.rel_address_space_handle (same));
  for (int i = 0; i < 4; i++)
    OK (ompd.rel_thread_handle (threads[i]));
  OK (ompd.rel_parallel_handle (inner));
  OK (ompd.rel_parallel_handle (outer));
  OK (ompd.rel_parallel_handle (implicit));
  OK (ompd.rel_address_space_handle (space));
  OK (ompd.finalize ());
  CHECK (ompd.finalize () != ompd_rc_ok);
  CHECK (debugger_blocks == 0);
}

/* The program names the library; the breakpoints are symbols.  */
static void
check_symbols (const char *name)
{
  static const char *const stops[]
      = { "thread_begin", "thread_end", "parallel_begin", "parallel_end",
          "task_begin",   "task_end",   "device_begin",   "device_end",
          "teams_begin",  "teams_end" };
  uint64_t vector = 0, first = 0;
  char path[1024], symbol[64];
  CHECK (reader_read (&reader, reader_address (&reader, "ompd_dll_locations"),
                      8, &vector));
  CHECK (reader_read (&reader, vector, 8, &first));
  size_t length = strlen (name) + 1;
  CHECK (first != 0 && length < sizeof (path)
         && reader_read (&reader, first, length, path));
  CHECK (reader_address (&reader, "ompd_dll_locations_valid") != 0);
  for (size_t i = 0; i < sizeof (stops) / sizeof (stops[0]); i++)
    {
      snprintf (symbol, sizeof (symbol), "ompd_bp_%s", stops[i]);
      CHECK (reader_address (&reader, symbol) != 0);
    }
}

int
main (int argc, char **argv)
{
  if (argc < 3 || !debugger_load (argv[1]))
    {
      printf ("%s\n", argc < 3 ? "what?" : dlerror ());
      return 2;
    }
  tracked = argc > 3;
  if (strspn (argv[2], "0123456789") == strlen (argv[2]))
    reader_open_process (&reader, argv[2]);
  else
    reader_open_core (&reader, argv[2]);
  if (!reader_read (&reader, reader_address (&reader, "truth"), sizeof (truth),
                    &truth))
    {
      printf ("the program cannot be read\n");
      return 2;
    }
  check_symbols (argv[1]);
  check_library ();
  check_space ();
  check_threads ();
  check_outside ();
  check_regions ();
  check_tasks ();
  check_states ();
  check_icvs ();
  check_tool_data ();
  check_damaged ();
  release ();
  return failures != 0;
}
