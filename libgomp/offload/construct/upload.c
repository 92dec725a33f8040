/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writing a construct's new block: plain copies if the host sees it, else
   gathered, so that many items cost one call of the plugin.  Used by one thread
   for one construct.  */

#include <string.h>

#include "base/invariant.h"
#include "offload/construct/setup.h"

static enum gomp_status
write_through (struct gomp_setup *s, size_t offset,
               const struct gomp_host_part *part, size_t count)
{
  bool is_own = s->c->runs_next && (s->defers || s->fresh == 0);
  enum gomp_copy_use use = is_own ? GOMP_COPY_FOR_REGION : GOMP_COPY_FOR_ALL;
  return gomp_device_write_parts (s->c->device, s->block->address + offset,
                                  part, count, use);
}

/* The data gathered last becomes a part.  */
static void
close_gathered (struct gomp_upload *stage)
{
  if (stage->size == 0)
    return;
  if (stage->count == 0)
    stage->first = stage->start;
  stage->room->part[stage->count++]
      = (struct gomp_host_part){ .start = stage->room->bytes + stage->used,
                                 .size = stage->size,
                                 .offset = stage->start - stage->first };
  stage->used += stage->size;
  stage->size = 0;
}

/* Behind all that waits.  */
static inline size_t
find_end (const struct gomp_upload *stage)
{
  if (stage->size > 0)
    return stage->start + stage->size;
  const struct gomp_host_part *last = &stage->room->part[stage->count - 1];
  return stage->first + last->offset + last->size;
}

enum gomp_status
gomp_setup_flush (struct gomp_setup *s)
{
  struct gomp_upload *stage = &s->stage;
  close_gathered (stage);
  unsigned count = stage->count;
  if (count == 0)
    return GOMP_OK;
  size_t end = find_end (stage);
  gomp_invariant (count <= GOMP_UPLOAD_PARTS && stage->used <= GOMP_UPLOAD_SIZE,
                  "%u parts of %zu bytes were gathered", count, stage->used);
  if (end > stage->written)
    stage->written = end;
  stage->used = stage->count = 0;
  return write_through (s, stage->first, stage->room->part, count);
}

/* How far may the waiting data, which ends at END, be extended?  Bytes in
   between are written, too, so nothing may be there yet.  */
static inline size_t
find_reach (const struct gomp_upload *stage, size_t end, size_t gap)
{
  return end >= stage->written ? end + gap : end;
}

/* Is OFFSET after the waiting data, and is there room for a part?  A plugin
   that accepts parts says how far apart they may be.  */
static inline bool
follows (const struct gomp_setup *s, size_t offset)
{
  const struct gomp_upload *stage = &s->stage;
  if (!gomp_upload_waits (stage))
    return true;
  size_t end = find_end (stage);
  bool takes_parts = s->c->device->plugin->host2dev_parts != NULL;
  size_t gap = takes_parts ? s->size : GOMP_UPLOAD_GAP;
  return offset >= end && offset <= find_reach (stage, end, gap)
         && stage->count + 2 <= GOMP_UPLOAD_PARTS;
}

/* Can [OFFSET, OFFSET + SIZE) be appended to the last gathered part?  */
static inline bool
joins (const struct gomp_upload *stage, size_t offset, size_t size)
{
  return stage->size > 0 && offset >= stage->start
         && offset <= find_reach (stage, stage->start + stage->size,
                                  GOMP_UPLOAD_GAP)
         && offset + size - stage->start <= GOMP_UPLOAD_SIZE - stage->used;
}

static void
gather (struct gomp_upload *stage, size_t offset, const void *source,
        size_t size)
{
  size_t at = offset - stage->start;
  char *bytes = stage->room->bytes + stage->used;
  if (at > stage->size)
    memset (bytes + stage->size, 0, at - stage->size);
  memcpy (bytes + at, source, size);
  if (at + size > stage->size)
    stage->size = at + size;
}

/* Data of this size belong to the program, or are a copy that the construct
   made, and do not change meanwhile.  They are gathered if there is room, and
   pointers in them are then set in the gathered copy.  */
#define REFERRED_MIN 4096

static inline bool
is_referred (const struct gomp_setup *s, size_t size)
{
  size_t left = GOMP_UPLOAD_SIZE - s->stage.used - s->stage.size;
  return size > GOMP_UPLOAD_SIZE
         || (size > left && size >= REFERRED_MIN
             && s->c->device->plugin->host2dev_parts != NULL);
}

static void
refer (struct gomp_upload *stage, size_t offset, const void *source,
       size_t size)
{
  if (stage->count == 0)
    stage->first = offset;
  stage->room->part[stage->count++]
      = (struct gomp_host_part){ .start = source,
                                 .size = size,
                                 .offset = offset - stage->first,
                                 .is_lasting = true };
}

static enum gomp_status
stage_apart (struct gomp_setup *s, size_t offset, const void *source,
             size_t size)
{
  struct gomp_upload *stage = &s->stage;
  bool referred = is_referred (s, size);
  bool fits = referred || stage->used + stage->size + size <= GOMP_UPLOAD_SIZE;
  enum gomp_status status = GOMP_OK;
  if (fits && follows (s, offset))
    close_gathered (stage);
  else
    status = gomp_setup_flush (s);
  if (referred)
    refer (stage, offset, source, size);
  else
    {
      stage->start = offset;
      gather (stage, offset, source, size);
    }
  return status;
}

/* The address at which [OFFSET, OFFSET + SIZE) waits in a gathered part, or
   NULL. */
static char *
find_waiting (struct gomp_upload *stage, size_t offset, size_t size)
{
  for (unsigned i = 0; i < stage->count; i++)
    {
      const struct gomp_host_part *p = &stage->room->part[i];
      size_t start = stage->first + p->offset;
      if (!p->is_lasting && offset >= start && offset + size <= start + p->size)
        return stage->room->bytes
               + ((const char *)p->start - stage->room->bytes)
               + (offset - start);
    }
  return NULL;
}

/* The part of the program's memory for [OFFSET, OFFSET + SIZE); or COUNT.  */
static unsigned
find_referred (const struct gomp_upload *stage, size_t offset, size_t size)
{
  unsigned i = 0;
  for (; i < stage->count; i++)
    {
      const struct gomp_host_part *p = &stage->room->part[i];
      size_t start = stage->first + p->offset;
      if (p->is_lasting && offset >= start && offset + size <= start + p->size)
        break;
    }
  return i;
}

/* SIZE bytes at OFFSET, a pointer, differ from the program's memory, so that
   memory is split around them.  False if this does not apply, or there is no
   room.  */
static bool
replace_referred (struct gomp_setup *s, size_t offset, const void *source,
                  size_t size)
{
  struct gomp_upload *stage = &s->stage;
  unsigned i = find_referred (stage, offset, size);
  if (i == stage->count || stage->count + 3 > GOMP_UPLOAD_PARTS
      || stage->used + stage->size + size > GOMP_UPLOAD_SIZE
      || s->c->device->plugin->host2dev_parts == NULL)
    return false;
  close_gathered (stage);
  struct gomp_host_part *old = &stage->room->part[i], part[3];
  char *bytes = memcpy (stage->room->bytes + stage->used, source, size);
  size_t before = offset - stage->first - old->offset, n = 0;
  stage->used += size;
  part[n] = *old;
  part[n].size = before;
  n += before > 0;
  part[n++] = (struct gomp_host_part){ .start = bytes,
                                       .size = size,
                                       .offset = old->offset + before };
  part[n] = *old;
  part[n].start = (const char *)old->start + before + size;
  part[n].size -= before + size;
  part[n].offset += before + size;
  n += part[n].size > 0;
  memmove (old + n, old + 1, (stage->count - i - 1) * sizeof (*old));
  memcpy (old, part, n * sizeof (*old));
  stage->count += (unsigned)n - 1;
  return true;
}

enum gomp_status
gomp_setup_stage (struct gomp_setup *s, size_t offset, const void *source,
                  size_t size)
{
  if (s->stage.room == NULL)
    {
      const struct gomp_host_part alone
          = { .start = source, .size = size, .is_lasting = true };
      return write_through (s, offset, &alone, 1);
    }
  if (joins (&s->stage, offset, size))
    {
      gather (&s->stage, offset, source, size);
      return GOMP_OK;
    }
  /* A pointer in what came before.  */
  char *waiting = find_waiting (&s->stage, offset, size);
  if (waiting != NULL)
    memcpy (waiting, source, size);
  else if (!replace_referred (s, offset, source, size))
    return stage_apart (s, offset, source, size);
  return GOMP_OK;
}
