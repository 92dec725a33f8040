# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Images that nodes keep between runs: when they are sent, and what is done with
# a directory or a file that is not as it should be.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OFFLOAD_IMAGE_CACHE
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30 \
  OFFLOAD_HOSTS=localhost

# An image of more than 100 kB.
cat >program.c <<'EOP'
#include <stdio.h>
#pragma omp declare target
int table[40000] = { 1, 2, 3 };
#pragma omp end declare target
int main (void)
{
  int sum = 0;
#pragma omp target map (tofrom: sum)
  sum = table[0] + table[1] + table[2];
  printf ("%d\n", sum);
  return sum != 6;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'

# How much the program sends.
$GCC -shared -fPIC "$testsuite/lib/cluster-counting.c" -ldl -o counting.so ||
  fail 'compile'

# run NAME sent|'not sent': the program is right; was the image sent?
run () {
  LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD }$PWD/counting.so" ./program >out 2>err
  status=$?
  test "$status $(cat out)" = '0 6' || cat out err
  check "$1: right" test "$status $(cat out)" = '0 6'
  sent=$(sed -n 's/^counted .* //p' err)
  test "$2" = sent || set -- "$1" "$2" -le
  test "${sent:-none}" ${3:--gt} 100000 || cat err
  check "$1" test "${sent:-none}" ${3:--gt} 100000
}
mode () { test "$(stat -c %a "$1")" = "$2"; }
# The same as at first.
complete () { cmp -s good "$file" && test ! -L "$file" && mode "$file" 600; }
nothing_kept () { test -z "$(ls "$1")"; }

umask 022
run 'no cache' 'sent'
export OFFLOAD_IMAGE_CACHE=$PWD/cache
run 'the first run' 'sent'
check 'the directory is private' mode cache 700
file=$(echo cache/*)
check 'one file' test -f "$file"
check 'by its hash' test "$(sha256sum "$file" | cut -d' ' -f1)" = "${file#cache/}"
check 'nobody else reads it' mode "$file" 600
cp "$file" good
run 'the second run' 'not sent'
OFFLOAD_HOSTS=localhost,localhost run 'two nodes' 'not sent'

printf x | dd of="$file" bs=1 seek=50000 conv=notrunc 2>/dev/null
run 'one byte of the file has changed' 'sent'
check 'it is replaced' complete
truncate -s 100 "$file"
run 'the file is shorter' 'sent'
rm "$file"
cp good elsewhere
ln -s ../elsewhere "$file"
run 'a link' 'sent'
check 'it is not written to' cmp good elsewhere
rm -f "$file"
mkdir "$file"
run 'a directory in its place' 'sent'
rmdir "$file"
mkfifo "$file"
run 'a pipe in its place' 'sent'
rm -f "$file"
: >cache/part-"${file#cache/}"
run 'another server writes it' 'sent'
check 'that one is left alone' test ! -e "$file"
touch -d '1 hour ago' cache/part-"${file#cache/}"
run 'another server wrote it, and was killed' 'sent'
check 'it is written again' complete

# What was not used for longest goes; what is not ours stays.
old=$(printf '%064d' 1) older=$(printf '%064d' 2)
truncate -s 100M "cache/$old" "cache/$older"
truncate -s 300M cache/other
touch -d '2 hours ago' "cache/$old"
touch -d '3 hours ago' "cache/$older"
rm "$file"
run 'room for it' 'sent'
check 'all is kept' test -e "cache/$older"
rm "$file"
truncate -s 156M "cache/$old"
touch -d '2 hours ago' "cache/$old"
run 'too much' 'sent'
check 'the oldest is removed' test ! -e "cache/$older"
check 'the others are kept' test -e "cache/$old" -a -e cache/other
check 'it is there' complete

chmod 750 cache
rm "$file"
run 'a directory for the group' 'sent'
says 'that is said' "images are not kept in OFFLOAD_IMAGE_CACHE '$PWD/cache': "
check 'it has no file' test ! -e "$file"
chmod 700 cache
mkdir -m 700 empty
ln -s empty link
OFFLOAD_IMAGE_CACHE=$PWD/link run 'a link to a directory' 'sent'
check 'it is not followed' nothing_kept empty
OFFLOAD_IMAGE_CACHE=$PWD/no/where run 'no place for it' 'sent'
says 'what is missing' 'No such file or directory'
OFFLOAD_IMAGE_CACHE=$PWD/good run 'a file' 'sent'
says 'what it is' 'Not a directory'
finish
