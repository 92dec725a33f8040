# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Variables of clang's code for NVIDIA devices that have constructors: they run
# there before the first region, by their priorities, and the destructors before
# the image goes, the last one first.
. "$testsuite/libomptarget/nvptx.inc"
. "$testsuite/diag/cluster.inc"
clang=clang++-19
if ! command -v $clang >/dev/null; then
  unsupported "constructors: no $clang"
  finish
fi

# compile_right PROGRAM OPTION...: now and then clang 19 makes a function of a
# kernel here.
compile_right () {
  for _ in 1 2 3 4 5 6 7 8; do
    compile "$@" || return
    grep -aq '^\.weak \.func nvptx\$device' "$1" || return 0
  done
  return 1
}

# Only the device's objects say that they end.
cat >one.h <<'END'
extern "C" int printf (const char *, ...);
#pragma omp begin declare target
extern int order[8], constructed;
struct one
{
  int number, others;
  explicit __attribute__ ((noinline)) one (int n)
    : number (n), others (constructed)
  {
    order[constructed++] = n;
  }
#ifdef __NVPTX__
  ~one () { printf ("end %d\n", number); }
#else
  ~one () {}
#endif
};
#pragma omp end declare target
END
cat >first.cc <<'END'
#include "one.h"
#pragma omp begin declare target
int order[8], constructed;
one third (3), fourth (third.number + 1);
__attribute__ ((init_priority (300))) one second (2);
__attribute__ ((init_priority (200))) one first (1);
#pragma omp end declare target
extern int seen_elsewhere ();
int
main ()
{
  int there[8] = { 0 }, count = 0, others = 0;
#pragma omp target map(tofrom: there, count, others)
  {
    for (count = 0; count < constructed; count++)
      there[count] = order[count];
    others = fourth.others;
  }
  printf ("order");
  for (int i = 0; i < count; i++)
    printf (" %d", there[i]);
  printf ("\n%s, fifth %d\n", others > 2 ? "fourth" : "wrong",
          seen_elsewhere ());
  return 0;
}
END
cat >second.cc <<'END'
#include "one.h"
#pragma omp begin declare target
one fifth (5);
#pragma omp end declare target
int
seen_elsewhere ()
{
  int seen = 0;
#pragma omp target map(from: seen)
  seen = fifth.number;
  return seen;
}
END
# clang 19 fails to compile this at -O0, and gives all destructors one priority.
for level in -O1 -O2 -O3; do
  if ! compile_right program $level -g first.cc second.cc; then
    fail "$level: not compiled"
    continue
  fi
  on_standin ./program >out 2>&1
  check "$level: status 0" test $? = 0
  cat out
  check "$level: constructed in order" grep -Eqx 'order 1 2 (3 4 5|5 3 4)' out
  check "$level: before the regions" grep -qx 'fourth, fifth 5' out
  grep '^end' out >ends
  check "$level: all end" test "$(sort ends | tr -dc 0-9)" = 12345
  sed -n 's/^order 1 2 //p' out | tr ' ' '\n' | tac | sed 's/^/end /' >expected
  grep -v '[12]' ends | cmp - expected
  check "$level: in reverse" test $? = 0
done

# Up to clang 16 each is a kernel, without its priority.
for clang in clang++-14 clang++-15 clang++-16; do
  command -v $clang >/dev/null && runtime_of $clang || continue
  for level in -O1 -O2 -O3; do
    name="$clang $level"
    if ! compile program $level -g first.cc second.cc; then
      fail "$name: not compiled"
      continue
    fi
    on_standin ./program >out 2>&1
    check "$name: status 0" test $? = 0
    cat out
    check "$name: constructed in order" grep -qx 'order 3 4 2 1 5' out
    check "$name: all end, in reverse" \
      test "$(sed -n 's/^end //p' out | tr -d '\n')" = 51243
  done
done
clang=clang++-19 runtime=

# The kernel of destructors that clang 19 makes does not run a single one.
cat >single.cc <<'END'
#include "one.h"
#pragma omp begin declare target
int order[8], constructed;
volatile int six = 6;
int
number ()
{
#if defined TRAP && defined __NVPTX__
  __builtin_trap ();
#endif
  return six;
}
one single (number ());
#pragma omp end declare target
int
main ()
{
  int seen = 0;
#pragma omp target map(from: seen)
  seen = single.number;
  return seen != 6;
}
END
if ! compile_right single -O1 single.cc; then
  fail 'single: not compiled'
  finish
fi
on_standin ./single >out 2>&1
check 'single: status 0' test $? = 0
check 'single: its end' test "$(cat out)" = 'end 6'

# The message is that of the constructor that fails.
if compile_right trap -O1 -DTRAP single.cc; then
  on_standin ./trap >out 2>err
  check 'one that fails: status' test $? = 1
  says 'one that fails: why' 'running nvptx$device$init: CUDA_ERROR_'
  check 'one that fails: one message' test "$(grep -c libgomp: err)" = 1
else
  fail 'one that fails: not compiled'
fi

# altered FROM TO NAME TEXT: ./single with FROM replaced by TO ends, with TEXT.
altered () {
  LC_ALL=C sed "s/$1/$2/g" single >altered
  chmod +x altered
  on_standin ./altered >out 2>err
  check "$3: status" test $? = 1
  says "$3: why" "$4"
  check "$3: one message" test "$(grep -c libgomp: err)" = 1
}
altered 'nvptx$device$init' 'nvptx$device$inix' 'no kernel for them' \
  'the device image of altered (clang) has constructors of declare target '\
'variables, but no kernel nvptx$device$init that runs those of the constants '\
'__init_array_object_*'
says 'no kernel for them: what helps' \
  'hint: now and then clang 19 makes a function of it, which nobody can launch: '\
'compile again'
altered '__init_array_object_' '__init_array_objecx_' 'no names of them' \
  'the device image of altered (clang) has constructors of declare target '\
'variables, which the kernel nvptx$device$init runs, but no constants '\
'__init_array_object_* that name them'
finish
