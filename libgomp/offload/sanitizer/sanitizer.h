/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sanitizers of devices.  */

#ifndef GOMP_OFFLOAD_SANITIZER_SANITIZER_H
#define GOMP_OFFLOAD_SANITIZER_SANITIZER_H

#include <stdbool.h>

#include "base/compiler.h"

/* Has the program a sanitizer that devices have, too?  */
HIDDEN bool gomp_sanitizer_is_there (void);
/* Listen if it is WANTED; else no longer.  */
HIDDEN void gomp_sanitizer_listen (bool wanted);

#endif
