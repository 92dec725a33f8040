# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The libraries for clang's programs find the libgomp.so.1 that they were
# installed with, wherever the tree is: what configure was told does not count.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
if test ! -e "$llvm/libomp.so.5"; then
  unsupported "configured without libomp.so.5"
  finish
fi

mkdir -p elsewhere/offgomp
cp -P "$LIBDIR"/libgomp.so.1* elsewhere
cp -RP "$llvm" elsewhere/offgomp
here=$(pwd -P)

# The directory of the libgomp.so.1 that the dynamic linker takes for $1.
found () {
  file=$(env -u LD_LIBRARY_PATH -u LD_PRELOAD ldd "elsewhere/offgomp/llvm/$1" \
           | sed -n 's/^.*libgomp\.so\.1 => \(.*\) (0x.*$/\1/p')
  dirname "$(realpath "$file")"
}

for library in libomp.so.5 libomptarget.so; do
  check "$library" test "$(found $library)" = "$here/elsewhere"
done
finish
