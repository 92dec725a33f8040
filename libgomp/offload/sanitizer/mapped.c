/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A table of what is mapped, with names; see mapped.h.

   The names come from the compiler plugin (tool/locations.h), or are those of
   global variables.  A mutex guards the table: a hash of the copies' addresses
   for what is mapped, and a ring of the last ones that ended.  If there is no
   memory for an entry, it is left out: that costs only words.  */

#include "offload/sanitizer/mapped.h"

#include "base/mem.h"
#include "base/tsan.h"
#include "offload/device/device.h"
#include "offload/observe.h"
#include "os/symbol.h"
#include "sync/mutex.h"
#include "tool/tool.h"

#define BUCKETS 4096u
#define ENDED 256u
/* A mapping that is farther away does not explain an address.  */
#define NEAR 4096u
#define NAME_MAX_BYTES 64

struct entry
{
  struct entry *next; /* in its bucket */
  const struct gomp_device *device;
  uintptr_t copy;
  uintptr_t host;
  size_t size;
  const char *directive;     /* that made it */
  const char *location;      /* of that directive, or NULL */
  const char *ended_by;      /* the directive that ended it, or NULL */
  const char *ended_at;      /* its location, or NULL */
  char name[NAME_MAX_BYTES]; /* of the variable, or "" */
};

static struct gomp_mutex lock;
static struct entry *buckets[BUCKETS];
static struct entry *ended[ENDED];
static unsigned ended_count;

/* Other threads print and free E, as ThreadSanitizer sees.  */
static void
forget (struct entry *e)
{
  gomp_tsan_forget ((uintptr_t)e, sizeof (*e) & ~(size_t)7);
}

static struct entry **
bucket_of (uintptr_t copy)
{
  return &buckets[(copy >> 4 ^ copy >> 16) % BUCKETS];
}

/* Copied byte by byte: ThreadSanitizer, which sees what functions of the C
   library read, does not see how NAME was passed on.  */
static void
name_entry (struct entry *e, const char *name)
{
  uintptr_t start;
  for (size_t i = 0; i + 1 < sizeof (e->name) && name[i] != '\0'; i++)
    e->name[i] = name[i];
  if (*e->name == '\0'
      && (!os_symbol_find (e->host, e->name, sizeof (e->name), &start)
          || start != e->host))
    *e->name = '\0';
}

void
gomp_mapped_add (const struct gomp_device *device, uintptr_t copy,
                 uintptr_t host, size_t size, const char *directive,
                 const char *name)
{
  struct entry *e = gomp_alloc_zeroed (sizeof (*e));
  if (e == NULL)
    return;
  e->device = device;
  e->copy = copy;
  e->host = host;
  e->size = size;
  e->directive = directive;
  e->location = gomp_tool_source (gomp_observe_here ());
  name_entry (e, name);
  forget (e);
  struct entry **bucket = bucket_of (copy);
  gomp_mutex_lock (&lock);
  e->next = *bucket;
  *bucket = e;
  gomp_mutex_unlock (&lock);
}

/* Put E into the ring; returns the entry that left it, or NULL.  */
static struct entry *
keep (struct entry *e)
{
  struct entry **place = &ended[ended_count++ % ENDED];
  struct entry *old = *place;
  *place = e;
  return old;
}

void
gomp_mapped_end (const struct gomp_device *device, uintptr_t copy,
                 const char *directive)
{
  const char *location = gomp_tool_source (gomp_observe_here ());
  struct entry *old = NULL;
  gomp_mutex_lock (&lock);
  struct entry **link = bucket_of (copy);
  while (*link != NULL && ((*link)->copy != copy || (*link)->device != device))
    link = &(*link)->next;
  struct entry *e = *link;
  if (e != NULL)
    {
      *link = e->next;
      e->ended_by = directive;
      e->ended_at = location;
      old = keep (e);
    }
  gomp_mutex_unlock (&lock);
  if (old != NULL)
    forget (old);
  gomp_free (old);
}

/* How far ADDRESS is from the copy of E; 0: it is in there.  */
static uintptr_t
distance (const struct entry *e, uintptr_t address)
{
  return address < e->copy             ? e->copy - address
         : address - e->copy < e->size ? 0
                                       : address - e->copy - e->size + 1;
}

static const struct entry *
nearest (const struct gomp_device *device, uintptr_t address)
{
  const struct entry *best = NULL;
  for (unsigned i = 0; i < BUCKETS; i++)
    for (const struct entry *e = buckets[i]; e != NULL; e = e->next)
      if (e->device == device && distance (e, address) < NEAR
          && (best == NULL || distance (e, address) < distance (best, address)))
        best = e;
  return best;
}

/* The latest one that ended and had ADDRESS, or NULL.  */
static const struct entry *
ended_at (const struct gomp_device *device, uintptr_t address)
{
  for (unsigned i = 0; i < ENDED && i < ended_count; i++)
    {
      const struct entry *e = ended[(ended_count - 1 - i) % ENDED];
      if (e->device == device && distance (e, address) == 0)
        return e;
    }
  return NULL;
}

static void
write_by (struct gomp_strbuf *out, const char *directive, const char *location)
{
  gomp_strbuf_printf (out, " by %s", directive);
  if (location != NULL && *location != '\0')
    gomp_strbuf_printf (out, " (%s)", location);
}

static void
write_entry (struct gomp_strbuf *out, const struct entry *e)
{
  if (e->host == 0)
    gomp_strbuf_printf (out, "a block of %lu bytes, allocated",
                        (unsigned long)e->size);
  else
    gomp_strbuf_printf (out, "the copy of %s, %lu bytes at 0x%lx, mapped",
                        *e->name != '\0' ? e->name : "host memory",
                        (unsigned long)e->size, (unsigned long)e->host);
  write_by (out, e->directive, e->location);
  if (e->ended_by == NULL)
    return;
  gomp_strbuf_printf (out, "\n  it was %s",
                      e->host == 0 ? "freed" : "unmapped");
  write_by (out, e->ended_by, e->ended_at);
}

static void
write_place (struct gomp_strbuf *out, const struct entry *e, uintptr_t address)
{
  uintptr_t end = e->copy + e->size;
  if (distance (e, address) == 0)
    gomp_strbuf_printf (out, "\n  byte %lu of %s",
                        (unsigned long)(address - e->copy),
                        e->ended_by == NULL ? "" : "what was ");
  else if (address < e->copy)
    gomp_strbuf_printf (out, "\n  %lu bytes before the start of ",
                        (unsigned long)(e->copy - address));
  else if (address == end)
    gomp_strbuf_printf (out, "\n  directly after the end of ");
  else
    gomp_strbuf_printf (out, "\n  %lu bytes after the end of ",
                        (unsigned long)(address - end));
  write_entry (out, e);
}

void
gomp_mapped_describe (struct gomp_strbuf *out, const struct gomp_device *device,
                      uintptr_t address, bool was_ended)
{
  gomp_mutex_lock (&lock);
  const struct entry *now = nearest (device, address);
  const struct entry *before = ended_at (device, address);
  bool inside = now != NULL && distance (now, address) == 0;
  const struct entry *e
      = before != NULL && (now == NULL || (was_ended && !inside)) ? before
                                                                  : now;
  if (e != NULL)
    write_place (out, e, address);
  gomp_mutex_unlock (&lock);
}

void
gomp_mapped_forget (void)
{
  for (unsigned i = 0; i < BUCKETS; i++)
    buckets[i] = NULL;
  ended_count = 0;
  for (unsigned i = 0; i < ENDED; i++)
    ended[i] = NULL;
}

void
gomp_mapped_lock (void)
{
  gomp_mutex_lock (&lock);
}

void
gomp_mapped_unlock (void)
{
  gomp_mutex_unlock (&lock);
}
