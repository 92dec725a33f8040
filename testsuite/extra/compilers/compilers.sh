# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Every release of GCC whose compiler for nvptx Debian has, with every ptxas:
# our mkoffload makes images of the compiler's code with each ptxas, and the
# suite's programs run on the stand-in.  Run by make check-compilers; README.md.

. "$testsuite/lib/script.sh"
. "$testsuite/extra/compilers/fetch.inc"

here=$testsuite/extra/compilers
work=$PWD

# within COMMAND...: in the system in root/, with the sources, this build and
# this directory where they are.  Nobody else sees what is mounted.
within () {
  test "$(id -u)" = 0 && map= || map=--map-root-user
  unshare $map --mount sh -c '
    root=$1 && shift
    while test "$1" != --; do
      mkdir -p "$root$1" && mount --rbind "$1" "$root$1" || exit 2
      shift
    done
    shift
    exec chroot "$root" "$@"' - "$work/root" /dev /proc "$top_srcdir" \
    "$top_builddir" "$work/tested" -- "$@"
}

update "$SUITE" main
releases=$(apt_of "$SUITE" main apt-cache pkgnames gcc- \
  | sed -n 's/^gcc-\([0-9]*\)-offload-nvptx$/\1/p' | sort -n)
wanted=
for release in $releases; do
  case " ${RELEASES:-$release} " in
    *" $release "*)
      test "$release" -ge 12 && wanted="$wanted $release"
      ;;
  esac
done
needed="bash binutils coreutils dash diffutils findutils gawk grep gzip libc-bin
  libc6-dev libelf-dev libgomp-plugin-nvptx1 libiberty-dev make mawk sed tar"
for release in $wanted; do
  for package in gcc- g++- gfortran-; do
    needed="$needed $package$release"
  done
  needed="$needed gcc-$release-offload-nvptx gcc-$release-plugin-dev"
done
fetch_root "$work/root" "$SUITE" $needed
for suite in $CUDA_SUITES; do
  fetch_ptxas "$suite"
done

mkdir -p tested/tmp tested/ptxas
cp -r ptxas/* tested/ptxas/ 2>/dev/null
mine=$(command -v ptxas)
if test -n "$mine"; then
  release=$("$mine" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  mkdir -p "tested/ptxas/$release"
  cp "$(readlink -f "$mine")" "tested/ptxas/$release/ptxas"
fi
within /sbin/ldconfig

# All at once.
for release in $wanted; do
  within env -i PATH=/usr/sbin:/usr/bin LC_ALL=C TMPDIR="$work/tested/tmp" \
    RELEASE="$release" testsuite="$testsuite" top_srcdir="$top_srcdir" \
    top_builddir="$top_builddir" LIBDIR="$LIBDIR" OPTIONS="$OPTIONS" \
    sh "$here/inside.sh" "$work/tested" 2>&1 \
    | sed -u "s/^\([A-Z]*\): /\1: GCC $release: /" >"results.$release" &
done
wait

for release in $wanted; do
  cat "results.$release"
done >results
grep -v '^PASS:' results
echo "ptxas: $(ls tested/ptxas | tr '\n' ' ')"
for release in $wanted; do
  awk -v gcc="$(within "gcc-$release" -dumpfullversion)" '
    { n[$1]++ }
    END {
      printf "GCC %s: %d passed, %d failed, %d wrong on its own libgomp, too\n",
        gcc, n["PASS:"], n["FAIL:"], n["UNSUPPORTED:"]
    }' "results.$release"
done
sh "$testsuite/lib/summary.sh" results | tail -n 1
grep -q '^PASS:' results && ! grep -q '^FAIL:' results
