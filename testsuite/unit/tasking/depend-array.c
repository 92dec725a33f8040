/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Dependence arrays of every form, each at the end of a page with none after
   it: nothing behind an array may be read.  */

#include "tasking/depend_node.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

static char *end; /* of the readable page */

static void **
at_end (const void *array, size_t size)
{
  return memcpy (end - size, array, size);
}

static void
empty_iterators (void)
{
  void *none[] = { NULL, NULL };
  int kind;
  void **depend = at_end (none, sizeof (none));
  EXPECT (gomp_depend_count (depend) == 0);
  EXPECT (gomp_depend_valid (depend, &kind));
}

static void
short_form (void)
{
  int a, b;
  void *two[] = { (void *)2, (void *)1, &a, &b };
  int kind;
  void **depend = at_end (two, sizeof (two));
  EXPECT (gomp_depend_count (depend) == 2);
  EXPECT (gomp_depend_valid (depend, &kind));
}

static void
long_form (void)
{
  int a;
  void *object[] = { &a, (void *)1 };
  void *two[] = { NULL, (void *)2, (void *)1, NULL, NULL, &a, (void *)object };
  int kind;
  void **depend = at_end (two, sizeof (two));
  EXPECT (gomp_depend_count (depend) == 2);
  EXPECT (gomp_depend_valid (depend, &kind));
  object[1] = (void *)77;
  EXPECT (!gomp_depend_valid (depend, &kind) && kind == 77);
}

int
main (void)
{
  size_t page = (size_t)sysconf (_SC_PAGESIZE);
  char *pages = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect (pages + page, page, PROT_NONE) != 0)
    return 1;
  end = pages + page;
  RUN (empty_iterators);
  RUN (short_form);
  RUN (long_form);
  munmap (pages, 2 * page);
  return check_done ();
}
