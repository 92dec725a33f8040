/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The update directive: self, device, parts, if, if_present, async, wait.  */

#include "check.h"

#define N 80

int
main (void)
{
  int a[N], b[N], off = 0, on = 1, shared = is_shared ();
  fill (a, N, 0);
  fill (b, N, 0);
#pragma acc data create(a)
  {
#pragma acc update device(a)
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
      a[i] += 10;
    CHECK (shared || is_line (a, N, 0, 1));
#pragma acc update self(a)
    CHECK (is_line (a, N, 10, 1));

    /* A part.  */
    fill (a, N, 0);
#pragma acc update device(a[20 : 20])
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
      a[i] *= 2;
#pragma acc update host(a[0 : 40])
    for (int i = 0; i < 40; i++)
      CHECK (a[i] == (shared || i >= 20 ? 2 * i : 2 * (i + 10)));
    CHECK (shared || is_line (a + 40, N - 40, 40, 1));

    /* Not at all.  */
    fill (a, N, 500);
#pragma acc update device(a) if(off)
#pragma acc parallel present(a)
    a[0] += 1;
#pragma acc update self(a[0 : 1]) if(on)
    CHECK (a[0] == (shared ? 501 : 21));

    /* In a queue, after another.  */
    fill (a, N, 0);
#pragma acc update device(a) async(3)
#pragma acc parallel loop present(a) async(4) wait(3)
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma acc update self(a) async(5) wait(4)
#pragma acc wait(5)
    CHECK (is_line (a, N, 1, 1));
#pragma acc update device(a) async
#pragma acc update self(a) async
#pragma acc wait
    CHECK (is_line (a, N, 1, 1));

    /* B is not present.  */
#pragma acc update if_present device(a) self(b)
    CHECK (is_line (b, N, 0, 1));
  }
#pragma acc update if_present self(a, b)
  CHECK (is_line (b, N, 0, 1));
  return 0;
}
