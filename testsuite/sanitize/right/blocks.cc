/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* Blocks of regions end by exceptions and jumps, and have objects with
   destructors, references to temporary objects and loops over ranges.  */

#include <string>
#include <vector>

#define CHECK(what) if (!(what)) __builtin_abort ()

#pragma omp declare target
struct counted
{
  int *alive;
  int value[3];
  counted (int *a, int n) : alive (a), value{ n, n, n } { ++*alive; }
  ~counted () { --*alive; value[1] = 0; }
  counted (const counted &) = delete;
  counted &operator= (const counted &) = delete;
  int get () const { return value[2]; }
};

static int
fail_at_thirds (int i, const int &result)
{
  if (i % 3 == 0)
    throw result;
  return result;
}

template <typename function>
static int
call (function f)
{
  return f ();
}
#pragma omp end declare target

static void
test_objects ()
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  {
    int alive = 0;
    for (int i = 0; i < 12; i++)
      {
        counted first (&alive, i);
        try
          {
            counted second (&alive, 2);
            int own = i;
            sum += fail_at_thirds (i, own) + second.get ();
          }
        catch (int &e)
          {
            int own = e, *p = &own;
            sum += *p + first.get ();
          }
        if (i == 4)
          continue;
        const counted &kept = counted (&alive, 5);
        sum += kept.get () + counted (&alive, 1).get ();
        std::vector<int> v (4, i);
        for (int &element : v)
          element++;
        auto add = [&] {
          int own = v[3], &same = own;
          return same + i;
        };
        sum += call (add);
        if (i == 10)
          break;
      }
    sum += 1000 * alive;
  }
  int expected = 0;
  for (int i = 0; i < 11; i++)
    expected += (i % 3 == 0 ? 2 * i : i + 2) + (i == 4 ? 0 : 7 + 2 * i);
  CHECK (sum == expected);
}

static void
test_loops ()
{
  int data[100], *d = data, sum = 0;
  for (int &element : data)
    element = 1;
#pragma omp target teams distribute parallel for map(tofrom : sum) \
  map(to : d[0 : 100]) reduction(+ : sum)
  for (int *p = d; p < d + 100; ++p)
    {
      int own[2] = { *p, 1 }, *q = own;
      try
        {
          fail_at_thirds (0, q[0]);
        }
      catch (int e)
        {
          int *r = &e;
          sum += *r;
        }
      std::string text ("abc");
      text += "d";
      sum += (int)text.size () + q[1];
    }
  CHECK (sum == 600);
  sum = 0;
#pragma omp target parallel map(tofrom : sum)
  {
    int few[5] = { 1, 2, 3, 4, 5 };
#pragma omp for reduction(+ : sum)
    for (int &element : few)
      {
        int &same = element, own = same, *p = &own;
        sum += *p;
      }
  }
  CHECK (sum == 15);
}

int
main ()
{
  test_objects ();
  test_loops ();
  return 0;
}
