! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Predefined allocators in regions, named by uses_allocators.  { since 14 }
program p
  use omp_lib
  use iso_c_binding
  implicit none
  logical :: ok
  type(c_ptr) :: q
  ok = .false.
  !$omp target uses_allocators (omp_default_mem_alloc) map (from: ok) private (q)
  q = omp_alloc (4_c_size_t, omp_default_mem_alloc)
  ok = c_associated (q)
  call omp_free (q, omp_default_mem_alloc)
  !$omp end target
  if (.not. ok) error stop
end program
