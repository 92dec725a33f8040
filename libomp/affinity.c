/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sets of processors, and the one that the calling thread runs on:
   kmp_..._affinity_mask_..., with the names that kmp.c explains.

   Owns nothing; a mask is the program's.  Any thread.  */

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/sysinfo.h>

#include "libomp.h"

typedef void *affinity_mask;

EXPORT void kmp_create_affinity_mask (affinity_mask *mask);
EXPORT void kmp_create_affinity_mask_ (affinity_mask *mask);
EXPORT void kmp_destroy_affinity_mask (affinity_mask *mask);
EXPORT void kmp_destroy_affinity_mask_ (affinity_mask *mask);
EXPORT int kmp_set_affinity (affinity_mask *mask);
EXPORT int kmp_set_affinity_ (affinity_mask *mask);
EXPORT int kmp_get_affinity (affinity_mask *mask);
EXPORT int kmp_get_affinity_ (affinity_mask *mask);
EXPORT int kmp_get_affinity_max_proc (void);
EXPORT int kmp_get_affinity_max_proc_ (void);

/* At least as large as the kernel's own sets.  */
#define MASK_SIZE CPU_ALLOC_SIZE (8192)

/* Processors have numbers below this.  */
static int
most_processors (void)
{
  return get_nprocs_conf ();
}

int
kmp_get_affinity_max_proc (void)
{
  return most_processors ();
}

int
kmp_get_affinity_max_proc_ (void)
{
  return most_processors ();
}

void
kmp_create_affinity_mask (affinity_mask *mask)
{
  *mask = calloc (1, MASK_SIZE);
}

void
kmp_create_affinity_mask_ (affinity_mask *mask)
{
  kmp_create_affinity_mask (mask);
}

void
kmp_destroy_affinity_mask (affinity_mask *mask)
{
  free (*mask);
  *mask = NULL;
}

void
kmp_destroy_affinity_mask_ (affinity_mask *mask)
{
  kmp_destroy_affinity_mask (mask);
}

/* 0, or what errno would be.  */
int
kmp_set_affinity (affinity_mask *mask)
{
  return sched_setaffinity (0, MASK_SIZE, *mask) == 0 ? 0 : errno;
}

int
kmp_set_affinity_ (affinity_mask *mask)
{
  return kmp_set_affinity (mask);
}

int
kmp_get_affinity (affinity_mask *mask)
{
  return sched_getaffinity (0, MASK_SIZE, *mask) == 0 ? 0 : errno;
}

int
kmp_get_affinity_ (affinity_mask *mask)
{
  return kmp_get_affinity (mask);
}

/* The result is -1 if there is no such processor, or no mask.  */
#define OF_PROCESSOR(name, action)                                             \
  EXPORT int kmp_##name##_affinity_mask_proc (int cpu, affinity_mask *mask);   \
  EXPORT int kmp_##name##_affinity_mask_proc_ (const int *cpu,                 \
                                               affinity_mask *mask);           \
  EXPORT int kmpc_##name##_affinity_mask_proc (int cpu, affinity_mask *mask);  \
  int kmp_##name##_affinity_mask_proc (int cpu, affinity_mask *mask)           \
  {                                                                            \
    if (*mask == NULL || cpu < 0 || cpu >= most_processors ())                 \
      return -1;                                                               \
    action;                                                                    \
  }                                                                            \
  int kmp_##name##_affinity_mask_proc_ (const int *cpu, affinity_mask *mask)   \
  {                                                                            \
    return kmp_##name##_affinity_mask_proc (*cpu, mask);                       \
  }                                                                            \
  int kmpc_##name##_affinity_mask_proc (int cpu, affinity_mask *mask)          \
  {                                                                            \
    return kmp_##name##_affinity_mask_proc (cpu, mask);                        \
  }
OF_PROCESSOR (set, CPU_SET_S (cpu, MASK_SIZE, (cpu_set_t *)*mask); return 0)
OF_PROCESSOR (unset, CPU_CLR_S (cpu, MASK_SIZE, (cpu_set_t *)*mask); return 0)
OF_PROCESSOR (get, return CPU_ISSET_S (cpu, MASK_SIZE, (cpu_set_t *)*mask) != 0)
