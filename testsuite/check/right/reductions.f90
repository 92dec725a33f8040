! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Reductions over teams and threads, an array among them, and atomics.
program reductions
  implicit none
  integer :: i, s, most, bins(0:3), hits
  real(8) :: x
  s = 5
  most = 0
  bins = 1
  hits = 0
  x = 0
  !$omp target teams distribute parallel do map(tofrom: s, most, bins, hits) &
  !$omp map(tofrom: x) reduction(+: s, bins, x) reduction(max: most)
  do i = 1, 100
    s = s + i
    x = x + 0.5d0
    bins(mod (i, 4)) = bins(mod (i, 4)) + 1
    most = max (most, i)
    !$omp atomic
    hits = hits + 1
  end do
  if (s /= 5055 .or. most /= 100 .or. any (bins /= 26) .or. hits /= 100) stop 1
  if (x /= 50) stop 2
end program
