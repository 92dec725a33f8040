/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The machine's caches; see caches.c.  */

#ifndef INFO_CACHES_H
#define INFO_CACHES_H

#include "report.h"

/* Add the kinds of caches to the list IN.  */
void caches_report (struct report *in);

#endif
