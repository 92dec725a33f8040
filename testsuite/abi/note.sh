# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The library's file contains its version and how it was built.
. "$testsuite/lib/script.sh"

library=$LIBDIR/libgomp.so.1
version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' \
  "$top_builddir/config.h")

has () { "$READELF" -W "$1" "$library" | grep -q "$2"; }
text () { "$READELF" -p .note.offgomp "$library" | grep -q "$1"; }

check 'the note is one' has -n '^ *offgomp '
check 'it is loaded with the library' has -l 'NOTE.*'
check 'the version is in it' text "version: offgomp $version"
for fact in interface compiler checking sanitizer; do
  check "$fact is in it" text "$fact: "
done
finish
