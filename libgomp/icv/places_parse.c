/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OMP_PLACES and GOMP_CPU_AFFINITY: from text to the place list.

     list      place-interval {, place-interval}
             | !place                    takes a place out again
     interval  place [: count [: stride]]
     place     { resources } | cpu
     resources cpu [: count [: stride]] | !cpu, separated by commas
     names     threads cores sockets ll_caches numa_domains [(count)]

   Runs in the constructor only.  Sysfs is read if a name needs it.  OpenMP 5.1
   section 6.5.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "icv/env_parse.h"
#include "icv/places.h"
#include "os/cpu.h"

#define PLACES_MAX 65536

/* A place list in the making.  */
struct builder
{
  unsigned long *bits; /* count masks of words words each */
  size_t count;        /* places so far */
  size_t room;         /* places that bits has room for */
  size_t words;        /* words of one mask */
};

static unsigned long *
new_mask (const struct builder *b)
{
  return gomp_xalloc_zeroed (b->words * sizeof (unsigned long));
}

static bool
append (struct builder *b, const unsigned long *mask)
{
  if (b->count == PLACES_MAX)
    return false;
  if (b->count == b->room)
    {
      b->room = b->room > 0 ? 2 * b->room : 16;
      b->bits = gomp_xrealloc (b->bits, b->room * b->words * sizeof (*b->bits));
    }
  memcpy (b->bits + b->count * b->words, mask, b->words * sizeof (*mask));
  b->count++;
  return true;
}

static bool
is_empty (const unsigned long *mask, size_t words)
{
  for (size_t i = 0; i < words; i++)
    if (mask[i] != 0)
      return false;
  return true;
}

/* Take place number I out of the list.  */
static void
take_out (struct builder *b, size_t i)
{
  size_t size = b->words * sizeof (*b->bits);
  unsigned long *place = b->bits + i * b->words;
  b->count--;
  memmove (place, place + b->words, (b->count - i) * size);
}

static bool
take_out_equal (struct builder *b, const unsigned long *mask)
{
  size_t size = b->words * sizeof (*mask);
  for (size_t i = 0; i < b->count; i++)
    if (memcmp (b->bits + i * b->words, mask, size) == 0)
      {
        take_out (b, i);
        return true;
      }
  return false;
}

/* A CPU number that a mask has room for.  */
static bool
take_cpu (struct gomp_env_cursor *c, const struct builder *b, int64_t *cpu)
{
  const char *start = c->at;
  if (!gomp_env_take_number (c, 0, INT64_MAX, cpu))
    return false;
  if ((uint64_t)*cpu < b->words * GOMP_WORD_BITS)
    return true;
  c->at = start;
  return gomp_env_wrong (c, "Logical CPU number %lld out of range",
                         (long long)*cpu);
}

/* An optional : count [: stride].  */
static bool
take_interval (struct gomp_env_cursor *c, int64_t *count, int64_t *stride)
{
  *count = 1;
  *stride = 1;
  if (!gomp_env_take (c, ':'))
    return true;
  if (!gomp_env_take_number (c, 1, PLACES_MAX - 1, count))
    return false;
  if (!gomp_env_take (c, ':'))
    return true;
  return gomp_env_take_number (c, INT32_MIN, INT32_MAX, stride);
}

/* Add CPU, shifted by OFFSET, to MASK.  */
static bool
add_cpu (struct gomp_env_cursor *c, const struct builder *b, int64_t cpu,
         int64_t offset, unsigned long *mask)
{
  int64_t shifted = cpu + offset;
  if (shifted < 0 || (uint64_t)shifted >= b->words * GOMP_WORD_BITS)
    return gomp_env_wrong (c, "Logical CPU number %lld%+lld out of range",
                           (long long)cpu, (long long)offset);
  gomp_mask_add (mask, (unsigned long)shifted);
  return true;
}

/* One element between braces.  */
static bool
take_resource (struct gomp_env_cursor *c, const struct builder *b,
               unsigned long *mask)
{
  bool removes = gomp_env_take (c, '!');
  const char *start = c->at;
  int64_t cpu;
  if (!take_cpu (c, b, &cpu))
    return false;
  if (removes)
    {
      if (!gomp_mask_has (mask, b->words, (unsigned long)cpu))
        {
          c->at = start;
          return gomp_env_wrong (
              c, "Logical CPU %lld to be removed is not in the set",
              (long long)cpu);
        }
      mask[(uint64_t)cpu / GOMP_WORD_BITS]
          &= ~(1ul << (uint64_t)cpu % GOMP_WORD_BITS);
      return true;
    }
  int64_t count;
  int64_t stride;
  if (!take_interval (c, &count, &stride))
    return false;
  for (int64_t i = 0; i < count; i++)
    if (!add_cpu (c, b, cpu, i * stride, mask))
      {
        c->at = start;
        return false;
      }
  return true;
}

static bool
take_place (struct gomp_env_cursor *c, const struct builder *b,
            unsigned long *mask)
{
  if (gomp_env_take (c, '{'))
    {
      do
        if (!take_resource (c, b, mask))
          return false;
      while (gomp_env_take (c, ','));
      return gomp_env_take (c, '}');
    }
  int64_t cpu;
  if (!take_cpu (c, b, &cpu))
    return false;
  gomp_mask_add (mask, (unsigned long)cpu);
  return true;
}

static bool
shift_mask (struct gomp_env_cursor *c, const struct builder *b,
            const unsigned long *mask, int64_t offset, unsigned long *shifted)
{
  memset (shifted, 0, b->words * sizeof (*shifted));
  for (size_t cpu = 0; cpu < b->words * GOMP_WORD_BITS; cpu++)
    if (gomp_mask_has (mask, b->words, cpu)
        && !add_cpu (c, b, (int64_t)cpu, offset, shifted))
      return false;
  return true;
}

/* Append COUNT copies of MASK, each STRIDE further.  */
static bool
append_shifted (struct gomp_env_cursor *c, struct builder *b,
                const unsigned long *mask, int64_t count, int64_t stride)
{
  unsigned long *shifted = new_mask (b);
  bool ok = true;
  for (int64_t i = 0; ok && i < count; i++)
    {
      ok = shift_mask (c, b, mask, i * stride, shifted);
      if (ok && !append (b, shifted))
        ok = gomp_env_wrong (c, "more than %d places", PLACES_MAX);
    }
  gomp_free (shifted);
  return ok;
}

/* One element of the list; MASK is zero.  */
static bool
take_element (struct gomp_env_cursor *c, struct builder *b, unsigned long *mask)
{
  bool removes = gomp_env_take (c, '!');
  const char *start = c->at;
  if (!take_place (c, b, mask))
    return false;
  if (removes)
    {
      if (take_out_equal (b, mask))
        return true;
      c->at = start;
      return gomp_env_wrong (
          c, "Trying to remove a non-existing place from list of places");
    }
  int64_t count;
  int64_t stride;
  if (!take_interval (c, &count, &stride))
    return false;
  const char *end = c->at;
  c->at = start;
  if (!append_shifted (c, b, mask, count, stride))
    return false;
  c->at = end;
  return true;
}

static bool
take_list (struct gomp_env_cursor *c, struct builder *b)
{
  bool ok;
  do
    {
      unsigned long *mask = new_mask (b);
      ok = take_element (c, b, mask);
      gomp_free (mask);
    }
  while (ok && gomp_env_take (c, ','));
  if (!ok || !gomp_env_at_end (c))
    return false;
  if (b->count > 0)
    return true;
  c->at = c->text;
  return gomp_env_wrong (c, "All places have been removed");
}

/* Keep only CPUs that the process may use, and places with such CPUs.  */
static bool
drop_unusable (struct builder *b)
{
  size_t before = b->count;
  for (size_t i = 0; i < b->count;)
    {
      unsigned long *place = b->bits + i * b->words;
      for (size_t w = 0; w < b->words; w++)
        place[w] &= gomp_places.all[w];
      if (is_empty (place, b->words))
        take_out (b, i);
      else
        i++;
    }
  return b->count == before;
}

static void
install (struct builder *b)
{
  gomp_free (gomp_places.bits);
  gomp_places.bits = b->bits;
  gomp_places.count = b->count;
}

void
gomp_places_clear (void)
{
  struct builder none = { 0 };
  install (&none);
}

/* The process's own mask, read when places are first needed.  */
static bool
know_process_mask (void)
{
  return gomp_places.all != NULL
         || os_affinity_get (0, &gomp_places.all, &gomp_places.words) == 0;
}

void
gomp_places_restrict (const unsigned long *mask, size_t words)
{
  for (size_t w = 0; gomp_places.all != NULL && w < gomp_places.words; w++)
    gomp_places.all[w] &= w < words ? mask[w] : 0;
}

/* Names of groups of CPUs; a thread is a CPU.  */
enum group
{
  GROUP_THREAD = -1,
  GROUP_CORE = OS_CPU_CORE,
  GROUP_SOCKET = OS_CPU_SOCKET,
  GROUP_LAST_CACHE = OS_CPU_LAST_CACHE,
  GROUP_NUMA = OS_CPU_NUMA
};
static const struct gomp_env_word groups[]
    = { { "threads", GROUP_THREAD },
        { "cores", GROUP_CORE },
        { "sockets", GROUP_SOCKET },
        { "ll_caches", GROUP_LAST_CACHE },
        { "numa_domains", GROUP_NUMA } };

/* The CPUs of CPU's group.  If a machine does not report its caches or nodes,
   each socket counts as one.  */
static bool
group_mask (enum group group, size_t cpu, unsigned long *mask, size_t words)
{
  memset (mask, 0, words * sizeof (*mask));
  gomp_mask_add (mask, cpu);
  if (group == GROUP_THREAD)
    return true;
  if (os_cpu_siblings ("", (unsigned)cpu, (enum os_cpu_group)group, mask, words)
      == 0)
    return true;
  return (group == GROUP_LAST_CACHE || group == GROUP_NUMA)
         && os_cpu_siblings ("", (unsigned)cpu, OS_CPU_SOCKET, mask, words)
                == 0;
}

/* One place for each group, in the order of their first CPUs; at most
   LIMIT.  */
static bool
build_groups (struct builder *b, enum group group, size_t limit)
{
  size_t bytes = b->words * sizeof (unsigned long);
  unsigned long *left = memcpy (gomp_xalloc (bytes), gomp_places.all, bytes);
  unsigned long *mask = new_mask (b);
  bool ok = true;
  for (size_t cpu = 0;
       ok && b->count < limit && cpu < b->words * GOMP_WORD_BITS; cpu++)
    if (gomp_mask_has (left, b->words, cpu))
      {
        ok = group_mask (group, cpu, mask, b->words);
        for (size_t w = 0; w < b->words; w++)
          {
            mask[w] &= left[w];
            left[w] &= ~mask[w];
          }
        ok = ok && append (b, mask);
      }
  gomp_free (mask);
  gomp_free (left);
  return ok;
}

static bool
take_group (struct gomp_env_cursor *c, struct builder *b, enum group group)
{
  int64_t limit = PLACES_MAX;
  if (gomp_env_take (c, '('))
    if (!gomp_env_take_number (c, 1, INT64_MAX, &limit)
        || !gomp_env_take (c, ')'))
      return false;
  if (!gomp_env_at_end (c))
    return false;
  if (build_groups (b, group, (size_t)limit))
    return true;
  c->at = c->text;
  return gomp_env_wrong (c, "Error reading core/socket topology");
}

static bool
parse_places (struct gomp_env_cursor *c, struct builder *b)
{
  int group;
  if (gomp_env_take_word (c, groups, GOMP_ARRAY_SIZE (groups), &group))
    return take_group (c, b, (enum group)group);
  if (!take_list (c, b))
    return false;
  size_t wanted = b->count;
  if (drop_unusable (b))
    return true;
  if (b->count == 0)
    {
      c->at = c->text;
      return gomp_env_wrong (c,
                             "None of the places contain usable logical CPUs");
    }
  if (!c->quiet)
    gomp_error ("Number of places reduced from %zu to %zu because some places "
                "didn't contain any usable logical CPUs",
                wanted, b->count);
  return true;
}

GOMP_ENV_PARSER (places)
{
  (void)row;
  if (!know_process_mask ())
    return gomp_env_wrong (c, "the system does not report its CPUs");
  struct builder b = { .words = gomp_places.words };
  if (!parse_places (c, &b))
    {
      gomp_free (b.bits);
      return false;
    }
  install (&b);
  return true;
}

/* n[-m[:stride]] without blanks before - and :.  */
static bool
take_cpu_range (const struct gomp_env_row *row, struct gomp_env_cursor *c,
                struct builder *b, unsigned long *mask)
{
  int64_t first;
  int64_t last;
  int64_t stride = 1;
  if (!gomp_env_take_number (c, row->low, row->high, &first))
    return false;
  last = first;
  if (*c->at == '-')
    {
      c->at++;
      if (!gomp_env_take_number (c, first, row->high, &last))
        return false;
      if (*c->at == ':')
        {
          c->at++;
          if (!gomp_env_take_number (c, 1, row->high, &stride))
            return false;
        }
    }
  for (; first <= last; first += stride)
    if ((uint64_t)first < b->words * GOMP_WORD_BITS)
      {
        memset (mask, 0, b->words * sizeof (*mask));
        gomp_mask_add (mask, (unsigned long)first);
        append (b, mask);
      }
  return true;
}

static bool
take_cpu_list (const struct gomp_env_row *row, struct gomp_env_cursor *c,
               struct builder *b)
{
  unsigned long *mask = new_mask (b);
  bool ok;
  do
    ok = take_cpu_range (row, c, b, mask);
  while (ok && (gomp_env_take (c, ',') || isdigit ((unsigned char)*c->at)));
  gomp_free (mask);
  return ok && gomp_env_at_end (c);
}

/* OMP_PLACES, the earlier row, wins.  CPUs that the process may not use are
   ignored without a message: lists are often written for a whole machine.  */
GOMP_ENV_PARSER (cpu_affinity)
{
  if (!know_process_mask ())
    return gomp_env_wrong (c, "the system does not report its CPUs");
  struct builder b = { .words = gomp_places.words };
  bool ok = take_cpu_list (row, c, &b);
  drop_unusable (&b);
  if (ok && b.count == 0)
    {
      c->at = c->text;
      ok = gomp_env_wrong (c, "None of the CPUs can be used");
    }
  if (ok && gomp_places.count == 0)
    install (&b);
  else
    gomp_free (b.bits);
  return ok;
}

bool
gomp_places_default (void)
{
  if (!know_process_mask ())
    return false;
  struct builder b = { .words = gomp_places.words };
  build_groups (&b, GROUP_THREAD, PLACES_MAX);
  install (&b);
  return true;
}
