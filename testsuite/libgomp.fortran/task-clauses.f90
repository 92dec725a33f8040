! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! Tasks: every kind of dependence, depobj, taskwait with depend, if, final,
! mergeable, untied, priority, affinity, detach, taskyield, taskloop's clauses,
! orphaned tasks in procedures and internal procedures.

module graph
  use omp_lib
  implicit none
  integer, parameter :: n = 60
contains
  subroutine kinds
    integer :: x, y, sum, readers, copies(n), i
    x = 0; y = 0; sum = 0; readers = 0; copies = -1
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task depend(out: x) shared(x) firstprivate(i)
      x = i
      !$omp end task
      !$omp task depend(in: x) depend(out: copies(i)) shared(x, copies)
      copies(i) = x
      !$omp end task
      !$omp task depend(in: x, copies(i)) shared(readers)
      !$omp atomic
      readers = readers + 1
      !$omp end task
      !$omp task depend(mutexinoutset: y) shared(y)
      y = y + 1
      !$omp end task
      !$omp task depend(inout: x) shared(x)
      x = x + 1
      !$omp end task
    end do
    !$omp taskwait depend(in: y)
    if (y /= n) error stop "mutexinoutset"
    do i = 1, n
      !$omp task depend(in: copies(i)) depend(mutexinoutset: sum) shared(sum)
      sum = sum + copies(i)
      !$omp end task
    end do
    !$omp task depend(in: sum) if(.false.) shared(sum)
    if (sum /= n * (n + 1) / 2) error stop "if(.false.) did not wait"
    !$omp end task
    !$omp end single
    !$omp end parallel
    if (readers /= n .or. x /= n + 1) error stop "depend"
  end subroutine

  subroutine sections_of_arrays
    integer :: a(n), i
    a = 0
    !$omp parallel
    !$omp master
    !$omp task depend(out: a(1)) shared(a)
    a(1) = 1
    !$omp end task
    do i = 2, n
      !$omp task depend(in: a(i-1)) depend(out: a(i)) shared(a)
      a(i) = a(i - 1) + i
      !$omp end task
    end do
    !$omp end master
    !$omp end parallel
    if (a(n) /= n * (n + 1) / 2) error stop "a chain through an array"
  end subroutine

  subroutine objects
    integer (omp_depend_kind) :: object
    integer :: value, i
    value = 0
    !$omp parallel
    !$omp single
    !$omp depobj(object) depend(inout: value)
    do i = 1, n
      !$omp task depend(depobj: object) shared(value)
      value = 2 * mod (value, 1000) + 1
      !$omp end task
    end do
    !$omp depobj(object) update(in)
    !$omp task depend(depobj: object) shared(value)
    if (value == 0) error stop "depobj update"
    !$omp end task
    !$omp taskwait depend(out: value)
    !$omp depobj(object) destroy
    !$omp end single
    !$omp end parallel
    i = 0
    do while (value > 0)
      value = (value - 1) / 2
      i = i + 1
      if (i > 20) exit
    end do
    if (i < 5) error stop "depobj"
  end subroutine

  ! In a final task everything is done at once, by the same thread.
  recursive subroutine descend (depth, inside)
    integer, intent (in) :: depth
    logical, intent (in) :: inside
    integer :: me, ran
    if (inside .neqv. omp_in_final ()) error stop "omp_in_final"
    if (depth == 0) return
    me = omp_get_thread_num ()
    ran = 0
    !$omp task final(depth <= 3) shared(ran) firstprivate(depth, me)
    if (inside .and. me /= omp_get_thread_num ()) error stop "final moved"
    call descend (depth - 1, depth <= 3)
    ran = 1
    !$omp end task
    if (inside .and. ran /= 1) error stop "final was deferred"
    !$omp taskwait
    if (ran /= 1) error stop "taskwait"
  end subroutine

  subroutine others
    integer :: done, i, array(n)
    done = 0
    array = 0
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task untied priority(mod (i, 3)) affinity(array(i)) shared(done)
      !$omp taskyield
      !$omp atomic
      done = done + 1
      !$omp end task
      !$omp task mergeable if(i < 0) shared(done)
      !$omp atomic
      done = done + 1
      !$omp end task
    end do
    !$omp taskwait
    if (done /= 2 * n) error stop "untied, mergeable"
    !$omp taskgroup
    do i = 1, n
      call spawn (done)
    end do
    !$omp end taskgroup
    if (done /= 4 * n) error stop "taskgroup"
    !$omp end single
    !$omp end parallel
  end subroutine

  ! Orphaned, with a child that the taskgroup outside waits for.
  subroutine spawn (done)
    integer, intent (inout) :: done
    !$omp task shared(done)
    !$omp task shared(done)
    !$omp atomic
    done = done + 1
    !$omp end task
    !$omp atomic
    done = done + 1
    !$omp end task
  end subroutine

  subroutine detached
    integer (omp_event_handle_kind) :: event
    integer :: body, released
    body = 0
    released = 0
    !$omp parallel
    !$omp single
    !$omp task detach(event) depend(out: body) shared(body)
    body = 1
    !$omp end task
    !$omp task depend(in: body) shared(body, released)
    if (body /= 1 .or. released /= 1) error stop "ran before the event"
    body = 2
    !$omp end task
    !$omp task shared(released) firstprivate(event)
    released = 1
    call omp_fulfill_event (event)
    !$omp end task
    !$omp taskwait
    if (body /= 2) error stop "detach"
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine task_loops
    integer :: i, j, last, seen(n), grid(8, 9), first
    integer (8) :: wide
    seen = 0
    grid = 0
    last = 0
    first = 11
    !$omp parallel
    !$omp single
    !$omp taskloop num_tasks(7) lastprivate(last) firstprivate(first) untied
    do i = 1, n
      if (first /= 11) error stop "firstprivate"
      seen(i) = seen(i) + 1
      last = i
    end do
    if (last /= n) error stop "taskloop's lastprivate"
    !$omp taskloop collapse(2) grainsize(strict: 5)
    do i = 1, 8
      do j = 9, 1, -1
        grid(i, j) = grid(i, j) + 1
      end do
    end do
    !$omp taskgroup
    !$omp taskloop nogroup priority(2) final(.true.)
    do wide = n, 1, -1
      seen(wide) = seen(wide) + 1
    end do
    !$omp end taskgroup
    if (any (seen /= 2)) error stop "nogroup"
    !$omp taskloop if(.false.) mergeable
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp end single
    !$omp end parallel
    !$omp parallel masked taskloop simd
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp parallel
    !$omp master taskloop
    do i = 1, n
      seen(i) = seen(i) + 1
    end do
    !$omp end parallel
    if (any (seen /= 5) .or. any (grid /= 1)) error stop "taskloop"
  end subroutine

  subroutine internal
    integer :: table(0:20), total
    table = 0
    !$omp parallel
    !$omp single
    call fill (20)
    !$omp end single
    !$omp end parallel
    total = sum (table)
    if (total /= 21) error stop "internal procedure"
  contains
    recursive subroutine fill (k)
      integer, intent (in) :: k
      !$omp task
      table(k) = table(k) + 1
      if (k > 0) call fill (k - 1)
      !$omp end task
    end subroutine
  end subroutine
end module

program task_clauses
  use graph
  implicit none
  call kinds
  call sections_of_arrays
  call objects
  !$omp parallel
  !$omp single
  call descend (7, .false.)
  !$omp end single
  !$omp end parallel
  call others
  call detached
  call task_loops
  call internal
end program
