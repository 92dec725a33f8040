# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Regions of MPI programs under sanitizers, and a region under valgrind.  Run by
# make check-sanitized; see README.

. "$testsuite/lib/script.sh"
. "$testsuite/extra/compilers/fetch.inc"

here=$testsuite/extra/sanitized
root=$PWD/root
lib=$root/usr/lib/$($GCC -print-multiarch)
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_NUM=2
export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=atexit_sleep_ms=50
line_of () { grep -n "/\* $1 \*/" "$here/rank.c" | sed 's/:.*//'; }

# The release that the machine itself is, so that its C library fits.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
test -e "$lib/libmpi.so.40" || {
  update "$release" main
  fetch_root "$root" "$release" openmpi-bin libopenmpi-dev
}

# ranks COMMAND...: as two processes, by what is in $root alone.
ranks () {
  env OPAL_PREFIX="$root/usr" PMIX_INSTALL_PREFIX="$lib/pmix2" \
    LD_LIBRARY_PATH="$LIBDIR:$lib:$lib/openmpi/lib" PATH="$root/usr/bin:$PATH" \
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp \
    OMPI_MCA_mca_base_component_show_load_errors=0 \
    timeout 100 mpirun.openmpi --oversubscribe -n 2 "$@" > printed 2>&1
  result=$?
  cat printed
  return $result
}
clean () {
  ranks "./$1" && ! grep -q Sanitizer printed &&
    test "$(grep -c '^rank [01]: right$' printed)" = 2
}
# reported PROGRAM KIND LINE MISTAKE: by the process of rank 1, in the right line.
reported () {
  ! ranks "./$1" "$4" 1 && grep -q "Sanitizer: $2" printed &&
    grep -q "rank.c:$3" printed && grep -q "of device 0 (x86emul)" printed
}
for sanitizer in thread address; do
  $GCC -B"$TOOLCHAIN" -fopenmp -g -O1 -fsanitize=$sanitizer "$here/rank.c" \
    -o $sanitizer -I"$lib/openmpi/include" -L"$lib" -l:libmpi.so.40 \
    -Wl,-rpath-link,"$lib" || fail "$sanitizer: does not build"
  check "MPI, $sanitizer: nothing is reported" clean $sanitizer
done
check 'MPI: a race in one process' \
  reported thread 'data race' "$(line_of race)" race
check 'MPI: an overrun in one process' \
  reported address heap-buffer-overflow "$(line_of overrun)" overrun

cat > heap.c <<'EOC'
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int last = 0;
#pragma omp target map(tofrom: last) firstprivate(argc)
  {
    int *a = malloc (10 * sizeof (int));
    for (int i = 0; i < 9 + argc; i++)
      a[i] = i; /* overrun */
    last = a[9];
    free (a);
  }
  return last != 9;
}
EOC
by_valgrind () {
  $GCC -B"$TOOLCHAIN" -fopenmp -g heap.c -o heap &&
    env OFFLOAD_EMUL_RUN='valgrind -q' LD_LIBRARY_PATH="$LIBDIR" ./heap $1 \
      > printed 2>&1
  cat printed
}
overrun_by_valgrind () {
  by_valgrind more
  grep -q 'Invalid write of size 4' printed && grep -q 'heap.c:10' printed
}
nothing_by_valgrind () {
  by_valgrind && ! grep -q . printed
}
if command -v valgrind > valgrind.where; then
  check 'valgrind: an overrun' overrun_by_valgrind
  check 'valgrind: nothing is reported' nothing_by_valgrind
else
  unsupported 'valgrind is not installed'
fi
finish
