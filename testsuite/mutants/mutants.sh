#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# mutants.sh SOURCE BUILD [NAME...]: break the library in each way of
# mutants.tsv, or in those named, and check that it reports the invariant that
# does not hold.  BUILD, configured with --enable-checking, is of a copy of the
# source tree, SOURCE, which this script changes and restores.  It ends with a
# table.
source=$1 build=$2
shift 2
table=$source/testsuite/mutants/mutants.tsv
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' 0
libraries=$build/libomp/.libs:$build/libgomp/.libs:$build/plugin/x86emul/.libs

# Build what FILE is part of, what the last one is part of, which was put back,
# and the unit test that is to be run.
last=
rebuild () {
  changed="$1 $last"
  last=$1
  make -C "$build/libgomp" -s libgompbase.la libgomp.la || return
  case $changed in
    *libgomp/base* | *libgomp/sync* | *libgomp/os* | *plugin/x86emul*)
      make -C "$build/plugin/x86emul" -s all || return ;;
  esac
  case $changed in
    *plugin/nvptx*) make -C "$build/plugin/nvptx" -s all || return ;;
    *libomp/*) make -C "$build/libomp" -s all || return ;;
  esac
  case $program in
    unit/*) make -C "$build/testsuite" -s "built/$program" ;;
  esac
}

for program in host device openacc; do
  ${CC-gcc} -O1 -fopenmp -fopenacc -pthread -B "$build/inst/lib/offgomp" \
    "$source/testsuite/mutants/$program.c" -o "$scratch/$program" || exit 1
done
# Code of clang's: without thread-local storage for threadprivate variables.
libomp=$build/libomp/.libs
if clang=$(command -v clang-19) && test -e "$libomp/libomp.so.5"; then
  "$clang" -O1 -fopenmp -fnoopenmp-use-tls -L "$libomp" \
    "$source/testsuite/mutants/host.c" -o "$scratch/clang" || exit 1
fi
${CC-gcc} -O1 -shared -fPIC -I "$source/libgomp/user" \
  "$source/testsuite/mutants/tool.c" -o "$scratch/tool.so" || exit 1

# PROGRAM, which may come after settings of the environment.
run () {
  settings=${setup% *}
  test "$settings" != "$setup" || settings=
  case $program in
    unit/*) command=$build/testsuite/built/$program ;;
    *) command=$scratch/$program ;;
  esac
  # shellcheck disable=SC2086 # several settings
  cd "$scratch" && env $settings LD_LIBRARY_PATH="$libraries" OMP_MAX_TASK_PRIORITY=10 \
    TMPDIR="$scratch" timeout 60 "$command"
}

found=0 missed=0
while IFS='	' read -r name file change setup message; do
  case $name in '#'* | '') continue ;; esac
  case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
  program=${setup##* }
  if test "$program" = clang && test ! -e "$scratch/clang"; then
    printf 'SKIP\t%s\t%s\tno clang-19, or no libomp.so.5\n' "$name" "$file" \
      | tee -a "$scratch/table"
    continue
  fi
  cp -p "$source/$file" "$scratch/kept"
  perl -0pi -e "$change" "$source/$file"
  result='not found'
  if cmp -s "$source/$file" "$scratch/kept"; then
    result='changes nothing'
  elif rebuild "$file" >"$scratch/log" 2>&1; then
    for round in 1 2 3 4 5; do
      (run) >"$scratch/out" 2>&1
      ! grep -aEq "invariant broken: .*$message" "$scratch/out" || break
    done
  else
    cat "$scratch/log" >"$scratch/out"
    result='does not compile'
  fi
  if test "$result" = 'not found' &&
     line=$(grep -aEo -m 1 "invariant broken: .*$message.*" "$scratch/out")
  then
    result=${line#invariant broken: }
    found=$((found + 1))
    pass=PASS
  else
    grep -a . "$scratch/out" 2>/dev/null | head -n 3
    missed=$((missed + 1))
    pass=FAIL
  fi
  printf '%s\t%s\t%s\t%s\n' $pass "$name" "$file" "$result" \
    | tee -a "$scratch/table"
  # Newer than what was built from the broken one.
  cat "$scratch/kept" >"$source/$file"
done <"$table"
program=host
rebuild plugin >/dev/null 2>&1
echo
expand -t 6,24,62 "$scratch/table" | cut -c 1-120
echo "$found found, $missed missed"
test "$missed" = 0
