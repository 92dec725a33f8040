// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Private objects of tasks and of taskloops are copied and destroyed as often as
// each other, whether the task is deferred, runs at once or is cancelled.
/* { dg-do run } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-threads "1 2 4 8" } */

#include <atomic>
#include <string>

#include "../libgomp.c/check.h"

static std::atomic<int> alive;
static std::atomic<int> ran;

struct Object
{
  std::string text;
  Object () : text ("a text that is too long for the object itself")
  {
    alive++;
  }
  Object (const Object &other) : text (other.text) { alive++; }
  ~Object ()
  {
    CHECK (text.size () == 45);
    alive--;
  }
};

static void
tasks ()
{
  Object object;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++)
    {
#pragma omp task firstprivate(object) if (i % 3 != 0) untied
      ran += object.text.size () == 45;
    }
  CHECK (ran == 200);
  ran = 0;
}

static void
loops ()
{
  Object object;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(object) num_tasks(13)
  for (int i = 0; i < 100; i++)
    ran += object.text.size () == 45;
  CHECK (ran == 100);
  ran = 0;
}

static void
cancelled ()
{
  Object object;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 200; i++)
    {
#pragma omp task firstprivate(object)
      {
        ran++;
#pragma omp cancel taskgroup
      }
    }
  CHECK (ran >= 1 && ran <= 200);
  ran = 0;
}

int
main ()
{
  for (int i = 0; i < 20; i++)
    {
      tasks ();
      loops ();
      cancelled ();
      CHECK (alive == 0);
    }
  return 0;
}
