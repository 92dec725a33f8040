/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Symbols as a programmer reads them.  */

#ifndef GOMP_BASE_SYMBOL_H
#define GOMP_BASE_SYMBOL_H

#include "base/strbuf.h"

/* Write the source name of SYMBOL, a name in an object file: "parameters::dt"
   for __parameters_MOD_dt of Fortran, "space::f(int)._omp_fn.0" for
   _ZN5space1fEi._omp_fn.0 of C++, if the C++ library is loaded.  For messages:
   may allocate.  */
HIDDEN void gomp_symbol_write (struct gomp_strbuf *sb, const char *symbol) COLD;

#endif
