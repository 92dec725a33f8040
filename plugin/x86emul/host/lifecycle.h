/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starting and stopping a device.  */

#ifndef X86EMUL_HOST_LIFECYCLE_H
#define X86EMUL_HOST_LIFECYCLE_H

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* Path of the device program; an error is recorded if there is no executable
   one.  */
HIDDEN const char *x86emul_lifecycle_program (void);
HIDDEN enum gomp_status x86emul_lifecycle_start (struct x86emul_device *d);
HIDDEN void x86emul_lifecycle_stop (struct x86emul_device *d);

#endif
