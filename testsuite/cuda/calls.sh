# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which driver calls the distribution's libgomp and plugin make for a construct
# once it is warm: what a better plugin is measured by.
. "$testsuite/cuda/programs.inc"

cat > constructs.c <<'EOC'
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define IS(name) (!strcmp (construct, name))

static int mapped[1000], a[1000], b[1000];

static void
once (const char *construct)
{
  int x = 1, y = 2, z = 3;
  if (IS ("empty"))
#pragma omp target
    ;
  else if (IS ("firstprivate"))
#pragma omp target firstprivate(x, y, z)
    x = y + z;
  else if (IS ("present"))
#pragma omp target map(tofrom: mapped)
    mapped[0]++;
  else if (IS ("tofrom"))
#pragma omp target map(tofrom: x)
    x++;
  else if (IS ("to-from"))
#pragma omp target map(to: a) map(from: b)
    b[0] = a[0];
  else if (IS ("update-to"))
    {
#pragma omp target update to(mapped)
    }
  else if (IS ("update-from"))
    {
#pragma omp target update from(mapped)
    }
  else if (IS ("data"))
#pragma omp target data map(tofrom: a)
    ;
  else if (IS ("nowait"))
    {
#pragma omp target map(tofrom: x) nowait
      x++;
#pragma omp taskwait
    }
  else if (IS ("api"))
    {
      void *p = omp_target_alloc (100, 0);
      omp_target_memcpy (p, a, 100, 0, 0, 0, omp_get_initial_device ());
      omp_target_free (p, 0);
    }
}

int
main (int argc, char **argv)
{
  int times = atoi (argv[argc - 1]);
#pragma omp target enter data map(to: mapped)
  for (int i = 0; i < times; i++)
    once (argv[1]);
  return 0;
}
EOC

# calls CONSTRUCT TIMES: what the log has then.
calls () {
  rm -f log
  STANDIN_CUDA_MODE=record STANDIN_CUDA_LOG=log on_device ./program "$1" "$2"
  cat log
}

# The calls of the third time, cu left out; in a line.
warm_calls () {
  calls "$1" 2 >two
  calls "$1" 3 >three
  count=$(($(wc -l <three) - $(wc -l <two)))
  # At the end of both are the same calls, at the exit.
  head -n "$(($(wc -l <three) - exit_calls))" three | tail -n "$count" \
    | sed 's/^cu//; s/_v2//' | tr '\n' ' ' | sed 's/ $//'
}

expect () {
  got=$(warm_calls "$1")
  if test "$got" = "$2"; then
    pass "$1: $(echo "$2" | wc -w) calls"
  else
    echo "$1: $got"
    echo "wanted: $2"
    fail "$1: $(echo "$got" | wc -w) calls"
  fi
}

if compile "$GCC" -O2 constructs.c; then
  pass "constructs compile"
else
  cat told
  fail "constructs compile"
  finish
fi

range='CtxGetDevice MemGetAddressRange'
before="CtxGetDevice MemAlloc $range MemcpyHtoD"
run='LaunchKernel CtxSynchronize'
exit_calls=3
expect empty "$run"
expect firstprivate "$before $run $range MemFree"
expect present "$before $run $range MemFree"
expect tofrom "$before $run $range MemcpyDtoH $range MemFree"
expect to-from "$before $run $range MemcpyDtoH $range MemFree"
expect nowait "$before $run $range MemcpyDtoH $range MemFree"
# No stacks were allocated, so none are freed.
exit_calls=2
expect update-to "$range MemcpyHtoD"
expect update-from "$range MemcpyDtoH"
expect data "$before $range MemcpyDtoH $range MemFree"
expect api "CtxGetDevice MemAlloc $range MemcpyHtoD $range MemFree"
finish
