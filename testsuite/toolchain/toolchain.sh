#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Tests of the toolchain directory: each prints one line, PASS:, FAIL: or
# UNSUPPORTED: and its name.  Environment:
#
#   OFFGOMP_TOOLCHAIN  the directory, <libdir>/offgomp (or PREFIX, above lib/)
#   CC CXX FC          the GCC that it is for [gcc g++ gfortran]
#
# Arguments: names of the groups to run (see the end) [all].  KEEP=1 keeps the
# working directory.  The exit status is 1 if a test failed.

here=$(cd "$(dirname "$0")" && pwd)
toolchain=${OFFGOMP_TOOLCHAIN:-${PREFIX:?set OFFGOMP_TOOLCHAIN or PREFIX}/lib/offgomp}
toolchain=${toolchain%/}
CC=${CC:-gcc} CXX=${CXX:-g++} FC=${FC:-gfortran}
unset OFFGOMP_OFFLOAD_TARGETS
LC_ALL=C
export LC_ALL

work=$(mktemp -d) || exit 2
trap 'test -n "$KEEP" || rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
TMPDIR=$work/tmp
mkdir "$TMPDIR"
export TMPDIR
cd "$work" || exit 2
status=0

pass () { echo "PASS: $*"; }
fail () { echo "FAIL: $*"; status=1; }
unsupported () { echo "UNSUPPORTED: $*"; }

# verdict NAME COMMAND...: PASS if the command succeeds.
verdict () {
  name=$1
  shift
  if "$@" > log 2>&1; then pass "$name"; else
    fail "$name"
    sed 's/^/  | /' log | tail -n 15
  fi
}

# says NAME PATTERN COMMAND...: the command prints a line with PATTERN and
# succeeds; with "not" before NAME it fails.
says () {
  expected=0
  if [ "$1" = not ]; then expected=1; shift; fi
  name=$1 pattern=$2
  shift 2
  "$@" > log 2>&1
  result=$?
  [ $result -ne 0 ] && result=1
  if [ $result -eq $expected ] && grep -q -e "$pattern" log; then pass "$name"
  else
    fail "$name (status $result)"
    sed 's/^/  | /' log | tail -n 15
  fi
}

cc () { timeout 120 "$CC" -B"$toolchain/" -fopenmp "$@"; }
cxx () { timeout 120 "$CXX" -B"$toolchain/" -fopenmp "$@"; }
fc () { timeout 120 "$FC" -B"$toolchain/" -fopenmp "$@"; }

has_image () { nm "$1" | grep -q offgomp_x86emul_image; }
no_image () { ! has_image "$1"; }
no_textrel () { ! readelf -dW "$1" | grep -q TEXTREL; }

# ---------------------------------------------------------------- links

cat > hello.c <<'C'
#include <stdio.h>
#pragma omp declare target
int offset = 5;
int square (int x) { return x * x + offset; }
#pragma omp end declare target
int compute (void)
{
  int sum = 0;
#pragma omp target parallel for map(tofrom: sum) reduction(+: sum)
  for (int i = 0; i < 100; i++)
    sum += square (i);
  return sum;
}
#ifndef LIBRARY
int main (void)
{
  printf ("%d\n", compute ());
  return 0;
}
#endif
C
cat > plain.c <<'C'
int main (void)
{
  int n = 0;
#pragma omp parallel reduction(+: n)
  n++;
  return n == 0;
}
C

# quiet_link NAME OPTIONS...: the link prints nothing, there is an image and
# no text relocation.
quiet_link () {
  name=$1
  shift
  rm -f a.out
  if cc hello.c -o a.out "$@" > log 2>&1 && [ ! -s log ] \
     && has_image a.out && no_textrel a.out; then pass "$name"
  else
    fail "$name"
    sed 's/^/  | /' log | tail -n 15
  fi
}

group_links () {
  quiet_link "link: PIE" -fPIE -pie -Wl,-z,text -Wl,--fatal-warnings
  quiet_link "link: not PIE" -fno-pie -no-pie -Wl,--fatal-warnings
  quiet_link "link: shared" -DLIBRARY -fPIC -shared -Wl,-z,text \
    -Wl,--fatal-warnings
  for o in -O0 -O1 -O2 -O3 -Os -g "-g -O2" -flto "-flto -g"; do
    quiet_link "link: $o" $o
    verdict "run: $o" sh -c './a.out | grep -qx 328850'
  done
  quiet_link "link: -static-libgcc" -static-libgcc
  quiet_link "link: -save-temps" -save-temps
  ls a.xx86emul.image.so > /dev/null 2>&1 || ls *x86emul.image.so > log 2>&1
  verdict "-save-temps keeps the image" sh -c 'ls *x86emul*image.so'
  rm -f *x86emul*
  says "-v shows the steps" 'mkoffload' cc -v hello.c
  echo "-O2 -o a.out hello.c" > args
  verdict "@file" cc @args
  verdict "plain OpenMP has no image" sh -c "$CC -B$toolchain/ -fopenmp plain.c \
    && ! nm a.out | grep -q offload_register"
  verdict "one -### differs from GCC's own by our files only" same_link
  mkdir -p "dir with space/it's"
  cp hello.c "dir with space/it's/my hello.c"
  verdict "names with spaces and quotes" sh -c "cd 'dir with space' \
    && $CC -B'$toolchain/' -fopenmp \"it's/my hello.c\" -o \"it's/a b\" \
    && nm \"it's/a b\" | grep -q offgomp_x86emul_image"
  rm -rf "dir with space"
  cc -c hello.c -DLIBRARY -o member.o && ar rc libmember.a member.o
  echo 'int compute (void); int main (void) { return compute () != 328850; }' > main.c
  verdict "archive" sh -c "$CC -B$toolchain/ -fopenmp main.c libmember.a -o b.out \
    && nm b.out | grep -q offgomp_x86emul_image && ./b.out"
  rm -f libthin.a && ar rcT libthin.a member.o
  verdict "thin archive" sh -c "$CC -B$toolchain/ -fopenmp main.c libthin.a -o b.out \
    && nm b.out | grep -q offgomp_x86emul_image && ./b.out"
  quiet_gc
  verdict "temporary files are gone" sh -c '! ls "$TMPDIR" | grep .'
}

# With --gc-sections the tables stay.
quiet_gc () {
  cc hello.c "$here/tables.c" -O1 -ffunction-sections -fdata-sections \
    -Wl,--gc-sections -o gc.out > log 2>&1 && ./gc.out > gc.log 2>&1
  verdict "--gc-sections keeps the tables" sh -c 'grep -q "^image 32 1 1" gc.log && ! grep -q "counts differ" gc.log'
}

same_link () {
  echo > empty.o
  "$CC" -fopenmp empty.o -### 2>&1 | grep collect2 | tr ' ' '\n' > one
  "$CC" -B"$toolchain/" -fopenmp empty.o -### 2>&1 | grep collect2 | tr ' ' '\n' > two
  diff one two | grep '^[<>]' \
    | grep -v -e offgomp -e crtoffload -e lto-wrapper -e 'res"$' -e -rpath \
    | grep -v "${toolchain%/offgomp}"
  [ $? -eq 1 ]
}

# ------------------------------------------------------------- languages

group_languages () {
  cat > t.cc <<'C'
#include <cassert>
#include <cstdio>
#include <stdexcept>
#include <vector>
#pragma omp declare target
template <typename T> T twice (T x) { return x + x; }
struct A { virtual int f (int x) { return x; } virtual ~A () {} };
struct B : A { int f (int x) override { return twice (x); } };
static const char *name () { return __func__; }
#pragma omp end declare target
int main ()
{
  int n = 4;
#pragma omp target map(tofrom: n)
  {
    B b; A *a = &b;
    std::vector<int> v (10, a->f (n));
    assert (name ()[0] == 'n');
    try { if (v[3] == 8) throw std::runtime_error ("x"); }
    catch (std::exception &) { n = v[4] * 2; }
  }
  std::printf ("%d\n", n);
}
C
  cat > t.f90 <<'C'
module m
  implicit none
  integer :: weight = 3
  !$omp declare target (weight)
contains
  integer function f (i)
    !$omp declare target
    integer, intent(in) :: i
    f = i * weight
  end function
end module
program p
  use, intrinsic :: ieee_arithmetic
  use omp_lib
  use m
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(10))
  !$omp target teams distribute parallel do map(from: a)
  do i = 1, 10
    a(i) = f (i)
  end do
  !$omp target map(to: a)
  if (ieee_is_nan (real (a(1)))) print *, 'nan'
  !$omp end target
  print '(i0)', sum (a)
end program
C
  for o in -O0 -O2 -Os -g; do
    verdict "C++ $o" sh -c "$CXX -B$toolchain/ -fopenmp $o t.cc -o t && nm t | grep -q offgomp_x86emul_image && ./t | grep -qx 16"
    verdict "Fortran $o" sh -c "$FC -B$toolchain/ -fopenmp $o t.f90 -o t && nm t | grep -q offgomp_x86emul_image && ./t | grep -qx 165"
  done
  verdict "OpenACC" sh -c "cat > acc.c <<'C'
int main (void)
{
  int s = 0;
#pragma acc parallel loop reduction(+: s) copy(s)
  for (int i = 0; i < 10; i++)
    s += i;
  return s != 45;
}
C
    $CC -B$toolchain/ -fopenacc acc.c -o acc && nm acc | grep -q offgomp_x86emul_image"
}

# --------------------------------------------------------------- targets

group_targets () {
  cc hello.c -foffload=disable -o a.out > log 2>&1
  verdict "-foffload=disable" no_image a.out
  mkdir -p "$work/none"
  says not "a target without a compiler" "no compiler for the offload target 'nothere'" \
    env OFFGOMP_OFFLOAD_TARGETS=x86emul:nothere "$CC" -B"$toolchain/" -fopenmp hello.c
  if [ -z "$(find_nvptx)" ]; then
    unsupported "-foffload=nvptx-none (GCC's nvptx compiler is not installed)"
    return
  fi
  cc hello.c -foffload=nvptx-none -o a.out > log 2>&1
  verdict "-foffload=nvptx-none makes a PTX image" sh -c 'strings -a a.out | grep -q "\.version"'
  verdict "-foffload=nvptx-none makes no other" no_image a.out
  OFFGOMP_OFFLOAD_TARGETS=x86emul:nvptx-none cc hello.c -o a.out > log 2>&1
  verdict "both images" sh -c 'strings -a a.out | grep -q "\.version" && nm a.out | grep -q offgomp_x86emul_image'
  cc hello.c -foffload=disable -o a.out > log 2>&1
  verdict "-foffload-options=nvptx-none=... does not disturb" \
    cc hello.c -foffload-options=nvptx-none=-march=sm_70 -foffload-options=-lm
}

find_nvptx () {
  for d in $("$CC" -print-search-dirs | sed -n 's/^programs: =//p' | tr ':' ' '); do
    [ -x "$d/accel/nvptx-none/mkoffload" ] && echo "$d" && return
  done
}

# ---------------------------------------------------------------- tables

# check_tables PROGRAM: the n-th host entry meets the n-th device entry.
check_tables () {
  nm "$1" | sed 's/\.lto_priv\.[0-9]*//' > symbols
  "./$1" > tables || return 1
  grep -q '^counts differ\|^bad\|^dlopen' tables && return 1
  sed -n 's/^[FV] //p' tables | while read -r offset rest; do
    printf '%016x %s\n' "0x$offset" "$rest"
  done > entries
  awk '
    FNR == NR { at[$1] = at[$1] " " $3; next }
    {
      name = $2 ~ /^[0-9]+$|^link$/ ? $3 : $2
      gsub (/\$/, ".", name)
      sub (/\.lto_priv\.[0-9]*$/, "", name)
      sub (/\.linkptr$/, "", name)
      if (index (at[$1] " ", " " name " ") == 0) {
        print "host" at[$1] " meets device " name; bad = 1
      }
      if ($2 ~ /^[0-9]+$|^link$/ && $2 != $4) {
        print name ": sizes differ: " $2 " and " $4; bad = 1
      }
    }
    END { exit bad }' symbols entries
}

group_tables () {
  flags=-O1
  nvptx=$(find_nvptx)
  cc $flags -c "$here/tables.c" -o tables.o
  cc $flags -c "$here/fruit.c" -o fruit.o
  for f in apple banana citron; do
    cc $flags -c "$here/$f.c" -o $f.plain.o
    cc $flags -flto -c "$here/$f.c" -o $f.lto.o
  done
  for kinds in "plain plain plain" "lto lto lto" "lto plain plain" \
               "plain lto plain" "lto plain lto"; do
    set -- $kinds
    a=apple.$1.o b=banana.$2.o c=citron.$3.o
    for objects in "$a $b $c" "$c $b $a"; do
      link=
      case $kinds in *lto*) link=-flto;; esac
      verdict "tables: $objects" tables_of "" $flags $link $objects
      if [ -n "$nvptx" ]; then
        verdict "tables with nvptx-none: $objects" \
          tables_of x86emul:nvptx-none $flags $link $objects
      else
        unsupported "tables with nvptx-none: $objects"
      fi
    done
  done
}

# 6 regions and 9 variables for each of the targets NAMES.
tables_of () {
  names=$1
  shift
  OFFGOMP_OFFLOAD_TARGETS=$names cc "$@" fruit.o tables.o -o fruit.out || return 1
  check_tables fruit.out || return 1
  grep -q '^image 32 6 9$' tables || return 1
  [ -z "$names" ] || grep -q '^image 5 6 9$' tables
}

# -------------------------------------------------------------- messages

group_messages () {
  cc -c hello.c -o good.o
  "$CC" -fopenmp -c -DLIBRARY -Dcompute=other -Dsquare=other_square \
    -Doffset=other_offset hello.c -o bare.o
  says "object without device code is named, the program links" \
    "'bare.o' has target regions" cc good.o bare.o -o a.out
  verdict "such a program has no image" no_image a.out
  verdict "such a program runs" sh -c './a.out | grep -qx 328850'
  # The version is the first half word of the section .gnu.x86emul_lto_.lto.*
  section=$(readelf -SW good.o | sed -n 's/.*\(\.gnu\.x86emul_lto_\.lto\.[0-9a-f]*\).*/\1/p')
  objcopy --dump-section "$section=version" good.o copy.o
  printf '\143' | dd of=version conv=notrunc 2> /dev/null
  objcopy --update-section "$section=version" good.o old.o
  says "object of another GCC is named, the program links" \
    "'old.o' was compiled by GCC 99" cc old.o -o a.out
  verdict "its program runs" sh -c './a.out | grep -qx 328850'

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
  verdict "nothing is left after errors" sh -c '! ls "$TMPDIR" | grep .'
  says not "wrong driver" 'COLLECT_GCC' env -u COLLECT_GCC "$toolchain/accel/x86emul/mkoffload" -o x.o
}

# ------------------------------------------------------------- semantics

group_device () {
  cat > device.c <<'C'
#include <omp.h>
#pragma omp declare target
int none (void) { return 1; }
int nohost (void) { return 2; }
int host (void) { return 3; }
#pragma omp declare variant (nohost) match (device={kind(nohost)})
#pragma omp declare variant (host) match (device={kind(host)})
int base (void) { return 1; }
int x86 (void) { return 5; }
#pragma omp declare variant (x86) match (device={arch(x86_64)})
int base_arch (void) { return 1; }
int cpu (void) { return 6; }
#pragma omp declare variant (cpu) match (device={kind(cpu)})
int base_cpu (void) { return 1; }
int gpu (void) { return 7; }
#pragma omp declare variant (gpu) match (device={kind(gpu)})
int base_gpu (void) { return 8; }
int asks (void) { return omp_is_initial_device (); }
int big[1000];
#pragma omp end declare target
int linked[100];
#pragma omp declare target link (linked)
#pragma omp declare target
int *at (int c) { return c ? &linked[5] : &linked[7]; }
int get (int i) { return linked[i] + *at (i); }
#pragma omp end declare target
void region (int *r)
{
#pragma omp target map(from: r[:8])
  {
    r[0] = omp_is_initial_device ();
    r[1] = asks ();
    r[2] = base ();
    r[3] = base_arch ();
    r[4] = base_cpu ();
    r[5] = base_gpu ();
    r[6] = get (2);
    r[7] = 42;
  }
}
int main (void)
{
  int r[8];
  region (r);
  return 0;
}
C
  cat > call.c <<'C'
/* Calls the first region of an image, as a device would.  */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include "../../include/x86emul-image.h"
int main (int argc, char **argv)
{
  void *image = dlopen (argv[1], RTLD_NOW);
  if (image == NULL)
    return printf ("%s\n", dlerror ());
  const struct x86emul_image_table *table = dlsym (image, "__offgomp_image_table");
  int r[8], storage[100] = { [2] = 100, [5] = 23 };
  for (const uint64_t *v = table->variables_start; v < table->variables_end; v += 2)
    if (v[1] >> 63)
      *(int **) v[0] = storage;
  int *arguments[] = { r };
  ((void (*) (void *)) table->functions_start[0]) (arguments);
  for (int i = 0; i < 8; i++)
    printf ("%d%c", r[i], i == 7 ? '\n' : ' ');
}
C
  "$CC" -I"$here/nodir/nodir" -I"$here" -iquote "$here" call.c -o call -ldl 2> log \
    || { sed "s|../../include|$here/../../include|" call.c > call2.c; "$CC" call2.c -o call -ldl; }
  for o in -O0 -O1 -O2 -O3 -Os "-O2 -g" "-O2 -flto"; do
    rm -f device.x*image.so ./*image.so
    cc $o device.c -o device -save-temps > log 2>&1
    image=$(ls ./*x86emul*image.so 2> /dev/null | head -n 1)
    verdict "device answers $o" sh -c "./call '$image' | grep -qx '0 0 2 5 6 8 123 42'"
  done
  cat > acc.c <<'C'
#include <openacc.h>
int main (void)
{
  int r[8];
#pragma acc parallel copyout(r)
  {
    r[0] = acc_on_device (acc_device_host);
    r[1] = acc_on_device (acc_device_none);
    r[2] = acc_on_device (acc_device_not_host);
    r[3] = acc_on_device (acc_device_nvidia);
    r[4] = r[5] = r[6] = r[7] = 9;
  }
  return 0;
}
C
  for o in -O0 -O2; do
    rm -f ./*image.so
    timeout 60 "$CC" -B"$toolchain/" -fopenacc $o acc.c -o acc -save-temps > log 2>&1
    image=$(ls ./*x86emul*image.so 2> /dev/null | head -n 1)
    verdict "acc_on_device $o" sh -c "./call '$image' | grep -qx '0 0 1 0 9 9 9 9'"
  done
}

# ------------------------------------------------------- parallel, killed

group_concurrency () {
  for i in 1 2 3 4 5 6; do
    cc hello.c -o many.$i > many.log.$i 2>&1 &
  done
  wait
  verdict "six links at once" sh -c 'for i in 1 2 3 4 5 6; do
    [ ! -s many.log.$i ] && ./many.$i | grep -qx 328850 || exit 1; done'
  # A driver that takes its time in the compilation of the image.
  cat > slow-gcc <<X
#!/bin/sh
for a; do case \$a in -xlto) sleep 5 & wait;; esac; done
exec $CC "\$@"
X
  chmod +x slow-gcc
  cc -c hello.c -o hello.o
  for signal in INT TERM HUP; do
    COLLECT_GCC=$work/slow-gcc COLLECT_GCC_OPTIONS="'-o' 'a.out'" \
      env --default-signal=INT "$toolchain/accel/x86emul/mkoffload" -o "$TMPDIR/killed.o" hello.o -fopenmp \
      > log 2>&1 &
    child=$!
    sleep 0.5
    kill -s $signal $child 2> /dev/null
    wait $child 2> /dev/null
    verdict "nothing is left after SIG$signal" sh -c '! ls "$TMPDIR" | grep .'
  done
}

# The names of groups of tests; the default is all.
for group in ${*:-links languages targets tables messages device concurrency}; do
  rm -rf "$TMPDIR"
  mkdir "$TMPDIR"
  group_$group
done
exit $status
