/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions of offgomp's libgomp.so.1 that are not part of OpenMP.  A program
   that must also run on other libraries looks them up with dlsym.  */

#ifndef OFFGOMP_H
#define OFFGOMP_H

#ifdef __cplusplus
extern "C"
{
#endif

/* "offgomp", a blank and the version.  */
extern const char *offgomp_version (void);
/* How the library was built: a line "KEY: VALUE" for each fact.  The library's
   section .note.offgomp has the same text.  */
extern const char *offgomp_build_facts (void);

/* How long a waiting thread spins before it sleeps, in nanoseconds; ~0ull: for
   ever.  GOMP_SPINCOUNT and OMP_WAIT_POLICY set the initial value.  A new time
   applies from each thread's next wait on.  Any thread may call.  */
extern unsigned long long offgomp_get_spin_time (void);
extern void offgomp_set_spin_time (unsigned long long ns);

/* The number of threads that run or spin: of this library, and the workers of
   other copies of it in the process.  Waits do not spin if there are more of
   these than CPUs that the process may use.  */
extern unsigned offgomp_get_running_threads (void);

#ifdef __cplusplus
}
#endif

#endif
