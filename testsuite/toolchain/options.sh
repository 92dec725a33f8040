#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Options of the user at compilation and link: the image is made, the program
# offloads, and each option has its effect.
. "$(dirname "$0")/common.inc"

# offloads PROGRAM...: its region runs on the device.
offloads () { OMP_TARGET_OFFLOAD=mandatory "$@" | grep -qx 328850; }
on_host () { OMP_TARGET_OFFLOAD=disabled "$@" | grep -qx 328850; }

# works NAME OPTIONS...: a silent compilation and link, and a run on the device.
works () {
  name=$1
  shift
  rm -f a.out
  if cc "$@" -o a.out > log 2>&1 && [ ! -s log ] \
     && offloads ./a.out >> log 2>&1; then pass "$name"
  else fail "$name"; show_log; fi
}

# option OPTIONS...: hello.c with OPTIONS, in one step and in two.
option () {
  works "$*" "$@" hello.c
  if cc "$@" -c hello.c -o two.o > log 2>&1 && [ ! -s log ]; then
    works "$*, compiled before" "$@" two.o
  else fail "$*, compiled before"; show_log; fi
}

# ---- which devices
cc -foffload=disable -c hello.c -o disabled.o > log 2>&1
works "-foffload=disable at compilation alone" disabled.o
says not "-foffload=x86emul is GCC's error" "not configured to support" \
  cc -foffload=x86emul hello.c
option -foffload=default
works "-foffload-options=OPTION" hello.c -foffload-options=-O3
works "-foffload-options=TARGET=OPTION for another" hello.c \
  -foffload-options=nvptx-none=-march=sm_70
works "-foffload=-OPTION, the old way" hello.c -foffload=-O3
works "-foffload-options=-l" hello.c -foffload-options=-lm
says not "-foffload-abi= is for offload compilers, as GCC says" \
  "only for offload compiler" cc -foffload-abi=lp64 hello.c
works "-foffload-abi=lp64 at link" disabled.o -foffload-abi=lp64
says "-foffload-options is seen by the device compiler" \
  "-xlto.*-fno-inline-small-functions" \
  cc hello.c -v -foffload-options=-fno-inline-small-functions

# ---- options of the compilers
for o in "-flto" "-flto=auto" "-flto=2" "-flto -ffat-lto-objects" \
         "-flto -fno-fat-lto-objects" "-flto -fuse-linker-plugin" \
         "-O3 -march=native" "-mcmodel=large" "-mcmodel=medium" "-pg" \
         "-ffast-math" "-fsanitize=undefined" "-fstack-protector-all" \
         "-fcf-protection" "-g3 -gdwarf-4" "-g -gsplit-dwarf" "-Og -g" \
         "-fopenmp-simd" "-pipe" "-p" "-ftree-parallelize-loops=4 -O2" \
         "-fprofile-arcs -ftest-coverage" "-fdata-sections -Wl,--gc-sections" \
         "-fno-common -fvisibility=hidden" "-std=c99" "-Wall -Wextra" \
         "-fstack-usage" "-fdump-tree-optimized" "-fprofile-generate -O2" \
         "-fno-plt -fPIE -pie" "-D_FORTIFY_SOURCE=2 -O2" "-z now" "-mavx2 -O2" \
         "-fno-pic -no-pie" "-gz" "-ggdb" "-fno-asynchronous-unwind-tables" \
         "-finstrument-functions" "-fsplit-stack" "-m64" "-shared-libgcc" \
         "-Wl,-s" "-s" "-fuse-ld=gold" "-O2 -floop-parallelize-all"
do
  case $o in
    *=gold)
      if ! command -v ld.gold > /dev/null; then
        unsupported "$o: there is no gold here"
        continue
      fi
      ;;
  esac
  option $o
done
cc -c -flto hello.c -o mixed.o
works "-flto at compilation, -fno-lto at link" -fno-lto mixed.o
cc -c -flto -ffat-lto-objects hello.c -o mixed.o
works "fat objects, -fno-lto at link" -fno-lto mixed.o
cc -c hello.c -o mixed.o
works "-flto at link alone" -flto mixed.o
cc -c -O2 hello.c -o mixed.o
works "-O0 at link" -O0 mixed.o
works "-static-libgcc" -static-libgcc hello.c
for s in address leak; do
  cc -fsanitize=$s -g hello.c -o a.out > log 2>&1
  verdict "-fsanitize=$s" offloads ./a.out
done
rm -f ./*.o ./*.gcda ./*.gcno ./*.su ./*.dwo ./*.optimized gmon.out ./*.c.[0-9]*

# ---- objects made elsewhere
mkdir -p cache build one/deep
cp hello.c one/deep/
(cd one && cc -g -c deep/hello.c -o ../cache/obj.o)
verdict "compiled and linked in different directories" sh -c \
  "cd build && $CC -B$toolchain/ -fopenmp -g ../cache/obj.o -o prog"
verdict "and run" offloads ./build/prog
cc -S hello.c -o hello.s && cc -c hello.s -o hello.o
works "-S, then the assembler" hello.o
cc -E hello.c -o hello.i
works "-E, then the compiler" hello.i
cc -E -P hello.c | grep -q 'omp target' && pass "-E alone" || fail "-E alone"
cc -fsyntax-only hello.c && pass "-fsyntax-only" || fail "-fsyntax-only"
echo '#include <stdio.h>' > pre.h
cc -x c-header pre.h -o pre.h.gch
{ echo '#include "pre.h"'; cat hello.c; } > usepre.c
works "precompiled header" usepre.c
cat hello.c | cc -x c - -o a.out > log 2>&1
verdict "from the standard input" offloads ./a.out
printf '.globl nothing\nnothing: ret\n.section .note.GNU-stack,""\n' > asm.s
printf '#define A nothing2\n.globl A\nA: ret\n.section .note.GNU-stack,""\n' > asm2.S
works "assembler files beside" hello.c asm.s asm2.S
cp hello.c hello.name.with.dots.c
works "dots in names" hello.name.with.dots.c

# ---- archives
cc -c -DLIBRARY hello.c -o member.o
cat > main.c <<'C'
int compute (void);
int printf (const char *, ...);
int
main (void)
{
  printf ("%d\n", compute ());
  return 0;
}
C
rm -f lib.a && ar rc lib.a member.o
works "--whole-archive" main.c -Wl,--whole-archive lib.a -Wl,--no-whole-archive
works "an archive given twice" main.c lib.a lib.a
works "--start-group" main.c -Wl,--start-group lib.a lib.a -Wl,--end-group
sed 's/compute/other/; s/square/other_square/; s/offset/other_offset/' hello.c \
  > other.c
cc -c -DLIBRARY other.c -o sub.o && mkdir -p x y && cp member.o x/same.o \
  && cp sub.o y/same.o && rm -f lib.a && ar qc lib.a x/same.o y/same.o
works "two members of one name" main.c -Wl,--whole-archive lib.a \
  -Wl,--no-whole-archive
gcc-ar rc libplug.a member.o && works "gcc-ar" main.c libplug.a

# ---- shared libraries
for o in -Wl,-z,text -Wl,-z,defs "-flto -O2" -Wl,-s -Wl,--as-needed \
         -fvisibility=protected -Wl,-Bsymbolic; do
  cc -fPIC -shared -DLIBRARY $o hello.c -o libhello.so > log 2>&1
  works "-shared $o" main.c -L. -lhello -Wl,-rpath,.
done

# ---- what the options write
rm -f ./*.image.so
mkdir -p objects && rm -rf objects/*
cc -save-temps=obj hello.c -o objects/saved && offloads objects/saved \
  && ls objects/*x86emul*image.so > log 2>&1 && pass "-save-temps=obj" \
  || fail "-save-temps=obj"
mkdir -p here && (cd here && cc -save-temps=cwd ../hello.c -o ../objects/saved2)
ls here/*x86emul*image.so > log 2>&1 && pass "-save-temps=cwd" \
  || { ls here objects > log; fail "-save-temps=cwd"; show_log; }
# GCC itself leaves its list of objects in TMPDIR with these two.
rm -f "$TMPDIR"/*.ofldlist
rm -rf dumps && mkdir dumps
cc -save-temps -dumpdir dumps/ hello.c -o a.out > log 2>&1
ls dumps/*x86emul*image.so > log 2>&1 && pass "-dumpdir" \
  || { ls . dumps > log; fail "-dumpdir"; show_log; }
before=$(ls) && cc hello.c -o a.out && [ "$before" = "$(ls)" ] \
  && pass "no other file is written" || fail "no other file is written"
cc -g -s hello.c -o a.out
verdict "stripped at link" offloads ./a.out
cc -g hello.c -o a.out && strip a.out
verdict "stripped" offloads ./a.out
verdict "the names of regions are kept" sh -c 'strings -a a.out | grep -q "compute._omp_fn"'
cc hello.c -o a.out && strip --strip-all --remove-section=.comment a.out \
  && objcopy --only-keep-debug a.out a.debug
verdict "stripped of all" offloads ./a.out
cc hello.c -o once && cc hello.c -o twice && cp twice once.2
cc hello.c -o once.3 && cc hello.c -o once.3
cc -c hello.c -o fixed.o && cc fixed.o -o same && cp same same.1 \
  && cc fixed.o -o same && verdict "the same link gives the same file" \
     cmp same same.1

# ---- other languages' options
sed 's/compute (void)/compute ()/; s/main (void)/main ()/' hello.c > hello.cc
for o in -fno-exceptions -fno-rtti -std=c++20 -std=c++11 \
         "-std=gnu++17 -O2 -flto" -fno-threadsafe-statics -nostdinc++; do
  cxx $o hello.cc -o a.out > log 2>&1
  verdict "C++ $o" offloads ./a.out
done

# ---- errors of the device's compilation
cat > error.c <<'C'
int
main (void)
{
  int x = 1;
#pragma omp target map(tofrom: x)
  {
    volatile int frame[1000];
    frame[x] = 1;
    x = frame[1];
  }
  return x != 1;
}
C
strict="-foffload-options=-Werror=frame-larger-than=100"
says not "an error of the device compiler has file and line" \
  '^error.c:[0-9]*:[0-9]*: error: .*frame' cc -O1 error.c $strict
says not "and the image is named" "the device code of 'error' cannot be" \
  cc -O1 error.c -o error $strict
verdict "temporary files are gone" nothing_left

finish
