! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! Reductions: each operator, arrays, allocatables, derived types with their own
! reductions, on do, sections, parallel, teams, scope, simd, taskloop and tasks.

module shapes
  implicit none
  integer, parameter :: n = 120
  type interval
    integer :: low = huge (1)
    integer :: high = -huge (1)
  end type
  type bag
    integer, allocatable :: items(:)
  end type
  interface operator (+)
    module procedure hull
  end interface
  !$omp declare reduction (+: interval: omp_out = omp_out + omp_in)
contains
  elemental function hull (a, b) result (c)
    type (interval), intent (in) :: a, b
    type (interval) :: c
    c = interval (min (a%low, b%low), max (a%high, b%high))
  end function

  subroutine widen (to, from)
    type (interval), intent (inout) :: to
    type (interval), intent (in) :: from
    to = to + from
  end subroutine

  subroutine empty (to)
    type (bag), intent (out) :: to
    allocate (to%items(0))
  end subroutine

  subroutine put (to, from)
    type (bag), intent (inout) :: to
    type (bag), intent (in) :: from
    to%items = [to%items, from%items]
  end subroutine
end module

module reducers
  use shapes
  implicit none
contains
  subroutine operators
    integer :: i, add, subtract, both, either, differ
    integer (8) :: least, most
    real (8) :: product
    complex :: z
    logical :: every, any_one, same, parity
    add = 1; subtract = 100; both = -1; either = 0; differ = 0
    least = 5000; most = -5000; product = 1; z = 0
    every = .true.; any_one = .false.; same = .true.; parity = .false.
    !$omp parallel do reduction(+: add, z) reduction(-: subtract) &
    !$omp reduction(*: product) reduction(iand: both) reduction(ior: either) &
    !$omp reduction(ieor: differ) reduction(min: least) reduction(max: most) &
    !$omp reduction(.and.: every) reduction(.or.: any_one) &
    !$omp reduction(.eqv.: same) reduction(.neqv.: parity) &
    !$omp schedule(dynamic, 7)
    do i = 1, n
      add = add + i
      z = z + (1.0, -2.0)
      subtract = subtract - 1
      if (mod (i, 12) == 0) product = product * 2
      both = iand (both, not (ishft (1, mod (i, 5))))
      either = ior (either, ishft (1, mod (i, 6)))
      differ = ieor (differ, i)
      least = min (least, int (i, 8) - 60)
      most = max (most, int (i, 8))
      every = every .and. i > 0
      any_one = any_one .or. i == 77
      same = same .eqv. i /= 5
      parity = parity .neqv. .true.
    end do
    if (add /= 1 + n * (n + 1) / 2 .or. z /= (120.0, -240.0)) error stop "+"
    if (subtract /= 100 - n .or. product /= 1024) error stop "- *"
    if (both /= not (31) .or. either /= 63 .or. differ /= 120) error stop "bits"
    if (least /= -59 .or. most /= n) error stop "min, max"
    if (.not. every .or. .not. any_one .or. same .or. parity) &
      error stop "logical"
  end subroutine

  subroutine arrays (given, m)
    integer, intent (in) :: m
    integer, intent (inout) :: given(m)
    integer :: i, fixed(3, 4)
    integer, allocatable :: grown(:), moved
    fixed = 1
    allocate (grown(-2:2), source = 0)
    allocate (moved, source = 5)
    !$omp parallel do reduction(+: given, fixed, grown) &
    !$omp reduction(max: moved)
    do i = 1, n
      given(mod (i, m) + 1) = given(mod (i, m) + 1) + 1
      fixed(mod (i, 3) + 1, :) = fixed(mod (i, 3) + 1, :) + i
      grown(mod (i, 5) - 2) = grown(mod (i, 5) - 2) + 1
      moved = max (moved, i)
    end do
    if (any (given /= n / m)) error stop "explicit shape"
    if (any (sum (fixed, 1) /= 3 + n * (n + 1) / 2)) error stop "fixed"
    if (lbound (grown, 1) /= -2 .or. any (grown /= n / 5)) &
      error stop "allocatable"
    if (moved /= n) error stop "allocatable scalar"
  end subroutine

  subroutine types
    type (interval) :: sum, wide
    type (bag) :: all
    integer :: i, present(n)
    !$omp declare reduction (widest: interval: widen (omp_out, omp_in)) &
    !$omp initializer (omp_priv = interval (1000, -1000))
    !$omp declare reduction (gather: bag: put (omp_out, omp_in)) &
    !$omp initializer (empty (omp_priv))
    call empty (all)
    wide = interval (50, 60)
    !$omp parallel do reduction(+: sum) reduction(widest: wide) &
    !$omp reduction(gather: all)
    do i = 1, n
      sum = sum + interval (i, i)
      call widen (wide, interval (2 * i, 2 * i))
      all%items = [all%items, i]
    end do
    if (sum%low /= 1 .or. sum%high /= n) error stop "operator"
    if (wide%low /= 2 .or. wide%high /= 2 * n) error stop "initializer"
    if (size (all%items) /= n) error stop "bag"
    present = 0
    present(all%items) = 1
    if (any (present /= 1)) error stop "items"
  end subroutine

  subroutine places
    integer :: i, a, b, c, d, e
    a = 0; b = 0; c = 0; d = 0; e = 0
    !$omp parallel reduction(+: a)
    a = a + 1
    !$omp sections reduction(+: b)
    b = b + 1
    !$omp section
    b = b + 10
    !$omp section
    b = b + 100
    !$omp end sections
    !$omp scope reduction(+: c)
    c = c + 1
    !$omp end scope
    !$omp end parallel
    if (a < 1 .or. b /= 111 .or. c /= a) error stop "sections, scope"
    !$omp teams distribute parallel do num_teams(3) reduction(+: d)
    do i = 1, n
      d = d + 1
    end do
    !$omp simd reduction(+: d)
    do i = 1, n
      d = d + 1
    end do
    if (d /= 2 * n) error stop "teams, simd"
    !$omp parallel
    !$omp single
    !$omp taskloop reduction(+: e) grainsize(7)
    do i = 1, n
      e = e + i
    end do
    !$omp taskloop simd reduction(+: e) num_tasks(5)
    do i = 1, n
      e = e + i
    end do
    !$omp end single
    !$omp end parallel
    if (e /= n * (n + 1)) error stop "taskloop"
  end subroutine

  recursive subroutine halve (low, high, total)
    integer, intent (in) :: low, high
    integer, intent (inout) :: total
    if (low == high) then
      total = total + low
      return
    end if
    !$omp task in_reduction(+: total)
    call halve (low, (low + high) / 2, total)
    !$omp end task
    !$omp task in_reduction(+: total)
    call halve ((low + high) / 2 + 1, high, total)
    !$omp end task
    !$omp taskwait
  end subroutine

  subroutine tasks
    integer :: total, table(4), i
    total = 3
    table = 0
    !$omp parallel
    !$omp single
    !$omp taskgroup task_reduction(+: total)
    call halve (1, n, total)
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    if (total /= 3 + n * (n + 1) / 2) error stop "task_reduction"
    !$omp parallel do reduction(task, +: table)
    do i = 1, n
      !$omp task in_reduction(+: table)
      table(mod (i, 4) + 1) = table(mod (i, 4) + 1) + 1
      !$omp end task
    end do
    if (any (table /= n / 4)) error stop "reduction(task,"
  end subroutine
end module

program reductions
  use reducers
  implicit none
  integer :: given(6)
  given = 0
  call operators
  call arrays (given, 6)
  call types
  call places
  call tasks
end program
