#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# mutants.sh SOURCE BUILD [NAME...]: break the library in each way of
# mutants.tsv, or in those named, and check that it reports the invariant that
# does not hold.  BUILD, configured with --enable-checking, is of a copy of the
# source tree, SOURCE, which this script changes and restores.
source=$1 build=$2
shift 2
table=$source/testsuite/mutants/mutants.tsv
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' 0
libraries=$build/libgomp/.libs:$build/plugin/x86emul/.libs

# Build what FILE is part of.
rebuild () {
  make -C "$build/libgomp" -s libgompbase.la libgomp.la \
    && case $1 in
         libgomp/base* | libgomp/sync* | plugin/*)
           make -C "$build/plugin/x86emul" -s all ;;
       esac
}

for program in host device; do
  ${CC-gcc} -O1 -fopenmp -B "$build/inst/lib/offgomp" \
    "$source/testsuite/mutants/$program.c" -o "$scratch/$program" || exit 1
done

found=0 missed=0
while IFS='	' read -r name file change program message; do
  case $name in '#'* | '') continue ;; esac
  case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
  cp -p "$source/$file" "$scratch/kept"
  perl -0pi -e "$change" "$source/$file"
  if cmp -s "$source/$file" "$scratch/kept"; then
    echo "FAIL: $name: changes nothing"
    missed=$((missed + 1))
    continue
  fi
  if rebuild "$file" >"$scratch/log" 2>&1; then
    for round in 1 2 3 4 5; do
      LD_LIBRARY_PATH=$libraries OMP_MAX_TASK_PRIORITY=10 timeout 60 "$scratch/$program" \
        >"$scratch/out" 2>&1
      ! grep -Eq "invariant broken: .*$message" "$scratch/out" || break
    done
  else
    cat "$scratch/log" >"$scratch/out"
  fi
  if grep -Eq "invariant broken: .*$message" "$scratch/out"; then
    echo "PASS: $name"
    found=$((found + 1))
  else
    echo "FAIL: $name: $(grep -a . "$scratch/out" | head -n 2 | tr '\n' ' ')"
    missed=$((missed + 1))
  fi
  # Newer than what was built from the broken one.
  cat "$scratch/kept" >"$source/$file"
done <"$table"
rebuild plugin >/dev/null 2>&1
echo "$found found, $missed missed"
test "$missed" = 0
