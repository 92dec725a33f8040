! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! In a pool, the new block of omp_realloc counts in place of the old one.

program realloc_pool
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  integer(omp_allocator_handle_kind) :: a
  type(omp_alloctrait) :: traits(2)
  type(c_ptr) :: block, larger, other
  integer(1), pointer :: bytes(:)
  integer :: i

  traits(1) = omp_alloctrait (omp_atk_pool_size, 4096)
  traits(2) = omp_alloctrait (omp_atk_fallback, omp_atv_null_fb)
  a = omp_init_allocator (omp_default_mem_space, 2, traits)
  if (a == omp_null_allocator) stop 1
  block = omp_alloc (3071_c_size_t, a)
  if (.not. c_associated (block)) stop 2
  call c_f_pointer (block, bytes, [3071])
  bytes = [(int (mod (i, 100), 1), i = 1, 3071)]
  larger = omp_realloc (block, 3072_c_size_t, a, a)
  if (.not. c_associated (larger)) stop 3
  call c_f_pointer (larger, bytes, [3072])
  if (any (bytes(1:3071) /= [(int (mod (i, 100), 1), i = 1, 3071)])) stop 4
  ! What does not fit beside others leaves the block as it is.
  block = omp_realloc (larger, 2000_c_size_t, a, a)
  if (.not. c_associated (block)) stop 5
  other = omp_alloc (1500_c_size_t, a)
  if (.not. c_associated (other)) stop 6
  larger = omp_realloc (block, 3000_c_size_t, a, a)
  if (c_associated (larger)) stop 7
  call c_f_pointer (block, bytes, [2000])
  if (any (bytes /= [(int (mod (i, 100), 1), i = 1, 2000)])) stop 8
  call omp_free (other, a)
  larger = omp_realloc (block, 3000_c_size_t, a, a)
  if (.not. c_associated (larger)) stop 9
  call omp_free (larger, a)
  call omp_destroy_allocator (a)
end program
