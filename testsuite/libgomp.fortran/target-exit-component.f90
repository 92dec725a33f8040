! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! A pointer component that was mapped by enter data is released by exit data,
! together with its descriptor, which GCC 12 passes as alloc there.

program exit_component
  use iso_c_binding
  use omp_lib
  implicit none
  type list
    integer :: length
    integer, pointer :: values(:) => null ()
  end type
  type(list), target :: l
  integer :: i

  allocate (l%values(5))
  do i = 1, 3
    l%values = i
    !$omp target enter data map(to: l%values)
    !$omp target map(alloc: l%values)
    l%values = l%values + 10
    !$omp end target
    !$omp target exit data map(from: l%values)
    if (any (l%values /= i + 10)) stop 1
    if (omp_get_num_devices () == 0) cycle
    if (omp_target_is_present (c_loc (l%values), 0) /= 0) stop 2
    if (omp_target_is_present (c_loc (l%values(1)), 0) /= 0) stop 3
  end do
  deallocate (l%values)
  allocate (l%values(9))
  l%values = 4
  !$omp target enter data map(to: l%values)
  l%values = 5
  !$omp target exit data map(from: l%values)
  if (omp_get_num_devices () > 0 .and. any (l%values /= 4)) stop 4
end program
