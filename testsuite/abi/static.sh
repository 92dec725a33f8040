# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# libgomp.a: programs that are linked statically, or with this library alone
# linked statically; and libgomp.spec, as a driver reads it.
. "$testsuite/lib/script.sh"

test -f "$LIBDIR/libgomp.a" || { unsupported 'no libgomp.a'; finish; }

cat >program.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int own;
#pragma omp threadprivate(own)

int
main (void)
{
  int sum = 0, tasks = 0;
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    own = omp_get_thread_num ();
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp single
    for (int i = 0; i < 100; i++)
#pragma omp task
      {
        omp_set_lock (&lock);
        tasks++;
        omp_unset_lock (&lock);
      }
  }
#pragma omp parallel num_threads(4)
  if (own != omp_get_thread_num ())
    abort ();
#pragma omp target map(tofrom : sum)
  sum++;
  char *p = omp_alloc (100, omp_default_mem_alloc);
  omp_free (p, omp_default_mem_alloc);
  printf ("%d %d\n", sum, tasks);
  return sum != 4951 || tasks != 100;
}
EOC

# links NAME OPTION...: the program, built so, runs without libgomp.so.1.
links () {
  name=$1
  shift
  rm -f program
  if ! $GCC -foffload=disable -O1 program.c -o program "$@" >log 2>&1; then
    cat log
    fail "$name: link"
    return
  fi
  "$READELF" -d program | grep -q 'NEEDED.*libgomp' \
    && { fail "$name: needs libgomp.so.1"; return; }
  for threads in 1 4; do
    OMP_NUM_THREADS=$threads ./program >out 2>&1
    test "$(tail -n 1 out)" = '4951 100' \
      || { cat out; fail "$name: wrong result"; return; }
  done
  pass "$name"
}

omp="-fopenmp -B$TOOLCHAIN"
for mode in '-static' '-static-pie -fPIE' "-Wl,-Bstatic -l:libgomp.a -Wl,-Bdynamic"; do
  case $mode in
    *libgomp.a*)
      $GCC -foffload=disable $omp -O1 -c program.c -o program.o || exit 1
      if $GCC -foffload=disable program.o -o program "-L$LIBDIR" $mode \
            -lpthread -ldl >log 2>&1 \
          && ./program | grep -q '^4951 100$' \
          && ! "$READELF" -d program | grep -q 'NEEDED.*libgomp'; then
        pass "libgomp.a in a dynamic program"
      else
        cat log
        fail "libgomp.a in a dynamic program"
      fi ;;
    *) links "$mode" $omp "-L$LIBDIR" $mode ;;
  esac
done

check "libgomp.spec names the library" \
  grep -q '^\*link_gomp:.*-lgomp' "$LIBDIR/libgomp.spec"
mkdir driver
cp "$LIBDIR/libgomp.spec" driver
$GCC -Bdriver/ -fopenmp -foffload=disable "-L$LIBDIR" "-Wl,-rpath,$LIBDIR" \
  program.c -o program -### >commands 2>&1
check "a driver takes it" grep -q -- '"-\?-lgomp"\|-lgomp' commands
finish
