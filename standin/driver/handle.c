/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Handles: the objects that programs may name, found by their addresses, so
   that nothing is read of what a program gives as a handle before it is known
   to be one.  An object's memory is given back late: what is made next has
   another address, and a handle that is used after its end names nothing.  Any
   thread; `lock' guards the table and what waits to be given back, not the
   objects.  It is taken last of all.  */

#include "driver/driver.h"

#include <stdlib.h>

#define BUCKETS 1024
#define KEPT 4096 /* ended objects of which the memory is not given again */

struct handle
{
  struct handle *next; /* in its bucket */
  enum drv_tag tag;
  _Alignas(max_align_t) unsigned char object[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *bucket[BUCKETS];
static struct handle *kept[KEPT];
static unsigned next_kept;

static struct handle **
bucket_of (const void *object)
{
  uint64_t address = (uint64_t)(uintptr_t)object;
  return &bucket[address * UINT64_C (0x9e3779b97f4a7c15) >> 32 & (BUCKETS - 1)];
}

/* The link to OBJECT's handle, or to the end of its bucket.  */
static struct handle **
find (const void *object)
{
  struct handle **link = bucket_of (object);
  while (*link && (*link)->object != object)
    link = &(*link)->next;
  return link;
}

void *
drv_handle_create (enum drv_tag tag, size_t size)
{
  struct handle *h = calloc (1, sizeof *h + size);
  h->tag = tag;
  pthread_mutex_lock (&lock);
  struct handle **link = bucket_of (h->object);
  h->next = *link;
  *link = h;
  pthread_mutex_unlock (&lock);
  return h->object;
}

bool
drv_handle_is (const void *object, enum drv_tag tag)
{
  pthread_mutex_lock (&lock);
  const struct handle *h = *find (object);
  bool is = h && h->tag == tag;
  pthread_mutex_unlock (&lock);
  return is;
}

void
drv_handle_end (void *object)
{
  pthread_mutex_lock (&lock);
  struct handle **link = find (object);
  if (*link)
    *link = (*link)->next;
  pthread_mutex_unlock (&lock);
}

void
drv_handle_free (void *object)
{
  drv_handle_end (object);
  struct handle *h
      = (struct handle *)(void *)((unsigned char *)object
                                  - offsetof (struct handle, object));
  pthread_mutex_lock (&lock);
  struct handle *oldest = kept[next_kept];
  kept[next_kept] = h;
  next_kept = (next_kept + 1) % KEPT;
  pthread_mutex_unlock (&lock);
  free (oldest);
}
