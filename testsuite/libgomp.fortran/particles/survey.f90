! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The shared library: sums over particles.

module survey
  use particles
  implicit none
contains
  function energy (all) result (e)
    type(particle), intent(in) :: all(:)
    real(dp) :: e
    integer :: i
    e = 0
    !$omp target parallel do map(to: all) map(tofrom: e) reduction(+: e)
    do i = 1, size (all)
      e = e + sum (all(i)%speed**2)
    end do
    !$omp end target parallel do
  end function energy

  function histogram (all, bins) result (count)
    type(particle), intent(in) :: all(:)
    integer, intent(in) :: bins
    integer, allocatable :: count(:)
    integer :: i, bin
    allocate (count(bins), source = 0)
    !$omp target map(to: all) map(tofrom: count)
    do i = 1, size (all)
      bin = min (int (all(i)%place(1) * bins) + 1, bins)
      count(bin) = count(bin) + 1
    end do
    !$omp end target
  end function histogram
end module survey
