/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Serving kernels; see reverse.h.  Owns a request for each image that may ask,
   in a page that the GPU sees, too.

   GCC's library for the device has a pointer to the request in each image.  A
   lane that wants the host takes a lock of the image's, writes what it asks
   for, the function last, and waits until that is zero again.  So there is one
   request at a time, of whichever kernel of the image, and any thread that
   waits for such a kernel may serve it: it looks at the request and at its
   stream in turn, which is the only way to wait for both.  Those who do take
   turns by a flag, no lock.

   What is asked for is libgomp's, which copies and runs the program's function
   meanwhile.  All that would wait for the kernel would wait for ever: the
   thread has another stream for that time, made before the kernel is launched,
   as making one can wait for kernels, too.  Copies for the kernel are waited
   for before it is launched: those in the other stream come behind them, but
   the driver would not know.  A region that the host's function starts in the
   same image would, if it asks as well: it is not started.  With
   GOMP_OFFLOAD_SYNC other kernels wait for their turn meanwhile, too.  Images
   that never ask (reverse_functions) have no page, and waits for their kernels
   are one call.  */

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
  /* Release on the device, behind the rest; acquire here.  Zeroed here, with
     release, behind what the region did.  */
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
  atomic_bool is_served;   /* by a thread, which has the request */
  nvptx_service *serve;
};

#define PAGE 4096

/* From one look to the next: the first, that from which on the thread sleeps,
   the longest.  */
#define PAUSE_NS 5000
#define PAUSE_ASLEEP_NS 40000
#define PAUSE_LONG_NS 100000

/* ---- The image.  */

/* Its memory is our own, as a stream's is.  */
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

/* A page that the driver does not let go may still be the device's.  */
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

/* Run R's request, in S's thread.  */
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

/* *SERVED: there was a request.  */
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
