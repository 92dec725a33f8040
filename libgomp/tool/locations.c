/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The locations of constructs in the source, and the names in their clauses;
   see tool.h.

   A construct is identified by the return address of its call.  Owns the list
   of constructs that were looked up, to which entries are only added.  Any
   thread; takes no lock.

   After code is unloaded, other code may be at its addresses, or the same code
   again.  So earlier entries are looked up again.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "os/symbol.h"
#include "tool/internal.h"

#define LOCATION_MAX 4096
#define BUCKETS 256

struct location
{
  struct location *next; /* in its bucket */
  const void *at;
  atomic_uint code;  /* gomp_tool_code when it was looked up last */
  size_t length;     /* bytes of SOURCE, with NAMES and ROOMS */
  const char *names; /* of the clauses: a string each, then an empty one */
  const char
      *rooms;    /* likewise the bytes of the variables; or an empty string */
  char source[]; /* "FILE:LINE", or "in FUNCTION", or "" */
};

static struct location *_Atomic locations[BUCKETS];

atomic_uint gomp_tool_code;

static struct location *_Atomic *
bucket_of (const void *at)
{
  return &locations[(uintptr_t)at * UINT64_C (0x9e3779b97f4a7c15) >> 56];
}

/* The text of the entry for ADDRESS among the SIZE bytes at TABLE; NULL: there
   is none.  */
static const char *
search (const char *table, size_t size, uintptr_t address)
{
  uintptr_t location;
  while (size > sizeof (location))
    {
      memcpy (&location, table, sizeof (location));
      const char *text = table + sizeof (location);
      size_t length = strnlen (text, size - sizeof (location));
      if (length == size - sizeof (location))
        return NULL;
      if (location == address)
        return text;
      table = text + length + 1;
      size -= sizeof (location) + length + 1;
    }
  return NULL;
}

/* Copy the entry that the compiler plugin has written for the call that returns
   to ADDRESS (mkoffload/gcc-plugin/location.cc) to TEXT, of LOCATION_MAX bytes.
   False: there is none.  */
static bool
find_entry (uintptr_t address, char *text)
{
  struct os_object object;
  const char *found = NULL;
  size_t size;
  if (!os_object_map (address, &object))
    return false;
  const char *table = gomp_elf_section (&object.elf, ".line.offgomp", &size);
  if (table != NULL)
    found = search (table, size, address - object.base);
  if (found != NULL)
    {
      size_t length = strnlen (found, LOCATION_MAX - 1);
      memcpy (text, found, length);
      text[length] = '\0';
    }
  os_object_unmap (&object);
  return found != NULL;
}

/* Write "FILE:LINE<tab>NAME NAME<tab>SIZE SIZE", or whatever else is known, to
   TEXT.  */
static void
describe (const void *at, char *text)
{
  char name[GOMP_TOOL_NAME_MAX];
  uintptr_t address = (uintptr_t)at, start;
  *text = '\0';
  if (at == NULL || find_entry (address, text))
    return;
  /* The call may be the last instruction of its function.  */
  if (os_symbol_find (address - 1, name, sizeof (name), &start))
    snprintf (text, LOCATION_MAX, "in %s", name);
}

/* End the string at TEXT where its first tab is; return what follows that.  */
static char *
cut (char *text)
{
  char *tab = text + strcspn (text, "\t");
  char *rest = *tab == '\0' ? tab : tab + 1;
  *tab = '\0';
  return rest;
}

/* Copy the words of WORDS to *TO as strings, with an empty one after them, and
   move *TO behind that.  Returns where they begin.  */
static const char *
copy_words (char **to, const char *words)
{
  char *start = *to;
  size_t length = strlen (words);
  memcpy (start, words, length);
  for (size_t i = 0; i < length; i++)
    if (start[i] == ' ')
      start[i] = '\0';
  /* The rest is zero.  */
  *to = start + length + 2;
  return start;
}

/* TEXT: as describe writes it; changed.  */
static struct location *
make (const void *at, char *text)
{
  size_t length = strlen (text);
  struct location *location
      = gomp_alloc_zeroed (sizeof (*location) + length + 5);
  if (location == NULL)
    return NULL;
  char *names = cut (text);
  char *rooms = cut (names);
  char *to = location->source + strlen (text) + 1;
  location->at = at;
  location->length = length;
  memcpy (location->source, text, strlen (text));
  location->names = copy_words (&to, names);
  location->rooms = copy_words (&to, rooms);
  /* Other threads read it by functions of the C library.  */
  gomp_tsan_forget ((uintptr_t)location,
                    (sizeof (*location) + length + 5 + 7) & ~(size_t)7);
  return location;
}

static struct location *
look_up (const void *at)
{
  char text[LOCATION_MAX];
  describe (at, text);
  return make (at, text);
}

/* Was LOCATION looked up since code was unloaded?  */
static bool
is_current (struct location *location)
{
  return atomic_load_explicit (&location->code, memory_order_relaxed)
         == gomp_tool_code_now ();
}

/* Is that what FRESH is?  Of code that is unloaded nothing is found: what was
   there last is meant.  */
static bool
is_same (const struct location *location, const struct location *fresh)
{
  return fresh->length == 0
         || (location->length == fresh->length
             && gomp_tool_is_same (location->source, fresh->source,
                                   fresh->length));
}

/* The location AT that is current, or with FRESH the one that is the same;
   NULL: there is none.  */
static struct location *
find (const void *at, const struct location *fresh)
{
  /* Acquire: pairs with the exchange in add.  */
  struct location *location
      = atomic_load_explicit (bucket_of (at), memory_order_acquire);
  while (location != NULL
         && (location->at != at
             || !(fresh == NULL ? is_current (location)
                                : is_same (location, fresh))))
    location = location->next;
  return location;
}

static void
add (struct location *location)
{
  struct location *_Atomic *bucket = bucket_of (location->at);
  location->next = atomic_load (bucket);
  while (!atomic_compare_exchange_weak (bucket, &location->next, location))
    continue;
}

/* FRESH, or the same one that is there already, is current since CODE.  */
static struct location *
take (struct location *fresh, unsigned code)
{
  if (fresh == NULL)
    return NULL;
  struct location *location = find (fresh->at, fresh);
  if (location == NULL)
    {
      atomic_init (&fresh->code, code);
      add (fresh);
      return fresh;
    }
  gomp_free (fresh);
  atomic_store_explicit (&location->code, code, memory_order_relaxed);
  return location;
}

static struct location *
get (const void *at)
{
  struct location *location = find (at, NULL);
  unsigned code = gomp_tool_code_now ();
  return location != NULL ? location : take (look_up (at), code);
}

void
gomp_tool_locate (const void *at, const char *source)
{
  char text[LOCATION_MAX];
  unsigned code = gomp_tool_code_now ();
  if (find (at, NULL) != NULL)
    return;
  snprintf (text, sizeof (text), "%s", source);
  take (make (at, text), code);
}

const char *
gomp_tool_source (const void *at)
{
  const struct location *location = get (at);
  return location == NULL ? "" : location->source;
}

/* Has the compiler plugin noted DIRECTIVE at AT, a function or variable?  */
static bool
is_noted (const void *at, const char *directive)
{
  const struct location *location = get (at);
  return location != NULL
         && gomp_tool_is_same (location->source, directive,
                               strlen (directive) + 1);
}

enum gomp_compute
gomp_tool_compute (const void *fn)
{
  int compute = GOMP_COMPUTES - 1;
  while (compute > GOMP_COMPUTE_ANY
         && !is_noted (fn, gomp_compute_words[compute].directive))
    compute--;
  return (enum gomp_compute)compute;
}

const char *
gomp_tool_declaration (const void *variable)
{
  return is_noted (variable, "acc declare") ? "acc declare" : "declare target";
}

const char *
gomp_tool_region_title (enum gomp_model model, const void *fn)
{
  return gomp_words_region (
      model, model == GOMP_OPENACC ? gomp_tool_compute (fn) : GOMP_COMPUTE_ANY);
}

/* Word CLAUSE of LIST, or "".  */
static const char *
word (const char *list, size_t clause)
{
  for (; clause > 0 && *list != '\0'; clause--)
    list += strlen (list) + 1;
  return strcmp (list, "-") == 0 ? "" : list;
}

const char *
gomp_tool_clause_name (const void *at, size_t clause)
{
  const struct location *location = get (at);
  return location == NULL ? "" : word (location->names, clause);
}

size_t
gomp_tool_clause_room (const void *at, size_t clause)
{
  const struct location *location = get (at);
  return location == NULL ? 0
                          : strtoull (word (location->rooms, clause), NULL, 10);
}
