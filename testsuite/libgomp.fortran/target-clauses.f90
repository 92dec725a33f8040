! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-skip-stock "some routines are from GCC 13 on" }
! Clauses and routines from Fortran that the other tests of this folder do not
! use: always, delete and release, the end of target data, device numbers,
! tasks.

program target_clauses
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 16
  integer :: x, i, number, device
  integer, target :: a(n), back(4, 4)
  integer(c_size_t) :: bytes, none, volume(2), zero(2), dims(2)
  integer :: where, host
  type(c_ptr) :: there
  logical :: separate, on_host

  device = omp_get_default_device ()
  on_host = .true.
  !$omp target map(from: on_host)
  on_host = omp_is_initial_device ()
  !$omp end target
  separate = .not. on_host

  ! always, on what is present.
  x = 1
  !$omp target enter data map(to: x)
  x = 5
  !$omp target map(always, to: x)
  x = x + 1
  !$omp end target
  if (separate .and. x /= 5) stop 1 ! { dg-check lost }
  !$omp target map(always, from: x)
  x = x + 1
  !$omp end target
  if (x /= 7) stop 2
  !$omp target map(always, tofrom: x)
  x = x + 1
  !$omp end target
  if (x /= 8) stop 3

  ! References: given up one by one, or all.
  !$omp target enter data map(alloc: x)
  !$omp target exit data map(release: x)
  x = 9
  !$omp target map(tofrom: x)
  x = x + 1 ! { dg-check stale }
  !$omp end target
  if (separate .and. x /= 9) stop 4
  !$omp target exit data map(delete: x)
  x = 9
  !$omp target map(tofrom: x)
  x = x + 1
  !$omp end target
  if (x /= 10) stop 5

  ! Device numbers.
  number = -1
  !$omp target device(device) map(from: number)
  number = omp_get_device_num ()
  !$omp end target
  if (number /= device .and. separate) stop 6
  if (omp_get_num_devices () /= omp_get_initial_device ()) stop 7

  ! Tasks of every data directive.
  a = [(i, i = 1, n)]
  !$omp taskgroup
  !$omp target enter data nowait map(to: a) depend(out: a)
  !$omp target nowait map(alloc: a) depend(inout: a)
  a(2) = 20
  !$omp end target
  !$omp target update nowait from(a(2:3)) depend(inout: a)
  !$omp task depend(inout: a) shared(a)
  a(3) = a(2) + a(3)
  !$omp end task
  !$omp target update nowait to(a(3:3)) depend(inout: a)
  !$omp target nowait map(alloc: a) depend(inout: a)
  a(4) = a(3)
  !$omp end target
  !$omp target exit data nowait map(from: a) depend(inout: a)
  !$omp end taskgroup
  if (a(2) /= 20 .or. a(3) /= 23 .or. a(4) /= 23 .or. a(n) /= n) stop 8

  ! Copies that work as tasks.
  host = omp_get_initial_device ()
  where = merge (device, host, separate)
  bytes = n * c_sizeof (a(1))
  none = 0
  volume = 2
  zero = 0
  dims = 4
  back = 0
  there = omp_target_alloc (bytes, where)
  if (omp_target_memcpy_async (there, c_loc (a), bytes, none, none, where, &
                               host, 0) /= 0) stop 9
  !$omp taskwait
  if (omp_target_memcpy_rect_async (c_loc (back), there, c_sizeof (a(1)), 2, &
                                    volume, zero, zero, dims, dims, host, &
                                    where, 0) /= 0) stop 10
  !$omp taskwait
  if (back(2, 1) /= a(2) .or. back(1, 2) /= a(5) .or. back(3, 1) /= 0) stop 11
  call omp_target_free (there, where)
end program target_clauses
