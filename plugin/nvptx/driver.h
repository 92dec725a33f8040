/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CUDA driver, opened at run time: nvptx_cu.launch (...) calls
   cuLaunchKernel, and so on by driver.def.  */

#ifndef PLUGIN_NVPTX_DRIVER_H
#define PLUGIN_NVPTX_DRIVER_H

#include "base/compiler.h"
#include "base/diag.h"
#include "cu.h"

struct nvptx_driver
{
#define CALL(name, symbol, parameters) CUresult (*name) parameters;
#include "driver.def"
#undef CALL
};

/* Valid once nvptx_driver_open has succeeded; read only.  */
HIDDEN extern struct nvptx_driver nvptx_cu;

/* Open libcuda.so.1 and initialise it.  GOMP_ERR_NODEV: this machine has no
   driver or no GPU; other failures have to be reported.  */
HIDDEN enum gomp_status nvptx_driver_open (void);
/* "CUDA_ERROR_NAME (TEXT)" of R, in BUF.  */
#define NVPTX_RESULT_MAX 192
HIDDEN const char *nvptx_result (CUresult r, char *buf) COLD;

#endif
