/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The locations of constructs in the source, and the names in their clauses;
   see tool.h.

   A construct is identified by the return address of its call.  Owns the list
   of constructs that were looked up, to which entries are only added.  Any
   thread; takes no lock.

   After code is unloaded, other code may be at its addresses, or the same code
   again.  So earlier entries are looked up again.  */

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
  atomic_uint code;  /* gomp_tool_code when it was looked up last */
  size_t length;     /* bytes of SOURCE, with NAMES */
  const char *names; /* of the clauses: a string each, then an empty one */
  char source[];     /* "FILE:LINE", or "in FUNCTION", or "" */
};

static struct place *_Atomic places[BUCKETS];

atomic_uint gomp_tool_code;

static struct place *_Atomic *
bucket_of (const void *at)
{
  return &places[(uintptr_t)at * UINT64_C (0x9e3779b97f4a7c15) >> 56];
}

/* Write "FILE:LINE<tab>NAME NAME", or whatever else is known, to TEXT.  */
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
  place->length = length;
  memcpy (place->source, text, length);
  char *tab = strchr (place->source, '\t');
  place->names = tab == NULL ? place->source + length + 1 : tab + 1;
  for (; tab != NULL && *tab != '\0'; tab++)
    if (*tab == '\t' || *tab == ' ')
      *tab = '\0';
  return place;
}

/* Was PLACE looked up since code was unloaded?  */
static bool
is_current (struct place *place)
{
  return atomic_load_explicit (&place->code, memory_order_relaxed)
         == gomp_tool_code_now ();
}

/* Is that what FRESH is?  Of code that is unloaded nothing is found: what was
   there last is meant.  */
static bool
is_same (const struct place *place, const struct place *fresh)
{
  return fresh->length == 0
         || (place->length == fresh->length
             && gomp_tool_is_same (place->source, fresh->source,
                                   fresh->length));
}

/* The place AT that is current, or with FRESH the one that is the same; NULL:
   there is none.  */
static struct place *
find (const void *at, const struct place *fresh)
{
  /* Acquire: pairs with the exchange in add.  */
  struct place *place
      = atomic_load_explicit (bucket_of (at), memory_order_acquire);
  while (place != NULL
         && (place->at != at
             || !(fresh == NULL ? is_current (place) : is_same (place, fresh))))
    place = place->next;
  return place;
}

static void
add (struct place *place)
{
  struct place *_Atomic *bucket = bucket_of (place->at);
  place->next = atomic_load (bucket);
  while (!atomic_compare_exchange_weak (bucket, &place->next, place))
    continue;
}

static struct place *
get (const void *at)
{
  struct place *place = find (at, NULL);
  if (place != NULL)
    return place;
  unsigned code = gomp_tool_code_now ();
  struct place *fresh = look_up (at);
  if (fresh == NULL)
    return NULL;
  place = find (at, fresh);
  if (place == NULL)
    {
      atomic_init (&fresh->code, code);
      add (fresh);
      return fresh;
    }
  gomp_free (fresh);
  atomic_store_explicit (&place->code, code, memory_order_relaxed);
  return place;
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
