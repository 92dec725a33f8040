# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target regions of flang, whose code on a processor is of the kind that is made
# for GPUs; where flang 22 is (make check-clangs).
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
if ! command -v flang-22 >/dev/null || test ! -e "$llvm/libomptarget.so"; then
  # Not a part of what is installed for the suite, so this is no skip.
  pass "no flang 22 here"
  finish
fi

cat >program.f90 <<'END'
module data
  implicit none
  type :: list
    integer :: n
    real, allocatable :: v(:)
  end type
  integer :: counter = 7
  !$omp declare target (counter)
contains
  integer function twice (x)
    !$omp declare target
    integer, intent(in) :: x
    twice = 2 * x
  end function
end module
program regions
  use data
  use omp_lib
  implicit none
  integer :: a(200), i, j, s, d, m(8, 8), device, first
  real, allocatable :: b(:)
  real, pointer :: p(:)
  logical :: ok
  ok = .true.
  do device = 0, max (omp_get_num_devices () - 1, 0)
    a = 0; s = 0; m = 0
    !$omp target map(tofrom: s) device(device)
    s = s + 1
    !$omp end target
    ok = ok .and. s == 1
    !$omp target teams distribute parallel do map(tofrom: a) device(device)
    do i = 1, 200
      a(i) = a(i) + twice (i)
    end do
    ok = ok .and. all (a == [(2 * i, i = 1, 200)])
    !$omp target parallel do map(tofrom: a) num_threads(3) schedule(static, 7) device(device)
    do i = 1, 200
      a(i) = a(i) + 1
    end do
    ok = ok .and. all (a == [(2 * i + 1, i = 1, 200)])
    !$omp target teams distribute map(tofrom: a) device(device)
    do i = 1, 200
      a(i) = a(i) - 1
    end do
    ok = ok .and. all (a == [(2 * i, i = 1, 200)])
    s = 0
    !$omp target parallel do reduction(+: s) map(tofrom: s) map(to: a) device(device)
    do i = 1, 200
      s = s + a(i)
    end do
    ok = ok .and. s == 200 * 201
    s = 0
    !$omp target teams distribute parallel do reduction(+: s) map(tofrom: s) device(device)
    do i = 1, 100
      s = s + i
    end do
    ok = ok .and. s == 5050
    !$omp target teams distribute parallel do collapse(2) map(tofrom: m) device(device)
    do i = 1, 8
      do j = 1, 8
        m(i, j) = 10 * i + j
      end do
    end do
    ok = ok .and. m(3, 7) == 37 .and. m(8, 8) == 88
    allocate (b(50), p(20))
    b = 1; p = 2
    !$omp target data map(tofrom: b) device(device)
    !$omp target map(tofrom: b) device(device)
    b = b + 2
    !$omp end target
    !$omp target update from(b) device(device)
    ok = ok .and. all (b == 3)
    !$omp end target data
    !$omp target map(tofrom: p) device(device)
    p(5) = 5
    !$omp end target
    ok = ok .and. p(5) == 5 .and. p(4) == 2
    deallocate (b, p)
    !$omp target map(from: first) device(device)
    first = counter
    counter = counter + 1
    !$omp end target
    ok = ok .and. first == 7
    counter = 7
    !$omp target map(from: d) device(device)
    d = omp_get_device_num ()
    !$omp end target
    ok = ok .and. (d == device .or. d == omp_get_initial_device ())
  end do
  if (ok) print '(a)', 'right'
  if (.not. ok) print '(a)', 'wrong'
end program
END

flang-22 -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu program.f90 \
  -o program -L"$llvm" -Wl,-rpath,"$llvm" || exit 1
for devices in 1 2; do
  check "$devices devices" test "$(OMP_TARGET_OFFLOAD=mandatory \
    OFFLOAD_EMUL_NUM=$devices ./program 2>&1)" = right
done
check "on the host" \
  test "$(OMP_TARGET_OFFLOAD=disabled ./program 2>&1)" = right
check "without a map clause" sh -c "cat >wrong.f90 <<'END'
program wrong
  integer, target :: x
  integer, pointer :: p
  integer(8) :: where
  integer :: value
  where = loc (x)
  !\$omp target map(from: value)
  block
    use iso_c_binding
    integer, pointer :: q
    call c_f_pointer (transfer (where, c_null_ptr), q)
    value = q
  end block
  !\$omp end target
  print *, value
end program
END
flang-22 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu wrong.f90 -o wrong \
  -L$llvm -Wl,-rpath,$llvm && ! ./wrong >out 2>&1; cat out
  grep -q 'target region .* (line 7) on device 0 (x86emul): segmentation' out"
finish
