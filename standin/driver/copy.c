/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies and fills.  Each is an operation of a stream on boxes of bytes in up
   to three dimensions.  Addresses of the device are checked when the call is
   made, as the driver does, and again when it is executed.

   CUDA driver API, "Memory Management", "API synchronization behavior".  */

#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One end of a copy.  */
struct side
{
  CUmemorytype type;
  uint64_t address; /* of its first byte */
  uint64_t pitch;   /* bytes from row to row */
  uint64_t plane;   /* from plane to plane */
};

struct copy
{
  struct drv_operation operation;
  struct side to, from;
  uint64_t width, height, depth;
};

/* The bytes that a side touches; more than there can be if that is no number.
 */
static uint64_t
extent (const struct copy *c, const struct side *s)
{
  uint64_t rows, planes, size;
  if (__builtin_mul_overflow (c->height - 1, s->pitch, &rows)
      || __builtin_mul_overflow (c->depth - 1, s->plane, &planes)
      || __builtin_add_overflow (rows, planes, &size)
      || __builtin_add_overflow (size, c->width, &size)
      || size > UINT64_MAX - s->address)
    return UINT64_MAX;
  return size;
}

/* What the host sees at a side, NULL: nothing that may be copied.  Pinned
   memory is both, what only a device has is none of the host's.  All devices
   share one address space.  */
static unsigned char *
bytes_of (const struct copy *c, const struct side *s)
{
  unsigned char *p = NULL;
  if (s->type != CU_MEMORYTYPE_HOST)
    for (uint64_t n = 0; n < drv_settings.devices && !p; n++)
      p = mem_bytes (&drv_devices[n].memory, s->address, extent (c, s));
  if (!p && s->type != CU_MEMORYTYPE_DEVICE && mem_is_shared (s->address)
      && extent (c, s) != UINT64_MAX)
    p = (unsigned char *)(uintptr_t)s->address;
  return p;
}

static void
report_bad_side (struct memory *m, const struct copy *c, const struct side *s,
                 const char *what)
{
  char text[256];
  mem_describe (m, s->address, text, sizeof text);
  drv_report ("copy %s %#llx (%llu bytes): %s", what,
              (unsigned long long)s->address, (unsigned long long)extent (c, s),
              text);
}

static int
compare_ranges (const void *a, const void *b)
{
  const struct sim_range *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* The rows of both sides.  */
static CUresult
check_order (struct drv_operation *o)
{
  const struct copy *c = (const struct copy *)o;
  size_t rows = c->height * c->depth, n = 0;
  char name[64];
  if (!o->is_checked)
    return CUDA_SUCCESS;
  struct sim_range *r = malloc (2 * rows * sizeof *r);
  for (unsigned side = 0; side < 2; side++)
    for (uint64_t row = 0; row < rows; row++)
      {
        const struct side *s = side ? &c->from : &c->to;
        uint64_t start = s->address + row / c->height * s->plane
                         + row % c->height * s->pitch;
        r[n++] = (struct sim_range){ .start = start,
                                     .end = start + c->width,
                                     .is_written = !side };
      }
  qsort (r, n, sizeof *r, compare_ranges);
  snprintf (name, sizeof name, "a copy of %llu bytes",
            (unsigned long long)(c->width * rows));
  CUresult result = drv_order_check (o, name, false, r, n);
  free (r);
  return result;
}

/* A word at once: a kernel that talks with the host may be looking at it.  */
static void
move_line (unsigned char *to, const unsigned char *from, uint64_t width)
{
  if (width == sizeof (uint32_t)
      && ((uintptr_t)to | (uintptr_t)from) % sizeof (uint32_t) == 0)
    __atomic_store_n (
        (uint32_t *)to,
        __atomic_load_n ((const uint32_t *)from, __ATOMIC_RELAXED),
        __ATOMIC_RELAXED);
  else
    memmove (to, from, width);
}

static CUresult
execute (struct drv_operation *o)
{
  const struct copy *c = (const struct copy *)o;
  struct memory *m = &o->stream->context->device->memory;
  unsigned char *to = bytes_of (c, &c->to);
  const unsigned char *from = bytes_of (c, &c->from);
  if (!to || !from)
    {
      report_bad_side (m, c, to ? &c->from : &c->to, to ? "from" : "to");
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
  for (uint64_t z = 0; z < c->depth; z++)
    for (uint64_t y = 0; y < c->height; y++)
      move_line (to + z * c->to.plane + y * c->to.pitch,
                 from + z * c->from.plane + y * c->from.pitch, c->width);
  return check_order (o);
}

/* A device's memory that was given as the host's.  */
static void
report_wrong_side (const struct side *s)
{
  if (s->type == CU_MEMORYTYPE_HOST && !mem_is_shared (s->address))
    drv_report ("a copy uses %#llx as host memory, but it is device memory",
                (unsigned long long)s->address);
}

static bool
is_type_valid (const struct side *s)
{
  return s->type >= CU_MEMORYTYPE_HOST && s->type <= CU_MEMORYTYPE_UNIFIED;
}

static bool
is_valid (const struct copy *c)
{
  return is_type_valid (&c->to) && is_type_valid (&c->from) && c->to.address
         && c->from.address && bytes_of (c, &c->to) && bytes_of (c, &c->from);
}

/* A call without a stream waits, unless only the device takes part.  */
static CUresult
submit (const struct copy *c, CUstream stream, bool wait)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!c->width || !c->height || !c->depth)
    return CUDA_SUCCESS;
  if (!is_valid (c))
    {
      report_wrong_side (&c->to);
      report_wrong_side (&c->from);
      return CUDA_ERROR_INVALID_VALUE;
    }
  struct copy *copy = malloc (sizeof *copy);
  *copy = *c;
  copy->operation.run = execute;
  wait = wait
         && (mem_is_shared (c->to.address) || mem_is_shared (c->from.address));
  return drv_submit (s, &copy->operation, wait);
}

static CUresult
copy_line (CUmemorytype to_type, uint64_t to, CUmemorytype from_type,
           uint64_t from, size_t size, CUstream stream, bool wait)
{
  struct copy c = { .to = { .type = to_type, .address = to },
                    .from = { .type = from_type, .address = from },
                    .width = size,
                    .height = 1,
                    .depth = 1 };
  return submit (&c, stream, wait);
}

#define HOST CU_MEMORYTYPE_HOST
#define DEVICE CU_MEMORYTYPE_DEVICE
#define UNIFIED CU_MEMORYTYPE_UNIFIED
#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/* A copy that is waited for, and its twin that a stream does.  */
#define COPY(name, async_name, to_type, to_where, from_type, from_where)       \
  CUresult drv_##name (to_type to, from_type from, size_t size)                \
  {                                                                            \
    return copy_line (to_where, ADDRESS (to), from_where, ADDRESS (from),      \
                      size, NULL, true);                                       \
  }                                                                            \
  CUresult drv_##async_name (to_type to, from_type from, size_t size,          \
                             CUstream stream)                                  \
  {                                                                            \
    return copy_line (to_where, ADDRESS (to), from_where, ADDRESS (from),      \
                      size, stream, false);                                    \
  }
COPY (cuMemcpy, cuMemcpyAsync, CUdeviceptr, UNIFIED, CUdeviceptr, UNIFIED)
COPY (cuMemcpyHtoD_v2, cuMemcpyHtoDAsync_v2, CUdeviceptr, DEVICE, const void *,
      HOST)
COPY (cuMemcpyDtoH_v2, cuMemcpyDtoHAsync_v2, void *, HOST, CUdeviceptr, DEVICE)
COPY (cuMemcpyDtoD_v2, cuMemcpyDtoDAsync_v2, CUdeviceptr, DEVICE, CUdeviceptr,
      DEVICE)

/* The index in FIRST of each attribute is larger than that before.  */
static bool
are_valid (const CUmemcpyAttributes *attributes, const size_t *first,
           size_t attribute_count, size_t count)
{
  bool valid = attributes && first && attribute_count && first[0] == 0;
  for (size_t n = 0; valid && n < attribute_count; n++)
    valid = first[n] < count && (n == 0 || first[n] > first[n - 1])
            && attributes[n].srcAccessOrder >= CU_MEMCPY_SRC_ACCESS_ORDER_STREAM
            && attributes[n].srcAccessOrder <= CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
  return valid;
}

/* In no order that a program may count on: the last first.  */
CUresult
drv_cuMemcpyBatchAsync (CUdeviceptr *to, CUdeviceptr *from, size_t *size,
                        size_t count, CUmemcpyAttributes *attributes,
                        size_t *first, size_t attribute_count, size_t *failed,
                        CUstream stream)
{
  CUresult result = CUDA_SUCCESS;
  if (!from || !size || !count || !failed || !stream)
    return CUDA_ERROR_INVALID_VALUE;
  *failed = SIZE_MAX;
  if (!are_valid (attributes, first, attribute_count, count))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t n = count; !result && n-- > 0; *failed = result ? n : SIZE_MAX)
    result = size[n] ? copy_line (UNIFIED, to[n], UNIFIED, from[n], size[n],
                                  stream, false)
                     : CUDA_ERROR_INVALID_VALUE;
  return result;
}

CUresult
drv_cuMemcpyBatchAsync_v2 (CUdeviceptr *to, CUdeviceptr *from, size_t *size,
                           size_t count, CUmemcpyAttributes *attributes,
                           size_t *first, size_t attribute_count,
                           CUstream stream)
{
  size_t failed;
  return drv_cuMemcpyBatchAsync (to, from, size, count, attributes, first,
                                 attribute_count, &failed, stream);
}

static CUresult
copy_to_peer (CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
              CUcontext from_context, size_t size, CUstream stream, bool wait)
{
  if (!drv_is (to_context, CONTEXT) || !drv_is (from_context, CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  return copy_line (DEVICE, to, DEVICE, from, size, stream, wait);
}

CUresult
drv_cuMemcpyPeerAsync (CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                       CUcontext from_context, size_t size, CUstream stream)
{
  return copy_to_peer (to, to_context, from, from_context, size, stream, false);
}

CUresult
drv_cuMemcpyPeer (CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                  CUcontext from_context, size_t size)
{
  return copy_to_peer (to, to_context, from, from_context, size, NULL, true);
}

/* -------------------------------------------------- two and three dimensions
 */

static struct side
make_side (CUmemorytype type, const void *host, CUdeviceptr device,
           uint64_t pitch, uint64_t height, const size_t *offset)
{
  struct side s = { .type = type, .pitch = pitch, .plane = pitch * height };
  s.address = (type == HOST ? ADDRESS (host) : device) + offset[0]
              + offset[1] * s.pitch + offset[2] * s.plane;
  return s;
}

static CUresult
copy_3d (const CUDA_MEMCPY3D *p, CUstream stream, bool wait)
{
  if (p->srcMemoryType == CU_MEMORYTYPE_ARRAY
      || p->dstMemoryType == CU_MEMORYTYPE_ARRAY)
    return CUDA_ERROR_NOT_SUPPORTED;
  size_t from[] = { p->srcXInBytes, p->srcY, p->srcZ };
  size_t to[] = { p->dstXInBytes, p->dstY, p->dstZ };
  bool has_rows = p->Height > 1 || p->Depth > 1;
  if (has_rows
      && (p->srcPitch < p->WidthInBytes + p->srcXInBytes
          || p->dstPitch < p->WidthInBytes + p->dstXInBytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (p->Depth > 1
      && (p->srcHeight < p->Height + p->srcY
          || p->dstHeight < p->Height + p->dstY))
    return CUDA_ERROR_INVALID_VALUE;
  if (p->srcPitch > DRV_MAX_PITCH || p->dstPitch > DRV_MAX_PITCH)
    return CUDA_ERROR_INVALID_VALUE;
  struct copy c = {
    .to = make_side (p->dstMemoryType, p->dstHost, p->dstDevice, p->dstPitch,
                     p->dstHeight, to),
    .from = make_side (p->srcMemoryType, p->srcHost, p->srcDevice, p->srcPitch,
                       p->srcHeight, from),
    .width = p->WidthInBytes,
    .height = p->Height,
    .depth = p->Depth,
  };
  return submit (&c, stream, wait);
}

static CUresult
copy_2d (const CUDA_MEMCPY2D *p, CUstream stream, bool wait)
{
  CUDA_MEMCPY3D q = { .srcXInBytes = p->srcXInBytes,
                      .srcY = p->srcY,
                      .srcMemoryType = p->srcMemoryType,
                      .srcHost = p->srcHost,
                      .srcDevice = p->srcDevice,
                      .srcPitch = p->srcPitch,
                      .dstXInBytes = p->dstXInBytes,
                      .dstY = p->dstY,
                      .dstMemoryType = p->dstMemoryType,
                      .dstHost = p->dstHost,
                      .dstDevice = p->dstDevice,
                      .dstPitch = p->dstPitch,
                      .WidthInBytes = p->WidthInBytes,
                      .Height = p->Height,
                      .Depth = 1 };
  return copy_3d (&q, stream, wait);
}

#define BOX(name, async_name, type, copy)                                      \
  CUresult drv_##name (const type *p) { return copy (p, NULL, true); }         \
  CUresult drv_##async_name (const type *p, CUstream stream)                   \
  {                                                                            \
    return copy (p, stream, false);                                            \
  }
BOX (cuMemcpy2D_v2, cuMemcpy2DAsync_v2, CUDA_MEMCPY2D, copy_2d)
BOX (cuMemcpy3D_v2, cuMemcpy3DAsync_v2, CUDA_MEMCPY3D, copy_3d)

CUresult
drv_cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *p)
{
  return drv_cuMemcpy2D_v2 (p);
}

/* ------------------------------------------------------------------- fills */

struct fill
{
  struct drv_operation operation;
  uint64_t address;
  uint64_t value;
  unsigned size; /* of the value */
  uint64_t count;
  bool is_signal; /* that the host may wait for by reading */
};

static CUresult
execute_fill (struct drv_operation *o)
{
  const struct fill *f = (const struct fill *)o;
  unsigned char *p = mem_bytes (&o->stream->context->device->memory, f->address,
                                f->size * f->count);
  if (!p)
    {
      drv_report ("fill of %#llx: fewer bytes are allocated there",
                  (unsigned long long)f->address);
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
  if (f->is_signal)
    {
      pthread_mutex_lock (&drv_lock);
      drv_order_seen (o->stream->context, &o->clock);
      pthread_mutex_unlock (&drv_lock);
      /* Pairs with wait_for_value and whatever load of a kernel or the host
         acquires; last, as they know the order from then on.  */
      if (f->size == sizeof (uint32_t))
        __atomic_store_n ((uint32_t *)(void *)p, (uint32_t)f->value,
                          __ATOMIC_RELEASE);
      else
        __atomic_store_n ((uint64_t *)(void *)p, f->value, __ATOMIC_RELEASE);
      return CUDA_SUCCESS;
    }
  for (uint64_t n = 0; n < f->count; n++)
    memcpy (p + n * f->size, &f->value, f->size);
  struct sim_range r = { .start = f->address,
                         .end = f->address + f->size * f->count,
                         .is_written = true };
  return drv_order_check (o, "a fill", false, &r, 1);
}

static CUresult
fill_or_signal (CUdeviceptr address, uint64_t value, unsigned size,
                size_t count, CUstream stream, bool wait, bool is_signal)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (count == 0)
    return CUDA_SUCCESS;
  if (address % size || count > SIZE_MAX / size
      || !mem_bytes (&drv_current ()->device->memory, address, size * count))
    return CUDA_ERROR_INVALID_VALUE;
  struct fill *f = calloc (1, sizeof *f);
  f->operation.run = execute_fill;
  f->address = address;
  f->value = value;
  f->size = size;
  f->count = count;
  f->is_signal = is_signal;
  return drv_submit (s, &f->operation, wait && mem_is_shared (address));
}

static CUresult
fill (CUdeviceptr address, uint64_t value, unsigned size, size_t count,
      CUstream stream, bool wait)
{
  return fill_or_signal (address, value, size, count, stream, wait, false);
}

static CUresult
submit_signal (CUstream stream, CUdeviceptr address, uint64_t value,
               unsigned size, unsigned flags)
{
  (void)flags;
  return fill_or_signal (address, value, size, 1, stream, false, true);
}

#define FILL(name, async_name, type)                                           \
  CUresult drv_##name (CUdeviceptr address, type value, size_t count)          \
  {                                                                            \
    return fill (address, value, sizeof (type), count, NULL, true);            \
  }                                                                            \
  CUresult drv_##async_name (CUdeviceptr address, type value, size_t count,    \
                             CUstream stream)                                  \
  {                                                                            \
    return fill (address, value, sizeof (type), count, stream, false);         \
  }
FILL (cuMemsetD8_v2, cuMemsetD8Async, unsigned char)
FILL (cuMemsetD16_v2, cuMemsetD16Async, unsigned short)
FILL (cuMemsetD32_v2, cuMemsetD32Async, unsigned)

/* ------------------------------------------------------- waiting for a value
 */

struct value_wait
{
  struct drv_operation operation;
  uint64_t address;
  uint64_t value;
  unsigned size;
  unsigned condition;
};

/* CUstreamWaitValue_flags.  */
enum
{
  WAIT_UNTIL_REACHED,
  WAIT_UNTIL_EQUAL,
  WAIT_UNTIL_COMMON_BITS,
  WAIT_UNTIL_CLEAR_BITS
};

static bool
has_value (const struct value_wait *w, uint64_t now)
{
  uint64_t mask = w->size == 8 ? UINT64_MAX : UINT32_MAX;
  switch (w->condition)
    {
    case WAIT_UNTIL_REACHED:
      return w->size == 8 ? (int64_t)(now - w->value) >= 0
                          : (int32_t)(uint32_t)(now - w->value) >= 0;
    case WAIT_UNTIL_EQUAL:
      return now == w->value;
    case WAIT_UNTIL_COMMON_BITS:
      return (now & w->value) != 0;
    default:
      return (~(now | w->value) & mask) != 0;
    }
}

static CUresult
wait_for_value (struct drv_operation *o)
{
  const struct value_wait *w = (const struct value_wait *)o;
  const void *p
      = mem_bytes (&o->stream->context->device->memory, w->address, w->size);
  if (!p)
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  /* Pairs with whatever store the host or a kernel releases.  After an error
     nobody may be left to write it.  */
  while (!has_value (
             w, w->size == 8
                    ? __atomic_load_n ((const uint64_t *)p, __ATOMIC_ACQUIRE)
                    : __atomic_load_n ((const uint32_t *)p, __ATOMIC_ACQUIRE))
         && !__atomic_load_n (&o->stream->context->error, __ATOMIC_SEQ_CST))
    usleep (20);
  pthread_mutex_lock (&drv_lock);
  drv_order_read_value (o);
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

static CUresult
submit_wait (CUstream stream, CUdeviceptr address, uint64_t value,
             unsigned size, unsigned flags)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags > 3 || address % size
      || !mem_bytes (&drv_current ()->device->memory, address, size))
    return CUDA_ERROR_INVALID_VALUE;
  struct value_wait *w = calloc (1, sizeof *w);
  w->operation.run = wait_for_value;
  w->address = address;
  w->value = value;
  w->size = size;
  w->condition = flags;
  return drv_submit (s, &w->operation, false);
}

#define VALUE(name, type, submit_value)                                        \
  CUresult drv_##name (CUstream stream, CUdeviceptr address, type value,       \
                       unsigned flags)                                         \
  {                                                                            \
    return submit_value (stream, address, value, sizeof (type), flags);        \
  }
VALUE (cuStreamWriteValue32_v2, uint32_t, submit_signal)
VALUE (cuStreamWriteValue64_v2, uint64_t, submit_signal)
VALUE (cuStreamWaitValue32_v2, uint32_t, submit_wait)
VALUE (cuStreamWaitValue64_v2, uint64_t, submit_wait)
