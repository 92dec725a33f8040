! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-additional-options "-DOFFLOAD_EMUL_SHARED -cpp" }
! { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" }
! { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" }
! { dg-skip-stock "its devices have memory of their own" }
! Pointers, allocatable components and module variables of the host in regions
! of a device that shares its memory.

module data
  implicit none
#if __GNUC__ >= 13
  !$omp requires unified_shared_memory
#endif
  type node
    integer :: value
    type(node), pointer :: next => null ()
  end type
  type holder
    real, allocatable :: values(:)
    type(node), pointer :: list => null ()
  end type
  integer :: counter = 3
  integer, private :: quiet = 4
  !$omp declare target (counter, quiet)
contains
  integer function next ()
    !$omp declare target
    integer, save :: calls = 0
    calls = calls + 1
    quiet = quiet + 1
    next = calls * 100 + quiet
  end function
end module

program unified_types
  use iso_c_binding
  use omp_lib
  use data
  implicit none
#if __GNUC__ >= 13
  !$omp requires unified_shared_memory
#endif
  character(len=20) :: policy
  type(holder), target :: h
  type(node), pointer :: n
  type(c_ptr) :: p
  integer :: i, device, total, before, inside
  call get_environment_variable ("OMP_TARGET_OFFLOAD", policy)
  if (policy == "mandatory" .and. omp_get_num_devices () /= 2) error stop 1
  do device = 0, omp_get_num_devices () - 1
    h%list => null ()
    do i = 1, 10
      allocate (n)
      n%value = i
      n%next => h%list
      h%list => n
    end do
    if (allocated (h%values)) deallocate (h%values)
    allocate (h%values(5))
    h%values = 1
    p = c_loc (h)
    total = 0
    !$omp target device(device) map(tofrom: total)
    call follow (p, total)
    !$omp end target
    if (total /= 55) error stop 2
    if (any (h%values /= [3., 3., 3., 3., 3.])) error stop 3
    before = counter
    i = next ()
    !$omp target device(device) map(from: inside)
    counter = counter + 10
    inside = next ()
    !$omp end target
    if (counter /= before + 10) error stop 4
    if (inside /= i + 101 .or. next () /= i + 202) error stop 5
  end do
contains
  subroutine follow (p, total)
    !$omp declare target
    type(c_ptr) :: p
    integer :: total
    type(holder), pointer :: there
    type(node), pointer :: at
    call c_f_pointer (p, there)
    at => there%list
    do while (associated (at))
      total = total + at%value
      at => at%next
    end do
    there%values = there%values + 2
  end subroutine
end program
