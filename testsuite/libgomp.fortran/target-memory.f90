! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-skip-stock "two of the routines are from GCC 13 on" }
! Device memory from Fortran: the routines of omp_lib, use_device_ptr,
! use_device_addr, is_device_ptr and has_device_addr with variables, arrays,
! C pointers and null pointers; clauses of the target constructs.

program target_memory
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 24
  integer :: device, host
  logical :: separate

  device = omp_get_default_device ()
  host = omp_get_initial_device ()
  separate = .false.
  !$omp target map(from: separate)
  separate = .not. omp_is_initial_device ()
  !$omp end target
  if (.not. separate) device = host
  call copies ()
  call associations ()
  call device_pointers ()
  call null_pointers ()
  call clauses ()
contains
  subroutine copies ()
    integer, target :: a(n), b(n)
    integer(c_size_t), parameter :: size = 4 * n, none = 0
    integer(c_size_t) :: volume(2), to(2), from(2), dims(2)
    type(c_ptr) :: there
    integer :: i, sum
    there = omp_target_alloc (size, device)
    if (.not. c_associated (there)) stop 1
    a = [(i, i = 1, n)]
    b = 0
    if (omp_target_memcpy (there, c_loc (a), size, none, none, device, host) /= 0) stop 2
    sum = 0
    !$omp target firstprivate(there) map(tofrom: sum)
    block
      integer, pointer :: p(:)
      call c_f_pointer (there, p, [n])
      do i = 1, n
        sum = sum + p(i)
        p(i) = -p(i)
      end do
    end block
    !$omp end target
    if (sum /= n * (n + 1) / 2) stop 3
    if (omp_target_memcpy (c_loc (b), there, size - 8, 4_c_size_t, 8_c_size_t, host, device) /= 0) stop 4
    if (b(1) /= 0 .or. b(2) /= -3 .or. b(n - 1) /= -n .or. b(n) /= 0) stop 5
    ! Rows and columns in the order of C.
    volume = [2, 3]
    to = [1, 1]
    from = [0, 2]
    dims = [4, 6]
    b = 0
    if (omp_target_memcpy_rect (c_loc (b), there, 4_c_size_t, 2, volume, to, from, dims, dims, host, device) /= 0) stop 6
    if (b(8) /= -3 .or. b(10) /= -5 .or. b(14) /= -9 .or. count (b /= 0) /= 6) stop 7
    call omp_target_free (there, device)
    call omp_target_free (c_null_ptr, device)
  end subroutine

  subroutine associations ()
    integer, target :: a(n)
    type(c_ptr) :: there
    integer :: seen
    a = 5
    if (omp_target_is_present (c_loc (a), host) == 0) stop 11
    if (.not. separate) return
    there = omp_target_alloc (int (4 * n, c_size_t), device)
    if (omp_target_is_present (c_loc (a), device) /= 0) stop 12
    if (omp_target_associate_ptr (c_loc (a), there, int (4 * n, c_size_t), 0_c_size_t, device) /= 0) stop 13
    if (omp_target_is_present (c_loc (a(n)), device) == 0) stop 14
    if (.not. c_associated (omp_get_mapped_ptr (c_loc (a), device), there)) stop 15
    if (omp_target_is_accessible (c_loc (a), 4_c_size_t, device) /= 0) stop 16
    !$omp target update to(a)
    seen = 0
    !$omp target map(tofrom: a) map(from: seen)
    seen = a(n)
    a = 8
    !$omp end target
    if (seen /= 5 .or. any (a /= 5)) stop 17 ! { dg-check lost }
    !$omp target update from(a)
    if (any (a /= 8)) stop 18
    if (omp_target_disassociate_ptr (c_loc (a), device) /= 0) stop 19
    if (omp_target_is_present (c_loc (a), device) /= 0) stop 20
    call omp_target_free (there, device)
  end subroutine

  subroutine device_pointers ()
    integer, target :: a(n), scalar
    integer, pointer :: p(:)
    type(c_ptr) :: c
    a = 1
    scalar = 2
    p => a
    c = c_loc (a)
    !$omp target data map(tofrom: a, scalar)
    !$omp target data use_device_ptr(c)
    if (c_associated (c, c_loc (a)) .eqv. separate) stop 31
    call set_last (c)
    !$omp end target data
    !$omp target data use_device_addr(scalar, a)
    !$omp target has_device_addr(scalar, a)
    scalar = scalar + a(n)
    a(1) = scalar
    !$omp end target
    !$omp end target data
    !$omp end target data
    if (a(n) /= 40 .or. scalar /= 42 .or. a(1) /= 42 .or. a(2) /= 1) stop 32
    if (.not. c_associated (c, c_loc (a))) stop 33
    !$omp target data map(tofrom: p) use_device_addr(p)
    !$omp target has_device_addr(p)
    p(3) = size (p)
    !$omp end target
    !$omp end target data
    if (a(3) /= n .or. .not. associated (p, a)) stop 34
  end subroutine

  subroutine set_last (c)
    type(c_ptr), intent(in) :: c
    !$omp target is_device_ptr(c)
    block
      integer, pointer :: there(:)
      call c_f_pointer (c, there, [n])
      there(n) = 40
    end block
    !$omp end target
  end subroutine

  subroutine null_pointers ()
    type(c_ptr) :: c
    integer, pointer :: p(:)
    integer, allocatable :: a(:)
    logical :: there(3)
    c = c_null_ptr
    p => null ()
    there = .true.
    !$omp target firstprivate(c) map(tofrom: p, a) map(from: there)
    there = [c_associated (c), associated (p), allocated (a)]
    !$omp end target
    if (any (there)) stop 41
    !$omp target data use_device_ptr(c)
    if (c_associated (c)) stop 42
    !$omp end target data
    allocate (a(0))
    !$omp target map(tofrom: a) map(from: there)
    there(1) = allocated (a)
    there(2) = size (a) == 0
    !$omp end target
    if (.not. all (there(1:2))) stop 43
  end subroutine

  subroutine clauses ()
    integer :: x, y, z, a(4), teams, i
    logical :: never
    x = 1
    y = 2
    z = 3
    a = 4
    never = .false.
    !$omp target firstprivate(x, a) private(y) defaultmap(tofrom: scalar)
    y = x + a(1)
    x = -1
    a = -1
    z = z + y
    !$omp end target
    if (x /= 1 .or. y /= 2 .or. z /= 8 .or. any (a /= 4)) stop 51
    !$omp target if(never) map(tofrom: x)
    x = merge (100, 0, omp_is_initial_device ())
    !$omp end target
    if (x /= 100) stop 52
    !$omp target device(omp_get_initial_device ()) map(tofrom: x)
    x = merge (x + 1, 0, omp_is_initial_device ())
    !$omp end target
    if (x /= 101) stop 53
    teams = 0
    x = 0
    !$omp target teams distribute parallel do num_teams(3) thread_limit(2) &
    !$omp& map(tofrom: teams, x) reduction(max: teams) reduction(+: x)
    do i = 1, 300
      teams = max (teams, omp_get_num_teams ())
      x = x + i
    end do
    if (x /= 45150 .or. teams < 1 .or. teams > 3) stop 54
  end subroutine
end program target_memory
