/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The first messages between host and device.  */

#ifndef PLUGIN_X86EMUL_HOST_GREET_H
#define PLUGIN_X86EMUL_HOST_GREET_H

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* Exchange the messages from HELLO to READY with the process just started.
   PROGRAM is its name in messages for the user.  */
HIDDEN enum gomp_status x86emul_greet (struct x86emul_device *d,
                                       const char *program);

#endif
