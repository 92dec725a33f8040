/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines of omp.h, with the sizes of locks and the handles that clang's
   header has.  */
/* { dg-do run } */
/* { dg-threads "1 2 4" } */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <string.h>

#include "../libgomp.c/check.h"

static void
locks (int threads)
{
  omp_lock_t lock[2];
  omp_nest_lock_t nest[2];
  int n = 0;
  for (int i = 0; i < 2; i++)
    {
      omp_init_lock (&lock[i]);
      omp_init_nest_lock_with_hint (&nest[i], omp_sync_hint_contended);
    }
#pragma omp parallel
  for (int i = 0; i < 100; i++)
    {
      omp_set_lock (&lock[1]);
      n++;
      omp_unset_lock (&lock[1]);
      omp_set_nest_lock (&nest[0]);
      CHECK (omp_test_nest_lock (&nest[0]) == 2);
      omp_set_lock (&lock[1]);
      n++;
      omp_unset_lock (&lock[1]);
      omp_unset_nest_lock (&nest[0]);
      omp_unset_nest_lock (&nest[0]);
    }
  CHECK (n == 200 * threads);
  CHECK (omp_test_lock (&lock[0]) && !omp_test_lock (&lock[0]));
  omp_unset_lock (&lock[0]);
  for (int i = 0; i < 2; i++)
    {
      omp_destroy_lock (&lock[i]);
      omp_destroy_nest_lock (&nest[i]);
    }
}

static void
memory (void)
{
  omp_alloctrait_t traits[]
      = { { omp_atk_alignment, 256 }, { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 2, traits);
  CHECK (a != omp_null_allocator);
  char *p = omp_alloc (1000, a);
  CHECK (p != NULL && ((unsigned long)p & 255) == 0);
  p = omp_realloc (p, 2000, a, a);
  CHECK (p != NULL);
  omp_free (p, a);
  omp_destroy_allocator (a);
  p = omp_calloc (10, 10, omp_high_bw_mem_alloc);
  CHECK (p != NULL && p[99] == 0);
  omp_free (p, omp_null_allocator);
  CHECK (omp_get_default_allocator () == omp_default_mem_alloc);
  p = kmp_calloc (3, 5);
  CHECK (p != NULL && p[14] == 0);
  kmp_free (kmp_realloc (p, 100));
}

static void
settings (void)
{
  omp_sched_t kind;
  int chunk;
  omp_set_schedule (omp_sched_guided, 5);
  omp_get_schedule (&kind, &chunk);
  CHECK (kind == omp_sched_guided && chunk == 5);
  omp_set_dynamic (1);
  CHECK (omp_get_dynamic ());
  omp_set_dynamic (0);
  omp_set_max_active_levels (3);
  CHECK (omp_get_max_active_levels () == 3);
  omp_set_num_teams (5);
  CHECK (omp_get_max_teams () == 5);
  omp_set_num_teams (0);
  double t = omp_get_wtime ();
  CHECK (omp_get_wtick () > 0 && omp_get_wtime () >= t);
  CHECK (omp_get_num_procs () >= 1 && omp_get_thread_limit () >= 1);
  CHECK (omp_get_initial_device () == omp_get_num_devices ());
  CHECK (omp_control_tool (omp_control_tool_start, 0, NULL)
         == omp_control_tool_notool);
  char text[100];
  CHECK (omp_capture_affinity (text, sizeof (text), "%n of %N") < 100);
  CHECK (strcmp (text, "0 of 1") == 0);
}

/* These are in libraries from LLVM 23 on, by the name that Fortran calls, too,
   with values.  */
static void
uids (const char *from_device, const char *from_uid)
{
  const char *(*get_uid) (int);
  int (*get_device) (const char *);
  *(void **)&get_uid = dlvsym (RTLD_DEFAULT, from_device, "VERSION");
  *(void **)&get_device = dlvsym (RTLD_DEFAULT, from_uid, "VERSION");
  if (get_uid == NULL)
    return;
  const char *uid = get_uid (omp_get_initial_device ());
  CHECK (uid != NULL && strcmp (get_uid (get_device (uid)), uid) == 0);
  CHECK (get_uid (get_device ("of no device")) == NULL);
}

int
main (void)
{
  locks (omp_get_max_threads ());
  memory ();
  settings ();
  uids ("omp_get_uid_from_device", "omp_get_device_from_uid");
  uids ("omp_get_uid_from_device_", "omp_get_device_from_uid_");
  return 0;
}
