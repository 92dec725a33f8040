/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Scripts of faults: any call with any result, the n-th call and all later
   ones, contexts that are broken, devices that are lost, functions that an old
   driver does not have.  */

#include "check.h"
#include "driver/api.h"
#include "driver/driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* A call that a fault ends looks at none of its arguments, which are integers
   and pointers.  */
typedef CUresult any_call (uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                           uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                           uint64_t);

static const struct
{
  const char *name;
  void *call;
} entries[] = {
#define ENTRY(name) { #name, (void *)name },
#include "driver/entries.def"
};
#define ENTRIES (sizeof entries / sizeof entries[0])

static const struct
{
  CUresult value;
  const char *name;
} results[] = {
#define RESULT(name, value, words) { name, #name },
#include "driver/results.def"
};
#define RESULTS (sizeof results / sizeof results[0])

static CUresult
call (unsigned n)
{
  any_call *f;
  memcpy (&f, &entries[n].call, sizeof f);
  return f (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

/* By its name and by its number.  */
static void
inject (unsigned entry, unsigned result)
{
  char script[256];
  bool by_name = (entry + result) % 2;
  snprintf (script, sizeof script, by_name ? "%s 1 %s" : "%s 1 %3$d",
            entries[entry].name, results[result].name, results[result].value);
  drv_read_faults (script);
  CUresult got = call (entry);
  EXPECT (got == results[result].value);
  if (got != results[result].value)
    printf ("%s: %d\n", script, got);
}

static void
test_each_call_with_each_result (void)
{
  EXPECT (ENTRIES > 100 && RESULTS > 90);
  for (unsigned entry = 0; entry < ENTRIES; entry++)
    for (unsigned result = 1; result < RESULTS; result++)
      inject (entry, result);
  drv_read_faults (NULL);
}

static void
test_counts (void)
{
  int n;
  drv_read_faults ("cuDriverGetVersion 2 999; cuDeviceGetCount 2+ 46\n"
                   "* 8 CUDA_ERROR_TIMEOUT # all count");
  EXPECT (cuInit (0) == 0);
  EXPECT (cuDriverGetVersion (&n) == 0);
  EXPECT (cuDriverGetVersion (&n) == CUDA_ERROR_UNKNOWN);
  EXPECT (cuDriverGetVersion (&n) == 0);
  EXPECT (cuDeviceGetCount (&n) == 0);
  EXPECT (cuDeviceGetCount (&n) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuDeviceGetCount (&n) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuDriverGetVersion (&n) == CUDA_ERROR_TIMEOUT);
  EXPECT (cuDriverGetVersion (&n) == 0);
  drv_read_faults (NULL);
}

/* What a failed call would have done has not happened.  */
static void
test_no_effect (void)
{
  CUcontext c;
  CUdeviceptr p = 1;
  size_t before, after, all;
  EXPECT (cuDevicePrimaryCtxRetain (&c, 0) == 0 && cuCtxSetCurrent (c) == 0);
  EXPECT (cuMemGetInfo_v2 (&before, &all) == 0);
  drv_read_faults ("cuMemAlloc_v2 1 CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT (cuMemAlloc_v2 (&p, 1000) == CUDA_ERROR_OUT_OF_MEMORY && p == 1);
  EXPECT (cuMemGetInfo_v2 (&after, &all) == 0 && after == before);
  EXPECT (cuMemAlloc_v2 (&p, 1000) == 0 && cuMemFree_v2 (p) == 0);
  drv_read_faults (NULL);
}

/* Each call that needs the context fails, until there is another.  */
static void
test_sticky (void)
{
  CUcontext c;
  CUdeviceptr p;
  CUstream s;
  int n;
  EXPECT (cuMemAlloc_v2 (&p, 8) == 0);
  drv_read_faults ("cuCtxSynchronize 1 sticky CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT (cuCtxSynchronize () == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuCtxSynchronize () == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuMemFree_v2 (p) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuStreamCreate (&s, 0) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT (cuDeviceGetCount (&n) == 0 && cuCtxGetCurrent (&c) == 0);
  EXPECT (cuDevicePrimaryCtxReset_v2 (0) == 0);
  EXPECT (cuCtxSynchronize () == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT (cuDevicePrimaryCtxRetain (&c, 0) == 0 && cuCtxSetCurrent (c) == 0);
  EXPECT (cuMemAlloc_v2 (&p, 8) == 0 && cuMemFree_v2 (p) == 0);
  drv_read_faults (NULL);
}

/* Another context does not help.  */
static void
test_lost (void)
{
  CUcontext c;
  CUdeviceptr p;
  int n;
  drv_read_faults ("cuMemAlloc_v2 2 lost");
  EXPECT (cuMemAlloc_v2 (&p, 8) == 0);
  EXPECT (cuMemAlloc_v2 (&p, 8) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuMemFree_v2 (p) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuDeviceGetCount (&n) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuDevicePrimaryCtxReset_v2 (0) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuDevicePrimaryCtxRetain (&c, 0) == CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT (cuDriverGetVersion (&n) == 0);
  drv_read_faults (NULL);
}

/* The library, with a script of its own.  */
static void *
open_driver (const char *script)
{
  setenv ("STANDIN_CUDA_FAULTS", script, 1);
  void *driver = dlopen (STANDIN, RTLD_NOW | RTLD_LOCAL);
  unsetenv ("STANDIN_CUDA_FAULTS");
  if (!driver)
    puts (dlerror ());
  return driver;
}

/* Of COUNT functions from FIRST on each is missing, the others are not.  */
static void
hide (unsigned first, unsigned count)
{
  static char script[8192];
  *script = 0;
  for (unsigned n = first; n < first + count; n++)
    snprintf (script + strlen (script), sizeof script - strlen (script),
              "missing %s\n", entries[n].name);
  void *driver = open_driver (script);
  EXPECT (driver != NULL);
  for (unsigned n = 0; driver && n < ENTRIES; n++)
    {
      bool is_hidden = n >= first && n < first + count;
      EXPECT ((dlsym (driver, entries[n].name) == NULL) == is_hidden);
    }
  if (driver)
    dlclose (driver);
}

static void
test_old_drivers (void)
{
  for (unsigned n = 0; n + 50 < ENTRIES; n += 50)
    hide (n, 50);
  for (unsigned n = 0; n < ENTRIES; n += 7)
    hide (n, 1);
}

/* What stock's plugin does not do without, and what it takes if it is there
   (symbols of the driver that libgomp-plugin-nvptx of GCC 12 looks up).  */
static const char *const wanted[] = {
  "cuCtxCreate_v2",
  "cuCtxDestroy_v2",
  "cuCtxGetCurrent",
  "cuCtxGetDevice",
  "cuCtxPopCurrent_v2",
  "cuCtxPushCurrent_v2",
  "cuCtxSynchronize",
  "cuDeviceGet",
  "cuDeviceGetAttribute",
  "cuDeviceGetCount",
  "cuDeviceGetName",
  "cuDeviceTotalMem_v2",
  "cuDriverGetVersion",
  "cuEventCreate",
  "cuEventDestroy_v2",
  "cuEventElapsedTime",
  "cuEventQuery",
  "cuEventRecord",
  "cuEventSynchronize",
  "cuFuncGetAttribute",
  "cuInit",
  "cuLaunchKernel",
  "cuLinkAddData",
  "cuLinkComplete",
  "cuLinkCreate",
  "cuLinkDestroy",
  "cuMemAllocHost_v2",
  "cuMemAlloc_v2",
  "cuMemFreeHost",
  "cuMemFree_v2",
  "cuMemGetAddressRange_v2",
  "cuMemGetInfo_v2",
  "cuMemHostGetDevicePointer_v2",
  "cuMemcpy",
  "cuMemcpyDtoDAsync_v2",
  "cuMemcpyDtoHAsync_v2",
  "cuMemcpyDtoH_v2",
  "cuMemcpyHtoDAsync_v2",
  "cuMemcpyHtoD_v2",
  "cuModuleGetFunction",
  "cuModuleGetGlobal_v2",
  "cuModuleLoad",
  "cuModuleLoadData",
  "cuModuleUnload",
  "cuStreamAddCallback",
  "cuStreamCreate",
  "cuStreamDestroy_v2",
  "cuStreamQuery",
  "cuStreamSynchronize",
  "cuStreamWaitEvent",
  "cuGetErrorString",
  "cuLinkCreate_v2",
  "cuLinkAddData_v2",
  "cuOccupancyMaxPotentialBlockSize",
};

static void
test_exports (void)
{
  void *driver = open_driver ("");
  EXPECT (driver != NULL);
  for (unsigned n = 0; driver && n < sizeof wanted / sizeof wanted[0]; n++)
    if (!dlsym (driver, wanted[n]))
      check_failed (wanted[n], __FILE__, __LINE__);
  if (driver)
    dlclose (driver);
}

int
main (void)
{
  RUN (test_each_call_with_each_result);
  RUN (test_counts);
  RUN (test_no_effect);
  RUN (test_sticky);
  RUN (test_lost);
  RUN (test_old_drivers);
  RUN (test_exports);
  return check_done ();
}
