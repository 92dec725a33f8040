#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# other-gccs.sh VERB GCC...: make, install or uninstall a toolchain directory
# for each GCC that --with-gcc names after the first one.  Of DIR, named by -B,
# GCC's driver takes DIR/MACHINE/VERSION first, so that is where it goes.
#
# Run in the top build directory, with MAKE, SOURCES (absolute), TOOLCHAINDIR
# and DESTDIR set.  What is built lies in toolchains/MACHINE/VERSION, which is a
# build directory of the same sources, configured for this GCC.

set -eu
verb=$1
shift
top=$PWD

# configured GCC PLACE
configured () {
  mkdir -p "toolchains/$2"
  (cd "toolchains/$2"
   other=$1 place=$2
   eval "set -- $("$top/config.status" --config)"
   sh "$SOURCES/configure" "$@" --srcdir="$SOURCES" --with-gcc="$other" \
     "toolchaindir=$TOOLCHAINDIR/$place" >configure.log 2>&1 || {
     tail -n 5 configure.log
     exit 1
   })
}

# make_in DIRECTORY TARGET...: make them there.
make_in () {
  in_directory=$1
  shift
  "$MAKE" -C "toolchains/$place/$in_directory" DESTDIR="${DESTDIR-}" "$@"
}

for gcc; do
  place=$("$gcc" -dumpmachine)/$("$gcc" -dumpversion)
  test -f "toolchains/$place/config.status" ||
    { echo "  CONFIGURE for $gcc"; configured "$gcc" "$place"; }
  case $verb in
    all)
      for directory in include crtoffload mkoffload; do
        make_in $directory all
      done
      make_in libgomp user-files ;;
    install | uninstall)
      make_in crtoffload $verb
      make_in mkoffload $verb
      make_in libgomp $verb-dist_offgompincludeDATA \
        $verb-nodist_offgompincludeDATA $verb-nodist_offgompfincludeDATA
      make_in . $verb-dist_pluginincludeDATA ;;
  esac
done
