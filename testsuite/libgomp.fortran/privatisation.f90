! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! private, firstprivate, lastprivate, copyprivate, threadprivate and copyin of
! data that only Fortran has: allocatables, pointers, arrays of all shapes,
! character lengths, derived types with allocatable parts, common blocks.

module state
  implicit none
  type tree
    integer :: value = 4
    integer, allocatable :: leaves(:)
  end type
  integer, allocatable, save :: own(:)
  integer, save :: number = 17
  type (tree), save :: mine
  character (5), save :: word = "first"
  integer, pointer, save :: link => null ()
  !$omp threadprivate (own, number, mine, word, link)
end module

module copies
  use omp_lib
  use state
  implicit none
  integer, parameter :: n = 64
contains
  subroutine shapes (explicit, assumed, length, m)
    integer, intent (in) :: m
    integer, intent (inout) :: explicit(m, 2)
    integer, intent (inout) :: assumed(:)
    character (*), intent (inout) :: length
    integer :: me, i, late(3)
    late = 0
    !$omp parallel firstprivate(explicit, assumed, length) private(me)
    me = omp_get_thread_num ()
    if (any (explicit /= 7) .or. any (assumed /= 8)) error stop "shape"
    if (length /= "hello" .or. len (length) /= 5) error stop "character"
    explicit = me
    length = repeat (achar (iachar ('a') + me), 5)
    !$omp barrier
    if (any (explicit /= me)) error stop "explicit is shared"
    if (length(5:5) /= achar (iachar ('a') + me)) error stop "length is shared"
    !$omp end parallel
    if (any (explicit /= 7) .or. length /= "hello") error stop "shape after"
    !$omp parallel do lastprivate(late, length) schedule(dynamic)
    do i = 1, n
      late = [i, 2 * i, 3 * i]
      length = "late"
    end do
    if (any (late /= [n, 2 * n, 3 * n]) .or. length /= "late ") &
      error stop "lastprivate"
  end subroutine

  subroutine allocatables
    integer, allocatable :: given(:), none(:), last(:, :)
    integer :: me, i
    allocate (given(-3:3), source = 9)
    allocate (last(2, 2))
    !$omp parallel firstprivate(given, none) private(me)
    me = omp_get_thread_num ()
    if (allocated (none)) error stop "allocated from nothing"
    if (lbound (given, 1) /= -3 .or. any (given /= 9)) error stop "given"
    allocate (none(me + 1), source = me)
    given = [given, me]
    !$omp barrier
    if (size (given) /= 8 .or. any (none /= me)) error stop "given is shared"
    !$omp end parallel
    if (allocated (none) .or. size (given) /= 7) error stop "after"
    !$omp parallel do lastprivate(last) private(given) schedule(guided)
    do i = 1, n
      if (size (given) /= 7) error stop "private has no shape"
      given = i
      last = given(0)
    end do
    if (any (last /= n) .or. any (given /= 9)) error stop "lastprivate"
  end subroutine

  subroutine types
    type (tree) :: plain, grown
    integer :: me, i
    grown%leaves = [1, 2, 3]
    !$omp parallel firstprivate(grown) private(plain, me)
    me = omp_get_thread_num ()
    if (allocated (plain%leaves)) error stop "private is not new"
    if (any (grown%leaves /= [1, 2, 3])) error stop "deep copy"
    plain%leaves = [me]
    grown%leaves = [grown%leaves, me]
    !$omp barrier
    if (plain%leaves(1) /= me .or. size (grown%leaves) /= 4) &
      error stop "parts are shared"
    !$omp end parallel
    if (size (grown%leaves) /= 3) error stop "types"
    !$omp parallel do lastprivate(grown) schedule(dynamic, 3)
    do i = 1, n
      grown%leaves = [i, i]
      grown%value = i
    end do
    if (any (grown%leaves /= n) .or. grown%value /= n) error stop "last type"
  end subroutine

  subroutine pointers
    integer, target :: one, two
    integer, pointer :: p
    integer, allocatable :: made(:)
    integer :: value
    character (6) :: message
    type (tree) :: t
    one = 1
    two = 2
    p => one
    !$omp parallel firstprivate(p)
    if (.not. associated (p, one)) error stop "pointer"
    p => two
    !$omp barrier
    if (p /= 2) error stop "target"
    !$omp end parallel
    if (.not. associated (p, one)) error stop "pointer after"
    !$omp parallel private(p, value, message, made, t)
    allocate (made(3))
    made = 0
    !$omp single
    p => two
    value = 5
    message = "spread"
    made = [3, 4, 5]
    t%leaves = [8]
    !$omp end single copyprivate(p, value, message, made, t)
    if (.not. associated (p, two) .or. value /= 5) error stop "copyprivate"
    if (message /= "spread" .or. any (made /= [3, 4, 5])) error stop "arrays"
    if (t%leaves(1) /= 8) error stop "copyprivate of a type"
    !$omp end parallel
  end subroutine

  subroutine per_thread
    integer, target :: there
    integer :: me
    logical :: kept
    integer :: block_a, block_b(3)
    common /shared_block/ block_a, block_b
    !$omp threadprivate (/shared_block/)
    there = 99
    own = [10, 20, 30]
    number = 18
    word = "again"
    link => there
    mine%value = 6
    mine%leaves = [7, 7]
    block_a = 5
    block_b = [1, 2, 3]
    !$omp parallel copyin(own, number, mine, word, link, /shared_block/) &
    !$omp private(me)
    me = omp_get_thread_num ()
    if (any (own /= [10, 20, 30]) .or. number /= 18) error stop "copyin"
    if (word /= "again" .or. link /= 99) error stop "copyin of a pointer"
    if (mine%value /= 6 .or. any (mine%leaves /= 7)) error stop "of a type"
    if (block_a /= 5 .or. any (block_b /= [1, 2, 3])) error stop "of a block"
    own = [me, me]
    number = me
    block_b = me
    mine%leaves = [me]
    !$omp end parallel
    if (number /= 0 .or. size (own) /= 2) error stop "the master's copy"
    kept = .true.
    !$omp parallel private(me) reduction(.and.: kept)
    me = omp_get_thread_num ()
    kept = number == me .and. all (own == me) .and. size (own) == 2 &
           .and. all (block_b == me) .and. mine%leaves(1) == me
    !$omp end parallel
    if (.not. kept) error stop "threadprivate lost between regions"
  end subroutine

  subroutine task_copies
    integer, allocatable :: given(:)
    integer :: i, good
    type (tree) :: t
    good = 0
    !$omp parallel
    !$omp single private(given, t)
    do i = 1, n
      given = [i, i + 1]
      t%leaves = [i]
      !$omp task firstprivate(given, t, i)
      if (all (given == [i, i + 1]) .and. t%leaves(1) == i) then
        !$omp atomic
        good = good + 1
      end if
      !$omp end task
      given = 0
      t%leaves = 0
    end do
    !$omp end single
    !$omp end parallel
    if (good /= n) error stop "firstprivate of tasks"
  end subroutine
end module

program privatisation
  use copies
  implicit none
  integer :: explicit(3, 2), assumed(4)
  character (5) :: length
  explicit = 7
  assumed = 8
  length = "hello"
  call shapes (explicit, assumed, length, 3)
  call allocatables
  call types
  call pointers
  call per_thread
  call task_copies
end program
