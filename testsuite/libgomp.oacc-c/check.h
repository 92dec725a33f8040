/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For OpenACC's programs: what they must do is the same on each device, but
   where the host's memory is the device's.  */

#ifndef CHECK_H
#define CHECK_H

#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
  do                                                                           \
    {                                                                          \
      if (!(condition))                                                        \
        {                                                                      \
          printf ("%s:%d: not %s\n", __FILE__, __LINE__, #condition);          \
          exit (1);                                                            \
        }                                                                      \
    }                                                                          \
  while (0)

/* Does the device use the host's memory?  Ask outside of regions.  */
static inline int
is_shared (void)
{
  return acc_get_device_type () == acc_device_host;
}

static inline void
fill (int *a, int n, int first)
{
  for (int i = 0; i < n; i++)
    a[i] = first + i;
}

/* Is a[i] == FIRST + FACTOR * i?  */
static inline int
is_line (const int *a, int n, int first, int factor)
{
  for (int i = 0; i < n; i++)
    if (a[i] != first + factor * i)
      return 0;
  return 1;
}

#endif
