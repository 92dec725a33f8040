/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One of three files whose target regions and variables must meet their
   device versions, whatever the order of the objects.  */

#pragma omp declare target
int apple_count = 1;
static char apple_text[7] = "apple";
double apple_table[10];
int
apple_device (int x)
{
  return x * 2 + apple_count + apple_text[0];
}
#pragma omp end declare target

int
apple_first (int x)
{
#pragma omp target map(tofrom : x)
  x = apple_device (x);
  return x;
}

int
apple_second (int x)
{
#pragma omp target map(tofrom : x)
  {
    apple_table[x % 10] = x;
    x += (int)apple_table[x % 10] + 1;
  }
  return x;
}
