/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target constructs, data directives and routines, declare target variables,
   target tasks and several threads.  */

#define REGIONS(X) X (add_one)
#include "target.h"

static void
add_one (void **slots)
{
  ++*(int *)real (slots[0]);
}

static void
target_data (void)
{
  int a[2] = { 1, 2 };
  clause (TOFROM, a, sizeof (a));
  clause (USE_DEVICE, a, 0);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  ++*(int *)real (hosts[1]);
  EXPECT (omp_get_mapped_ptr (a, device) == hosts[1]);
  GOMP_target_end_data ();
  EXPECT (a[0] == 2 && !omp_target_is_present (a, device));
  GOMP_target_end_data ();
}

static void
variables (void)
{
  EXPECT (number_on_device >= 0);
  counter = 5;
  clause (TO, &counter, sizeof (counter));
  update ();
  EXPECT (counter_on_device == 5);
  clause (TOFROM, &counter, sizeof (counter));
  target (host_add_one);
  EXPECT (counter == 5 && counter_on_device == 6);
  clause (DELETE, &counter, sizeof (counter));
  leave ();
  EXPECT (omp_target_is_present (&counter, device));
}

static void
routines (void)
{
  int a[6] = { 1, 2, 3, 4, 5, 6 }, b[6] = { 0 };
  int host = omp_get_initial_device ();
  int *d = omp_target_alloc (sizeof (a), device);
  EXPECT (omp_target_memcpy (d, a, sizeof (a), 0, 0, device, host) == 0);
  EXPECT (omp_target_memcpy (d, d, 4, 4, 20, device, device) == 0);
  EXPECT (omp_target_memcpy (b, d, sizeof (a), 0, 0, host, device) == 0);
  EXPECT (b[0] == 1 && b[1] == 6 && b[5] == 6);
  size_t volume[] = { 2, 1 }, at[] = { 0, 1 }, dims[] = { 2, 3 };
  EXPECT (omp_target_memcpy_rect (d, a, 4, 2, volume, at, at, dims, dims,
                                  device, host)
          == 0);
  EXPECT (((int *)real (d))[1] == 2 && ((int *)real (d))[4] == 5);
  EXPECT (omp_target_memcpy_rect (NULL, NULL, 4, 2, NULL, NULL, NULL, NULL,
                                  NULL, 0, 0)
          == INT_MAX);
  EXPECT (omp_target_associate_ptr (a, d, sizeof (a), 0, device) == 0);
  EXPECT (omp_target_associate_ptr (a, d, sizeof (a), 0, device) == 0);
  EXPECT (omp_target_associate_ptr (a, d, sizeof (a), 4, device) != 0);
  clause (TOFROM, a, sizeof (a));
  target (host_add_one);
  EXPECT (a[0] == 1 && *(int *)real (d) == 2);
  EXPECT (omp_target_disassociate_ptr (a + 1, device) != 0);
  EXPECT (omp_target_disassociate_ptr (a, device) == 0);
  EXPECT (!omp_target_is_present (a, device));
  omp_target_free (d, device);
  EXPECT (omp_target_alloc (4, 7) == NULL && omp_target_alloc (4, -7) == NULL);
}

static void
host_without_image (void *a)
{
  **(int **)a = omp_is_initial_device () ? 1 : 2;
}

static void
without_image (void)
{
  int where = 0;
  clause (TOFROM, &where, sizeof (where));
  target (host_without_image);
  EXPECT (where == 1);
  gomp_icv_global.target_offload = GOMP_OFFLOAD_MANDATORY;
  clause (TOFROM, &where, sizeof (where));
  expect_error (host_without_image, "is in no image for device");
  gomp_icv_global.target_offload = GOMP_OFFLOAD_DEFAULT;
}

static void
later (void)
{
  int x = 1;
  void *args[] = { NULL };
  clause (TOFROM, &x, sizeof (x));
  void *depend[] = { (void *)1, (void *)1, &x };
  for (int i = 0; i < 10; i++)
    GOMP_target_ext (device, host_add_one, clauses, hosts, sizes, kinds, 1,
                     depend, args);
  clauses = 0;
  GOMP_taskwait ();
  EXPECT (x == 11);
}

/* ---- Threads.  */

static void *
map_one (void *arg)
{
  int *shared = arg;
  int private = 0;
  void *args[] = { NULL };
  size_t size = sizeof (int);
  unsigned short kind = TOFROM | ALIGN (2);
  for (int i = 0; i < 2000; i++)
    {
      void *host = &private;
      GOMP_target_ext (device, host_add_one, 1, &host, &size, &kind, 0, NULL,
                       args);
      host = shared;
      GOMP_target_data_ext (device, 1, &host, &size, &kind);
      EXPECT (omp_target_is_present (shared, device));
      GOMP_target_end_data ();
    }
  EXPECT (private == 2000);
  return NULL;
}

static void
threads (void)
{
  int shared = 99;
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, map_one, &shared);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  EXPECT (shared == 99 && !omp_target_is_present (&shared, device));
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (target_data);
      RUN (variables);
      RUN (routines);
      RUN (without_image);
      RUN (later);
      RUN (threads);
    }
  return check_done ();
}
