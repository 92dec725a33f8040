! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! do with each schedule and modifier, index kind and step; lastprivate, linear,
! collapse of triangles, loop, simd, scan, ordered with threads and simd,
! doacross.

module loops
  use, intrinsic :: iso_fortran_env
  use omp_lib
  implicit none
  integer, parameter :: n = 300
contains
  subroutine once (seen, where)
    integer, intent (in) :: seen(:)
    character (*), intent (in) :: where
    if (any (seen /= 1)) then
      print *, where, seen
      error stop "not each iteration once"
    end if
  end subroutine

  subroutine schedules
    integer :: seen(n), i
    integer (int64) :: wide
    integer (int16) :: narrow
    seen = 0
    !$omp parallel do schedule(static)
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    call once (seen, "static")
    seen = 0
    !$omp parallel do schedule(static, 7)
    do i = n, 1, -1
      seen(i) = seen(i) + 1
    end do
    call once (seen, "static, 7")
    seen = 0
    !$omp parallel do schedule(monotonic: dynamic, 4)
    do wide = n, 1, -1
      seen(wide) = seen(wide) + 1
    end do
    call once (seen, "monotonic dynamic")
    seen = 0
    !$omp parallel do schedule(nonmonotonic: guided, 2)
    do narrow = 1, int (n, int16)
      seen(narrow) = seen(narrow) + 1
    end do
    call once (seen, "nonmonotonic guided")
    seen = 0
    !$omp parallel do schedule(auto)
    do i = 1, 3 * n - 2, 3
      seen((i + 2) / 3) = seen((i + 2) / 3) + 1
    end do
    call once (seen, "auto")
    seen = 0
    call omp_set_schedule (omp_sched_guided, 5)
    !$omp parallel do schedule(nonmonotonic: runtime)
    do wide = 1, 2 * n - 1, 2
      seen((wide + 1) / 2) = seen((wide + 1) / 2) + 1
    end do
    call once (seen, "runtime")
    !$omp parallel do schedule(dynamic)
    do i = 5, 4
      error stop "an empty loop ran"
    end do
  end subroutine

  ! A monotonic schedule gives a thread rising iterations only.
  subroutine monotonic
    integer :: i, last
    !$omp parallel private(last)
    last = 0
    !$omp do schedule(monotonic: dynamic, 3)
    do i = 1, n
      if (i <= last) error stop "monotonic"
      last = i
    end do
    !$omp end parallel
  end subroutine

  subroutine last_values
    integer :: i, j, k, last, chosen, steps(0:n)
    last = -1
    !$omp parallel do lastprivate(last) schedule(dynamic, 2)
    do i = 1, n
      last = 2 * i
    end do
    if (last /= 2 * n) error stop "lastprivate"
    chosen = -1
    !$omp parallel do lastprivate(conditional: chosen) schedule(dynamic)
    do i = 1, n
      if (mod (i, 7) == 3 .and. i < 200) chosen = i
    end do
    if (chosen /= 199) error stop "conditional"
    k = 5
    steps = 0
    !$omp parallel do linear(k: 3)
    do i = 0, 99
      if (k /= 5 + 3 * i) error stop "linear"
      k = k + 3
    end do
    if (k /= 305) error stop "linear after"
    !$omp parallel do collapse(2) lastprivate(i, j) schedule(static, 1)
    do i = 1, 20
      do j = 1, 15
        !$omp atomic
        steps((i - 1) * 15 + j) = steps((i - 1) * 15 + j) + 1
      end do
    end do
    if (any (steps(1:n) /= 1) .or. i /= 21 .or. j /= 16) &
      error stop "collapse"
  end subroutine

  subroutine rectangles
    integer :: i, j, k, count, seen(24, 24)
    seen = 0
    count = 0
    !$omp parallel do collapse(3) schedule(dynamic, 5) reduction(+: count)
    do i = 1, 24
      do j = 24, 2, -2
        do k = 1, 3
          count = count + k
          !$omp atomic
          seen(i, j) = seen(i, j) + 1
        end do
      end do
    end do
    if (count /= 24 * 12 * 6 .or. any (seen(:, 2:24:2) /= 3) &
        .or. any (seen(:, 1:23:2) /= 0)) error stop "collapse(3)"
  end subroutine

  subroutine descriptive
    integer :: i, total, seen(n)
    seen = 0
    total = 0
    !$omp parallel
    !$omp loop bind(parallel) order(concurrent)
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp do order(concurrent) reduction(+: total)
    do i = 1, n
      total = total + i
    end do
    !$omp end parallel
    call once (seen, "loop")
    seen = 0
    !$omp parallel loop
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp teams loop
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    if (any (seen /= 2)) error stop "parallel loop, teams loop"
    !$omp parallel do simd reduction(+: total) safelen(8) simdlen(4) &
    !$omp schedule(simd: static, 5)
    do i = 1, n
      total = total + i
    end do
    !$omp simd reduction(+: total)
    do i = 1, n
      total = total + i
    end do
    if (total /= 3 * n * (n + 1) / 2) error stop "simd"
  end subroutine

  subroutine scans
    integer :: i, sum, sums(n), before(n)
    sum = 0
    !$omp parallel do reduction(inscan, +: sum)
    do i = 1, n
      sum = sum + i
      !$omp scan inclusive(sum)
      sums(i) = sum
    end do
    if (any (sums /= [(i * (i + 1) / 2, i = 1, n)])) error stop "inclusive"
    sum = 0
    !$omp parallel
    !$omp do reduction(inscan, +: sum)
    do i = 1, n
      before(i) = sum
      !$omp scan exclusive(sum)
      sum = sum + i
    end do
    !$omp end parallel
    if (any (before /= [(i * (i - 1) / 2, i = 1, n)])) error stop "exclusive"
    if (sum /= n * (n + 1) / 2) error stop "scan"
  end subroutine

  subroutine in_order
    integer :: i, position, order(n), half(n)
    position = 0
    half = 0
    !$omp parallel do ordered schedule(guided, 2)
    do i = n, 1, -1
      if (mod (i, 3) /= 0) then
        !$omp ordered threads
        position = position + 1
        order(position) = i
        !$omp end ordered
      end if
    end do
    if (position /= n - n / 3) error stop "ordered"
    if (any (order(2:position) >= order(1:position-1))) error stop "order"
    !$omp parallel do simd ordered
    do i = 1, n
      half(i) = i / 2
      !$omp ordered threads, simd
      position = position + 1
      order(position - n + n / 3) = half(i)
      !$omp end ordered
    end do
    if (any (order /= [(i / 2, i = 1, n)])) error stop "ordered simd"
  end subroutine

  ! Pascal's triangle as a wavefront.
  subroutine doacross
    integer, parameter :: size = 12
    integer :: i, j
    integer (int64) :: table(0:size, 0:size)
    table = 0
    table(0, :) = 1
    table(:, 0) = 1
    !$omp parallel do ordered(2) schedule(dynamic)
    do i = 1, size
      do j = 1, size
        !$omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
        table(i, j) = table(i - 1, j) + table(i, j - 1)
        !$omp ordered depend(source)
      end do
    end do
    if (table(size, size) /= 2704156) error stop "doacross"
    !$omp parallel do ordered(1) schedule(static, 1)
    do i = size, 1, -1
      !$omp ordered depend(sink: i + 1)
      if (i < size) table(i, 1) = table(i + 1, 1) + 1
      !$omp ordered depend(source)
    end do
    if (table(1, 1) /= table(size, 1) + size - 1) error stop "downwards"
  end subroutine
end module

program loop_clauses
  use loops
  implicit none
  call schedules
  call monotonic
  call last_values
  call rectangles
  call descriptive
  call scans
  call in_order
  call doacross
end program
