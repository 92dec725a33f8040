/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Serving kernels; see reverse.h.  Owns a request for each image that may make
   one, in a page that the GPU sees, too.

   GCC's library for the device has a pointer to the request in each image.  A
   lane that wants a function of the host run takes a lock of the image, and
   writes the request, its function last.  It then waits until that field is
   zero again.  So an image has one request at a time, from any of its kernels,
   and any thread that waits for such a kernel may serve it.  Such a thread
   looks at the request and at its stream in turn, which is the only way to wait
   for both.  A flag, which nobody waits for, makes sure that only one thread
   serves the request.

   To serve a request, libgomp copies data and runs the program's function.
   Nothing in this may wait for the kernel, or it would wait for ever:

   - The thread uses another stream for that time.  It is made before the
     kernel is launched, since making a stream can wait for kernels, too.

   - Copies for the kernel are waited for before it is launched.  The driver
     would not order those in the other stream behind them.

   - A region that the host's function starts in the same image, and that may
     make requests itself, is refused.

   - With GOMP_OFFLOAD_SYNC, other kernels wait for their turn meanwhile, too.

   Images that never make requests (reverse_functions) have no page, and a wait
   for their kernels is one call.  */

#include "reverse.h"

#include <stdlib.h>
#include <string.h>

#include "copy.h"
#include "device.h"
#include "failure.h"
#include "function.h"
#include "stream.h"
#include "symbols.h"
#include "sync/wait.h"

#define TABLE "$offload_func_table"
#define VARIABLE "__gomp_rev_offload_var"

/* The layout is GCC's.  */
struct request
{
  /* The device writes this last, with release, and the host reads it with
     acquire.  The host zeroes it with release after the region, whose effects
     the device then sees.  */
  _Atomic uint64_t function;
  uint64_t count;
  uint64_t hosts;
  uint64_t sizes;
  uint64_t kinds;
  int32_t device;
};

struct nvptx_reverse
{
  struct request *request; /* PAGE bytes */
  atomic_bool is_served;   /* a thread is serving the request */
  nvptx_service *serve;
};

#define PAGE 4096

/* Pauses between two looks: the first one, the one from which on the thread
   sleeps, the longest.  */
#define PAUSE_NS 5000
#define PAUSE_ASLEEP_NS 40000
#define PAUSE_LONG_NS 100000

/* ---- The image.  */

/* The page is the host's own memory, so that it outlives a reset of the device,
   as the staging memory of a stream does.  */
static enum gomp_status
make_request (struct nvptx_device *d, struct nvptx_reverse *r,
              CUdeviceptr *there)
{
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  void *page = aligned_alloc (PAGE, PAGE);
  if (page != NULL)
    result = nvptx_cu.host_pin (
        page, PAGE, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
  if (result != CUDA_SUCCESS)
    {
      free (page);
      return nvptx_failed (d, result,
                           "sharing memory with it for reverse offload");
    }
  memset (page, 0, PAGE);
  r->request = page;
  result = nvptx_cu.host_pinned (there, page, 0);
  return result == CUDA_SUCCESS
             ? GOMP_OK
             : nvptx_failed (d, result,
                             "sharing memory with it for reverse offload");
}

enum gomp_status
nvptx_reverse_init (struct nvptx_device *d, CUmodule module, size_t count,
                    uint64_t *functions, nvptx_service *serve,
                    struct nvptx_reverse **reverse)
{
  struct addr_pair variable;
  CUdeviceptr there;
  *reverse = NULL;
  enum gomp_status status
      = nvptx_symbols_variable (d, module, VARIABLE, false, &variable);
  if (status != GOMP_OK || variable.start == 0)
    return status;
  struct nvptx_reverse *r = calloc (1, sizeof (*r));
  if (r == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  r->serve = serve;
  status
      = nvptx_symbols_table (d, module, TABLE, "functions", count, functions);
  if (status == GOMP_OK)
    status = make_request (d, r, &there);
  if (status == GOMP_OK)
    status = nvptx_copy_in (d, variable.start, &there, sizeof (there));
  if (status == GOMP_OK)
    *reverse = r;
  else
    nvptx_reverse_fini (r);
  return status;
}

/* If the driver does not unpin the page, the device may still use it: do not
   free it.  */
void
nvptx_reverse_fini (struct nvptx_reverse *r)
{
  if (r == NULL)
    return;
  if (r->request != NULL && nvptx_cu.host_unpin (r->request) == CUDA_SUCCESS)
    free (r->request);
  free (r);
}

/* ---- Serving.  */

enum gomp_status
nvptx_reverse_prepare (struct nvptx_stream *s, const struct nvptx_function *f)
{
  struct nvptx_device *d = s->device;
  if (s->serves != f->reverse)
    return nvptx_stream_prepare (s) ? nvptx_stream_settle (s) : GOMP_ERR_DEVICE;
  gomp_error_set (GOMP_ERR_DEVICE,
                  "device %d (nvptx, %s): target region %s is started by a "
                  "region of the host (device (ancestor: 1)) that the device "
                  "waits for",
                  d->ordinal, d->name, f->label);
  gomp_error_hint ("OpenMP does not allow device constructs there; start it "
                   "after the region of the device");
  return GOMP_ERR_DEVICE;
}

/* Run the request of R, if there is one, in the thread of S.  False: S cannot
   be used again.  */
static bool
serve (struct nvptx_stream *s, struct nvptx_reverse *r)
{
  struct request *q = r->request;
  uint64_t function = atomic_load_explicit (&q->function, memory_order_acquire);
  if (function == 0)
    return true;
  nvptx_stream_leave (s, r);
  r->serve (function, q->count, q->hosts, q->sizes, q->kinds, q->device);
  bool is_back = nvptx_stream_return (s);
  atomic_store_explicit (&q->function, 0, memory_order_release);
  return is_back;
}

/* Serve a request of R, unless another thread does; *SERVED: there was one.
   False as of serve.  */
static bool
look (struct nvptx_stream *s, struct nvptx_reverse *r, bool *served)
{
  *served = false;
  if (atomic_load_explicit (&r->request->function, memory_order_relaxed) == 0
      || atomic_exchange_explicit (&r->is_served, true, memory_order_acquire))
    return true;
  bool done = serve (s, r);
  *served = true;
  /* Release: pairs with the acquire of the next serving thread.  */
  atomic_store_explicit (&r->is_served, false, memory_order_release);
  return done;
}

static void
rest (int64_t ns)
{
  struct gomp_wait_word never = { 0 };
  if (ns < PAUSE_ASLEEP_NS)
    gomp_spin_for (&never.value, 0, (uint64_t)ns);
  else
    gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, ns);
}

CUresult
nvptx_reverse_wait (struct nvptx_stream *s, struct nvptx_reverse *r)
{
  int64_t pause = PAUSE_NS;
  CUresult result;
  for (;;)
    {
      bool served;
      if (!look (s, r, &served))
        return NVPTX_NOT_ASKED;
      result = nvptx_cu.stream_query (s->handle);
      if (result != CUDA_ERROR_NOT_READY)
        break;
      if (served)
        pause = PAUSE_NS;
      else
        rest (pause);
      if (pause < PAUSE_LONG_NS)
        pause += pause / 4;
    }
  CUresult waited = nvptx_stream_wait (s);
  return result == CUDA_SUCCESS ? waited : result;
}
