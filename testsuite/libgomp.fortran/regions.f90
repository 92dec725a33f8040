! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! { dg-set-target-env-var OMP_CANCELLATION "true" }
! Constructs around loops and tasks: master, masked, critical, single, sections,
! scope, workshare, flush, barrier, nested and conditional regions, teams,
! cancellation, error; orphaned ones in procedures; with block, associate, do
! concurrent and input and output inside.

module regions
  use omp_lib
  implicit none
  integer, parameter :: n = 90
contains
  subroutine whose
    integer :: hits, filtered, me
    hits = 0
    filtered = -1
    !$omp parallel private(me) shared(hits, filtered) default(none)
    me = omp_get_thread_num ()
    !$omp master
    if (me /= 0) error stop "master"
    hits = hits + 1
    !$omp end master
    !$omp masked filter(omp_get_num_threads () - 1)
    filtered = me
    !$omp end masked
    !$omp masked
    if (me /= 0) error stop "masked"
    !$omp end masked
    !$omp end parallel
    if (hits /= 1) error stop "not one master"
    if (filtered /= omp_get_max_threads () - 1) error stop "filter"
  end subroutine

  ! Orphaned: binds to the region of whoever calls.
  subroutine count_up (counter)
    integer, intent (inout) :: counter
    integer :: i, mine
    do i = 1, 50
      !$omp critical (guard) hint(omp_sync_hint_contended)
      mine = counter
      counter = mine + 1
      !$omp end critical (guard)
      !$omp barrier
      !$omp single
      counter = counter + 1000
      !$omp end single
    end do
  end subroutine

  subroutine exclusion
    integer :: counter, threads
    counter = 0
    threads = 1
    !$omp parallel
    !$omp single
    threads = omp_get_num_threads ()
    !$omp end single
    call count_up (counter)
    block
      integer :: k, mine
      do k = 1, 200
        !$omp critical
        mine = counter
        counter = mine + 1
        !$omp end critical
      end do
    end block
    !$omp end parallel
    if (counter /= 50000 + 250 * threads) error stop "critical"
  end subroutine

  subroutine shares
    integer :: ran(5), last, i, a(n), b(n), c(n), total
    logical :: odd(n)
    ran = 0
    total = 0
    !$omp parallel sections lastprivate(last) reduction(+: total) private(i)
    ran(1) = ran(1) + 1
    last = 1
    !$omp section
    ran(2) = ran(2) + 1
    !$omp section
    ran(3) = ran(3) + 1
    last = 3
    !$omp end parallel sections
    !$omp parallel
    !$omp sections
    !$omp section
    ran(4) = ran(4) + 1
    !$omp section
    ran(5) = ran(5) + 1
    !$omp end sections nowait
    !$omp scope private(i)
    i = omp_get_thread_num ()
    !$omp end scope
    !$omp end parallel
    if (any (ran /= 1) .or. last /= 3) error stop "sections"

    b = [(i, i = 1, n)]
    !$omp parallel workshare shared(a, b, c, odd, total)
    a = 2 * b
    odd = mod (b, 2) == 1
    where (odd)
      c = a
    elsewhere
      c = -a
    end where
    forall (i = 1:n:3) a(i) = b(i)
    total = sum (c)
    !$omp atomic
    total = total + 1
    !$omp critical
    total = total + 1
    !$omp end critical
    !$omp end parallel workshare
    if (total /= 2 - n) error stop "workshare"
    if (any (a(1:n:3) /= b(1:n:3)) .or. any (a(2:n:3) /= 2 * b(2:n:3))) &
      error stop "forall"
    !$omp parallel
    !$omp workshare
    c = 0
    !$omp end workshare nowait
    !$omp barrier
    !$omp workshare
    c = c + 1
    !$omp end workshare
    !$omp end parallel
    if (any (c /= 1)) error stop "orphaned workshare"
  end subroutine

  subroutine concurrent
    integer :: i, j, table(n, 10)
    real :: x
    !$omp parallel do private(x) schedule(dynamic)
    do j = 1, 10
      do concurrent (i = 1:n)
        table(i, j) = i * j
      end do
      associate (column => table(:, j))
        column = column + 1
      end associate
      block
        integer :: own(3)
        own = j
        x = sum (own)
      end block
      if (x /= 3 * j) error stop "block"
    end do
    if (sum (table) /= 55 * (n * (n + 1) / 2) + 10 * n) error stop "concurrent"
  end subroutine

  recursive subroutine nest (depth, leaves)
    integer, intent (in) :: depth
    integer, intent (inout) :: leaves
    if (depth == 0) then
      !$omp atomic
      leaves = leaves + 1
      return
    end if
    !$omp parallel num_threads(2) if(parallel: depth < 3)
    if (depth < 3 .neqv. omp_get_team_size (omp_get_level ()) == 2) &
      error stop "if"
    call nest (depth - 1, leaves)
    !$omp end parallel
  end subroutine

  subroutine leagues
    integer :: teams, i, seen(n), total, most
    seen = 0
    teams = 0
    total = 0
    most = 0
    !$omp teams num_teams(2: 4) thread_limit(3) reduction(+: teams) &
    !$omp reduction(max: most) shared(seen)
    teams = teams + 1
    most = max (most, omp_get_num_teams ())
    !$omp distribute dist_schedule(static, 5)
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp distribute parallel do
    do i = 1, n
      if (omp_get_num_threads () > 3) error stop "thread_limit"
      seen(i) = seen(i) + 1
    end do
    !$omp end teams
    if (teams < 2 .or. teams > 4 .or. most /= teams) error stop "num_teams"
    !$omp teams distribute parallel do simd reduction(+: total) &
    !$omp dist_schedule(static) collapse(2)
    do i = 1, n
      do teams = 1, 3
        total = total + 1
        !$omp atomic
        seen(i) = seen(i) + 1
      end do
    end do
    if (total /= 3 * n .or. any (seen /= 5)) error stop "distribute"
  end subroutine

  subroutine cancelled
    integer :: i, found, after, left
    found = 0
    left = 0
    !$omp parallel shared(found)
    !$omp do schedule(dynamic)
    do i = 1, 100000
      !$omp cancellation point do
      if (i == 50) then
        !$omp atomic write
        found = i
        !$omp cancel do
      end if
      !$omp atomic
      left = left + 1
    end do
    !$omp end do
    !$omp end parallel
    if (found /= 50 .or. left > 99999) error stop "cancel do"
    after = 0
    !$omp parallel
    !$omp sections
    !$omp cancel sections
    after = 1
    !$omp section
    found = 0
    !$omp end sections
    !$omp barrier
    !$omp cancel parallel if(omp_get_thread_num () == 0)
    !$omp barrier
    after = 2
    !$omp end parallel
    if (after /= 0) error stop "cancel sections, parallel"
    !$omp parallel
    !$omp single
    !$omp taskgroup
    do i = 1, n
      !$omp task shared(after)
      !$omp cancellation point taskgroup
      !$omp cancel taskgroup
      !$omp atomic
      after = after + 1
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    if (after /= 0) error stop "cancel taskgroup"
  end subroutine

  subroutine files
    integer :: i, unit, value
    character (20) :: line
    open (newunit = unit, status = "scratch", form = "formatted")
    !$omp parallel do ordered private(line) schedule(static, 1)
    do i = 1, 20
      write (line, "(i0)") i
      !$omp ordered
      write (unit, "(a)") trim (line)
      !$omp end ordered
    end do
    rewind (unit)
    !$omp parallel do private(value)
    do i = 1, 20
      !$omp critical (input)
      read (unit, *) value
      !$omp end critical (input)
      if (value < 1 .or. value > 20) error stop "read"
    end do
    close (unit)
  end subroutine

  subroutine words
    !$omp nothing
    !$omp error severity(warning) at(execution) message("as expected")
    !$omp flush acq_rel
    !$omp flush
  end subroutine
end module

program all_regions
  use regions
  implicit none
  integer :: leaves
  call whose
  call exclusion
  call shares
  call concurrent
  leaves = 0
  call omp_set_max_active_levels (2)
  call nest (3, leaves)
  if (leaves /= 4) error stop "nested"
  call omp_set_max_active_levels (1)
  call leagues
  call cancelled
  call files
  call words
end program
