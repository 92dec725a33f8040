/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Limits of the process on Linux; see limits.h.  Owns no data.  */

#include "os/limits.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "base/strbuf.h"

static void
add_limit (struct gomp_strbuf *sb, const char *name, int resource)
{
  struct rlimit limit;
  if (getrlimit ((__rlimit_resource_t)resource, &limit) != 0)
    return;
  gomp_strbuf_printf (sb, "%s%s ", sb->length == 0 ? "" : ", ", name);
  if (limit.rlim_cur == RLIM_INFINITY)
    gomp_strbuf_printf (sb, "unlimited");
  else
    gomp_strbuf_printf (sb, "%llu", (unsigned long long)limit.rlim_cur);
}

void
os_thread_limits (char *text, size_t room)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, room);
  add_limit (&sb, "RLIMIT_NPROC", RLIMIT_NPROC);
  add_limit (&sb, "RLIMIT_AS", RLIMIT_AS);
  add_limit (&sb, "RLIMIT_DATA", RLIMIT_DATA);
  gomp_strbuf_printf (&sb, " (see also pids.max of the control group)");
}

static bool
is_limited (int resource)
{
  struct rlimit limit;
  return getrlimit ((__rlimit_resource_t)resource, &limit) == 0
         && limit.rlim_cur != RLIM_INFINITY;
}

bool
os_memory_limited (void)
{
  return is_limited (RLIMIT_AS) || is_limited (RLIMIT_DATA);
}

double
os_load_average (void)
{
  double load[3];
  return getloadavg (load, 3) == 3 ? load[2] : -1;
}
