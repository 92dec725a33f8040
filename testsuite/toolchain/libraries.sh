#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target regions in a program, its library and the libraries that it opens, with
# shared variables and with separate variables of the same name.
. "$(dirname "$0")/common.inc"

cat > library.c <<'C'
#pragma omp declare target
int shared;
int twice (int x) { return 2 * x; }
#pragma omp end declare target
int from_library (int n)
{
#pragma omp target map(tofrom: n)
  {
    n = twice (n) + shared;
    shared++;
  }
  return n;
}
C
cat > opened.c <<'C'
#pragma omp declare target
int value = START;
static int hidden = 10 * START;
int next_value (void) { return value++ + hidden; }
#pragma omp end declare target
int from_opened (void)
{
  int n;
#pragma omp target map(from: n)
  n = next_value ();
  return n;
}
C
cat > program.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
#pragma omp declare target
int shared;
int value = 1000;
int next_value (void) { return value++; }
#pragma omp end declare target
int from_library (int n);
int
main (void)
{
  void *opened[2] = { dlopen ("./one.so", RTLD_NOW | RTLD_LOCAL),
                      dlopen ("./two.so", RTLD_NOW | RTLD_LOCAL) };
  int n, m;
#pragma omp target map(from: n)
  {
    n = next_value ();
    shared = 5;
  }
  m = from_library (3);
#pragma omp target update from(shared)
  printf ("%d %d %d", n, m, shared);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 2; i++)
      printf (" %d", ((int (*) (void)) dlsym (opened[i], "from_opened")) ());
#pragma omp target map(from: n)
  n = next_value ();
  printf (" %d", n);
  dlclose (opened[0]);
  printf (" %d", ((int (*) (void)) dlsym (opened[1], "from_opened")) ());
#pragma omp target map(from: n)
  n = next_value ();
  printf (" %d\n", n);
  return 0;
}
C

# all_together OPTIONS...: the program prints the same on device and host.
all_together () {
  cc -fPIC -shared "$@" library.c -o library.so \
    && cc -fPIC -shared -DSTART=1 "$@" opened.c -o one.so \
    && cc -fPIC -shared -DSTART=2 "$@" opened.c -o two.so \
    && cc "$@" program.c ./library.so -o program -ldl || return 1
  for where in disabled mandatory; do
    OMP_TARGET_OFFLOAD=$where ./program > out 2>&1
    cat out
    grep -qx '1000 11 6 11 22 12 23 1001 24 1002' out || return 1
  done
}

cat > user.c <<'C'
#include <stdio.h>
#pragma omp declare target
extern int shared;
extern int twice (int);
#pragma omp end declare target
int from_library (int n);
int
main (void)
{
  int n = 0;
#pragma omp target map(from: n)
  {
    shared = 100;
    n = twice (21);
  }
  printf ("%d %d\n", n, from_library (1));
  return 0;
}
C

# Device code of the program uses that of a library; the host finds the
# variable there, too.
from_another_image () {
  cc -fPIC -shared library.c -o library.so || return 1
  if cc user.c ./library.so -o user 2> out; then return 1; fi
  grep -q "'twice' is used in code for the device" out || return 1
  cc user.c ./library.so -o user \
    -foffload-options=-Wl,--unresolved-symbols=ignore-all || return 1
  for where in disabled mandatory; do
    test "$(OMP_TARGET_OFFLOAD=$where ./user)" = "42 102" || return 1
  done
}

for o in -O0 -O2 "-O2 -flto" -g; do
  verdict "program, library and opened libraries $o" all_together $o
done
verdict "functions and variables of a library's image" from_another_image
verdict "temporary files are gone" nothing_left

finish
