! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=thread" }
! Teams of a league with reductions, atomic updates and chunks of their own;
! then teams that one thread runs one after the other.

program teams
  use omp_lib
  implicit none
  integer :: a(100), n, s, c, i, k
  a = 0
  n = 4
  s = 0
  c = 0
!$omp target teams distribute num_teams(4) map(tofrom: a, c) reduction(+: s)
  do i = 1, 100
    a(i) = i
    s = s + a(i)
!$omp atomic
    c = c + 1
  end do
!$omp end target teams distribute
!$omp target map(tofrom: a, c) map(to: n)
!$omp teams num_teams(n) private(k)
  k = omp_get_team_num () + 1
!$omp parallel num_threads(2)
!$omp critical
  a(k) = a(k) + 1
!$omp end critical
!$omp atomic
  c = c + 1
!$omp end parallel
!$omp end teams
!$omp end target
  if (s /= 5050 .or. c /= 108 .or. a(1) /= 3 .or. a(100) /= 100) error stop
end program
