#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What "requires" directives ask of devices is in the image.  If it is shared
# memory, emulated devices have it, unless OFFLOAD_EMUL_SHARED forbids that.  If
# they have it not, they are not counted, and the program runs on the host.
. "$(dirname "$0")/common.inc"

# as_if_none NAME CLAUSE PROGRAM: it finds no device, and with
# mandatory says why; it ends with 0 if all is right on the host.
as_if_none () {
  verdict "$1: runs on the host" "$3"
  verdict "$1: offloading disabled" env OMP_TARGET_OFFLOAD=disabled "$3"
  says not "$1: mandatory" "'omp requires $2' cannot be fulfilled" \
    env OMP_TARGET_OFFLOAD=mandatory "$3"
}

# shares NAME CLAUSE PROGRAM: the program, which succeeds with a device and
# without, has one that shares memory, but not if that is forbidden.
shares () {
  verdict "$1: runs on a device" env OMP_TARGET_OFFLOAD=mandatory "$3"
  verdict "$1: offloading disabled" env OMP_TARGET_OFFLOAD=disabled "$3"
  verdict "$1: forbidden" env OFFLOAD_EMUL_SHARED=0 "$3"
  says not "$1: forbidden, mandatory" \
    "'omp requires $2' cannot be fulfilled: OFFLOAD_EMUL_SHARED is 0" \
    env OFFLOAD_EMUL_SHARED=0 OMP_TARGET_OFFLOAD=mandatory "$3"
}

cat > memory.c <<'C'
#include <omp.h>
#include <stdlib.h>
#ifdef SELF_MAPS
#pragma omp requires self_maps
#else
#pragma omp requires unified_shared_memory
#endif
int
main (void)
{
  int *p = (int *) malloc (sizeof (int));
  int initial = 0;
  *p = 4;
#pragma omp target map (from: initial)
  {
    *p += 3;
    initial = omp_is_initial_device ();
  }
  return *p != 7 || initial != (omp_get_num_devices () == 0);
}
C
cat > memory.f90 <<'F'
program p
  use omp_lib
  !$omp requires unified_shared_memory
  integer, pointer :: x
  allocate (x)
  x = 4
  !$omp target
  x = x + 3
  !$omp end target
  if (x /= 7) error stop
end program
F
cat > reverse.c <<'C'
#include <omp.h>
#pragma omp requires reverse_offload
static int on_host (void) { return omp_is_initial_device (); }
int
main (void)
{
  int x = 4;
#pragma omp target map (tofrom: x)
  {
    int y;
#pragma omp target device (ancestor: 1) map (from: y)
    y = on_host ();
    x += y;
  }
  return x != 5 || omp_get_num_devices () != 0;
}
C

memory=unified_shared_memory
for options in -O0 "-O2 -flto"; do
  compiles "$memory $options" cc $options memory.c -o memory &&
    shares "$memory $options" $memory ./memory
done
cp memory.c memory.cc
compiles "$memory in C++" cxx memory.cc -o memory &&
  shares "$memory in C++" $memory ./memory
compiles "$memory in Fortran" fc memory.f90 -o memory &&
  shares "$memory in Fortran" $memory ./memory
compiles "$memory and ld -r" cc -c memory.c && ld -r memory.o -o together.o &&
  cc together.o -o memory && shares "$memory and ld -r" $memory ./memory
compiles self_maps cc -DSELF_MAPS memory.c -o memory &&
  shares self_maps self_maps ./memory
compiles reverse_offload cc reverse.c -o reverse &&
  as_if_none reverse_offload reverse_offload ./reverse

# The files of a program must agree.  What the compiler plugin would write for
# another one of its files is written by hand here, so that every GCC has it.
cc -c hello.c && cat > other.s <<'S'
	.section .offgomp_requires, "e", @progbits
	.long 0x220
	.section .note.GNU-stack, "", @progbits
S
cat > other.c <<'C'
void other (void)
{
#pragma omp target
  ;
}
C
cc -c other.c && cc -c other.s -o other_mask.o &&
  ld -r other.o other_mask.o -o different.o
says not "files that require different things" \
  "the 'requires' directives of 'hello.o' and 'different.o' differ" \
  cc hello.o different.o -o different
verdict "no temporary files are left" nothing_left
finish
