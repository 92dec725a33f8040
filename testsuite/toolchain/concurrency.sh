#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Several links at once, and links that are killed.
. "$(dirname "$0")/common.inc"

for i in 1 2 3 4 5 6; do
  cc hello.c -o many.$i > many.log.$i 2>&1 &
done
wait
verdict "six links at once" sh -c 'for i in 1 2 3 4 5 6; do
  [ ! -s many.log.$i ] && ./many.$i | grep -qx 328850 || exit 1; done'
# A driver that takes its time in the compilation of the image.
cat > slow-gcc <<X
#!/bin/sh
for a; do case \$a in -xlto) echo >'$PWD/begun'; sleep 5 & wait;; esac; done
exec $CC "\$@"
X
chmod +x slow-gcc
cc -c hello.c -o hello.o
for signal in INT TERM HUP; do
  rm -f begun
  COLLECT_GCC=$PWD/slow-gcc COLLECT_GCC_OPTIONS="'-o' 'a.out'" \
    env --default-signal=INT "$toolchain/accel/x86emul/mkoffload" -o "$TMPDIR/killed.o" hello.o -fopenmp \
    > log 2>&1 &
  child=$!
  until [ -e begun ] || ! kill -0 $child 2> /dev/null; do sleep 0.1; done
  kill -s $signal $child 2> /dev/null
  wait $child 2> /dev/null
  verdict "nothing is left after SIG$signal" nothing_left
done

finish
