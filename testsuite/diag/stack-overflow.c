/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-options "-O0" } */
/* { dg-skip-stock "the stock runtime does not explain faults" } */
/* { dg-require-effective-target no_sanitizer } */
/* A worker that needs more stack than it has says so before the program ends
   by SIGSEGV; other faults, and programs with a handler of their own, are left
   alone.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
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
static void
overflow (void)
{
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    if (i == 1)
      recurse (0);
}

static void
stray (void)
{
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    if (i == 1)
      *(volatile int *)(size_t)depth = 1;
}

static void
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

static void
own_before (void)
{
  signal (SIGSEGV, handle);
  stray ();
}

static void
own_after (void)
{
#pragma omp parallel num_threads(2)
  ;
  signal (SIGSEGV, handle);
  stray ();
}

/* Run FN in a child; its status, and what it wrote in TEXT.  */
static int
run (void (*fn) (void), char *text, size_t room)
{
  int ends[2];
  int status;
  if (pipe (ends) != 0)
    abort ();
  pid_t pid = fork ();
  if (pid == 0)
    {
      const struct rlimit none = { 0, 0 };
      setrlimit (RLIMIT_CORE, &none);
      dup2 (ends[1], 2);
      close (ends[0]);
      close (ends[1]);
      fn ();
      _exit (0);
    }
  close (ends[1]);
  size_t length = 0;
  ssize_t n;
  while ((n = read (ends[0], text + length, room - 1 - length)) > 0)
    length += (size_t)n;
  text[length] = '\0';
  close (ends[0]);
  waitpid (pid, &status, 0);
  return status;
}

static void
check (const char *name, void (*fn) (void), int status, const char *wanted)
{
  char text[4096];
  int got = run (fn, text, sizeof (text));
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
  check ("overflow", overflow, SIGSEGV,
         "\nlibgomp: Stack overflow in thread 1 of a team of 2: its stack has "
         "256 kB\n  hint: OMP_STACKSIZE sets the size, for instance "
         "OMP_STACKSIZE=1024k\n");
  check ("other fault", stray, SIGSEGV, NULL);
  check ("sent signal", sent, SIGSEGV, NULL);
  check ("handler from before", own_before, 3 << 8, "the program's own\n");
  check ("handler from after", own_after, 3 << 8, "the program's own\n");
  return 0;
}
