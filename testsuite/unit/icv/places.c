/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Places: the grammar, on an invented machine with eight CPUs, and the places
   of the threads of a team.  */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "check.h"
#include "icv/affinity_format.h"
#include "icv/icv.h"
#include "icv/places.h"

static const char *
list (const char *name, const char *value)
{
  static char text[256];
  clearenv ();
  setenv (name, value, 1);
  gomp_icv_init ();
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  for (size_t i = 0; i < gomp_places.count; i++)
    {
      gomp_strbuf_printf (&sb, "{");
      gomp_affinity_print_mask (&sb, gomp_places.bits + i * gomp_places.words,
                                gomp_places.words, GOMP_MASK_COUNTS);
      gomp_strbuf_printf (&sb, "}");
    }
  return text;
}

struct sample
{
  const char *value;
  const char *places; /* "": refused */
};

static void
check_samples (const char *name, const struct sample *samples, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp (list (name, samples[i].value), samples[i].places) != 0)
      check_failed (samples[i].value, list (name, samples[i].value), 0);
}

static const struct sample explicit_lists[] = {
  { "{0},{1}", "{0}{1}" },
  { "{0,1,2}", "{0:3}" },
  { "{0:4}", "{0:4}" },
  { "{0:4:2}", "{0,2,4,6}" },
  { "{7:3:-2}", "{3,5,7}" },
  { "{0:2}:4:2", "{0:2}{2:2}{4:2}{6:2}" },
  { "{0:2}:3", "{0:2}{1:2}{2:2}" },
  { "{6:2}:3:-3", "{6:2}{3:2}{0:2}" },
  { " { 0 : 2 } : 2 : 2 , 7 ", "{0:2}{2:2}{7}" },
  { "3", "{3}" },
  { "0:4:2", "{0}{2}{4}{6}" },
  { "{0,1,2,!1}", "{0,2}" },
  { "{0}:4,!{2}", "{0}{1}{3}" },
  { "{0},{1},{0},!{0}", "{1}{0}" },
  { "{0:4},{2:4}", "{0:4}{2:4}" },
  { "{6:4}", "{6:2}" },
  { "{4:2}:3:2", "{4:2}{6:2}" },
  { "{8}", "" },
  { "{0},!{1}", "" },
  { "{0},!{0}", "" },
  { "{0,!1}", "" },
  { "{0},!{0}:2", "" },
  { "{}", "" },
  { "{0", "" },
  { "{0}}", "" },
  { "{0},", "" },
  { "{0}{1}", "" },
  { "{0:0}", "" },
  { "{0}:0", "" },
  { "{0}:-1", "" },
  { "{-1}", "" },
  { "{0:2:-1}", "" },
  { "{0}:2:1000", "" },
  { "{1000000}", "" },
  { "{0}:65536", "" },
  { "", "" },
  { "cpus", "" },
};

static void
test_explicit_lists (void)
{
  check_samples ("OMP_PLACES", explicit_lists,
                 GOMP_ARRAY_SIZE (explicit_lists));
}

static const struct sample names[] = {
  { "threads", "{0}{1}{2}{3}{4}{5}{6}{7}" },
  { "Threads(3)", "{0}{1}{2}" },
  { "threads ( 2 )", "{0}{1}" },
  { "threads(100)", "{0}{1}{2}{3}{4}{5}{6}{7}" },
  { "threads(0)", "" },
  { "threads(-1)", "" },
  { "threads(2", "" },
  { "threads(2) x", "" },
  { "threads,cores", "" },
  { "threadsx", "" },
};

static void
test_names (void)
{
  check_samples ("OMP_PLACES", names, GOMP_ARRAY_SIZE (names));
}

static const struct sample cpu_lists[] = {
  { "0 3 1", "{0}{3}{1}" },
  { "0-3", "{0}{1}{2}{3}" },
  { "0-6:3", "{0}{3}{6}" },
  { "0,2-4 7", "{0}{2}{3}{4}{7}" },
  { "5-20", "{5}{6}{7}" },
  { "0 , 1", "{0}{1}" },
  { "8", "" },
  { "3-1", "" },
  { "0-", "" },
  { "0-1:", "" },
  { "0-3:0", "" },
  { "0:1", "" },
  { "0,,1", "" },
  { "0,", "" },
  { "x", "" },
  { "70000", "" },
};

static void
test_cpu_affinity (void)
{
  check_samples ("GOMP_CPU_AFFINITY", cpu_lists, GOMP_ARRAY_SIZE (cpu_lists));
}

static void
test_binding_follows_places (void)
{
  const struct gomp_icv *icv = &gomp_icv_global.initial;
  list ("OMP_PLACES", "{0}:4");
  EXPECT (icv->bind == GOMP_BIND_TRUE);
  setenv ("OMP_PROC_BIND", "false", 1);
  gomp_icv_init ();
  EXPECT (icv->bind == GOMP_BIND_FALSE && gomp_places.count == 0);
  list ("OMP_PROC_BIND", "spread");
  EXPECT (icv->bind == GOMP_BIND_SPREAD && gomp_places.count == 8);
  setenv ("OMP_PLACES", "{0:4},{4:4}", 1);
  setenv ("GOMP_CPU_AFFINITY", "0", 1);
  gomp_icv_init ();
  EXPECT (gomp_places.count == 2);
}

/* Places of the threads 0, 1, ... of a team, and their partitions.  */
static void
check_team (enum gomp_proc_bind policy, int primary, unsigned first,
            unsigned count, unsigned nthreads, const char *expected)
{
  struct gomp_place_slot parent = { primary, { first, count } };
  char text[256];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  for (unsigned t = 0; t < nthreads; t++)
    {
      struct gomp_place_slot slot;
      gomp_places_assign (policy, &parent, nthreads, t, &slot);
      gomp_strbuf_printf (&sb, "%s%d/%u+%u", t > 0 ? " " : "", slot.place,
                          slot.partition.first, slot.partition.count);
    }
  if (strcmp (text, expected) != 0)
    check_failed (text, expected, 0);
}

static void
test_close (void)
{
  check_team (GOMP_BIND_CLOSE, 0, 0, 4, 2, "0/0+4 1/0+4");
  check_team (GOMP_BIND_CLOSE, 3, 0, 4, 3, "3/0+4 0/0+4 1/0+4");
  check_team (GOMP_BIND_CLOSE, 5, 4, 2, 2, "5/4+2 4/4+2");
  check_team (GOMP_BIND_CLOSE, 0, 0, 2, 4, "0/0+2 0/0+2 1/0+2 1/0+2");
  check_team (GOMP_BIND_CLOSE, 1, 0, 2, 5, "1/0+2 1/0+2 1/0+2 0/0+2 0/0+2");
}

static void
test_spread (void)
{
  check_team (GOMP_BIND_SPREAD, 0, 0, 8, 2, "0/0+4 4/4+4");
  check_team (GOMP_BIND_SPREAD, 5, 0, 8, 2, "5/4+4 0/0+4");
  check_team (GOMP_BIND_SPREAD, 0, 0, 8, 3, "0/0+3 3/3+3 6/6+2");
  check_team (GOMP_BIND_SPREAD, 2, 2, 4, 4, "2/2+1 3/3+1 4/4+1 5/5+1");
  check_team (GOMP_BIND_SPREAD, 1, 0, 2, 4, "1/1+1 1/1+1 0/0+1 0/0+1");
}

static void
test_primary_and_unbound (void)
{
  check_team (GOMP_BIND_PRIMARY, 2, 0, 4, 3, "2/0+4 2/0+4 2/0+4");
  check_team (GOMP_BIND_CLOSE, -1, 0, 0, 2, "-1/0+0 -1/0+0");
  check_team (GOMP_BIND_FALSE, 1, 0, 4, 2, "1/0+4 1/0+4");
}

/* Every place gets its share, whatever the numbers.  */
static void
test_even_shares (void)
{
  for (unsigned places = 1; places <= 9; places++)
    for (unsigned n = 1; n <= 20; n++)
      for (int bind = GOMP_BIND_CLOSE; bind <= GOMP_BIND_SPREAD; bind++)
        for (unsigned primary = 0; primary < places; primary++)
          {
            unsigned used[9] = { 0 };
            struct gomp_place_slot parent = { (int)primary, { 0, places } };
            for (unsigned t = 0; t < n; t++)
              {
                struct gomp_place_slot slot;
                gomp_places_assign ((enum gomp_proc_bind)bind, &parent, n, t,
                                    &slot);
                unsigned place = (unsigned)slot.place;
                EXPECT (place < places);
                EXPECT (t > 0 || place == primary);
                EXPECT (place >= slot.partition.first
                        && place < slot.partition.first + slot.partition.count);
                used[place % 9]++;
              }
            unsigned most = (n + places - 1) / places;
            for (unsigned p = 0; p < places; p++)
              EXPECT (used[p] <= most);
          }
}

int
main (void)
{
  int null = open ("/dev/null", O_WRONLY);
  dup2 (null, STDERR_FILENO);
  gomp_places.words = 2;
  gomp_places.all = gomp_xalloc_zeroed (2 * sizeof (unsigned long));
  gomp_places.all[0] = 0xff;
  RUN (test_explicit_lists);
  RUN (test_names);
  RUN (test_cpu_affinity);
  RUN (test_binding_follows_places);
  RUN (test_close);
  RUN (test_spread);
  RUN (test_primary_and_unbound);
  RUN (test_even_shares);
  return check_done ();
}
