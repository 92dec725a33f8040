! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-threads "1 2 4 8" }
! atomic in each form, on each kind of number: kinds for which the CPU has an
! operation, and those for which the compiler calls the library.

module counters
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: n = 2000
contains
  subroutine integers
    integer (int8) :: i1
    integer (int16) :: i2
    integer (int32) :: i4, smallest, largest
    integer (int64) :: i8, bits, all_bits, parity
    integer :: i
    i1 = 0; i2 = 0; i4 = 0; i8 = 0
    smallest = huge (smallest); largest = -huge (largest)
    bits = 0; all_bits = not (0_int64); parity = 0
    !$omp parallel do
    do i = 1, n
      !$omp atomic
      i1 = i1 + int (mod (i, 2) * 2 - 1, int8)
      !$omp atomic update
      i2 = i2 + 1_int16
      !$omp atomic
      i4 = i4 - i
      !$omp atomic
      i8 = 3_int64 + i8
      !$omp atomic
      smallest = min (smallest, n - i)
      !$omp atomic
      largest = max (largest, i)
      !$omp atomic
      bits = ior (bits, shiftl (1_int64, mod (i, 40)))
      !$omp atomic
      all_bits = iand (all_bits, not (shiftl (1_int64, mod (i, 20))))
      !$omp atomic
      parity = ieor (parity, int (i, int64))
    end do
    if (i1 /= 0 .or. i2 /= n .or. i4 /= -n * (n + 1) / 2) error stop "small"
    if (i8 /= 3 * n .or. smallest /= 0 .or. largest /= n) error stop "large"
    if (bits /= shiftl (1_int64, 40) - 1) error stop "ior"
    if (all_bits /= not (shiftl (1_int64, 20) - 1)) error stop "iand"
    if (parity /= n) error stop "ieor"
  end subroutine

  subroutine reals
    real (real32) :: r4
    real (real64) :: r8, most
    real (real128) :: r16
    complex (real64) :: z8
    complex (real32) :: z4
    integer :: i
    r4 = 0; r8 = 0; most = 0; r16 = 0; z8 = 0; z4 = 0
    !$omp parallel do
    do i = 1, n
      !$omp atomic
      r4 = r4 + 1
      !$omp atomic
      r8 = r8 - 0.5_real64
      !$omp atomic
      most = max (most, real (i, real64))
      !$omp atomic
      r16 = r16 + 0.25_real128
      !$omp atomic
      z8 = z8 + (1, -1)
      !$omp atomic
      z4 = (0, 2) + z4
    end do
    if (r4 /= n .or. r8 /= -n / 2 .or. most /= n) error stop "reals"
    if (r16 /= n / 4) error stop "real128"
    if (z8 /= cmplx (n, -n, real64) .or. z4 /= cmplx (0, 2 * n)) &
      error stop "complex"
  end subroutine

  subroutine logicals
    logical :: none, some, even, odd
    integer :: i
    none = .true.; some = .false.; even = .true.; odd = .false.
    !$omp parallel do
    do i = 1, n + 1
      !$omp atomic
      none = none .and. i > 0
      !$omp atomic
      some = some .or. i == n
      !$omp atomic
      even = even .eqv. .false.
      !$omp atomic
      odd = odd .neqv. .true.
    end do
    if (.not. none .or. .not. some .or. even .or. .not. odd) &
      error stop "logicals"
  end subroutine

  ! What a capture returns is each value once.
  subroutine captures
    integer :: i, next, before, after, taken(2 * n), swapped, mine, last
    real (real128) :: wide, got
    taken = 0
    next = 0
    wide = 0
    swapped = 0
    last = 0
    !$omp parallel do private(before, after, mine, got)
    do i = 1, n
      !$omp atomic capture
      before = next
      next = next + 1
      !$omp end atomic
      taken(before + 1) = taken(before + 1) + 1
      !$omp atomic capture seq_cst
      next = next + 1
      after = next
      !$omp end atomic
      taken(after) = taken(after) + 1
      !$omp atomic capture
      mine = swapped
      swapped = i
      !$omp end atomic
      !$omp atomic
      last = last + i - mine
      !$omp atomic capture acq_rel
      wide = wide + 1
      got = wide
      !$omp end atomic
      if (got < 1 .or. got > n) error stop "capture of real128"
    end do
    if (any (taken /= 1)) error stop "capture"
    if (last /= swapped) error stop "swap"
    if (wide /= n) error stop "real128"
  end subroutine

  ! A message: written with release, read with acquire.
  subroutine messages
    use omp_lib, only: omp_get_thread_num
    integer :: flag, payload, seen
    real (real128) :: wide, copy
    flag = 0; payload = 0; wide = 0
    !$omp parallel num_threads(2) private(seen, copy)
    if (omp_get_thread_num () == 0) then
      payload = 42
      !$omp atomic write release
      flag = 1
    else
      do
        !$omp atomic read acquire
        seen = flag
        if (seen == 1) exit
      end do
    end if
    !$omp flush
    if (payload /= 42) error stop "release and acquire"
    !$omp atomic write
    wide = 7
    !$omp atomic read
    copy = wide
    if (copy /= 7) error stop "read of real128"
    !$omp end parallel
  end subroutine
end module

program atomics
  use counters
  implicit none
  call integers
  call reals
  call logicals
  call captures
  call messages
end program
