/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report }
   { dg-skip-stock "ends where a thread is refused" } */
/* Under a limit of the address space there are as many threads as stacks fit:
   nothing else that a thread needs takes much.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANY 2000
#define STACK (8ul << 20)

/* Bytes of address space in use.  */
static unsigned long
used (void)
{
  unsigned long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (f == NULL || fscanf (f, "%lu", &pages) != 1)
    _exit (2);
  fclose (f);
  return pages * (unsigned long)sysconf (_SC_PAGESIZE);
}

/* One in sixteen stacks, and two more, may be lost.  */
static int
run (unsigned long limit)
{
  int threads = 0;
  unsigned long page = (unsigned long)sysconf (_SC_PAGESIZE);
  unsigned long stacks = (limit - used ()) / (STACK + page);
#pragma omp parallel num_threads(MANY) reduction(+ : threads)
  threads++;
  if ((unsigned long)threads + stacks / 16 + 2 >= stacks)
    return 0;
  printf ("%d threads where %lu stacks fit\n", threads, stacks);
  return 1;
}

int
main (int argc, char **argv)
{
  static const char *const megabytes[] = { "130", "300", "560", "1200" };
  if (argc > 1)
    return run (strtoul (argv[1], NULL, 10) << 20);
  setenv ("OMP_STACKSIZE", "8M", 1);
  for (int i = 0; i < 4; i++)
    {
      unsigned long limit = strtoul (megabytes[i], NULL, 10) << 20;
      const struct rlimit bytes = { limit, limit };
      int status = -1;
      fflush (stdout);
      pid_t child = fork ();
      if (child == 0)
        {
          freopen ("/dev/null", "w", stderr);
          setrlimit (RLIMIT_AS, &bytes);
          execl (argv[0], argv[0], megabytes[i], (char *)NULL);
          _exit (3);
        }
      waitpid (child, &status, 0);
      printf ("%s: %s MB\n", status == 0 ? "PASS" : "FAIL", megabytes[i]);
    }
  return 0;
}
