/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-options "-O0" } */
/* { dg-sanitizer-options "handle_segv=0 use_sigaltstack=0" } */
/* { dg-skip-stock "the stock runtime does not explain faults" } */
/* If a worker's stack overflows, a message says so before the program ends by
   SIGSEGV.  Other faults, and programs with their own handler, are not
   affected.  */

#include "child.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile int depth;

static int
recurse (int n)
{
  volatile char frame[1024];
  frame[n % 1024] = (char)n;
  depth = n;
  return recurse (n + 1) + frame[(n + 1) % 1024];
}

/* In thread 1 of 2.  */
static int
overflow (void)
{
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    if (i == 1)
      recurse (0);
  return 0;
}

static int
limited (void)
{
  const struct rlimit limit = { 1ul << 30, 1ul << 30 };
  setrlimit (RLIMIT_AS, &limit);
  return overflow ();
}

static int
stray (void)
{
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    if (i == 1)
      *(volatile int *)(size_t)(depth + 64) = 1;
  return 0;
}

static int
sent (void)
{
#pragma omp parallel num_threads(2)
  ;
  kill (getpid (), SIGSEGV);
  for (;;)
    pause ();
}

static void
handle (int signal_number)
{
  (void)signal_number;
  static const char text[] = "the program's own\n";
  _exit (write (2, text, sizeof (text) - 1) > 0 ? 3 : 4);
}

static int
own_before (void)
{
  signal (SIGSEGV, handle);
  return stray ();
}

static int
own_after (void)
{
#pragma omp parallel num_threads(2)
  ;
  signal (SIGSEGV, handle);
  return stray ();
}

static void
check (const char *name, int (*fn) (void), int status, const char *wanted)
{
  char text[4096];
  int got = child_run (fn, text, sizeof (text));
  int ok
      = got == status
        && (wanted == NULL ? text[0] == '\0' : strstr (text, wanted) != NULL);
  if (!ok)
    printf ("status %#x, output: %s\n", (unsigned)got, text);
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
}

int
main (void)
{
  setvbuf (stdout, NULL, _IONBF, 0);
  if (getenv ("OMP_STACKSIZE") == NULL)
    {
      setenv ("OMP_STACKSIZE", "256k", 1);
      execl ("/proc/self/exe", "stack-overflow", (char *)NULL);
    }
  static const char expected[]
      = "\nlibgomp: Stack overflow in thread 1 of a team of 2: its stack has "
        "256 kB\n  hint: OMP_STACKSIZE sets the size, for instance "
        "OMP_STACKSIZE=1024k\n";
  check ("overflow", overflow, SIGSEGV, expected);
  check ("limited address space", limited, SIGSEGV, expected);
  check ("other fault", stray, SIGSEGV, NULL);
  check ("sent signal", sent, SIGSEGV, NULL);
  check ("handler from before", own_before, 3 << 8, "the program's own\n");
  check ("handler from after", own_after, 3 << 8, "the program's own\n");
  return 0;
}
