# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The messages if a region of clang has no device image, or none that can be
# loaded: a program that gcc has linked, a plugin without the function for it, a
# node without clang's libraries.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

llvm=$LIBDIR/offgomp/llvm
if ! has_clang_offload || test ! -e "$llvm/libomptarget.so"; then
  unsupported "no image: no clang-tools-19, or no libomptarget.so"
  finish
fi
needs_nodes
unset OMP_TARGET_OFFLOAD
export LD_LIBRARY_PATH=$llvm:$LIBDIR

cat >program.c <<'END'
#include <stdio.h>
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
#pragma omp target map(tofrom : sum)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
END
flags='-O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu'
if ! clang-19 $flags -c program.c \
  || ! "$GCC" program.o -L"$llvm" -lomp -lomptarget -o by-gcc \
  || ! clang-19 $flags -L"$llvm" program.c -o program; then
  fail "no image: not built"
  finish
fi
# golden NAME STATUS: the program has ended with STATUS, and err is as expected.
golden () {
  check "no image: $1" test $status = "$2"
  sed "s|$PWD/|./|g" err >mended
  check "no image: $1, message" diff expected mended
}

cat >expected <<'END'

libgomp: warning: the program has target regions of clang, but no device image
  hint: link it by clang with -fopenmp-targets, or let clang -r make one object of clang's first
END
./by-gcc >out 2>err
status=$?
golden 'linked by gcc' 0
check 'no image: linked by gcc, runs on the host' grep -qx 3 out

# The name of the function is changed in a copy of the plugin.
mkdir plugins
sed 's/GOMP_OFFLOAD_load_named_image/GOMP_OFFLOAD_load_named_imagX/g' \
  "$LIBDIR/libgomp-plugin-x86emul.so.1" >plugins/libgomp-plugin-x86emul.so.1
cat >expected <<'END'

libgomp: the plugin x86emul cannot load device images of clang: it has no function GOMP_OFFLOAD_load_named_image
  while loading a device image to device 0 (x86emul)
END
OFFGOMP_PLUGINS=$PWD/plugins/libgomp-plugin-x86emul.so.1 ./program >out 2>err
status=$?
golden 'a plugin without the function' 1

# A node whose installation lacks offgomp/llvm.
mkdir -p node/lib
ln -s "$LIBDIR"/* node/lib
rm node/lib/offgomp
mkdir node/lib/offgomp
ln -s "$LIBDIR"/offgomp/* node/lib/offgomp
rm node/lib/offgomp/llvm
cp -r "$BINDIR" "$BINDIR/../libexec" node
cat >ssh-like <<END
#!/bin/sh
shift 2
exec $PWD/node/bin/offgomp-node "\$@"
END
chmod +x ssh-like
cat >expected <<'END'

libgomp: device 0 (x86emul on far): ./node/libexec/offgomp/../../lib/offgomp/llvm/libomp.so.5.0.0: cannot open shared object file: No such file or directory
  hint: regions of clang need the libraries of offgomp/llvm on each machine
  while loading the device image of 'program' (clang)
  while loading a device image to device 0 (x86emul on far)
END
OMP_TARGET_OFFLOAD=mandatory OFFLOAD_HOSTS=far OFFLOAD_LAUNCH=./ssh-like \
  ./program >out 2>err
status=$?
golden 'a node without the libraries' 1
finish
