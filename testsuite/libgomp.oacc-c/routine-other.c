/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
#pragma acc routine seq
int
other (int n)
{
  return 3 * n + 7;
}
