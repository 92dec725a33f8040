! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Sections of one array in several regions at once.  With each section gfortran
! passes the array's descriptor, or a pointer to the array: each region has its
! own, which denotes its section.  Each way to declare the array has the same
! code: target-chunks-*.inc.

module chunks
  implicit none
  integer, parameter :: parts = 8, part = 500, n = parts * part
contains
  subroutine check (a, what)
    integer, intent(in) :: a(n)
    character(*), intent(in) :: what
    integer :: k
    do k = 0, parts - 1
      if (any (a(k * part + 1:(k + 1) * part) /= k + 1)) then
        print *, what, ': section', k + 1, ' is wrong'
        stop 1
      end if
    end do
  end subroutine

  subroutine explicit_shape (a)
    integer :: a(n), i, j, k
    include 'target-chunks-at-once.inc'
  end subroutine

  subroutine assumed_shape (a)
    integer :: a(:), i, j, k
    include 'target-chunks-at-once.inc'
  end subroutine

  subroutine through_pointer (a)
    integer, pointer :: a(:)
    integer :: i, j, k
    include 'target-chunks-at-once.inc'
  end subroutine

  subroutine allocated (a)
    integer, allocatable :: a(:)
    integer :: i, j, k
    include 'target-chunks-at-once.inc'
  end subroutine

  ! Sections that stay on the device: each is mapped by a directive of its own.
  subroutine kept (a)
    integer, allocatable :: a(:)
    integer :: i, j, k
    do k = 0, parts - 1
      !$omp target enter data map(to: a(k * part + 1:(k + 1) * part))
    end do
    include 'target-chunks-at-once.inc'
    do k = 0, parts - 1
      !$omp target exit data map(from: a(k * part + 1:(k + 1) * part))
    end do
  end subroutine

  ! One section is mapped around the regions of the others.
  subroutine within (a)
    integer, allocatable :: a(:)
    integer :: i, k
    include 'target-chunks-within.inc'
  end subroutine

  subroutine within_explicit_shape (a)
    integer :: a(n), i, k
    include 'target-chunks-within.inc'
  end subroutine
end module

program target_chunks
  use chunks
  implicit none
  integer, allocatable, target :: a(:)
  integer, pointer :: p(:)
  allocate (a(n))
  a = 0
  call explicit_shape (a)
  call check (a, 'explicit shape')
  a = 0
  call assumed_shape (a)
  call check (a, 'assumed shape')
  a = 0
  p => a
  call through_pointer (p)
  call check (a, 'pointer')
  a = 0
  call allocated (a)
  call check (a, 'allocatable')
  a = 0
  call kept (a)
  call check (a, 'kept')
  a = 0
  call within (a)
  call check (a, 'within')
  a = 0
  call within_explicit_shape (a)
  call check (a, 'within, explicit shape')
end program
