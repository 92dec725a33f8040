/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two copies of the library in one process.  The second is in its own
   namespace, or has another name, as in bundles.  Both work and know of each
   other's workers.  So they do in a forked child, where the fork handlers of
   another namespace are not called.  */
/* { dg-do report }
   { dg-additional-options "-ldl" }
   { dg-skip-stock "copies know nothing of each other" } */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <offgomp.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct copy
{
  void (*parallel) (void (*) (void *), void *, unsigned, unsigned);
  int (*thread_num) (void);
  int (*num_threads) (void);
  unsigned (*running) (void);
};

static int
load (struct copy *copy, void *handle)
{
  if (handle == NULL)
    return 0;
  copy->parallel = (__typeof__ (copy->parallel))dlsym (handle, "GOMP_parallel");
  copy->thread_num
      = (__typeof__ (copy->thread_num))dlsym (handle, "omp_get_thread_num");
  copy->num_threads
      = (__typeof__ (copy->num_threads))dlsym (handle, "omp_get_num_threads");
  copy->running = (__typeof__ (copy->running))dlsym (
      handle, "offgomp_get_running_threads");
  return copy->parallel != NULL && copy->running != NULL
         && copy->running != offgomp_get_running_threads;
}

struct region
{
  struct copy *copy;
  int threads;     /* that took part */
  int counted;     /* what follows is known */
  unsigned theirs; /* running threads as the second copy sees them */
  unsigned ours;   /* as the first one does */
};

static void
inner (void *arg)
{
  struct region *r = arg;
  __atomic_add_fetch (&r->threads, 1, __ATOMIC_ACQ_REL);
  if (r->copy->thread_num () == 0)
    {
      while (__atomic_load_n (&r->threads, __ATOMIC_ACQUIRE)
             < r->copy->num_threads ())
        usleep (100);
      r->theirs = r->copy->running ();
      r->ours = offgomp_get_running_threads ();
      __atomic_store_n (&r->counted, 1, __ATOMIC_RELEASE);
    }
  /* Who waits in the library may park, and is not counted then.  */
  while (!__atomic_load_n (&r->counted, __ATOMIC_ACQUIRE))
    usleep (100);
}

/* A region of three of the second copy inside one of ours, of two: each sees
   the thread that is in both once, its own workers and the other's.  */
static int
both (struct copy *copy)
{
  struct region r = { .copy = copy };
  int end = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      copy->parallel (inner, &r, 3, 0);
      __atomic_store_n (&end, 1, __ATOMIC_RELEASE);
    }
  else
    while (__atomic_load_n (&end, __ATOMIC_ACQUIRE) == 0)
      usleep (100);
  if (r.threads != 3 || r.theirs != 4 || r.ours != 4)
    printf ("threads %d, running %u and %u\n", r.threads, r.theirs, r.ours);
  return r.threads == 3 && r.theirs == 4 && r.ours == 4;
}

/* Idle workers are not counted.  */
static int
falls_idle (struct copy *copy)
{
  while (copy->running () != 1 || offgomp_get_running_threads () != 1)
    usleep (1000);
  return 1;
}

static int
after_fork (struct copy *copy)
{
  pid_t pid = fork ();
  int status;
  if (pid == 0)
    _exit (both (copy) && falls_idle (copy) && both (copy) ? 0 : 1);
  waitpid (pid, &status, 0);
  return status == 0;
}

static void
try_copy (const char *name, void *handle)
{
  struct copy copy;
  int good = load (&copy, handle);
  if (!good)
    printf ("%s\n", dlerror ());
  good = good && both (&copy) && falls_idle (&copy) && both (&copy);
  good = good && after_fork (&copy) && both (&copy);
  good = good && falls_idle (&copy);
  if (handle != NULL)
    dlclose (handle);
  printf ("%s: %s\n", good ? "PASS" : "FAIL", name);
  fflush (stdout);
}

int
main (void)
{
  struct link_map *library;
  char command[8200];
  char copy[1024];
  const char *tmp = getenv ("TMPDIR");
  /* Not by the address of a function, which may be in the program.  */
  void *first = dlopen ("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (first == NULL || dlinfo (first, RTLD_DI_LINKMAP, &library) != 0)
    return 1;
  try_copy ("namespace", dlmopen (LM_ID_NEWLM, library->l_name, RTLD_NOW));
  snprintf (copy, sizeof copy, "%s/libgomp-bundled.so",
            tmp != NULL ? tmp : "/tmp");
  snprintf (command, sizeof command, "cp '%s' '%s'", library->l_name, copy);
  if (system (command) != 0)
    return 1;
  void *handle = dlopen (copy, RTLD_NOW | RTLD_LOCAL);
  unlink (copy);
  try_copy ("bundled", handle);
  return 0;
}
