/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Has ptxas check code, if it is installed.  */

#ifndef MKOFFLOAD_NVPTX_VERIFY_H
#define MKOFFLOAD_NVPTX_VERIFY_H

#include "options.h"

/* Check the file PATH with code for sm_TARGET and newer; warn if it fails.  */
void verify (const char *path, unsigned target, const struct options *options);

#endif
