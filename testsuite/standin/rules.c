/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rules of the driver API's documentation for single arguments, for contexts
   that end, for host memory that all devices reach, for pools and for
   errors.  */

#include "check.h"
#include "driver/api.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER ".version 7.0\n.target sm_80\n.address_size 64\n"

static const char text[] = HEADER
    /* Tell the host by q[0], wait until it answers by q[1].  */
    ".visible .entry ask (.param .u64 p, .param .u64 q)\n{\n"
    ".reg .u64 %p,%q;\n.reg .u32 %v;\n.reg .pred %c;\n"
    "ld.param.u64 %p,[p];\nld.param.u64 %q,[q];\n"
    "st.u32 [%p],5;\nmembar.sys;\nst.u32 [%q],1;\n"
    "$L: ld.u32 %v,[%q+4];\nsetp.eq.u32 %c,%v,0;\n@ %c bra $L;\n"
    "ld.u32 %v,[%p];\nadd.u32 %v,%v,1;\nst.u32 [%p],%v;\nret;\n}\n"
    ".visible .entry bad\n{\n.reg .u64 %p;\nmov.u64 %p,64;\n"
    "st.u64 [%p],%p;\nret;\n}\n";

static CUcontext first, second; /* the primary contexts of two devices */
static CUmodule module;
static CUfunction ask, bad;

static void
set_up (void)
{
  EXPECT (cuInit (0) == 0);
  EXPECT (cuDevicePrimaryCtxRetain (&first, 0) == 0);
  EXPECT (cuDevicePrimaryCtxRetain (&second, 1) == 0);
  EXPECT (cuCtxSetCurrent (first) == 0);
  EXPECT (cuModuleLoadData (&module, text) == 0);
  EXPECT (cuModuleGetFunction (&ask, module, "ask") == 0);
  EXPECT (cuModuleGetFunction (&bad, module, "bad") == 0);
}

/* Where a result goes must be somewhere.  */
static void
test_no_result (void)
{
  EXPECT (cuDriverGetVersion (NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuDeviceGetCount (NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuDeviceGetName (NULL, 10, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuDeviceGetAttribute (NULL, 10, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuCtxGetCurrent (NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemAlloc_v2 (NULL, 8) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemHostAlloc (NULL, 8, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuStreamCreate (NULL, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuEventCreate (NULL, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuModuleLoadData (NULL, text) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemcpy3D_v2 (NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuGetErrorName (CUDA_SUCCESS, NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuCtxGetApiVersion (first, NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuStreamGetCtx (NULL, NULL) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuStreamGetFlags (NULL, NULL) == CUDA_ERROR_INVALID_VALUE);
}

static void
test_flags (void)
{
  CUcontext c;
  CUevent e;
  char name[4] = "xxx";
  EXPECT (cuCtxCreate_v2 (&c, 3, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuCtxCreate_v2 (&c, 0x100, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuDevicePrimaryCtxSetFlags_v2 (0, 6) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuDevicePrimaryCtxSetFlags_v2 (0, 4) == 0);
  EXPECT (cuEventCreate (&e, 4) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuEventCreate (&e, 6) == 0 && cuEventDestroy_v2 (e) == 0);
  EXPECT (cuDeviceGetName (name, 3, 0) == 0 && strlen (name) == 2);
  EXPECT (cuDeviceGetName (name, 0, 0) == CUDA_ERROR_INVALID_VALUE);
}

/* A destroyed context that is still current.  */
static void
test_destroyed_context (void)
{
  CUcontext c;
  CUdevice d;
  CUdeviceptr p;
  EXPECT (cuCtxCreate_v2 (&c, 0, 1) == 0);
  EXPECT (cuCtxPushCurrent_v2 (first) == 0);
  EXPECT (cuCtxDestroy_v2 (c) == 0);
  EXPECT (cuCtxPopCurrent_v2 (NULL) == 0);
  EXPECT (cuCtxGetDevice (&d) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT (cuMemAlloc_v2 (&p, 8) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT (cuCtxDestroy_v2 (c) == CUDA_ERROR_INVALID_CONTEXT);
  EXPECT (cuCtxPushCurrent_v2 (c) == CUDA_ERROR_INVALID_CONTEXT);
  EXPECT (cuCtxSetCurrent (first) == 0);
}

/* Those who have the primary context release it, though it was reset.  */
static void
test_reset (void)
{
  CUcontext c, again;
  int is_active;
  EXPECT (cuDevicePrimaryCtxRetain (&c, 1) == 0 && c == second);
  EXPECT (cuDevicePrimaryCtxReset_v2 (1) == 0);
  EXPECT (cuDevicePrimaryCtxGetState (1, NULL, &is_active) == 0 && !is_active);
  EXPECT (cuCtxPushCurrent_v2 (c) == CUDA_ERROR_INVALID_CONTEXT);
  EXPECT (cuDevicePrimaryCtxRelease_v2 (1) == 0);
  EXPECT (cuDevicePrimaryCtxRetain (&again, 1) == 0);
  EXPECT (cuDevicePrimaryCtxRelease_v2 (1) == 0);
  EXPECT (cuCtxPushCurrent_v2 (again) == 0 && cuCtxPopCurrent_v2 (&c) == 0);
  EXPECT (cuDevicePrimaryCtxRelease_v2 (1) == 0);
  EXPECT (cuDevicePrimaryCtxRelease_v2 (1) == CUDA_ERROR_INVALID_CONTEXT);
  EXPECT (cuDevicePrimaryCtxRetain (&second, 1) == 0);
}

static void *
retain (void *where)
{
  EXPECT (cuDevicePrimaryCtxRetain (where, 1) == 0);
  return NULL;
}

/* All get the same, however many ask at once.  */
static void
test_retain_at_once (void)
{
  enum
  {
    THREADS = 8
  };
  pthread_t id[THREADS];
  CUcontext got[THREADS];
  EXPECT (cuDevicePrimaryCtxReset_v2 (1) == 0);
  for (unsigned n = 0; n < THREADS; n++)
    pthread_create (&id[n], NULL, retain, &got[n]);
  for (unsigned n = 0; n < THREADS; n++)
    pthread_join (id[n], NULL);
  second = got[0];
  for (unsigned n = 0; n < THREADS; n++)
    EXPECT (second && got[n] == second);
  for (unsigned n = 0; n < THREADS; n++)
    EXPECT (cuDevicePrimaryCtxRelease_v2 (1) == 0);
}

/* All devices reach host memory, and memory is found from any context.  */
static void
test_host_memory (void)
{
  void *h;
  CUdeviceptr d, p;
  unsigned flags;
  int ordinal;
  CUcontext c;
  static char own[300];
  EXPECT (cuMemHostAlloc (&h, 64, 5) == 0);
  EXPECT (*(char *)h == 0 && ((char *)h)[63] == 0);
  EXPECT (cuMemHostGetFlags (&flags, h) == 0 && flags == 5);
  EXPECT (cuMemAlloc_v2 (&d, 64) == 0);
  EXPECT (cuCtxSetCurrent (second) == 0);
  EXPECT (cuMemHostGetDevicePointer_v2 (&p, h, 0) == 0);
  EXPECT (
      cuPointerGetAttribute (&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, d)
          == 0
      && ordinal == 0);
  EXPECT (cuPointerGetAttribute (&c, CU_POINTER_ATTRIBUTE_CONTEXT, d) == 0
          && c == first);
  EXPECT (cuMemFree_v2 (d) == 0 && cuMemFreeHost (h) == 0);
  EXPECT (cuMemHostRegister_v2 (own + 100, 100, 0) == 0);
  EXPECT (cuMemHostRegister_v2 (own + 50, 51, 0)
          == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT (cuMemHostRegister_v2 (own + 50, 50, 0) == 0);
  EXPECT (cuMemHostGetFlags (&flags, own + 100) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemHostUnregister (own + 50) == 0);
  EXPECT (cuMemHostUnregister (own + 100) == 0);
  EXPECT (cuCtxSetCurrent (first) == 0);
}

/* Host and device use managed memory alike.  */
static void
test_managed_memory (void)
{
  CUdeviceptr p, q;
  int is_managed = 0;
  unsigned value = 0;
  EXPECT (cuMemAllocManaged (&p, 8, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemAllocManaged (&p, 8, 1) == 0 && cuMemAlloc_v2 (&q, 8) == 0);
  *(unsigned *)(uintptr_t)p = 41;
  EXPECT (cuMemcpyDtoD_v2 (q, p, 4) == 0);
  EXPECT (cuMemcpyDtoH_v2 (&value, q, 4) == 0 && value == 41);
  EXPECT (
      cuPointerGetAttribute (&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p)
          == 0
      && is_managed);
  EXPECT (cuMemFreeHost ((void *)(uintptr_t)p) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0 && cuMemFree_v2 (q) == 0);
  EXPECT (cuMemFree_v2 (p) == CUDA_ERROR_INVALID_VALUE);
}

static uint64_t
used_of (CUmemoryPool pool)
{
  uint64_t used = 0;
  EXPECT (cuMemPoolGetAttribute (pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used)
          == 0);
  return used;
}

/* Blocks go back to the pool that they are from, which lives as long as they
   do.  */
static void
test_pools (void)
{
  CUmemPoolProps properties = { .allocType = 1, .location = { 1, 0 } };
  CUmemoryPool pool, common;
  CUdeviceptr p, q;
  EXPECT (cuDeviceGetMemPool (&common, 0) == 0);
  EXPECT (cuMemPoolCreate (&pool, &properties) == 0);
  EXPECT (cuMemAllocFromPoolAsync (&p, 100, pool, NULL) == 0);
  EXPECT (cuMemAllocAsync (&q, 200, NULL) == 0);
  EXPECT (used_of (pool) == 100 && used_of (common) == 200);
  EXPECT (cuMemFree_v2 (q) == 0 && used_of (common) == 0);
  EXPECT (cuMemFreeAsync (p, NULL) == 0 && cuCtxSynchronize () == 0);
  EXPECT (used_of (pool) == 0);
  EXPECT (cuDeviceSetMemPool (0, pool) == 0);
  EXPECT (cuMemAllocAsync (&p, 100, NULL) == 0 && used_of (pool) == 100);
  EXPECT (cuMemPoolDestroy (pool) == 0);
  EXPECT (cuDeviceGetMemPool (&pool, 0) == 0 && pool == common);
  /* Memory of a pool is freed at once.  */
  EXPECT (cuMemsetD8_v2 (p, 1, 100) == 0 && cuCtxSynchronize () == 0);
  EXPECT (cuMemFree_v2 (p) == 0);
  EXPECT (cuMemPoolDestroy (common) == CUDA_ERROR_INVALID_VALUE);
}

/* HEIGHT rows of WIDTH bytes, 8 bytes apart, from the host's H to P.  */
static CUDA_MEMCPY2D
flat_box (const char *h, CUdeviceptr p, size_t width, size_t height)
{
  return (CUDA_MEMCPY2D){ .srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = h,
                          .srcPitch = 8,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = p,
                          .dstPitch = 8,
                          .WidthInBytes = width,
                          .Height = height };
}

static void
test_boxes (void)
{
  static char h[64];
  CUdeviceptr p;
  EXPECT (cuMemAlloc_v2 (&p, 64) == 0);
  CUDA_MEMCPY2D flat = flat_box (h, p, 6, 2);
  EXPECT (cuMemcpy2D_v2 (&flat) == 0);
  flat.srcXInBytes = 3;
  EXPECT (cuMemcpy2D_v2 (&flat) == CUDA_ERROR_INVALID_VALUE);
  flat.srcXInBytes = 0;
  flat.srcMemoryType = 0;
  EXPECT (cuMemcpy2D_v2 (&flat) == CUDA_ERROR_INVALID_VALUE);
  flat.srcMemoryType = CU_MEMORYTYPE_HOST;
  flat.dstPitch = (size_t)1 << 40;
  EXPECT (cuMemcpy2D_v2 (&flat) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0);
}

static CUresult
load (const char *header)
{
  CUmodule m;
  char module_text[256], log[256];
  CUjit_option options[]
      = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, (void *)(uintptr_t)sizeof log };
  snprintf (module_text, sizeof module_text,
            "%s\n.address_size 64\n.visible .entry k\n{\nret;\n}\n", header);
  CUresult result = cuModuleLoadDataEx (&m, module_text, 2, options, values);
  return result ? result : cuModuleUnload (m);
}

static void
test_modules (void)
{
  CUjit_option unknown = (CUjit_option)1000;
  CUmodule m;
  int version;
  void *value = NULL;
  EXPECT (load (".version 9.0\n.target sm_90") == 0);
  EXPECT (load (".version 9.9\n.target sm_90")
          == CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT (load (".version 7.0\n.target sm_100") == CUDA_ERROR_INVALID_PTX);
  EXPECT (cuModuleLoadDataEx (&m, text, 1, &unknown, &value)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuModuleLoadDataEx (&m, text, 1, NULL, NULL)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuModuleLoad (&m, "/") != 0);
  EXPECT (cuFuncGetAttribute (&version, CU_FUNC_ATTRIBUTE_PTX_VERSION, ask) == 0
          && version == 80);
}

/* What is no image, and what is but a part of one.  */
static void
test_broken_images (void)
{
  CUlinkState l;
  void *cubin, *part;
  size_t size;
  CUmodule m;
  EXPECT (cuModuleLoadData (&m, "x") == CUDA_ERROR_INVALID_PTX);
  EXPECT (cuModuleLoadData (&m, "\177ELF") == CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT (cuLinkCreate_v2 (0, NULL, NULL, &l) == 0);
  EXPECT (cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, (void *)(uintptr_t)text,
                            sizeof text, "text", 0, NULL, NULL)
          == 0);
  EXPECT (cuLinkComplete (l, NULL, &size) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuLinkComplete (l, &cubin, &size) == 0);
  for (size_t n = 1; n < size; n += 7)
    {
      CUlinkState other;
      part = malloc (n);
      memcpy (part, cubin, n);
      EXPECT (cuLinkCreate_v2 (0, NULL, NULL, &other) == 0);
      EXPECT (cuLinkAddData_v2 (other, CU_JIT_INPUT_CUBIN, part, n, "part", 0,
                                NULL, NULL)
              == CUDA_ERROR_INVALID_IMAGE);
      EXPECT (cuLinkDestroy (other) == 0);
      free (part);
    }
  EXPECT (cuLinkDestroy (l) == 0);
}

static void
test_launches (void)
{
  CUdeviceptr p = 0, q = 0;
  void *arguments[] = { &p, &q };
  EXPECT (cuLaunchKernel (ask, 1, 1, 1, 1025, 1, 1, 0, NULL, arguments, NULL)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuCtxSetCurrent (second) == 0);
  EXPECT (cuLaunchKernel (ask, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL)
          == CUDA_ERROR_INVALID_HANDLE);
  EXPECT (cuCtxSetCurrent (first) == 0);
  EXPECT (cuLaunchKernel (ask, 1, 1, 1, 32, 1, 1, 0x80000000u, NULL, arguments,
                          NULL)
          == CUDA_ERROR_INVALID_VALUE);
  int blocks = 9;
  EXPECT (
      cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, ask, INT32_MAX, 0)
          == 0
      && blocks == 0);
  EXPECT (
      cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, ask, 32, SIZE_MAX)
          == 0
      && blocks == 0);
  /* Of two parameters one, and a bit of the other.  */
  size_t size = 15;
  CUdeviceptr buffer[] = { 0, 0 };
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, buffer,
                    CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
  EXPECT (cuLaunchKernel (ask, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra)
          == CUDA_ERROR_INVALID_VALUE);
}

/* Sizes of which the products or the ends are no numbers.  */
static void
test_sizes_beyond_numbers (void)
{
  static char h[64];
  CUdeviceptr p;
  EXPECT (cuMemAlloc_v2 (&p, 64) == 0);
  EXPECT (cuMemsetD32_v2 (p, 1, ((size_t)1 << 62) + 4)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemsetD16Async (p, 1, ((size_t)1 << 63) + 4, NULL)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemcpyHtoD_v2 (p, h, SIZE_MAX) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemcpy (p, (CUdeviceptr)(uintptr_t)h, SIZE_MAX)
          == CUDA_ERROR_INVALID_VALUE);
  CUDA_MEMCPY2D flat = flat_box (h, p, 8, ((size_t)1 << 61) + 2);
  EXPECT (cuMemcpy2D_v2 (&flat) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemHostRegister_v2 (h, SIZE_MAX, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0);
}

/* A device's memory given as the host's.  */
static void
test_wrong_side (void)
{
  CUdeviceptr p, q;
  EXPECT (cuMemAlloc_v2 (&p, 64) == 0 && cuMemAlloc_v2 (&q, 64) == 0);
  EXPECT (cuMemcpyHtoD_v2 (p, (void *)(uintptr_t)q, 8)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemcpyDtoHAsync_v2 ((void *)(uintptr_t)p, q, 8, NULL)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0 && cuMemFree_v2 (q) == 0);
}

/* More blocks than fit in 32 bits, of which the first ends it.  */
static void
test_large_grid (void)
{
  CUcontext c;
  CUmodule m;
  CUfunction f;
  EXPECT (cuCtxCreate_v2 (&c, 0, 1) == 0);
  EXPECT (cuModuleLoadData (&m, text) == 0);
  EXPECT (cuModuleGetFunction (&f, m, "bad") == 0);
  EXPECT (cuLaunchKernel (f, 65536, 65535, 2, 32, 1, 1, 0, NULL, NULL, NULL)
          == 0);
  EXPECT (cuCtxSynchronize () == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuCtxDestroy_v2 (c) == 0);
  EXPECT (cuCtxSetCurrent (first) == 0);
}

/* A kernel that asks the host for something, which copies while it runs.  */
static void
test_conversation (void)
{
  CUdeviceptr p;
  void *h;
  CUstream s;
  unsigned value = 0;
  EXPECT (cuMemAlloc_v2 (&p, 4) == 0 && cuMemHostAlloc (&h, 8, 0) == 0);
  EXPECT (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING) == 0);
  _Atomic unsigned *talk = h;
  CUdeviceptr q = (CUdeviceptr)(uintptr_t)h;
  void *arguments[] = { &p, &q };
  EXPECT (cuLaunchKernel (ask, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL)
          == 0);
  while (!talk[0])
    usleep (100);
  EXPECT (cuMemcpyDtoHAsync_v2 (&value, p, 4, s) == 0);
  EXPECT (cuStreamSynchronize (s) == 0 && value == 5);
  value = 7;
  EXPECT (cuMemcpyHtoDAsync_v2 (p, &value, 4, s) == 0);
  EXPECT (cuStreamSynchronize (s) == 0);
  talk[1] = 1;
  EXPECT (cuCtxSynchronize () == 0);
  EXPECT (cuMemcpyDtoH_v2 (&value, p, 4) == 0 && value == 8);
  EXPECT (cuStreamDestroy_v2 (s) == 0);
  EXPECT (cuMemFree_v2 (p) == 0 && cuMemFreeHost (h) == 0);
}

/* Each thread has a default stream of its own, if it asks for it.  */
static void
note (void *data)
{
  ++*(int *)data;
}

static void *
use_own_stream (void *data)
{
  EXPECT (cuCtxSetCurrent (first) == 0);
  EXPECT (cuLaunchHostFunc (CU_STREAM_PER_THREAD, note, data) == 0);
  EXPECT (cuStreamSynchronize (CU_STREAM_PER_THREAD) == 0);
  return NULL;
}

static void
test_stream_per_thread (void)
{
  void *h;
  pthread_t id;
  int notes = 0, others = 0;
  EXPECT (cuMemHostAlloc (&h, 4, 0) == 0);
  _Atomic unsigned *flag = h;
  EXPECT (cuStreamWaitValue32_v2 (CU_STREAM_PER_THREAD,
                                  (CUdeviceptr)(uintptr_t)h, 1, 0)
          == 0);
  EXPECT (cuLaunchHostFunc (CU_STREAM_PER_THREAD, note, &notes) == 0);
  pthread_create (&id, NULL, use_own_stream, &others);
  pthread_join (id, NULL);
  EXPECT (others == 1 && notes == 0);
  *flag = 1;
  EXPECT (cuStreamSynchronize (CU_STREAM_PER_THREAD) == 0 && notes == 1);
  EXPECT (cuStreamDestroy_v2 (CU_STREAM_PER_THREAD)
          == CUDA_ERROR_INVALID_HANDLE);
  EXPECT (cuMemFreeHost (h) == 0);
}

/* Functions that streams call may not call the driver.  */
static void
call_driver (void *data)
{
  CUdeviceptr p;
  *(CUresult *)data = cuMemAlloc_v2 (&p, 8);
}

static CUresult told;

static void
remember (CUstream s, CUresult result, void *data)
{
  (void)s;
  (void)data;
  told = result;
}

static void
test_host_functions (void)
{
  CUresult got = CUDA_SUCCESS;
  CUcontext again;
  int notes = 0;
  EXPECT (cuLaunchHostFunc (NULL, call_driver, &got) == 0);
  EXPECT (cuCtxSynchronize () == 0 && got == CUDA_ERROR_NOT_PERMITTED);
  /* After an error callbacks are told, other functions are not called.  */
  CUstream s;
  void *h;
  EXPECT (cuMemHostAlloc (&h, 4, 0) == 0);
  EXPECT (cuStreamCreate (&s, 0) == 0);
  EXPECT (cuStreamWaitValue32_v2 (s, (CUdeviceptr)(uintptr_t)h, 1, 0) == 0);
  EXPECT (cuLaunchKernel (bad, 1, 1, 1, 32, 1, 1, 0, s, NULL, NULL) == 0);
  EXPECT (cuStreamAddCallback (s, remember, NULL, 0) == 0);
  EXPECT (cuLaunchHostFunc (s, note, &notes) == 0);
  *(_Atomic unsigned *)h = 1;
  EXPECT (cuStreamSynchronize (s) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (told == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (notes == 0);
  EXPECT (cuDevicePrimaryCtxReset_v2 (0) == 0);
  EXPECT (cuDevicePrimaryCtxRetain (&again, 0) == 0);
}

/* Entered before cuInit, so it runs after the driver's end.  */
static void
call_at_exit (void)
{
  int n;
  if (cuDeviceGetCount (&n) != CUDA_ERROR_DEINITIALIZED
      || cuDriverGetVersion (&n) != 0)
    _exit (9);
}

int
main (int argc, char **argv)
{
  (void)argc;
  if (!getenv ("STANDIN_CUDA_DEVICES"))
    {
      setenv ("STANDIN_CUDA_DEVICES", "2", 1);
      setenv ("STANDIN_CUDA_ENDS_EARLY", "1", 1);
      execv ("/proc/self/exe", argv);
    }
  atexit (call_at_exit);
  RUN (set_up);
  RUN (test_no_result);
  RUN (test_flags);
  RUN (test_destroyed_context);
  RUN (test_reset);
  RUN (test_retain_at_once);
  RUN (test_host_memory);
  RUN (test_managed_memory);
  RUN (test_pools);
  RUN (test_boxes);
  RUN (test_modules);
  RUN (test_broken_images);
  RUN (test_launches);
  RUN (test_sizes_beyond_numbers);
  RUN (test_wrong_side);
  RUN (test_large_grid);
  RUN (test_conversation);
  RUN (test_stream_per_thread);
  RUN (test_host_functions);
  return check_done ();
}
