/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Exceptions, strings and containers within a region.  */

#include <map>
#include <string>

int
main ()
{
  int result = 0;
#pragma omp target map(tofrom : result)
  {
    std::map<int, std::string> names;
    names[1] = "one";
    names[2] = "two, and a long text that has memory of its own";
    try
      {
        names.at (3);
      }
    catch (...)
      {
        result = (int)(names[1].size () + names.size ());
      }
  }
  return result != 5;
}
