# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# For test scripts:  . "$testsuite/lib/script.sh"
#
# A script runs in an empty directory of its own, with GCC, GXX, GFORTRAN,
# TOOLCHAIN (the -B directory, with a slash), LIBDIR, BINDIR, OFFLOAD_TARGETS,
# CLANGS (the releases of clang that compile target regions),
# READELF, NM, SANITIZERS (the library's -fsanitize options),
# SANITIZER_LIBRARIES (to be preloaded for programs without them), testsuite,
# top_srcdir and top_builddir set.

pass () { echo "PASS: $*"; }
fail () { echo "FAIL: $*"; failed=1; }
unsupported () { echo "UNSUPPORTED: $*"; }

# check NAME COMMAND...: PASS if COMMAND succeeds.
check () {
  check_name=$1
  shift
  if "$@"; then pass "$check_name"; else fail "$check_name: $*"; fi
}

# report NAME: FAIL with the lines of standard input, PASS if there are none.
report () {
  offenders=$(cat)
  if test -n "$offenders"; then
    fail "$1: $(echo "$offenders" | head -n 10 | tr '\n' ';')"
  else
    pass "$1"
  fi
}

# Call last: a script with a FAIL ends with status 1.
finish () { exit "${failed:-0}"; }

# How many CPUs the process may use, whatever OMP_NUM_THREADS says.
cpu_count () { env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc; }

# Whether the release under test offloads to TARGET.
has_target () {
  case " $OFFLOAD_TARGETS " in *" $1 "*) ;; *) false ;; esac
}

# Whether the system reports how CPUs are grouped, as a chroot without /sys does
# not.
NO_TOPOLOGY='no groups of CPUs in /sys'
has_topology () {
  for known in /sys/devices/system/cpu/cpu[0-9]*/topology; do
    test ! -r "$known/core_id" || return 0
  done
  return 1
}

# Whether clang 19 can link target regions.  An archive that some do not have is
# in the first directory of LIBRARY_PATH, lib/libgomp.exp.
has_clang_offload () {
  archive=libomptarget.devicertl.a
  command -v clang-offload-packager-19 >/dev/null &&
    { test -e "$(clang-19 -print-file-name=$archive)" ||
        test -e "${LIBRARY_PATH%%:*}/$archive"; }
}

# Whether GCC's own compiler for nvptx is installed and usable.
has_nvptx_gcc () {
  test -x "$($GCC -print-prog-name=accel/nvptx-none/mkoffload)"
}
