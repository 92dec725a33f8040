/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Environment variables that begin with KMP_.  */

#ifndef LIBOMP_KMP_ENV_H
#define LIBOMP_KMP_ENV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* Text that is built; what does not fit is left out.  */
struct libomp_text
{
  size_t used;
  char text[1000];
};

/* Write to OUT the settings, "NAME=value" with '|' between, that stand for the
   environment variable ENTRY, KMP_NAME=value; "" if there are none.  False if
   it is not known, has no effect here, or has a wrong value.  */
HIDDEN bool libomp_kmp_translate (const char *entry, struct libomp_text *out);

/* Let those of the environment count.  When the library is loaded.  */
HIDDEN void libomp_kmp_read (void);

#endif
