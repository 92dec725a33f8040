#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Regions call functions through pointers of the host ("declare target
# indirect", GCC 14 on), also those of a library that comes and goes.
. "$(dirname "$0")/common.inc"

cat > calls.c <<'C'
#include <omp.h>
typedef int function (int);
#pragma omp begin declare target indirect
static int twice (int x) { return 2 * x; }
int thrice (int x) { return 3 * x; }
#pragma omp end declare target
#pragma omp begin declare target
static int itself (int x) { return x; }
#pragma omp end declare target
struct member { int n; function *f; };
int
main (void)
{
  function *f = twice, *table[2] = { twice, thrice };
  struct member m = { 1, thrice };
  int x = 0, y = 0, z = 0, own = 0, initial = 1;
#pragma omp target map(from: x, y, z, own, initial) map(to: table, m)
  {
    function *inside = thrice, *local = itself;
    initial = omp_is_initial_device ();
    x = f (21);
    y = table[1] (4) + table[0] (3);
    z = m.f (5);
    own = inside (1) + local (9);
  }
  return x != 42 || y != 18 || z != 15 || own != 12
         || initial != (omp_get_num_devices () == 0) || thrice (1) != 3;
}
C
cat > library.c <<'C'
#pragma omp begin declare target indirect
int add (int x) { return x + 7; }
#pragma omp end declare target
int
call (int (*f) (int), int x)
{
  int y = 0;
#pragma omp target map(from: y)
  y = f (x);
  return y;
}
int call_own (int x) { return call (add, x); }
C
cat > load.c <<'C'
#include <dlfcn.h>
#pragma omp begin declare target indirect
int minus (int x) { return x - 1; }
#pragma omp end declare target
int
main (void)
{
  for (int i = 0; i < 5; i++)
    {
      void *library = dlopen ("./library.so", RTLD_NOW);
      int (*own) (int) = (int (*) (int))dlsym (library, "call_own");
      int (*call) (int (*) (int), int)
          = (int (*) (int (*) (int), int))dlsym (library, "call");
      int (*add) (int) = (int (*) (int))dlsym (library, "add");
      int x = 0;
      if (own (i) != i + 7 || call (minus, i) != i - 1)
        return 1;
#pragma omp target map(from: x)
      x = add (i) + minus (i);
      if (x != 2 * i + 6 || dlclose (library) != 0)
        return 2;
    }
  return 0;
}
C

# runs NAME PROGRAM: on the device, and on the host.
runs () {
  verdict "$1" env OMP_TARGET_OFFLOAD=mandatory "$2"
  verdict "$1, on the host" env OMP_TARGET_OFFLOAD=disabled "$2"
}
for options in -O0 -O2 "-O2 -flto" "-Os -ffunction-sections -Wl,--gc-sections" \
  "-O2 -DOFFLOAD_EMUL_CHECK"; do
  # shellcheck disable=SC2086 # several options
  compiles "calls $options" cc $options calls.c -o calls \
    && runs "calls $options" ./calls
done
cp calls.c calls.cc
compiles "calls in C++" cxx calls.cc -o calls && runs "calls in C++" ./calls
compiles "in a library" cc -O2 -shared -fPIC library.c -o library.so \
  && cc -O2 load.c -o load -ldl && runs "in a library" ./load
# Virtual functions of an object that the host made, which GCC 16 looks up.
cat > virtual.cc <<'C'
#pragma omp declare target
struct base
{
  virtual int get () { return 1; }
  virtual ~base () {}
};
namespace inner
{
struct derived : base
{
  int get () override { return 2; }
};
}
#pragma omp end declare target
int
main ()
{
  inner::derived d;
  base *p = &d;
  int r = 0;
#pragma omp target map(tofrom: p[0:1]) map(from: r)
  r = p->get ();
  return r != 2;
}
C
for options in -O0 -O2; do
  verdict "virtual functions $options, compiled" \
    cxx $options virtual.cc -o virtual
  if OMP_TARGET_OFFLOAD=mandatory ./virtual > log 2>&1; then
    pass "virtual functions $options"
  else
    says not "virtual functions $options, explained" \
      "host's virtual functions of class inner::derived; the host made" \
      env OMP_TARGET_OFFLOAD=mandatory ./virtual
  fi
done
verdict "no temporary files are left" nothing_left
finish
