/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPU quota of control groups, on trees of files made for the test.  */

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "os/cpu.h"

static uint64_t
ask (const char *group)
{
  struct os_cpu_quota q;
  os_cpu_quota (root, &q);
  EXPECT (strcmp (q.group, group) == 0);
  return q.milli_cpus;
}

#define V2_MOUNT                                                               \
  "25 30 0:22 / /proc rw shared:5 - proc proc rw\n"                            \
  "31 30 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"

static void
test_nothing_there (void)
{
  begin_files ();
  EXPECT (ask ("") == UINT64_MAX);
  end_files ();
}

static void
test_v2_own_group (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/a/b\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/a/b/cpu.max", "150000 100000\n");
  EXPECT (ask ("/sys/fs/cgroup/a/b") == 1500);
  end_files ();
}

static void
test_v2_tightest_ancestor (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/a/b/c\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n");
  put ("/sys/fs/cgroup/a/b/cpu.max", "400000 100000\n");
  put ("/sys/fs/cgroup/a/cpu.max", "50000 100000\n");
  EXPECT (ask ("/sys/fs/cgroup/a") == 500);
  end_files ();
}

static void
test_v2_no_limit (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT (ask ("") == UINT64_MAX);
  end_files ();
}

/* A container without a group namespace: the path begins outside.  */
static void
test_v2_path_outside_of_mount (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/docker/123\n");
  put ("/proc/self/mountinfo",
       "31 30 0:26 /docker/123 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  put ("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT (ask ("/sys/fs/cgroup") == 2000);
  put ("/proc/self/cgroup", "0::/../other\n");
  EXPECT (ask ("/sys/fs/cgroup") == 2000);
  end_files ();
}

static void
test_v1 (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "5:memory:/m\n4:cpuacct,cpu:/x/y\n1:name=s:/\n");
  put ("/proc/self/mountinfo",
       "40 30 0:30 / /cg/memory rw - cgroup cgroup rw,memory\n"
       "41 30 0:31 / /cg/with\\040blank rw - cgroup cgroup rw,cpuacct,cpu\n");
  put ("/cg/with blank/x/y/cpu.cfs_quota_us", "-1\n");
  put ("/cg/with blank/x/y/cpu.cfs_period_us", "100000\n");
  EXPECT (ask ("") == UINT64_MAX);
  put ("/cg/with blank/x/cpu.cfs_quota_us", "250000\n");
  put ("/cg/with blank/x/cpu.cfs_period_us", "100000\n");
  EXPECT (ask ("/cg/with blank/x") == 2500);
  end_files ();
}

static void
test_files_that_make_no_sense (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/a\nrubbish\n");
  put ("/proc/self/mountinfo", "rubbish\n\n" V2_MOUNT);
  put ("/sys/fs/cgroup/a/cpu.max", "-5 0\n");
  EXPECT (ask ("") == UINT64_MAX);
  put ("/sys/fs/cgroup/a/cpu.max", "");
  EXPECT (ask ("") == UINT64_MAX);
  end_files ();
}

/* Version 1 with the controllers, version 2 beside it: both may limit.  */
#define HYBRID                                                                 \
  "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"                \
  "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"

static void
test_hybrid (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "2:cpuacct:/\n1:cpu:/box\n0::/unit\n");
  put ("/proc/self/mountinfo", HYBRID);
  put ("/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "300000\n");
  put ("/sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
  EXPECT (ask ("/sys/fs/cgroup/cpu/box") == 3000);
  put ("/sys/fs/cgroup/unified/unit/cpu.max", "200000 100000\n");
  EXPECT (ask ("/sys/fs/cgroup/unified/unit") == 2000);
  put ("/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "100000\n");
  EXPECT (ask ("/sys/fs/cgroup/cpu/box") == 1000);
  end_files ();
}

static void
test_v1_parent (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "1:cpu,cpuacct:/a/b/c\n");
  put ("/proc/self/mountinfo",
       "32 31 0:29 / /cg rw - cgroup cgroup rw,cpu,cpuacct\n");
  put ("/cg/a/b/c/cpu.cfs_quota_us", "800000\n");
  put ("/cg/a/b/c/cpu.cfs_period_us", "100000\n");
  put ("/cg/a/cpu.cfs_quota_us", "75000\n");
  put ("/cg/a/cpu.cfs_period_us", "50000\n");
  EXPECT (ask ("/cg/a") == 1500);
  end_files ();
}

/* A container with a version 1 path that begins outside of the mount.  */
static void
test_v1_container (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "1:cpu:/docker/77/inner\n");
  put ("/proc/self/mountinfo",
       "32 31 0:29 /docker/77 /cg rw - cgroup cgroup rw,cpu\n");
  put ("/cg/inner/cpu.cfs_quota_us", "-1\n");
  put ("/cg/inner/cpu.cfs_period_us", "100000\n");
  put ("/cg/cpu.cfs_quota_us", "50000\n");
  put ("/cg/cpu.cfs_period_us", "100000\n");
  EXPECT (ask ("/cg") == 500);
  end_files ();
}

/* A group namespace: the mount's root is the container's group, or lies
   outside of what the namespace shows.  */
static void
test_namespaces (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/\n");
  put ("/proc/self/mountinfo",
       "31 30 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  put ("/sys/fs/cgroup/cpu.max", "250000 100000\n");
  EXPECT (ask ("/sys/fs/cgroup") == 2500);
  put ("/proc/self/mountinfo",
       "31 30 0:26 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  EXPECT (ask ("/sys/fs/cgroup") == 2500);
  end_files ();
}

/* Mounts of other parts of the tree come first.  */
static void
test_several_mounts (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/mine/deep\n");
  put ("/proc/self/mountinfo",
       "31 30 0:26 /other /somewhere rw - cgroup2 cgroup2 rw\n"
       "32 30 0:26 /min /elsewhere rw - cgroup2 cgroup2 rw\n"
       "33 30 0:26 /mine /here rw - cgroup2 cgroup2 rw\n");
  put ("/somewhere/cpu.max", "100000 100000\n");
  put ("/elsewhere/cpu.max", "100000 100000\n");
  put ("/here/cpu.max", "700000 100000\n");
  put ("/here/deep/cpu.max", "600000 100000\n");
  EXPECT (ask ("/here/deep") == 6000);
  end_files ();
}

/* A directory cannot be read as a file, whoever asks; nor can a link to
   nothing.  What lies above still counts.  */
static void
test_unreadable_files (void)
{
  char path[512];
  begin_files ();
  put ("/proc/self/cgroup", "0::/a/b\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/a/b/cpu.max/file", "");
  put ("/sys/fs/cgroup/cpu.max", "500000 100000\n");
  snprintf (path, sizeof (path), "%s/sys/fs/cgroup/a/cpu.max", root);
  EXPECT (symlink ("nothing", path) == 0);
  EXPECT (ask ("/sys/fs/cgroup") == 5000);
  end_files ();
  begin_files ();
  put ("/proc/self/cgroup/file", "");
  put ("/proc/self/mountinfo", V2_MOUNT);
  EXPECT (ask ("") == UINT64_MAX);
  end_files ();
}

static void
test_fractions_count_up (void)
{
  begin_files ();
  put ("/proc/self/cgroup", "0::/a\n");
  put ("/proc/self/mountinfo", V2_MOUNT);
  put ("/sys/fs/cgroup/a/cpu.max", "100001 100000\n");
  EXPECT (ask ("/sys/fs/cgroup/a") == 1001);
  put ("/sys/fs/cgroup/a/cpu.max", "1 1000000\n");
  EXPECT (ask ("/sys/fs/cgroup/a") == 1);
  put ("/sys/fs/cgroup/a/cpu.max", "9223372036854775807 1\n");
  EXPECT (ask ("") == UINT64_MAX);
  end_files ();
}

/* The mount comes after 200 kB of others.  */
static void
test_long_mount_table (void)
{
  begin_files ();
  size_t room = 4000 * 64;
  char *table = malloc (room);
  size_t length = 0;
  for (int i = 0; i < 4000; i++)
    length += (size_t)snprintf (table + length, room - length,
                                "%d 30 0:1 / /m%d rw - tmpfs tmpfs rw\n", i, i);
  snprintf (table + length, room - length, "%s", V2_MOUNT);
  put ("/proc/self/cgroup", "0::/a\n");
  put ("/proc/self/mountinfo", table);
  put ("/sys/fs/cgroup/a/cpu.max", "300000 100000\n");
  EXPECT (ask ("/sys/fs/cgroup/a") == 3000);
  free (table);
  end_files ();
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
  RUN (test_hybrid);
  RUN (test_v1_parent);
  RUN (test_v1_container);
  RUN (test_namespaces);
  RUN (test_several_mounts);
  RUN (test_unreadable_files);
  RUN (test_fractions_count_up);
  RUN (test_long_mount_table);
  RUN (test_files_that_make_no_sense);
  return check_done ();
}
