/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process-wide locks of constructs; see critical.h.  */

#include "team/critical.h"

struct gomp_critical gomp_critical;
