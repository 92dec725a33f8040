#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What README.md, HACKING.md and each README name exists: files of the sources
# in backquotes, and targets of make.
. "$testsuite/lib/script.sh"

here=$PWD
cd "$top_srcdir" || exit 1
# The sources alone: a build tree may be below them.  A slash ends each name.
find include libgomp libomp libomptarget libompd info plugin crtoffload \
  mkoffload standin testsuite bench examples doc packaging m4 \
  -type f ! -name '*.o' \
  | sed 's|.*|/&/|' \
  >"$here/files"
documents="README.md HACKING.md $(
  sed -n 's|^/\(.*/README[.md]*\)/$|\1|p' "$here/files")"
for file in *; do echo "/$file/"; done >>"$here/files"
makefiles="Makefile.am testsuite/Makefile.am"

# words DOCUMENT: what is in backquotes, a word a line.
words () {
  grep -o '`[^`]*`' "$1" | tr -d '`' | tr ' ' '\n' | sort -u
}

# Whether the sources have a file or directory of which the name ends in WORD.
has_file () {
  grep -qF "/${1%/}/" "$here/files"
}

# Names with the suffix of a source file, and directories at the top.
wrong_files () {
  words "$1" | grep -E '^[a-z][A-Za-z0-9_+./-]*$' |
    grep -E -e '\.(am|awk|c|cc|def|exp|h|map|md|mk|pml|sh|texi|tsv)$' \
      -e '^(include|libgomp|libomp|libomptarget|libompd|info|plugin)/.*/$' \
      -e '^(crtoffload|mkoffload)/.*/$' \
      -e '^(standin|testsuite|bench|examples|doc|packaging|m4)/.*/$' |
    while read -r word; do has_file "$word" || echo "$word"; done
}

for document in $documents; do
  check "files that $document names" test -z "$(wrong_files "$document")"
done

# What a folder owns and how its files lie upon one another is said there.
for directory in libgomp/*/ libomp/ libomptarget/ libompd/ info/ \
    libgomp/offload/*/ \
    plugin/*/ plugin/x86emul/*/ mkoffload/*/ testsuite/*/ testsuite/extra/*/ \
    bench/ \
    bench/*/; do
  test -f "$directory/README" || test -f "$directory/README.md" \
    || echo "$directory"
done >"$here/mapless"
check "each folder has a README$(sed 's/^/ /' "$here/mapless" | tr -d '\n')" \
  test ! -s "$here/mapless"

# It is read at a glance.  README.md are documents.
for document in $documents; do
  case $document in
    */README) test "$(wc -l <"$document")" -le 30 || echo "$document" ;;
  esac
done >"$here/long"
check "no README has more than 30 lines$(sed 's/^/ /' "$here/long" | tr -d '\n')" \
  test ! -s "$here/long"

# In code blocks, too.
targets=$(cat $documents | grep -oE 'make (-C build )?[a-z]+(-[a-z0-9]+)*' |
            sed 's/.* //' | grep -E '^(bench|check)' | sort -u)
for target in $targets; do
  check "make $target" grep -qE "(^|[ :])$target( |:)" $makefiles bench/Makefile.am
done
finish
