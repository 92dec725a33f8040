/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One of three files whose target regions and variables must meet their
   device versions, whatever the order of the objects.  */

#pragma omp declare target
int citron_count = 3;
static char citron_text[21] = "citron";
double citron_table[30];
int
citron_device (int x)
{
  return x * 4 + citron_count + citron_text[0];
}
#pragma omp end declare target

int
citron_first (int x)
{
#pragma omp target map(tofrom : x)
  x = citron_device (x);
  return x;
}

int
citron_second (int x)
{
#pragma omp target map(tofrom : x)
  {
    citron_table[x % 30] = x;
    x += (int)citron_table[x % 30] + 3;
  }
  return x;
}
