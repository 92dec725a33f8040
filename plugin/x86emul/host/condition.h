/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* May a device be used?  */

#ifndef PLUGIN_X86EMUL_HOST_CONDITION_H
#define PLUGIN_X86EMUL_HOST_CONDITION_H

#include "host/device.h"

/* True if D works; otherwise the reason is recorded.  */
HIDDEN bool x86emul_condition_check (struct x86emul_device *d) COLD;

static inline bool
x86emul_condition_is_usable (struct x86emul_device *d)
{
  return x86emul_device_is_up (d) || x86emul_condition_check (d);
}

/* True if D has the rights of this process, whose user or groups may have
   changed; otherwise an error is recorded.  */
HIDDEN bool x86emul_condition_has_rights (struct x86emul_device *d) COLD;
/* May D be used for a launch?  Otherwise an error is recorded.  */
static inline bool
x86emul_condition_may_run (struct x86emul_device *d)
{
  return x86emul_condition_is_usable (d)
         && (os_rights_are_kept (&d->monitor.watch)
             || x86emul_condition_has_rights (d));
}

#endif
