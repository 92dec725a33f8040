! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Sections of one array in several regions at once.  gfortran passes the
! array's descriptor, or a pointer to the array, with each section: each region
! has one of its own, which denotes its section.

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
    do k = 0, parts - 1
      !$omp target nowait map(tofrom: a(k * part + 1:(k + 1) * part)) &
      !$omp   firstprivate(k)
      do j = 1, 20
        do i = k * part + 1, (k + 1) * part
          a(i) = merge (k + 1, a(i) + 1, j == 20)
        end do
      end do
      !$omp end target
    end do
    !$omp taskwait
  end subroutine

  subroutine assumed_shape (a)
    integer :: a(:), i, j, k
    do k = 0, parts - 1
      !$omp target nowait map(tofrom: a(k * part + 1:(k + 1) * part)) &
      !$omp   firstprivate(k)
      do j = 1, 20
        do i = k * part + 1, (k + 1) * part
          a(i) = merge (k + 1, a(i) + 1, j == 20)
        end do
      end do
      !$omp end target
    end do
    !$omp taskwait
  end subroutine

  subroutine through_pointer (a)
    integer, pointer :: a(:)
    integer :: i, j, k
    do k = 0, parts - 1
      !$omp target nowait map(tofrom: a(k * part + 1:(k + 1) * part)) &
      !$omp   firstprivate(k)
      do j = 1, 20
        do i = k * part + 1, (k + 1) * part
          a(i) = merge (k + 1, a(i) + 1, j == 20)
        end do
      end do
      !$omp end target
    end do
    !$omp taskwait
  end subroutine

  subroutine allocated (a)
    integer, allocatable :: a(:)
    integer :: i, j, k
    do k = 0, parts - 1
      !$omp target nowait map(tofrom: a(k * part + 1:(k + 1) * part)) &
      !$omp   firstprivate(k)
      do j = 1, 20
        do i = k * part + 1, (k + 1) * part
          a(i) = merge (k + 1, a(i) + 1, j == 20)
        end do
      end do
      !$omp end target
    end do
    !$omp taskwait
  end subroutine

  ! Sections that stay on the device: each is mapped by a directive of its own.
  subroutine kept (a)
    integer, allocatable :: a(:)
    integer :: i, j, k
    do k = 0, parts - 1
      !$omp target enter data map(to: a(k * part + 1:(k + 1) * part))
    end do
    do k = 0, parts - 1
      !$omp target nowait map(tofrom: a(k * part + 1:(k + 1) * part)) &
      !$omp   firstprivate(k)
      do j = 1, 20
        do i = k * part + 1, (k + 1) * part
          a(i) = merge (k + 1, a(i) + 1, j == 20)
        end do
      end do
      !$omp end target
    end do
    !$omp taskwait
    do k = 0, parts - 1
      !$omp target exit data map(from: a(k * part + 1:(k + 1) * part))
    end do
  end subroutine

  ! One section is mapped around the regions of the others.
  subroutine within (a)
    integer, allocatable :: a(:)
    integer :: i, k
    !$omp target data map(tofrom: a(1:part))
    do k = 1, parts - 1
      !$omp target map(tofrom: a(k * part + 1:(k + 1) * part)) firstprivate(k)
      do i = k * part + 1, (k + 1) * part
        a(i) = k + 1
      end do
      !$omp end target
    end do
    !$omp target map(alloc: a(1:part))
    do i = 1, part
      a(i) = 1
    end do
    !$omp end target
    !$omp end target data
  end subroutine

  subroutine within_explicit_shape (a)
    integer :: a(n), i, k
    !$omp target data map(tofrom: a(1:part))
    do k = 1, parts - 1
      !$omp target map(tofrom: a(k * part + 1:(k + 1) * part)) firstprivate(k)
      do i = k * part + 1, (k + 1) * part
        a(i) = k + 1
      end do
      !$omp end target
    end do
    !$omp target map(alloc: a(1:part))
    do i = 1, part
      a(i) = 1
    end do
    !$omp end target
    !$omp end target data
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
