/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images in the device process.  */

#ifndef PLUGIN_X86EMUL_TARGET_IMAGE_H
#define PLUGIN_X86EMUL_TARGET_IMAGE_H

#include <stdbool.h>

#include "base/compiler.h"
#include "message.h"

/* Whether /proc has what loading an image needs.  */
HIDDEN bool x86emul_image_can_load (void);
/* Handle the host's request, including the answer.  */
HIDDEN void x86emul_image_load (struct x86emul_incoming *request);
HIDDEN void x86emul_image_unload (const struct x86emul_incoming *request);
/* The process ends: call what images have to run before they are unloaded.  */
HIDDEN void x86emul_image_end_all (void);

#endif
