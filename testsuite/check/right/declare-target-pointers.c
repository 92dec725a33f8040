/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pointers into variables of declare target, from one end to the other, and
   whole structures through their members.  */

#include <string.h>

#pragma omp declare target
struct pair
{
  int first, second;
};
static int values[12], others[12];
static struct pair pairs[6];
static const char text[] = "declared";
static int
sum_of (const int *p, const int *end)
{
  int sum = 0;
  while (p != end)
    sum += *p++;
  return sum;
}
#pragma omp end declare target

int
main (void)
{
  int sum = 0, length = 0;
#pragma omp target map(tofrom : sum, length)
  {
    int *end = values + 12, *middle = &values[6];
    for (int i = -6; i < 6; i++)
      middle[i] = 1;
    for (int *p = end; p-- > values;)
      *p += 1;
    int *which[2] = { values, others };
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < 12; i++)
        which[k][i] += k;
    int *raw = &pairs[0].first;
    for (int i = 0; i < 12; i++)
      raw[i] = i;
    memcpy (others, pairs, sizeof (others));
    sum = sum_of (values, values + 12) + sum_of (others, others + 12);
    for (const char *p = text; *p != '\0'; p++)
      length++;
  }
  return sum != 24 + 66 || length != 8;
}
