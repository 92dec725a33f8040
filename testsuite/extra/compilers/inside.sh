# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# GCC $RELEASE, in the system that compilers.sh made for it: our toolchain
# directory for this GCC, without the emulated device's part; links with each
# ptxas in $1/ptxas; and the results of the suite's programs.  If a program is
# wrong with GCC's own mkoffload, libgomp and plugin as well, it is reported as
# UNSUPPORTED.

GCC=gcc-$RELEASE GXX=g++-$RELEASE GFORTRAN=gfortran-$RELEASE
directory=$1/$RELEASE
TOOLCHAIN=$directory/lib/offgomp/
OFFLOAD_TARGETS=nvptx-none
rm -rf "$directory"
mkdir -p "$directory/build" "$directory/run" "$TOOLCHAIN/accel/nvptx-none"

build () {
  cd "$directory/build" &&
    "$top_srcdir/configure" -q --with-gcc="$GCC" CC="$GCC" CXX="$GXX" \
      --enable-offload-targets=nvptx-none --disable-static MAKEINFO=: &&
    make -s -C crtoffload && make -s -C libgomp finclude/omp_lib.mod &&
    make -s -C mkoffload lto-wrapper libgomp.spec specs &&
    make -s -C mkoffload/nvptx mkoffload &&
    sed -i 's/^+ %{fopenmp.*-check\.so)}} /+ /' mkoffload/specs &&
    cp -r crtoffload/*.o mkoffload/lto-wrapper mkoffload/libgomp.spec \
      mkoffload/specs libgomp/finclude "$LIBDIR/offgomp/include" "$TOOLCHAIN" &&
    cp mkoffload/nvptx/mkoffload "$top_srcdir/mkoffload/nvptx/new.ptx" \
      "$TOOLCHAIN/accel/nvptx-none/" &&
    ln -s "$LIBDIR/libgomp.so.1" "$TOOLCHAIN/libgomp.so"
}
if ! build >"$directory/build.log" 2>&1; then
  cat "$directory/build.log"
  echo "FAIL: mkoffload is built"
  exit 1
fi
cd "$directory/run" || exit
. "$testsuite/standin/survey.inc"
. "$testsuite/nvptx/programs.inc"

ours=yes
library=ours
runtime=$LIBDIR

# ---- Default options beside each ptxas, and none.

cat > small.c <<'C'
int
main (void)
{
  int x = 1;
#pragma omp target parallel for reduction(+: x)
  for (int i = 0; i < 10; i++)
    x += i;
  return x != 46;
}
C
# links PATH: without a word, and the program is right.
links () {
  (PATH=$1:$PATH; compile "$GCC" -O2 small.c && test ! -s out) &&
    on_device ./program
}
check "default options without ptxas" links /nowhere
for ptxas in "${directory%/*}"/ptxas/*; do
  check "default options beside CUDA ${ptxas##*/}" links "$ptxas"
done

# ---- What newer releases put into images, on their own libgomp and on ours.
# What reverse.c does is too much for GCC's plugin.  GCC 16's library keeps
# functions for calls by pointers in a table of seven places at first, by their
# addresses (the upper half xor the lower), and loses one of two that meet in
# it before the device is given any.  So they lie 16 bytes apart, the first at a
# multiple of 64: they differ in one bit then, and never meet.

cat > indirect.c <<'C'
#pragma omp begin declare target indirect
__attribute__ ((aligned (64))) int twice (int x) { return 2 * x; }
int thrice (int x) { return 3 * x; }
#pragma omp end declare target
int
main (int argc, char **argv)
{
  int (*f) (int) = argc > 1 ? twice : thrice, r = 0;
#pragma omp target map(from: r) firstprivate(f)
  r = f (14);
  return r != 42;
}
C
cat > asking.c <<'C'
#pragma omp requires reverse_offload
static int total;
static void
add (int x)
{
  total += x;
}
int
main (void)
{
  int x = 40;
#pragma omp target map(tofrom: x)
  {
    x++;
#pragma omp target device(ancestor: 1) firstprivate(x)
    add (x + 1);
  }
  return total != 42 || x != 41;
}
C
cat > constructor.cc <<'C'
struct counted { int value; counted (int v) : value (v + 1) {} };
#pragma omp declare target
counted before (41);
#pragma omp end declare target
int
main ()
{
  int r = 0;
#pragma omp target map(from: r)
  r = before.value;
  return r != 42;
}
C
# small_program FIRST NAME COMPILER SOURCE OPTION...: from release FIRST on.
small_program () {
  test "$RELEASE" -ge "$1" || return
  name=$2 compiler=$3 source=$4
  shift 4
  for runtime in $libraries; do
    compile "$compiler" -O2 "$@" "$source" && on_device ./program
    conclude "$name on $(test "$runtime" = "$LIBDIR" && echo ours || echo "GCC's")"
  done
  runtime=$LIBDIR
}
libraries="$PWD/stock $LIBDIR"
small_program 13 "reverse offload" "$GCC" asking.c
small_program 13 "reverse offload, Fortran" "$GFORTRAN" \
  "$testsuite/extra/compilers/reverse.f90"
small_program 14 "declare target indirect" "$GCC" indirect.c
small_program 15 "constructors" "$GXX" constructor.cc

libraries=$LIBDIR
small_program 13 "reverse offload, data" "$GCC" "$testsuite/extra/compilers/reverse.c"
small_program 13 "reverse offload, data, -O0" "$GCC" \
  "$testsuite/extra/compilers/reverse.c" -O0

# ---- The survey and the suite's programs.

try () {
  if try_program "$@"; then
    pass "$3 $2"
  elif mv out first && (ours= library=stock runtime=$PWD/stock \
      try_program "$@"); then
    cat first
    fail "$3 $2"
  else
    unsupported "$3 $2: not with GCC's own, either"
  fi
}
for option in $OPTIONS; do
  survey "survey $option" "$option"
  try_programs "$option"
done
finish
