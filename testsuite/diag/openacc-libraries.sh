#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The profiling libraries that ACC_PROFLIB names: they are loaded in order, and
# what cannot be loaded is reported and left out.

. "$testsuite/lib/script.sh"

unset ACC_DEVICE_TYPE ACC_DEVICE_NUM OMP_TARGET_OFFLOAD

cat > library.c <<'EOC'
#include <acc_prof.h>
#include <stdio.h>

static void
say (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  (void)event;
  (void)api;
  printf ("%s %s\n", NAME,
          prof->event_type == acc_ev_compute_construct_start ? "start" : "end");
}

void
acc_register_library (acc_prof_reg enter, acc_prof_reg leave,
                      acc_prof_lookup_func lookup)
{
  printf ("%s loaded%s\n", NAME, lookup ("anything") == NULL ? "" : "?");
  enter (acc_ev_compute_construct_start, say, acc_reg);
  enter (acc_ev_compute_construct_end, say, acc_reg);
  enter (acc_ev_update_start, say, acc_reg);
  leave (acc_ev_update_start, say, acc_reg);
}
EOC
cat > empty.c <<'EOC'
int nothing;
EOC
cat > program.c <<'EOC'
#include <stdio.h>
int
main (int argc, char **argv)
{
  int x = argc;
  (void)argv;
#pragma acc parallel copy(x)
  x++;
#pragma acc data copy(x)
  {
#pragma acc update self(x)
  }
  printf ("ended %d\n", x);
  return 0;
}
EOC
for name in one two; do
  $GCC -B"$TOOLCHAIN" -w -fopenacc -fPIC -shared -DNAME="\"$name\"" library.c \
    -o $name.so || exit 1
done
$GCC -w -fPIC -shared empty.c -o empty.so || exit 1
$GCC -B"$TOOLCHAIN" -w -fopenacc -O1 program.c -o program || exit 1

# with NAMES TEXT: the program says TEXT, and ends well.
with () {
  printf '%s\nended 2\n' "$2" | sed '/^$/d' >wanted
  ACC_PROFLIB=$1 LD_PRELOAD=$SANITIZER_LIBRARIES ./program >said 2>&1
  status=$?
  sed '/^$/d' said >plain
  # Errors are not buffered, and come first.
  sort plain >plain.sorted
  sort wanted >wanted.sorted
  if test $status = 0 && cmp -s wanted.sorted plain.sorted \
    && test "$(grep -v '^libgomp' wanted)" = "$(grep -v '^libgomp' plain)"; then
    pass "ACC_PROFLIB=$1"
  else
    diff wanted plain
    fail "ACC_PROFLIB=$1: status $status"
  fi
}

one='one loaded
one start
one end'
lost='libgomp: while loading ACC_PROFLIB'
cannot='cannot open shared object file: No such file or directory'
with ./one.so "$one"
with "$PWD/one.so" "$one"
with './one.so;./two.so' 'one loaded
two loaded
one start
two start
two end
one end'
with ';./one.so;' "$one"
with ';' ''
with ./none.so "$lost \"./none.so\": ./none.so: $cannot"
with './none.so;./one.so' "$lost \"./none.so\": ./none.so: $cannot
$one"
with one.so "$lost \"one.so\": one.so: $cannot"
with './empty.so;./one.so' \
  "$lost \"./empty.so\": ./empty.so: undefined symbol: acc_register_library
$one"

# A library that is linked with libgomp finds its function, which is none.
$GCC -B"$TOOLCHAIN" -w -fPIC -shared -fopenacc -Wl,--no-as-needed empty.c \
  -o linked.so -lgomp || exit 1
with './linked.so;./one.so' \
  "$lost \"./linked.so\": it has no acc_register_library
$one"
finish
