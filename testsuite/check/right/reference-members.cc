/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A structure is mapped whole, and so is what its member refers to.  GCC 12
   alone maps a byte or two behind the structure, too.  The section is the whole
   array: GCC 14 maps a part of it before the whole, which its own library
   refuses, too.  */

struct view
{
  short before;
  short (&all)[4];
  short after;
};

static short data[4] = { 1, 2, 3, 4 };

int
main ()
{
  view s = { 7, data, 9 };
#pragma omp target map(tofrom : s, s.all, s.all[0 : 4])
  {
    s.all[1] += s.before;
    s.after++;
  }
  return data[1] != 9 || s.after != 10;
}
