! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! gfortran-built code: a stencil with a residual, a reduction of an array, and
! tasks that refine a quadrature.
module work
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use omp_lib
  implicit none
contains
  subroutine tell (name, hash, seconds)
    character (*), intent (in) :: name
    integer (int64), intent (in) :: hash
    real (real64), intent (in) :: seconds
    print '(a,1x,a,1x,z16.16)', 'value', name, hash
    print '(a,1x,a,1x,f0.9)', 'time', name, seconds
  end subroutine

  ! Each thread owns a fixed part of the columns, and the greatest change does
  ! not depend on an order: the same bits on every runtime.
  subroutine stencil (n, steps)
    integer, intent (in) :: n, steps
    real (real64), allocatable :: u(:,:), v(:,:)
    real (real64) :: change, start
    integer :: i, j, step
    allocate (u(0:n+1, 0:n+1), v(0:n+1, 0:n+1))
    u = 0
    u(0, :) = 1
    v = u
    start = omp_get_wtime ()
    do step = 1, steps
      change = 0
      !$omp parallel do collapse(1) schedule(static) reduction(max: change) &
      !$omp private(i)
      do j = 1, n
        do i = 1, n
          v(i, j) = 0.25_real64 * (u(i-1, j) + u(i+1, j) + u(i, j-1) &
                                   + u(i, j+1))
          change = max (change, abs (v(i, j) - u(i, j)))
        end do
      end do
      !$omp parallel workshare
      u(1:n, 1:n) = v(1:n, 1:n)
      !$omp end parallel workshare
    end do
    call tell ('stencil', transfer (sum (u) + change, 0_int64), &
               omp_get_wtime () - start)
  end subroutine

  subroutine histogram (count, turns)
    integer, intent (in) :: count, turns
    integer (int64) :: bins(0:63), hash
    integer :: i, turn
    real (real64) :: start
    start = omp_get_wtime ()
    hash = 0
    do turn = 1, turns
      bins = 0
      !$omp parallel do schedule(dynamic, 64) reduction(+: bins)
      do i = 1, count
        bins(mod (i * (turn + 7) + ieor (i, ishft (i, -5)), 64)) = &
          bins(mod (i * (turn + 7) + ieor (i, ishft (i, -5)), 64)) + i
      end do
      do i = 0, 63
        hash = ieor (ishftc (hash, 7), bins(i))
      end do
    end do
    call tell ('histogram', hash, omp_get_wtime () - start)
  end subroutine

  recursive subroutine refine (a, b, depth, area)
    real (real64), intent (in) :: a, b
    integer, intent (in) :: depth
    real (real64), intent (out) :: area
    real (real64) :: left, right, middle
    middle = (a + b) / 2
    if (depth == 0) then
      area = (b - a) * sin (middle) * exp (-middle)
      return
    end if
    !$omp task shared(left)
    call refine (a, middle, depth - 1, left)
    !$omp end task
    !$omp task shared(right)
    call refine (middle, b, depth - 1, right)
    !$omp end task
    !$omp taskwait
    area = left + right
  end subroutine

  subroutine quadrature (depth)
    integer, intent (in) :: depth
    real (real64) :: area, start
    start = omp_get_wtime ()
    !$omp parallel
    !$omp single
    call refine (0.0_real64, 3.0_real64, depth, area)
    !$omp end single
    !$omp end parallel
    call tell ('quadrature', transfer (area, 0_int64), &
               omp_get_wtime () - start)
  end subroutine
end module

program heat
  use work
  implicit none
  character (16) :: size
  call get_environment_variable ('CLIENT_SIZE', size)
  if (size == 'quick') then
    call stencil (60, 20)
    call histogram (5000, 5)
    call quadrature (8)
  else
    call stencil (400, 1500)
    call histogram (20000, 800)
    call quadrature (18)
  end if
end program
