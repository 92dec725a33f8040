# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A new device of this package is a directory in plugin/ and one in mkoffload/,
# and nothing else: the example becomes one, in a copy of the sources.
. "$testsuite/lib/script.sh"

# Names of devices in what builds all else.  The mapping checker and the streams
# are parts of the compiler, whatever the device.
(cd "$top_srcdir" && grep -En 'nvptx|NVPTX|x86emul[^-_]|X86EMUL' configure.ac \
  Makefile.am m4/devices.m4 m4/options.m4 m4/toolchain.m4 m4/warnings.m4 \
  $(find libgomp plugin/plugin.am -name '*.am') mkoffload/*.am |
  grep -v 'check-compilers\|GCC.s compiler') |
  report "no other makefile names a device"

# OpenACC's types of devices are constants of its headers.
(cd "$top_srcdir" && grep -En '"x86emul|X86EMUL|x86emul_' \
  $(find libgomp -name '*.[ch]' ! -path '*/openacc/*') mkoffload/lto_wrapper.c) |
  report "nor does another source of the library or the wrapper"

for program in autoreconf automake libtoolize; do
  if ! command -v $program >/dev/null; then
    unsupported "a new device: no $program"
    finish
  fi
done

mkdir source build
for directory in include crtoffload libgomp libomp libomptarget libompd info \
    plugin mkoffload doc; do
  cp -rs "$top_srcdir/$directory" source/
done
cp -r "$top_srcdir/m4" "$top_srcdir/build-aux" "$top_srcdir/configure.ac" \
  "$top_srcdir/Makefile.am" source/
for directory in examples standin testsuite bench; do
  mkdir source/$directory
  cp "$top_srcdir/$directory/Makefile.am" source/$directory/
done
mkdir source/packaging
cp "$top_srcdir/packaging/offgomp.pc.in" source/packaging/
chmod -R u+w source
find source -name Makefile.in -exec rm {} +

mkdir source/plugin/example source/mkoffload/example
cp "$top_srcdir/examples/device/plugin.c" source/plugin/example/
cp "$top_srcdir/examples/device/mkoffload" source/mkoffload/example/
cat >source/plugin/example/Makefile.am <<'AM'
include $(top_srcdir)/plugin/plugin.am
AM_CPPFLAGS += -I$(installed)/offgomp/include
if TARGET_EXAMPLE
lib_LTLIBRARIES = libgomp-plugin-example.la
libgomp_plugin_example_la_SOURCES = plugin.c
libgomp_plugin_example_la_LIBADD = $(plugin_libs)
libgomp_plugin_example_la_LDFLAGS = $(plugin_ldflags)
endif
AM
cat >source/mkoffload/example/Makefile.am <<'AM'
include $(top_srcdir)/mkoffload/device.am
target = example
accel_SCRIPTS = mkoffload
AM

run () {
  "$@" >log 2>&1 || { tail -n 5 log; false; }
}
unset MAKEFLAGS MFLAGS MAKELEVEL
cd source || exit 1
check "autoreconf finds it" run autoreconf -fi
cd ../build || exit 1
check "configure takes its name" \
  run ../source/configure -q --enable-offload-targets=example --prefix=/ \
  --libdir=/lib --disable-static --with-gcc="$GCC" MAKEINFO=:
for file in libgomp.la libgompbase.la .libs; do
  ln -s "$top_builddir/libgomp/$file" libgomp/$file
done
check "its plugin is built" run make -C plugin/example installed="$LIBDIR"
check "its mkoffload is installed" \
  run make -C mkoffload/example install DESTDIR="$PWD/root"
cd .. || exit 1
check "programs try it by themselves" \
  grep 'define ACCELERATORS "example,nvptx"' build/config.h

check "a program with an image for it links" \
  env OFFGOMP_OFFLOAD_TARGETS=example "$GCC" -B"$TOOLCHAIN" \
  -B"$PWD/build/root/lib/offgomp/" -O2 -fopenmp \
  "$top_srcdir/examples/device/program.c" -o program
env OMP_TARGET_OFFLOAD=mandatory \
  OFFGOMP_PLUGINS="$PWD/build/plugin/example/.libs/libgomp-plugin-example.so.1" \
  ./program >out 2>&1
check "its regions run there" grep '^2 devices, 2000 calls' out
cd .. || exit 1
finish
