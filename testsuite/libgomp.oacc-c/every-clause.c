/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Each clause of each compute construct, data directive and loop, which other
   programs have with some of these only.  */

#include "check.h"

#define N 24

static int x[N], y[N], z[N], w[N];
static const int yes = 1;

struct holder
{
  int *p;
};

static void
begin (void)
{
  fill (x, N, 1);
  fill (y, N, 2);
  fill (z, N, 0);
  fill (w, N, 0);
}

static void
parallel_sizes (int gangs)
{
  begin ();
#pragma acc parallel num_gangs(gangs) num_workers(2) vector_length(32) copy(x)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] += 3;
  }
  CHECK (is_line (x, N, 4, 1));
}

static void
parallel_own (void)
{
  int own = 5, given = 6, sum = 0;
  begin ();
#pragma acc parallel private(own) firstprivate(given) reduction(+ : sum) copy(x)
  {
    own = 0;
#pragma acc loop reduction(+ : sum)
    for (int i = 0; i < N; i++)
      {
        x[i] += given + own;
        sum += i;
      }
    given = 0;
  }
  CHECK (is_line (x, N, 7, 1) && own == 5 && given == 6);
  CHECK (sum == N * (N - 1) / 2);
}

static void
parallel_data (void)
{
  begin ();
#pragma acc parallel copy(x) copyin(y) copyout(z) create(w)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      {
        w[i] = x[i] + y[i];
        z[i] = w[i];
        x[i]++;
        y[i] = 0;
      }
  }
  CHECK (is_line (x, N, 2, 1) && is_line (z, N, 3, 2));
  CHECK (is_shared () || (is_line (y, N, 2, 1) && is_line (w, N, 0, 1)));
}

static void
parallel_present (void)
{
  begin ();
#pragma acc data copy(x, y, z)
  {
#pragma acc parallel present(x) no_create(y)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        x[i] += y[i];
    }
#pragma acc parallel default(present)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        z[i] = x[i];
    }
#pragma acc parallel default(none) copy(x, y)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        x[i] -= y[i];
    }
  }
  CHECK (is_line (x, N, 1, 1) && is_line (z, N, 3, 2));
}

static void
parallel_pointers (void)
{
  struct holder h = { x };
  begin ();
#pragma acc data copy(x)
  {
    int *d = (int *)acc_deviceptr (x);
#pragma acc parallel deviceptr(d)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        d[i] += 2;
    }
#pragma acc data copyin(h)
    {
#pragma acc parallel default(present) attach(h.p)
      {
#pragma acc loop
        for (int i = 0; i < N; i++)
          h.p[i] += 2;
      }
    }
  }
  CHECK (is_line (x, N, 5, 1) && h.p == x);
}

static void
parallel_queues (void)
{
  begin ();
#pragma acc enter data copyin(x)
#pragma acc parallel async(1) present(x)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] += 1;
  }
#pragma acc parallel wait(1) async(2) present(x) if (yes)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] *= 2;
  }
#pragma acc exit data copyout(x) wait(2)
  CHECK (is_line (x, N, 4, 2));
#pragma acc parallel if (!yes)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] -= 4;
  }
  CHECK (is_line (x, N, 0, 2));
}

static void
kernels_sizes (int gangs)
{
  begin ();
#pragma acc kernels num_gangs(gangs) num_workers(2) vector_length(32) copy(x)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] += 3;
  }
  CHECK (is_line (x, N, 4, 1));
}

static void
kernels_data (void)
{
  begin ();
#pragma acc kernels copy(x) copyin(y) copyout(z) create(w)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      {
        w[i] = x[i] + y[i];
        z[i] = w[i];
        x[i]++;
        y[i] = 0;
      }
  }
  CHECK (is_line (x, N, 2, 1) && is_line (z, N, 3, 2));
  CHECK (is_shared () || (is_line (y, N, 2, 1) && is_line (w, N, 0, 1)));
}

static void
kernels_present (void)
{
  begin ();
#pragma acc data copy(x, y, z)
  {
#pragma acc kernels present(x) no_create(y)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        x[i] += y[i];
    }
#pragma acc kernels default(present)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        z[i] = x[i];
    }
#pragma acc kernels default(none) copy(x, y)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        x[i] -= y[i];
    }
  }
  CHECK (is_line (x, N, 1, 1) && is_line (z, N, 3, 2));
}

static void
kernels_pointers (void)
{
  struct holder h = { x };
  begin ();
#pragma acc data copy(x)
  {
    int *d = (int *)acc_deviceptr (x);
#pragma acc kernels deviceptr(d)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        d[i] += 2;
    }
#pragma acc data copyin(h)
    {
#pragma acc kernels default(present) attach(h.p)
      {
#pragma acc loop
        for (int i = 0; i < N; i++)
          h.p[i] += 2;
      }
    }
  }
  CHECK (is_line (x, N, 5, 1) && h.p == x);
}

static void
kernels_queues (void)
{
  begin ();
#pragma acc enter data copyin(x)
#pragma acc kernels async(1) present(x)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] += 1;
  }
#pragma acc kernels wait(1) async(2) present(x) if (yes)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] *= 2;
  }
#pragma acc exit data copyout(x) wait(2)
  CHECK (is_line (x, N, 4, 2));
#pragma acc kernels if (!yes)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] -= 4;
  }
  CHECK (is_line (x, N, 0, 2));
}

static void
serial_own (void)
{
  int own = 5, given = 6, sum = 0;
  begin ();
#pragma acc serial private(own) firstprivate(given) reduction(+ : sum) copy(x)
  {
    own = 0;
#pragma acc loop reduction(+ : sum)
    for (int i = 0; i < N; i++)
      {
        x[i] += given + own;
        sum += i;
      }
    given = 0;
  }
  CHECK (is_line (x, N, 7, 1) && own == 5 && given == 6);
  CHECK (sum == N * (N - 1) / 2);
}

static void
serial_data (void)
{
  begin ();
#pragma acc serial copy(x) copyin(y) copyout(z) create(w)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      {
        w[i] = x[i] + y[i];
        z[i] = w[i];
        x[i]++;
        y[i] = 0;
      }
  }
  CHECK (is_line (x, N, 2, 1) && is_line (z, N, 3, 2));
  CHECK (is_shared () || (is_line (y, N, 2, 1) && is_line (w, N, 0, 1)));
}

static void
serial_present (void)
{
  begin ();
#pragma acc data copy(x, y, z)
  {
#pragma acc serial present(x) no_create(y)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        x[i] += y[i];
    }
#pragma acc serial default(present)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        z[i] = x[i];
    }
#pragma acc serial default(none) copy(x, y)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        x[i] -= y[i];
    }
  }
  CHECK (is_line (x, N, 1, 1) && is_line (z, N, 3, 2));
}

static void
serial_pointers (void)
{
  struct holder h = { x };
  begin ();
#pragma acc data copy(x)
  {
    int *d = (int *)acc_deviceptr (x);
#pragma acc serial deviceptr(d)
    {
#pragma acc loop
      for (int i = 0; i < N; i++)
        d[i] += 2;
    }
#pragma acc data copyin(h)
    {
#pragma acc serial default(present) attach(h.p)
      {
#pragma acc loop
        for (int i = 0; i < N; i++)
          h.p[i] += 2;
      }
    }
  }
  CHECK (is_line (x, N, 5, 1) && h.p == x);
}

static void
serial_queues (void)
{
  begin ();
#pragma acc enter data copyin(x)
#pragma acc serial async(1) present(x)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] += 1;
  }
#pragma acc serial wait(1) async(2) present(x) if (yes)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] *= 2;
  }
#pragma acc exit data copyout(x) wait(2)
  CHECK (is_line (x, N, 4, 2));
#pragma acc serial if (!yes)
  {
#pragma acc loop
    for (int i = 0; i < N; i++)
      x[i] -= 4;
  }
  CHECK (is_line (x, N, 0, 2));
}

static void
data_regions (void)
{
  struct holder h = { x };
  begin ();
#pragma acc data copy(x) copyin(y) copyout(z) create(w) if (yes)
  {
    int *d = (int *)acc_deviceptr (x);
#pragma acc data present(x) no_create(y) deviceptr(d)
#pragma acc parallel loop present(x, y) deviceptr(d)
    for (int i = 0; i < N; i++)
      {
        w[i] = d[i] + y[i];
        z[i] = w[i];
      }
#pragma acc data copyin(h)
#pragma acc data attach(h.p)
#pragma acc parallel loop present(h)
    for (int i = 0; i < N; i++)
      h.p[i] = 3 * i;
  }
  CHECK (is_line (x, N, 0, 3) && is_line (z, N, 3, 2));
#pragma acc data copy(x) if (!yes)
  CHECK (acc_is_present (x, sizeof (x)) == is_shared ());
}

static void
enter_and_exit (void)
{
  struct holder h = { x };
  begin ();
#pragma acc enter data copyin(x, h) if (yes)
#pragma acc enter data create(y) if (!yes)
  CHECK (acc_is_present (x, sizeof (x)));
  CHECK (acc_is_present (y, sizeof (y)) == is_shared ());
#pragma acc enter data attach(h.p)
#pragma acc enter data create(z) async(3)
#pragma acc enter data copyin(y) wait(3) async(4)
#pragma acc wait(4)
#pragma acc parallel loop present(x, y, z, h)
  for (int i = 0; i < N; i++)
    z[i] = h.p[i] + y[i];
#pragma acc exit data detach(h.p) finalize
#pragma acc exit data copyout(z) async(5)
#pragma acc exit data delete(x, y, h) wait(5) if (yes)
#pragma acc exit data delete(z) if (!yes)
  CHECK (is_line (z, N, 3, 2) && h.p == x);
  CHECK (acc_is_present (x, sizeof (x)) == is_shared ());
}

static void
addresses (void)
{
  begin ();
#pragma acc data copy(x)
  {
    int *d = NULL, *same = NULL;
#pragma acc host_data use_device(x)
    d = x;
#pragma acc host_data use_device(x) if (!yes)
    same = x;
    CHECK (d == acc_deviceptr (x) && same == x);
#pragma acc host_data use_device(x, y) if_present
    d = x;
    CHECK (d == acc_deviceptr (x));
  }
}

static void
loops (void)
{
  int m[4][6], own = 7, sum = 0;
  begin ();
#pragma acc kernels copy(x)
  {
#pragma acc loop gang(num : 2) worker(num : 2) vector(length : 32)
    for (int i = 0; i < N; i++)
      x[i]++;
#pragma acc loop gang(2) worker(2) vector(32)
    for (int i = 0; i < N; i++)
      x[i]++;
#pragma acc loop auto
    for (int i = 0; i < N; i++)
      x[i]++;
#pragma acc loop independent
    for (int i = 0; i < N; i++)
      x[i]++;
#pragma acc loop seq
    for (int i = 1; i < N; i++)
      x[i] = x[i - 1] + 1;
  }
  CHECK (is_line (x, N, 5, 1));
#pragma acc parallel copyout(m) copy(x) num_gangs(3)
  {
#pragma acc loop gang(static : 2) private(own)
    for (int i = 0; i < N; i++)
      {
        own = i;
        x[i] += own;
      }
#pragma acc loop gang(static : *) worker
    for (int i = 0; i < 4; i++)
      {
#pragma acc loop vector
        for (int k = 0; k < 6; k++)
          m[i][k] = 6 * i + k;
      }
  }
  CHECK (is_line (x, N, 5, 2) && is_line (&m[0][0], 24, 0, 1) && own == 7);
#pragma acc parallel loop collapse(2) copy(m) reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 6; k++)
      {
        m[i][k]++;
        sum += m[i][k];
      }
#pragma acc serial loop tile(2, 3) copy(m)
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 6; k++)
      m[i][k]--;
  CHECK (is_line (&m[0][0], 24, 0, 1) && sum == 300);
}

static void
atomics (void)
{
  int total = 0, last = 0, first = -1, seen[N];
#pragma acc parallel loop copy(total, last, first) copyout(seen)
  for (int i = 0; i < N; i++)
    {
      int now;
#pragma acc atomic update
      total += i;
#pragma acc atomic write
      last = 3;
#pragma acc atomic read
      now = last;
      seen[i] = now;
#pragma acc atomic capture
      now = first++;
    }
  CHECK (total == N * (N - 1) / 2 && last == 3 && first == N - 1);
  for (int i = 0; i < N; i++)
    CHECK (seen[i] == 3);
}

/* For the time of a function.  */
static void
declares (int *given)
{
  int own[N], in[N], out[N], both[N], *d = given;
#pragma acc declare create(own) copyin(in) copyout(out) copy(both)
#pragma acc declare deviceptr(d)
  for (int i = 0; i < N; i++)
    in[i] = both[i] = i;
#pragma acc update device(in, both)
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < N; i++)
    {
      own[i] = in[i] + d[i];
      z[i] = own[i];
      out[i] = both[i]++;
    }
#pragma acc update self(both, out)
  CHECK (is_line (both, N, 1, 1) && is_line (out, N, 0, 1));
}

static void
declared (void)
{
  begin ();
#pragma acc data copyout(z) copyin(y)
  declares ((int *)acc_deviceptr (y));
  CHECK (is_line (z, N, 2, 2));
}

static void
updates (void)
{
  begin ();
#pragma acc enter data copyin(x)
  fill (x, N, 10);
#pragma acc update device(x) if (!yes)
#pragma acc update self(x) if (yes)
  CHECK (is_line (x, N, is_shared () ? 10 : 1, 1));
  fill (x, N, 20);
#pragma acc update device(x) async(1)
#pragma acc update host(x) wait(1) async(2)
#pragma acc update self(y) if_present
#pragma acc wait(1, 2) async(3)
#pragma acc wait(3)
#pragma acc wait
  CHECK (is_line (x, N, 20, 1));
#pragma acc exit data delete(x)
}

#pragma acc routine gang
static void
by_gangs (int *a)
{
#pragma acc loop gang
  for (int i = 0; i < N; i++)
    a[i]++;
}

#pragma acc routine worker
static void
by_workers (int *a)
{
#pragma acc loop worker
  for (int i = 0; i < N; i++)
    a[i]++;
}

#pragma acc routine vector
static void
by_lanes (int *a)
{
#pragma acc loop vector
  for (int i = 0; i < N; i++)
    a[i]++;
}

static int next (int i);
#pragma acc routine(next) seq

static int
next (int i)
{
  return i + 1;
}

static void
routines (void)
{
  begin ();
#pragma acc parallel copy(x) num_gangs(3)
  by_gangs (x);
#pragma acc parallel copy(x) num_gangs(1)
  {
    by_workers (x);
    by_lanes (x);
  }
#pragma acc parallel loop copy(x)
  for (int i = 0; i < N; i++)
    {
#pragma acc cache(x [i:1])
      x[i] = next (x[i]);
    }
  CHECK (is_line (x, N, 5, 1));
}

int
main (void)
{
  parallel_sizes (3);
  parallel_own ();
  parallel_data ();
  parallel_present ();
  parallel_pointers ();
  parallel_queues ();
  kernels_sizes (3);
  kernels_data ();
  kernels_present ();
  kernels_pointers ();
  kernels_queues ();
  serial_own ();
  serial_data ();
  serial_present ();
  serial_pointers ();
  serial_queues ();
  data_regions ();
  enter_and_exit ();
  addresses ();
  loops ();
  atomics ();
  declared ();
  updates ();
  routines ();
  return 0;
}
