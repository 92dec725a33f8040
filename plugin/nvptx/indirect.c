/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that are called through pointers; see indirect.h.  Owns no data;
   called while an image is loaded.

   The image has a table of the functions' device addresses.  A variable of its
   device library points to the map: pairs of a host and a device address, and a
   zero behind the last pair.  */

#include "indirect.h"

#include <stdlib.h>

#include "copy.h"
#include "memory.h"
#include "symbols.h"

#define TABLE "$offload_ind_func_table"
#define MAP "__gomp_indirect_addr_map"

/* Make the map in PAIRS, which has room for the zero at its end, too.  */
static enum gomp_status
fill_pairs (struct nvptx_device *d, CUmodule module, void *const *hosts,
            uint64_t *pairs, size_t count)
{
  enum gomp_status status = nvptx_symbols_table (
      d, module, TABLE, "indirect functions", count, pairs);
  for (size_t i = count; i-- > 0;)
    {
      pairs[2 * i + 1] = pairs[i];
      pairs[2 * i] = (uintptr_t)hosts[i];
    }
  pairs[2 * count] = 0;
  return status;
}

static enum gomp_status
store_pairs (struct nvptx_device *d, CUmodule module, const uint64_t *pairs,
             size_t size, CUdeviceptr *map)
{
  struct addr_pair variable;
  enum gomp_status status
      = nvptx_symbols_variable (d, module, MAP, true, &variable);
  if (status != GOMP_OK)
    return status;
  *map = nvptx_memory_alloc (d, size);
  if (*map == 0)
    return GOMP_ERR_NOMEM;
  status = nvptx_copy_in (d, *map, pairs, size);
  return status == GOMP_OK
             ? nvptx_copy_in (d, variable.start, map, sizeof (*map))
             : status;
}

enum gomp_status
nvptx_indirect_store (struct nvptx_device *d, CUmodule module,
                      void *const *hosts, size_t count, CUdeviceptr *map)
{
  size_t size = (2 * count + 1) * sizeof (uint64_t);
  uint64_t *pairs = malloc (size);
  if (pairs == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  enum gomp_status status = fill_pairs (d, module, hosts, pairs, count);
  if (status == GOMP_OK)
    status = store_pairs (d, module, pairs, size, map);
  free (pairs);
  return status;
}
