#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# --with-gcc=A,B: one -B serves both.  Here A is a compiler that says that it is
# of another release, and B the one under test; -B must not lead B to what is
# for A.  The directory of A is full of traps.
. "$testsuite/lib/script.sh"

machine=$($GCC -dumpmachine)
version=$($GCC -dumpversion)
other=$((${version%%.*} + 1))
gcc=$(command -v "$GCC")
mkdir bin
cat >bin/gcc-$other <<END
#!/bin/sh
# The compiler, but for its number.
case \$* in
  -dumpversion) echo $other.1.0 ;;
  *) exec $gcc "\$@" ;;
esac
END
chmod +x bin/gcc-$other
targets=$(echo "$OFFLOAD_TARGETS" | tr ' ' ',')

# ---- configure
# stops NAME WORDS LIST: configure --with-gcc=LIST stops, and says WORDS.
stops () {
  (mkdir -p stops && cd stops && PATH=$PATH:../bin \
     sh "$top_srcdir/configure" --with-gcc="$3" >../stops.log 2>&1)
  check "$1" grep -q -- "$2" stops.log
}
stops "one compiler twice" "two compilers of one version, $version" \
  "$gcc,$gcc"
stops "a compiler that is not there" "cannot find 'gcc-0'" "$gcc,gcc-0"

mkdir build
if (cd build && sh "$top_srcdir/configure" --prefix="$PWD/../root" \
      --libdir="$PWD/../root/lib" --enable-offload-targets="${targets:-no}" \
      --with-gcc="$PWD/../bin/gcc-$other,$gcc") >log 2>&1; then
  pass "configure for two compilers"
else
  tail -n 5 log
  fail "configure for two compilers"
  finish
fi

# ---- the directory of the second one, which is that of $GCC
place=root/lib/offgomp/$machine/$version
if make -C build all-local >log 2>&1 &&
     make -C build install-data-local >>log 2>&1; then
  pass "its directory is made"
else
  tail -n 20 log
  fail "its directory is made"
  finish
fi
for file in specs libgomp.spec include/omp.h include/offgomp/plugin.h \
    libgomp.so crtoffloadbegin.o; do
  check "it has $file" test -e "$place/$file" -o -h "$place/$file"
done
check "it links the library of both" \
  test "$(realpath -m "$place/libgomp.so")" = "$PWD/root/lib/libgomp.so.1"

# ---- one -B: traps for who takes the other directory
trap=root/lib/offgomp
mkdir -p "$trap/include" "$trap/accel/x86emul"
echo '#error "of another compiler"' >"$trap/include/omp.h"
echo '*cc1: --trap' >"$trap/specs"
echo '*link_gomp: --trap' >"$trap/libgomp.spec"
echo 'no plugin' >"$trap/x86emul-stream.so"
echo 'no object' >"$trap/crtoffloadbegin.o"
for file in lto-wrapper accel/x86emul/mkoffload; do
  printf '#!/bin/sh\necho trap >&2\nexit 1\n' >"$trap/$file"
  chmod +x "$trap/$file"
done
ln -s "$LIBDIR/libgomp.so.1" root/lib/libgomp.so.1

cat >program.c <<'END'
#include <omp.h>
#include <stdio.h>
int
main (void)
{
  int host = 1, sum = 0;
#pragma omp target map(from: host) map(tofrom: sum)
  {
    host = omp_is_initial_device ();
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < 100; i++)
      sum += i;
  }
  printf ("%d %d\n", host, sum);
}
END
where=1
has_target x86emul && where=0
# runs NAME OPTION...: the program is compiled silently and runs on a device.
runs () {
  runs_name=$1
  shift
  if "$gcc" -B"$PWD/root/lib/offgomp/" -fopenmp "$@" -o program >log 2>&1 &&
       test ! -s log &&
       test "$(LD_LIBRARY_PATH=$LIBDIR ./program)" = "$where 4950"; then
    pass "$runs_name"
  else
    cat log
    fail "$runs_name"
  fi
}
runs "a program" program.c
runs "without -O2" -O0 -g program.c
runs "by -flto" -O2 -flto program.c
"$gcc" -B"$PWD/root/lib/offgomp/" -fopenmp -c program.c -o program.o
runs "an object" program.o
runs "a -B that names the directory itself" "-B$PWD/$place/" program.o

if make -C build uninstall-local >log 2>&1; then
  check "it is uninstalled" test ! -e "$place/specs"
  check "the other directory stays" test -e "$trap/specs"
else
  tail -n 5 log
  fail "it is uninstalled"
fi
finish
