/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The caller of the library; see symbol.h.  Owns nothing; any thread that holds
   no lock: the first call loads the unwinder.  */

#include <execinfo.h>

#include "os/process.h"
#include "os/symbol.h"

#define DEPTH 32

const void *
os_caller (void)
{
  void *frames[DEPTH];
  int depth = backtrace (frames, DEPTH), i = 0;
  const char *own = os_file_of_address ((const void *)os_caller);
  while (i < depth && os_file_of_address (frames[i]) == own)
    i++;
  return i < depth ? frames[i] : NULL;
}
