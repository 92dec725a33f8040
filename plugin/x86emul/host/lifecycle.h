/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starting and stopping a device.  */

#ifndef PLUGIN_X86EMUL_HOST_LIFECYCLE_H
#define PLUGIN_X86EMUL_HOST_LIFECYCLE_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* Write the path of the device program to PATH, of PATH_MAX bytes.  False:
   there is no executable one, and an error is recorded.  */
HIDDEN bool x86emul_lifecycle_program (char *path);
HIDDEN enum gomp_status x86emul_lifecycle_start (struct x86emul_device *d);
HIDDEN void x86emul_lifecycle_stop (struct x86emul_device *d);

#endif
