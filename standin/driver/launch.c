/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Kernels: attributes, occupancy, launches.

   CUDA driver API, "Execution Control", "Occupancy".  */

#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_THREADS_PER_BLOCK 1024
#define SHARED_PER_MULTIPROCESSOR 233472
#define THREADS_PER_MULTIPROCESSOR 2048
#define REGISTERS_PER_MULTIPROCESSOR 65536
#define BLOCKS_PER_MULTIPROCESSOR 32

CUresult
drv_cuFuncGetAttribute (int *value, CUfunction_attribute attribute,
                        CUfunction f)
{
  if (!drv_is (f, FUNCTION))
    return CUDA_ERROR_INVALID_HANDLE;
  switch (attribute)
    {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = REGISTERS_PER_MULTIPROCESSOR / (int)drv_settings.registers;
      if (*value > MAX_THREADS_PER_BLOCK)
        *value = MAX_THREADS_PER_BLOCK;
      if (f->function->threads_max > 0
          && (unsigned)*value > f->function->threads_max)
        *value = (int)f->function->threads_max;
      break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = (int)f->module->image->shared_size;
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = (int)drv_settings.registers;
      break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = (int)f->function->symbol->text->target;
      break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = (int)drv_settings.capability;
      break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = f->dynamic_shared;
      break;
    default:
      *value = 0;
      return attribute < CU_FUNC_ATTRIBUTES ? CUDA_SUCCESS
                                            : CUDA_ERROR_INVALID_VALUE;
    }
  return CUDA_SUCCESS;
}

CUresult
drv_cuFuncSetAttribute (CUfunction f, CUfunction_attribute attribute, int value)
{
  if (!drv_is (f, FUNCTION))
    return CUDA_ERROR_INVALID_HANDLE;
  if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    return CUDA_SUCCESS;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0
      || (uint64_t)value + f->module->image->shared_size > DRV_SHARED_PER_BLOCK)
    return CUDA_ERROR_INVALID_VALUE;
  f->dynamic_shared = value;
  return CUDA_SUCCESS;
}

CUresult
drv_cuFuncSetCacheConfig (CUfunction f, int config)
{
  if (!drv_is (f, FUNCTION))
    return CUDA_ERROR_INVALID_HANDLE;
  return config >= 0 && config <= 3 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
drv_cuFuncGetModule (CUmodule *module, CUfunction f)
{
  if (!drv_is (f, FUNCTION))
    return CUDA_ERROR_INVALID_HANDLE;
  *module = f->module;
  return CUDA_SUCCESS;
}

/* -------------------------------------------------------------- occupancy */

static int
at_most (int a, int b)
{
  return a < b ? a : b;
}

CUresult
drv_cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction f,
                                                 int threads, size_t dynamic)
{
  if (!drv_is (f, FUNCTION))
    return CUDA_ERROR_INVALID_HANDLE;
  if (threads <= 0 || !blocks)
    return CUDA_ERROR_INVALID_VALUE;
  *blocks = 0;
  if (threads > MAX_THREADS_PER_BLOCK || dynamic > SHARED_PER_MULTIPROCESSOR)
    return CUDA_SUCCESS;
  int warps = (threads + SIM_LANES - 1) / SIM_LANES;
  size_t shared = f->module->image->shared_size + dynamic;
  int n = BLOCKS_PER_MULTIPROCESSOR;
  n = at_most (n, THREADS_PER_MULTIPROCESSOR / (warps * SIM_LANES));
  n = at_most (n, REGISTERS_PER_MULTIPROCESSOR
                      / (warps * SIM_LANES * (int)drv_settings.registers));
  if (shared)
    n = at_most (n, (int)(SHARED_PER_MULTIPROCESSOR / shared));
  *blocks = n;
  return CUDA_SUCCESS;
}

CUresult
drv_cuOccupancyMaxPotentialBlockSize (int *grid, int *block, CUfunction f,
                                      CUoccupancyB2DSize dynamic_of,
                                      size_t dynamic, int limit)
{
  int best = 0, most;
  if (!grid || !block)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = drv_cuFuncGetAttribute (
      &most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
  if (result)
    return result;
  if (limit > 0 && limit < most)
    most = limit;
  for (int size = most; size > 0; size -= SIM_LANES)
    {
      int blocks = 0;
      drv_cuOccupancyMaxActiveBlocksPerMultiprocessor (
          &blocks, f, size, dynamic_of ? dynamic_of (size) : dynamic);
      if (blocks * size > best)
        {
          best = blocks * size;
          *block = size;
          *grid = blocks * (int)drv_settings.multiprocessors;
        }
    }
  return best ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* --------------------------------------------------------------- launches */

struct launch
{
  struct drv_operation operation;
  struct sim_launch sim;
  uint64_t arguments[PTX_MAX_PARAMETERS];
  size_t arrays_used;
  unsigned char arrays[PTX_MAX_PARAMETER_SIZE]; /* copies of those given */
};

static CUresult
result_of (enum sim_fault fault)
{
  static const CUresult results[]
      = { [SIM_NO_FAULT] = CUDA_SUCCESS,
          [SIM_ILLEGAL_ADDRESS] = CUDA_ERROR_ILLEGAL_ADDRESS,
          [SIM_MISALIGNED] = CUDA_ERROR_MISALIGNED_ADDRESS,
          [SIM_TRAP] = CUDA_ERROR_LAUNCH_FAILED,
          [SIM_ASSERT] = CUDA_ERROR_ASSERT,
          [SIM_ILLEGAL_INSTRUCTION] = CUDA_ERROR_ILLEGAL_INSTRUCTION,
          [SIM_INVALID_PC] = CUDA_ERROR_INVALID_PC,
          [SIM_DEADLOCK] = CUDA_ERROR_LAUNCH_TIMEOUT,
          [SIM_STACK_OVERFLOW] = CUDA_ERROR_HARDWARE_STACK_ERROR };
  return results[fault];
}

static CUresult
check_order (struct drv_operation *o, struct sim_lines *lines)
{
  const struct launch *l = (const struct launch *)o;
  size_t count;
  char name[128];
  struct sim_range *ranges = sim_lines_ranges (lines, &count);
  snprintf (name, sizeof name, "kernel %s", l->sim.kernel->symbol->name);
  CUresult result = drv_order_check (o, name, true, ranges, count);
  free (ranges);
  sim_lines_fini (lines);
  return result;
}

static CUresult
execute (struct drv_operation *o)
{
  struct launch *l = (struct launch *)o;
  if (drv_settings.records)
    return CUDA_SUCCESS;
  struct sim_lines lines;
  if (o->is_checked)
    {
      sim_lines_init (&lines);
      l->sim.lines = &lines;
    }
  bool ok = sim_run (&l->sim);
  fflush (stdout);
  CUresult result = o->is_checked ? check_order (o, &lines) : CUDA_SUCCESS;
  if (ok)
    return result;
  drv_report ("%s", l->sim.message);
  return result_of (l->sim.fault);
}

/* Take argument K from BYTES.  */
static bool
take_argument (struct launch *l, unsigned k, const void *bytes)
{
  const struct ptx_function *f = l->sim.kernel;
  unsigned size = f->extent[k].array_size;
  if (!size)
    memcpy (&l->arguments[k], bytes, ptx_type_size (f->type[k]));
  else if (l->arrays_used + size > sizeof l->arrays)
    return false;
  else
    {
      unsigned char *copy = l->arrays + l->arrays_used;
      l->arguments[k] = (uintptr_t)memcpy (copy, bytes, size);
      l->arrays_used += size;
    }
  return true;
}

/* Parameters lie one behind the other, each aligned.  */
static bool
unpack_buffer (struct launch *l, const unsigned char *buffer, size_t size)
{
  const struct ptx_function *f = l->sim.kernel;
  size_t at = 0;
  for (unsigned k = 0; k < f->parameters; k++)
    {
      const struct ptx_extent *e = &f->extent[k];
      size_t n = e->array_size ? e->array_size : ptx_type_size (f->type[k]);
      at = (at + e->alignment - 1) / e->alignment * e->alignment;
      if (at + n > size || !take_argument (l, k, buffer + at))
        return false;
      at += n;
    }
  return true;
}

static bool
read_extra (struct launch *l, void **extra)
{
  const unsigned char *buffer = NULL;
  size_t size = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = extra[1];
    else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = *(size_t *)extra[1];
    else
      return false;
  return buffer && unpack_buffer (l, buffer, size);
}

static bool
read_arguments (struct launch *l, void **parameters, void **extra)
{
  const struct ptx_function *f = l->sim.kernel;
  if (f->parameters == 0)
    return true;
  if ((parameters != NULL) == (extra != NULL))
    return false;
  if (extra)
    return read_extra (l, extra);
  for (unsigned k = 0; k < f->parameters; k++)
    if (!take_argument (l, k, parameters[k]))
      return false;
  return true;
}

static uint64_t
threads_of (const struct sim_launch *l)
{
  return (uint64_t)l->block[0] * l->block[1] * l->block[2];
}

static bool
is_geometry_valid (const struct sim_launch *l)
{
  static const uint64_t grid[] = { 2147483647, 65535, 65535 };
  static const unsigned block[] = { 1024, 1024, 64 };
  for (unsigned n = 0; n < 3; n++)
    if (!l->grid[n] || l->grid[n] > grid[n] || !l->block[n]
        || l->block[n] > block[n])
      return false;
  return threads_of (l) <= MAX_THREADS_PER_BLOCK;
}

static unsigned
threads_of_host (void)
{
  if (drv_settings.threads)
    return (unsigned)drv_settings.threads;
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > 8 ? 8 : (unsigned)n;
}

CUresult
drv_cuLaunchKernel (CUfunction f, unsigned grid_x, unsigned grid_y,
                    unsigned grid_z, unsigned block_x, unsigned block_y,
                    unsigned block_z, unsigned shared, CUstream stream,
                    void **parameters, void **extra)
{
  struct drv_stream *s = drv_stream_of (stream);
  int most = 0;
  if (!drv_is (f, FUNCTION) || !s || !f->function->is_entry
      || f->module->context != s->context)
    return CUDA_ERROR_INVALID_HANDLE;
  drv_cuFuncGetAttribute (&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
  struct launch *l = calloc (1, sizeof *l);
  l->operation.run = execute;
  l->sim = (struct sim_launch){
    .image = f->module->image,
    .kernel = f->function,
    .memory = &s->context->device->memory,
    .grid = { grid_x, grid_y, grid_z },
    .block = { block_x, block_y, block_z },
    .arguments = l->arguments,
    .dynamic_shared = shared,
    .heap_size = s->context->limit[CU_LIMIT_MALLOC_HEAP_SIZE],
    .heap_owner = s->context,
    .threads = threads_of_host (),
    .clock_rate = 1000000,
    .patience = drv_settings.patience * UINT64_C (1000000000),
  };
  CUresult result = CUDA_SUCCESS;
  if (!is_geometry_valid (&l->sim) || shared > (unsigned)f->dynamic_shared
      || !read_arguments (l, parameters, extra))
    result = CUDA_ERROR_INVALID_VALUE;
  else if (threads_of (&l->sim) > (uint64_t)most
           || l->sim.image->shared_size + shared > SHARED_PER_MULTIPROCESSOR)
    result = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  if (result)
    {
      free (l);
      return result;
    }
  return drv_submit (s, &l->operation, false);
}
