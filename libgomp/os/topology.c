/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How CPUs are grouped, from sysfs; see cpu.h.  Owns no data.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "os/cpu.h"

#define CPU_DIR "/sys/devices/system/cpu/cpu"

/* Add the CPUs of a list such as 0-3,8 to MASK.  */
static void
add_list (const char *list, unsigned long *mask, size_t words)
{
  const char *s = list;
  for (;;)
    {
      char *end;
      unsigned long first = strtoul (s, &end, 10);
      if (end == s)
        return;
      unsigned long last = first;
      if (*end == '-')
        last = strtoul (end + 1, &end, 10);
      for (; first <= last && first < words * GOMP_WORD_BITS; first++)
        gomp_mask_add (mask, first);
      if (*end != ',')
        return;
      s = end + 1;
    }
}

/* The first line of the file PATH.  No stdio, so that a worker can call this
   without malloc.  */
static int
read_line (const char *path, char *line, int size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return errno;
  ssize_t n = read (fd, line, (size_t)size - 1);
  close (fd);
  line[n > 0 ? n : 0] = '\0';
  line[strcspn (line, "\n")] = '\0';
  return n > 0 ? 0 : EIO;
}

static int
add_file (const char *path, unsigned long *mask, size_t words)
{
  char line[4096];
  int err = read_line (path, line, sizeof (line));
  if (err == 0)
    add_list (line, mask, words);
  return err;
}

/* The cache of the highest level that contains CPU.  The index directories have
   no guaranteed order.  */
static int
last_cache (const char *root, unsigned cpu, unsigned long *mask, size_t words)
{
  char path[512];
  char line[64];
  int best = -1;
  long best_level = 0;
  for (int i = 0; i < 16; i++)
    {
      snprintf (path, sizeof (path), "%s" CPU_DIR "%u/cache/index%d/level",
                root, cpu, i);
      if (read_line (path, line, sizeof (line)) != 0)
        break;
      long level = strtol (line, NULL, 10);
      if (level >= best_level)
        {
          best = i;
          best_level = level;
        }
    }
  if (best < 0)
    return ENOENT;
  snprintf (path, sizeof (path),
            "%s" CPU_DIR "%u/cache/index%d/shared_cpu_list", root, cpu, best);
  return add_file (path, mask, words);
}

/* The node is an entry nodeN in the CPU's directory.  */
static int
numa_node (const char *root, unsigned cpu, unsigned long *mask, size_t words)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char path[512];
  snprintf (path, sizeof (path), "%s" CPU_DIR "%u", root, cpu);
  DIR *dir = opendir (path);
  if (dir == NULL)
    return errno;
  long node = -1;
  for (struct dirent *e; node < 0 && (e = readdir (dir)) != NULL;)
    if (strncmp (e->d_name, "node", 4) == 0)
      node = strtol (e->d_name + 4, NULL, 10);
  closedir (dir);
  if (node < 0)
    return ENOENT;
  snprintf (path, sizeof (path), "%s/sys/devices/system/node/node%ld/cpulist",
            root, node);
  return add_file (path, mask, words);
}

int
os_cpu_siblings (const char *root, unsigned cpu, enum os_cpu_group group,
                 unsigned long *mask, size_t words)
{
  int saved = errno;
  int err;
  char path[512];
  if (group == OS_CPU_LAST_CACHE)
    err = last_cache (root, cpu, mask, words);
  else if (group == OS_CPU_NUMA)
    err = numa_node (root, cpu, mask, words);
  else
    {
      snprintf (path, sizeof (path), "%s" CPU_DIR "%u/topology/%s", root, cpu,
                group == OS_CPU_CORE ? "thread_siblings_list"
                                     : "core_siblings_list");
      err = add_file (path, mask, words);
    }
  errno = saved;
  return err;
}

/* The speed of CPU, in a unit that all CPUs of the machine share: its capacity
   if the kernel provides it, else its highest frequency. 0: unknown.  */
static unsigned long
capacity_of (const char *root, unsigned long cpu)
{
  static const char *const files[]
      = { "cpu_capacity", "cpufreq/cpuinfo_max_freq" };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (files); i++)
    {
      char path[512];
      char line[64];
      snprintf (path, sizeof (path), "%s" CPU_DIR "%lu/%s", root, cpu,
                files[i]);
      if (read_line (path, line, sizeof (line)) == 0)
        return strtoul (line, NULL, 10);
    }
  return 0;
}

/* Cores of one kind differ a little in their highest frequency, too.  */
bool
os_cpus_differ (const char *root, const unsigned long *mask, size_t words)
{
  int saved = errno;
  unsigned long least = ULONG_MAX;
  unsigned long most = 0;
  for (unsigned long cpu = 0; cpu < words * GOMP_WORD_BITS && least != 0; cpu++)
    if (gomp_mask_has (mask, words, cpu))
      {
        unsigned long capacity = capacity_of (root, cpu);
        least = capacity < least ? capacity : least;
        most = capacity > most ? capacity : most;
      }
  errno = saved;
  return least != 0 && most > least && most - least > least / 4;
}
