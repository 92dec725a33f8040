/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds redundant copies: a copy to the device if the same bytes were sent
   from the same address to that device before; a copy from the device if the
   host already had the bytes (offload/ compares checksums).

   Owns a table of checksums of the sent data.  It has a fixed size, newer
   entries replace older ones, and its mutex guards it.  It is allocated at the
   first copy; without memory for it no copy counts as redundant.  Any
   thread.  */

#include <string.h>

#include "os/memory.h"
#include "sync/mutex.h"
#include "tool/internal.h"

#define SENT_SLOTS 8192

/* The data that was last sent from an address of the host.  */
struct sent
{
  const struct gomp_tool_device *device;
  uintptr_t host;
  size_t size;
  uint64_t checksum;
};

static struct sent_state
{
  struct gomp_mutex mutex;
  struct sent *slots; /* SENT_SLOTS of them, or NULL */
} sent_state;

#define FACTOR UINT64_C (0x9e3779b97f4a7c15)

static inline uint64_t
mix (uint64_t sum, uint64_t word)
{
  sum = (sum ^ word) * FACTOR;
  return sum ^ sum >> 29;
}

uint64_t
gomp_tool_checksum (const void *data, size_t size)
{
  const char *at = data;
  uint64_t sums[4] = { size, 1, 2, 3 }, words[4] = { 0 };
  for (; size >= sizeof (words); size -= sizeof (words), at += sizeof (words))
    {
      memcpy (words, at, sizeof (words));
      for (int i = 0; i < 4; i++)
        sums[i] = mix (sums[i], words[i]);
    }
  memset (words, 0, sizeof (words));
  memcpy (words, at, size);
  for (int i = 0; i < 4; i++)
    sums[0] = mix (mix (sums[0], words[i]), sums[i]);
  return sums[0];
}

/* With the mutex.  */
static bool
has_table (struct sent_state *s)
{
  void *table;
  if (s->slots == NULL
      && os_sparse_map (SENT_SLOTS * sizeof (struct sent), &table) == 0)
    s->slots = table;
  return s->slots != NULL;
}

/* Store COPY in its slot, with the mutex held; true if it is already there.  */
static bool
replace (struct sent_state *s, const struct sent *copy)
{
  if (!has_table (s))
    return false;
  uint64_t hash
      = mix (mix (mix (0, (uintptr_t)copy->device), copy->host), copy->size);
  struct sent *slot = &s->slots[hash % SENT_SLOTS];
  bool same = slot->device == copy->device && slot->host == copy->host
              && slot->size == copy->size && slot->checksum == copy->checksum;
  *slot = *copy;
  return same;
}

bool
gomp_tool_sent_before (const struct gomp_tool_device *device, const void *host,
                       size_t size)
{
  struct sent_state *s = &sent_state;
  struct sent new = { .device = device,
                      .host = (uintptr_t)host,
                      .size = size,
                      .checksum = gomp_tool_checksum (host, size) };
  gomp_mutex_lock (&s->mutex);
  bool same = replace (s, &new);
  gomp_mutex_unlock (&s->mutex);
  return same;
}

void
gomp_redundant_copies_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&sent_state.mutex, when);
}
