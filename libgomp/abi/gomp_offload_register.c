/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Registration of device images: called by constructors and destructors of
   programs and libraries with images.  */

#include "abi/gomp_target.h"
#include "base/diag.h"
#include "offload/device/image.h"

void
GOMP_offload_register_ver (unsigned version, const void *table, int type,
                           const void *data)
{
  if (gomp_image_register (version, table, type, data) != GOMP_OK)
    gomp_fatal_recorded ();
}

void
GOMP_offload_unregister_ver (unsigned version, const void *table, int type,
                             const void *data)
{
  if (gomp_image_unregister (version, table, type, data) != GOMP_OK)
    gomp_fatal_recorded ();
}

void
GOMP_offload_register (const void *table, int type, const void *data)
{
  GOMP_offload_register_ver (0, table, type, data);
}

void
GOMP_offload_unregister (const void *table, int type, const void *data)
{
  GOMP_offload_unregister_ver (0, table, type, data);
}
