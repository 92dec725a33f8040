# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# libomptarget.so exports what exports.tsv says, which has each symbol of LLVM:
# of the releases that are installed here, too.
. "$testsuite/lib/script.sh"

table=$testsuite/libomptarget/exports.tsv
ours=$LIBDIR/offgomp/llvm/libomptarget.so
if test ! -e "$ours"; then
  unsupported "exports: no libomptarget.so"
  finish
fi

# The symbols that the file $1 defines with the node.
symbols () {
  $NM -D --defined-only --with-symbol-versions "$1" \
    | sed -n 's/.* [^A] \(.*\)@@VERS1\.0$/\1/p' | LC_ALL=C sort -u
}

symbols "$ours" >exported
awk -F '\t' '!/^#/ { print $1 }' "$table" | LC_ALL=C sort >known
awk -F '\t' '!/^#/ && $2 == "here" { print $1 }' "$table" \
  | LC_ALL=C sort >here
LC_ALL=C comm -23 here exported | report "what is to be here is exported"
LC_ALL=C comm -13 here exported | report "nothing else is exported"
awk -F '\t' '!/^#/ && (NF != 2 || $2 == "")' "$table" \
  | report "each other symbol has a reason"
for theirs in /usr/lib/llvm-*/lib/libomptarget.so; do
  test -e "$theirs" || continue
  release=${theirs#/usr/lib/}
  release=${release%%/*}
  symbols "$theirs" | LC_ALL=C comm -23 - known \
    | report "the table has each symbol of $release"
done
for name in libomptarget.so.15 libomptarget.so.16 libomptarget.so.19.1 \
    libomptarget.so.22.1; do
  test -e "$LIBDIR/offgomp/llvm/$name" || echo "$name"
done | report "each name that programs ask for is installed"
finish
