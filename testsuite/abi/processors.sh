# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Each file of the library is C for another processor than x86-64, too: i386,
# which every GCC for x86-64 knows.  Its C library is not needed for that, nor
# are its headers, but one, which may be empty.
. "$testsuite/lib/script.sh"

mkdir gnu
: >gnu/stubs-32.h
headers=$(echo '#include <bits/wordsize.h>' | $GCC -E -x c - \
  | sed -n 's|^# 1 "\(.*\)/bits/wordsize.h".*|\1|p')
cd "$top_srcdir/libgomp" || exit 1
# Of the two trees of ranges a library has one; its Makefile names libompd.so.
find . -name '*.c' ! -name splay.c \
  -exec $GCC -m32 -fsyntax-only -std=gnu11 -w -DHAVE_CONFIG_H \
  -DLIBOMPD='"libompd.so"' -I. -I.. -I../include -I"$top_builddir" \
  -I"$top_builddir/libgomp" -isystem "$OLDPWD" \
  ${headers:+-isystem "$headers"} -include config.h {} + 2>&1 \
  | grep 'error:' | report 'the library compiles for i386'
finish
