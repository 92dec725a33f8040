! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Fortran: heat spreads along a rod; allocatable arrays stay on a device through
! all time steps, and a region of the device prints.

program heat
  use omp_lib
  implicit none
  integer, parameter :: n = 100, steps = 50
  integer :: device

  print '(a,i0,a)', 'Fortran: ', omp_get_num_devices (), ' devices'
  do device = 0, omp_get_num_devices () - 1
    call run_on (device)
  end do
  call run_on (omp_get_initial_device ())

contains

  subroutine run_on (where)
    integer, intent(in) :: where
    real(8), allocatable :: old(:), new(:)
    logical :: is_host
    integer :: number, process, step, i
    real(8) :: total

    allocate (old(0:n+1), new(0:n+1))
    old = 0
    old(n/2) = 100
    new = old

    !$omp target data device(where) map(tofrom: old) map(alloc: new)
    do step = 1, steps
      !$omp target teams distribute parallel do device(where)
      do i = 1, n
        new(i) = old(i) + 0.25d0 * (old(i-1) - 2 * old(i) + old(i+1))
      end do
      !$omp target teams distribute parallel do device(where)
      do i = 1, n
        old(i) = new(i)
      end do
    end do

    !$omp target device(where) map(from: is_host, number, process, total)
    is_host = omp_is_initial_device ()
    number = omp_get_device_num ()
    process = getpid ()
    total = 0
    do i = 1, n
      total = total + old(i)
    end do
    print '(a,f6.2,a,i0)', '  printed by a region: heat ', total, &
      ', by process ', process
    !$omp end target
    !$omp end target data

    if (is_host) then
      print '(a,i0)', 'heat, last region            ran on the host, process ', &
        process
    else
      print '(3(a,i0),a)', 'heat, last region            ran on device ', &
        number, ', process ', process, ' (the host is ', getpid (), ')'
    end if
    if (abs (sum (old(1:n)) - 100) > 1d-6) then
      print *, 'wrong: ', sum (old(1:n))
      error stop
    end if
  end subroutine run_on

end program heat
