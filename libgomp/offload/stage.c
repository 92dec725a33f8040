/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writing a construct's new block: plain copies where the host sees it, else
   gathered so that many small items cost one call of the plugin.  Used by one
   thread for one construct.  */

#include <string.h>

#include "offload/setup.h"

static enum gomp_status
write_through (struct gomp_setup *s, size_t offset,
               const struct gomp_host_part *part, size_t count)
{
  return gomp_device_write_parts (s->c->device, s->block->address + offset,
                                  part, count, s->c->runs_next);
}

enum gomp_status
gomp_setup_flush (struct gomp_setup *s)
{
  struct gomp_stage *stage = &s->stage;
  struct gomp_host_part gathered
      = { .start = stage->buffer, .size = stage->size };
  enum gomp_status status = GOMP_OK;
  if (stage->size > 0)
    status = write_through (s, stage->start, &gathered, 1);
  stage->size = 0;
  return status;
}

static inline bool
follows (const struct gomp_stage *stage, size_t offset)
{
  return stage->size > 0 && offset >= stage->start + stage->size
         && offset <= stage->start + stage->size + GOMP_STAGE_GAP;
}

/* What is not gathered: with what is, if it comes right behind that.  */
static enum gomp_status
write_large (struct gomp_setup *s, size_t offset, const void *source,
             size_t size)
{
  struct gomp_stage *stage = &s->stage;
  if (stage->size == 0)
    {
      const struct gomp_host_part alone
          = { .start = source, .size = size, .is_lasting = true };
      return write_through (s, offset, &alone, 1);
    }
  struct gomp_host_part part[2] = {
    { .start = stage->buffer, .size = stage->size },
    { .start = source,
      .size = size,
      .offset = offset - stage->start,
      .is_lasting = true },
  };
  enum gomp_status status = GOMP_OK;
  if (follows (stage, offset))
    {
      stage->size = 0;
      return write_through (s, stage->start, part, 2);
    }
  status = gomp_setup_flush (s);
  part[1].offset = 0;
  return status == GOMP_OK ? write_through (s, offset, &part[1], 1) : status;
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
  if (size > GOMP_STAGE_SIZE || stage->buffer == NULL)
    return write_large (s, offset, source, size);
  if (!joins (stage, offset, size))
    {
      enum gomp_status status = gomp_setup_flush (s);
      if (status != GOMP_OK)
        return status;
      stage->start = offset;
    }
  gather (stage, offset, source, size);
  return GOMP_OK;
}
