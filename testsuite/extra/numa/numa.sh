# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Machines with several NUMA nodes and four CPUs, emulated by QEMU: where the
# memory of allocators with a partition is, by what Linux says there, and which
# CPUs threads are bound to.  Run by make check-numa; README.md.

. "$testsuite/lib/script.sh"
. "$testsuite/extra/compilers/fetch.inc"

here=$testsuite/extra/numa
release=bookworm
emulator=$PWD/root
kernel=linux-image-cloud-amd64

# stop REASON...: without a machine there is nothing to say of the library.
stop () {
  fail "$@" | tee -a results
  sh "$testsuite/lib/summary.sh" results
  exit 1
}

# The kernel itself, without the packages that would install it.
fetch_kernel () {
  image=$(apt_of "$release" main apt-cache depends "$kernel" \
    | sed -n 's/^ *Depends: //p')
  rm -rf boot.new && mkdir boot.new && (cd boot.new \
    && apt_of "$release" main apt-get -qq download "$image" \
    && dpkg-deb --fsys-tarfile ./*.deb | tar -x ./boot) >fetch.log 2>&1 \
    && mv boot.new/boot/vmlinuz-* vmlinuz && rm -rf boot.new \
    || { cat fetch.log; stop "the kernel $kernel"; }
}

# Programs of the system in $emulator, with the libraries there.
emulated () {
  program=$emulator/usr/bin/$1
  shift
  libraries=$emulator/usr/lib/x86_64-linux-gnu
  QEMU_MODULE_DIR=$libraries/qemu timeout "$TIMEOUT" \
    "$emulator/usr/lib64/ld-linux-x86-64.so.2" --library-path "$libraries" \
    "$program" "$@"
}

# add_library FILE DIRECTORY: FILE as the libgomp.so.1 of that directory in the
# guest, with what it needs.
add_library () {
  mkdir -p "guest$2" && cp -L "$1" "guest$2/libgomp.so.1"
  ldd "$1" | sed -n 's/^[^/]*\(\/[^ ]*\) (.*/\1/p' | while read -r library; do
    mkdir -p "guest${library%/*}" && cp -L "$library" "guest$library"
  done
}

make_guest () {
  rm -rf guest
  for directory in bin dev proc sys tmp cgroup; do
    mkdir -p "guest/$directory"
  done
  for program in placement binding narrower; do
    $GCC -B"$TOOLCHAIN" -O2 -fopenmp -o "guest/$program" "$here/$program.c" \
      || stop "$program.c does not compile"
  done
  add_library "$LIBDIR/libgomp.so.1" /ours
  stock=$($GCC -print-file-name=libgomp.so.1)
  test ! -e "$stock" || add_library "$stock" /stock
  cp "$here/cases" guest/
  cp "$here/init" guest/init && chmod +x guest/init
  cp "$emulator/bin/busybox" guest/bin/
  for command in cat env mkdir mount poweroff sed sh; do
    ln -s busybox "guest/bin/$command"
  done
  (cd guest && find . | emulated cpio --quiet -o -H newc) | gzip >guest.gz
}

# boot MACHINE NODES OPTION...: what the tests print there goes to results.
boot () {
  machine=$1
  nodes=$2
  shift 2
  share=$emulator/usr/share
  : >"$machine.out"
  emulated qemu-system-x86_64 -accel tcg -cpu max,vendor=GenuineIntel \
    -m 512 "$@" -L "$share/qemu" -L "$share/seabios" -nodefaults \
    -no-user-config -display none -no-reboot -kernel vmlinuz -initrd guest.gz \
    -append "console=ttyS0 panic=-1 numa_balancing=disable \
      machine=$machine nodes=$nodes" \
    -serial "file:$machine.console" -serial "file:$machine.out" \
    >"$machine.log" 2>&1
  tr -d '\r' <"$machine.out" | sed '/^END$/,$d' | tee -a results
  if ! tr -d '\r' <"$machine.out" | grep -q '^END$'; then
    cat "$machine.log"
    tail -n 20 "$machine.console"
    fail "the machine $machine came to no end" | tee -a results
  fi
}

# node NUMBER MEGABYTES [OPTION]
node () {
  echo "-object memory-backend-ram,id=memory$1,size=$2M"
  echo "-numa node,nodeid=$1,memdev=memory$1${3:+,$3}"
}

rm -f results
if ! test -x root/usr/bin/qemu-system-x86_64 || ! test -f vmlinuz; then
  update "$release" main
  fetch_root "$emulator" "$release" qemu-system-x86 busybox-static cpio
  fetch_kernel
fi
make_guest
boot cores 2 -smp 4,sockets=2,cores=2,threads=1 \
  $(node 0 256 cpus=0-1) $(node 1 256 cpus=2-3)
boot threads 4 -smp 4,sockets=2,cores=1,threads=2 \
  $(node 0 192 cpus=0-1) $(node 1 128 cpus=2-3) $(node 2 96) $(node 3 96)
sh "$testsuite/lib/summary.sh" results
