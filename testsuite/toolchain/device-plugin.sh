# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A device that is not part of this package: the plugin, the mkoffload and the
# program of examples/device, built from the installed files as the manual says.
. "$testsuite/lib/script.sh"

example=$top_srcdir/examples/device
tools=$PWD/tools
mkdir -p "$tools/accel/example"
cp "$example/mkoffload" "$tools/accel/example/mkoffload"
chmod +x "$tools/accel/example/mkoffload"

# Without comments and empty lines.
code_lines=$("$GCC" -fpreprocessed -dD -E -P "$example/plugin.c" | grep -c .)
check "a whole plugin has 150 lines of code at most: $code_lines" \
  test "$code_lines" -le 150
check "the plugin compiles with what is installed" \
  "$GCC" -B"$TOOLCHAIN" -Wall -Wextra -Werror -shared -fPIC \
  "$example/plugin.c" -L"$LIBDIR" -lgomp -o libgomp-plugin-example.so.1
echo '#include <offgomp/plugin.h>' >header.cc
check "its header is C++, too" \
  "$GXX" -B"$TOOLCHAIN" -Wall -Wextra -Werror -fsyntax-only header.cc

# build TARGETS SOURCE PROGRAM
build () {
  OFFGOMP_OFFLOAD_TARGETS=$1 "$GCC" -B"$TOOLCHAIN" -B"$tools/" -O2 -fopenmp \
    -I"$testsuite/libgomp.c" "$2" -o "$3"
}
check "a program with an image for it links" \
  build example "$example/program.c" program

# prints LINES NAME=VALUE... COMMAND: COMMAND succeeds and prints LINES first.
prints () {
  lines=$1
  shift
  env OMP_TARGET_OFFLOAD=mandatory "$@" >out 2>&1 && case $(cat out) in
    "$lines"*) ;;
    *) cat out; false ;;
  esac
}
two='device 0: its memory, right
device 1: its memory, right
2 devices, 2000 calls'
check "its regions run on the plugin's devices" \
  prints "$two" OFFGOMP_PLUGINS="$PWD/libgomp-plugin-example.so.1" ./program
check "by its name, where the dynamic linker finds it" \
  prints "$two" OFFGOMP_PLUGINS=example \
  LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$PWD" ./program
check "beside others" \
  prints "$two" OFFGOMP_PLUGINS="none,$PWD/libgomp-plugin-example.so.1,x86emul" \
  ./program
check "its traits choose" \
  prints 'device 0: its memory, right
1 devices, 1000 calls' \
  OMP_AVAILABLE_DEVICES='arch(x86_64),isa(example),kind(cpu)&&arch(example)[1]' \
  OFFGOMP_PLUGINS="$PWD/libgomp-plugin-example.so.1" ./program
if has_target x86emul; then
  check "a program with images for two kinds of devices links" \
    build x86emul:example "$example/program.c" both
  check "emulated devices and those of the plugin in one program" \
    prints 'device 0: its memory, right
device 1: its memory, right
device 2: its memory, right' \
    OFFGOMP_PLUGINS="$PWD/libgomp-plugin-example.so.1,x86emul" ./both
  check "traits of emulated devices" \
    prints 'device 0: its memory, right
1 devices' OMP_AVAILABLE_DEVICES='arch(x86_64)' \
    OFFGOMP_PLUGINS="$PWD/libgomp-plugin-example.so.1,x86emul" ./both
fi

# What does not ask for code of the device.
for name in structs api random threads async; do
  check "target-$name links" \
    build example "$testsuite/libgomp.c/target-$name.c" "$name"
  check "target-$name" \
    prints '' OFFGOMP_PLUGINS="$PWD/libgomp-plugin-example.so.1" "./$name"
done

# What the plugin reports.
sed 's/0x10001/0x10002/' "$tools/accel/example/mkoffload" >other
cat other >"$tools/accel/example/mkoffload"
check "a program with another image links" \
  build example "$example/program.c" other-image
env OFFGOMP_PLUGINS="$PWD/libgomp-plugin-example.so.1" \
  OMP_TARGET_OFFLOAD=mandatory ./other-image >out 2>&1
check "its message" grep 'libgomp: example device 0: an image of version 2' out
rm -f out
finish
