/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writing a construct's new block: plain copies where the host sees it, else
   gathered so that many small items cost one call of the plugin.  Used by one
   thread for one construct.  */

#include <string.h>

#include "offload/setup.h"

static enum gomp_status
write_through (struct gomp_setup *s, size_t offset, const void *source,
               size_t size)
{
  return gomp_device_write (s->c->device, s->block->address + offset, NULL,
                            source, size);
}

enum gomp_status
gomp_setup_flush (struct gomp_setup *s)
{
  struct gomp_stage *stage = &s->stage;
  enum gomp_status status = GOMP_OK;
  if (stage->size > 0)
    status = write_through (s, stage->start, stage->buffer, stage->size);
  stage->size = 0;
  return status;
}

/* Can [OFFSET, OFFSET + SIZE) join what is gathered?  */
static bool
joins (const struct gomp_stage *stage, size_t offset, size_t size)
{
  return stage->size > 0 && offset >= stage->start
         && offset <= stage->start + stage->size + GOMP_STAGE_GAP
         && offset + size - stage->start <= GOMP_STAGE_SIZE;
}

static void
gather (struct gomp_stage *stage, size_t offset, const void *source,
        size_t size)
{
  size_t place = offset - stage->start;
  if (place > stage->size)
    memset (stage->buffer + stage->size, 0, place - stage->size);
  memcpy (stage->buffer + place, source, size);
  if (place + size > stage->size)
    stage->size = place + size;
}

enum gomp_status
gomp_setup_stage (struct gomp_setup *s, size_t offset, const void *source,
                  size_t size)
{
  struct gomp_stage *stage = &s->stage;
  if (!joins (stage, offset, size))
    {
      enum gomp_status status = gomp_setup_flush (s);
      if (status != GOMP_OK)
        return status;
      if (size > GOMP_STAGE_SIZE || stage->buffer == NULL)
        return write_through (s, offset, source, size);
      stage->start = offset;
    }
  gather (stage, offset, source, size);
  return GOMP_OK;
}
