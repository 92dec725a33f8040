# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual's worked examples: its programs, compiled by its commands, print
# what it shows.  Numbers may be other ones, and three dots stand for anything.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"
. "$testsuite/ompd/gdb.inc"

manual=$top_srcdir/doc/tools.texi
archer=$(find /usr/lib/llvm-*/lib /usr/lib64 -name libarcher.so 2>/dev/null \
  | sort | tail -n 1)

# blocks KIND DIRECTORY: write each @example that follows a line "@c KIND NAME"
# into the file NAME, by default its number, as a reader sees it.
blocks () {
  awk -v kind="$1" -v directory="$2" '
    $1 == "@c" && $2 == kind { name = NF > 2 ? $3 : ++count; next }
    name != "" && $1 == "@example" { inside = 1; next }
    $1 == "@end" && $2 == "example" { inside = 0; name = "" }
    inside { print >(directory "/" name) }' "$manual"
  for block in "$2"/*; do
    sed -i -e "s|@var{libdir}/offgomp/|$TOOLCHAIN|g" -e 's/@dots{}/.../g' \
      -e 's/@\([{}@]\)/\1/g' "$block"
  done
}

# The commands of the file $1, a line each; the lines that they print.
commands () {
  sed -n '/^\$ /{ s/^\$ //; :more
    /\\$/{ N; s/ *\\\n */ /; b more
    }
    p
  }' "$1"
}
printed () {
  sed '/^\$ /{ :more
    /\\$/{ N; b more
    }
    d
  }; /^(gdb) /d; /^\.\.\.$/d' "$1"
}

# has_printed FILE SESSION: FILE has each line that SESSION shows.
has_printed () {
  printed "$2" >wanted
  sed -e 's/[][*^$\\()+?{}|.]/\\&/g' -e 's/\\\.\\\.\\\./.*/g' \
    -e 's/[0-9][0-9]*/[0-9]+/g' -e 's/  */ +/g' wanted >patterns
  while read -r pattern; do
    grep -qE -e "^ *$pattern\$" "$1" || echo "not printed: $pattern"
  done <patterns >missing
  test ! -s missing || { cat missing "$1"; return 1; }
}

# The compiler is not one of the programs that need our library.
gcc () {
  env -u LD_LIBRARY_PATH LD_PRELOAD= $GCC "$@"
}

export LD_LIBRARY_PATH="$LIBDIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
mkdir programs sessions debuggers
blocks example programs
blocks session sessions
blocks debugger debuggers
cp programs/* .
check "the manual has three examples" \
  test "$(ls programs | tr '\n' ' ')" = "hang.c race.c triangle.c waits.c "
test -n "$archer" || fail "libarcher.so is not installed"

for session in sessions/*; do
  name=$(commands "$session" | tail -n 1)
  commands "$session" | sed "s|/usr/lib/.*/libarcher.so|$archer|" >script
  (. ./script) >out 2>&1
  check "$name" has_printed out "$session"
  check "$name: as many lines of the tool" \
    test "$(grep -c '^a thread' out)" = "$(grep -c '^a thread' "$session")"
done

# The process may not hang yet when gdb looks.
commands debuggers/1 | grep '^gcc' >script
. ./script
{
  cat skip
  sed -n 's/^(gdb) //p' debuggers/1 | sed "s/^source .*/source load/"
} >look
OMP_DEBUG=enabled ./hang &
hang=$!
turn=0
until env LD_LIBRARY_PATH="$LIBDIR/offgomp:$LD_LIBRARY_PATH" \
    gdb -q -nx -batch -iex "set debuginfod enabled off" -iex "set width 0" \
    -x look -p $hang >out 2>&1 </dev/null; has_printed out debuggers/1 >seen
do
  turn=$((turn + 1))
  test $turn -lt 60 && ! grep -q "not permitted" out || break
  sleep 0.5
done
kill $hang
if grep -q "not permitted" out; then
  unsupported "gdb -p: the system lets nobody look at a process"
else
  check "gdb -p" has_printed out debuggers/1
fi
finish
