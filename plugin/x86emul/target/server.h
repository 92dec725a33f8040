/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that run regions.  */

#ifndef PLUGIN_X86EMUL_TARGET_SERVER_H
#define PLUGIN_X86EMUL_TARGET_SERVER_H

#include "base/compiler.h"

/* Look up the functions of the device's libgomp for running regions.  */
HIDDEN void x86emul_server_init (void *libgomp);
/* Start a thread that serves slot I; 0 or an errno value.  */
HIDDEN int x86emul_server_start (unsigned i);
/* From now on, the events of regions are observed.  */
HIDDEN void x86emul_server_observe (void);
/* For ThreadSanitizer: the host's current request comes after all regions that
   have ended.  */
HIDDEN void x86emul_server_order (void);

/* End the process if a thread that runs regions has ended, which a system call
   of the region can do.  */
HIDDEN void x86emul_server_look (void);

#endif
