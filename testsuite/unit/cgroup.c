/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPU quota of control groups, on trees of files made for the purpose.  */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "os/cpu.h"

static char root[] = "/tmp/cgroup-XXXXXX";

static void
put (const char *path, const char *text)
{
  char full[512];
  snprintf (full, sizeof (full), "%s%s", root, path);
  for (char *s = full + sizeof (root); (s = strchr (s, '/')) != NULL; s++)
    {
      *s = '\0';
      mkdir (full, 0777);
      *s = '/';
    }
  FILE *f = fopen (full, "w");
  fputs (text, f);
  fclose (f);
}

static void
begin (void)
{
  strcpy (root + strlen (root) - 6, "XXXXXX");
  CHECK (mkdtemp (root) != NULL);
}

static void
end (void)
{
  char command[128];
  snprintf (command, sizeof (command), "rm -rf %s", root);
  CHECK (system (command) == 0);
}

static uint64_t
ask (const char *group)
{
  struct os_cpu_quota q;
  os_cpu_quota (root, &q);
  CHECK (strcmp (q.group, group) == 0);
  return q.milli_cpus;
}

#define V2_MOUNT                                                               \
  "25 30 0:22 / /proc rw shared:5 - proc proc rw\n"                            \
  "31 30 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"

static void
test_nothing_there (void)
{
  begin ();
  CHECK (ask ("") == UINT64_MAX);
  end ();
}

static void
test_v2_own_group (void)
{
  begin ();
  put ("/proc/self/cgroup", "0::/a/b\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/a/b/cpu.max", "150000 100000\n");
  CHECK (ask ("/sys/fs/cgroup/a/b") == 1500);
  end ();
}

static void
test_v2_tightest_ancestor (void)
{
  begin ();
  put ("/proc/self/cgroup", "0::/a/b/c\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n");
  put ("/sys/fs/cgroup/a/b/cpu.max", "400000 100000\n");
  put ("/sys/fs/cgroup/a/cpu.max", "50000 100000\n");
  CHECK (ask ("/sys/fs/cgroup/a") == 500);
  end ();
}

static void
test_v2_no_limit (void)
{
  begin ();
  put ("/proc/self/cgroup", "0::/\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/cpu.max", "max 100000\n");
  CHECK (ask ("") == UINT64_MAX);
  end ();
}

/* A container without a group namespace: the path begins outside.  */
static void
test_v2_path_outside_of_mount (void)
{
  begin ();
  put ("/proc/self/cgroup", "0::/docker/123\n");
  put ("/proc/self/mountinfo",
       "31 30 0:26 /docker/123 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  put ("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  CHECK (ask ("/sys/fs/cgroup") == 2000);
  put ("/proc/self/cgroup", "0::/../other\n");
  CHECK (ask ("/sys/fs/cgroup") == 2000);
  end ();
}

static void
test_v1 (void)
{
  begin ();
  put ("/proc/self/cgroup", "5:memory:/m\n4:cpuacct,cpu:/x/y\n1:name=s:/\n");
  put ("/proc/self/mountinfo",
       "40 30 0:30 / /cg/memory rw - cgroup cgroup rw,memory\n"
       "41 30 0:31 / /cg/with\\040blank rw - cgroup cgroup rw,cpuacct,cpu\n");
  put ("/cg/with blank/x/y/cpu.cfs_quota_us", "-1\n");
  put ("/cg/with blank/x/y/cpu.cfs_period_us", "100000\n");
  CHECK (ask ("") == UINT64_MAX);
  put ("/cg/with blank/x/cpu.cfs_quota_us", "250000\n");
  put ("/cg/with blank/x/cpu.cfs_period_us", "100000\n");
  CHECK (ask ("/cg/with blank/x") == 2500);
  end ();
}

static void
test_files_that_make_no_sense (void)
{
  begin ();
  put ("/proc/self/cgroup", "0::/a\nrubbish\n");
  put ("/proc/self/mountinfo", "rubbish\n\n" V2_MOUNT);
  put ("/sys/fs/cgroup/a/cpu.max", "-5 0\n");
  CHECK (ask ("") == UINT64_MAX);
  put ("/sys/fs/cgroup/a/cpu.max", "");
  CHECK (ask ("") == UINT64_MAX);
  end ();
}

int
main (void)
{
  RUN (test_nothing_there);
  RUN (test_v2_own_group);
  RUN (test_v2_tightest_ancestor);
  RUN (test_v2_no_limit);
  RUN (test_v2_path_outside_of_mount);
  RUN (test_v1);
  RUN (test_files_that_make_no_sense);
  return check_done ();
}
