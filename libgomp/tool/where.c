/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where constructs are in the source, and what their clauses name; see tool.h.

   A construct is known by the address that its call returns to.  Owns the list
   of those that were looked up, to which entries are only added.  Any thread;
   takes no lock.  */

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "tool/internal.h"

#define PLACE_MAX 4096
#define BUCKETS 256

struct place
{
  struct place *next; /* in its bucket */
  const void *at;
  const char *names; /* of the clauses: a string each, then an empty one */
  char source[];     /* "FILE:LINE", or "in FUNCTION", or "" */
};

static struct place *_Atomic places[BUCKETS];

static struct place *_Atomic *
bucket_of (const void *at)
{
  return &places[(uintptr_t)at * UINT64_C (0x9e3779b97f4a7c15) >> 56];
}

static struct place *
find (const void *at)
{
  /* Acquire: pairs with the exchange in look_up.  */
  struct place *place
      = atomic_load_explicit (bucket_of (at), memory_order_acquire);
  while (place != NULL && place->at != at)
    place = place->next;
  return place;
}

/* Write "FILE:LINE<tab>NAME NAME", or what else is known, to TEXT.  */
static void
describe (const void *at, char *text)
{
  char name[GOMP_TOOL_NAME_MAX];
  uintptr_t address = (uintptr_t)at, start;
  *text = '\0';
  if (at == NULL || os_place_find (address, text, PLACE_MAX))
    return;
  /* The call may be the last instruction of its function.  */
  if (os_symbol_find (address - 1, name, sizeof (name), &start))
    snprintf (text, PLACE_MAX, "in %s", name);
}

static struct place *
look_up (const void *at)
{
  char text[PLACE_MAX];
  describe (at, text);
  size_t length = strlen (text);
  struct place *place = gomp_alloc_zeroed (sizeof (*place) + length + 3);
  if (place == NULL)
    return NULL;
  place->at = at;
  memcpy (place->source, text, length);
  char *tab = strchr (place->source, '\t');
  place->names = tab == NULL ? place->source + length + 1 : tab + 1;
  for (; tab != NULL && *tab != '\0'; tab++)
    if (*tab == '\t' || *tab == ' ')
      *tab = '\0';
  struct place *_Atomic *bucket = bucket_of (at);
  place->next = atomic_load (bucket);
  while (!atomic_compare_exchange_weak (bucket, &place->next, place))
    continue;
  return place;
}

static struct place *
get (const void *at)
{
  struct place *place = find (at);
  return place != NULL ? place : look_up (at);
}

const char *
gomp_tool_source (const void *at)
{
  const struct place *place = get (at);
  return place == NULL ? "" : place->source;
}

const char *
gomp_tool_clause_name (const void *at, size_t clause)
{
  const struct place *place = get (at);
  if (place == NULL)
    return "";
  const char *name = place->names;
  for (; clause > 0 && *name != '\0'; clause--)
    name += strlen (name) + 1;
  return strcmp (name, "-") == 0 ? "" : name;
}
