// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// { dg-set-target-env-var OMP_CANCELLATION "true" }
// Tasks with objects: dependences on elements, iterators, depobj; reductions of
// classes by tasks; exceptions that stay inside a task; cancellation that
// leaves scopes with objects; detach; templates, members and lambdas that make
// tasks.

#include <algorithm>
#include <memory>
#include <numeric>
#include <omp.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "../libgomp.c/check.h"

template <typename T> class pipeline
{
  std::vector<T> stages;

public:
  explicit pipeline (std::size_t n) : stages (n) {}

  T
  run (int rounds)
  {
    std::size_t n = stages.size ();
    for (int round = 0; round < rounds; round++)
      for (std::size_t i = 0; i < n; i++)
        {
          T *here = &stages[i];
          T *before = &stages[i ? i - 1 : 0];
#pragma omp task depend(in : *before) depend(inout : *here)
          *here = *here + (i ? *before : T (1));
        }
#pragma omp taskwait
    return stages[n - 1];
  }
};

static void
dependences ()
{
  long whole = 0;
  double real = 0;
#pragma omp parallel
#pragma omp single
  {
    whole = pipeline<long> (5).run (10);
    real = pipeline<double> (3).run (8);
  }
  // Binomial coefficients: 10 + 4 over 5, 8 + 2 over 3.
  CHECK (whole == 2002 && real == 120);

  std::unique_ptr<std::string> names[16];
  std::string all;
#pragma omp parallel
#pragma omp single
  {
    for (std::size_t i = 0; i < 16; i++)
#pragma omp task depend(out : names[i]) shared(names)
      names[i] = std::make_unique<std::string> (1, 'a' + static_cast<char> (i));
#pragma omp task depend(iterator(std::size_t i = 0 : 16), in                   \
                        : names[i]) shared(names, all)
    for (auto &name : names)
      all += *name;
#pragma omp taskwait
  }
  CHECK (all == "abcdefghijklmnop");

  omp_depend_t object;
  std::vector<int> order;
#pragma omp parallel
#pragma omp single
  {
#pragma omp depobj(object) depend(inout : order)
    for (int i = 0; i < 40; i++)
#pragma omp task depend(depobj : object) shared(order)
      order.push_back (i);
#pragma omp taskwait depend(in : order)
    CHECK (order.size () == 40);
#pragma omp depobj(object) destroy
  }
  CHECK (std::is_sorted (order.begin (), order.end ()));
}

#pragma omp declare reduction(gather : std::vector<int> : omp_out.insert (     \
        omp_out.end (), omp_in.begin (), omp_in.end ()))

static void
divide (std::vector<int> &found, int low, int high)
{
  if (high - low == 1)
    {
      found.push_back (low);
      return;
    }
  int middle = (low + high) / 2;
#pragma omp task in_reduction(gather : found)
  divide (found, low, middle);
#pragma omp task in_reduction(gather : found)
  divide (found, middle, high);
#pragma omp taskwait
}

static void
reductions ()
{
  std::vector<int> found;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(gather : found)
    divide (found, 0, 64);
    CHECK (found.size () == 64);
#pragma omp taskloop reduction(gather : found) grainsize(5)
    for (int i = 64; i < 100; i++)
      found.push_back (i);
  }
#pragma omp parallel reduction(task, gather : found)
#pragma omp single
  for (int i = 100; i < 120; i++)
#pragma omp task in_reduction(gather : found)
    found.push_back (i);
  std::vector<int> seen (120);
  for (int x : found)
    seen.at (static_cast<std::size_t> (x))++;
  for (int count : seen)
    CHECK (count == 1);
}

static int alive;
struct guard
{
  guard () { change (1); }
  guard (const guard &) { change (1); }
  ~guard () { change (-1); }
  static void
  change (int by)
  {
#pragma omp atomic
    alive += by;
  }
};

static void
exceptions ()
{
  int caught = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 50; i++)
      {
        guard copied;
#pragma omp task firstprivate(copied) shared(caught)
        try
          {
            guard inner;
#pragma omp taskgroup
            {
#pragma omp task if (i % 2)
              {
                guard innermost;
              }
            }
            throw std::runtime_error (std::to_string (i));
          }
        catch (const std::runtime_error &error)
          {
            CHECK (std::stoi (error.what ()) == i);
#pragma omp atomic
            caught++;
          }
      }
#pragma omp taskloop firstprivate(caught)
    for (int i = 0; i < 20; i++)
      try
        {
          guard inner;
          throw i;
        }
      catch (int value)
        {
          CHECK (value == i);
        }
  }
  CHECK (caught == 50 && alive == 0);
#pragma omp parallel sections
  {
    try
      {
        guard g;
        throw 1;
      }
    catch (int)
      {
      }
#pragma omp section
    try
      {
#pragma omp critical(mine)
        try
          {
            throw 2;
          }
        catch (int)
          {
          }
        throw std::string ("out of critical");
      }
    catch (const std::string &)
      {
      }
  }
  CHECK (alive == 0);
}

static void
cancellation ()
{
  CHECK (omp_get_cancellation ());
  int after = 0;
#pragma omp parallel
  {
    guard outer;
#pragma omp for
    for (int i = 0; i < 100; i++)
      {
        guard inner;
#pragma omp cancel for
#pragma omp atomic
        after++;
      }
#pragma omp sections
    {
#pragma omp section
      {
        guard inner;
#pragma omp cancel sections
        after++;
      }
    }
#pragma omp barrier
#pragma omp cancel parallel
    after++;
  }
  CHECK (after == 0 && alive == 0);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 50; i++)
    {
      guard copied;
#pragma omp task firstprivate(copied) shared(after)
      {
        guard inner;
#pragma omp cancel taskgroup
        after++;
      }
    }
  CHECK (after == 0 && alive == 0);
}

static void
detached ()
{
  std::vector<omp_event_handle_t> events;
  int ran = 0, later = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out : ran) shared(ran)
        ran++;
        events.push_back (event);
      }
#pragma omp task depend(in : ran) shared(ran, later)
    later = ran;
    CHECK (later == 0);
    for (auto event : events)
      omp_fulfill_event (event);
#pragma omp taskwait
  }
  CHECK (ran == 8 && later == 8);
}

template <typename Work>
static void
spawn (int count, Work work)
{
  for (int i = 0; i < count; i++)
#pragma omp task untied priority(i % 3) mergeable
    work (i);
}

static void
lambdas ()
{
  std::vector<int> hits (30);
#pragma omp parallel masked
  {
#pragma omp taskgroup
    spawn (30, [&hits] (int i) {
      auto inner = [&, i] {
#pragma omp task final(i % 2) shared(hits)
        {
          CHECK (!(i % 2) || omp_in_final ());
          hits[static_cast<std::size_t> (i)]++;
        }
      };
      inner ();
#pragma omp taskyield
      // The task looks into the lambda's object.
#pragma omp taskwait
    });
    CHECK (std::accumulate (hits.begin (), hits.end (), 0) == 30);
  }
}

int
main ()
{
  dependences ();
  reductions ();
  exceptions ();
  cancellation ();
  detached ();
  lambdas ();
  return 0;
}
