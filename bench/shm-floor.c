/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The floor of every launch: a bare round trip through shared memory between
   two processes that are both awake.

   The parent writes the number of the trip into one cache line, the child
   answers with the same number in another.  Both spin without a system call and
   without a runtime.  With a single CPU the two would alternate only by
   preemption, so nothing is printed.  */

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "timing.h"

struct mailbox
{
  _Alignas(128) atomic_long question; /* written by the parent */
  _Alignas(128) atomic_long answer;   /* written by the child; pairs with
                                         question */
};

static struct mailbox *mailbox;
static long asked; /* trips so far */

static inline void
relax (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#endif
}

static void
answer_until_killed (void)
{
  long seen = 0;

  for (;;)
    {
      long question
          = atomic_load_explicit (&mailbox->question, memory_order_acquire);

      if (question == seen)
        relax ();
      else
        {
          seen = question;
          atomic_store_explicit (&mailbox->answer, seen, memory_order_release);
        }
    }
}

static void
round_trip (long count)
{
  for (long i = 0; i < count; i++)
    {
      atomic_store_explicit (&mailbox->question, ++asked, memory_order_release);
      while (atomic_load_explicit (&mailbox->answer, memory_order_acquire)
             != asked)
        relax ();
    }
}

static int
usable_cpus (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) ? 1 : CPU_COUNT (&set);
}

int
main (void)
{
  static const struct bench_row row = { "floor", round_trip };
  pid_t child;

  if (usable_cpus () < 2)
    return 0;
  mailbox = mmap (NULL, sizeof *mailbox, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (mailbox == MAP_FAILED)
    {
      perror ("mmap");
      return 2;
    }
  child = fork ();
  if (child < 0)
    {
      perror ("fork");
      return 2;
    }
  if (child == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      answer_until_killed ();
    }
  bench_measure (&row);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  return 0;
}
