! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! Allocatable, threadprivate and common variables; locks; the module omp_lib.

program data
  use omp_lib
  implicit none
  real(8), allocatable :: private_array(:), shared_array(:)
  integer :: counter, i, nthreads
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer :: common_value
  common /block/ common_value
  integer, allocatable, save :: own(:)
  !$omp threadprivate (/block/, own)

  allocate (private_array(10), shared_array(1000))
  private_array = 3
  shared_array = 0
  counter = 0
  nthreads = 0
  call omp_init_lock (lock)
  call omp_init_nest_lock (nest)

  common_value = 9
  !$omp parallel copyin(/block/) firstprivate(private_array) &
  !$omp& reduction(+: nthreads)
  nthreads = 1
  if (common_value /= 9) error stop "copyin"
  common_value = omp_get_thread_num ()
  if (allocated (own)) deallocate (own)
  allocate (own(5))
  own = common_value
  if (any (private_array /= 3)) error stop "firstprivate"
  private_array = omp_get_thread_num ()
  do i = 1, 100
    call omp_set_lock (lock)
    counter = counter + 1
    call omp_unset_lock (lock)
    call omp_set_nest_lock (nest)
    if (omp_test_nest_lock (nest) /= 2) error stop "nest lock"
    call omp_unset_nest_lock (nest)
    call omp_unset_nest_lock (nest)
  end do
  !$omp do
  do i = 1, 1000
    shared_array(i) = i
  end do
  !$omp end parallel
  if (counter /= 100 * nthreads) error stop "lock"
  if (sum (shared_array) /= 500500) error stop "do"
  if (any (own /= 0)) error stop "threadprivate"
  call omp_destroy_lock (lock)
  call omp_destroy_nest_lock (nest)
  if (omp_get_wtime () <= 0 .or. omp_in_parallel ()) error stop "api"
end program data
