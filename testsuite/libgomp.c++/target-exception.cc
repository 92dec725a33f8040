// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Exceptions that are thrown and caught inside a region, across functions, past
// objects with destructors, also in the threads of a region.

#include <stdexcept>
#include <string>

#include "../libgomp.c/target-check.h"

#pragma omp declare target
struct Failure
{
  explicit Failure (int c) : code (c) {}
  int code;
};

static int unwound;

struct Guard
{
  ~Guard ()
  {
#pragma omp atomic
    unwound++;
  }
};

static int
risky (int value)
{
  Guard guard;

  if (value % 3 == 0)
    throw Failure (value);
  if (value % 7 == 0)
    throw std::runtime_error ("seven " + std::to_string (value));
  return value;
}
#pragma omp end declare target

int
main ()
{
  int good = 0, failures = 0, errors = 0, guards = 0, message = 0;

#pragma omp target map(from: good, failures, errors, guards, message)
  {
    good = failures = errors = message = 0;
    for (int i = 1; i <= 21; i++)
      try
        {
          risky (i);
          good++;
        }
      catch (const Failure &failure)
        {
          failures += failure.code;
        }
      catch (const std::exception &error)
        {
          errors++;
          message += error.what ()[0] == 's';
        }
    guards = unwound;
  }
  CHECK (good == 12 && failures == 84 && errors == 2 && message == 2);
  CHECK (guards == 21);

  int caught = 0;
#pragma omp target parallel for map(tofrom: caught) reduction(+: caught)
  for (int i = 0; i < 60; i++)
    try
      {
        risky (i);
      }
    catch (...)
      {
        caught++;
      }
  CHECK (caught == 26);
  return 0;
}
