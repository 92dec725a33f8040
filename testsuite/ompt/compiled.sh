# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# -DOFFGOMP_TOOL_EVENTS: events of constructs for which GCC calls nothing.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool lister "$here/lister.c"
tool grammar "$here"/grammar*.c
if ! test -f "$TOOLCHAIN/tool-events.so"; then
  unsupported "the compiler's plugins were not built"
  finish
fi
program compiled "$here/compiled.c" -DOFFGOMP_TOOL_EVENTS

# listed NAME COMMAND...: the primary thread's events, in a team of two, are
# those in the file wanted.
listed () {
  listed_name=$1
  shift
  if under lister OMP_NUM_THREADS=2 OMP_DYNAMIC=false OMP_CANCELLATION=true \
      "$@"; then
    sed '/^[a-z]*: /d' out >found
    diff wanted found | report "$listed_name"
  else
    head -n 5 err
    fail "$listed_name: run"
  fi
}

# lists CONSTRUCT: that of compiled.c, with standard input as the file.
lists () {
  cat >wanted
  listed "$1" ./compiled "$1"
}

lists loops <<'EOF'
static loop 10
end of static loop
barrier of a construct
static loop 3
end of static loop
static loop 120
end of static loop
barrier of a construct
barrier
barrier of a region
EOF
# Bounds that depend on another loop: the number is not known.
lists bounds <<'EOF'
static loop 0
end of static loop
static loop 33
end of static loop
static loop 100
end of static loop
static loop 200
end of static loop
static loop 2
end of static loop
static loop 0
end of static loop
barrier of a region
EOF
# The first barrier orders the copies of firstprivate and lastprivate.  A loop
# with scan or reduction(task) calls the library anyway.
lists clauses <<'EOF'
barrier
static loop 10
end of static loop
barrier of a construct
static loop 10
end of static loop
barrier of a construct
static loop 10
end of static loop
barrier of a construct
barrier of a region
static loop 1
  barrier
  barrier
  barrier
end of static loop
barrier of a region
static loop 10
end of static loop
barrier of a region
EOF
lists combined <<'EOF'
static loop 10
end of static loop
barrier of a region
static loop 20
end of static loop
barrier of a region
static loop 5
end of static loop
barrier of a region
dynamic loop 6
end of dynamic loop
barrier of a region
static loop 7
end of static loop
barrier of a construct
barrier of a region
static loop 8
end of static loop
barrier of a construct
EOF
lists leagues <<'EOF'
distribute 10
end of distribute
distribute 20
  static loop 0
  end of static loop
  barrier of a region
end of distribute
EOF
lists masked <<'EOF'
masked
end of masked
masked
end of masked
barrier of a region
EOF
lists scopes <<'EOF'
scope 1
  static loop 4
  end of static loop
  barrier of a construct
  barrier
end of scope
barrier of a construct
scope 1
end of scope
barrier
barrier of a region
EOF
lists singles <<'EOF'
single 1
end of single
barrier
single 1
end of single
barrier of a construct
single 1
end of single
barrier of a construct
barrier of a region
EOF
lists flushes <<'EOF'
flush
flush
flush
flush
barrier of a region
EOF
# A cancelled barrier leaves the scope without its end.
lists cancelled <<'EOF'
static loop 10
end of static loop
barrier of a construct
scope 1
  barrier
end of scope
barrier of a region
EOF

# events CONSTRUCT "NAME COUNT"...: with the current number of threads, n.
events () { counted compiled "$@"; }

for n in 1 2 4 8; do
  events loops "work $((3 * n))" "sync_region $((4 * n))"
  events bounds "work $((6 * n))" "sync_region $n"
  events combined "work $((5 * n + 1))"
  events leagues "parallel_begin 2"
  events masked "masked 3"
  events scopes "work $((3 * n))" "sync_region $((5 * n))"
  events flushes "flush $((4 * n))"
  events cancelled "parallel_begin 1"
  events clauses "parallel_begin 3"
done

# answers NAME WORK MASKED FLUSH COMMAND...: what registering them is answered.
answers () {
  answers_name=$1
  printf 'work: %s\nmasked: %s\nflush: %s\n' "$2" "$3" "$4" >wanted
  shift 4
  under lister "$@"
  sed -n '/^[a-z]*: /p' out | diff wanted - | report "$answers_name: answers"
}

answers "compiled for tools" "sometimes paired" "sometimes paired" sometimes \
  ./compiled loops
program plain "$here/compiled.c"
answers "compiled as usual" "sometimes paired" never never ./plain loops
nm -u plain | grep __offgomp | report "compiled as usual: no calls"

# A program that has one of the constructs.
cat >one.c <<'EOF'
int
main (void)
{
#pragma omp parallel
#pragma omp masked
  {
#pragma omp task
    ;
  }
  return 0;
}
EOF
program one one.c -DOFFGOMP_TOOL_EVENTS
answers "masked alone" sometimes "sometimes paired" never ./one
# So does a library of the program.
$GCC -B"$TOOLCHAIN" -O2 -fopenmp -DOFFGOMP_TOOL_EVENTS -Dmain=in_library \
  -shared -fPIC one.c -o libone.so >log 2>&1 || { cat log; fail "libone.so"; }
echo 'int in_library (void); int main (void) { return in_library (); }' >user.c
program user user.c ./libone.so
answers "masked in a library" sometimes "sometimes paired" never ./user

# Other languages, and a program that is optimized as a whole.
cat >wanted <<'EOF'
static loop 30
end of static loop
barrier of a construct
static loop 30
end of static loop
barrier of a construct
masked
end of masked
flush
barrier of a region
EOF
$GXX -B"$TOOLCHAIN" -O2 -fopenmp -DOFFGOMP_TOOL_EVENTS "$here/compiled.cc" \
  -o cxx >log 2>&1 || { cat log; fail "C++: build"; }
listed C++ ./cxx
$GXX -B"$TOOLCHAIN" -O2 -flto -fopenmp -DOFFGOMP_TOOL_EVENTS \
  "$here/compiled.cc" -o cxx >log 2>&1 || { cat log; fail "-flto: build"; }
listed "C++, -flto" ./cxx
if test -n "$GFORTRAN"; then
  cat >wanted <<'EOF'
static loop 4
end of static loop
barrier of a construct
static loop 200
end of static loop
masked
end of masked
barrier
flush
flush
static loop 20
end of static loop
barrier of a construct
barrier of a region
EOF
  $GFORTRAN -B"$TOOLCHAIN" -O2 -fopenmp -DOFFGOMP_TOOL_EVENTS \
    "$here/compiled.f90" -o fortran >log 2>&1 || { cat log; fail "Fortran"; }
  listed Fortran ./fortran
fi

# Timelines show them.
if command -v python3 >/dev/null; then
  cat >wanted <<'EOF'
1 implicit task
1 loop
1 parallel region
1 team
1 teams region
2 distribute loop
EOF
  run OMP_NUM_THREADS=1 GOMP_TRACE=trace.json ./compiled leagues
  python3 "$here/timeline.py" trace.json | sed 's/ in .*//' | sort \
    | diff wanted - | report "leagues: timeline"
  run OMP_NUM_THREADS=1 GOMP_TRACE=trace.json ./compiled masked
  python3 "$here/timeline.py" trace.json | grep masked >found
  echo '3 masked in masked' | diff - found | report "masked: timeline"
fi

# Code of devices calls nothing, and runs.
cat >target.c <<'EOF'
#pragma omp declare target
static int
sum_of (const int *a, int n)
{
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
#pragma omp end declare target

int
main (void)
{
  int a[10], sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    a[i] = i;
#pragma omp target map(from : sum)
  {
    sum = sum_of (a, 10);
#pragma omp masked
    sum++;
  }
#pragma omp target teams distribute parallel for map(a)
  for (int i = 0; i < 10; i++)
    a[i]++;
  return sum == 46 && a[9] == 10 ? 0 : 1;
}
EOF
program target target.c -DOFFGOMP_TOOL_EVENTS
printf '%s\n' 'static loop 10' 'end of static loop' 'barrier of a region' \
  >wanted
listed "target regions" OMP_TARGET_OFFLOAD=mandatory ./target
finish
