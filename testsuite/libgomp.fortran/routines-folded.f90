! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Entry points of routines that GCC 16 computes itself or calls by C's names;
! code of older compilers calls these.
! { dg-do run }
program routines_folded
  use omp_lib
  implicit none
  interface
    integer function initial_device () bind (c, name='omp_get_initial_device_')
    end function
    integer function num_devices () bind (c, name='omp_get_num_devices_')
    end function
    logical (4) function is_initial () bind (c, name='omp_is_initial_device_')
    end function
  end interface
  if (num_devices () /= omp_get_num_devices ()) stop 1
  if (initial_device () /= omp_get_initial_device ()) stop 2
  if (.not. is_initial ()) stop 3
end program
