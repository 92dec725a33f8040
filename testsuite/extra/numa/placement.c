/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* On which NUMA nodes the memory of allocators with a partition is, by what the
   kernel says about each page.  Right on any machine; the nodes are those that
   the process may use.  Needs OMP_PLACES=numa_domains.  */

#include <malloc.h>
#include <omp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  NODES_MAX = 1024,
  PAGES = 60, /* for 1 to 6 nodes */
  THREADS = 4,
  BIND = 2,        /* MPOL_BIND */
  MEMS_ALLOWED = 4 /* MPOL_F_MEMS_ALLOWED */
};

static int nodes[NODES_MAX]; /* the numbers of those with memory */
static int node_count;
static uintptr_t page;
static bool failed;

static void
report (bool ok, const char *name)
{
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
  failed |= !ok;
}

static void
find_nodes (void)
{
  unsigned long mask[NODES_MAX / 64] = { 0 };
  if (syscall (SYS_get_mempolicy, NULL, mask, (long)NODES_MAX, NULL,
               (long)MEMS_ALLOWED)
      != 0)
    {
      perror ("get_mempolicy");
      exit (1);
    }
  for (int i = 0; i < NODES_MAX; i++)
    if (mask[i / 64] >> i % 64 & 1)
      nodes[node_count++] = i;
}

static int
node_here (void)
{
  unsigned cpu, node;
  syscall (SYS_getcpu, &cpu, &node, NULL);
  return (int)node;
}

/* -1: there is no page.  */
static int
node_of (const char *p)
{
  void *address = (void *)((uintptr_t)p & ~(page - 1));
  int status = -1;
  syscall (SYS_move_pages, 0, 1ul, &address, NULL, &status, 0);
  return status < 0 ? -1 : status;
}

static int
index_of (int node)
{
  for (int i = 0; i < node_count; i++)
    if (nodes[i] == node)
      return i;
  return -1;
}

static omp_allocator_handle_t
make (omp_alloctrait_value_t partition, omp_alloctrait_value_t pinned)
{
  omp_alloctrait_t traits[] = { { omp_atk_partition, partition },
                                { omp_atk_pinned, pinned },
                                { omp_atk_fallback, omp_atv_null_fb } };
  return omp_init_allocator (omp_default_mem_space, 3, traits);
}

static bool
is_interleaved (const char *p, int pages)
{
  for (int i = 1; i < pages; i++)
    {
      int before = index_of (node_of (p + (i - 1) * page));
      int now = index_of (node_of (p + i * page));
      if (before < 0 || now != (before + 1) % node_count)
        return false;
    }
  return true;
}

/* Each node has one part, and the header may make a page of difference.  */
static bool
is_blocked (const char *p, int pages)
{
  int part[NODES_MAX] = { 0 };
  int last = 0;
  for (int i = 0; i < pages; i++)
    {
      int now = index_of (node_of (p + i * page));
      if (now < last)
        return false;
      part[now]++;
      last = now;
    }
  for (int i = 0; i < node_count; i++)
    if (part[i] < pages / node_count - node_count
        || part[i] > pages / node_count + node_count)
      return false;
  return true;
}

static bool
is_on (const char *p, int pages, int node)
{
  for (int i = 0; i < pages; i++)
    if (node_of (p + i * page) != node)
      return false;
  return true;
}

typedef bool checker (const char *, int);

static void
check_spread (const char *name, omp_alloctrait_value_t partition,
              checker *is_right)
{
  char line[99];
  size_t size = PAGES * page;
  omp_allocator_handle_t plain = make (partition, omp_atv_false);
  char *p = omp_alloc (size, plain);
  bool ok = p != NULL;
  if (ok)
    memset (p, 1, size);
  sprintf (line, "%s: omp_alloc", name);
  report (ok && is_right (p, PAGES), line);

  p = omp_realloc (p, 2 * size, plain, plain);
  if (p != NULL)
    memset (p, 1, 2 * size);
  sprintf (line, "%s: omp_realloc", name);
  report (p != NULL && p[0] == 1 && is_right (p, 2 * PAGES), line);
  omp_free (p, plain);

  p = omp_calloc (PAGES, page, plain);
  ok = p != NULL;
  for (int i = 0; ok && i < PAGES; i++)
    {
      ok = p[i * page] == 0;
      p[i * page] = 1;
    }
  sprintf (line, "%s: omp_calloc", name);
  report (ok && is_right (p, PAGES), line);
  omp_free (p, plain);

  ok = true;
  for (size_t less = 0; less < 64; less++)
    {
      p = omp_alloc (size - less, plain);
      memset (p, 1, size - less);
      uintptr_t last = (uintptr_t)p + size - less - 1;
      ok &= is_right (p, (int)(last / page - (uintptr_t)p / page + 1));
      omp_free (p, plain);
    }
  sprintf (line, "%s: up to the last byte", name);
  report (ok, line);

  omp_allocator_handle_t pinned = make (partition, omp_atv_true);
  p = omp_alloc (size, pinned);
  sprintf (line, "%s: pinned, before it is touched", name);
  report (p != NULL && is_right (p, PAGES), line);
  omp_free (p, pinned);
  omp_destroy_allocator (plain);
  omp_destroy_allocator (pinned);
}

/* The nearest to the thread that asks, whoever touches it first.  */
static void
check_nearest (void)
{
  char *blocks[THREADS];
  int asked_on[THREADS];
  bool kept[THREADS], own[THREADS];
  omp_allocator_handle_t a = make (omp_atv_nearest, omp_atv_false);
#pragma omp parallel num_threads(THREADS) proc_bind(spread)
  {
    int t = omp_get_thread_num ();
    asked_on[t] = node_here ();
    blocks[t] = omp_alloc (PAGES * page, a);
#pragma omp barrier
    int other = THREADS - 1 - t;
    memset (blocks[other], 1, PAGES * page);
#pragma omp barrier
    /* Where that is not allowed no test allows more than one.  */
    int wanted = index_of (asked_on[t]) >= 0 ? asked_on[t] : nodes[0];
    kept[t] = is_on (blocks[t], PAGES, wanted);
    omp_free (blocks[t], a);
    blocks[t] = omp_alloc (PAGES * page, a);
    memset (blocks[t], 1, PAGES * page);
    own[t] = is_on (blocks[t], PAGES, wanted);
    omp_free (blocks[t], a);
  }
  omp_destroy_allocator (a);
  bool all_kept = true, all_own = true, several = false;
  for (int t = 0; t < THREADS; t++)
    {
      all_kept &= kept[t];
      all_own &= own[t];
      several |= asked_on[t] != asked_on[0];
    }
  report (several, "nearest: threads on several nodes ask");
  report (all_own, "nearest: touched by the thread that asked");
  report (all_kept, "nearest: touched by one of another node");
}

/* In kilobytes; 0: unknown.  */
static long
free_memory (int node)
{
  char path[99], line[99];
  long free = 0;
  sprintf (path, "/sys/devices/system/node/node%d/meminfo", node);
  FILE *f = fopen (path, "r");
  while (f != NULL && fgets (line, sizeof (line), f) != NULL)
    sscanf (line, "Node %*d MemFree: %ld", &free);
  if (f != NULL)
    fclose (f);
  return free;
}

/* Others help out; a program whose memory is bound to a node is killed.  */
static void
check_full_node (void)
{
  long all = 0;
  for (int i = 0; i < node_count; i++)
    all += free_memory (nodes[i]);
  long own = free_memory (node_here ());
  int pages = (int)((own + 16384) / (long)(page / 1024));
  if (all < own + 65536)
    {
      puts ("UNSUPPORTED: nearest: more than a node has: no other has it");
      return;
    }
  omp_allocator_handle_t a = make (omp_atv_nearest, omp_atv_false);
  char *p = omp_alloc (pages * page, a);
  memset (p, 1, pages * page);
  int here = node_of (p), elsewhere = 0;
  for (int i = 0; i < pages; i++)
    elsewhere += node_of (p + i * page) != here;
  report (elsewhere > 0 && elsewhere < pages / 2,
          "nearest: more than a node has");
  omp_free (p, a);
  omp_destroy_allocator (a);
}

/* Where the process wants it, node by node.  More than malloc takes from what
   it has.  */
static void
check_environment (const char *name, omp_alloctrait_value_t partition)
{
  char line[99];
  int pages = 1 << 10;
  bool ok = true;
  omp_allocator_handle_t a = make (partition, omp_atv_false);
  for (int i = 0; i < node_count; i++)
    {
      unsigned long mask[NODES_MAX / 64] = { 0 };
      mask[nodes[i] / 64] |= 1ul << nodes[i] % 64;
      ok &= syscall (SYS_set_mempolicy, BIND, mask, (long)NODES_MAX) == 0;
      char *p = omp_alloc (pages * page, a);
      memset (p, 1, pages * page);
      ok &= is_on (p, pages, nodes[i]);
      omp_free (p, a);
    }
  ok &= syscall (SYS_set_mempolicy, 0, NULL, 0ul) == 0;
  omp_destroy_allocator (a);
  sprintf (line, "%s: as the process's policy is", name);
  report (ok, line);
}

int
main (int argc, char **argv)
{
  page = (uintptr_t)sysconf (_SC_PAGESIZE);
  find_nodes ();
  mallopt (M_MMAP_THRESHOLD, 1 << 20);
  report (argc > 1 && node_count == atoi (argv[1]), "the nodes are there");
  check_spread ("interleaved", omp_atv_interleaved, is_interleaved);
  check_spread ("blocked", omp_atv_blocked, is_blocked);
  check_nearest ();
  if (node_count > 1)
    check_full_node ();
  check_environment ("environment", omp_atv_environment);
  check_environment ("default", omp_atv_default);
  return failed;
}
