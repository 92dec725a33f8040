/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Programs whose device is traced: "scarce": there is no memory for the records
   of the second and the third of five regions; "fork": a child ends while the
   parent's trace has records; "restart": the device is shut down and used
   again.  */

#include <omp-tools.h>
#include <openacc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool scarce;

#ifdef SCARCE
void *__libc_malloc (size_t);

/* A record is queued in a block that has a link, too.  */
void *
malloc (size_t size)
{
  return scarce && size == sizeof (ompt_record_ompt_t) + sizeof (void *)
             ? NULL
             : __libc_malloc (size);
}
#endif

static void
region (void)
{
#pragma omp target
  ;
}

static void
without_memory (void)
{
  for (int i = 0; i < 5; i++)
    {
      scarce = i == 1 || i == 2;
      region ();
    }
}

static void
forks (void)
{
  int status;
  region ();
  pid_t child = fork ();
  if (child == 0)
    exit (0);
  if (waitpid (child, &status, 0) != child || status != 0)
    abort ();
  region ();
}

static void
restarts (void)
{
  region ();
  acc_shutdown (acc_device_default);
  region ();
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    return 2;
  if (strcmp (argv[1], "scarce") == 0)
    without_memory ();
  else if (strcmp (argv[1], "fork") == 0)
    forks ();
  else
    restarts ();
  return 0;
}
