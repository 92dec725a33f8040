# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The exported symbols and their versions agree with the lists of this
# directory.
. "$testsuite/lib/script.sh"

lists=$testsuite/abi
library=${LIBRARY:-$LIBDIR/libgomp.so.1}

# The symbols of the list $1, sorted.
symbols () { sed '/^#/d; s/\t.*//' "$1" | LC_ALL=C sort; }

$NM -D --defined-only --with-symbol-versions "$library" \
  | awk '$2 != "A" { print $3 }' | LC_ALL=C sort >exported
for list in libgomp-12 later own not-yet; do
  symbols "$lists/$list.tsv" >$list
done
LC_ALL=C sort libgomp-12 later >theirs
LC_ALL=C sort theirs own >known
LC_ALL=C comm -23 theirs not-yet >required

LC_ALL=C comm -23 required exported >missing
report "every symbol of GCC 12 to 16 but those in not-yet.tsv" <missing
LC_ALL=C comm -12 not-yet exported >arrived
report "symbols of not-yet.tsv are absent" <arrived
LC_ALL=C comm -13 known exported >unknown
report "nothing unknown is exported" <unknown
LC_ALL=C comm -13 theirs not-yet >strays
report "not-yet.tsv names symbols of GCC only" <strays

# Binaries record the version nodes, so a node must exist even if empty.
"$READELF" -VW "$library" | sed -n 's/.*Rev: .* Name: \([A-Z].*\)/\1/p' \
  | LC_ALL=C sort -u >nodes
sed 's/.*@//' theirs | LC_ALL=C sort -u | LC_ALL=C comm -23 - nodes \
  >missing-nodes
report "every version node of GCC 12 to 16" <missing-nodes
finish
