! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The allocate directive for local variables.  { since 14 }
program p
  use iso_c_binding
  implicit none
  call local (4)
contains
  subroutine local (n)
    use omp_lib
    integer, intent(in) :: n
    integer, target :: a(8), b(n)
    !$omp allocate (a) align (128)
    !$omp allocate (b) allocator (omp_default_mem_alloc) align (64)
    a = 1
    b = n
    !$omp target map (tofrom: a) map (to: b)
    a(1:n) = a(1:n) + b
    !$omp end target
    if (sum (a) /= 8 + n * n) error stop 1
    if (mod (transfer (c_loc (a), 0_c_intptr_t), 128_c_intptr_t) /= 0) &
      error stop 2
  end subroutine
end program
