! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" }
! { dg-skip-stock "some routines are from GCC 13 on" }
! From Fortran, rule by rule: the routines on device memory, with arguments that
! they refuse; default devices; what a region on the host sees; the order of
! target tasks.

program target_routines
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 16
  integer :: device, host, where
  integer(c_size_t), parameter :: word = 4, none = 0
  logical :: separate, on_host

  host = omp_get_initial_device ()
  device = omp_get_default_device ()
  on_host = .true.
  !$omp target map(from: on_host)
  on_host = omp_is_initial_device ()
  !$omp end target
  separate = .not. on_host
  where = merge (device, host, separate)
  call copies ()
  call rectangles ()
  call questions ()
  call associations ()
  call updates ()
  call ordered_copies ()
  call default_device ()
  call region_on_the_host ()
  call limits (.true., 3)
  call limits (.false., 5)
  call keeps_values ()
  call goes_on ()
  call data_tasks ()

contains

  logical function is_present (what)
    type(c_ptr), intent(in) :: what
    is_present = omp_target_is_present (what, device) /= 0
  end function is_present

  subroutine copies ()
    integer, target :: v(n), back(n)
    type(c_ptr) :: there
    integer :: i
    v = [(i, i = 1, n)]
    back = -1
    there = omp_target_alloc (n * word, where)
    if (omp_target_memcpy (there, c_loc (v), n * word, none, none, where, &
                           host) /= 0) stop 1
    if (omp_target_memcpy (there, c_loc (v), 2 * word, 3 * word, 5 * word, &
                           where, host) /= 0) stop 2
    if (omp_target_memcpy (c_loc (back), there, 4 * word, word, 2 * word, &
                           host, where) /= 0) stop 3
    if (any (back(:6) /= [-1, 3, 6, 7, 6, -1])) stop 4
    if (omp_target_memcpy (there, c_loc (v), word, none, none, host + 5, &
                           host) == 0) stop 5
    if (omp_target_memcpy_async (there, c_loc (v), word, none, none, &
                                 host + 5, host, 0) == 0) stop 6
    call omp_target_free (there, where)
    if (c_associated (omp_target_alloc (word, host + 5))) stop 7
  end subroutine copies

  subroutine rectangles ()
    integer, target :: v(n), back(n)
    integer(c_size_t) :: volume(2), dims(2), here(2), zero(2)
    type(c_ptr) :: there
    integer :: i
    v = [(i, i = 0, n - 1)]
    back = -1
    volume = 2
    dims = 4
    here = [1, 2]
    zero = 0
    there = omp_target_alloc (n * word, where)
    if (omp_target_memcpy_rect (there, c_loc (v), word, 2, volume, zero, here, &
                                dims, dims, where, host) /= 0) stop 10
    if (omp_target_memcpy_rect (c_loc (back), there, word, 2, volume, here, &
                                zero, dims, dims, host, where) /= 0) stop 11
    do i = 0, n - 1
      if (back(i + 1) /= merge (i, -1, any (i == [6, 7, 10, 11]))) stop 12
    end do
    if (omp_target_memcpy_rect (c_null_ptr, c_null_ptr, word, 2, volume, zero, &
                                zero, dims, dims, host, where) &
        /= huge (0_c_int)) stop 13
    if (omp_target_memcpy_rect (c_loc (back), there, word, 0, volume, zero, &
                                zero, dims, dims, host, where) == 0) stop 14
    if (omp_target_memcpy_rect (c_loc (back), there, word, 2, volume, zero, &
                                zero, dims, dims, host, host + 5) == 0) stop 15
    call omp_target_free (there, where)
  end subroutine rectangles

  subroutine questions ()
    integer, target :: v(n)
    integer, target :: third
    type(c_ptr) :: copy
    v = 2
    v(3) = 3
    if (omp_target_is_present (c_loc (v), host) == 0) stop 20
    if (is_present (c_loc (v)) .eqv. separate) stop 21
    if (omp_target_is_present (c_loc (v), host + 5) /= 0) stop 22
    if (.not. c_associated (omp_get_mapped_ptr (c_loc (v), host), &
                            c_loc (v))) stop 23
    if (c_associated (omp_get_mapped_ptr (c_loc (v), device)) .eqv. separate) &
      stop 24
    if (omp_target_is_accessible (c_loc (v), word, host) == 0) stop 25
    if ((omp_target_is_accessible (c_loc (v), word, device) == 0) &
        .neqv. separate) stop 26
    !$omp target enter data map(to: v)
    if (.not. is_present (c_loc (v(n)))) stop 27
    copy = omp_get_mapped_ptr (c_loc (v(3)), device)
    if (omp_target_memcpy (c_loc (third), copy, word, none, none, host, &
                           where) /= 0 .or. third /= 3) stop 28
    !$omp target exit data map(delete: v)
  end subroutine questions

  subroutine associations ()
    integer, target :: v(n)
    integer(c_size_t) :: half
    integer :: i, seen
    type(c_ptr) :: there
    v = [(i, i = 1, n)]
    half = n / 2 * word
    there = omp_target_alloc (n * word, where)
    if (omp_target_associate_ptr (c_loc (v), there, half, half, host) == 0) &
      stop 30
    if (separate) then
      if (omp_target_memcpy (there, c_loc (v), n * word, none, none, device, &
                             host) /= 0) stop 31
      if (omp_target_associate_ptr (c_loc (v), there, half, half, device) &
          /= 0) stop 32
      if (omp_target_associate_ptr (c_loc (v), there, half, half, device) &
          /= 0) stop 33
      if (omp_target_associate_ptr (c_loc (v), there, half, none, device) &
          == 0) stop 34
      !$omp target exit data map(delete: v(:n / 2))
      !$omp target exit data map(release: v(:n / 2))
      if (.not. is_present (c_loc (v))) stop 35
      !$omp target map(tofrom: v(:n / 2)) map(from: seen)
      seen = v(1)
      !$omp end target
      if (seen /= n / 2 + 1 .or. .not. is_present (c_loc (v))) stop 36
      if (omp_target_disassociate_ptr (c_loc (v(2)), device) == 0) stop 37
      if (omp_target_disassociate_ptr (c_loc (v), device) /= 0) stop 38
      if (is_present (c_loc (v))) stop 39
      !$omp target enter data map(to: v)
      if (omp_target_disassociate_ptr (c_loc (v), device) == 0) stop 40
      !$omp target exit data map(delete: v)
    end if
    call omp_target_free (there, where)
  end subroutine associations

  subroutine updates ()
    integer :: a, b, absent
    a = 1
    b = 2
    absent = 3
    !$omp target enter data map(to: a, b)
    a = 10
    b = 20
    !$omp target update to(a, b)
    !$omp target update to(absent)
    !$omp target update from(absent)
    !$omp target map(alloc: a, b)
    a = a + 1
    b = b + 1
    !$omp end target
    !$omp target update from(a, b)
    if (a /= 11 .or. b /= 21 .or. absent /= 3) stop 50
    !$omp target exit data map(delete: a, b)
  end subroutine updates

  ! A copy waits for the tasks that its objects name.
  subroutine ordered_copies ()
    integer, target :: value, back
    integer :: x, i, copied(2)
    integer(omp_depend_kind) :: order, list(1)
    integer(omp_event_handle_kind) :: event
    integer(c_size_t) :: one(1), zero(1)
    type(c_ptr) :: there
    value = 1
    back = 0
    x = 0
    one = 1
    zero = 0
    there = omp_target_alloc (word, where)
    !$omp depobj(order) depend(inout: x)
    list = order
    !$omp parallel num_threads(2)
    !$omp single
    !$omp task depend(out: x) detach(event)
    !$omp end task
    copied(1) = omp_target_memcpy_async (there, c_loc (value), word, none, &
                                         none, where, host, 1, list)
    copied(2) = omp_target_memcpy_rect_async (c_loc (back), there, word, 1, &
                                              one, zero, zero, one, one, &
                                              host, where, 1, list)
    do i = 1, 100
      !$omp taskyield
    end do
    !$omp atomic write
    value = 2
    call omp_fulfill_event (event)
    !$omp taskwait
    !$omp end single
    !$omp end parallel
    if (any (copied /= 0) .or. back /= 2) stop 55
    !$omp depobj(order) destroy
    call omp_target_free (there, where)
  end subroutine ordered_copies

  subroutine default_device ()
    integer :: number, i, old
    old = omp_get_default_device ()
    do i = 0, merge (host, 0, separate) - 1
      call omp_set_default_device (i)
      number = -1
      !$omp target map(from: number)
      number = omp_get_device_num ()
      !$omp end target
      if (number /= i) stop 60
    end do
    if (omp_get_device_num () /= host) stop 61
    call omp_set_default_device (old)
  end subroutine default_device

  ! It is an initial thread's, and its privates are copies.
  subroutine region_on_the_host ()
    integer :: array(n), level, threads, seen
    array = 1
    level = -1
    threads = -1
    seen = -1
    !$omp parallel num_threads(2)
    !$omp single
    !$omp target if(.false.) firstprivate(array) map(from: level, threads, seen)
    array(1) = array(1) + 1
    seen = array(1)
    level = omp_get_level ()
    threads = omp_get_num_threads ()
    !$omp end target
    !$omp end single
    !$omp end parallel
    if (level /= 0 .or. threads /= 1) stop 70
    if (seen /= 2 .or. array(1) /= 1) stop 71
  end subroutine region_on_the_host

  subroutine limits (on_device, most)
    logical, intent(in) :: on_device
    integer, intent(in) :: most
    integer :: limit, later
    limit = 0
    later = 0
    !$omp target if(on_device) thread_limit(most) map(from: limit)
    limit = omp_get_thread_limit ()
    !$omp end target
    if (limit /= most) stop 80
    !$omp target if(on_device) thread_limit(most) map(from: later) nowait
    later = omp_get_thread_limit ()
    !$omp end target
    !$omp taskwait
    if (later /= most) stop 81
  end subroutine limits

  ! What is firstprivate has the value of when the construct was met; the host
  ! does not defer it.
  subroutine keeps_values ()
    integer :: order, seen, array(n)
    logical :: go, gone
    order = 0
    seen = 0
    go = .not. separate
    array = 5
    !$omp parallel num_threads(2) private(gone)
    !$omp single
    !$omp task depend(out: order) shared(go) private(gone)
    gone = .false.
    do while (.not. gone)
      !$omp atomic read
      gone = go
      !$omp taskyield
    end do
    !$omp end task
    !$omp target nowait depend(in: order) firstprivate(array) map(tofrom: seen)
    seen = seen + array(1)
    !$omp end target
    array = 7
    !$omp atomic write
    go = .true.
    !$omp taskwait
    !$omp end single
    !$omp end parallel
    if (seen /= 5) stop 90
  end subroutine keeps_values

  ! The thread that meets a construct with nowait goes on.
  subroutine goes_on ()
    integer, target :: value
    integer :: flag(1), seen
    type(c_ptr) :: there
    if (.not. separate) return
    seen = 0
    flag = 0
    !$omp target enter data map(to: flag)
    !$omp target nowait map(alloc: flag) map(from: seen)
    do
      !$omp atomic read
      seen = flag(1)
      if (seen /= 0) exit
    end do
    !$omp end target
    value = 9
    !$omp target data use_device_addr(flag)
    there = c_loc_of (flag)
    !$omp end target data
    if (omp_target_memcpy (there, c_loc (value), word, none, none, device, &
                           host) /= 0) stop 91
    !$omp taskwait
    if (seen /= 9) stop 92
    !$omp target exit data map(delete: flag)
  end subroutine goes_on

  type(c_ptr) function c_loc_of (what)
    integer, target, intent(in) :: what(1)
    c_loc_of = c_loc (what)
  end function c_loc_of

  subroutine data_tasks ()
    integer, target :: x
    logical :: kept
    x = 1
    kept = .false.
    !$omp parallel num_threads(2)
    !$omp single
    !$omp task depend(out: x) shared(x)
    x = 6
    !$omp end task
    !$omp target enter data nowait map(to: x) depend(inout: x)
    !$omp task depend(inout: x) shared(kept, x)
    kept = is_present (c_loc (x))
    x = 3
    !$omp end task
    !$omp target update nowait to(x) depend(inout: x)
    !$omp target nowait map(alloc: x) depend(inout: x)
    x = x + 1
    !$omp end target
    !$omp target exit data nowait map(from: x) depend(inout: x)
    !$omp taskwait
    !$omp end single
    !$omp end parallel
    if (.not. kept .or. x /= 4) stop 95
    if (separate .and. is_present (c_loc (x))) stop 96
  end subroutine data_tasks
end program target_routines
