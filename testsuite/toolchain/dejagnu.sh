# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The suite as GCC's developers run theirs: one test by its name, other
# compilers, options by the name of a board.
. "$testsuite/lib/script.sh"

site=$top_builddir/testsuite/site.exp
if ! test -f "$site"; then
  unsupported 'no site.exp: not run by make'
  finish
fi
unset ONLY RUNTESTFLAGS
sed "s|^set objdir .*|set objdir $PWD|" "$site" >site.exp

# suite WORDS: as make check RUNTESTFLAGS=WORDS does it; the results.
suite () {
  rm -f libgomp.sum
  SETTINGS='RUNTIME=ours ONLY=' RUNTESTFLAGS=$1 \
    sh "$testsuite/lib/run-suite.sh" "$testsuite" 1 libgomp.c/c.exp \
    libgomp.fortran/fortran.exp >console 2>&1
  sed -n '/^[A-Z]*: /p' libgomp.sum
}

suite c.exp=simd.c >one
check 'a driver and a test' test "$(grep -c 'PASS: libgomp.c/simd.c' one)" -ge 2
check 'it is alone' test "$(grep -vc 'libgomp.c/simd.c' one)" = 0
suite c.exp=single.c >two
suite "c.exp='simd.c sing*.c'" >results
check 'several tests, and patterns' test "$(cat one two)" = "$(cat results)"
suite 'libgomp.exp=simd.*' >results
check 'the tests of a name in C' grep -q 'PASS: libgomp.c/simd.c' results
if test "$GFORTRAN" != no; then
  check 'and in Fortran' grep -q 'PASS: libgomp.fortran/simd.f90' results
fi

# A compiler that says what it was given.
cat >compiler <<EOC
#!/bin/sh
echo "\$*" >>$PWD/arguments
exec $GCC "\$@"
EOC
chmod +x compiler
suite "GCC_UNDER_TEST='$PWD/compiler -fno-inline' c.exp=simd.c" >results
check 'another compiler' grep -q 'PASS: libgomp.c/simd.c' results
check 'with options' grep -q '^-fno-inline .*simd\.c' arguments
GCC_UNDER_TEST=$PWD/compiler
export GCC_UNDER_TEST
rm -f arguments
suite c.exp=simd.c >results
check 'another compiler, from the environment' test -s arguments
rm -f arguments
suite '--target_board=unix/-fno-inline/-g0 c.exp=simd.c' >results
check "a board's options" grep -q '^.*-fno-inline -g0 .*simd\.c' arguments
rm -f arguments
suite "--target_board='unix{-O0,-O1}' c.exp=simd.c" >results
check 'two boards' test "$(grep -c 'simd\.c' arguments)" = 2
suite '--target_board=unix/-m32 c.exp=simd.c' >results
if test -f "$LIBDIR/../lib32/libgomp.so.1"; then
  check 'another machine' grep -q 'PASS: libgomp.c/simd.c' results
else
  check 'another machine without a library' \
    grep -q 'UNSUPPORTED: libgomp.c/simd.c: no library for -m32' results
fi
unset GCC_UNDER_TEST

echo "set GCC_UNDER_TEST $PWD/compiler" >>site.exp
rm -f arguments
suite c.exp=simd.c >results
check 'site.exp' test -s arguments
finish
