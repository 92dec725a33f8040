/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Environment variables that begin with KMP_.  */

#ifndef LIBOMP_KMP_ENV_H
#define LIBOMP_KMP_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* A text that is built piece by piece.  A piece that does not fit is left
   out.  */
struct libomp_text
{
  size_t used;
  char text[4000];
};

/* Translate ENTRY, "KMP_NAME=value": write the settings of libgomp.so.1 that
   have this effect to OUT, as "NAME=value" separated by '|'.  False: the
   variable is not known, has no effect here, or has a wrong value.  */
HIDDEN bool libomp_kmp_translate (const char *entry, struct libomp_text *out);

/* Apply the variables of the environment.  Called when the library is
   loaded.  */
HIDDEN void libomp_kmp_read (void);

/* A decimal number at *AT, which goes behind it.  */
HIDDEN bool libomp_kmp_number (const char **at, uint64_t *number);

/* Let the process use only the CPUs that VALUE, of KMP_HW_SUBSET, selects.
   EMPTY: it selects none.  WRONG: not understood.  */
enum libomp_subset
{
  LIBOMP_SUBSET_USED,
  LIBOMP_SUBSET_EMPTY,
  LIBOMP_SUBSET_WRONG
};
HIDDEN enum libomp_subset libomp_kmp_subset (const char *value);

#endif
