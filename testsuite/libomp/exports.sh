# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# libomp.so.5 exports what exports.tsv says, which has each symbol of LLVM's: of
# the releases that are installed here, too.
. "$testsuite/lib/script.sh"

table=$testsuite/libomp/exports.tsv
ours=$LIBDIR/offgomp/llvm/libomp.so.5
if test ! -e "$ours"; then
  unsupported "exports: no libomp.so.5"
  finish
fi

# The symbols that the file $1 defines, and its version nodes.
symbols () {
  $NM -D --defined-only --with-symbol-versions "$1" \
    | awk '$2 != "A" { print $3 }' | LC_ALL=C sort -u
}
nodes () {
  "$READELF" -VW "$1" | sed -n 's/.*Rev: .* Name: \([A-Z].*\)/\1/p' \
    | LC_ALL=C sort -u
}
# The rows whose second column matches $1.
rows () {
  awk -F '\t' -v state="$1" '!/^#/ && $2 ~ state { print $1 }' "$table" \
    | LC_ALL=C sort
}

symbols "$ours" >exported
rows . >known
rows '^here$' >here
LC_ALL=C comm -23 here exported | report "what is to be here is exported"
LC_ALL=C comm -13 here exported | report "nothing else is exported"
awk -F '\t' '!/^#/ && (NF != 2 || $2 == "")' "$table" \
  | report "each other symbol has a reason"
# A default version serves those who ask for it by name, too.
symbols "$LIBDIR/libgomp.so.1" | sed 's/@@/@/' | LC_ALL=C sort >other
rows '^libgomp.so.1$' | sed 's/@@/@/' | LC_ALL=C sort \
  | LC_ALL=C comm -23 - other | report "what is to be in libgomp.so.1 is there"
nodes "$ours" >ours_nodes
sed -n 's/.*@//p' known | LC_ALL=C sort -u | LC_ALL=C comm -23 - ours_nodes \
  | report "each version node exists"

for theirs in /usr/lib/llvm-*/lib/libomp.so.5; do
  test -e "$theirs" || continue
  release=${theirs#/usr/lib/}
  release=${release%%/*}
  symbols "$theirs" | LC_ALL=C comm -23 - known \
    | report "the table has each symbol of $release"
  nodes "$theirs" | grep -v '^libomp' | LC_ALL=C comm -23 - ours_nodes \
    | report "each version node of $release exists"
done
for name in libomp.so libomp.so.5 libiomp5.so libgomp.so.1; do
  test -e "$LIBDIR/offgomp/llvm/$name" || echo "$name"
done | report "each name that programs ask for is installed"
finish
