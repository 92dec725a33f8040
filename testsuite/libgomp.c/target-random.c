/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O2 -fwrapv" } */
/* Random data constructs against a model.  Four threads, each with its own
   block on the same device, map, unmap, update and change sections of it.  The
   model knows which sections are mapped, how often, and what the device holds.
   Sections are multiples of a cell, so that many touch.  */

#include <string.h>

#include "../unit/random.h"
#include "target-check.h"

#define THREADS 4
#define STEPS 3000
#define CELLS 40
#define CELL 6 /* ints */
#define LENGTH (CELLS * CELL)

struct section
{
  int first, end; /* cells; first == end: not in use */
  int count;      /* references */
};

struct model
{
  int *host;           /* the block */
  int expected[LENGTH]; /* what the host should hold */
  int device[LENGTH];   /* what the device should hold where mapped */
  struct section sections[CELLS];
  uint64_t state; /* of the random numbers */
};

static int
draw (struct model *model, int limit)
{
  return (int)random_below (&model->state, (unsigned)limit);
}

static struct section *
find (struct model *model, int cell)
{
  for (int i = 0; i < CELLS; i++)
    if (model->sections[i].first <= cell && cell < model->sections[i].end)
      return &model->sections[i];
  return NULL;
}

static struct section *
unused (struct model *model)
{
  struct section *section = model->sections;

  while (section->first < section->end)
    section++;
  return section;
}

static void
copy_cells (int *to, const int *from, int first, int end)
{
  memcpy (to + first * CELL, from + first * CELL,
          (size_t)((end - first) * CELL) * sizeof *to);
}

/* Map cells from FIRST on: what is free there, or a part of what is mapped.  */
static void
enter (struct model *model, int first, int with_copy)
{
  struct section *section = find (model, first);
  int end = first + 1 + draw (model, 6), *host = model->host;

  if (section)
    {
      end = end < section->end ? end : section->end;
      section->count++;
    }
  else
    {
      int limit = first;

      while (limit < CELLS && limit < end && !find (model, limit))
        limit++;
      end = limit;
      *unused (model) = (struct section){ first, end, 1 };
      if (with_copy)
        copy_cells (model->device, model->expected, first, end);
      else
        for (int i = first * CELL; i < end * CELL; i++)
          model->device[i] = -1;
    }
  int start = first * CELL, length = (end - first) * CELL;
  if (with_copy)
    {
#pragma omp target enter data map(to: host[start:length])
    }
  else
    {
#pragma omp target enter data map(alloc: host[start:length])
      if (section == NULL)
        {
#pragma omp target map(alloc: host[start:length])
          for (int i = start; i < start + length; i++)
            host[i] = -1;
        }
    }
}

static void
leave (struct model *model, struct section *section, int how)
{
  int start = section->first * CELL, *host = model->host;
  int length = (section->end - section->first) * CELL;

  if (how == 0)
    {
#pragma omp target exit data map(release: host[start:length])
      section->count--;
    }
  else if (how == 1)
    {
#pragma omp target exit data map(delete: host[start:length])
      section->count = 0;
    }
  else
    {
#pragma omp target exit data map(from: host[start:length])
      if (--section->count == 0)
        copy_cells (model->expected, model->device, section->first,
                    section->end);
    }
  if (section->count == 0)
    section->end = section->first;
}

static void
update (struct model *model, struct section *section, int to_device)
{
  int first = section->first + draw (model, section->end - section->first);
  int end = first + 1 + draw (model, section->end - first);
  int start = first * CELL, length = (end - first) * CELL, *host = model->host;

  if (to_device)
    {
#pragma omp target update to(host[start:length])
      copy_cells (model->device, model->expected, first, end);
    }
  else
    {
#pragma omp target update from(host[start:length])
      copy_cells (model->expected, model->device, first, end);
    }
}

static void
change (struct model *model, struct section *section, int on_device)
{
  int start = section->first * CELL, *host = model->host;
  int length = (section->end - section->first) * CELL;
  int by = draw (model, 1000);

  if (on_device)
    {
#pragma omp target map(tofrom: host[start:length]) firstprivate(by)
      for (int i = start; i < start + length; i++)
        host[i] = host[i] * 3 + by;
      for (int i = start; i < start + length; i++)
        model->device[i] = (int)((unsigned)model->device[i] * 3u
                                 + (unsigned)by);
    }
  else
    for (int i = start; i < start + length; i++)
      host[i] = model->expected[i] = by + i;
}

static void
step (struct model *model)
{
  int cell = draw (model, CELLS), action = draw (model, 10);
  struct section *section = find (model, cell);

  if (!section || action < 2)
    enter (model, cell, action % 2);
  else if (action < 5)
    leave (model, section, action - 2);
  else if (action < 8)
    update (model, section, action % 2);
  else
    change (model, section, action % 2);
  CHECK (!memcmp (model->host, model->expected, sizeof model->expected));
  CHECK (omp_target_is_present (model->host + cell * CELL,
                                omp_get_default_device ())
         == (find (model, cell) != NULL));
}

static void
run (int thread)
{
  struct model *model = calloc (1, sizeof *model);

  model->state = random_start ((uint64_t)thread);
  model->host = malloc (sizeof model->expected);
  for (int i = 0; i < LENGTH; i++)
    model->host[i] = model->expected[i] = i;
  for (int i = 0; i < STEPS; i++)
    step (model);
  for (int cell = 0; cell < CELLS; cell++)
    if (find (model, cell))
      leave (model, find (model, cell), 1);
  free (model->host);
  free (model);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  if (!memory_is_separate (omp_get_default_device ()))
    return 0;
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
  for (int thread = 0; thread < THREADS; thread++)
    run (thread);
  return 0;
}
