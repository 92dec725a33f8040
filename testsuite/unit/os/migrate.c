/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Moving a thread to another CPU, on an invented system with eight CPUs: the
   mask that the thread has afterwards.  */

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "check.h"
#include "os/cpu.h"

static struct
{
  unsigned long allowed; /* by the system, whatever a thread asks for */
  unsigned long mask;    /* of the thread */
  unsigned long asked;   /* by the latest call */
  unsigned long history; /* all CPUs that it could have been on, from then on */
  unsigned long refused; /* a mask that cannot be set */
  unsigned long other;   /* somebody sets this after the next call, or 0 */
  int calls;             /* that set a mask */
  int filter;            /* what prctl says of filters */
} sys;

static long
set_mask (unsigned long mask)
{
  sys.calls++;
  sys.asked = mask;
  if (mask == sys.refused || (mask & sys.allowed) == 0)
    {
      errno = EINVAL;
      return -1;
    }
  sys.mask = mask & sys.allowed;
  sys.history |= sys.mask;
  if (sys.other != 0)
    sys.mask = sys.other;
  sys.other = 0;
  return 0;
}

/* In place of the C library's.  */
long
syscall (long number, ...)
{
  va_list args;
  va_start (args, number);
  int thread = va_arg (args, int);
  size_t size = va_arg (args, size_t);
  unsigned long *mask = va_arg (args, unsigned long *);
  va_end (args);
  EXPECT (thread == 0 && size >= sizeof (*mask));
  if (number == SYS_sched_setaffinity)
    return set_mask (*mask);
  EXPECT (number == SYS_sched_getaffinity);
  *mask = sys.mask;
  return sizeof (*mask);
}

int
prctl (int option, ...)
{
  EXPECT (option == PR_GET_SECCOMP);
  return sys.filter;
}

/* Move a thread that may use MASK to TO.  */
static int
move (unsigned long mask, unsigned long to)
{
  unsigned long from[GOMP_MASK_WORDS] = { mask };
  unsigned long there[GOMP_MASK_WORDS] = { to };
  sys.mask = mask;
  sys.history = 0;
  sys.calls = 0;
  errno = 7;
  int err = os_migrate_thread (from, there, GOMP_MASK_WORDS);
  EXPECT (errno == 7);
  return err;
}

static void
start (void)
{
  memset (&sys, 0, sizeof (sys));
  sys.allowed = 0xff;
}

/* All that the system allows: it gets what the system may allow later.  */
static void
test_free_thread_stays_free (void)
{
  start ();
  EXPECT (move (0xff, 0x10) == 0);
  EXPECT (sys.mask == 0xff);
  EXPECT (sys.asked == ~0ul);
  EXPECT (sys.calls == 2);
}

static void
test_mask_of_the_user_comes_back (void)
{
  start ();
  move (0x33, 0x20);
  EXPECT (sys.mask == 0x33);
  EXPECT (sys.asked == 0x33);
}

static void
test_mask_set_meanwhile_stays (void)
{
  start ();
  sys.other = 0x0c;
  move (0xff, 0x10);
  EXPECT (sys.mask == 0x0c);
  EXPECT (sys.calls == 1);
}

static void
test_refused_move_changes_nothing (void)
{
  start ();
  sys.refused = 0x10;
  EXPECT (move (0xff, 0x10) == EINVAL);
  EXPECT (sys.mask == 0xff);
  EXPECT (sys.history == 0);
}

static void
test_refused_mask_of_all_cpus (void)
{
  start ();
  sys.refused = ~0ul;
  move (0xff, 0x10);
  EXPECT (sys.mask == 0xff);
}

static void
test_filtered_programs_are_left_alone (void)
{
  start ();
  EXPECT (os_migrate_is_allowed ());
  sys.filter = 2;
  EXPECT (!os_migrate_is_allowed ());
  sys.filter = -1;
  EXPECT (!os_migrate_is_allowed ());
}

int
main (void)
{
  RUN (test_free_thread_stays_free);
  RUN (test_mask_of_the_user_comes_back);
  RUN (test_mask_set_meanwhile_stays);
  RUN (test_refused_move_changes_nothing);
  RUN (test_refused_mask_of_all_cpus);
  RUN (test_filtered_programs_are_left_alone);
  return check_done ();
}
