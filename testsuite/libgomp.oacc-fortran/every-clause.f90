! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Each clause of each compute construct, data directive and loop, which other
! programs have with some of these only.

module arrays
  implicit none
  integer, parameter :: n = 24
  integer, target :: x(n)
  integer :: y(n), z(n), w(n)
  logical :: yes = .true.
  type holder
    integer, pointer :: p(:)
  end type
contains
  subroutine begin ()
    integer :: i
    x = [(i, i = 1, n)]
    y = 2 * x
    z = 0
    w = 0
  end subroutine

  subroutine check (where, is_right)
    character (*), intent (in) :: where
    logical, intent (in) :: is_right
    if (is_right) return
    print *, where
    stop 1
  end subroutine

  integer function next (i)
    !$acc routine seq
    integer, intent (in), value :: i
    next = i + 1
  end function

  subroutine by_gangs (a)
    !$acc routine gang
    integer, intent (inout) :: a(n)
    integer :: i
    !$acc loop gang
    do i = 1, n
      a(i) = a(i) + 1
    end do
  end subroutine

  subroutine by_workers (a)
    !$acc routine worker
    integer, intent (inout) :: a(n)
    integer :: i
    !$acc loop worker
    do i = 1, n
      a(i) = a(i) + 1
    end do
  end subroutine

  subroutine by_lanes (a)
    !$acc routine vector
    integer, intent (inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i) + 1
    end do
  end subroutine
end module

module of_parallel
  use arrays
  implicit none
contains
  subroutine sizes (gangs)
    integer, intent (in) :: gangs
    integer :: i
    call begin
    !$acc parallel num_gangs(gangs) num_workers(2) vector_length(32) copy(x)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + 3
    end do
    !$acc end parallel
    call check ('parallel sizes', all (x == [(i + 3, i = 1, n)]))
  end subroutine

  subroutine own ()
    integer :: mine, given, total, i
    call begin
    mine = 5
    given = 6
    total = 0
    !$acc parallel private(mine) firstprivate(given) reduction(+: total) copy(x)
    mine = 0
    !$acc loop reduction(+: total)
    do i = 1, n
      x(i) = x(i) + given + mine
      total = total + i
    end do
    given = 0
    !$acc end parallel
    call check ('parallel own', all (x == [(i + 6, i = 1, n)]))
    call check ('parallel own', mine == 5 .and. given == 6)
    call check ('parallel own', total == n * (n + 1) / 2)
  end subroutine

  subroutine data ()
    integer :: i
    call begin
    !$acc parallel copy(x) copyin(y) copyout(z) create(w)
    !$acc loop
    do i = 1, n
      w(i) = x(i) + y(i)
      z(i) = w(i)
      x(i) = x(i) + 1
    end do
    !$acc end parallel
    call check ('parallel data', all (x == [(i + 1, i = 1, n)]))
    call check ('parallel data', all (z == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine are_present ()
    integer :: i
    call begin
    !$acc data copy(x, y, z)
    !$acc parallel present(x) no_create(y)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + y(i)
    end do
    !$acc end parallel
    !$acc parallel default(present)
    !$acc loop
    do i = 1, n
      z(i) = x(i)
    end do
    !$acc end parallel
    !$acc parallel default(none) copy(x, y)
    !$acc loop
    do i = 1, n
      x(i) = x(i) - y(i)
    end do
    !$acc end parallel
    !$acc end data
    call check ('parallel present', all (x == [(i, i = 1, n)]))
    call check ('parallel present', all (z == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine device (d)
    integer :: d(n), i
    !$acc parallel deviceptr(d)
    !$acc loop
    do i = 1, n
      d(i) = d(i) + 2
    end do
    !$acc end parallel
  end subroutine

  subroutine pointers ()
    type (holder) :: h
    integer :: i
    call begin
    h%p => x
    !$acc data copy(x)
    !$acc host_data use_device(x)
    call device (x)
    !$acc end host_data
    !$acc enter data copyin(h)
    !$acc parallel attach(h%p)
    !$acc loop
    do i = 1, n
      h%p(i) = h%p(i) + 2
    end do
    !$acc end parallel
    !$acc exit data delete(h)
    !$acc end data
    call check ('parallel pointers', all (x == [(i + 4, i = 1, n)]))
  end subroutine

  subroutine queues ()
    integer :: i
    call begin
    !$acc enter data copyin(x)
    !$acc parallel async(1) present(x)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc end parallel
    !$acc parallel wait(1) async(2) present(x) if(yes)
    !$acc loop
    do i = 1, n
      x(i) = x(i) * 2
    end do
    !$acc end parallel
    !$acc exit data copyout(x) wait(2)
    !$acc parallel if(.not. yes)
    !$acc loop
    do i = 1, n
      x(i) = x(i) - 2
    end do
    !$acc end parallel
    call check ('parallel queues', all (x == [(2 * i, i = 1, n)]))
  end subroutine
end module

module of_kernels
  use arrays
  implicit none
contains
  subroutine sizes (gangs)
    integer, intent (in) :: gangs
    integer :: i
    call begin
    !$acc kernels num_gangs(gangs) num_workers(2) vector_length(32) copy(x)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + 3
    end do
    !$acc end kernels
    call check ('kernels sizes', all (x == [(i + 3, i = 1, n)]))
  end subroutine

  subroutine data ()
    integer :: i
    call begin
    !$acc kernels copy(x) copyin(y) copyout(z) create(w)
    !$acc loop
    do i = 1, n
      w(i) = x(i) + y(i)
      z(i) = w(i)
      x(i) = x(i) + 1
    end do
    !$acc end kernels
    call check ('kernels data', all (x == [(i + 1, i = 1, n)]))
    call check ('kernels data', all (z == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine are_present ()
    integer :: i
    call begin
    !$acc data copy(x, y, z)
    !$acc kernels present(x) no_create(y)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + y(i)
    end do
    !$acc end kernels
    !$acc kernels default(present)
    !$acc loop
    do i = 1, n
      z(i) = x(i)
    end do
    !$acc end kernels
    !$acc kernels default(none) copy(x, y)
    !$acc loop
    do i = 1, n
      x(i) = x(i) - y(i)
    end do
    !$acc end kernels
    !$acc end data
    call check ('kernels present', all (x == [(i, i = 1, n)]))
    call check ('kernels present', all (z == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine device (d)
    integer :: d(n), i
    !$acc kernels deviceptr(d)
    !$acc loop
    do i = 1, n
      d(i) = d(i) + 2
    end do
    !$acc end kernels
  end subroutine

  subroutine pointers ()
    type (holder) :: h
    integer :: i
    call begin
    h%p => x
    !$acc data copy(x)
    !$acc host_data use_device(x)
    call device (x)
    !$acc end host_data
    !$acc enter data copyin(h)
    !$acc kernels attach(h%p)
    !$acc loop
    do i = 1, n
      h%p(i) = h%p(i) + 2
    end do
    !$acc end kernels
    !$acc exit data delete(h)
    !$acc end data
    call check ('kernels pointers', all (x == [(i + 4, i = 1, n)]))
  end subroutine

  subroutine queues ()
    integer :: i
    call begin
    !$acc enter data copyin(x)
    !$acc kernels async(1) present(x)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc end kernels
    !$acc kernels wait(1) async(2) present(x) if(yes)
    !$acc loop
    do i = 1, n
      x(i) = x(i) * 2
    end do
    !$acc end kernels
    !$acc exit data copyout(x) wait(2)
    !$acc kernels if(.not. yes)
    !$acc loop
    do i = 1, n
      x(i) = x(i) - 2
    end do
    !$acc end kernels
    call check ('kernels queues', all (x == [(2 * i, i = 1, n)]))
  end subroutine
end module

module of_serial
  use arrays
  implicit none
contains
  subroutine own ()
    integer :: mine, given, total, i
    call begin
    mine = 5
    given = 6
    total = 0
    !$acc serial private(mine) firstprivate(given) reduction(+: total) copy(x)
    mine = 0
    !$acc loop reduction(+: total)
    do i = 1, n
      x(i) = x(i) + given + mine
      total = total + i
    end do
    given = 0
    !$acc end serial
    call check ('serial own', all (x == [(i + 6, i = 1, n)]))
    call check ('serial own', mine == 5 .and. given == 6)
    call check ('serial own', total == n * (n + 1) / 2)
  end subroutine

  subroutine data ()
    integer :: i
    call begin
    !$acc serial copy(x) copyin(y) copyout(z) create(w)
    !$acc loop
    do i = 1, n
      w(i) = x(i) + y(i)
      z(i) = w(i)
      x(i) = x(i) + 1
    end do
    !$acc end serial
    call check ('serial data', all (x == [(i + 1, i = 1, n)]))
    call check ('serial data', all (z == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine are_present ()
    integer :: i
    call begin
    !$acc data copy(x, y, z)
    !$acc serial present(x) no_create(y)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + y(i)
    end do
    !$acc end serial
    !$acc serial default(present)
    !$acc loop
    do i = 1, n
      z(i) = x(i)
    end do
    !$acc end serial
    !$acc serial default(none) copy(x, y)
    !$acc loop
    do i = 1, n
      x(i) = x(i) - y(i)
    end do
    !$acc end serial
    !$acc end data
    call check ('serial present', all (x == [(i, i = 1, n)]))
    call check ('serial present', all (z == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine device (d)
    integer :: d(n), i
    !$acc serial deviceptr(d)
    !$acc loop
    do i = 1, n
      d(i) = d(i) + 2
    end do
    !$acc end serial
  end subroutine

  subroutine pointers ()
    type (holder) :: h
    integer :: i
    call begin
    h%p => x
    !$acc data copy(x)
    !$acc host_data use_device(x)
    call device (x)
    !$acc end host_data
    !$acc enter data copyin(h)
    !$acc serial attach(h%p)
    !$acc loop
    do i = 1, n
      h%p(i) = h%p(i) + 2
    end do
    !$acc end serial
    !$acc exit data delete(h)
    !$acc end data
    call check ('serial pointers', all (x == [(i + 4, i = 1, n)]))
  end subroutine

  subroutine queues ()
    integer :: i
    call begin
    !$acc enter data copyin(x)
    !$acc serial async(1) present(x)
    !$acc loop
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc end serial
    !$acc serial wait(1) async(2) present(x) if(yes)
    !$acc loop
    do i = 1, n
      x(i) = x(i) * 2
    end do
    !$acc end serial
    !$acc exit data copyout(x) wait(2)
    !$acc serial if(.not. yes)
    !$acc loop
    do i = 1, n
      x(i) = x(i) - 2
    end do
    !$acc end serial
    call check ('serial queues', all (x == [(2 * i, i = 1, n)]))
  end subroutine
end module

program every_clause
  use openacc
  use arrays
  use of_parallel, only: parallel_sizes => sizes, parallel_own => own, &
    parallel_data => data, parallel_are_present => are_present, &
    parallel_pointers => pointers, parallel_queues => queues
  use of_kernels, only: kernels_sizes => sizes, kernels_data => data, &
    kernels_are_present => are_present, kernels_pointers => pointers, &
    kernels_queues => queues
  use of_serial, only: serial_own => own, serial_data => data, &
    serial_are_present => are_present, serial_pointers => pointers, &
    serial_queues => queues
  implicit none
  logical :: is_shared

  is_shared = acc_get_device_type () == acc_device_host
  call parallel_sizes (3)
  call parallel_own
  call parallel_data
  call parallel_are_present
  call parallel_pointers
  call parallel_queues
  call kernels_sizes (3)
  call kernels_data
  call kernels_are_present
  call kernels_pointers
  call kernels_queues
  call serial_own
  call serial_data
  call serial_are_present
  call serial_pointers
  call serial_queues
  call data_regions
  call enter_and_exit
  call loops
  call atomics
  call declared
  call updates
  call routines

contains
  subroutine data_regions ()
    type (holder) :: h
    integer :: i
    call begin
    h%p => x
    !$acc data copy(x) copyin(y) copyout(z) create(w) if(yes)
    !$acc data present(x) no_create(y)
    !$acc parallel loop present(x, y, z, w)
    do i = 1, n
      w(i) = x(i) + y(i)
      z(i) = w(i)
    end do
    !$acc end data
    !$acc enter data copyin(h)
    !$acc data attach(h%p)
    !$acc parallel loop present(h)
    do i = 1, n
      h%p(i) = 3 * i
    end do
    !$acc end data
    !$acc exit data delete(h)
    !$acc end data
    call check ('data', all (x == [(3 * i, i = 1, n)]) .and. all (z == x))
    !$acc data copy(x) if(.not. yes)
    call check ('data if', acc_is_present (x) .eqv. is_shared)
    !$acc end data
    !$acc data copy(x)
    !$acc host_data use_device(x) if(.not. yes)
    call check ('host_data if', loc (x) == loc (h%p))
    !$acc end host_data
    !$acc host_data use_device(x, y) if_present
    call check ('host_data if_present', &
                (loc (x) == loc (h%p)) .eqv. is_shared)
    !$acc end host_data
    !$acc end data
  end subroutine

  subroutine enter_and_exit ()
    integer :: i
    call begin
    !$acc enter data copyin(x) if(yes)
    !$acc enter data create(y) if(.not. yes)
    call check ('enter data', acc_is_present (x))
    call check ('enter data if', acc_is_present (y) .eqv. is_shared)
    !$acc enter data create(z) async(3)
    !$acc enter data copyin(y) wait(3) async(4)
    !$acc wait(4)
    !$acc parallel loop present(x, y, z)
    do i = 1, n
      z(i) = x(i) + y(i)
    end do
    !$acc exit data copyout(z) async(5)
    !$acc exit data delete(x, y) wait(5) finalize if(yes)
    !$acc exit data delete(z) if(.not. yes)
    call check ('exit data', all (z == [(3 * i, i = 1, n)]))
    call check ('exit data', acc_is_present (x) .eqv. is_shared)
  end subroutine

  subroutine loops ()
    integer :: m(6, 4), own, total, i, k
    call begin
    !$acc kernels copy(x)
    !$acc loop gang(num: 2) worker(num: 2) vector(length: 32)
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc loop gang(2) worker(2) vector(32)
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc loop auto
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc loop independent
    do i = 1, n
      x(i) = x(i) + 1
    end do
    !$acc loop seq
    do i = 2, n
      x(i) = x(i - 1) + 1
    end do
    !$acc end kernels
    call check ('loops', all (x == [(i + 4, i = 1, n)]))
    own = 7
    !$acc parallel copyout(m) copy(x) num_gangs(3)
    !$acc loop gang(static: 2) private(own)
    do i = 1, n
      own = i
      x(i) = x(i) + own
    end do
    !$acc loop gang(static: *) worker
    do k = 1, 4
      !$acc loop vector
      do i = 1, 6
        m(i, k) = 6 * k + i
      end do
    end do
    !$acc end parallel
    call check ('loops', all (x == [(2 * i + 4, i = 1, n)]) .and. own == 7)
    total = 0
    !$acc parallel loop collapse(2) copy(m) reduction(+: total)
    do k = 1, 4
      do i = 1, 6
        m(i, k) = m(i, k) + 1
        total = total + m(i, k)
      end do
    end do
    !$acc serial loop tile(2, 3) copy(m)
    do k = 1, 4
      do i = 1, 6
        m(i, k) = m(i, k) - 1
      end do
    end do
    call check ('loops', &
                all (reshape (m, [24]) == [(i + 6, i = 1, 24)]))
    call check ('loops', total == 24 * 25 / 2 + 24 * 7)
  end subroutine

  subroutine atomics ()
    integer :: total, last, first, seen(n), i, now
    total = 0
    last = 0
    first = -1
    !$acc parallel loop copy(total, last, first) copyout(seen) private(now)
    do i = 1, n
      !$acc atomic update
      total = total + i
      !$acc atomic write
      last = 3
      !$acc atomic read
      now = last
      seen(i) = now
      !$acc atomic capture
      now = first
      first = first + 1
      !$acc end atomic
    end do
    call check ('atomics', total == n * (n + 1) / 2 .and. all (seen == 3))
    call check ('atomics', last == 3 .and. first == n - 1)
  end subroutine

  ! For the time of a procedure.
  subroutine declares (given)
    integer :: given(n)
    integer :: own(n), in(n), out(n), both(n), i
    !$acc declare create(own) copyin(in) copyout(out) copy(both)
    !$acc declare present(given)
    in = [(i, i = 1, n)]
    both = in
    !$acc update device(in, both)
    !$acc parallel loop present(given, own, in, out, both)
    do i = 1, n
      own(i) = in(i) + given(i)
      given(i) = own(i)
      out(i) = both(i)
      both(i) = both(i) + 1
    end do
    !$acc update self(both, out)
    call check ('declares', all (both == in + 1) .and. all (out == in))
  end subroutine

  subroutine declared ()
    integer :: i
    call begin
    !$acc data copy(y)
    call declares (y)
    !$acc end data
    call check ('declared', all (y == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine updates ()
    integer :: i
    call begin
    !$acc enter data copyin(x)
    x = x + 10
    !$acc update device(x) if(.not. yes)
    !$acc update self(x) if(yes)
    call check ('update if', x(1) == merge (11, 1, is_shared))
    x = [(i + 20, i = 1, n)]
    !$acc update device(x) async(1)
    !$acc update host(x) wait(1) async(2)
    !$acc update self(y) if_present
    !$acc wait(1, 2) async(3)
    !$acc wait(3)
    !$acc wait
    call check ('update', all (x == [(i + 20, i = 1, n)]))
    !$acc exit data delete(x)
  end subroutine

  subroutine routines ()
    integer :: i
    call begin
    !$acc parallel copy(x) num_gangs(3)
    call by_gangs (x)
    !$acc end parallel
    !$acc parallel copy(x) num_gangs(1)
    call by_workers (x)
    call by_lanes (x)
    !$acc end parallel
    !$acc parallel loop copy(x)
    do i = 1, n
      !$acc cache(x(i))
      x(i) = next (x(i))
    end do
    call check ('routines', all (x == [(i + 4, i = 1, n)]))
  end subroutine
end program
