#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Messages to the user if something is missing.
. "$(dirname "$0")/common.inc"

cc -c hello.c -o good.o
"$CC" -fopenmp -c -DLIBRARY -Dcompute=other -Dsquare=other_square \
  -Doffset=other_offset hello.c -o bare.o
says "object without device code is named, the program links" \
  "'bare.o' has target regions" cc good.o bare.o -o a.out
verdict "such a program has no image" no_image a.out
verdict "such a program runs" prints ./a.out 328850
# The version is the first half word of the section .gnu.x86emul_lto_.lto.*
section=$(readelf -SW good.o | sed -n 's/.*\(\.gnu\.x86emul_lto_\.lto\.[0-9a-f]*\).*/\1/p')
objcopy --dump-section "$section=version" good.o copy.o
printf '\143' | dd of=version conv=notrunc 2> /dev/null
objcopy --update-section "$section=version" good.o old.o
says "object of another GCC is named, the program links" \
  "'old.o' was compiled by GCC 99" cc old.o -o a.out
verdict "its program runs" prints ./a.out 328850

# Without the libraries of 32-bit programs, so the link need not succeed.
echo 'void lib (void) {}' > lib.c
cat > narrow.c <<'C'
void _start (void)
{
#pragma omp target
  ;
}
C
narrow () {
  "$CC" -m32 -shared -nostdlib lib.c -o libgomp.so &&
    cc -m32 -c narrow.c -o narrow.o || return
  cc -m32 -nostdlib -L. narrow.o -o a.out > narrow.log 2>&1
  cat narrow.log
  grep -q "warning: 'narrow.o' is 32-bit code; x86emul's devices run 64-bit" \
    narrow.log && grep -q 'hint: compile without -m32' narrow.log
}
verdict "a 32-bit object is named, with a hint" narrow

cat > lost.c <<'C'
void lost (int);
int main (void)
{
#pragma omp target
  lost (3);
  return 0;
}
C
echo 'void lost (int x) { (void) x; }' > found.c
cc -g -c lost.c && cc -c found.c
says not "undefined symbol is named with its place" "lost.c:5: 'lost' is used in code for the device" \
  cc lost.o found.o -o a.out
says not "and a hint is given" "hint: .*declare target" cc lost.o found.o -o a.out
cat > static.c <<'C'
static int hidden = 3;
#pragma omp declare target
int get (void) { return hidden; }
#pragma omp end declare target
int main (void)
{
  int r;
#pragma omp target map(from: r)
  r = get ();
  return r + hidden++;
}
C
says not "variable that is not declare target is named" "'hidden' is used in code for the device" \
  cc -g static.c -o a.out
cat > inner.f90 <<'F'
program main
  implicit none
  integer, save :: shared(8) = 2
  !$omp declare target link(shared)
  integer :: s
  !$omp target map(tofrom: s)
  s = total ()
  !$omp end target
  print *, s
contains
  integer function total ()
    !$omp declare target
    total = sum (shared)
  end function
end program
F
# GCC 16 compiles it, but the procedure gets no address of it.
if fc -g inner.f90 -o a.out > log 2>&1; then
  unsupported "one of the procedure around: the compiler takes it for another"
else
  says not "so is one of the procedure around" \
    "'shared[.0-9]*' is used in code for the device" fc -g inner.f90 -o a.out
fi
verdict "nothing is left after errors" nothing_left
says not "wrong driver" 'COLLECT_GCC' env -u COLLECT_GCC "$toolchain/accel/x86emul/mkoffload" -o x.o

finish
