/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-require-effective-target offload_device } */
/* A device fails under two threads.  One ends the program, and its exit handler
   waits for the other, which meets the failure meanwhile: exit handlers run to
   their ends, and run once.  nvptx/plugin-two-failures.sh compiles this for an
   NVIDIA device.  */

#define SCENARIO_LIMIT_S 60
#include <pthread.h>
#include <stdatomic.h>

#include "scenario.h"

static pthread_t other;
static atomic_bool handler_runs;
static int value;

static void
fail (void)
{
#pragma omp target
  *(volatile int *)8 = 1;
}

static void
join_other (void)
{
  puts ("the handler begins");
  handler_runs = true;
  pthread_join (other, NULL);
  puts ("the handler ends");
}

static void *
run_too (void *arg)
{
  while (!handler_runs)
    usleep (1000);
#pragma omp target
  value++;
  return arg;
}

static void *
copy_too (void *arg)
{
  while (!handler_runs)
    usleep (1000);
#pragma omp target update to(value)
  return arg;
}

static void
fail_with (void *(*body) (void *))
{
#pragma omp target enter data map(to : value)
  pthread_create (&other, NULL, body, NULL);
  atexit (join_other);
  fail ();
}

static void
region (void)
{
  fail_with (run_too);
}

static void
copy (void)
{
  fail_with (copy_too);
}

/* ---- The program's first thread is the one that does not end it.  */

static void *
fail_in_thread (void *arg)
{
  fail ();
  return arg;
}

static void
say (void)
{
  puts ("the handler begins");
  handler_runs = true;
  usleep (100000);
  puts ("the handler ends");
}

static void
main_thread (void)
{
  run_too (&value);
  puts ("the region has failed");
}

static void
main_thread_region (void)
{
#pragma omp target enter data map(to : value)
  atexit (say);
  pthread_create (&other, NULL, fail_in_thread, NULL);
  main_thread ();
}

/* ---- The program's first thread has not failed, and ends the program, too,
   while the other runs exit handlers.  */

static void
say_slowly (void)
{
  puts ("the handler begins");
  fflush (stdout);
  handler_runs = true;
  sleep (5);
}

static void
exit_beside (void)
{
  /* It runs after the library's handlers.  */
  atexit (say_slowly);
#pragma omp target enter data map(to : value)
  pthread_create (&other, NULL, fail_in_thread, NULL);
  while (!handler_runs)
    usleep (1000);
  exit (0);
}

/* ---- Both fail at the same time.  */

static pthread_barrier_t both;

static void *
fail_at_once (void *arg)
{
  pthread_barrier_wait (&both);
  fail ();
  puts ("the region has failed");
  return arg;
}

static void
at_once (void)
{
#pragma omp target enter data map(to : value)
  atexit (say);
  pthread_barrier_init (&both, NULL, 2);
  pthread_create (&other, NULL, fail_at_once, NULL);
  fail_at_once (NULL);
}

#define ENDS "the handler begins.*the handler ends"
#ifndef FAULT
#  define FAULT "near the null pointer"
#endif
/* Of two that fail at once the message may be about a call that meets what the
   other's region has done.  */
#ifndef FAULT_AT_ONCE
#  define FAULT_AT_ONCE FAULT
#endif
#define TWICE ENDS ".*the handler|" FAULT ".*" FAULT

static const struct scenario scenarios[] = {
  { .name = "region",
    .body = region,
    .ends_with = 1,
    .output = { FAULT, ENDS },
    .never = TWICE },
  { .name = "copy",
    .body = copy,
    .ends_with = 1,
    .output = { FAULT, ENDS },
    .never = ENDS ".*the handler" },
  { .name = "main_thread_region",
    .body = main_thread_region,
    .ends_with = 1,
    .output = { FAULT, ENDS },
    .never = TWICE "|the region has failed" },
  { .name = "exit_beside",
    .body = exit_beside,
    .ends_with = 1,
    .output = { FAULT, "the handler begins" },
    .never = "the handler begins.*the handler begins" },
  { .name = "at_once",
    .body = at_once,
    .ends_with = 1,
    .output = { FAULT_AT_ONCE, ENDS },
    .never = TWICE "|the region has failed" },
};

SCENARIO_MAIN (scenarios)
