/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The driver API as documented: contexts, memory, copies, streams, events,
   pools, modules, launches and errors.  */

#include "driver/api.h"
#include "check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char text[]
    = ".version 7.0\n.target sm_80\n.address_size 64\n"
      ".visible .global .align 4 .u32 scale[1] = {3};\n"
      ".global .align 8 .u64 hidden[2];\n"
      /* p[thread] = p[thread] * scale + add */
      ".visible .entry multiply (.param .u64 p, .param .u32 add)\n{\n"
      ".reg .u64 %p,%x;\n.reg .u32 %t,%b,%n,%a,%s;\n"
      "ld.param.u64 %p,[p];\nld.param.u32 %a,[add];\nld.global.u32 "
      "%s,[scale];\n"
      "mov.u32 %t,%tid.x;\nmov.u32 %b,%ctaid.x;\nmov.u32 %n,%ntid.x;\n"
      "mad.lo.u32 %t,%b,%n,%t;\nmul.wide.u32 %x,%t,4;\nadd.u64 %p,%p,%x;\n"
      "ld.u32 %t,[%p];\nmad.lo.u32 %t,%t,%s,%a;\nst.u32 [%p],%t;\nret;\n}\n"
      /* Until *p is not 0.  */
      ".visible .entry wait (.param .u64 p)\n{\n.reg .u64 %p;\n.reg .u32 %v;\n"
      ".reg .pred %q;\nld.param.u64 %p,[p];\n$L: ld.u32 %v,[%p];\n"
      "setp.eq.u32 %q,%v,0;\n@ %q bra $L;\nret;\n}\n"
      ".visible .entry narrow .maxntid 16, 4, 1 .minnctapersm 1\n{\nret;\n}\n"
      ".visible .entry bad\n{\n.reg .u64 %p;\nmov.u64 %p,64;\n"
      "st.u64 [%p],%p;\nret;\n}\n";

static CUcontext context;
static CUmodule module;
static CUfunction multiply, wait_for, bad, narrow;

static void
test_before_init (void)
{
  int n;
  CUdeviceptr p;
  EXPECT (cuDeviceGetCount (&n) == CUDA_ERROR_NOT_INITIALIZED);
  EXPECT (cuMemAlloc_v2 (&p, 1) == CUDA_ERROR_NOT_INITIALIZED);
  EXPECT (cuDriverGetVersion (&n) == 0 && n == 13001);
  EXPECT (cuInit (1) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuInit (0) == 0);
  EXPECT (cuMemAlloc_v2 (&p, 1) == CUDA_ERROR_INVALID_CONTEXT);
}

static void
test_devices (void)
{
  int n;
  CUdevice d;
  size_t bytes;
  char name[64];
  CUuuid one, two;
  EXPECT (cuDeviceGetCount (&n) == 0 && n == 2);
  EXPECT (cuDeviceGet (&d, 1) == 0 && d == 1);
  EXPECT (cuDeviceGet (&d, 2) == CUDA_ERROR_INVALID_DEVICE);
  EXPECT (cuDeviceGetName (name, sizeof name, 0) == 0 && *name);
  EXPECT (cuDeviceTotalMem_v2 (&bytes, 0) == 0 && bytes == 1 << 20);
  EXPECT (cuDeviceGetUuid_v2 (&one, 0) == 0
          && cuDeviceGetUuid_v2 (&two, 1) == 0);
  EXPECT (memcmp (&one, &two, sizeof one) != 0);
  EXPECT (cuDeviceGetAttribute (&n, 10, 0) == 0 && n == 32);
  EXPECT (cuDeviceGetAttribute (&n, 16, 0) == 0 && n == 2);
}

static void
test_contexts (void)
{
  CUcontext other, got;
  CUdevice d;
  unsigned flags;
  int active;
  EXPECT (cuCtxGetCurrent (&got) == 0 && !got);
  EXPECT (cuCtxGetDevice (&d) == CUDA_ERROR_INVALID_CONTEXT);
  EXPECT (cuCtxCreate_v2 (&other, 0, 1) == 0);
  EXPECT (cuCtxGetCurrent (&got) == 0 && got == other);
  EXPECT (cuCtxGetDevice (&d) == 0 && d == 1);
  EXPECT (cuDevicePrimaryCtxGetState (0, &flags, &active) == 0 && !active);
  EXPECT (cuDevicePrimaryCtxRetain (&context, 0) == 0);
  EXPECT (cuDevicePrimaryCtxRetain (&got, 0) == 0 && got == context);
  EXPECT (cuDevicePrimaryCtxRelease_v2 (0) == 0);
  EXPECT (cuDevicePrimaryCtxGetState (0, &flags, &active) == 0 && active);
  EXPECT (cuCtxPushCurrent_v2 (context) == 0);
  EXPECT (cuCtxGetDevice (&d) == 0 && d == 0);
  EXPECT (cuCtxPopCurrent_v2 (&got) == 0 && got == context);
  EXPECT (cuCtxDestroy_v2 (other) == 0);
  EXPECT (cuCtxGetCurrent (&got) == 0 && !got);
  EXPECT (cuCtxSetCurrent (other) != 0);
  EXPECT (cuCtxSetCurrent (context) == 0);
}

static void
test_memory (void)
{
  CUdeviceptr p, q, start;
  size_t size, all, rest, before;
  int type;
  EXPECT (cuMemGetInfo_v2 (&before, &all) == 0 && all == 1 << 20);
  EXPECT (cuMemAlloc_v2 (&p, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemAlloc_v2 (&p, 1000) == 0 && p % 256 == 0);
  EXPECT (cuMemAlloc_v2 (&q, 1 << 20) == CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT (cuMemGetInfo_v2 (&rest, &all) == 0 && rest == before - 1000);
  EXPECT (cuMemGetAddressRange_v2 (&start, &size, p + 999) == 0);
  EXPECT (start == p && size == 1000);
  EXPECT (cuMemGetAddressRange_v2 (&start, &size, p + 1001)
          == CUDA_ERROR_NOT_FOUND);
  EXPECT (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p)
              == 0
          && type == CU_MEMORYTYPE_DEVICE);
  EXPECT (cuMemFree_v2 (p + 8) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0);
  EXPECT (cuMemFree_v2 (p) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (0) == 0);
  EXPECT (cuMemGetInfo_v2 (&rest, &all) == 0 && rest == before);
}

static void
test_host_memory (void)
{
  void *h;
  static char own[100];
  CUdeviceptr d;
  EXPECT (cuMemAllocHost_v2 (&h, 4096) == 0);
  memset (h, 1, 4096);
  EXPECT (cuMemHostGetDevicePointer_v2 (&d, h, 0) == 0
          && d == (CUdeviceptr)(uintptr_t)h);
  EXPECT (cuMemFree_v2 (d) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFreeHost (h) == 0);
  EXPECT (cuMemFreeHost (h) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemHostRegister_v2 (own, 100, 0) == 0);
  EXPECT (cuMemHostRegister_v2 (own, 100, 0)
          == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT (cuMemFreeHost (own) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemHostUnregister (own) == 0);
  EXPECT (cuMemHostUnregister (own) == CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

static void
test_copies (void)
{
  unsigned from[100], to[100];
  CUdeviceptr p, q;
  for (unsigned i = 0; i < 100; i++)
    from[i] = i;
  EXPECT (cuMemAlloc_v2 (&p, sizeof from) == 0);
  EXPECT (cuMemAlloc_v2 (&q, sizeof from) == 0);
  EXPECT (cuMemcpyHtoD_v2 (p, from, sizeof from) == 0);
  EXPECT (cuMemcpyDtoD_v2 (q, p + 4, sizeof from - 4) == 0);
  EXPECT (cuMemsetD32_v2 (q + 396, 7, 1) == 0);
  EXPECT (cuMemsetD16_v2 (q, 0x102, 2) == 0);
  EXPECT (cuMemsetD8_v2 (q + 4, 9, 4) == 0);
  EXPECT (cuMemcpyDtoH_v2 (to, q, sizeof to) == 0);
  EXPECT (to[0] == 0x1020102 && to[1] == 0x9090909 && to[2] == 3);
  EXPECT (to[98] == 99 && to[99] == 7);
  EXPECT (cuMemcpy ((CUdeviceptr)(uintptr_t)to, p, 8) == 0 && to[1] == 1);
  EXPECT (cuMemcpyHtoD_v2 (p + 8, from, sizeof from)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemcpyHtoD_v2 ((CUdeviceptr)(uintptr_t)to, from, 8)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemcpyDtoH_v2 (to, p, 0) == 0);
  EXPECT (cuMemFree_v2 (p) == 0 && cuMemFree_v2 (q) == 0);
  EXPECT (cuMemcpyDtoH_v2 (to, p, 4) == CUDA_ERROR_INVALID_VALUE);
}

static void
test_batches (void)
{
  int from[3] = { 1, 2, 3 }, to[3] = { 0, 0, 0 };
  CUstream s;
  CUdeviceptr p, one = (CUdeviceptr)(uintptr_t)&from[0];
  CUdeviceptr two = (CUdeviceptr)(uintptr_t)&from[1];
  size_t size[] = { 4, 8 }, first[] = { 0, 1 }, failed = 7;
  CUmemcpyAttributes attributes[]
      = { { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM },
          { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY } };
  EXPECT (cuStreamCreate (&s, 0) == 0 && cuMemAlloc_v2 (&p, 12) == 0);
  CUdeviceptr sources[] = { one, two }, places[] = { p + 8, p };
  EXPECT (cuMemcpyBatchAsync (places, sources, size, 2, attributes, first, 2,
                              &failed, s)
              == 0
          && failed == SIZE_MAX);
  EXPECT (cuStreamSynchronize (s) == 0);
  EXPECT (cuMemcpyDtoH_v2 (to, p, 12) == 0);
  EXPECT (to[0] == 2 && to[1] == 3 && to[2] == 1);
  CUdeviceptr back[] = { one, two };
  EXPECT (cuMemcpyBatchAsync_v2 (back, places, size, 2, attributes, first, 1, s)
          == 0);
  EXPECT (cuStreamSynchronize (s) == 0 && from[0] == 1 && from[2] == 3);
  EXPECT (cuMemcpyBatchAsync_v2 (places, sources, size, 2, attributes, first, 1,
                                 NULL)
          == CUDA_ERROR_INVALID_VALUE);
  first[1] = 2;
  EXPECT (
      cuMemcpyBatchAsync_v2 (places, sources, size, 2, attributes, first, 2, s)
      == CUDA_ERROR_INVALID_VALUE);
  attributes[0].srcAccessOrder = 0;
  EXPECT (
      cuMemcpyBatchAsync_v2 (places, sources, size, 2, attributes, first, 1, s)
      == CUDA_ERROR_INVALID_VALUE);
  attributes[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  places[0] = p + 9;
  EXPECT (cuMemcpyBatchAsync (places, sources, size, 2, attributes, first, 1,
                              &failed, s)
              == CUDA_ERROR_INVALID_VALUE
          && failed == 0);
  /* The other of the two copies was made all the same.  */
  EXPECT (cuStreamSynchronize (s) == 0);
  EXPECT (cuStreamDestroy_v2 (s) == 0 && cuMemFree_v2 (p) == 0);
}

static void
test_boxes (void)
{
  unsigned char from[4][5][6], to[3][4][8];
  CUdeviceptr p;
  for (unsigned i = 0; i < sizeof from; i++)
    ((unsigned char *)from)[i] = (unsigned char)i;
  memset (to, 0, sizeof to);
  EXPECT (cuMemAlloc_v2 (&p, sizeof from) == 0);
  CUDA_MEMCPY3D in = { .srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = from,
                       .srcPitch = 6,
                       .srcHeight = 5,
                       .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                       .dstDevice = p,
                       .dstPitch = 6,
                       .dstHeight = 5,
                       .WidthInBytes = 6,
                       .Height = 5,
                       .Depth = 4 };
  EXPECT (cuMemcpy3D_v2 (&in) == 0);
  CUDA_MEMCPY3D out = { .srcXInBytes = 1,
                        .srcY = 2,
                        .srcZ = 2,
                        .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                        .srcDevice = p,
                        .srcPitch = 6,
                        .srcHeight = 5,
                        .dstXInBytes = 3,
                        .dstY = 1,
                        .dstZ = 1,
                        .dstMemoryType = CU_MEMORYTYPE_HOST,
                        .dstHost = to,
                        .dstPitch = 8,
                        .dstHeight = 4,
                        .WidthInBytes = 4,
                        .Height = 3,
                        .Depth = 2 };
  EXPECT (cuMemcpy3D_v2 (&out) == 0);
  EXPECT (to[1][1][3] == from[2][2][1] && to[2][3][6] == from[3][4][4]);
  EXPECT (to[1][1][2] == 0 && to[2][3][7] == 0 && to[0][1][3] == 0);
  CUDA_MEMCPY2D flat = { .srcXInBytes = 2,
                         .srcY = 1,
                         .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                         .srcDevice = p,
                         .srcPitch = 6,
                         .dstMemoryType = CU_MEMORYTYPE_HOST,
                         .dstHost = to,
                         .dstPitch = 8,
                         .WidthInBytes = 3,
                         .Height = 2 };
  EXPECT (cuMemcpy2D_v2 (&flat) == 0);
  EXPECT (to[0][0][0] == from[0][1][2] && to[0][1][2] == from[0][2][4]);
  flat.srcPitch = 2;
  EXPECT (cuMemcpy2D_v2 (&flat) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0);
}

static void
test_modules (void)
{
  CUdeviceptr p;
  size_t size;
  CUmodule got;
  int value;
  char log[256] = "";
  CUjit_option options[]
      = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, (void *)(uintptr_t)sizeof log };
  EXPECT (cuModuleLoadDataEx (&got, ".version 7.0\nfrob\n", 2, options, values)
          == CUDA_ERROR_INVALID_PTX);
  EXPECT (strstr (log, "line 2: unknown declaration: frob") != NULL);
  EXPECT (cuModuleLoadData (&module, text) == 0);
  EXPECT (cuModuleGetGlobal_v2 (&p, &size, module, "scale") == 0 && size == 4);
  EXPECT (cuMemcpyDtoH_v2 (&value, p, 4) == 0 && value == 3);
  EXPECT (cuModuleGetGlobal_v2 (&p, &size, module, "hidden") == 0
          && size == 16);
  EXPECT (cuModuleGetGlobal_v2 (&p, &size, module, "none")
          == CUDA_ERROR_NOT_FOUND);
  EXPECT (cuModuleGetFunction (&multiply, module, "multiply") == 0);
  EXPECT (cuModuleGetFunction (&wait_for, module, "wait") == 0);
  EXPECT (cuModuleGetFunction (&bad, module, "bad") == 0);
  EXPECT (cuModuleGetFunction (&narrow, module, "narrow") == 0);
  EXPECT (cuModuleGetFunction (&bad, module, "none") == CUDA_ERROR_NOT_FOUND);
  EXPECT (cuFuncGetModule (&got, multiply) == 0 && got == module);
  EXPECT (cuFuncGetAttribute (&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                              multiply)
              == 0
          && value == 1024);
  EXPECT (cuFuncGetAttribute (&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                              narrow)
              == 0
          && value == 64);
}

/* What .maxntid says, in any shape.  */
static void
test_narrow_launches (void)
{
  EXPECT (cuLaunchKernel (narrow, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL) == 0);
  EXPECT (cuLaunchKernel (narrow, 1, 1, 1, 65, 1, 1, 0, NULL, NULL, NULL)
          == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  EXPECT (cuLaunchKernel (narrow, 1, 1, 1, 1, 64, 2, 0, NULL, NULL, NULL)
          == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
}

/* A linked image may be kept and loaded again.  */
static void
test_linker (void)
{
  CUlinkState l;
  void *cubin;
  size_t size;
  CUmodule m;
  CUfunction f;
  static char caller[]
      = ".version 7.0\n.target sm_80\n.address_size 64\n"
        ".extern .func (.param .u32 v) there;\n"
        ".visible .entry k (.param .u64 p)\n{\n.reg .u64 %p;\n.reg .u32 %a;\n"
        "ld.param.u64 %p,[p];\n{\n.param .u32 o;\ncall (o),there;\n"
        "ld.param.u32 %a,[o];\n}\nst.u32 [%p],%a;\nret;\n}\n";
  static char callee[] = ".version 6.0\n.target sm_30\n.address_size 64\n"
                         ".visible .func (.param .u32 v) "
                         "there\n{\nst.param.u32 [v],42;\nret;\n}\n";
  EXPECT (cuLinkCreate_v2 (0, NULL, NULL, &l) == 0);
  EXPECT (cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, caller, sizeof caller,
                            "caller", 0, NULL, NULL)
          == 0);
  EXPECT (cuLinkComplete (l, &cubin, &size) == CUDA_ERROR_INVALID_PTX);
  EXPECT (cuLinkDestroy (l) == 0);
  EXPECT (cuLinkCreate_v2 (0, NULL, NULL, &l) == 0);
  EXPECT (cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, caller, sizeof caller,
                            "caller", 0, NULL, NULL)
          == 0);
  EXPECT (cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, callee, sizeof callee, NULL, 0,
                            NULL, NULL)
          == 0);
  EXPECT (cuLinkComplete (l, &cubin, &size) == 0);
  void *copy = malloc (size);
  memcpy (copy, cubin, size);
  EXPECT (cuLinkDestroy (l) == 0);
  EXPECT (cuModuleLoadData (&m, copy) == 0);
  free (copy);
  EXPECT (cuModuleGetFunction (&f, m, "k") == 0);
  CUdeviceptr p;
  unsigned value = 0;
  void *arguments[] = { &p };
  EXPECT (cuMemAlloc_v2 (&p, 4) == 0);
  EXPECT (cuLaunchKernel (f, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL) == 0);
  EXPECT (cuMemcpyDtoH_v2 (&value, p, 4) == 0 && value == 42);
  EXPECT (cuMemFree_v2 (p) == 0 && cuModuleUnload (m) == 0);
}

static void
test_launches (void)
{
  CUdeviceptr p;
  unsigned data[256], add = 5;
  for (unsigned i = 0; i < 256; i++)
    data[i] = i;
  EXPECT (cuMemAlloc_v2 (&p, sizeof data) == 0);
  EXPECT (cuMemcpyHtoD_v2 (p, data, sizeof data) == 0);
  void *arguments[] = { &p, &add };
  EXPECT (cuLaunchKernel (multiply, 4, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL)
          == 0);
  struct
  {
    CUdeviceptr p;
    unsigned add;
  } buffer = { p, 1 };
  size_t size = 12;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer,
                    CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
  EXPECT (cuLaunchKernel (multiply, 2, 1, 1, 64, 1, 1, 0, NULL, NULL, extra)
          == 0);
  EXPECT (cuCtxSynchronize () == 0);
  EXPECT (cuMemcpyDtoH_v2 (data, p, sizeof data) == 0);
  EXPECT (data[7] == (7 * 3 + 5) * 3 + 1 && data[255] == 255 * 3 + 5);
  size = 8;
  EXPECT (cuLaunchKernel (multiply, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, extra)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuLaunchKernel (multiply, 0, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL)
          == CUDA_ERROR_INVALID_VALUE);
  EXPECT (
      cuLaunchKernel (multiply, 1, 1, 1, 1024, 2, 1, 0, NULL, arguments, NULL)
      == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuMemFree_v2 (p) == 0);
}

static void
test_occupancy (void)
{
  int blocks, size;
  EXPECT (
      cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, multiply, 256, 0)
          == 0
      && blocks == 4);
  EXPECT (
      cuOccupancyMaxPotentialBlockSize (&blocks, &size, multiply, NULL, 0, 0)
          == 0
      && blocks * size == 2048);
}

/* ------------------------------------------------------------ streams, events
 */

/* A word that both sides see; a kernel waits until it is not 0.  */
static _Atomic unsigned *flag;

static CUresult
launch_wait (CUstream s)
{
  CUdeviceptr p = (CUdeviceptr)(uintptr_t)flag;
  void *arguments[] = { &p };
  return cuLaunchKernel (wait_for, 1, 1, 1, 32, 1, 1, 0, s, arguments, NULL);
}

static void
append (void *data)
{
  *(unsigned *)data = *(unsigned *)data * 10 + 1;
}

static void
append_after_callback (CUstream s, CUresult result, void *data)
{
  (void)s;
  *(unsigned *)data = *(unsigned *)data * 10 + 2 + (unsigned)result;
}

static void
test_streams (void)
{
  CUstream a, b;
  unsigned order = 0;
  EXPECT (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING) == 0);
  *flag = 0;
  EXPECT (launch_wait (a) == 0);
  EXPECT (cuLaunchHostFunc (a, append, &order) == 0);
  EXPECT (cuStreamAddCallback (a, append_after_callback, &order, 0) == 0);
  EXPECT (cuStreamQuery (a) == CUDA_ERROR_NOT_READY);
  EXPECT (cuStreamQuery (b) == 0);
  /* Another stream, and the null stream, go on beside it.  */
  unsigned value = 0;
  CUdeviceptr p;
  EXPECT (cuMemAlloc_v2 (&p, 4) == 0);
  EXPECT (cuMemsetD32Async (p, 6, 1, b) == 0);
  EXPECT (cuMemcpyDtoHAsync_v2 (&value, p, 4, b) == 0);
  EXPECT (cuStreamSynchronize (b) == 0 && value == 6);
  EXPECT (cuMemcpyDtoH_v2 (&value, p, 4) == 0);
  EXPECT (order == 0);
  *flag = 1;
  EXPECT (cuStreamSynchronize (a) == 0 && order == 12);
  EXPECT (cuStreamQuery (a) == 0);
  EXPECT (cuMemFree_v2 (p) == 0);
  EXPECT (cuStreamDestroy_v2 (a) == 0 && cuStreamDestroy_v2 (b) == 0);
}

static void *
raise_flag (void *unused)
{
  usleep (20000);
  *flag = 1;
  return unused;
}

/* The null stream waits for blocking streams, and they for it.  */
static void
test_null_stream (void)
{
  CUstream s;
  unsigned order = 0;
  pthread_t id;
  EXPECT (cuStreamCreate (&s, 0) == 0);
  *flag = 0;
  EXPECT (launch_wait (s) == 0);
  EXPECT (cuLaunchHostFunc (NULL, append, &order) == 0);
  EXPECT (cuStreamAddCallback (s, append_after_callback, &order, 0) == 0);
  EXPECT (cuStreamQuery (NULL) == CUDA_ERROR_NOT_READY && order == 0);
  pthread_create (&id, NULL, raise_flag, NULL);
  EXPECT (cuStreamSynchronize (s) == 0 && order == 12);
  pthread_join (id, NULL);
  EXPECT (cuStreamDestroy_v2 (s) == 0);
}

static void
test_events (void)
{
  CUstream a, b;
  CUevent start, end, quick;
  unsigned order = 0;
  float time;
  EXPECT (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuEventCreate (&start, 0) == 0 && cuEventCreate (&end, 0) == 0);
  EXPECT (cuEventCreate (&quick, CU_EVENT_DISABLE_TIMING) == 0);
  EXPECT (cuEventQuery (start) == 0 && cuEventSynchronize (start) == 0);
  EXPECT (cuEventRecord (start, a) == 0);
  *flag = 0;
  EXPECT (launch_wait (a) == 0);
  EXPECT (cuEventRecord (end, a) == 0 && cuEventRecord (quick, a) == 0);
  EXPECT (cuStreamWaitEvent (b, end, 0) == 0);
  EXPECT (cuLaunchHostFunc (b, append, &order) == 0);
  EXPECT (cuEventSynchronize (start) == 0);
  EXPECT (cuEventQuery (end) == CUDA_ERROR_NOT_READY);
  EXPECT (cuEventElapsedTime (&time, start, end) == CUDA_ERROR_NOT_READY);
  EXPECT (cuStreamQuery (b) == CUDA_ERROR_NOT_READY && order == 0);
  *flag = 1;
  EXPECT (cuEventSynchronize (end) == 0);
  EXPECT (cuStreamSynchronize (b) == 0 && order == 1);
  EXPECT (cuEventElapsedTime (&time, start, end) == 0 && time >= 0);
  EXPECT (cuEventElapsedTime (&time, start, quick)
          == CUDA_ERROR_INVALID_HANDLE);
  EXPECT (cuEventDestroy_v2 (start) == 0 && cuEventDestroy_v2 (end) == 0);
  EXPECT (cuEventDestroy_v2 (quick) == 0);
  EXPECT (cuStreamDestroy_v2 (a) == 0 && cuStreamDestroy_v2 (b) == 0);
}

static void
test_pools (void)
{
  CUstream s;
  CUdeviceptr p;
  CUmemoryPool pool;
  uint64_t used = 1, threshold = UINT64_MAX;
  unsigned value = 0;
  EXPECT (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuDeviceGetDefaultMemPool (&pool, 0) == 0);
  EXPECT (cuMemPoolSetAttribute (pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                                 &threshold)
          == 0);
  EXPECT (cuMemAllocAsync (&p, 1000, s) == 0);
  EXPECT (cuMemsetD32Async (p, 11, 250, s) == 0);
  EXPECT (cuMemcpyDtoHAsync_v2 (&value, p + 996, 4, s) == 0);
  EXPECT (cuMemPoolGetAttribute (pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used)
              == 0
          && used == 1000);
  EXPECT (cuMemFreeAsync (p, s) == 0);
  EXPECT (cuStreamSynchronize (s) == 0 && value == 11);
  EXPECT (cuMemPoolGetAttribute (pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used)
              == 0
          && used == 0);
  EXPECT (cuMemFreeAsync (p, s) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuStreamDestroy_v2 (s) == 0);
}

/* A stream that waits for a value, which another one, or the host, writes.  */
static void
test_values (void)
{
  CUstream a, b;
  unsigned order = 0;
  CUdeviceptr p = (CUdeviceptr)(uintptr_t)flag;
  *flag = 0;
  EXPECT (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuStreamWaitValue32_v2 (a, p, 5, 0) == 0);
  EXPECT (cuLaunchHostFunc (a, append, &order) == 0);
  EXPECT (cuStreamWriteValue32_v2 (b, p, 4, 0) == 0);
  EXPECT (cuStreamSynchronize (b) == 0 && *flag == 4 && order == 0);
  EXPECT (cuStreamQuery (a) == CUDA_ERROR_NOT_READY);
  EXPECT (cuStreamWriteValue32_v2 (b, p, 6, 0) == 0);
  EXPECT (cuStreamSynchronize (a) == 0 && order == 1);
  EXPECT (cuStreamWaitValue32_v2 (a, p + 1, 5, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuStreamDestroy_v2 (a) == 0 && cuStreamDestroy_v2 (b) == 0);
}

static void
test_peers (void)
{
  CUcontext other;
  CUdeviceptr here, there;
  unsigned value = 17, back = 0;
  int can = 1;
  EXPECT (cuMemAlloc_v2 (&here, 4) == 0);
  EXPECT (cuCtxCreate_v2 (&other, 0, 1) == 0);
  EXPECT (cuMemAlloc_v2 (&there, 4) == 0 && there != here);
  EXPECT (cuMemcpyHtoD_v2 (there, &value, 4) == 0);
  EXPECT (cuMemcpyPeer (here, context, there, other, 4) == 0);
  EXPECT (cuCtxDestroy_v2 (other) == 0);
  EXPECT (cuCtxSetCurrent (context) == 0);
  EXPECT (cuMemcpyDtoH_v2 (&back, here, 4) == 0 && back == 17);
  EXPECT (cuMemcpyDtoH_v2 (&back, there, 4) == CUDA_ERROR_INVALID_VALUE);
  EXPECT (cuDeviceCanAccessPeer (&can, 0, 1) == 0 && can == 0);
  EXPECT (cuMemFree_v2 (here) == 0);
}

static void
test_lookup (void)
{
  void *f;
  int status;
  const char *words;
  EXPECT (cuGetProcAddress_v2 ("cuMemAlloc", &f, 12000, 0, &status) == 0
          && f == (void *)cuMemAlloc_v2);
  EXPECT (cuGetProcAddress_v2 ("cuNone", &f, 12000, 0, &status)
              == CUDA_ERROR_NOT_FOUND
          && status == 1);
  EXPECT (cuGetErrorName (CUDA_ERROR_OUT_OF_MEMORY, &words) == 0
          && !strcmp (words, "CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT (cuGetErrorString (CUDA_ERROR_OUT_OF_MEMORY, &words) == 0
          && !strcmp (words, "out of memory"));
  EXPECT (cuGetErrorString ((CUresult)12345, &words)
          == CUDA_ERROR_INVALID_VALUE);
}

/* What a kernel breaks stays broken until the context goes.  */
static void
test_broken_context (void)
{
  CUdeviceptr p;
  CUcontext again;
  EXPECT (cuModuleGetFunction (&bad, module, "bad") == 0);
  EXPECT (cuLaunchKernel (bad, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL) == 0);
  EXPECT (cuCtxSynchronize () == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuMemAlloc_v2 (&p, 4) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuStreamSynchronize (NULL) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuDevicePrimaryCtxReset_v2 (0) == 0);
  EXPECT (cuMemAlloc_v2 (&p, 4) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT (cuDevicePrimaryCtxRetain (&again, 0) == 0);
  EXPECT (cuCtxSetCurrent (again) == 0);
  EXPECT (cuMemAlloc_v2 (&p, 4) == 0 && cuMemFree_v2 (p) == 0);
}

int
main (int argc, char **argv)
{
  (void)argc;
  /* Settings are read when the program starts.  */
  if (!getenv ("STANDIN_CUDA_MEMORY"))
    {
      setenv ("STANDIN_CUDA_MEMORY", "1048576", 1);
      setenv ("STANDIN_CUDA_DEVICES", "2", 1);
      execv ("/proc/self/exe", argv);
    }
  RUN (test_before_init);
  RUN (test_devices);
  RUN (test_contexts);
  RUN (test_memory);
  RUN (test_host_memory);
  RUN (test_copies);
  RUN (test_batches);
  RUN (test_boxes);
  RUN (test_modules);
  RUN (test_linker);
  RUN (test_launches);
  RUN (test_narrow_launches);
  RUN (test_occupancy);
  void *h;
  EXPECT (cuMemAllocHost_v2 (&h, 4) == 0);
  flag = h;
  RUN (test_streams);
  RUN (test_null_stream);
  RUN (test_events);
  RUN (test_pools);
  RUN (test_values);
  RUN (test_peers);
  RUN (test_lookup);
  RUN (test_broken_context);
  return check_done ();
}
