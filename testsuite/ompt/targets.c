/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs the target construct that its first argument names, in a way whose
   events targets.sh knows, and checks the results.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 100

static int a[N], b[N];
#pragma omp declare target
static int declared[N];
#pragma omp end declare target

static void
check (int is_right, int line)
{
  if (is_right)
    return;
  printf ("line %d: wrong result\n", line);
  exit (1);
}
#define CHECK(condition) check (condition, __LINE__)

static void
regions (void)
{
  for (int k = 0; k < 3; k++)
#pragma omp target map(tofrom : a)
    for (int i = 0; i < N; i++)
      a[i]++;
  CHECK (a[0] == 3 && a[N - 1] == 3);
#pragma omp target teams num_teams(2) map(from : b)
#pragma omp distribute
  for (int i = 0; i < N; i++)
    b[i] = i;
  CHECK (b[N - 1] == N - 1);
}

/* On the host: by its number, and by an if clause.  */
static void
host (void)
{
  int there = omp_get_initial_device ();
#pragma omp target device(there) map(tofrom : a)
  a[0]++;
#pragma omp target if (0) map(tofrom : a)
  a[0]++;
#pragma omp target data device(there) map(tofrom : a)
  {
#pragma omp target update device(there) to(a)
#pragma omp target enter data device(there) map(to : b)
#pragma omp target exit data device(there) map(release : b)
  } CHECK (a[0] == 2);
}

static void
nowait (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int k = 0; k < 4; k++)
#pragma omp target nowait depend(inout : a) map(tofrom : a)
      a[k]++;
#pragma omp target enter data nowait depend(inout : a) map(to : a)
#pragma omp target nowait depend(inout : a) map(tofrom : a)
    a[0]++;
#pragma omp target update nowait depend(inout : a) from(a)
#pragma omp target exit data nowait depend(inout : a) map(release : a)
#pragma omp taskwait
    CHECK (a[0] == 2 && a[3] == 1);
  }
}

/* Without a wait before the end of the region.  */
static void
many (void)
{
#pragma omp parallel num_threads(4)
  {
    int n = omp_get_thread_num ();
    for (int k = 0; k < 10; k++)
      {
#pragma omp target nowait map(tofrom : b [n:1]) depend(inout : b[n])
        b[n]++;
#pragma omp task depend(inout : b[n])
        b[n]++;
      }
  }
  CHECK (b[0] == 20);
}

static void
host_nowait (void)
{
  int there = omp_get_initial_device ();
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int k = 0; k < 4; k++)
#pragma omp target nowait device(there) map(tofrom : a [k:1])
    {
#pragma omp parallel num_threads(2)
#pragma omp atomic
      a[k]++;
    }
  CHECK (a[0] > 0 && a[3] > 0);
}

static void
dropped (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
    for (int k = 0; k < 4; k++)
#pragma omp target nowait map(tofrom : a)
      a[k]++;
  }
}

static void
data (void)
{
#pragma omp target data map(tofrom : a) map(to : b)
  {
#pragma omp target map(tofrom : a)
    a[1] = b[0] + 1;
#pragma omp target update from(a)
    CHECK (a[1] == 1);
  }
}

static void
enter_exit (void)
{
#pragma omp target enter data map(to : a) map(alloc : b)
#pragma omp target map(tofrom : a, b)
  b[0] = a[0] = 7;
#pragma omp target update to(a)
#pragma omp target exit data map(from : b) map(release : a)
  CHECK (b[0] == 7 && a[0] == 0);
}

static void
routines (void)
{
  int device = omp_get_default_device (), there = omp_get_initial_device ();
  int *p = omp_target_alloc (2 * sizeof (a), device);
  omp_target_memcpy (p, a, sizeof (a), 0, 0, device, there);
  omp_target_memcpy (p, p, sizeof (a), sizeof (a), 0, device, device);
  omp_target_memcpy (b, p, sizeof (a), 0, sizeof (a), there, device);
  CHECK (omp_target_associate_ptr (a, p, sizeof (a), 0, device) == 0);
#pragma omp target map(tofrom : a)
  a[5] = 5;
  CHECK (a[5] == 0);
  CHECK (omp_target_disassociate_ptr (a, device) == 0);
  omp_target_memset (p, 1, 2 * sizeof (a), device);
  omp_target_free (p, device);
}

static void
threads (void)
{
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 5; k++)
    {
      int n = omp_get_thread_num ();
#pragma omp target map(tofrom : a [n:1])
      a[n]++;
    }
  CHECK (a[0] == 5 && a[3] == 5);
}

static void
image (void)
{
#pragma omp target map(from : a)
  a[0] = ++declared[0];
#pragma omp target update from(declared)
  CHECK (a[0] == 1 && declared[0] == 1);
}

/* Regions and leagues in regions; N is not known to the compiler.  */
static void
inside (void)
{
  int sum = 0, n = a[0] + 3;
#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(n) reduction(+ : sum)
  sum++;
  CHECK (sum == 3);
#pragma omp target teams map(tofrom : sum)
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum++;
#pragma omp target teams num_teams(3) map(from : b)
#pragma omp distribute parallel for num_threads(2)
  for (int i = 0; i < N; i++)
    b[i] = i;
  CHECK (b[N - 1] == N - 1);
}

static const struct
{
  const char *name;
  void (*run) (void);
} constructs[] = {
#define C(name)                                                                \
  {                                                                            \
#    name, name                                                                \
  }
  C (regions),     C (host),     C (nowait),  C (many),
  C (host_nowait), C (dropped),  C (data),    C (image),
  C (enter_exit),  C (routines), C (threads), C (inside),
#undef C
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (constructs) / sizeof (constructs[0]); i++)
    if (argc > 1 && strcmp (argv[1], constructs[i].name) == 0)
      {
        constructs[i].run ();
        return 0;
      }
  return 1;
}
