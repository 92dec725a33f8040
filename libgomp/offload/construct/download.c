/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Gathered copies from a device to the host; the counterpart of upload.c.

   A construct lays out its new data in one block, so the data that it copies
   back are close together.  The plugin gets the list, if it accepts lists.
   Otherwise one copy brings all data, including padding, to the stack, from
   which the pieces are copied to their addresses.  For a remote device any
   pieces are gathered, as each call costs a round trip.  Used by one thread for
   one construct, which holds the mappings that it copies.  */

#include "offload/construct/download.h"

#include <string.h>

#include "base/diag.h"
#include "offload/construct/setup.h"

static inline bool
takes_lists (const struct gomp_download *f)
{
  return f->device->plugin->dev2host_pieces != NULL;
}

static inline bool
takes_any (const struct gomp_download *f)
{
  return (f->device->plugin->capabilities & GOMP_CAP_REMOTE) != 0
         && takes_lists (f);
}

/* Is [START, END) next to the others, and is the total not too long?  */
static inline bool
joins (const struct gomp_download *f, const struct gomp_block *block,
       uintptr_t start, uintptr_t end)
{
  if (takes_any (f))
    return f->count < GOMP_DOWNLOAD_PIECES;
  if (f->block != block || f->count == GOMP_DOWNLOAD_PIECES
      || start > f->end + GOMP_DOWNLOAD_GAP
      || end + GOMP_DOWNLOAD_GAP < f->start)
    return false;
  return (f->ordered && start >= f->end && takes_lists (f))
         || (end > f->end ? end : f->end)
                    - (start < f->start ? start : f->start)
                <= GOMP_UPLOAD_SIZE;
}

static enum gomp_status
fetch (struct gomp_download *f, char *host, uintptr_t devptr, size_t size)
{
  return f->visiting ? gomp_device_read_visiting (f->device, host, devptr, size)
                     : gomp_device_read (f->device, host, devptr, NULL, size);
}

/* To its own place.  */
static enum gomp_status
fetch_home (struct gomp_download *f, char *host, uintptr_t devptr, size_t size)
{
  return unlikely (f->careful) ? gomp_device_read_changed (
             f->device, host, devptr, size, f->visiting)
                               : fetch (f, host, devptr, size);
}

static enum gomp_status
fetch_each (struct gomp_download *f)
{
  enum gomp_status status = GOMP_OK;
  for (unsigned i = 0; i < f->count && status == GOMP_OK; i++)
    status = fetch_home (f, f->pieces[i].host, f->pieces[i].device,
                         f->pieces[i].size);
  return status;
}

static NOINLINE enum gomp_status
fetch_together (struct gomp_download *f)
{
  char buffer[GOMP_UPLOAD_SIZE];
  if (fetch (f, buffer, f->start, f->end - f->start) != GOMP_OK)
    {
      /* One by one, so that the message names the failing copy.  */
      gomp_error_clear ();
      return fetch_each (f);
    }
  for (unsigned i = 0; i < f->count; i++)
    {
      const struct gomp_device_piece *piece = &f->pieces[i];
      const char *bytes = buffer + (piece->device - f->start);
      if (!f->careful || memcmp (piece->host, bytes, piece->size) != 0)
        memcpy (piece->host, bytes, piece->size);
    }
  return GOMP_OK;
}

enum gomp_status
gomp_download_flush_all (struct gomp_download *f)
{
  enum gomp_status status;
  if (f->count == 1 && !f->careful)
    status = fetch_each (f);
  else if (takes_any (f) || (f->ordered && takes_lists (f)))
    status = gomp_device_read_pieces (f->device, f->pieces, f->count);
  else
    status = fetch_together (f);
  f->count = 0;
  return status;
}

enum gomp_status
gomp_download_add (struct gomp_download *f, const struct gomp_block *block,
                   char *host, uintptr_t devptr, size_t size)
{
  uintptr_t start = devptr, end = devptr + size;
  if (f->count > 0 && !joins (f, block, start, end))
    {
      enum gomp_status status = gomp_download_flush_all (f);
      if (status != GOMP_OK)
        return status;
    }
  if (size > GOMP_UPLOAD_SIZE && !takes_lists (f))
    return fetch_home (f, host, devptr, size);
  if (f->count == 0)
    {
      f->block = block;
      f->start = f->end = start;
      f->ordered = true;
    }
  f->ordered &= start >= f->end;
  f->start = start < f->start ? start : f->start;
  f->end = end > f->end ? end : f->end;
  f->pieces[f->count++] = (struct gomp_device_piece){ devptr, host, size };
  return GOMP_OK;
}
