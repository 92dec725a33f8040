#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# packaging/gcc-tree puts offgomp into a source tree of GCC and takes it out
# again.  The tree here has the few files that it changes, and what GCC's
# configure does with the offload targets; GCC itself is not built.
. "$testsuite/lib/script.sh"

# skeleton DIRECTORY VERSION: GCC's sources, as far as the script reads them.
skeleton () {
  mkdir -p "$1/gcc/config" "$1/libgomp/deep"
  touch "$1/configure" "$1/config-ml.in"
  echo "$2" >"$1/gcc/BASE-VER"
  echo untouched >"$1/libgomp/deep/file"
  cat >"$1/gcc/configure" <<'END'
for tgt in `echo $enable_offload_targets | sed 's/,/ /g'`; do
  case "$tgt" in
    nvptx*)
	property=nvptx
	;;
    *)
	echo "unknown offload target"; exit 1
	;;
  esac
  case "$tgt" in *) ;; esac
  echo "$tgt $omp_device_property$property"
done
END
  cp "$1/gcc/configure" "$1/gcc/configure.ac"
}
# contents DIRECTORY: the names and contents of all files.
contents () { (cd "$1" && find . -type f -exec cksum {} + | sort); }
# known TREE: what its configure does with these targets.
known () {
  enable_offload_targets=x86emul,nvptx-none sh "$1/gcc/configure"
}
# refuses NAME WORDS ARGUMENT...: an error with WORDS, and a hint.
refuses () {
  refuses_name=$1 refuses_words=$2
  shift 2
  sh "$script" "$@" >out 2>&1
  status=$?
  if test $status != 0 && grep -q "^gcc-tree: error: .*$refuses_words" out; then
    pass "$refuses_name"
  else
    fail "$refuses_name: status $status: $(cat out)"
  fi
}

# Small sources stand for ours, so that nothing is copied at length.
mkdir -p ours/packaging ours/build
cp "$top_srcdir/packaging/gcc-tree" ours/packaging
cp -R "$top_srcdir/packaging/in-gcc" ours/packaging
printf '#!/bin/sh\n' >ours/configure
chmod +x ours/configure
touch ours/build/built ours/source.c
script=ours/packaging/gcc-tree

# ---- in and out
skeleton tree 14.2.0
contents tree >before
check "an unknown target is refused at first" test "$(known tree)" = \
  "unknown offload target"
check "puts offgomp there" sh "$script" tree
check "libgomp is moved as a whole" \
  test "$(cat tree/libgomp.gcc/deep/file)" = untouched
check "GCC finds a configure" test -x tree/libgomp/configure
check "our sources are there" test -f tree/libgomp/offgomp/source.c
check "our build is not" test ! -e tree/libgomp/offgomp/build
check "GCC's configure knows the emulated device" test "$(known tree)" = \
  "x86emul omp-device-properties-x86emul
nvptx-none omp-device-properties-x86emulnvptx"
check "its source does, too" cmp tree/gcc/configure tree/gcc/configure.ac
check "the device has properties" grep -q '^omp-device-properties-x86emul:' \
  tree/gcc/config/x86emul/t-omp-device
refuses "a second time" "in 'tree' already" tree
check "takes it out" sh "$script" --undo tree
contents tree >after
check "nothing is left behind" cmp before after
check "no directory either" test ! -e tree/gcc/config/x86emul
refuses "what is not there is not taken out" "offgomp is not in 'tree'" \
  --undo tree

# ---- what is no tree
mkdir empty
refuses "an empty directory" "'empty' is no source tree of GCC" empty
refuses "no directory" "'nothing' is no source tree of GCC" nothing
refuses "no argument" "one directory is needed"
refuses "two arguments" "one directory is needed" tree tree
refuses "an unknown option" "unknown option '--redo'" --redo tree
skeleton old 11.4.0
refuses "GCC 11" "'old' is GCC 11.4.0" old
skeleton newer 19.0.0
echo 'no case here' >newer/gcc/configure
contents newer >before
refuses "a configure that was rewritten" "does not choose among offload" newer
contents newer >after
check "which stays as it is" cmp before after
skeleton full 13.1.0
mkdir full/libgomp.gcc
refuses "a directory in the way" "'full/libgomp.gcc' exists" full

# ---- what is put there
for file in "$top_srcdir/packaging/gcc-tree" \
    "$top_srcdir/packaging/in-gcc/configure"; do
  check "$(basename "$file"): shell" sh -n "$file"
done
check "targets.mk: make" sh -c \
  'make -n MAKE=: -f "$0" all install check DESTDIR=/x >make.log 2>&1' \
  "$top_srcdir/packaging/in-gcc/targets.mk"

# ---- a GCC that has a libgomp is left alone
mkdir layout
(cd layout && sh "$top_srcdir/configure" --with-gcc="$GCC" \
   --enable-offload-targets=no --enable-gcc-layout) >layout.log 2>&1
check "--enable-gcc-layout: a compiler with a libgomp is refused" \
  grep -q 'has a libgomp of its own' layout.log
finish
