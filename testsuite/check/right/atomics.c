/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic updates and captures of mapped variables.  */

int
main (void)
{
  int bins[8] = { 0 }, order[64], next = 0;
#pragma omp target teams distribute parallel for map(tofrom : bins, next)     \
    map(from : order)
  for (int i = 0; i < 64; i++)
    {
      int place;
#pragma omp atomic
      bins[i % 8]++;
#pragma omp atomic capture
      place = next++;
#pragma omp atomic write
      order[place] = i;
    }
  int bad = next != 64, sum = 0;
  for (int i = 0; i < 8; i++)
    bad |= bins[i] != 8;
  for (int i = 0; i < 64; i++)
    sum += order[i];
  return bad || sum != 64 * 63 / 2;
}
