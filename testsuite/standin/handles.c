/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Invalid handles: of objects that were destroyed, and values that never were
   handles.  Each function reports that, whatever was created since.  */

#include "check.h"
#include "driver/api.h"

#include <stdint.h>

static const char text[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                           ".visible .entry k\n{\nret;\n}\n";

#define NO_HANDLE(call) EXPECT ((call) == CUDA_ERROR_INVALID_HANDLE)

/* More than would be needed to be given the memory of one that is gone.  */
#define MADE_SINCE 100

static CUcontext context;
static CUstream stream;
static CUevent event;
static CUmodule module;
static CUfunction function;
static CUdeviceptr memory;

static void
make (void)
{
  EXPECT (cuCtxCreate_v2 (&context, 0, 0) == 0);
  EXPECT (cuStreamCreate (&stream, 0) == 0);
  EXPECT (cuEventCreate (&event, 0) == 0);
  EXPECT (cuModuleLoadData (&module, text) == 0);
  EXPECT (cuModuleGetFunction (&function, module, "k") == 0);
  EXPECT (cuMemAlloc_v2 (&memory, 64) == 0);
}

static void
host_function (void *data)
{
  (void)data;
}

static void
callback (CUstream s, CUresult result, void *data)
{
  (void)s;
  (void)result;
  (void)data;
}

static void
try_stream (CUstream s)
{
  char host[8];
  unsigned flags;
  CUcontext c;
  CUdeviceptr p;
  NO_HANDLE (cuStreamQuery (s));
  NO_HANDLE (cuStreamSynchronize (s));
  NO_HANDLE (cuStreamWaitEvent (s, event, 0));
  NO_HANDLE (cuStreamGetCtx (s, &c));
  NO_HANDLE (cuStreamGetFlags (s, &flags));
  NO_HANDLE (cuStreamAddCallback (s, callback, NULL, 0));
  NO_HANDLE (cuLaunchHostFunc (s, host_function, NULL));
  NO_HANDLE (cuStreamWriteValue32_v2 (s, memory, 1, 0));
  NO_HANDLE (cuStreamWaitValue32_v2 (s, memory, 1, 0));
  NO_HANDLE (cuEventRecord (event, s));
  NO_HANDLE (cuMemcpyHtoDAsync_v2 (memory, host, 8, s));
  NO_HANDLE (cuMemsetD8Async (memory, 1, 8, s));
  NO_HANDLE (cuMemAllocAsync (&p, 8, s));
  NO_HANDLE (cuMemFreeAsync (memory, s));
  NO_HANDLE (cuLaunchKernel (function, 1, 1, 1, 32, 1, 1, 0, s, NULL, NULL));
  NO_HANDLE (cuStreamDestroy_v2 (s));
}

static void
try_event (CUevent e)
{
  float time;
  NO_HANDLE (cuEventRecord (e, stream));
  NO_HANDLE (cuStreamWaitEvent (stream, e, 0));
  NO_HANDLE (cuEventQuery (e));
  NO_HANDLE (cuEventSynchronize (e));
  NO_HANDLE (cuEventElapsedTime (&time, e, e));
  NO_HANDLE (cuEventDestroy_v2 (e));
}

static void
try_function (CUfunction f)
{
  int value;
  CUmodule m;
  NO_HANDLE (cuFuncGetAttribute (&value, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
  NO_HANDLE (cuFuncSetCacheConfig (f, 0));
  NO_HANDLE (cuFuncGetModule (&m, f));
  NO_HANDLE (cuOccupancyMaxActiveBlocksPerMultiprocessor (&value, f, 32, 0));
  NO_HANDLE (cuLaunchKernel (f, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL));
}

static void
try_module (CUmodule m)
{
  CUfunction f;
  CUdeviceptr p;
  NO_HANDLE (cuModuleGetFunction (&f, m, "k"));
  NO_HANDLE (cuModuleGetGlobal_v2 (&p, NULL, m, "k"));
  NO_HANDLE (cuModuleUnload (m));
}

static void
test_streams (void)
{
  CUstream old, s[MADE_SINCE];
  EXPECT (cuStreamCreate (&old, 0) == 0 && cuStreamDestroy_v2 (old) == 0);
  for (unsigned n = 0; n < MADE_SINCE; n++)
    EXPECT (cuStreamCreate (&s[n], 0) == 0);
  try_stream (old);
  for (unsigned n = 0; n < MADE_SINCE; n++)
    EXPECT (cuStreamDestroy_v2 (s[n]) == 0);
}

static void
test_events (void)
{
  CUevent old, e[MADE_SINCE];
  EXPECT (cuEventCreate (&old, 0) == 0 && cuEventRecord (old, stream) == 0);
  EXPECT (cuEventDestroy_v2 (old) == 0);
  for (unsigned n = 0; n < MADE_SINCE; n++)
    EXPECT (cuEventCreate (&e[n], 0) == 0);
  try_event (old);
  for (unsigned n = 0; n < MADE_SINCE; n++)
    EXPECT (cuEventDestroy_v2 (e[n]) == 0);
}

static void
test_modules (void)
{
  CUmodule old, m[MADE_SINCE];
  CUfunction f;
  EXPECT (cuModuleLoadData (&old, text) == 0);
  EXPECT (cuModuleGetFunction (&f, old, "k") == 0);
  EXPECT (cuModuleUnload (old) == 0);
  for (unsigned n = 0; n < MADE_SINCE; n++)
    EXPECT (cuModuleLoadData (&m[n], text) == 0);
  try_module (old);
  try_function (f);
  for (unsigned n = 0; n < MADE_SINCE; n++)
    EXPECT (cuModuleUnload (m[n]) == 0);
}

static void
test_links_and_pools (void)
{
  CUmemPoolProps properties = { .allocType = 1, .location = { 1, 0 } };
  CUlinkState l;
  CUmemoryPool pool;
  CUdeviceptr p;
  void *cubin;
  EXPECT (cuLinkCreate_v2 (0, NULL, NULL, &l) == 0 && cuLinkDestroy (l) == 0);
  NO_HANDLE (cuLinkComplete (l, &cubin, NULL));
  NO_HANDLE (cuLinkDestroy (l));
  EXPECT (cuMemPoolCreate (&pool, &properties) == 0);
  EXPECT (cuMemPoolDestroy (pool) == 0);
  EXPECT (cuMemAllocFromPoolAsync (&p, 8, pool, stream)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemPoolDestroy (pool) == CUDA_ERROR_INVALID_VALUE);
}

/* One of another kind, no object at all, an address that nobody has.  */
static void
test_no_handles (void)
{
  static char nothing[64];
  try_stream ((CUstream)(void *)event);
  try_stream ((CUstream)(uintptr_t)3);
  try_event ((CUevent)(void *)nothing);
  try_event (NULL);
  try_function ((CUfunction)(void *)module);
  try_module ((CUmodule)(uintptr_t)memory);
  EXPECT (cuCtxSetCurrent ((CUcontext)(void *)stream)
          == CUDA_ERROR_INVALID_CONTEXT);
}

/* What a context had goes with it.  */
static void
test_of_a_context (void)
{
  CUstream s = stream;
  CUevent e = event;
  CUmodule m = module;
  CUfunction f = function;
  CUcontext c = context;
  EXPECT (cuEventRecord (e, s) == 0);
  EXPECT (cuCtxDestroy_v2 (c) == 0);
  EXPECT (cuCtxDestroy_v2 (c) == CUDA_ERROR_INVALID_CONTEXT);
  make ();
  try_stream (s);
  try_event (e);
  try_function (f);
  try_module (m);
  EXPECT (cuCtxPushCurrent_v2 (c) == CUDA_ERROR_INVALID_CONTEXT);
  EXPECT (cuCtxDestroy_v2 (context) == 0);
}

int
main (void)
{
  EXPECT (cuInit (0) == 0);
  RUN (make);
  RUN (test_streams);
  RUN (test_events);
  RUN (test_modules);
  RUN (test_links_and_pools);
  RUN (test_no_handles);
  RUN (test_of_a_context);
  return check_done ();
}
