/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The largest amount of memory that the process has had.  */

#include <sys/resource.h>

/* In KiB.  */
static long
peak (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}
