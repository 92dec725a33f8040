/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Critical regions, the lock of wide atomic updates, and locks of each kind
   exclude threads from each other, whichever thread is first.  Locks are free
   once they are initialised, whatever was in their memory before.  */

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "old-locks.h"

extern void GOMP_atomic_start (void);
extern void GOMP_atomic_end (void);

/* Routines of Fortran.  */
#define FORTRAN(name, result) extern result name (void *);
FORTRAN (omp_init_lock_, void)
FORTRAN (omp_destroy_lock_, void)
FORTRAN (omp_set_lock_, void)
FORTRAN (omp_unset_lock_, void)
FORTRAN (omp_test_lock_, int)
FORTRAN (omp_init_nest_lock_, void)
FORTRAN (omp_destroy_nest_lock_, void)
FORTRAN (omp_set_nest_lock_, void)
FORTRAN (omp_unset_nest_lock_, void)
FORTRAN (omp_test_nest_lock_, int)
/* The system's library has none of these.  */
#pragma weak omp_init_lock_with_hint
#pragma weak omp_init_nest_lock_with_hint
extern void omp_init_lock_with_hint_ (void *, const int *)
    __attribute__ ((weak));
extern void omp_init_nest_lock_with_hint_ (void *, const int *)
    __attribute__ ((weak));

static atomic_int inside, coming;
static volatile int left;

static void
begin (void)
{
  inside = coming = left = 0;
}

/* In what excludes the other: stay for a while after that has come.  */
static void
stay (void)
{
  inside = 1;
  while (!coming)
    sched_yield ();
  usleep (10000);
  left = 1;
}

static void
come (void)
{
  while (!inside)
    sched_yield ();
  coming = 1;
}

#define EXCLUDES(enter, leave)                                                 \
  do                                                                           \
    {                                                                          \
      begin ();                                                                \
      _Pragma ("omp parallel num_threads (2)")                                 \
      {                                                                        \
        if (omp_get_thread_num () == 0)                                        \
          {                                                                    \
            enter;                                                             \
            stay ();                                                           \
            leave;                                                             \
          }                                                                    \
        else                                                                   \
          {                                                                    \
            come ();                                                           \
            enter;                                                             \
            CHECK (left);                                                      \
            leave;                                                             \
          }                                                                    \
      }                                                                        \
    }                                                                          \
  while (0)

#define TRY(test)                                                              \
  while (!(test))                                                              \
  sched_yield ()

static void
regions (void)
{
  begin ();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
#pragma omp critical
      stay ();
    }
  else
    {
      come ();
#pragma omp critical
      CHECK (left);
    }
  begin ();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
#pragma omp critical(name)
      stay ();
    }
  else
    {
      come ();
#pragma omp critical(name)
      CHECK (left);
    }
  EXCLUDES (GOMP_atomic_start (), GOMP_atomic_end ());
}

static union
{
  unsigned char bytes[64];
  omp_lock_t simple;
  omp_nest_lock_t nest;
  int32_t fortran;
  void *fortran_nest;
} lock;

#define GARBAGE() memset (&lock, 0xa5, sizeof lock)

/* A kind of lock: routines of one prefix and suffix.  */
#define SIMPLE(prefix, suffix, init)                                           \
  GARBAGE ();                                                                  \
  init;                                                                        \
  CHECK (prefix##omp_test_lock##suffix ((void *)&lock) == 1);                  \
  CHECK (prefix##omp_test_lock##suffix ((void *)&lock) == 0);                  \
  prefix##omp_unset_lock##suffix ((void *)&lock);                              \
  EXCLUDES (prefix##omp_set_lock##suffix ((void *)&lock),                      \
            prefix##omp_unset_lock##suffix ((void *)&lock));                   \
  EXCLUDES (TRY (prefix##omp_test_lock##suffix ((void *)&lock)),               \
            prefix##omp_unset_lock##suffix ((void *)&lock));                   \
  prefix##omp_destroy_lock##suffix ((void *)&lock)

#define NEST(prefix, suffix, init)                                             \
  GARBAGE ();                                                                  \
  init;                                                                        \
  CHECK (prefix##omp_test_nest_lock##suffix ((void *)&lock) == 1);             \
  prefix##omp_set_nest_lock##suffix ((void *)&lock);                           \
  CHECK (prefix##omp_test_nest_lock##suffix ((void *)&lock) == 3);             \
  for (int i = 0; i < 3; i++)                                                  \
    prefix##omp_unset_nest_lock##suffix ((void *)&lock);                       \
  EXCLUDES (prefix##omp_set_nest_lock##suffix ((void *)&lock),                 \
            prefix##omp_unset_nest_lock##suffix ((void *)&lock));              \
  EXCLUDES (TRY (prefix##omp_test_nest_lock##suffix ((void *)&lock)),          \
            prefix##omp_unset_nest_lock##suffix ((void *)&lock));              \
  prefix##omp_destroy_nest_lock##suffix ((void *)&lock)

static void
locks_of_fortran (void)
{
  SIMPLE (, _, omp_init_lock_ (&lock));
  NEST (, _, omp_init_nest_lock_ (&lock));
  /* The lock itself was elsewhere.  */
  CHECK (lock.fortran_nest == NULL);
}

static void
locks_with_hints (void)
{
  const int hint = omp_sync_hint_contended;
  SIMPLE (, , omp_init_lock_with_hint (&lock.simple, hint));
  NEST (, , omp_init_nest_lock_with_hint (&lock.nest, hint));
  SIMPLE (, _, omp_init_lock_with_hint_ (&lock, &hint));
  NEST (, _, omp_init_nest_lock_with_hint_ (&lock, &hint));
  CHECK (lock.fortran_nest == 0);
}

int
main (void)
{
  regions ();
  SIMPLE (, , omp_init_lock (&lock.simple));
  NEST (, , omp_init_nest_lock (&lock.nest));
  locks_of_fortran ();
  SIMPLE (old_, , old_omp_init_lock (&lock));
  NEST (old_, , old_omp_init_nest_lock (&lock));
  SIMPLE (old_, _, old_omp_init_lock_ (&lock));
  NEST (old_, _, old_omp_init_nest_lock_ (&lock));
  if (omp_init_lock_with_hint)
    locks_with_hints ();
  return 0;
}
