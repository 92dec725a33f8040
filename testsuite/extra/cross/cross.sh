# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The library for other processors, by the cross compilers of Debian, and the
# tests of the host part under qemu-user.  Run by make check-cross; README.md.
#
# $ARCHITECTURES is a list of those below, $SUITE the release of Debian.

. "$testsuite/lib/script.sh"
. "$testsuite/extra/compilers/fetch.inc"

work=$PWD
drivers="c.exp c++.exp fortran.exp oacc-c.exp oacc-c++.exp oacc-fortran.exp"
drivers="$drivers unit.exp stress.exp"
tools="bash binutils coreutils dash dejagnu diffutils file findutils gawk gcc
  grep gzip hostname libc-bin libc6-dev make mawk procps sed tar"

# describe ARCHITECTURE: how GCC and qemu call it.
describe () {
  emulator=qemu-$1-static
  case $1 in
    aarch64 | riscv64 | s390x) machine=$1-linux-gnu ;;
    ppc64le) machine=powerpc64le-linux-gnu ;;
    *)
      echo "check-cross: ARCHITECTURES=$1: neither aarch64, riscv64, ppc64le" \
        "nor s390x" >&2
      exit 1
      ;;
  esac
}

# within COMMAND...: in the system in root/, with the sources and this directory
# where they are.  Nobody else sees what is mounted, and no process stays.
within () {
  test "$(id -u)" = 0 && map= || map=--map-root-user
  mkdir -p tested root/proc root/dev root/sys "root$top_srcdir" \
    "root$work/tested"
  unshare $map --mount --pid --fork --kill-child sh -c '
    root=$1 && shift
    while test "$1" != --; do
      mount --rbind "$1" "$root$1" || exit 2
      shift
    done
    shift
    mount -t proc proc "$root/proc" && mount -t tmpfs shm "$root/dev/shm" &&
      exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 \
        HOME=/tmp USER=tester TMPDIR=/tmp "$@"' - "$work/root" /dev /sys "$top_srcdir" \
    "$work/tested" -- "$@" </dev/null
}

# try ARCHITECTURE: build and test there; what is printed goes to its log.
try () {
  directory=$work/tested/$1
  mkdir -p "$directory"
  within sh -ec '
    cd "$1"
    test -f config.status || "$2/configure" -q --host="$3" \
      --enable-offload-targets=no MAKEINFO=: CFLAGS=-O2
    make -s -j"$6"
    exec make -C testsuite check EMULATOR="$4 -L /usr/$3" ONLY="$5" JOBS="$6" \
      RUNTESTFLAGS="$7" standin_programs= \
      program_sources="$(echo "$2"/testsuite/unit/*/*.c "$2"/testsuite/stress/*.c)"' \
    - "$directory" "$top_srcdir" "$machine" "$emulator" "$ONLY" "$JOBS" \
    "$drivers"
}

# row ARCHITECTURE STATUS SECONDS: of the table.
row () {
  counts=$(sed -n 's/^\([0-9]* passed, .*\)/\1/p' "$1.log" | tail -n 1)
  printf '%-14s %-44s %6d s\n' "$1" \
    "${counts:-did not come to an end, see $work/$1.log}" "$3" >>table
  test "$2" = 0 || failed=1
}

update "$SUITE" main
compilers=
for architecture in $ARCHITECTURES; do
  describe "$architecture"
  for name in gcc g++ gfortran; do
    compilers="$compilers $name-$machine"
  done
done
fetch_root "$work/root" "$SUITE" $tools $compilers qemu-user-static
within ldconfig

: >table
for architecture in $ARCHITECTURES; do
  describe "$architecture"
  started=$(date +%s)
  echo "check-cross: $architecture; details: $work/$architecture.log"
  try "$architecture" >"$architecture.log" 2>&1
  row "$architecture" $? $(($(date +%s) - started))
  sed -n '/^Failed:/,/passed,/p' "$architecture.log"
done
echo
echo "architecture   results"
cat table
finish
