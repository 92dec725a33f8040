/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The entry point that offgomp-info calls; see include/offgomp_describe.h.  */

#include "base/compiler.h"
#include "base/describe.h"
#include "icv/describe.h"
#include "offload/device/describe.h"

EXPORT offgomp_describe_function offgomp_describe;

void
offgomp_describe (const struct offgomp_describer *to)
{
  gomp_icv_describe (to);
  gomp_devices_describe (to);
}
