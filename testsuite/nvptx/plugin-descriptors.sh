# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# How many driver calls the plugin under test makes for a region of gfortran's
# whose arrays have descriptors: at most so many, for arrays of a few kilobytes
# and for some above 1 MiB.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

if test "$GFORTRAN" = no; then
  unsupported "there is no gfortran"
  finish
fi

cat > mark.c <<'EOC'
#include <dlfcn.h>
#include <stddef.h>

/* A call that the plugin does not make divides the log into phases.  */
void
mark (void)
{
  static int (*call) (unsigned *);
  unsigned flags;
  if (call == NULL)
    call = (int (*) (unsigned *)) dlsym (dlopen ("libcuda.so.1", RTLD_NOW),
                                         "cuCtxGetFlags");
  call (&flags);
}
EOC

cat > descriptors.f90 <<'EOC'
module arrays
  implicit none
  type structure
    integer :: n = 1
    real, pointer :: p(:) => null()
    real, pointer :: q(:) => null()
  end type
  real, pointer :: of_module(:)
  real, allocatable :: of_module_too(:)
  interface
    subroutine mark () bind(c)
    end subroutine
  end interface
contains
  subroutine once (construct, x, y, assumed, s)
    character(*), intent(in) :: construct
    real, pointer :: x(:)
    real, allocatable :: y(:)
    real :: assumed(:)
    type(structure) :: s
    integer :: i
    select case (construct)
    case ('pointer')
      !$omp target map(tofrom: x)
      x(1) = x(1) + 1
      !$omp end target
    case ('allocatable')
      !$omp target map(tofrom: y)
      y(1) = y(1) + 1
      !$omp end target
    case ('assumed')
      !$omp target map(tofrom: assumed)
      assumed(1) = assumed(1) + 1
      !$omp end target
    case ('section')
      !$omp target map(tofrom: x(1:10))
      x(1) = x(1) + 1
      !$omp end target
    case ('implicit')
      !$omp target
      y(1) = y(1) + 1
      !$omp end target
    case ('two')
      !$omp target map(tofrom: x, y)
      x(1) = x(1) + y(1)
      !$omp end target
    case ('module')
      !$omp target map(tofrom: of_module, of_module_too)
      of_module(1) = of_module(1) + of_module_too(1)
      !$omp end target
    case ('teams')
      !$omp target teams distribute parallel do map(tofrom: x) map(to: y)
      do i = 1, size (x)
        x(i) = x(i) + y(i)
      end do
    case ('component', 'mapped-component')
      !$omp target map(tofrom: s%p)
      s%p(1) = s%p(1) + 1
      !$omp end target
    case ('components')
      !$omp target map(tofrom: s%n, s%p, s%q)
      s%p(1) = s%p(1) + s%q(1)
      !$omp end target
    case ('structure')
      !$omp target map(tofrom: s) map(tofrom: s%p)
      s%p(1) = s%p(1) + s%n
      !$omp end target
    case ('mapped')
      !$omp target map(tofrom: x)
      x(1) = x(1) + 1
      !$omp end target
    case default
      stop 2
    end select
  end subroutine
end module

program main
  use arrays
  implicit none
  character(20) :: construct, size
  real, pointer :: x(:)
  real, allocatable :: y(:)
  type(structure) :: s
  integer :: i, n
  call get_command_argument (1, construct)
  call get_command_argument (2, size)
  read (size, *) n
  allocate (x(n), y(n), s%p(n), s%q(n), of_module(n), of_module_too(n))
  x = 1
  y = 1
  s%p = 1
  s%q = 1
  of_module = 1
  of_module_too = 1
  if (construct == 'mapped') then
    !$omp target enter data map(to: x)
  else if (construct == 'mapped-component') then
    !$omp target enter data map(to: s%p)
  end if
  do i = 1, 3
    call mark
    call once (trim (construct), x, y, x, s)
  end do
  call mark
  if (construct == 'mapped') then
    !$omp target exit data map(from: x)
  else if (construct == 'mapped-component') then
    !$omp target exit data map(from: s%p)
  end if
  if (count ([x(1), y(1), s%p(1), of_module(1)] == 4) /= 1) stop 1
end program
EOC

# expect CONSTRUCT CALLS: no more than so many for the third time.
expect () {
  for size in 1000 500000; do
    rm -f log
    STANDIN_CUDA_LOG=log on_device ./program "$1" $size
    conclude "$1 of $size"
    calls=$(awk '/^cuCtxGetFlags/ { n++; next } n == 3 { print $1 }' log)
    if test "$(echo "$calls" | wc -w)" -gt "$2" || test -z "$calls"; then
      echo "$calls"
      fail "$1 of $size: $2 calls"
    else
      pass "$1 of $size: $2 calls"
    fi
  done
}

"$GCC" -O2 -c mark.c
compile_or_stop "the program compiles" "$GFORTRAN" -O1 descriptors.f90 mark.o -ldl
runtime=$LIBDIR
expect pointer 4
expect allocatable 4
expect assumed 4
expect section 4
expect implicit 4
expect two 4
expect module 4
expect teams 4
expect component 4
expect components 4
expect structure 4
# Nothing is copied back; the descriptor that is there is renewed by a call.
expect mapped 4
expect mapped-component 4
finish
