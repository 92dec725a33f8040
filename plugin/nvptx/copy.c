/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies; see copy.h.  Any thread copies in its own stream, whose lock it holds
   meanwhile.

   Order.  A copy is complete when the call returns.  The next user of the data
   may be another thread's kernel, or one that the program launched itself, in a
   stream that knows nothing of ours.  From pinned memory, cuMemcpyHtoD is such
   a copy in one call; what fits there is copied to it first.  From the
   program's memory cuMemcpyHtoD returns when the driver has read that memory.
   The data may still be on the way then, in a stream that our kernels do not
   wait for (CUDA Driver API, "API synchronization behavior").  So such a copy
   takes two calls, an asynchronous copy and a wait.  This also holds on systems
   where no memory can be pinned (a GPU that is used confidentially).

   Some data are copied for the next region of the same thread only.  There is
   no wait for this copy: the kernel follows it in the stream, and libgomp gives
   other threads the data, and the program its memory, when the region has
   ended.

   Copies to the host are made when no kernel that writes their source runs any
   more.  One way is the driver's synchronous call, or one call for several
   copies, and a wait.  The other way is one call for several copies in the
   kernel's stream, behind the kernel; the wait for the kernel then covers them,
   too.  The synchronous call is in the null stream, which does not wait for
   ours; it does wait for streams of the program's own that are not
   "non-blocking".

   Number of calls.  A region with data takes four: a copy in, a launch, a wait
   and a copy out.  That also holds with nowait, beside other threads, and on
   GCC's libgomp.  libgomp gathers data that lie less than 64 KiB apart on the
   device, the region's arguments first.  Up to that size all is one copy in
   (host2dev_parts), and so is what comes back (dev2host_pieces).  GCC's libgomp
   has no such hooks and gathers up to 32 KiB on the way in.  Other data are
   copied directly from or to the program's memory, several arrays by one
   cuMemcpyBatchAsync (CUDA 12.8 on).  If the copies out take several calls,
   they are started behind the kernel.  libgomp must ask for that before the
   region (run_pieces), and only for data that no other region uses.
   omp_target_memcpy_rect of two or three dimensions is cuMemcpy3D.  There are
   more calls in four cases:

   1. Data come back that exceed the pinned memory, or lie more than 64 KiB
      apart, and libgomp does not know before the region's end that nobody else
      wants the mapping to stay: with nowait, and if threads were seen to share
      data.  That is two calls, or one for all and a wait.  It is the same if a
      tool or GOMP_OFFLOAD_TRACE records region and copies separately, if there
      are constants above 1 MiB, and for more than 1 MiB of small arrays or more
      than 32 copies.

   2. More than 1 MiB goes in that others may use: one more call, a wait.
      Other ways are no better.  Pinning the program's memory is a call, too; so
      are recording an event, and asking for it, for each user of the data.
      Copies in the stream of a region with nowait would make the next thread
      that maps these data wait for the region.

   3. An older driver has no call for several copies: each array copied in
      or out is a call of its own, beside the launch and the wait.  Up to 1 MiB,
      arrays are gathered in the pinned memory on the host; the driver would
      make that copy as well.  cuMemcpy2D copies several pieces only if they lie
      at the same distance; a graph of copies would have to be given each
      region's addresses.

   4. A region maps what a pointer points to, and the structure with the
      pointer was mapped before: one call attaches the pointer, one restores it,
      since others use the structure.  The same holds for a descriptor of
      gfortran's.  Pointers in what the region maps itself go in with it, and
      what comes back leaves them out.

   Regions in flight.  libgomp does not wait for the copies of data that a
   region maps for itself.  So it makes other threads that map, update or unmap
   these data wait for the region's end (offload/construct/begin.c).  To learn
   that such copies are complete while the kernel still runs would take an event
   behind each copy, or synchronous copies: one more call in every region of
   programs whose threads share nothing.  Threads that do share data wait once.
   From then on, on that device, copies for regions are for all, and complete
   before the kernel starts.  With GCC's libgomp this is always so, since it
   does not say what copies are for.  */

#include "copy.h"

#include <string.h>

#include "failure.h"
#include "options.h"
#include "readonly.h"
#include "stream.h"
#include "times.h"

/* Perform COPY, and measure it if a tool wants that.  */
static inline CUresult
perform_measured (struct nvptx_stream *s,
                  CUresult (*copy) (struct nvptx_stream *, const void *),
                  const void *what)
{
  nvptx_times_begin (s);
  CUresult r = copy (s, what);
  nvptx_times_end (s);
  if (nvptx_times_is_open (s) && r == CUDA_SUCCESS)
    r = nvptx_stream_wait_locked (s);
  nvptx_times_read (s);
  return r;
}

/* Perform COPY of WHAT in the calling thread's stream, with its lock held.  If
   the program had made another context current, repeat it in D's.  */
static inline CUresult
perform (struct nvptx_device *d,
         CUresult (*copy) (struct nvptx_stream *, const void *),
         const void *what)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  CUresult r;
  if (unlikely (s == NULL))
    return NVPTX_NOT_ASKED;
  gomp_mutex_lock (&s->lock);
  do
    r = likely (s->handle != NULL) ? perform_measured (s, copy, what)
                                   : CUDA_ERROR_DEINITIALIZED;
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  gomp_mutex_unlock (&s->lock);
  return r;
}

static inline CUresult
settle_locked (struct nvptx_stream *s)
{
  return s->is_pending ? nvptx_stream_wait_locked (s) : CUDA_SUCCESS;
}

/* ---- Several at once.  */

/* Copies that the driver makes by one call if it can.  */
struct batch
{
  CUdeviceptr to[NVPTX_BATCH];
  CUdeviceptr from[NVPTX_BATCH];
  size_t size[NVPTX_BATCH];
  size_t count;
};

/* Set if the driver does not accept one call for several copies: then they are
   made one by one from the start.  If such a call fails for another reason,
   each copy is tried alone, which shows the error.  */
static atomic_bool batch_refused;

static inline void
add_copy (struct batch *b, CUdeviceptr to, CUdeviceptr from, size_t size)
{
  b->to[b->count] = to;
  b->from[b->count] = from;
  b->size[b->count++] = size;
}

static inline bool
can_batch (void)
{
  return nvptx_cu.copy_batch != NULL
         && !atomic_load_explicit (&batch_refused, memory_order_relaxed);
}

static CUresult
enqueue_batch (const struct nvptx_stream *s, struct batch *b)
{
  CUmemcpyAttributes plain
      = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
  size_t first = 0, failed;
  CUresult r = nvptx_cu.copy_batch (b->to, b->from, b->size, b->count, &plain,
                                    &first, 1, &failed, s->handle);
  if (r == CUDA_ERROR_INVALID_VALUE || r == CUDA_ERROR_NOT_SUPPORTED)
    atomic_store_explicit (&batch_refused, true, memory_order_relaxed);
  return r;
}

static CUresult
start_batch (struct nvptx_stream *s, struct batch *b)
{
  s->is_pending = true;
  return enqueue_batch (s, b);
}

/* ---- In.  */

struct copy_in
{
  CUdeviceptr to; /* of the first part */
  const struct gomp_host_part *part;
  size_t count;
  size_t size; /* from the first byte to the last */
  enum gomp_copy_use use;
};

/* Copy the parts of C to STAGED, with zeros between them: on the device there
   is only padding.  */
static inline void
gather (char *staged, const struct copy_in *c)
{
  size_t end = 0;
  for (size_t i = 0; i < c->count; i++)
    {
      const struct gomp_host_part *p = &c->part[i];
      size_t at = p->offset - c->part->offset;
      if (at > end)
        memset (staged + end, 0, at - end);
      memcpy (staged + at, p->start, p->size);
      end = at + p->size;
    }
}

/* Copy the parts of C into pinned memory, which has room for them; return the
   address there.  */
static inline char *
stage (struct nvptx_stream *s, const struct copy_in *c)
{
  char *staged = s->staging + s->used;
  gather (staged, c);
  s->used += (c->size + 63) & ~(size_t)63;
  return staged;
}

static inline CUresult
copy_in_staged (struct nvptx_stream *s, const struct copy_in *c, bool waits)
{
  CUresult r = CUDA_SUCCESS;
  if (waits)
    r = settle_locked (s);
  else if (s->used + c->size > NVPTX_STAGING)
    r = nvptx_stream_wait_locked (s);
  if (r != CUDA_SUCCESS)
    return r;
  if (waits)
    {
      gather (s->staging, c);
      return nvptx_cu.copy_in_now (c->to, s->staging, c->size);
    }
  char *staged = stage (s, c);
  s->is_pending = true;
  return nvptx_cu.copy_in (c->to, staged, c->size, s->handle);
}

/* COUNT parts of C from FIRST on.  */
static struct copy_in
slice (const struct copy_in *c, size_t first, size_t count)
{
  const struct gomp_host_part *p = &c->part[first], *last = p + count - 1;
  return (struct copy_in){ .to = c->to + p->offset - c->part->offset,
                           .part = p,
                           .count = count,
                           .size = last->offset + last->size - p->offset };
}

/* If the gap between two parts is not larger, its bytes are copied, too:
   another call would take longer.  */
#define GAP_MAX ((size_t)64 << 10)

static inline bool
are_near (const struct gomp_host_part *part)
{
  return part[1].offset - (part[0].offset + part[0].size) <= GAP_MAX;
}

/* The longest slice of C from FIRST on that has at most ROOM bytes and no large
   gap; but at least one part, whatever its size.  */
static struct copy_in
slice_that_fits (const struct copy_in *c, size_t first, size_t room)
{
  struct copy_in fits = slice (c, first, 1);
  for (size_t n = 2; first + n <= c->count; n++)
    {
      struct copy_in longer = slice (c, first, n);
      if (longer.size > room || !are_near (&c->part[first + n - 2]))
        break;
      fits = longer;
    }
  return fits;
}

/* Start the copies of B, and empty it.  */
static CUresult
flush_in (struct nvptx_stream *s, struct batch *b)
{
  CUresult r = CUDA_SUCCESS;
  if (b->count > 1 && can_batch () && start_batch (s, b) == CUDA_SUCCESS)
    b->count = 0;
  for (size_t i = 0; i < b->count && r == CUDA_SUCCESS; i++)
    {
      s->is_pending = true;
      r = nvptx_cu.copy_in (b->to[i], (const void *)(uintptr_t)b->from[i],
                            b->size[i], s->handle);
    }
  b->count = 0;
  return r;
}

/* Copy parts that do not fit into pinned memory together.  A part goes through
   pinned memory if there is room.  If the caller wants the part's memory back
   at once, room is made.  Other parts are copied directly, and waited for if
   the caller wants their memory back at once.  */
static CUresult
copy_in_apart (struct nvptx_stream *s, const struct copy_in *c, bool waits)
{
  struct batch b;
  CUresult r = CUDA_SUCCESS;
  b.count = 0;
  for (size_t i = 0; i < c->count && r == CUDA_SUCCESS;)
    {
      size_t left = NVPTX_STAGING - s->used, room = s->is_pinned ? left : 0;
      struct copy_in some = slice_that_fits (c, i, room);
      bool lasts = some.part->is_lasting;
      bool is_staged = some.size <= (lasts ? room : NVPTX_STAGING);
      bool is_full = is_staged && some.size > left;
      if (b.count == NVPTX_BATCH || is_full)
        {
          r = flush_in (s, &b);
          if (is_full && r == CUDA_SUCCESS)
            r = nvptx_stream_wait_locked (s);
          continue;
        }
      i += some.count;
      const char *from = is_staged ? stage (s, &some) : some.part->start;
      add_copy (&b, some.to, (uintptr_t)from, some.size);
      waits |= !is_staged && !lasts;
    }
  if (r == CUDA_SUCCESS)
    r = flush_in (s, &b);
  return r == CUDA_SUCCESS && waits ? nvptx_stream_wait_locked (s) : r;
}

static CUresult
copy_in (struct nvptx_stream *s, const void *what)
{
  const struct copy_in *c = what;
  bool waits = (c->use == GOMP_COPY_FOR_ALL || nvptx_options.sync)
               && !nvptx_times_is_open (s);
  bool is_one = c->size <= NVPTX_STAGING && s->is_pinned
                && slice_that_fits (c, 0, NVPTX_STAGING).count == c->count;
  return likely (is_one) ? copy_in_staged (s, c, waits)
                         : copy_in_apart (s, c, waits);
}

enum gomp_status
nvptx_copy_settle (struct nvptx_device *d)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  return s != NULL ? nvptx_stream_settle (s) : GOMP_ERR_DEVICE;
}

enum gomp_status
nvptx_copy_parts (struct nvptx_device *d, CUdeviceptr to,
                  const struct gomp_host_part *part, size_t count,
                  enum gomp_copy_use use)
{
  const struct gomp_host_part *last = &part[count - 1];
  struct copy_in c = { to + part->offset, part, count,
                       last->offset + last->size - part->offset, use };
  CUresult r = c.size > 0 ? perform (d, copy_in, &c) : CUDA_SUCCESS;
  return likely (r == CUDA_SUCCESS)
             ? GOMP_OK
             : nvptx_failed (d, r,
                             "copying %zu bytes from host address %p to device "
                             "address 0x%llx",
                             c.size, part->start, c.to);
}

enum gomp_status
nvptx_copy_in (struct nvptx_device *d, CUdeviceptr to, const void *from,
               size_t size)
{
  struct gomp_host_part whole = { .start = from, .size = size, .offset = 0 };
  return nvptx_copy_parts (d, to, &whole, 1, GOMP_COPY_FOR_ALL);
}

/* ---- Out.  */

struct copy_out
{
  const struct gomp_device_piece *piece;
  size_t count;
};

/* Do not write memory that has the value already: it may be constant.  */
static inline void
put (void *to, const char *from, size_t size)
{
  if (memcmp (to, from, size) != 0)
    memcpy (to, from, size);
}

/* Bytes from the start of the first of COUNT pieces to the end of the last.  */
static inline size_t
extent (const struct gomp_device_piece *piece, size_t count)
{
  const struct gomp_device_piece *last = &piece[count - 1];
  return last->device + last->size - piece->device;
}

/* Store COUNT pieces, which were copied together to STAGED.  */
static inline void
put_all (const struct gomp_device_piece *piece, size_t count,
         const char *staged)
{
  for (size_t i = 0; i < count; i++)
    put (piece[i].host, staged + (piece[i].device - piece->device),
         piece[i].size);
}

static inline CUresult
copy_out_now (struct nvptx_stream *s, void *to, CUdeviceptr from, size_t size)
{
  if (!nvptx_times_is_open (s))
    return nvptx_cu.copy_out (to, from, size);
  CUresult r = nvptx_cu.copy_out_async (to, from, size, s->handle);
  nvptx_times_end (s);
  return r == CUDA_SUCCESS ? nvptx_stream_wait_locked (s) : r;
}

/* Copy COUNT pieces by one call, through pinned memory.  */
static inline CUresult
copy_out_staged (struct nvptx_stream *s, const struct gomp_device_piece *piece,
                 size_t count)
{
  CUresult r
      = copy_out_now (s, s->staging, piece->device, extent (piece, count));
  if (likely (r == CUDA_SUCCESS))
    put_all (piece, count, s->staging);
  return r;
}

/* Copy a piece that is larger than pinned memory through it, part by part: its
   target may be constant, so put must compare it.  */
static CUresult
copy_out_carefully (struct nvptx_stream *s,
                    const struct gomp_device_piece *piece)
{
  CUresult r = CUDA_SUCCESS;
  for (size_t done = 0; done < piece->size && r == CUDA_SUCCESS;)
    {
      size_t left = piece->size - done;
      struct gomp_device_piece part
          = { .device = piece->device + done,
              .host = (char *)piece->host + done,
              .size = left < NVPTX_STAGING ? left : NVPTX_STAGING };
      r = copy_out_staged (s, &part, 1);
      done += part.size;
    }
  return r;
}

static inline bool
is_near (const struct gomp_device_piece *piece)
{
  return piece[1].device - (piece[0].device + piece[0].size) <= GAP_MAX;
}

/* How many pieces of C from FIRST on fit into ROOM bytes together.  */
static inline size_t
count_fitting (const struct copy_out *c, size_t first, size_t room)
{
  uintptr_t end = c->piece[first].device + room;
  size_t i = first;
  while (i < c->count && c->piece[i].device + c->piece[i].size <= end
         && (i == first || is_near (&c->piece[i - 1])))
    i++;
  return i - first;
}

static inline void *
target_of (const struct nvptx_run *run)
{
  return run->staged != NULL ? run->staged : run->piece->host;
}

static void
list_runs (struct batch *b, const struct nvptx_runs *runs)
{
  b->count = 0;
  for (size_t i = 0; i < runs->count; i++)
    {
      const struct nvptx_run *run = &runs->run[i];
      add_copy (b, (uintptr_t)target_of (run), run->piece->device,
                extent (run->piece, run->count));
    }
}

static inline void
put_run (const struct nvptx_run *run)
{
  if (run->staged != NULL)
    put_all (run->piece, run->count, run->staged);
}

/* Start RUNS by one call, which needs a wait as well: so only if there are more
   than two.  */
static bool
copy_runs_at_once (struct nvptx_stream *s, const struct nvptx_runs *runs)
{
  struct batch b;
  if (runs->count <= 2 || !can_batch ())
    return false;
  list_runs (&b, runs);
  return start_batch (s, &b) == CUDA_SUCCESS;
}

/* Make the copies of RUNS, and empty it.  */
static CUresult
flush_out (struct nvptx_stream *s, struct nvptx_runs *runs)
{
  bool at_once = copy_runs_at_once (s, runs);
  CUresult r = at_once ? nvptx_stream_wait_locked (s) : CUDA_SUCCESS;
  for (size_t i = 0; i < runs->count && r == CUDA_SUCCESS; i++)
    {
      const struct nvptx_run *run = &runs->run[i];
      if (!at_once)
        r = nvptx_cu.copy_out (target_of (run), run->piece->device,
                               extent (run->piece, run->count));
      if (r == CUDA_SUCCESS)
        put_run (run);
    }
  runs->count = runs->used = 0;
  return r;
}

/* Add the pieces of C from *I on that can be copied together; false: there is
   no room.  */
static bool
add_run (struct nvptx_stream *s, struct nvptx_runs *runs,
         const struct copy_out *c, size_t *i)
{
  const struct gomp_device_piece *p = &c->piece[*i];
  size_t n = count_fitting (c, *i, NVPTX_STAGING - runs->used);
  bool is_large = p->size > NVPTX_STAGING;
  if (runs->count == (can_batch () ? NVPTX_BATCH : 1) || (n == 0 && !is_large))
    return false;
  struct nvptx_run *run = &runs->run[runs->count++];
  *run = (struct nvptx_run){ .piece = p, .count = is_large ? 1 : n };
  if (!is_large)
    {
      run->staged = s->staging + runs->used;
      runs->used += extent (p, n);
    }
  *i += run->count;
  return true;
}

/* Is P copied directly, and may its target not be written?  */
static inline bool
wants_care (const struct gomp_device_piece *p)
{
  return p->size > NVPTX_STAGING && nvptx_readonly_has (p->host, p->size);
}

/* Copy pieces that do not fit into pinned memory together.  */
static CUresult
copy_out_apart (struct nvptx_stream *s, const struct copy_out *c)
{
  struct nvptx_runs runs;
  CUresult r = CUDA_SUCCESS;
  runs.count = runs.used = 0;
  for (size_t i = 0; i < c->count && r == CUDA_SUCCESS;)
    {
      const struct gomp_device_piece *p = &c->piece[i];
      if (wants_care (p))
        {
          r = flush_out (s, &runs);
          if (r == CUDA_SUCCESS)
            r = copy_out_carefully (s, p);
          i++;
        }
      else if (!add_run (s, &runs, c, &i))
        r = flush_out (s, &runs);
    }
  return r == CUDA_SUCCESS ? flush_out (s, &runs) : r;
}

/* Does pinned memory have room for the pieces of C and what lies between
   them?  */
static inline bool
are_one (const struct copy_out *c)
{
  return likely (count_fitting (c, 0, NVPTX_STAGING) == c->count);
}

static CUresult
copy_out (struct nvptx_stream *s, const void *what)
{
  const struct copy_out *c = what;
  CUresult r = settle_locked (s);
  if (unlikely (r != CUDA_SUCCESS))
    return r;
  return are_one (c) ? copy_out_staged (s, c->piece, c->count)
                     : copy_out_apart (s, c);
}

static inline enum gomp_status
judge_out (struct nvptx_device *d, CUresult r,
           const struct gomp_device_piece *piece, size_t count)
{
  return likely (r == CUDA_SUCCESS)
             ? GOMP_OK
             : nvptx_failed (d, r,
                             "copying %zu bytes from device address 0x%llx to "
                             "host address %p",
                             extent (piece, count), (CUdeviceptr)piece->device,
                             piece->host);
}

enum gomp_status
nvptx_copy_pieces (struct nvptx_device *d,
                   const struct gomp_device_piece *piece, size_t count)
{
  struct copy_out c = { piece, count };
  bool is_any = extent (piece, count) > 0;
  CUresult r = is_any ? perform (d, copy_out, &c) : CUDA_SUCCESS;
  return judge_out (d, r, piece, count);
}

enum gomp_status
nvptx_copy_out (struct nvptx_device *d, void *to, CUdeviceptr from, size_t size)
{
  struct gomp_device_piece whole = { .device = from, .host = to, .size = size };
  return nvptx_copy_pieces (d, &whole, 1);
}

/* ---- Out, behind a kernel.  */

/* Add all pieces of C to RUNS; false: one batch cannot have them.  */
static bool
plan_runs (struct nvptx_stream *s, struct nvptx_runs *runs,
           const struct copy_out *c)
{
  runs->count = runs->used = 0;
  for (size_t i = 0; i < c->count;)
    if (wants_care (&c->piece[i]) || !add_run (s, runs, c, &i))
      return false;
  return true;
}

/* Called without the stream's lock: to memory that is not pinned the driver may
   copy before it returns, and then waits for the kernel.  A single copy is not
   started here, since it is one call after the wait as well.  */
void
nvptx_fetch_start (struct nvptx_stream *s, struct nvptx_fetch *f)
{
  struct copy_out c = { f->piece, f->count };
  struct batch b;
  f->is_started = false;
  if (are_one (&c) || !can_batch () || nvptx_options.sync
      || !plan_runs (s, &f->runs, &c) || f->runs.count == 1)
    return;
  list_runs (&b, &f->runs);
  f->is_started = enqueue_batch (s, &b) == CUDA_SUCCESS;
}

enum gomp_status
nvptx_fetch_finish (struct nvptx_device *d, struct nvptx_fetch *f)
{
  if (!f->is_started)
    return nvptx_copy_pieces (d, f->piece, f->count);
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (s == NULL)
    return GOMP_ERR_DEVICE;
  gomp_mutex_lock (&s->lock);
  bool is_there = s->handle != NULL;
  for (size_t i = 0; i < f->runs.count && is_there; i++)
    put_run (&f->runs.run[i]);
  gomp_mutex_unlock (&s->lock);
  return judge_out (d, is_there ? CUDA_SUCCESS : CUDA_ERROR_DEINITIALIZED,
                    f->piece, f->count);
}

/* ---- Within a device.  */

struct copy_within
{
  CUdeviceptr to, from;
  size_t size;
};

static CUresult
copy_within (struct nvptx_stream *s, const void *what)
{
  const struct copy_within *c = what;
  s->is_pending = true;
  CUresult r = nvptx_cu.copy_within (c->to, c->from, c->size, s->handle);
  return r == CUDA_SUCCESS ? nvptx_stream_wait_locked (s) : r;
}

enum gomp_status
nvptx_copy_within (struct nvptx_device *d, CUdeviceptr to, CUdeviceptr from,
                   size_t size)
{
  struct copy_within c = { to, from, size };
  CUresult r = size > 0 ? perform (d, copy_within, &c) : CUDA_SUCCESS;
  return likely (r == CUDA_SUCCESS)
             ? GOMP_OK
             : nvptx_failed (d, r,
                             "copying %zu bytes from device address 0x%llx to "
                             "0x%llx",
                             size, from, to);
}

/* ---- Rows.  */

static CUresult
copy_rows (struct nvptx_stream *s, const void *what)
{
  const CUDA_MEMCPY3D *rows = what;
  CUresult r;
  if (rows->dstMemoryType == CU_MEMORYTYPE_HOST)
    {
      r = settle_locked (s);
      return r == CUDA_SUCCESS ? nvptx_cu.copy_rows (rows) : r;
    }
  s->is_pending = true;
  r = nvptx_cu.copy_rows_async (rows, s->handle);
  return r == CUDA_SUCCESS ? nvptx_stream_wait_locked (s) : r;
}

enum gomp_status
nvptx_copy_rows (struct nvptx_device *d, const CUDA_MEMCPY3D *rows)
{
  CUresult r = perform (d, copy_rows, rows);
  return likely (r == CUDA_SUCCESS)
             ? GOMP_OK
             : nvptx_failed (d, r,
                             "copying %zu planes of %zu rows of %zu bytes",
                             rows->Depth, rows->Height, rows->WidthInBytes);
}
