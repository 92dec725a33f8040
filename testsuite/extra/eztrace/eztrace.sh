# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# EZTrace on a program of gfortran.  Run by make check-eztrace; see README.

. "$testsuite/lib/script.sh"
. "$testsuite/extra/compilers/fetch.inc"

here=$testsuite/extra/eztrace
root=$PWD/root
lib=$root/usr/lib/$($GCC -print-multiarch)

# The release that the machine itself is, so that its C library fits.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
test -e "$lib/libeztrace-ompt.so" || {
  update "$release" main
  (cd "$packages" && apt_of "$release" main apt-get -qq download eztrace \
    libeztrace0 otf2-tools libopen-trace-format2-10) >fetch.log 2>&1 ||
    { cat fetch.log; fail "packages of $release"; finish; }
  mkdir -p "$root"
  for file in "$packages"/*.deb; do
    unpack "$file" "$root"
  done
}

# traced COMMAND...: with our library, also where EZTrace asks for libomp.so.5.
traced () {
  env EZTRACE_LIBRARY_PATH="$lib" \
    LD_LIBRARY_PATH="$LIBDIR/offgomp/llvm:$LIBDIR:$lib" "$@"
}
# is KIND COUNT: so many events of it are in the trace.
is () {
  count=$(grep -c "^$1 " events)
  test "$count" = "$2" || { echo "$count"; return 1; }
}

check "gfortran" "$GFORTRAN" -B"$TOOLCHAIN" -g -O2 -fopenmp "$here/loops.f90" \
  -o loops
rm -rf loops_trace
# EZTrace preloads a library of its own by the path of an installation, too.
traced timeout 100 "$root/usr/bin/eztrace" -t ompt ./loops >log 2>&1
status=$?
test $status = 0 || cat log
check "EZTrace runs the program" test $status = 0
traced "$root/usr/bin/otf2-print" loops_trace/eztrace_log.otf2 >events 2>log ||
  { cat log; fail "the trace can be read"; }
for pair in "THREAD_TEAM_BEGIN 1" "THREAD_TEAM_END 1" "THREAD_BEGIN 4" \
    "THREAD_END 4" "THREAD_TASK_CREATE 5" "THREAD_ACQUIRE_LOCK 4" \
    "THREAD_RELEASE_LOCK 4"; do
  check "$pair" is $pair
done
check "what is entered is left" is LEAVE "$(grep -c '^ENTER ' events)"
finish
