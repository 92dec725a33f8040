! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! nowait and depend from Fortran, the routines of omp_lib in regions and for
! device memory.

program target_tasks
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 200
  integer :: data(n), i, device, results(8), team
  type(c_ptr) :: there
  logical :: on_device

  device = omp_get_default_device ()
  data = 0
  !$omp parallel num_threads(4)
  !$omp single
  !$omp task depend(out: data)
  data = [(i, i = 1, n)]
  !$omp end task
  !$omp target map(tofrom: data) depend(inout: data) nowait
  data = data * 2
  !$omp end target
  !$omp task depend(in: data)
  if (any (data /= [(2 * i, i = 1, n)])) stop 1
  !$omp end task
  !$omp taskwait
  !$omp end single
  !$omp end parallel

  results = 0
  !$omp parallel do num_threads(8)
  do i = 1, 8
    !$omp target map(tofrom: results(i:i)) firstprivate(i)
    results(i) = results(i) + i * i
    !$omp end target
  end do
  if (any (results /= [(i * i, i = 1, 8)])) stop 2

  team = -1
  on_device = .false.
  !$omp target map(from: team, on_device)
  team = omp_get_team_num ()
  on_device = .not. omp_is_initial_device ()
  !$omp end target
  if (team /= 0) stop 3
  if (on_device .neqv. (omp_get_num_devices () > 0)) stop 4

  if (omp_get_num_devices () > 0) then
    there = omp_target_alloc (int (n * 4, c_size_t), device)
    if (.not. c_associated (there)) stop 5
    call omp_target_free (there, device)
  end if
end program target_tasks
