/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How CPUs are grouped, on a tree of files made for the test: two sockets of
   two cores with two threads each.  */

#include "check.h"
#include "files.h"
#include "os/cpu.h"

static void
put_cpu (int cpu, const char *file, const char *text)
{
  char path[256];
  snprintf (path, sizeof (path), "/sys/devices/system/cpu/cpu%d/%s", cpu, file);
  put (path, text);
}

static void
make_machine (void)
{
  for (int cpu = 0; cpu < 8; cpu++)
    {
      char core[16];
      int first = cpu % 4;
      snprintf (core, sizeof (core), "%d,%d\n", first, first + 4);
      put_cpu (cpu, "topology/thread_siblings_list", core);
      const char *socket = first < 2 ? "0-1,4-5\n" : "2-3,6-7\n";
      put_cpu (cpu, "topology/core_siblings_list", socket);
      put_cpu (cpu, "cache/index0/level", "1\n");
      put_cpu (cpu, "cache/index0/shared_cpu_list", core);
      put_cpu (cpu, "cache/index1/level", "3\n");
      put_cpu (cpu, "cache/index1/shared_cpu_list", socket);
      put_cpu (cpu, "cache/index2/level", "2\n");
      put_cpu (cpu, "cache/index2/shared_cpu_list", core);
      put_cpu (cpu, first < 2 ? "node0/x" : "node1/x", "");
    }
  put ("/sys/devices/system/node/node0/cpulist", "0-1,4-5\n");
  put ("/sys/devices/system/node/node1/cpulist", "2-3,6-7\n");
}

static unsigned long
ask (unsigned cpu, enum os_cpu_group group)
{
  unsigned long mask = 0;
  EXPECT (os_cpu_siblings (root, cpu, group, &mask, 1) == 0);
  return mask;
}

static void
test_groups (void)
{
  EXPECT (ask (0, OS_CPU_CORE) == 0x11);
  EXPECT (ask (7, OS_CPU_CORE) == 0x88);
  EXPECT (ask (1, OS_CPU_SOCKET) == 0x33);
  EXPECT (ask (6, OS_CPU_SOCKET) == 0xcc);
  EXPECT (ask (2, OS_CPU_LAST_CACHE) == 0xcc);
  EXPECT (ask (5, OS_CPU_NUMA) == 0x33);
}

static void
test_unreadable (void)
{
  unsigned long mask = 0;
  EXPECT (os_cpu_siblings (root, 9, OS_CPU_CORE, &mask, 1) != 0);
  EXPECT (os_cpu_siblings (root, 9, OS_CPU_LAST_CACHE, &mask, 1) != 0);
  EXPECT (os_cpu_siblings (root, 9, OS_CPU_NUMA, &mask, 1) != 0);
  EXPECT (mask == 0);
}

static void
test_beyond_the_mask (void)
{
  unsigned long mask = 0;
  put_cpu (8, "topology/core_siblings_list", "8,60-70,100000\n");
  EXPECT (os_cpu_siblings (root, 8, OS_CPU_SOCKET, &mask, 1) == 0);
  EXPECT (mask == (0xful << 60 | 0x100));
}

static void
put_capacities (const char *file, const char *first, const char *rest)
{
  for (int cpu = 0; cpu < 8; cpu++)
    put_cpu (cpu, file, cpu < 2 ? first : rest);
}

static void
test_capacities (void)
{
  const unsigned long all = 0xff, some = 0xf0;
  EXPECT (!os_cpus_differ (root, &all, 1));
  put_capacities ("cpufreq/cpuinfo_max_freq", "5300000\n", "5100000\n");
  EXPECT (!os_cpus_differ (root, &all, 1));
  put_capacities ("cpufreq/cpuinfo_max_freq", "5300000\n", "3900000\n");
  EXPECT (os_cpus_differ (root, &all, 1));
  EXPECT (!os_cpus_differ (root, &some, 1));
  put_capacities ("cpu_capacity", "1024\n", "1024\n");
  EXPECT (!os_cpus_differ (root, &all, 1));
  put_capacities ("cpu_capacity", "1024\n", "446\n");
  EXPECT (os_cpus_differ (root, &all, 1));
  const unsigned long beyond = 0x1ff;
  EXPECT (!os_cpus_differ (root, &beyond, 1));
}

int
main (void)
{
  begin_files ();
  make_machine ();
  RUN (test_groups);
  RUN (test_unreadable);
  RUN (test_capacities);
  RUN (test_beyond_the_mask);
  end_files ();
  return check_done ();
}
