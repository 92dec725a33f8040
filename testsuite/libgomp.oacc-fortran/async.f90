! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Queues.  The descriptors of arrays lie in the stack of a procedure that has
! returned when the device gets to them.

program asynchronous
  use openacc
  implicit none
  integer, parameter :: n = 500, queues = 4
  integer, allocatable :: a(:), b(:)
  integer :: q, k, matrix(n, queues)

  allocate (a(n), b(n))
  a = 1
  b = 0
  call enter (a, b)
  do k = 1, 10
    call add (a, b, 2)
    call dirty (k)
  end do
  call leave (a, b)
  call dirty (99)
  !$acc wait(2)
  call check (all (b == 10) .and. all (a == 1))

  matrix = 0
  do q = 1, queues
    call start (matrix(:, q), q)
  end do
  do q = 1, queues
    !$acc wait(q)
    call check (all (matrix(:, q) == [(q * k, k = 1, n)]))
  end do

  call chain
  call pointers
  !$acc wait
  call check (acc_async_test_all ())

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine

  subroutine enter (x, y)
    integer, intent (in) :: x(:), y(:)
    !$acc enter data copyin(x, y) async(2)
  end subroutine

  subroutine leave (x, y)
    integer, intent (inout) :: x(:), y(:)
    !$acc exit data delete(x) copyout(y) async(2)
  end subroutine

  subroutine add (x, y, queue)
    integer, intent (in) :: x(:), queue
    integer, intent (inout) :: y(:)
    integer :: i
    !$acc parallel loop present(x, y) async(queue)
    do i = 1, size (y)
      y(i) = y(i) + x(i)
    end do
  end subroutine

  subroutine start (x, queue)
    integer, intent (inout), target, contiguous :: x(:)
    integer, intent (in) :: queue
    integer, pointer :: p(:)
    integer :: i
    p => x
    !$acc parallel loop copyout(p) firstprivate(queue) async(queue)
    do i = 1, size (p)
      p(i) = i * queue
    end do
  end subroutine

  ! Writes over what was in the stack.
  recursive subroutine dirty (depth)
    integer, intent (in) :: depth
    integer, volatile :: garbage(1000)
    garbage = depth
    if (mod (depth, 5) /= 0) call dirty (depth + 1)
    call check (garbage(1000) == depth)
  end subroutine

  subroutine chain
    integer :: i
    a = 3
    !$acc enter data copyin(a) create(b) async(1)
    !$acc parallel loop present(a, b) async(1)
    do i = 1, n
      b(i) = 2 * a(i)
    end do
    !$acc parallel loop present(a, b) wait(1) async(3)
    do i = 1, n
      a(i) = b(i) + 1
    end do
    !$acc update self(a, b) wait(3) async(4)
    !$acc wait(4)
    call check (all (a == 7) .and. all (b == 6))
    !$acc exit data delete(a, b)
  end subroutine

  subroutine pointers
    integer, allocatable :: local(:)
    integer :: i
    allocate (local(n), source = 4)
    !$acc data copy(local)
    !$acc parallel loop async
    do i = 1, n
      local(i) = local(i) * i
    end do
    !$acc wait
    !$acc end data
    call check (all (local == [(4 * i, i = 1, n)]))
  end subroutine
end program
