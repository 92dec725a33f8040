/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 3600 } */
/* { dg-require-effective-target offload_device } */
/* { dg-additional-options "-DOFFLOAD_EMUL_CHECK" } */
/* A region overwrites the memory that device and host share: launches, their
   queue, the record of the device's end, and under the mapping checker its
   states, logs and reports.  First it writes fixed values to each, then random
   values at random places and times.  */

#include "attack.h"

#include <omp.h>

/* A name is "PLACE OFFSET SIZE VALUE WHEN WHO": from OFFSET of the mapping
   called x86emul-PLACE, which is its N-th with "PLACE+N", SIZE bytes (0: all)
   become VALUE, -1 being random ones; before the region sleeps if WHEN is 1,
   after that if it is 2; WHO: 1, other regions are under way, 2, launches with
   nowait are.  */
struct blow
{
  char place[32];
  int which;
  unsigned long offset, size;
  long value;
  int when, who;
};

#define WORDS 512
static int words[WORDS], more[WORDS];

#pragma omp declare target
/* Compilers see no bounds.  */
__attribute__ ((noipa)) static void
write_over (volatile unsigned *at, unsigned long count, long value)
{
  unsigned long state = 88172645463325252ul;
  for (unsigned long i = 0; i < count; i++)
    {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      at[i] = value == -1 ? (unsigned)state : (unsigned)value;
    }
}

static void
strike (const struct blow *b)
{
  char line[512], name[64];
  int found = 0;
  char *rest;
  unsigned long start = 0, end = 0, size;
  FILE *maps = fopen ("/proc/self/maps", "r");

  snprintf (name, sizeof name, "x86emul-%s", b->place);
  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    if (strstr (line, name) != NULL && found++ == b->which)
      {
        start = strtoul (line, &rest, 16);
        end = strtoul (rest + 1, &rest, 16);
      }
  if (maps != NULL)
    fclose (maps);
  if (end <= start || b->offset >= end - start)
    return;
  size = end - start - b->offset;
  if (b->size != 0 && b->size < size)
    size = b->size;
  write_over ((unsigned *)(start + b->offset), size / 4, b->value);
}
#pragma omp end declare target

/* Regions that must be right.  */
static bool
work (int rounds)
{
  int sum = 0, other = 0;

  for (int i = 0; i < rounds; i++)
#pragma omp target map(tofrom : sum)
    sum += i;
  for (int i = 0; i < rounds; i++)
#pragma omp target nowait map(to : words [0:WORDS]) depend(inout : words)
    words[0]++;
#pragma omp target map(from : other)
  other = 7;
#pragma omp taskwait
  return sum == rounds * (rounds - 1) / 2 && other == 7;
}

static void
run_blow (struct blow b)
{
#pragma omp target map(to : b) map(tofrom : more [0:WORDS])
  {
    if (b.when == 2)
      usleep (130000);
    strike (&b);
    if (b.when == 1)
      usleep (130000);
    for (int i = 0; i < WORDS; i++)
      more[i]++;
  }
}

/* Many more launches than there are servers wait for their turn meanwhile.  */
static void
crowd (void)
{
  for (int i = 0; i < 40; i++)
#pragma omp target nowait
    usleep (3000);
}

static void
body (const char *name)
{
  struct blow b = { 0 };
  bool good = true;

  if (sscanf (name, "%31[a-z]+%d %lu %lu %ld %d %d", b.place, &b.which,
              &b.offset, &b.size, &b.value, &b.when, &b.who)
      != 7)
    exit (97);
  good = work (3);
  if (b.who == 2)
    crowd ();
  if (b.who == 1)
#pragma omp parallel num_threads(3) reduction(&& : good)
    {
      if (omp_get_thread_num () == 0)
        run_blow (b);
      else
        for (int i = 0; i < 5; i++)
          good = good && work (2);
    }
  else
    run_blow (b);
#pragma omp taskwait
  for (int i = 0; i < WORDS; i++)
    good = good && more[i] == 1;
  attack_result (work (20) && good);
}

/* ---- The attacks.  */

static const long values[]
    = { 0,      1,          2,          255,        65536,      524800,
        600000, 0x7fffffff, 0x80000000, 0xffffffff, 0x41414141, -1 };
#define VALUES (sizeof values / sizeof *values)

static bool
try_blow (const struct blow *b, bool checked)
{
  char name[128];

  snprintf (name, sizeof name, "%s+%d %lu %lu %ld %d %d", b->place, b->which,
            b->offset, b->size, b->value, b->when, b->who);
  return attack_try (name, checked ? "OFFLOAD_EMUL_CHECK=1" : NULL);
}

static void
all_values (const char *place, int which, unsigned long size, bool checked)
{
  char what[64];
  bool good = true;

  for (unsigned i = 0; i < VALUES; i++)
    {
      struct blow b = { .which = which, .size = size, .value = values[i] };
      snprintf (b.place, sizeof b.place, "%s", place);
      b.when = (int)(i % 3);
      b.who = (int)(i / 3 % 3);
      good = try_blow (&b, checked) && good;
    }
  snprintf (what, sizeof what, "all of %s %d%s", place, which,
            checked ? ", checked" : "");
  attack_tell (good, what);
}

/* Most at the beginning, where what is used most is.  */
static struct blow
draw (uint64_t *state, bool checked)
{
  static const unsigned long sizes[] = { 4, 8, 64, 128, 1024, 4096, 16384, 0 };
  struct blow b = { .place = "control" };

  b.offset = random_below (state, 1 + random_below (state, 90000)) & ~3ul;
  if (checked && random_below (state, 2))
    {
      snprintf (b.place, sizeof b.place, "shadow");
      b.which = (int)random_below (state, 2);
      b.offset = random_below (state, 1 + (1u << random_below (state, 26)));
      b.offset &= ~3ul;
    }
  b.size = sizes[random_below (state, 8)];
  /* More of the states than that takes too long.  */
  if (b.size == 0 && b.which + (b.place[0] == 's') > 0)
    b.size = 1 << 20;
  b.value = values[random_below (state, VALUES)];
  b.when = (int)random_below (state, 3);
  b.who = (int)random_below (state, 3);
  return b;
}

static void
chances (long count, bool checked)
{
  uint64_t state = random_start (checked);
  bool good = true;

  for (long i = 0; i < count; i++)
    {
      struct blow b = draw (&state, checked);
      good = try_blow (&b, checked) && good;
    }
  attack_tell (good, checked ? "by chance, checked" : "by chance");
}

int
main (int argc, char **argv)
{
  if (argc == 2 && strchr (argv[1], '+') != NULL)
    body (argv[1]);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  attack_seed ();
  all_values ("control", 0, 0, false);
  all_values ("control", 0, 0, true);
  /* States and logs, in either order.  */
  all_values ("shadow", 0, 1 << 20, true);
  all_values ("shadow", 1, 1 << 20, true);
  chances (attack_rounds (30), false);
  chances (attack_rounds (30), true);
  return 0;
}
