/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Declares the lock routines of OpenMP 2.5, which programs of GCC 4.3 and older
   use, as old_..., and those of Fortran, of which C has no declarations.  */

#ifndef OLD_LOCKS_H
#define OLD_LOCKS_H

#define OLD_LOCK_ROUTINE(name, result)                                         \
  extern result old_##name (void *);                                           \
  __asm__(".symver old_" #name ", " #name "@OMP_1.0");

#define OLD_LOCK_ROUTINES(suffix)                                              \
  OLD_LOCK_ROUTINE (omp_init_lock##suffix, void)                               \
  OLD_LOCK_ROUTINE (omp_destroy_lock##suffix, void)                            \
  OLD_LOCK_ROUTINE (omp_set_lock##suffix, void)                                \
  OLD_LOCK_ROUTINE (omp_unset_lock##suffix, void)                              \
  OLD_LOCK_ROUTINE (omp_test_lock##suffix, int)                                \
  OLD_LOCK_ROUTINE (omp_init_nest_lock##suffix, void)                          \
  OLD_LOCK_ROUTINE (omp_destroy_nest_lock##suffix, void)                       \
  OLD_LOCK_ROUTINE (omp_set_nest_lock##suffix, void)                           \
  OLD_LOCK_ROUTINE (omp_unset_nest_lock##suffix, void)                         \
  OLD_LOCK_ROUTINE (omp_test_nest_lock##suffix, int)

OLD_LOCK_ROUTINES ()
OLD_LOCK_ROUTINES (_)

#endif
