! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Allocate and allocators directives.  { since 14 }
! { options -fopenmp-allocators }
program p
  use omp_lib
  use iso_c_binding
  implicit none
  integer, allocatable :: a(:), b(:)
  integer :: n
  n = 10
  !$omp allocators allocate (allocator (omp_cgroup_mem_alloc), align (64): a)
  allocate (a(n))
  !$omp allocate (b) allocator (omp_default_mem_alloc) align (128)
  allocate (b(n))
  a = 1
  b = 2
  !$omp target map (tofrom: a) map (to: b)
  a = a + b
  !$omp end target
  if (any (a /= 3)) error stop
  deallocate (a, b)
end program
