/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report }
   { dg-skip-stock "is what the library under test is compared with" } */
/* Under a limit of the address space there are as many threads as with the
   distribution's library, which needs hardly anything beside stacks.  If that
   library has a certain number of threads, this one has the same with 1 MiB and
   12 KiB a thread more.  A region that asks for more threads than fit gets that
   number, too.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANY 2000
#define STACK_KB 8192ul
#define PAGE_KB ((unsigned long)sysconf (_SC_PAGESIZE) / 1024)
/* More than a program without threads takes.  */
#define PROGRAM_KB (64ul << 10)
/* How exactly the least limit is found.  */
#define EXACT_KB 64

static const char *program;

/* The threads of a region that asks for WANTED, and which library that is.  */
static int
run (const char *wanted)
{
  int threads = 0;
  Dl_info library = { .dli_fname = NULL };
#pragma omp parallel num_threads(atoi(wanted)) reduction(+ : threads)
  threads++;
  dladdr (dlsym (RTLD_DEFAULT, "GOMP_parallel"), &library);
  printf ("%d %s\n", threads, library.dli_fname);
  return 0;
}

/* Where the C library is; the distribution's is there, too.  */
static const char *
system_directory (void)
{
  static char name[256];
  Dl_info libc = { .dli_fname = "/" };
  dladdr (dlsym (RTLD_DEFAULT, "malloc"), &libc);
  snprintf (name, sizeof name, "%s", libc.dli_fname);
  *strrchr (name, '/') = '\0';
  return name;
}

/* The same in a process with a limit of KB, with the distribution's library if
   STOCK; 0 threads if that fails.  */
static int
threads (int wanted, unsigned long kb, int stock, char *library)
{
  const struct rlimit limit = { kb << 10, kb << 10 };
  char text[4096], number[16];
  int fd[2], got = 0;
  snprintf (number, sizeof number, "%d", wanted);
  fflush (stdout);
  if (pipe (fd) != 0)
    exit (2);
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (fd[1], 1);
      dup2 (open ("/dev/null", O_WRONLY), 2);
      if (stock)
        setenv ("LD_LIBRARY_PATH", system_directory (), 1);
      setrlimit (RLIMIT_AS, &limit);
      execl (program, program, number, (char *)NULL);
      _exit (3);
    }
  close (fd[1]);
  FILE *f = fdopen (fd[0], "r");
  if (fgets (text, sizeof text, f) == NULL
      || sscanf (text, "%d %255s", &got, library) != 2)
    got = 0;
  fclose (f);
  waitpid (child, NULL, 0);
  return got;
}

static unsigned long
stacks (int number)
{
  return (unsigned long)number * (STACK_KB + PAGE_KB);
}

/* The least limit under which there are NUMBER threads.  */
static unsigned long
least_kb (int number, int stock)
{
  char library[256];
  unsigned long low = stacks (number - 1);
  unsigned long high = stacks (number) + PROGRAM_KB;
  while (high - low > EXACT_KB)
    {
      unsigned long middle = low + (high - low) / 2;
      if (threads (number, middle, stock, library) == number)
        high = middle;
      else
        low = middle;
    }
  return high;
}

static void
check (int number)
{
  char library[256];
  unsigned long stock = least_kb (number, 1), ours = least_kb (number, 0);
  unsigned long most = stock + 1024 + 12 * (unsigned long)number;
  printf ("%d threads: from %lu kB, and from %lu\n", number, stock, ours);
  printf ("%s: %d threads\n", ours <= most ? "PASS" : "FAIL", number);
  int many = threads (MANY, most + 512, 0, library);
  printf ("%s: %d threads where %d are wanted\n",
          many >= number ? "PASS" : "FAIL", number, MANY);
}

int
main (int argc, char **argv)
{
  char ours[256] = "", stock[256] = "";
  program = argv[0];
  if (argc > 1)
    return run (argv[1]);
  setenv ("OMP_STACKSIZE", "8M", 1);
  threads (1, PROGRAM_KB, 0, ours);
  threads (1, PROGRAM_KB, 1, stock);
  if (*stock == '\0' || strcmp (ours, stock) == 0)
    {
      printf ("UNSUPPORTED: no library of the distribution\n");
      return 0;
    }
  check (2);
  check (15);
  check (68);
  check (293);
  return 0;
}
