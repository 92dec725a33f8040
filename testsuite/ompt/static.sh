# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Static loops and distribute of programs that are compiled as usual, with -g:
# the line table says which calls the compiler made for them.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool lister "$here/lister.c"
tool grammar "$here"/grammar*.c

# listed NAME COMMAND...: the primary thread's events, in a team of two, are
# those on standard input.
listed () {
  listed_name=$1
  shift
  cat >wanted
  if under lister OMP_NUM_THREADS=2 OMP_DYNAMIC=false "$@"; then
    sed '/^[a-z]*: /d' out | diff wanted - | report "$listed_name"
  else
    head -n 5 err
    fail "$listed_name: run"
  fi
}

# answered NAME ANSWER COMMAND...: what registering work is answered.
answered () {
  answered_name=$1
  echo "work: $2" >wanted
  shift 2
  under lister "$@"
  grep '^work: ' out | diff wanted - | report "$answered_name: answer"
}

# Without optimization the compiler asks anew for each loop.
program compiled "$here/compiled.c" -O0
answered "-g" "sometimes paired" ./compiled loops
listed loops ./compiled loops <<'EOF'
static loop 0
end of static loop
barrier of a construct
static loop 0
end of static loop
static loop 0
end of static loop
barrier of a construct
barrier
barrier of a region
EOF
# The loops without a barrier last until the next one.
listed bounds ./compiled bounds <<'EOF'
static loop 0
end of static loop
static loop 0
end of static loop
static loop 0
end of static loop
static loop 0
end of static loop
static loop 0
end of static loop
static loop 0
end of static loop
barrier of a region
EOF
listed combined ./compiled combined <<'EOF'
static loop 0
end of static loop
barrier of a region
static loop 0
end of static loop
barrier of a region
static loop 5
end of static loop
barrier of a region
dynamic loop 6
end of dynamic loop
barrier of a region
static loop 0
end of static loop
barrier of a construct
barrier of a region
barrier
EOF
listed leagues ./compiled leagues <<'EOF'
distribute 0
end of distribute
distribute 0
  static loop 0
  end of static loop
  barrier of a region
end of distribute
EOF
listed masked ./compiled masked <<'EOF'
barrier of a region
EOF
for n in 1 2 4 8; do
  counted compiled loops "work $((3 * n))" "sync_region $((4 * n))"
  counted compiled bounds "work $((6 * n))" "sync_region $n"
  counted compiled clauses "parallel_begin 3"
  counted compiled combined "work $((5 * n))"
  counted compiled leagues "parallel_begin 2"
done

# A program's own calls are no loop, though they are in one line; nor are those
# of Fortran, which have one place.
cat >own.c <<'EOF'
#include <omp.h>
static volatile int x;
int
main (void)
{
#pragma omp parallel
  {
    x = omp_get_num_threads () + omp_get_thread_num ();
#pragma omp barrier
    int size = omp_get_num_threads (), number = omp_get_thread_num ();
    for (int i = number; i < 10; i += size)
      x = i;
  }
#pragma omp teams num_teams(1)
  x = omp_get_num_teams () + omp_get_team_num ();
  return 0;
}
EOF
program own own.c
listed "a program's own calls" ./own <<'EOF'
barrier
barrier of a region
EOF
if test -n "$GFORTRAN"; then
  cat >own.f90 <<'EOF'
program own
  use omp_lib
  integer :: a(2)
  !$omp parallel num_threads(2)
  a(omp_get_thread_num () + 1) = omp_get_num_threads ()
  !$omp end parallel
  if (any (a /= 2)) stop 1
end program
EOF
  $GFORTRAN -B"$TOOLCHAIN" -O2 -g -fopenmp own.f90 -o own >log 2>&1 \
    || { cat log; fail "Fortran: build"; }
  listed "Fortran: a program's own calls" ./own <<'EOF'
barrier of a region
EOF
  $GFORTRAN -B"$TOOLCHAIN" -O0 -g -fopenmp "$here/compiled.f90" -o fortran \
    >log 2>&1 || { cat log; fail "Fortran: build"; }
  listed Fortran ./fortran <<'EOF'
static loop 0
end of static loop
barrier of a construct
static loop 0
end of static loop
barrier of a construct
static loop 0
end of static loop
barrier of a construct
barrier of a region
EOF
fi

# The program by which tools test libraries when they are configured has one loop,
# and is optimized.  The table may be older, smaller, compressed, or in another file.
cat >one.c <<'EOF'
static volatile int x;
int
main (void)
{
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < 10; i++)
    x = i;
  return 0;
}
EOF
shows () {
  shows_name=$1
  shift
  answered "$shows_name" "sometimes paired" "$@"
  listed "$shows_name" "$@" <<'EOF'
static loop 0
end of static loop
barrier of a region
EOF
}
# Without the assembler's help GCC writes each column behind the row that it
# belongs to.  With GCC 16.2 there is a row between the two calls, so these seem
# to be in different columns: no loop.
calls_seem_apart () {
  readelf --debug-dump=rawline one 2>/dev/null \
    | awk '/Set column/ { exit } /Special opcode|Copy/ { late = 1; exit }
           END { exit !late }' \
    && $GCC -fopenmp -O2 -g "$1" -S one.c -o - \
      | awk '/call.*omp_get_(num_threads|thread_num)/ { calls++ }
             calls == 1 && /^\.LM/ { apart = 1 }
             END { exit !apart }'
}
for options in -O2 -O0 -gdwarf-4 -gdwarf-5 -g1 -gsplit-dwarf -flto -gz \
    -gz=zlib -gno-as-loc-support -static-libgcc "-fno-pie -no-pie"; do
  program one one.c $options
  if test "$options" = -gno-as-loc-support && calls_seem_apart "$options"
  then
    listed "$options, calls that seem apart" ./one <<'EOF'
barrier of a region
EOF
  else
    shows "$options" ./one
  fi
done
if objcopy --compress-debug-sections=zstd one zstd 2>/dev/null; then
  shows zstd ./zstd
fi
objcopy --only-keep-debug one one.debug
strip one
answered "stripped" sometimes ./one
listed "stripped" ./one <<'EOF'
barrier of a region
EOF
mkdir .debug
mv one.debug .debug
objcopy --add-gnu-debuglink=.debug/one.debug one
shows "debug information in another file" ./one
# It has to belong to the program.
program other own.c
objcopy --only-keep-debug other .debug/one.debug
answered "another program's debug information" sometimes ./one
program one one.c -g0
answered "-g0" sometimes ./one
listed "-g0" ./one <<'EOF'
barrier of a region
EOF
program one one.c -gno-column-info
answered "-gno-column-info" sometimes ./one

# A library's loops are known without the program's.
sed 's/main/in_library/' one.c >library.c
$GCC -O2 -g -fopenmp -shared -fPIC library.c -o liblibrary.so
echo 'int in_library (void); int main (void) { return in_library (); }' >user.c
program user user.c -g0 ./liblibrary.so
shows "in a library" ./user
finish
