! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! Tasks in Fortran: recursion, depend, taskloop, taskgroup.

module work
  implicit none
contains
  recursive integer function fib (n) result (r)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then
      r = n
      return
    end if
    !$omp task shared(a)
    a = fib (n - 1)
    !$omp end task
    !$omp task shared(b)
    b = fib (n - 2)
    !$omp end task
    !$omp taskwait
    r = a + b
  end function fib
end module work

program tasks
  use omp_lib
  use work
  implicit none
  integer :: i, x, r
  integer :: seen(100)

  x = 0
  seen = 0
  !$omp parallel
  !$omp single
  r = fib (12)
  do i = 1, 50
    !$omp task depend(inout: x) shared(x) firstprivate(i)
    if (x /= i - 1) error stop "depend"
    x = i
    !$omp end task
  end do
  !$omp taskwait
  !$omp taskloop grainsize(9)
  do i = 1, 100
    seen(i) = seen(i) + 1
  end do
  !$omp end taskloop
  !$omp taskgroup
  !$omp task shared(x)
  !$omp atomic
  x = x + 1
  !$omp end task
  !$omp end taskgroup
  if (x /= 51) error stop "taskgroup"
  !$omp end single
  !$omp end parallel
  if (r /= 144 .or. any (seen /= 1)) error stop "result"
end program tasks
