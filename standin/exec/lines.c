/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A hash table of lines.  Executors add a line when they first touch it, since
   they remember no more than a line then (exec/access.c), and the bytes of it
   when they forget it.  */

#include "exec/lines.h"

#include <stdlib.h>
#include <string.h>

void
sim_lines_init (struct sim_lines *s)
{
  memset (s, 0, sizeof *s);
  pthread_mutex_init (&s->lock, NULL);
  s->room = 256;
  s->slot = calloc (s->room, sizeof *s->slot);
}

void
sim_lines_fini (struct sim_lines *s)
{
  pthread_mutex_destroy (&s->lock);
  free (s->slot);
}

static struct sim_line *
find (const struct sim_lines *s, uint64_t line)
{
  size_t i = (size_t)(line * UINT64_C (0x9e3779b97f4a7c15) >> 20);
  for (i &= s->room - 1; s->slot[i].line && s->slot[i].line != line;)
    i = (i + 1) & (s->room - 1);
  return &s->slot[i];
}

static void
grow (struct sim_lines *s)
{
  struct sim_lines old = *s;
  s->room = 2 * old.room;
  s->slot = calloc (s->room, sizeof *s->slot);
  for (size_t i = 0; i < old.room; i++)
    if (old.slot[i].line)
      *find (s, old.slot[i].line) = old.slot[i];
  free (old.slot);
}

void
sim_lines_add (struct sim_lines *s, uint64_t address, bool is_written,
               struct sim_location by)
{
  uint64_t line = address / SIM_LINE;
  pthread_mutex_lock (&s->lock);
  struct sim_line *slot = find (s, line);
  bool is_new = !slot->line;
  s->count += is_new;
  if (is_new || (is_written && !slot->is_written))
    slot->by = by;
  slot->line = line;
  slot->is_written |= is_written;
  if (2 * s->count > s->room)
    grow (s);
  pthread_mutex_unlock (&s->lock);
}

void
sim_lines_touch (struct sim_lines *s, uint64_t address, uint64_t touched,
                 uint64_t written)
{
  pthread_mutex_lock (&s->lock);
  struct sim_line *slot = find (s, address / SIM_LINE);
  slot->touched |= touched;
  slot->written |= written;
  pthread_mutex_unlock (&s->lock);
}

static int
compare (const void *a, const void *b)
{
  const struct sim_line *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* The lines in order, S->count of them.  */
static struct sim_line *
sorted (const struct sim_lines *s)
{
  struct sim_line *line = malloc ((s->count + 1) * sizeof *line);
  size_t n = 0;
  for (size_t i = 0; i < s->room; i++)
    if (s->slot[i].line)
      line[n++] = s->slot[i];
  qsort (line, n, sizeof *line, compare);
  return line;
}

static bool
has_bit (uint64_t bits, unsigned n)
{
  return bits >> n & 1;
}

/* The bytes of L as ranges, at most SIM_LINE; returns how many.  */
static size_t
split (const struct sim_line *l, struct sim_range *r)
{
  size_t n = 0;
  for (unsigned i = 0, end; i < SIM_LINE; i = end)
    {
      bool is_written = has_bit (l->written, i);
      for (end = i + 1; end < SIM_LINE
                        && has_bit (l->touched, end) == has_bit (l->touched, i)
                        && has_bit (l->written, end) == is_written;)
        end++;
      if (has_bit (l->touched, i))
        r[n++]
            = (struct sim_range){ l->line * SIM_LINE + i,
                                  l->line * SIM_LINE + end, is_written, l->by };
    }
  return n;
}

struct sim_range *
sim_lines_ranges (const struct sim_lines *s, size_t *count)
{
  struct sim_line *line = sorted (s);
  size_t room = s->count + SIM_LINE, n = 0;
  struct sim_range *r = malloc (room * sizeof *r);
  for (size_t i = 0; i < s->count; i++)
    {
      if (room - n < SIM_LINE)
        r = realloc (r, (room *= 2) * sizeof *r);
      n += split (&line[i], r + n);
    }
  free (line);
  *count = n;
  return r;
}
