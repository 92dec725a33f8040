/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Looking up symbols of an image; see symbols.h.  Owns no data; called while an
   image is loaded.  */

#include "symbols.h"

#include "copy.h"
#include "failure.h"

enum gomp_status
nvptx_symbols_variable (struct nvptx_device *d, CUmodule module,
                        const char *name, bool needed, struct addr_pair *pair)
{
  CUdeviceptr start = 0;
  size_t size = 0;
  *pair = (struct addr_pair){ 0, 0 };
  CUresult r = nvptx_cu.module_variable (&start, &size, module, name);
  if (r != CUDA_SUCCESS && (needed || r != CUDA_ERROR_NOT_FOUND))
    return nvptx_failed (d, r, "looking for variable %s of a device image",
                         name);
  if (r == CUDA_SUCCESS)
    *pair = (struct addr_pair){ start, start + size };
  return GOMP_OK;
}

enum gomp_status
nvptx_symbols_table (struct nvptx_device *d, CUmodule module, const char *name,
                     const char *what, size_t count, uint64_t *addresses)
{
  struct addr_pair table;
  enum gomp_status status
      = nvptx_symbols_variable (d, module, name, true, &table);
  if (status != GOMP_OK)
    return status;
  if (table.end - table.start != count * sizeof (addresses[0]))
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "a device image for nvptx has %zu %s, but a table "
                           "of %zu bytes for them",
                           count, what, (size_t)(table.end - table.start));
  return nvptx_copy_out (d, addresses, table.start,
                         count * sizeof (addresses[0]));
}
