/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The characters of strings, short and long, by a pointer.  */

#include <string>

static int __attribute__ ((noinline)) upper (std::string &s)
{
  char *p = &s[0];
  std::size_t n = s.size ();
  int changed = 0;
#pragma omp target map(tofrom : p[0 : n], changed)
  for (std::size_t i = 0; i < n; i++)
    if (p[i] >= 'a' && p[i] <= 'z')
      {
        p[i] = static_cast<char> (p[i] - 'a' + 'A');
        changed++;
      }
  return changed;
}

int
main ()
{
  std::string a = "short", b (100, 'x'), c;
  int n = upper (a) + upper (b) + upper (c);
  return n != 105 || a != "SHORT" || b[99] != 'X' || !c.empty ();
}
