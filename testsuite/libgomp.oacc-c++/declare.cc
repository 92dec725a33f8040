// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// declare device_resident and link, and create in a namespace; routine nohost,
// also of templates.

#include "../libgomp.oacc-c/check.h"

static const int n = 40;

static int resident[n];
#pragma acc declare device_resident(resident)

int linked[n];
#pragma acc declare link(linked)

namespace far
{
int created[n];
#pragma acc declare create(created)
}

#pragma acc routine seq nohost
template <typename T>
T
twice (T x)
{
  return 2 * x;
}

#pragma acc routine vector nohost
static void
add (int *x, int size, int term)
{
#pragma acc loop vector
  for (int i = 0; i < size; i++)
    x[i] += term;
}

static int a[n];

static void
residents ()
{
#pragma acc parallel loop
  for (int i = 0; i < n; i++)
    resident[i] = i;
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < n; i++)
    a[i] = resident[i] + 1;
  CHECK (is_line (a, n, 1, 1));
}

// The clauses of OpenACC take no names with namespaces in GCC 12.
using far::created;

static void
links ()
{
  fill (linked, n, 5);
#pragma acc enter data copyin(linked)
#pragma acc parallel loop present(linked)
  for (int i = 0; i < n; i++)
    linked[i] += 2;
#pragma acc exit data copyout(linked)
  CHECK (is_line (linked, n, 7, 1));
  fill (created, n, 0);
  acc_update_device (created, sizeof (created));
#pragma acc parallel loop
  for (int i = 0; i < n; i++)
    created[i]++;
  acc_update_self (created, sizeof (created));
  CHECK (is_line (created, n, 1, 1));
}

static void
without_host ()
{
  fill (a, n, 0);
#pragma acc parallel loop copy(a)
  for (int i = 0; i < n; i++)
    a[i] = twice (a[i]);
  CHECK (is_line (a, n, 0, 2));
#pragma acc parallel copy(a) num_gangs(1)
  add (a, n, 4);
  CHECK (is_line (a, n, 4, 2));
}

int
main ()
{
  residents ();
  links ();
  without_host ();
  return 0;
}
