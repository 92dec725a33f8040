/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* alloc and try_alloc, the same in each plugin.  Before it, the plugin has

     static void *allocate_on (int n, size_t size);   NULL: recorded
     static bool report (void);                       report the error  */

#include <stdio.h>

#include "base/diag.h"
#include "plugin.h"

void *
GOMP_OFFLOAD_alloc (int n, size_t size)
{
  void *memory = allocate_on (n, size);
  if (memory == NULL)
    report ();
  return memory;
}

void *
GOMP_OFFLOAD_try_alloc (int n, size_t size, char *why, size_t length)
{
  void *memory = allocate_on (n, size);
  if (memory == NULL)
    {
      snprintf (why, length, "%s", gomp_error_text ());
      gomp_error_clear ();
    }
  return memory;
}
