/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What nobody wrote is copied on the device in one piece, and used there.  */

#include <string.h>

struct s
{
  int a, b;
};

#define N 16

int
main (void)
{
  struct s s[N], t[N], u[N];
  int sum = 0;
#pragma omp target map(alloc : s, t, u) map(tofrom : sum)
  {
    for (int i = 0; i < N; i++)
      s[i].a = i;
    for (int i = 0; i < N; i++)
      t[i] = s[i];
    memcpy (u, t, sizeof u);
    memmove (u + 1, u, sizeof u - sizeof u[0]);
    memmove (u, u + 1, sizeof u - sizeof u[0]);
    for (int i = 0; i < N; i++)
      sum += t[i].a;
    for (int i = 0; i < N; i++)
      sum += u[i].a;
    sum += t[2].b; /* { dg-check unwritten } */
    sum += u[3].b; /* { dg-check unwritten } */
  }
  return 0;
}
