# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Releases of clang, and of LLVM's OpenMP libraries, that are not installed: their
# packages are unpacked side by side in the directory where this runs, and the
# tests of programs compiled by clang run with all.  By make check-clangs; see
# README.md.
. "$testsuite/lib/script.sh"

work=$PWD
root=$work/root
mkdir -p packages "$root" bin

# The packages of Debian that are named, by the machine's own apt.
fetch () {
  (cd packages && apt-get -qq download "$@") >fetch.log 2>&1 || {
    cat fetch.log
    fail "the packages of clang"
    finish
  }
}
libraries="libomp-14-dev libomp5-14"
for release in 15 16 22; do
  libraries="$libraries libllvm$release libomp-$release-dev clang-$release
    clang-tools-$release libclang-common-$release-dev libclang-cpp$release
    libclang1-$release llvm-$release-linker-tools"
done
test -e "$root/fetched" \
  || fetch $libraries libomp5-15 libomp5-16 liboffload-22 libclang-rt-22-dev \
    llvm-22 flang-22 libflang-22-dev libmlir-22
for file in packages/*.deb; do
  test -e "$file" || continue
  dpkg-deb --fsys-tarfile "$file" \
    | tar -x --keep-directory-symlink -C "$root" --exclude=./usr/share \
      --exclude='./usr/lib/llvm-22/lib/lib*.a' \
    && rm "$file"
done
touch "$root/fetched"

# Each finds its own libraries; the programs that it makes do not.
wrapper () {
  cat >"bin/$1" <<END
#!/bin/sh
LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu:$root/usr/lib/llvm-$2/lib \\
  exec $root/usr/lib/llvm-$2/bin/$3 "\$@"
END
  chmod +x "bin/$1"
}
for release in 15 16 22; do
  wrapper "clang-$release" $release clang
  wrapper "clang++-$release" $release clang++
done
wrapper flang-22 22 flang

PATH=$work/bin:$PATH LLVMS="$root/usr/lib/llvm-14 $root/usr/lib/llvm-15
  $root/usr/lib/llvm-16" LLVM_LIBRARIES=$root/usr/lib/x86_64-linux-gnu \
  "${MAKE:-make}" -C "$top_builddir" check ONLY="${ONLY:-libomp/,libomptarget/}"
