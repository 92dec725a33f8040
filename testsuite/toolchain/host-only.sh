# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The host runtime alone needs nothing that only device code needs, and a cross
# build runs nothing that it compiled for the other machine.
. "$testsuite/lib/script.sh"

sources=$testsuite/..
if test -f "$sources/config.status"; then
  unsupported "the sources are a build directory, too"
  finish
fi

# The compiler for the other machine makes nothing that runs here.
cat >cross <<EOF
#!/bin/sh
exec $GCC "\$@" -Wl,--dynamic-linker=/nonexistent
EOF
chmod +x cross

if sh "$sources/configure" --enable-offload-targets=no --with-gcc="$GCC" \
  --build=i686-pc-linux-gnu --host=x86_64-pc-linux-gnu CC="$PWD/cross" \
  CC_FOR_BUILD="$GCC" ac_cv_header_gelf_h=no ac_cv_lib_elf_gelf_getshdr=no \
  ac_cv_header_libiberty_libiberty_h=no ac_cv_lib_iberty_expandargv=no \
  >out 2>&1; then
  pass "configure without libelf and libiberty"
else
  tail -n 5 out
  fail "configure without libelf and libiberty"
  finish
fi

# made DIRECTORY FILE
made () {
  if make -C "$1" "$2" >out 2>&1 && test -s "$1/$2"; then
    pass "$2 is made"
  else
    cat out
    fail "$2 is made"
  fi
}
made doc envvars.texi
made mkoffload libgomp.spec
made mkoffload specs
if grep -q x86emul mkoffload/specs; then
  fail "specs without plugins of the compiler"
else
  pass "specs without plugins of the compiler"
fi
finish
