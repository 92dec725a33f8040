! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! The threads of a team use all that orders them.

program synchronised
  use omp_lib
  implicit none
  integer :: locked, named, counted, in_order, once, s, i
  integer (omp_lock_kind) :: lock
  locked = 0
  named = 0
  counted = 0
  in_order = 0
  once = 0
  s = 0
!$omp target map(tofrom: locked, named, counted, in_order, once, s) &
!$omp & map(alloc: lock)
  call omp_init_lock (lock)
!$omp parallel num_threads(4)
  call omp_set_lock (lock)
  locked = locked + 1
  call omp_unset_lock (lock)
!$omp critical (adding)
  named = named + 1
!$omp end critical (adding)
!$omp atomic
  counted = counted + 1
!$omp do ordered reduction(+: s)
  do i = 1, 100
    s = s + i
!$omp ordered
    in_order = in_order + 1
!$omp end ordered
  end do
!$omp end do
!$omp single
  once = s
!$omp end single
!$omp end parallel
  call omp_destroy_lock (lock)
!$omp end target
  if (locked /= 4 .or. named /= 4 .or. counted /= 4) error stop
  if (in_order /= 100 .or. once /= 5050) error stop
end program
