/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread that pthread_cancel shall end calls the library.  It does not end
   inside the library, where it would keep locks and slots, but at its next
   cancellation point.  No other thread waits in vain afterwards.  */
/* { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" } */
/* { dg-set-target-env-var GOMP_OFFLOAD_INFO "all" } */
/* { dg-set-target-env-var GOMP_OFFLOAD_TRACE "/dev/null" } */
/* { dg-additional-options "-pthread" } */
/* { dg-skip-stock "it has cancellation points" } */

#define _GNU_SOURCE 1
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define LARGE ((size_t)8 << 20)

static char *large;
static int data[1000];

/* GCC 16 drops a call whose result is unused.  */
static void
count_devices (void)
{
  static volatile int devices;
  devices = omp_get_num_devices ();
}

static void
region (void)
{
  int x = 1;

#pragma omp target map(tofrom : x)
  x++;
}

/* What it has not yet written is written before.  */
static void
region_after_output (void)
{
  static char line[] = "text\n";

  fputs_unlocked (line, stdout);
  region ();
}

static void
map_large (void)
{
#pragma omp target enter data map(to : large[:LARGE])
}

static void
unmap_large (void)
{
#pragma omp target update from(large[:LARGE])
#pragma omp target exit data map(delete : large[:LARGE])
}

static void
deferred_regions (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 300; i++)
      {
#pragma omp target nowait map(tofrom : data [i:1])
        data[i]++;
      }
#pragma omp taskwait
  }
}

static void
side_by_side (void)
{
#pragma omp parallel num_threads(4)
  region ();
}

static void
routines (void)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  void *there = omp_target_alloc (sizeof data, device);

  if (there == NULL)
    return;
  omp_target_memcpy (there, data, sizeof data, 0, 0, device, host);
  omp_target_memcpy (data, there, sizeof data, 0, 0, host, device);
  omp_target_associate_ptr (data, there, sizeof data, 0, device);
  omp_target_disassociate_ptr (data, device);
  omp_target_free (there, device);
}

static void
many_threads (void)
{
#pragma omp parallel num_threads(9)
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 100; i++)
#pragma omp task firstprivate(i)
    data[i]++;
}

static void
locks (void)
{
  omp_lock_t lock;

  omp_init_lock (&lock);
#pragma omp parallel num_threads(3)
  {
    omp_set_lock (&lock);
    data[0]++;
    omp_unset_lock (&lock);
#pragma omp critical
    data[0]++;
#pragma omp barrier
  }
  omp_destroy_lock (&lock);
}

static void
warning (void)
{
  omp_set_num_threads (-1);
}

static void
display (void)
{
  omp_display_env (1);
  omp_display_affinity (NULL);
}

static void
pause_resources (void)
{
  omp_pause_resource_all (omp_pause_soft);
}

static const struct
{
  const char *name;
  void (*body) (void);
} steps[] = {
  { "count_devices", count_devices },
  { "first_region", region },
  { "region", region },
  { "region_after_output", region_after_output },
  { "map_large", map_large },
  { "unmap_large", unmap_large },
  { "deferred_regions", deferred_regions },
  { "side_by_side", side_by_side },
  { "routines", routines },
  { "many_threads", many_threads },
  { "locks", locks },
  { "warning", warning },
  { "display", display },
  { "pause_resources", pause_resources },
  { "region_once_more", region },
};

static void *
use (void *argument)
{
  void (**body) (void) = argument;
  int before;

  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &before);
  pthread_cancel (pthread_self ());
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &before);
  (*body) ();
  *body = NULL;
  pthread_testcancel ();
  return NULL;
}

int
main (void)
{
  large = malloc (LARGE);
  memset (large, 1, LARGE);
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    {
      void (*body) (void) = steps[i].body;
      pthread_t thread;
      void *result;
      CHECK (pthread_create (&thread, NULL, use, &body) == 0);
      CHECK (pthread_join (thread, &result) == 0);
      int ended = body == NULL && result == PTHREAD_CANCELED;
      if (!ended)
        fprintf (stderr, "%s: %s\n", steps[i].name,
                 body != NULL ? "ended in the library" : "not ended at all");
      CHECK (ended);
    }
  region ();
  free (large);
  return 0;
}
