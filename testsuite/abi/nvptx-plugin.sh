# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The distribution's own plugin for NVIDIA devices loads into this library, also
# if this project's plugin is installed, and its messages reach the user.
. "$testsuite/lib/script.sh"

cat > devices.c <<'EOC'
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  printf ("devices: %d\n", omp_get_num_devices ());
  return 0;
}
EOC

plugin=$(sh "$testsuite/lib/system-library.sh" libgomp-plugin-nvptx.so.1)
if test -z "$plugin"; then
  unsupported "the plugin of package libgomp-plugin-nvptx1 is not installed"
  finish
fi

check "compile" "$GCC" $SANITIZERS -B"$TOOLCHAIN" -fopenmp -O2 devices.c -o devices
# Not beside this project's plugin, which would be taken.
mkdir alone
ln -s "$LIBDIR/libgomp.so.1" alone/
ln -s "$plugin" alone/libgomp-plugin-nvptx.so.1
GOMP_DEBUG=1 OFFLOAD_EMUL_NUM=0 LD_LIBRARY_PATH=$PWD/alone:$LIBDIR ./devices \
  > out 2>&1
check "the program ends well" test "$?" -eq 0
cat out

# A version mismatch, a missing hook or an unresolved symbol would be reported.
no_loader_error () {
  ! grep nvptx out | grep -qE 'version|missing|undefined|cannot open'
}
found_none () { grep -q 'nvptx.*found no device' out; }
found_some () { grep -qE '^devices: [1-9]' out; }
found_none_or_some () { found_none || found_some; }

# That of GCC 13 or newer.
other=$(sed -n 's/.*plugin version mismatch (\(interface [0-9]*\),.*/\1/p' out \
  | head -n 1)
if test -n "$other"; then
  unsupported "the distribution's plugin has $other, this library GCC 12's"
  finish
fi
check "the plugin is loaded" no_loader_error
check "it reports how many devices there are" found_none_or_some
finish
