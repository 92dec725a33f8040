/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writing a construct's new block.  If the host sees the device's memory,
   these are plain copies.  Otherwise the writes are gathered, so that many
   items cost one call of the plugin.  Used by one thread for one construct.  */

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
close_gathered (struct gomp_upload *upload)
{
  if (upload->size == 0)
    return;
  if (upload->count == 0)
    upload->first = upload->start;
  upload->room->part[upload->count++]
      = (struct gomp_host_part){ .start = upload->room->bytes + upload->used,
                                 .size = upload->size,
                                 .offset = upload->start - upload->first };
  upload->used += upload->size;
  upload->size = 0;
}

/* Behind all that waits.  */
static inline size_t
find_end (const struct gomp_upload *upload)
{
  if (upload->size > 0)
    return upload->start + upload->size;
  const struct gomp_host_part *last = &upload->room->part[upload->count - 1];
  return upload->first + last->offset + last->size;
}

enum gomp_status
gomp_upload_flush (struct gomp_setup *s)
{
  struct gomp_upload *upload = &s->upload;
  close_gathered (upload);
  unsigned count = upload->count;
  if (count == 0)
    return GOMP_OK;
  size_t end = find_end (upload);
  gomp_invariant (count <= GOMP_UPLOAD_PARTS
                      && upload->used <= GOMP_UPLOAD_SIZE,
                  "%u parts of %zu bytes were gathered", count, upload->used);
  if (end > upload->written)
    upload->written = end;
  upload->used = upload->count = 0;
  return write_through (s, upload->first, upload->room->part, count);
}

/* How far may the waiting data, which ends at END, be extended?  Bytes in
   between are written, too, so nothing may be there yet.  */
static inline size_t
find_reach (const struct gomp_upload *upload, size_t end, size_t gap)
{
  return end >= upload->written ? end + gap : end;
}

/* Is OFFSET after the waiting data, and is there room for a part?  A plugin
   that accepts parts says how far apart they may be.  */
static inline bool
follows (const struct gomp_setup *s, size_t offset)
{
  const struct gomp_upload *upload = &s->upload;
  if (!gomp_upload_waits (upload))
    return true;
  size_t end = find_end (upload);
  bool takes_parts = s->c->device->plugin->host2dev_parts != NULL;
  size_t gap = takes_parts ? s->size : GOMP_UPLOAD_GAP;
  return offset >= end && offset <= find_reach (upload, end, gap)
         && upload->count + 2 <= GOMP_UPLOAD_PARTS;
}

/* Can [OFFSET, OFFSET + SIZE) be appended to the last gathered part?  */
static inline bool
joins (const struct gomp_upload *upload, size_t offset, size_t size)
{
  return upload->size > 0 && offset >= upload->start
         && offset <= find_reach (upload, upload->start + upload->size,
                                  GOMP_UPLOAD_GAP)
         && offset + size - upload->start <= GOMP_UPLOAD_SIZE - upload->used;
}

static void
gather (struct gomp_upload *upload, size_t offset, const void *source,
        size_t size)
{
  size_t at = offset - upload->start;
  char *bytes = upload->room->bytes + upload->used;
  if (at > upload->size)
    memset (bytes + upload->size, 0, at - upload->size);
  memcpy (bytes + at, source, size);
  if (at + size > upload->size)
    upload->size = at + size;
}

/* Data of this size belong to the program, or are a copy that the construct
   made, and do not change meanwhile.  They are gathered if there is room, and
   pointers in them are then set in the gathered copy.  */
#define REFERRED_MIN 4096

static inline bool
is_referred (const struct gomp_setup *s, size_t size)
{
  size_t left = GOMP_UPLOAD_SIZE - s->upload.used - s->upload.size;
  return size > GOMP_UPLOAD_SIZE
         || (size > left && size >= REFERRED_MIN
             && s->c->device->plugin->host2dev_parts != NULL);
}

static void
refer (struct gomp_upload *upload, size_t offset, const void *source,
       size_t size)
{
  if (upload->count == 0)
    upload->first = offset;
  upload->room->part[upload->count++]
      = (struct gomp_host_part){ .start = source,
                                 .size = size,
                                 .offset = offset - upload->first,
                                 .is_lasting = true };
}

static enum gomp_status
stage_apart (struct gomp_setup *s, size_t offset, const void *source,
             size_t size)
{
  struct gomp_upload *upload = &s->upload;
  bool referred = is_referred (s, size);
  bool fits
      = referred || upload->used + upload->size + size <= GOMP_UPLOAD_SIZE;
  enum gomp_status status = GOMP_OK;
  if (fits && follows (s, offset))
    close_gathered (upload);
  else
    status = gomp_upload_flush (s);
  if (referred)
    refer (upload, offset, source, size);
  else
    {
      upload->start = offset;
      gather (upload, offset, source, size);
    }
  return status;
}

/* The address at which [OFFSET, OFFSET + SIZE) waits in a gathered part, or
   NULL. */
static char *
find_waiting (struct gomp_upload *upload, size_t offset, size_t size)
{
  for (unsigned i = 0; i < upload->count; i++)
    {
      const struct gomp_host_part *p = &upload->room->part[i];
      size_t start = upload->first + p->offset;
      if (!p->is_lasting && offset >= start && offset + size <= start + p->size)
        return upload->room->bytes
               + ((const char *)p->start - upload->room->bytes)
               + (offset - start);
    }
  return NULL;
}

/* The part of the program's memory for [OFFSET, OFFSET + SIZE); or COUNT.  */
static unsigned
find_referred (const struct gomp_upload *upload, size_t offset, size_t size)
{
  unsigned i = 0;
  for (; i < upload->count; i++)
    {
      const struct gomp_host_part *p = &upload->room->part[i];
      size_t start = upload->first + p->offset;
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
  struct gomp_upload *upload = &s->upload;
  unsigned i = find_referred (upload, offset, size);
  if (i == upload->count || upload->count + 3 > GOMP_UPLOAD_PARTS
      || upload->used + upload->size + size > GOMP_UPLOAD_SIZE
      || s->c->device->plugin->host2dev_parts == NULL)
    return false;
  close_gathered (upload);
  struct gomp_host_part *old = &upload->room->part[i], part[3];
  char *bytes = memcpy (upload->room->bytes + upload->used, source, size);
  size_t before = offset - upload->first - old->offset, n = 0;
  upload->used += size;
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
  memmove (old + n, old + 1, (upload->count - i - 1) * sizeof (*old));
  memcpy (old, part, n * sizeof (*old));
  upload->count += (unsigned)n - 1;
  return true;
}

enum gomp_status
gomp_upload_add (struct gomp_setup *s, size_t offset, const void *source,
                 size_t size)
{
  if (s->upload.room == NULL)
    {
      const struct gomp_host_part alone
          = { .start = source, .size = size, .is_lasting = true };
      return write_through (s, offset, &alone, 1);
    }
  if (joins (&s->upload, offset, size))
    {
      gather (&s->upload, offset, source, size);
      return GOMP_OK;
    }
  /* A pointer in what came before.  */
  char *waiting = find_waiting (&s->upload, offset, size);
  if (waiting != NULL)
    memcpy (waiting, source, size);
  else if (!replace_referred (s, offset, source, size))
    return stage_apart (s, offset, source, size);
  return GOMP_OK;
}
