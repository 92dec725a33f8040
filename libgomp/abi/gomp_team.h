/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of the entry points for teams, work-sharing and synchronisation
   that are not generated from gomp_loop.def.  */

#ifndef GOMP_ABI_GOMP_TEAM_H
#define GOMP_ABI_GOMP_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

typedef unsigned long long ull;

/* The low bits of a parallel construct's flags are its proc_bind clause.  */
#define GOMP_PARALLEL_BIND(flags) ((enum gomp_proc_bind) ((flags)&7))

EXPORT void GOMP_parallel (void (*fn) (void *), void *data,
                           unsigned num_threads, unsigned flags);
EXPORT unsigned GOMP_parallel_reductions (void (*fn) (void *), void *data,
                                          unsigned num_threads, unsigned flags);
EXPORT void GOMP_parallel_start (void (*fn) (void *), void *data,
                                 unsigned num_threads);
EXPORT void GOMP_parallel_end (void);
EXPORT void GOMP_teams_reg (void (*fn) (void *), void *data, unsigned num_teams,
                            unsigned thread_limit, unsigned flags);

struct gomp_call;
struct gomp_thread;
struct gomp_abi_league
{
  void (*fn) (void *);    /* what each team runs */
  void *data;             /* its argument */
  unsigned num_teams;     /* as the program says; 0: it does not */
  unsigned thread_limit;  /* the same */
  unsigned default_teams; /* if the environment does not say either */
};
/* SELF, the calling thread, runs the teams of LEAGUE; for CALL, observed or
   not.  */
HIDDEN void gomp_abi_teams_run (struct gomp_thread *self,
                                const struct gomp_abi_league *league);
HIDDEN void gomp_abi_teams_observed (const struct gomp_abi_league *league,
                                     struct gomp_call call) COLD;
/* Set the thread limit of the calling task; 0 does not change it.  Returns the
   old one.  */
HIDDEN uint32_t gomp_abi_limit_threads (struct gomp_thread *self,
                                        unsigned limit);

EXPORT void GOMP_loop_end (void);
EXPORT void GOMP_loop_end_nowait (void);
EXPORT bool GOMP_loop_end_cancel (void);
EXPORT void GOMP_ordered_start (void);
EXPORT void GOMP_ordered_end (void);
EXPORT void GOMP_doacross_post (long *counts);
EXPORT void GOMP_doacross_wait (long first, ...);
EXPORT void GOMP_doacross_ull_post (ull *counts);
EXPORT void GOMP_doacross_ull_wait (ull first, ...);

EXPORT unsigned GOMP_sections_start (unsigned count);
EXPORT unsigned GOMP_sections2_start (unsigned count, uintptr_t *reductions,
                                      void **mem);
EXPORT unsigned GOMP_sections_next (void);
EXPORT void GOMP_sections_end (void);
EXPORT void GOMP_sections_end_nowait (void);
EXPORT bool GOMP_sections_end_cancel (void);
EXPORT void GOMP_parallel_sections (void (*fn) (void *), void *data,
                                    unsigned num_threads, unsigned count,
                                    unsigned flags);
EXPORT void GOMP_parallel_sections_start (void (*fn) (void *), void *data,
                                          unsigned num_threads, unsigned count);
EXPORT bool GOMP_single_start (void);
EXPORT void *GOMP_single_copy_start (void);
EXPORT void GOMP_single_copy_end (void *data);
EXPORT void GOMP_scope_start (uintptr_t *reductions);

EXPORT void GOMP_barrier (void);
EXPORT bool GOMP_barrier_cancel (void);
EXPORT void GOMP_critical_start (void);
EXPORT void GOMP_critical_end (void);
EXPORT void GOMP_critical_name_start (void **word);
EXPORT void GOMP_critical_name_end (void **word);
EXPORT void GOMP_atomic_start (void);
EXPORT void GOMP_atomic_end (void);
EXPORT bool GOMP_cancel (int which, bool do_cancel);
EXPORT bool GOMP_cancellation_point (int which);

#endif
