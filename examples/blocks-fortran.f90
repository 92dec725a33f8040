! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! As blocks.c: a blocked matrix multiplication and a stencil over all devices.
!
!   OFFLOAD_HOSTS=n1*4,n2*4 OMP_NUM_THREADS_DEV=1 ./blocks-fortran

program blocks
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: n = 512, block = 32, width = 1026, steps = 20
  ! GCC 16 maps arrays of the enclosing procedure whole, unless they are saved.
  real (8), allocatable, save :: a(:, :), b(:, :), c(:, :)
  real (8), allocatable, target :: grid(:, :)
  real (8) :: product, plane, first(2), t, s
  integer :: devices, i, j

  allocate (a(n, n), b(n, n), c(n, n), grid(width, width))
  do j = 1, n
    do i = 1, n
      a(i, j) = mod (i + j, 7) * 0.5d0
      b(i, j) = mod (i + j, 7) * 0.25d0
    end do
  end do
  if (omp_get_num_devices () == 0) print '(a)', 'No devices: set OFFLOAD_HOSTS.'
  devices = 1
  do while (devices <= omp_get_num_devices ())
    do j = 1, width
      do i = 1, width
        grid(i, j) = mod (i + j, 7)
      end do
    end do
    t = matrices (devices)
    s = stencil (devices)
    if (devices == 1) then
      product = sum (c)
      plane = sum (grid)
      first = [t, s]
    end if
    print '(i0, 4(a, f0.2), a)', devices, ' devices: multiplication ', &
      t * 1e3, ' ms (', first(1) / t, ' times as quick), stencil ', s * 1e3, &
      ' ms (', first(2) / s, ')'
    if (sum (c) /= product .or. sum (grid) /= plane) print '(a)', 'wrong'
    devices = 2 * devices
  end do

contains

  ! A is on each device already; a block of B goes there, one of C comes back.
  real (8) function matrices (devices)
    integer, intent (in) :: devices
    integer :: d, from, to, column, k
    do d = 0, devices - 1
      !$omp target enter data map(to: a) device(d)
      !$omp target device(d)
      !$omp end target
    end do
    matrices = omp_get_wtime ()
    do from = 1, n, block
      to = min (from + block - 1, n)
      d = mod ((from - 1) / block, devices)
      !$omp target nowait device(d) map(to: b(:, from:to)) &
      !$omp map(from: c(:, from:to)) firstprivate(from, to)
      !$omp parallel do private(k)
      do column = from, to
        c(:, column) = 0
        do k = 1, n
          c(:, column) = c(:, column) + a(:, k) * b(k, column)
        end do
      end do
      !$omp end target
    end do
    !$omp taskwait
    matrices = omp_get_wtime () - matrices
    do d = 0, devices - 1
      !$omp target exit data map(delete: a) device(d)
    end do
  end function

  ! Each device has a strip of the grid; its outer columns go to its neighbours
  ! after each step, from node to node.
  real (8) function stencil (devices)
    integer, intent (in) :: devices

    integer :: d, i, step, columns, host, error
    integer (c_size_t) :: column, strip
    type (c_ptr) :: at(0:devices - 1, 0:1)
    columns = (width - 2) / devices
    host = omp_get_initial_device ()
    column = width * 8_c_size_t
    strip = (columns + 2) * column
    error = 0
    do d = 0, devices - 1
      do i = 0, 1
        at(d, i) = omp_target_alloc (strip, d)
        error = error + omp_target_memcpy (at(d, i), c_loc (grid), strip, &
          0_c_size_t, d * columns * column, d, host)
      end do
    end do
    stencil = omp_get_wtime ()
    do step = 0, steps - 1
      do d = 0, devices - 1
        call smooth (at(d, 1 - mod (step, 2)), at(d, mod (step, 2)), columns, d)
      end do
      !$omp taskwait
      do d = 0, devices - 2
        i = 1 - mod (step, 2)
        error = error + omp_target_memcpy (at(d + 1, i), at(d, i), column, &
          0_c_size_t, columns * column, d + 1, d)
        error = error + omp_target_memcpy (at(d, i), at(d + 1, i), column, &
          (columns + 1) * column, column, d, d + 1)
      end do
    end do
    stencil = omp_get_wtime () - stencil
    do d = 0, devices - 1
      error = error + omp_target_memcpy (c_loc (grid), at(d, mod (steps, 2)), &
        columns * column, (d * columns + 1) * column, column, host, d)
      do i = 0, 1
        call omp_target_free (at(d, i), d)
      end do
    end do
    if (error /= 0) print '(a)', 'A copy has failed.'
  end function

  ! One step from OLD to NEW, COLUMNS columns between two of a neighbour.
  subroutine smooth (new_at, old_at, columns, d)
    type (c_ptr), intent (in) :: new_at, old_at
    integer, intent (in) :: columns, d
    real (8), pointer :: new(:, :), old(:, :)
    integer :: i, j
    !$omp target nowait device(d) is_device_ptr(new_at, old_at) &
    !$omp firstprivate(columns) private(new, old)
    call c_f_pointer (new_at, new, [width, columns + 2])
    call c_f_pointer (old_at, old, [width, columns + 2])
    !$omp parallel do
    do j = 2, columns + 1
      do i = 2, width - 1
        new(i, j) = (old(i - 1, j) + old(i + 1, j) + old(i, j - 1) &
          + old(i, j + 1)) / 4
      end do
    end do
    !$omp end target
  end subroutine
end program
