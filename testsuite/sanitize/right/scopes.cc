/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* { dg-sanitizer-options "detect_stack_use_after_return=1" } */
/* A region uses objects of blocks, functions and lambdas while they last.  */

#include <string>

#define CHECK(what) if (!(what)) __builtin_abort ()

#pragma omp declare target
struct watched
{
  int *count;
  explicit watched (int *c) : count (c) { ++*count; }
  ~watched () { --*count; }
  watched (const watched &) = delete;
  watched &operator= (const watched &) = delete;
};

static int
length_of (const std::string &text)
{
  std::string own (text + "?");
  auto size = [&own] { return own.size (); };
  return (int)size ();
}
#pragma omp end declare target

int
main ()
{
  int sum = 0, left = 0;
#pragma omp target map(tofrom : sum, left)
#pragma omp parallel num_threads(4) reduction(+ : sum, left)
  for (int i = 0; i < 10; i++)
    {
      int alive = 0;
      {
        watched first (&alive), second (&alive);
#pragma omp task shared(alive)
        {
          watched third (&alive);
        }
#pragma omp taskwait
        sum += alive + length_of ("text");
      }
      left += alive;
    }
  CHECK (sum == 4 * 10 * 7 && left == 0);
  return 0;
}
