/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One of three files whose target regions and variables must meet their
   device versions, whatever the order of the objects.  */

#pragma omp declare target
int banana_count = 2;
static char banana_text[14] = "banana";
double banana_table[20];
int
banana_device (int x)
{
  return x * 3 + banana_count + banana_text[0];
}
#pragma omp end declare target

int
banana_first (int x)
{
#pragma omp target map(tofrom : x)
  x = banana_device (x);
  return x;
}

int
banana_second (int x)
{
#pragma omp target map(tofrom : x)
  {
    banana_table[x % 20] = x;
    x += (int)banana_table[x % 20] + 2;
  }
  return x;
}
