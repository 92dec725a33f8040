# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# offgomp-info FILE: what device code programs, libraries, objects and archives
# have; damaged files do no harm.
. "$testsuite/lib/script.sh"

info=$BINDIR/offgomp-info
major=$($GCC -dumpversion | sed 's/\..*//')
if ! has_target x86emul; then
  unsupported "configured without x86emul"
  finish
fi

# One entry in each table: the order of several is the compiler's.
cat >main.c <<'EOC'
int table[100];
#pragma omp declare target to (table)

int
main (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  sum += table[3];
  return sum;
}
EOC
cat >link.c <<'EOC'
int big[1000];
#pragma omp declare target link (big)
int
main (void)
{
#pragma omp target map(big)
  big[4]++;
  return 0;
}
EOC
echo 'int none;' >none.c
offloading () { $GCC -B"$TOOLCHAIN" -O2 -fopenmp "$@"; }
offloading -c main.c && offloading main.o -o program && cp program stripped &&
  strip stripped && offloading -c none.c && ar rc both.a main.o none.o || exit 1

# What differs from compiler to compiler and from run to run has a name.  From
# GCC 14 on each object has a table of indirect functions, here an empty one.
plain () {
  sed -E "s|$LIBDIR|LIBDIR|g; s/ +/ /g; s/ \$//; s/^ //; /^\$/d" shown |
    sed -E "s/^(compiler) .*/\1/; s/^version offgomp .*/version/" |
    sed -E "s/ $major\.[0-9]+ [0-9]+\$/ STREAM SIZE/; s/^size .*/size/" |
    sed '/^host_indirect$/{N;/\nnone$/d;}'
}
# shows NAME ARGUMENTS: the report, which is on standard input.
shows () {
  name=$1
  shift
  cat >wanted
  "$info" "$@" >shown 2>errors
  status=$?
  plain >shown.plain
  if test $status = 0 && cmp -s wanted shown.plain && test ! -s errors; then
    pass "$name"
  else
    diff wanted shown.plain
    cat errors
    fail "$name: status $status"
  fi
}

host='host_regions
entry name
0 main._omp_fn.0
host_variables
entry name size kind
0 table 400 to'
object="kind object
compiler
device_code
for stream size
x86emul STREAM SIZE
GCC's device compilers STREAM SIZE
$host"
image='images
target x86emul
name NAME
compiler
size
regions
entry name source
0 main._omp_fn.0 main.c:8
variables
entry name size kind
0 table 400 to'

shows 'an object' main.o <<EOC
files
file main.o
$object
EOC
shows 'an archive' both.a <<EOC
files
file both.a
members
file main.o
$object
file none.o
kind object
compiler
EOC
program="kind program
compiler
loads LIBDIR/libgomp.so.1
version
$(echo "$image" | sed 's/NAME/program/')"
shows 'a program' program <<EOC
files
file program
$program
$host
EOC
shows 'a stripped one, without names of the host' stripped <<EOC
files
file stripped
$program
$(echo "$host" | sed 's/^\([0-9]\) [a-z][a-z._0-9]*/\1/')
EOC
shows 'a program without device code' "$info" <<EOC
files
file $info
kind program
compiler
images
none
EOC

offloading link.c -o link
"$info" link >shown
check 'a link variable of the host' grep -qE '0 +big +4000 +link' shown
check 'a link variable of the device' grep -qE '0 +big.linkptr +8 +link' shown

# The images of other devices, and of the mapping checker.
if has_nvptx_gcc && has_target nvptx-none; then
  OFFGOMP_OFFLOAD_TARGETS=x86emul,nvptx-none offloading main.c -o two
  strip two
  "$info" two >shown
  check 'an image for NVIDIA devices' grep -q 'target *nvptx-none' shown
  check 'its regions' grep -q '0 *main\$_omp_fn\$0' shown
  check 'its variables' grep -q '0 *table' shown
  check 'its architecture' grep -q 'architecture *sm_' shown
fi
offloading -DOFFLOAD_EMUL_CHECK main.c -o checked
"$info" checked >shown
check 'an image for the mapping checker' grep -q 'checked *yes' shown

"$info" --json program main.o >shown
check 'JSON' test $? = 0
if command -v python3 >/dev/null; then
  check 'JSON is well formed' python3 -c '
import json
files = json.load (open ("shown"))["files"]
image = files[0]["images"][0]
assert image["regions"][0]["source"] == "main.c:8"
assert image["variables"][0] == { "entry": 0, "name": "table", "size": 400,
                                  "kind": "to" }
assert files[1]["device_code"][0]["for"] == "x86emul"'
fi

# ---------------------------------------------------------------- mistakes

"$info" none.c >shown
check 'no ELF file: status' test $? = 1
check 'no ELF file: why' grep -q 'not an ELF file' shown
"$info" /nonexistent program >shown
check 'no file: status' test $? = 1
check 'no file: why' grep -q 'No such file or directory' shown
check 'the next one is reported' grep -q 'target *x86emul' shown
: >empty
"$info" empty >shown
check 'an empty file' grep -q 'not a file with contents' shown

# survives NAME FILE: the report ends by itself.
harmed=
survives () {
  "$info" "$2" >shown 2>&1
  status=$?
  test $status -le 1 || harmed="$harmed $1: $status;"
}
for file in program main.o both.a; do
  size=$(wc -c <$file)
  for part in 1 2 3 5 8 13 21 34 55 89; do
    head -c $((size * part / 100)) $file >cut
    survives "$file, $part % of it" cut
  done
  # In the headers, which lie at the start and at the end.
  for at in 32 40 54 58 60 62 64 72 96 $((size - 100)) $((size - 200)) \
      $((size - 700)) $((size - 1500)); do
    cp $file damaged
    printf '\377\377\377\377\377\377\377' |
      dd of=damaged bs=1 seek=$at conv=notrunc 2>/dev/null
    survives "$file, damaged at $at" damaged
  done
done
check "damaged files do no harm$harmed" test -z "$harmed"
finish
