/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Structures and arrays of which some is not written are copied whole; what is
   used of them was written.  */

#include <string.h>

struct s
{
  char c;
  double d;
  short h[3];
  int unused;
};

#define N 16

int
main (void)
{
  struct s s[N], t[N], u[N];
  int numbers[N], sum = 0;
#pragma omp target map(alloc : s, t, numbers) map(from : u) map(tofrom : sum)
  {
    for (int i = 0; i < N; i++)
      {
        s[i].c = (char)i;
        s[i].d = i;
        s[i].h[1] = (short)i;
        numbers[i] = i;
      }
    for (int i = 0; i < N; i++)
      t[i] = s[i];
    memcpy (u, t, sizeof u);
    memmove (numbers + 1, numbers, sizeof numbers - sizeof numbers[0]);
    for (int i = 0; i < N; i++)
      {
        t[i].h[0] = t[i].h[1];
        sum += (int)t[i].d + t[i].c + t[i].h[0] + numbers[i];
      }
  }
  for (int i = 0; i < N; i++)
    sum += (int)u[i].d + u[i].c + u[i].h[1];
  return sum != 6 * (N * (N - 1) / 2) + (N - 1) * (N - 2) / 2;
}
