/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What offgomp's libgomp.so.1 offers besides OpenMP.  A program that must also
   run on other libraries looks the functions up by dlsym.  */

#ifndef OFFGOMP_H
#define OFFGOMP_H

#ifdef __cplusplus
extern "C"
{
#endif

/* "offgomp", a blank and the version.  */
extern const char *offgomp_version (void);
/* How the library was built, a line "KEY: VALUE" for each fact.  The same text
   is in its section .note.offgomp.  */
extern const char *offgomp_build_facts (void);

/* How long a waiting thread spins before it sleeps, in nanoseconds, as
   GOMP_SPINCOUNT and OMP_WAIT_POLICY set it at the start; ~0ull: for ever.  A
   new time holds from each thread's next wait on.  Any thread may call.  */
extern unsigned long long offgomp_get_spin_time (void);
extern void offgomp_set_spin_time (unsigned long long ns);

/* Threads that run or spin: of this library, and the workers of other copies
   of it in the process.  Waits do not spin where these are more than the CPUs
   that the process may use.  */
extern unsigned offgomp_get_running_threads (void);

#ifdef __cplusplus
}
#endif

#endif
