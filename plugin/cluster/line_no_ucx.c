/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* In place of line_ucx.c where UCX's headers were missing: says so.  Owns no
   data; any thread.  */

#include "line.h"

enum gomp_status
cluster_ucx_open (struct cluster_line *line, const void **address, size_t *size)
{
  (void)line;
  (void)address;
  (void)size;
  gomp_error_set (GOMP_ERR_NODEV, "this package was built without UCX");
  gomp_error_hint ("build it where the package libucx-dev is installed, or set "
                   "OFFLOAD_LINE=stream");
  return GOMP_ERR_NODEV;
}

enum gomp_status
cluster_ucx_connect (struct cluster_line *line, const void *address)
{
  (void)line;
  (void)address;
  return GOMP_ERR_NODEV;
}
