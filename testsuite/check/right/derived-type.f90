! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Components of a derived type, one of them a pointer that is mapped too.
module types
  implicit none
  type field
    character :: name
    integer :: n
    real(8), pointer :: v(:)
    logical :: done
  end type
end module

program derived_type
  use types
  implicit none
  type(field) :: f
  integer :: i
  f%name = 'f'
  f%n = 15
  f%done = .false.
  allocate (f%v(15))
  f%v = 1
  !$omp target map(tofrom: f%n, f%done, f%v)
  do i = 1, f%n
    f%v(i) = f%v(i) + i
  end do
  f%done = .true.
  !$omp end target
  if (.not. f%done .or. f%v(15) /= 16) stop 1
  deallocate (f%v)
end program
