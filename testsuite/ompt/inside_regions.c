/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions for inside.c: argv[1] names what they have.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x)                                                               \
  do                                                                           \
    if (!(x))                                                                  \
      {                                                                        \
        fprintf (stderr, "%s does not hold\n", #x);                            \
        exit (1);                                                              \
      }                                                                        \
  while (0)

static void
parallel (void)
{
  int n = 0;
#pragma omp target map(tofrom : n)
  for (int i = 0; i < 3; i++)
#pragma omp parallel num_threads(4) reduction(+ : n)
    n++;
  CHECK (n == 12);
}

static void
nested (void)
{
  int n = 0;
#pragma omp target map(tofrom : n)
  {
    omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2) reduction(+ : n)
#pragma omp parallel num_threads(2) reduction(+ : n)
    n++;
  }
  CHECK (n == 4);
}

static void
tasks (void)
{
  int n = 0;
#pragma omp target map(tofrom : n)
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    int d = 0;
    for (int i = 0; i < 20; i++)
#pragma omp task shared(n)
#pragma omp atomic
      n++;
#pragma omp taskwait
    for (int i = 0; i < 3; i++)
#pragma omp task depend(inout : d) shared(n)
#pragma omp atomic
      n++;
  }
  CHECK (n == 23);
}

static void
work (void)
{
  int n = 0;
#pragma omp target map(tofrom : n)
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic, 3) reduction(+ : n)
    for (int i = 0; i < 100; i++)
      n++;
#pragma omp sections
    {
#pragma omp section
#pragma omp critical
      n++;
#pragma omp section
#pragma omp critical
      n++;
    }
#pragma omp single
    n++;
  }
  CHECK (n == 103);
}

static void
teams (void)
{
  int n = 0;
#pragma omp target teams num_teams(5) map(tofrom : n) reduction(+ : n)
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  CHECK (n >= 5);
}

static void
nowait (void)
{
  int n[10] = { 0 };
  for (int k = 0; k < 10; k++)
    {
      int *p = &n[k];
#pragma omp target map(tofrom : p[:1]) nowait
#pragma omp parallel num_threads(2)
#pragma omp atomic
      p[0]++;
    }
#pragma omp taskwait
  for (int k = 0; k < 10; k++)
    CHECK (n[k] == 2);
}

/* A region of COUNT tasks and COUNT short regions.  */
static void
much (int count)
{
  int n = 0;
#pragma omp target map(tofrom : n)
  {
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < count; i++)
#pragma omp task shared(n)
#pragma omp atomic
      n++;
    for (int i = 0; i < count; i++)
#pragma omp parallel num_threads(2)
#pragma omp atomic
      n++;
  }
  CHECK (n == 3 * count);
}

static void
load (void)
{
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 5; i++)
    much (200);
}

static void
one_long (void)
{
  much (3000);
}

/* More than the device's table of launches has room for.  */
static void
launches (void)
{
  for (int i = 0; i < 70000; i++)
#pragma omp target
    ;
}

/* Records of a device that dies can still be taken.  */
static void
dies (void)
{
  int n = 0;
  volatile int *nowhere = NULL;
  parallel ();
#pragma omp target map(n)
  {
#pragma omp parallel num_threads(2) reduction(+ : n)
    n++;
    *nowhere = n;
  }
}

#pragma omp declare target
static void
fill (const char *name, int value)
{
  char line[512];
  FILE *maps = fopen ("/proc/self/maps", "r");
  while (maps != NULL && fgets (line, sizeof (line), maps) != NULL)
    if (strstr (line, name) != NULL)
      {
        char *rest;
        char *start = (char *)strtoul (line, &rest, 16);
        char *end = (char *)strtoul (rest + 1, NULL, 16);
        memset (start, value, (size_t)(end - start));
      }
  if (maps != NULL)
    fclose (maps);
}
#pragma omp end declare target

/* The records are garbage: the ring's memory is filled with VALUE.  */
static void
overwrites (int value)
{
  int n = 0;
#pragma omp target map(n)
  {
#pragma omp parallel num_threads(2) reduction(+ : n)
    n++;
    fill ("x86emul-trace", value);
#pragma omp parallel num_threads(2) reduction(+ : n)
    n++;
  }
}

static void
zeros (void)
{
  overwrites (0);
}

static void
ones (void)
{
  overwrites (0xff);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*function) (void);
  } all[] = { { "parallel", parallel }, { "nested", nested },
              { "tasks", tasks },       { "work", work },
              { "teams", teams },       { "nowait", nowait },
              { "load", load },         { "long", one_long },
              { "dies", dies },         { "zeros", zeros },
              { "ones", ones },         { "launches", launches } };
  for (size_t i = 0; i < sizeof (all) / sizeof (all[0]); i++)
    if (argc > 1 && strcmp (argv[1], all[i].name) == 0)
      all[i].function ();
  return 0;
}
