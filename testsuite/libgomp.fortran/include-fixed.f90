! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! omp_lib.h in fixed form.
! { dg-do run }
! { dg-additional-options "-ffixed-form" }
      program fixed
      implicit none
      include 'omp_lib.h'
      integer n
      call omp_set_num_threads (2)
      n = 0
!$omp parallel reduction (+ : n)
      n = n + omp_get_thread_num () + 1
!$omp end parallel
      if (n .ne. 3 .or. omp_in_parallel ()) stop 1
      if (omp_get_proc_bind () .lt. omp_proc_bind_false) stop 2
      end
