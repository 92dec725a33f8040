/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Gathered copies from a device whose memory the host cannot see: one call of
   the plugin copies pieces of a block that lie side by side.  See
   download.c.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_DOWNLOAD_H
#define GOMP_OFFLOAD_CONSTRUCT_DOWNLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "offload/device/device.h"

#define GOMP_DOWNLOAD_PIECES 32
/* Two pieces with at most this many unneeded bytes between them are copied
   together.  Offsets in a block are multiples of 8, so a smaller gap contains
   no other mapping, which another thread might write.  */
#define GOMP_DOWNLOAD_GAP 7

/* Pieces that wait for one copy.  Used by one thread.  */
struct gomp_download
{
  struct gomp_device *device;
  const struct gomp_block *block; /* the block of all pieces */
  uintptr_t start;                /* the device addresses around them */
  uintptr_t end;
  unsigned count;
  bool visiting; /* the lock of gomp_device_serial_begin is held */
  bool careful;  /* do not write unchanged data, which may be constant */
  bool ordered;  /* each piece is behind the one before it */
  struct gomp_device_piece pieces[GOMP_DOWNLOAD_PIECES];
};

static inline void
gomp_download_init (struct gomp_download *f, struct gomp_device *device)
{
  f->device = device;
  f->count = 0;
  f->visiting = f->careful = false;
}

/* Copy SIZE bytes at DEVPTR in BLOCK to HOST, now or when F is flushed.  The
   caller keeps the block until then.  */
HIDDEN enum gomp_status gomp_download_add (struct gomp_download *f,
                                           const struct gomp_block *block,
                                           char *host, uintptr_t devptr,
                                           size_t size) HOT;
/* [DEVPTR, DEVPTR + SIZE) in BLOCK belongs to the caller alone and is not
   needed: pieces on both sides of it may be copied together.  */
static inline void
gomp_download_pass (struct gomp_download *f, const struct gomp_block *block,
                    uintptr_t devptr, size_t size)
{
  if (f->count > 0 && f->block == block && f->ordered && devptr >= f->end
      && devptr <= f->end + GOMP_DOWNLOAD_GAP
      && f->device->plugin->dev2host_pieces != NULL)
    f->end = devptr + size;
}
/* Copy all pieces that wait.  */
HIDDEN enum gomp_status gomp_download_flush_all (struct gomp_download *f) HOT;

static inline enum gomp_status
gomp_download_flush (struct gomp_download *f)
{
  return likely (f->count == 0) ? GOMP_OK : gomp_download_flush_all (f);
}

#endif
