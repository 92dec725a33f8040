# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What a new user does, on releases of Debian and with releases of GCC: the
# source archive, and ./quickstart check, in a system that has nothing else.
# Run by make check-releases; README.md.
#
# $ARCHIVE is the source archive, $RELEASES a list of SUITE and SUITE:GCC,
# $ROOTS where the systems are kept.

. "$testsuite/lib/script.sh"

stop () {
  echo "check-releases: $*" >&2
  exit 1
}

command -v debootstrap >/dev/null || stop "no debootstrap; apt-get install it"
test "$(id -u)" = 0 || stop "only root can make systems for chroot"
test -f "$ARCHIVE" || stop "no $ARCHIVE; make dist makes it"

# within ROOT COMMAND...: there, with what programs expect of a kernel.  Nobody
# else sees what is mounted, and no process stays.
within () {
  unshare --mount --pid --fork --kill-child sh -c '
    root=$1 && shift && cd "$root" &&
      mount --rbind /dev dev && mount -t tmpfs shm dev/shm &&
      mount -t proc proc proc && mount -t sysfs sysfs sys &&
      exec chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' - "$@" </dev/null
}

# make_system SUITE: in $ROOTS/SUITE, or bring it up to date.
make_system () {
  if ! test -d "$ROOTS/$1"; then
    rm -rf "$ROOTS/$1.new" && mkdir -p "$ROOTS/debs" &&
      debootstrap --variant=minbase --cache-dir="$ROOTS/debs" "$1" \
        "$ROOTS/$1.new" "$MIRROR" && mv "$ROOTS/$1.new" "$ROOTS/$1" || return
  fi
  # A mirror may be behind, or a snapshot.
  echo 'Acquire::Check-Valid-Until "false";' \
    >"$ROOTS/$1/etc/apt/apt.conf.d/90mirror" || return
  cp -L /etc/resolv.conf "$ROOTS/$1/etc/resolv.conf" &&
    within "$ROOTS/$1" apt-get -q update &&
    within "$ROOTS/$1" apt-get -q -y dist-upgrade
}

# add_compiler ROOT GCC: beside the one that the release has.
add_compiler () {
  within "$1" apt-get -q install -y --no-install-recommends \
    "gcc-$2" "g++-$2" "gfortran-$2" "gcc-$2-plugin-dev" || return
  within "$1" apt-get -q install -y --no-install-recommends \
    "gcc-$2-offload-nvptx" || :
}

# try RELEASE: what is printed goes to the file RELEASE.log.
try () {
  suite=${1%%:*}
  gcc=${1#"$suite"}
  gcc=${gcc#:}
  root=$ROOTS/$suite
  make_system "$suite" || return
  test -z "$gcc" || add_compiler "$root" "$gcc" || return
  rm -f "$1.sum"
  rm -rf "$root/tried" && mkdir "$root/tried" &&
    tar -xf "$ARCHIVE" -C "$root/tried" --strip-components=1 || return
  within "$root" env ONLY="$ONLY" JOBS="$JOBS" \
    ${gcc:+"CONFIGURE_FLAGS=--with-gcc=gcc-$gcc,gcc"} /tried/quickstart check
  status=$?
  cp "$root/tried/build/testsuite/libgomp.sum" "$1.sum" 2>/dev/null
  cp "$root/tried/build/testsuite/libgomp.log" "$1.programs" 2>/dev/null
  compiler=$(within "$root" "gcc${gcc:+-$gcc}" -dumpfullversion)
  rm -rf "$root/tried"
  return $status
}

# row RELEASE STATUS SECONDS: of the table.
row () {
  counts=$(sed -n 's/^\([0-9]* passed, .*\)/\1/p' "$1.log" | tail -n 1)
  printf '%-12s %-8s %-44s %6d s\n' "$1" "${compiler:-?}" \
    "${counts:-did not come to an end, see $PWD/$1.log}" "$3" >>table
  test "$2" = 0 || failed=1
}

: >table
# cells RELEASE: of the manual's table of features, after the whole suite.
cells () {
  test -z "$ONLY" && test -s "$1.sum" && test -n "$compiler" || return 0
  echo "cells of the table of OpenMP's features:"
  awk -v gcc="${compiler%%.*}" -f "$testsuite/lib/cells.awk" \
    "$testsuite/lib/openmp-coverage.tsv" "$1.sum" || failed=1
}

for release in $RELEASES; do
  compiler=
  started=$(date +%s)
  echo "check-releases: $release; details: $PWD/$release.log"
  try "$release" >"$release.log" 2>&1
  row "$release" $? $(($(date +%s) - started))
  sed -n '/^Failed:/,/passed,/p' "$release.log"
  cells "$release"
done
echo
echo "release      GCC      results"
cat table
finish
