/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPUs that the process may use, and how much of them: affinity masks, the
   machine's topology and control-group quotas.  Part of the operating system
   contract (os.h): the same general promise.

   A CPU mask is an array of unsigned long, CPU n being bit n % GOMP_WORD_BITS
   of word n / GOMP_WORD_BITS.  */

#ifndef GOMP_OS_CPU_H
#define GOMP_OS_CPU_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

#define GOMP_WORD_BITS (sizeof (unsigned long) * CHAR_BIT)

static inline bool
gomp_mask_has (const unsigned long *mask, size_t words, unsigned long cpu)
{
  size_t word = cpu / GOMP_WORD_BITS;
  return word < words && (mask[word] >> cpu % GOMP_WORD_BITS & 1) != 0;
}

static inline void
gomp_mask_add (unsigned long *mask, unsigned long cpu)
{
  mask[cpu / GOMP_WORD_BITS] |= 1ul << cpu % GOMP_WORD_BITS;
}

static inline unsigned
gomp_mask_count (const unsigned long *mask, size_t words)
{
  unsigned count = 0;
  for (size_t i = 0; i < words; i++)
    count += (unsigned)__builtin_popcountl (mask[i]);
  return count;
}

/* The affinity mask of thread TID of this process (0: the caller): a malloced
   mask of *WORDS words, all that the kernel uses.  */
HIDDEN int os_affinity_get (int tid, unsigned long **mask, size_t *words);
/* The same into MASK, of as many WORDS as os_affinity_get returned.  */
HIDDEN int os_affinity_read (int tid, unsigned long *mask, size_t words);
/* Bind thread TID of this process (0: the caller) to the CPUs of MASK.  */
HIDDEN int os_bind_thread (int tid, const unsigned long *mask, size_t words);

/* The number of words of masks on the stack, for 1024 CPUs.  */
#define GOMP_MASK_WORDS (1024 / GOMP_WORD_BITS)
/* How many threads of this process run, or are ready to run, on each of CPUS
   CPUs.  Slow: some microseconds per thread.  */
HIDDEN int os_threads_count (unsigned short *threads, size_t cpus);
/* Whether this process may use os_migrate_thread; the answer may become false
   later.  */
HIDDEN bool os_migrate_is_allowed (void);
/* Put the calling thread on a CPU of TO, part of its MASK, which it keeps; both
   of WORDS words, at most GOMP_MASK_WORDS.  */
HIDDEN int os_migrate_thread (const unsigned long *mask,
                              const unsigned long *to, size_t words);

/* The CPU quota of the process's control groups: the tightest visible one.  */
struct os_cpu_quota
{
  uint64_t milli_cpus; /* thousandths of a CPU; UINT64_MAX: no limit */
  char group[256];     /* directory of the group that sets it, or "" */
};
/* ROOT is prefixed to the absolute paths that are read; it is "" except in
   tests.  A file that cannot be read counts as no limit.  */
HIDDEN void os_cpu_quota (const char *root, struct os_cpu_quota *quota);

/* How CPUs of the machine are grouped.  */
enum os_cpu_group
{
  OS_CPU_CORE,
  OS_CPU_SOCKET,
  OS_CPU_LAST_CACHE, /* CPUs that share the cache of the highest level */
  OS_CPU_NUMA
};
/* The CPUs that share GROUP with CPU, into the zeroed MASK of WORDS words
   (those beyond it are left out).  ROOT as above.  */
HIDDEN int os_cpu_siblings (const char *root, unsigned cpu,
                            enum os_cpu_group group, unsigned long *mask,
                            size_t words);
/* Do the CPUs of MASK differ in speed, like the performance and efficiency
   cores of one processor?  ROOT as above; no if that cannot be read.  */
HIDDEN bool os_cpus_differ (const char *root, const unsigned long *mask,
                            size_t words);

#endif
