# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Facts of the dynamic section: the names and the dependences of the libraries.
. "$testsuite/lib/script.sh"

# Whether the dynamic section of FILE has TAG.
has_tag () { "$READELF" -dW "$1" | grep -q "$2"; }

lacks_tag () { ! has_tag "$1" "$2"; }

soname () {
  "$READELF" -dW "$1" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p'
}

# The libraries that FILE needs, but those of the C library; a plugin and
# libomp.so.5 need libgomp too.
foreign_needs () {
  "$READELF" -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' \
    | grep -vE '^(libc\.so\.6|ld-linux.*|libpthread\.so\.0|libdl\.so\.2)$' \
    | case $1 in
        */libompd.so) cat ;;
        *-plugin-* | *libomp*) grep -vx 'libgomp\.so\.1' ;;
        *) cat ;;
      esac
}

needs_libc_only () { test -z "$(foreign_needs "$1")"; }

has_no_exec_stack () {
  ! "$READELF" -lW "$1" | grep GNU_STACK | grep -q 'RWE'
}

for library in "$LIBDIR"/libgomp.so.1 "$LIBDIR"/libgomp-plugin-*.so.1 \
    "$LIBDIR"/offgomp/llvm/libomp.so.5 \
    "$LIBDIR"/offgomp/llvm/libomptarget.so \
    "$LIBDIR"/offgomp/libompd.so; do
  test -e "$library" || continue
  name=$(basename "$library")
  check "$name: soname" test "$(soname "$library")" = "$name"
  check "$name: no text relocation" lacks_tag "$library" TEXTREL
  check "$name: no static TLS" lacks_tag "$library" STATIC_TLS
  check "$name: no executable stack" has_no_exec_stack "$library"
  case $name in
    libgomp.so.*) check "$name: no run path" lacks_tag "$library" 'R.*PATH' ;;
  esac
  if test -n "$SANITIZERS"; then
    unsupported "$name: depends on libc only: built with $SANITIZERS"
  else
    check "$name: depends on libc only" needs_libc_only "$library"
  fi
done
finish
