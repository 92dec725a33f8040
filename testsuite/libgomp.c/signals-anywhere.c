/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A signal at every instruction, whose handler calls the library: during the
   first use of the library, at the start and the end of a region's threads, in
   tasks, in a target region on the host, and at the end of a thread.  The
   handler gets plausible answers without malloc, which it may have interrupted.
   One process steps another one through each part, or through the one that the
   program's argument names.  During the first use, the
   handler calls the library in a forked child, so that the process itself has
   not used the library before the next instruction.  */
/* { dg-do report }
   { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS "2" }
   { dg-set-target-env-var OMP_WAIT_POLICY "passive" }
   { dg-set-target-env-var OMP_TARGET_OFFLOAD "disabled" }
   { dg-skip-stock "regions begin and end with data that is not complete" } */

#define _GNU_SOURCE
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ASK SIGUSR1    /* the handler asks */
#define ASKED SIGUSR2  /* it has */
#define BORDER SIGSTOP /* the part begins, or ends */
#define UNTRACED 77    /* the system lets nobody step a program */

static _Thread_local volatile sig_atomic_t in_handler;
static volatile sig_atomic_t in_child;
static volatile int answers_wrong, allocated;

void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_memalign (size_t, size_t);

void *
malloc (size_t size)
{
  allocated += in_handler;
  return __libc_malloc (size);
}

void *
calloc (size_t number, size_t size)
{
  allocated += in_handler;
  return __libc_calloc (number, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  allocated += in_handler;
  return __libc_memalign (alignment, size);
}

static bool
answers_make_sense (void)
{
  int threads = omp_get_num_threads (), thread = omp_get_thread_num ();
  int level = omp_get_level (), chunk;
  omp_sched_t kind;
  omp_get_schedule (&kind, &chunk);
  return threads >= 1 && threads <= 4 && thread >= 0 && thread < threads
         && level >= 0 && level <= 2 && omp_get_active_level () <= level
         && omp_get_max_threads () >= 1 && omp_get_num_procs () >= 1
         && omp_get_thread_limit () >= 1 && omp_get_max_active_levels () >= 1
         && omp_get_ancestor_thread_num (0) == 0 && omp_get_team_size (0) == 1
         && !omp_in_final () && omp_get_dynamic () == 0
         && omp_get_num_teams () == 1 && omp_get_team_num () == 0
         && omp_in_parallel () <= 1 && omp_get_cancellation () == 0
         && omp_get_proc_bind () == omp_proc_bind_false && omp_get_wtime () > 0;
}

static void
ask (void)
{
  in_handler = 1;
  if (!answers_make_sense () || allocated != 0)
    answers_wrong++;
  in_handler = 0;
}

/* As fork does it, but without the handlers of a fork.  */
static void
ask_in_child (void)
{
  int status;
  long child = syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0)
    {
      alarm (60);
      ask ();
      _exit (answers_wrong != 0);
    }
  if (waitpid ((pid_t)child, &status, 0) != child || status != 0)
    answers_wrong++;
}

static void
handle (int signal_number)
{
  (void)signal_number;
  int saved = errno;
  if (in_child)
    ask_in_child ();
  else
    ask ();
  errno = saved;
  /* The last system call but the one that returns from here.  */
  syscall (SYS_tgkill, getpid (), getpid (), ASKED);
}

/* ---- The parts.  */

static void
first_use (void)
{
  in_child = 1;
  raise (BORDER);
  free (malloc (100));
  omp_set_max_active_levels (2);
}

static void
regions (void)
{
  int sum = 0;
  omp_get_max_threads ();
  raise (BORDER);
  for (int i = 0; i < 2; i++)
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
#pragma omp barrier
#pragma omp master
      {
        omp_set_num_threads (2);
#pragma omp parallel num_threads(1 + i) reduction(+ : sum)
        sum++;
      }
    }
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum++;
  if (sum != 7)
    answers_wrong++;
}

static void
tasks (void)
{
  int sum = 0;
  omp_get_max_threads ();
  raise (BORDER);
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    for (int i = 0; i < 3; i++)
#pragma omp task shared(sum)
      {
        omp_set_num_threads (1 + i);
#pragma omp atomic
        sum++;
      }
#pragma omp taskgroup
#pragma omp task shared(sum) if (0)
#pragma omp atomic
    sum++;
  }
  if (sum != 4)
    answers_wrong++;
}

static void
target (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  sum = 0;
  raise (BORDER);
#pragma omp target map(tofrom : sum)
  {
    omp_set_num_threads (2);
#pragma omp parallel reduction(+ : sum)
    sum++;
  }
#pragma omp target map(tofrom : sum)
#pragma omp teams num_teams(1)
  sum++;
  if (sum != 3)
    answers_wrong++;
}

static void *
wait_for_main (void *main_thread)
{
  pthread_join (*(pthread_t *)main_thread, NULL);
  exit (answers_wrong != 0);
}

static void
thread_end (void)
{
  static pthread_t self;
  pthread_t other;
  self = pthread_self ();
#pragma omp parallel num_threads(2)
  omp_set_num_threads (2);
  omp_set_num_threads (3);
  if (pthread_create (&other, NULL, wait_for_main, &self) != 0)
    exit (2);
  raise (BORDER);
  pthread_exit (NULL);
}

static const struct part
{
  const char *name;
  void (*run) (void);
  int stride; /* instructions from one signal to the next */
} parts[] = {
  { "first use", first_use, 2 },
  { "regions", regions, 19 },
  { "tasks", tasks, 19 },
  { "target region", target, 11 },
  { "thread's end", thread_end, 31 },
};

static void
run_traced (const struct part *part)
{
  if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
    _exit (UNTRACED);
  signal (ASK, handle);
  part->run ();
  raise (BORDER);
  _exit (answers_wrong != 0);
}

/* ---- Who steps.  */

/* Let it go on with SIGNAL by REQUEST until it stops again: by which signal, 0:
   it has ended.  */
static int
go_on (pid_t child, int request, int signal_number, int *status)
{
  if (ptrace (request, child, NULL, (void *)(long)signal_number) != 0
      && errno != ESRCH)
    return 0;
  if (waitpid (child, status, 0) != child || !WIFSTOPPED (*status))
    return 0;
  return WSTOPSIG (*status);
}

/* Send a signal, run on until its handler has asked, which may be later: where
   signals are blocked, and have it return to where it came in between.  */
static int
have_it_ask (pid_t child, long *asked, int *status)
{
  syscall (SYS_tgkill, child, child, ASK);
  int stop = go_on (child, PTRACE_CONT, 0, status);
  if (stop != ASK)
    return stop;
  ++*asked;
  while (stop == ASK || stop == SIGCHLD)
    stop = go_on (child, PTRACE_CONT, stop, status);
  /* The next system call, its beginning and its end.  */
  for (int i = 0; i < 2 && stop != 0; i++)
    stop = go_on (child, PTRACE_SYSCALL, 0, status);
  return stop == 0 ? 0 : go_on (child, PTRACE_SINGLESTEP, 0, status);
}

/* From the beginning of the part to the program's end.  */
static int
step (pid_t child, int stride, long *steps, long *asked)
{
  int status = 0;
  int stop = BORDER;
  while (stop != 0)
    {
      if (stop == BORDER && *steps > 0)
        stop = go_on (child, PTRACE_CONT, 0, &status);
      else if (stop != SIGTRAP && stop != BORDER && stop != ASKED)
        stop = go_on (child, PTRACE_CONT, stop, &status);
      else if (++*steps % stride == 0 && stop == SIGTRAP)
        stop = have_it_ask (child, asked, &status);
      else
        stop = go_on (child, PTRACE_SINGLESTEP, 0, &status);
    }
  return status;
}

static void
run (const struct part *part)
{
  long steps = 0, asked = 0;
  int status;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    run_traced (part);
  if (waitpid (child, &status, 0) != child)
    return;
  if (WIFEXITED (status) && WEXITSTATUS (status) == UNTRACED)
    {
      printf ("UNSUPPORTED: %s: no ptrace here\n", part->name);
      return;
    }
  status = step (child, part->stride, &steps, &asked);
  if (status == 0 && asked > 0)
    printf ("PASS: %s\n", part->name);
  else
    printf ("FAIL: %s: status %x after %ld instructions, asked %ld times\n",
            part->name, (unsigned)status, steps, asked);
}

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (parts) / sizeof (parts[0]); i++)
    if (argc < 2 || strcmp (argv[1], parts[i].name) == 0)
      run (&parts[i]);
  return 0;
}
