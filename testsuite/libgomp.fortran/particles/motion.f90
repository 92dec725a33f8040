! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The second file of the program: regions in a module procedure.

module motion
  use particles
  implicit none
  real(dp) :: time_scale = 1
  !$omp declare target (time_scale)
contains
  subroutine start (all)
    type(particle), intent(inout) :: all(:)
    integer :: i
    !$omp target parallel do map(from: all)
    do i = 1, size (all)
      all(i)%place = 0.5d0
      all(i)%speed = [1, 2, 3] * real (i, dp) / size (all)
      all(i)%bounces = 0
    end do
    !$omp end target parallel do
  end subroutine start

  subroutine run (all, steps, time)
    type(particle), intent(inout) :: all(:)
    integer, intent(in) :: steps
    real(dp), intent(in) :: time
    integer :: i, step
    do step = 1, steps
      !$omp target teams distribute parallel do map(tofrom: all)
      do i = 1, size (all)
        call move (all(i), time * time_scale)
      end do
      !$omp end target teams distribute parallel do
    end do
  end subroutine run
end module motion
