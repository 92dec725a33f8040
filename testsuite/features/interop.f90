! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The interop construct: no device offers a foreign runtime.  { since 15 }
program p
  use omp_lib
  implicit none
  integer(omp_interop_kind) :: object
  integer :: x
  object = 8
  x = 1
  !$omp target map (tofrom: x)
  x = x + 1
  !$omp end target
  !$omp interop init (targetsync: object)
  if (object /= omp_interop_none) then
    if (omp_get_num_interop_properties (object) < 0) error stop 1
  end if
  !$omp interop use (object) depend (inout: x) nowait
  !$omp taskwait
  !$omp interop destroy (object)
  if (object /= omp_interop_none) error stop 2
end program
