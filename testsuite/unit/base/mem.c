/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-sanitizer-options "allocator_may_return_null=1" } */
/* Where memory is short, each x form gives back the reserve before it ends the
   program.  Clearing an error that there is not takes no memory.  */

#include "base/mem.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"

#include "check.h"

#define HUGE_SIZE (SIZE_MAX / 2 + 1)

static bool is_given;

static void
give_reserve (void)
{
  is_given = true;
}

static void
at_exit (void)
{
  _exit (is_given ? 7 : 8);
}

/* Which form.  */
static void
allocate (int form)
{
  void *small = gomp_xalloc (10);
  gomp_memory_reserve = give_reserve;
  void *huge = form == 0   ? gomp_xalloc (HUGE_SIZE)
               : form == 1 ? gomp_xalloc_zeroed (HUGE_SIZE)
               : form == 2 ? gomp_xalloc_aligned (256, HUGE_SIZE)
               : form == 3 ? gomp_xrealloc (small, HUGE_SIZE)
                           : gomp_xrealloc (NULL, HUGE_SIZE);
  _exit (huge == NULL ? 9 : 10);
}

static void
reserve (void)
{
  for (int form = 0; form < 5; form++)
    {
      int status;
      pid_t child = fork ();
      if (child == 0)
        {
          atexit (at_exit);
          allocate (form);
        }
      EXPECT (waitpid (child, &status, 0) == child);
      EXPECT (WIFEXITED (status) && WEXITSTATUS (status) == 7);
    }
}

static void
clearing (void)
{
  size_t before = mallinfo2 ().uordblks;
  gomp_error_clear ();
  EXPECT (mallinfo2 ().uordblks == before);
  gomp_error_set (GOMP_ERR_NOMEM, "something");
  gomp_error_clear ();
  EXPECT (gomp_error_text ()[0] == '\0');
  gomp_error_fini ();
}

int
main (void)
{
  RUN (clearing);
  RUN (reserve);
  return check_done ();
}
