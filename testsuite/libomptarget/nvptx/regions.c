/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target regions for NVIDIA devices by clang: what they are given, what they
   leave, and what their teams and threads calculate.  On two devices.  */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
int omp_get_num_teams (void), omp_get_team_num (void);
int omp_get_num_threads (void), omp_get_thread_num (void);
int omp_get_num_devices (void), omp_get_initial_device (void);
int omp_get_default_device (void);
void omp_set_default_device (int);
void *omp_target_alloc (size_t, int);
void omp_target_free (void *, int);
int omp_target_memcpy (void *, const void *, size_t, size_t, size_t, int, int);

int omp_get_device_num (void), omp_is_initial_device (void);
/* What the older device runtimes lack.  */
#ifdef __NVPTX__
#  if __clang_major__ < 15
#    pragma omp declare target
extern struct
{
  unsigned debug, devices, device, memory;
} omptarget_device_environment;
#    pragma omp end declare target
#    define omp_get_device_num() ((int)omptarget_device_environment.device)
#  endif
#  if __clang_major__ < 17
#    define omp_is_initial_device() 0
#  endif
#endif

#define CHECK(what, condition)                                                 \
  printf ("%s: %s, line %d\n", (condition) ? "PASS" : "FAIL", what, __LINE__)

#define N 1000
static int a[N], b[N];
#pragma omp declare target
int counter = 7;
static int hidden = 3;
struct
{
  int n[4];
} table = { { 1, 2, 3, 4 } };
#pragma omp end declare target
#pragma omp declare target
int running, most;
/* How many regions have this call at a time; the first team waits a while for
   that of another region.  */
static int
meet (void)
{
  int n;
  if (omp_get_team_num () != 0)
    return 1;
#pragma omp atomic capture
  n = ++running;
  for (int i = 0; i < 2000 && n == 1; i++)
#pragma omp atomic read
    n = running;
  if (n > most)
    most = n;
#pragma omp atomic
  running--;
  return 1;
}
#pragma omp end declare target
int linked[100];
#pragma omp declare target link(linked)

struct mixed
{
  char c;
  double d;
  int n[5];
};

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    a[i] = i, b[i] = 2 * i;
}

static void
arguments (void)
{
  int n = 5, zero[1] = { 9 };
  bool yes = true;
  float f = 1.5f;
  double d = 2.5, there = 0;
  struct mixed s = { 'x', 0.25, { 1, 2, 3, 4, 5 } };
  fill ();
#pragma omp target map(tofrom : n)
  n += 2;
  CHECK ("a mapped scalar", n == 7);
#pragma omp target map(from : there) firstprivate(s)
  there = n * f + d + (yes ? s.d : 0) + s.n[4] + s.c;
  CHECK ("firstprivate scalars and a structure",
         there == 7 * 1.5 + 2.5 + 0.25 + 5 + 'x');
#pragma omp target map(tofrom : a [10:20])
  for (int i = 10; i < 30; i++)
    a[i] = -a[i];
  CHECK ("a section", a[9] == 9 && a[10] == -10 && a[29] == -29 && a[30] == 30);
  int *p = b + 50;
#pragma omp target map(tofrom : p [-5:10])
  p[-5] = p[4] = 0;
  CHECK ("a section from before the pointer on",
         b[44] == 88 && b[45] == 0 && b[54] == 0 && b[55] == 110);
#pragma omp target map(tofrom : a)
  a[3] = zero[0];
  CHECK ("implicit maps", a[3] == 9);
#pragma omp target
  {
  }
  CHECK ("an empty region", true);
}

static void
variables (void)
{
  int first = 0, second = 0;
#pragma omp target map(from : first)
  first = counter++ + hidden + table.n[3];
#pragma omp target map(from : second)
  second = counter;
  CHECK ("variables of the device", first == 14 && second == 8);
  CHECK ("not of the host", counter == 7);
  counter = 20;
#pragma omp target update to(counter)
#pragma omp target
  counter++;
#pragma omp target update from(counter)
  CHECK ("updated", counter == 21);
  linked[3] = 5;
#pragma omp target map(tofrom : linked)
  linked[3]++;
  CHECK ("a link variable", linked[3] == 6);
}

static void
data (void)
{
  int inside = 0;
  fill ();
#pragma omp target data map(tofrom : a) map(to : b)
  {
#pragma omp target
    for (int i = 0; i < N; i++)
      a[i] += b[i];
    inside = a[10];
#pragma omp target update from(a [0:100])
  }
  CHECK ("a data region", inside == 10 && a[10] == 30 && a[999] == 2997);
  int *p = malloc (100 * sizeof (int));
#pragma omp target enter data map(alloc : p [0:100])
#pragma omp target
  for (int i = 0; i < 100; i++)
    p[i] = 3 * i;
#pragma omp target exit data map(from : p [0:100])
  CHECK ("enter and exit data", p[99] == 297);
  int device = omp_get_default_device ();
  int *d = omp_target_alloc (100 * sizeof (int), device);
  omp_target_memcpy (d, p, 400, 0, 0, device, omp_get_initial_device ());
#pragma omp target is_device_ptr(d)
  d[1] = 77;
  omp_target_memcpy (p, d, 400, 0, 0, omp_get_initial_device (), device);
  omp_target_free (d, device);
  CHECK ("is_device_ptr", p[0] == 0 && p[1] == 77 && p[99] == 297);
  free (p);
}

static void
threads (void)
{
  int n = 0, sum = 0, teams = 0, limited = 0;
  fill ();
#pragma omp target map(tofrom : a, n, sum)
  {
    n = 1;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += a[i] += n;
    n = sum;
#pragma omp parallel num_threads(33)
#pragma omp atomic
    sum++;
  }
  /* The older runtimes have whole warps.  */
  CHECK ("parallel regions in a sequential one",
         n == 500500 && a[999] == 1000
             && sum == n + (__clang_major__ < 17 ? 32 : 33));
#pragma omp target teams num_teams(5) thread_limit(64) map(tofrom : teams)     \
    reduction(+ : teams)
  teams += 100 + omp_get_num_teams ();
  CHECK ("teams", teams == 5 * 105);
#if __clang_major__ < 17 /* they do not know this clause there */
#  pragma omp target teams num_teams(1) thread_limit(37) map(tofrom : limited)
#  pragma omp parallel
#else
#  pragma omp target parallel thread_limit(37) map(tofrom : limited)
#endif
  if (omp_get_thread_num () == 0)
    limited = omp_get_num_threads ();
  CHECK ("a thread limit", limited > 0 && limited <= 37);
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] *= 2;
  CHECK ("a distributed loop", a[0] == 2 && a[999] == 2000);
#pragma omp target teams distribute map(tofrom : b)
  for (int i = 0; i < 10; i++)
    {
      int base = b[100 * i];
#pragma omp parallel for
      for (int k = 0; k < 100; k++)
        b[100 * i + k] -= base;
    }
  CHECK ("loops in distributed ones",
         b[0] == 0 && b[150] == 100 && b[999] == 198);
}

static void
reductions (void)
{
  long sum = 0, product = 1;
  int least = 1 << 30, most = -1;
  double d = 0;
  fill ();
#pragma omp target teams distribute parallel for map(tofrom : sum, d)          \
    reduction(+ : sum, d)
  for (int i = 0; i < N; i++)
    sum += a[i], d += 0.5 * a[i];
  CHECK ("sums of teams", sum == 499500 && d == 249750);
#pragma omp target teams distribute parallel for map(tofrom                    \
                                                     : least, most)            \
    reduction(min                                                              \
              : least) reduction(max                                           \
                                 : most) num_teams(7)
  for (int i = 0; i < N; i++)
    {
      int v = (a[i] * 37 + 11) % 1009;
      least = v < least ? v : least;
      most = v > most ? v : most;
    }
  int low = 1 << 30, high = -1;
  for (int i = 0; i < N; i++)
    {
      int v = (a[i] * 37 + 11) % 1009;
      low = v < low ? v : low;
      high = v > high ? v : high;
    }
  CHECK ("minimum and maximum", least == low && most == high);
#pragma omp target parallel for map(tofrom : product) reduction(* : product)
  for (int i = 1; i < 13; i++)
    product *= i;
  CHECK ("a product of threads", product == 479001600);
  for (int k = 0; k < 3; k++)
    {
      sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum)             \
    reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += a[i];
    }
  CHECK ("a sum, again", sum == 499500);
}

static void
tasks (void)
{
  int x = 1, y = 0;
#pragma omp target nowait depend(out : x) map(tofrom : x)
  x *= 10;
#pragma omp target nowait depend(in                                            \
                                 : x) depend(out                               \
                                             : y) map(to                       \
                                                      : x) map(from            \
                                                               : y)
  y = x + 1;
#pragma omp taskwait
  CHECK ("regions with nowait, in order", x == 10 && y == 11);
  long sum[8] = { 0 };
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 8; k++)
#pragma omp target teams distribute parallel for map(tofrom : sum[k])          \
    reduction(+ : sum[k])
    for (int i = 0; i < 100; i++)
      sum[k] += i + k;
  bool right = true;
  for (int k = 0; k < 8; k++)
    right &= sum[k] == 4950 + 100 * k;
  CHECK ("regions of several threads", right);
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 8; k++)
#pragma omp target teams num_teams(2) map(tofrom : sum[k]) reduction(+ : sum[k])
    sum[k] += meet ();
#pragma omp target update from(most)
  CHECK ("one at a time, if their teams share memory",
         __clang_major__ > 16 || most == 1);
}

static void
devices (void)
{
  int count = omp_get_num_devices ();
  CHECK ("devices", count == 2);
  for (int n = 0; n < count; n++)
    {
      int there = -1, host = 1;
#pragma omp target device(n) map(from : there, host)
      {
        there = omp_get_device_num ();
        host = omp_is_initial_device ();
      }
      CHECK ("the region's device", there == n && host == 0);
    }
  int here = 0;
#pragma omp target device(omp_get_initial_device()) map(tofrom : here)
  here++;
  CHECK ("the host", here == 1);
}

int
main (void)
{
  arguments ();
  variables ();
  data ();
  threads ();
  reductions ();
  tasks ();
  devices ();
  fflush (stdout);
#pragma omp target
  printf ("PASS: a region prints %d\n", 42);
  return 0;
}
