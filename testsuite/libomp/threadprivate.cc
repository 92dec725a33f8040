// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Threadprivate variables without thread-local storage: copies that begin as
// the variable does, live from region to region, and are destroyed at the end.
// { dg-do run }
// { dg-skip-stock "destroys the copies of objects after all else" }
// { dg-additional-options "-fnoopenmp-use-tls" }
// { dg-threads "1 2 4 8" }
// { dg-output "destroyed all" }

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../libgomp.c/check.h"

static int alive;

struct counted
{
  int value;
  counted () : value (42)
  {
#pragma omp atomic
    alive++;
  }
  counted (const counted &from) : value (from.value)
  {
#pragma omp atomic
    alive++;
  }
  ~counted ()
  {
#pragma omp atomic
    alive--;
  }
};

// Behind all exit handlers.
static void __attribute__ ((destructor))
last_word ()
{
  puts (alive == 0 ? "destroyed all" : "some are left");
}

int plain = 5;
double array[100];
counted object;
counted objects[3];
#pragma omp threadprivate(plain, array, object, objects)

extern "C" int __kmpc_global_thread_num (void *);
extern "C" void *__kmpc_threadprivate (void *, int, void *, size_t);

static void
first_values ()
{
#pragma omp parallel
  {
    CHECK (plain == 5 && array[99] == 0 && object.value == 42);
    CHECK (objects[0].value == 42 && objects[2].value == 42);
#pragma omp barrier
    int number = omp_get_thread_num ();
    plain = 100 + number;
    object.value = 200 + number;
    objects[1].value = 300 + number;
    array[7] = number;
  }
}

static void
kept_values ()
{
  for (int i = 0; i < 20; i++)
    {
#pragma omp parallel
      {
        int number = omp_get_thread_num ();
        CHECK (plain == 100 + i + number && array[7] == number);
        CHECK (object.value == 200 + number);
        CHECK (objects[1].value == 300 + number);
        plain++;
      }
    }
}

static void
copied_in ()
{
  plain = 77;
  object.value = 78;
#pragma omp parallel copyin(plain, object)
  CHECK (plain == 77 && object.value == 78);
}

static void
broadcast ()
{
#pragma omp parallel
  {
#pragma omp single copyprivate(plain, object)
    {
      plain = -1;
      object.value = -2;
    }
    CHECK (plain == -1 && object.value == -2);
  }
}

// The same copy by the call without a cache.
static int other = 9;

static void
uncached ()
{
#pragma omp parallel
  {
    int me = __kmpc_global_thread_num (nullptr);
    int *mine = (int *)__kmpc_threadprivate (nullptr, me, &other, sizeof (int));
    CHECK (*mine == 9);
    CHECK (mine == __kmpc_threadprivate (nullptr, me, &other, sizeof (int)));
    CHECK ((mine == &other) == (me == 0));
#pragma omp barrier
    *mine = 10 + me;
#pragma omp barrier
    CHECK (*mine == 10 + me);
  }
}

int
main ()
{
  first_values ();
  kept_values ();
  copied_in ();
  broadcast ();
  uncached ();
}
