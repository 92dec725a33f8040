/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The hooks of the mapping checker, the same in each plugin that has one.
   Before it, the plugin has

     static struct ... *device (int n);
     #define CHECK(verb)   its function for check_VERB
     #define LOG(verb)     its function for check_log_VERB  */

#include <stdint.h>

#include "plugin.h"

bool
GOMP_OFFLOAD_check_look (int n, const void *devptr, size_t size,
                         struct gomp_check_view *view)
{
  return CHECK (look) (device (n), (uintptr_t)devptr, size, view);
}

void
GOMP_OFFLOAD_check_change (int n, const void *devptr, size_t size,
                           const struct gomp_check_change *change)
{
  CHECK (change) (device (n), (uintptr_t)devptr, size, change);
}

bool
GOMP_OFFLOAD_check_take (int n, struct gomp_check_report *report)
{
  return CHECK (take) (device (n), report);
}

unsigned
GOMP_OFFLOAD_check_log_give (int n)
{
  return LOG (give) (device (n));
}

const unsigned char *
GOMP_OFFLOAD_check_log_marks (int n, unsigned log, const void *devptr,
                              size_t *size)
{
  return LOG (marks) (device (n), log, (uintptr_t)devptr, size);
}

void
GOMP_OFFLOAD_check_log_clear (int n, unsigned log)
{
  LOG (clear) (device (n), log);
}

#undef CHECK
#undef LOG
