/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-require-effective-target offload_device } */
/* { dg-sanitizer-options "handle_segv=0 handle_sigfpe=0 use_sigaltstack=0" } */
/* A device that shares the program's memory: a fault in a region is explained
   as on other devices, faults of the host and handlers of the program stay as
   they are, and the ends of a program are those that the region asks for.  */

#define _GNU_SOURCE 1
#include <omp.h>
#include <pthread.h>
#include <sys/mman.h>

#include "scenario.h"

#define SHARED "OFFLOAD_EMUL_SHARED=1"

/* Not mapped, but in pages that nobody gives back: a wild pointer.  Nor do the
   sanitizers have anything there.  */
static int *const wild = (int *)0x456789abc000;
static const char constant[] = "constant";

static void
write_null (void)
{
  int *p = NULL;
#pragma omp target
  *p = 1;
}

static void
write_wild_in_a_worker (void)
{
  int *p = wild;
#pragma omp target parallel num_threads(4)
  if (omp_get_thread_num () == 3)
    *p = 1;
}

static void
write_constant (void)
{
  char *p = (char *)constant;
#pragma omp target
  *p = 1;
}

static void
divide_by_zero (void)
{
  int zero = 0;
#pragma omp target map(tofrom : zero)
  zero = 7 / zero;
}

static void
call_abort (void)
{
  int sure = getpid () != 0;
#pragma omp target nowait
  if (sure)
    abort ();
#pragma omp taskwait
}

static int
descend (volatile char *above)
{
  volatile char here[4096];
  here[0] = above != NULL ? above[0] : 1;
  return here[0] == 2 ? 0 : descend (here) + here[0];
}
#pragma omp declare target to(descend)

static void
overflow_stack (void)
{
  int depth = 0;
#pragma omp target map(from : depth)
  depth = descend (NULL);
  printf ("%d\n", depth);
}

/* Likewise, with the guard in the mapping of the stack itself: newer libcs make
   it so (MADV_GUARD_INSTALL is 102), on kernels that can.  */
static void
overflow_guarded_stack (void)
{
  int depth = 0;
#pragma omp target map(from : depth)
  {
    pthread_attr_t attributes;
    void *low;
    size_t size, page = (size_t)sysconf (_SC_PAGESIZE);
    pthread_getattr_np (pthread_self (), &attributes);
    pthread_attr_getstack (&attributes, &low, &size);
    madvise ((char *)low + page, page, 102);
    depth = descend (NULL);
  }
  printf ("%d\n", depth);
}

static void
call_exit (void)
{
#pragma omp target
  exit (17);
}

static void
call_pthread_exit (void)
{
#pragma omp target
  pthread_exit (NULL);
}

static void
fault_on_host (void)
{
  int x = 0;
#pragma omp target map(tofrom : x)
  x++;
  *(volatile int *)wild = x;
}

static void
say_so (int number)
{
  static const char text[] = "handler of the program\n";
  (void)number;
  (void)!write (STDOUT_FILENO, text, sizeof text - 1);
  _exit (23);
}

static void
fault_with_own_handler (void)
{
  int *p = wild;
  signal (SIGSEGV, say_so);
#pragma omp target
  *p = 1;
}

static void
use_static_variable (void)
{
  static int seen;
#pragma omp target map(tofrom : seen)
  seen = 5;
  printf ("seen %d\n", seen);
}

static void
forbid (void)
{
#pragma omp target
  ;
}

static void
fork_then_use (void)
{
  int x = 0, status;
#pragma omp target map(tofrom : x)
  x++;
  pid_t child = fork ();
  if (child == 0)
    {
#pragma omp target map(tofrom : x)
      x++;
      _exit (x == 2 ? 0 : 3);
    }
  waitpid (child, &status, 0);
  printf ("child %d\n", status);
}

static const struct scenario scenarios[] = {
  { .name = "write_null",
    .body = write_null,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("write_null"), "unified\\.c:[0-9]+",
                "on device 0 \\(x86emul\\): segmentation fault: write to "
                "address 0x0 at pc [^ ]*write_null(\\._omp_fn|_l)",
                "0x0 is the null pointer\n$" } },
  { .name = "write_wild_in_a_worker",
    .body = write_wild_in_a_worker,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("write_wild_in_a_worker"),
                "0x456789abc000 is no address of the program" } },
  { .name = "write_constant",
    .body = write_constant,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("write_constant"),
                "0x[0-9a-f]+ lies in [^\n]*, read-only" } },
  { .name = "divide_by_zero",
    .body = divide_by_zero,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("divide_by_zero"),
                "integer division by zero at pc [^ ]*divide_by_zero" } },
  { .name = "call_abort",
    .body = call_abort,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("call_abort"), "abort was called" } },
  { .name = "overflow_stack",
    .body = overflow_stack,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("overflow_stack"),
                "is next to the stack pointer: the stack of the thread has "
                "overflowed" } },
  { .name = "overflow_guarded_stack",
    .body = overflow_guarded_stack,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("overflow_guarded_stack"),
                "is next to the stack pointer: the stack of the thread has "
                "overflowed" } },
  { .name = "call_exit",
    .body = call_exit,
    .ends_with = 17,
    .environment = { SHARED } },
  { .name = "call_pthread_exit",
    .body = call_pthread_exit,
    .ends_with = SCENARIO_FAILS,
    .environment = { SHARED },
    .output = { SCENARIO_REGION ("call_pthread_exit"),
                "the region ended a thread that ran it" } },
  { .name = "fault_on_host",
    .body = fault_on_host,
    .ends_with = SCENARIO_SIGNAL (SIGSEGV),
    .environment = { SHARED },
    .never = "libgomp" },
  { .name = "fault_with_own_handler",
    .body = fault_with_own_handler,
    .ends_with = 23,
    .environment = { SHARED },
    .output = { "^handler of the program\n$" },
    .never = "libgomp" },
  { .name = "use_static_variable",
    .body = use_static_variable,
    .environment = { SHARED },
    .output = { "^seen 5\n$" } },
  { .name = "forbid",
    .body = forbid,
    .environment = { "OFFLOAD_EMUL_SHARED=2" },
    .output = { "environment variable OFFLOAD_EMUL_SHARED: '2'",
                "accepted: 0 \\| 1" } },
  { .name = "fork_then_use",
    .body = fork_then_use,
    .environment = { SHARED, "OMP_TARGET_OFFLOAD=default" },
    .output = { "child 256" } },
};

SCENARIO_MAIN (scenarios)
