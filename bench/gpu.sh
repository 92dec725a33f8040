#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 Measures
# constructs on an NVIDIA GPU: this libgomp and plugin against those of the
# distribution, with the same binaries, in one run, and against the CUDA driver
# alone.  Also checks whether the test suite's programs run there.
#
#   gpu.sh pack LIBDIR DIR   where there is an offloading compiler (Debian 12:
#                            gcc-12-offload-nvptx): compile, and put binaries and
#                            both libraries into DIR
#   gpu.sh run DIR           where there is a GPU: nothing else is needed but its
#                            driver; DIR can be copied there, this script is in it
#   gpu.sh test DIR          there, too: the programs of testsuite/libgomp.* with
#                            target regions, -O0 and -O2, on both libraries, but
#                            for those of testsuite/nvptx/programs.tsv
#   gpu.sh dry DIR STANDIN   both in small on the stand-in for CUDA's driver, the
#                            libcuda.so.1 in the directory STANDIN: tries it all,
#                            the figures tell nothing
#
# Environment: GCC (gcc), TURNS (5), SAMPLES (41 in a turn), MEGABYTES (1024 an
# array), PATIENCE (120 seconds for a turn of a row).  Rows: microseconds for an
# operation, those with "-rate" GB/s; the median of the turns, in which both
# libraries take turns.  A row that fails is "nan", says why, and the rest goes on.
# All of it takes about five minutes; CUDA_VISIBLE_DEVICES chooses the GPU, or the
# part of one.  PROGRAMS: only those of the suite with this in their names.

set -u
bench=$(cd "$(dirname "$0")" && pwd)

stop () {
  echo "gpu.sh: $*" >&2
  exit 1
}

library () { sh "$bench/../testsuite/lib/system-library.sh" "$1"; }

# ---- Packing.

# build LIBRARY LIBDIR SOURCE OPTION...: for this project's library by its own
# toolchain.  The machine with the GPU need not have other libraries of GCC.
build () {
  which=$1
  toolchain=$2/offgomp/
  source=$3
  shift 3
  case $source in
    *.cc) set -- "${GXX:-g++}" -static-libstdc++ "$@" ;;
    *.f90) set -- "${GFORTRAN:-gfortran}" -static-libgfortran "$@" ;;
    *) set -- "${GCC:-gcc}" "$@" ;;
  esac
  if test "$which" = ours; then
    set -- "$@" -B"$toolchain"
  else
    set -- "$@" "-foffload-options=nvptx-none=-misa=sm_35 -Wa,--no-verify" \
      "-foffload-options=nvptx-none=-lm -latomic -lgfortran -fno-PIC"
  fi
  also=$(sed -n 's/.*{ *dg-additional-sources "\([^"]*\)".*/\1/p' "$source")
  "$@" -w -fopenmp -foffload=nvptx-none -static-libgcc -I"${source%/*}" \
    "$source" ${also:+"${source%/*}/$also"} -lm
}

# pack_program LIBDIR DIR FILE WHEN: WHEN is the table's.
pack_program () {
  source=$suite/$3
  settings=$(sed -n \
    's/.*dg-set-target-env-var \(OMP_[A-Z_0-9]*\) "\([^"]*\)".*/\1=\2/p' "$source")
  for which in ours stock; do
    policy=mandatory
    case $which,$4 in
      stock,newer | stock,stock) continue ;;
      stock,default) policy=default ;;
    esac
    for level in -O0 -O2; do
      name=$(echo "$3$level" | tr / _)
      build $which "$1" "$source" $level -o "$2/programs/$which-$name" \
        || { echo "gpu.sh: $3 $level does not compile, for $which" >&2; continue; }
      echo $which "$name" OMP_TARGET_OFFLOAD=$policy $settings \
        >>"$2/programs/list"
    done
  done
}

pack_programs () {
  suite=$(cd "$bench/../testsuite" && pwd) || exit 1
  rm -rf "$2/programs"
  mkdir "$2/programs" || exit 1
  for path in "$suite"/libgomp.c/target-*"${PROGRAMS:-}"*.c \
      "$suite"/libgomp.c++/target-*"${PROGRAMS:-}"*.cc \
      "$suite"/libgomp.fortran/target-*"${PROGRAMS:-}"*.f90; do
    file=${path#"$suite"/}
    when=$(awk -F'\t' -v file="$file" '$1 == file { print $2 }' \
      "$suite/nvptx/programs.tsv" 2>/dev/null)
    # That wants three devices.
    test "$file" != libgomp.c/target-devices.c || continue
    test -f "$path" && test "$when" != never \
      && pack_program "$1" "$2" "$file" "$when"
  done
}

pack () {
  mkdir -p "$2/ours" "$2/stock" || exit 1
  cp -L "$1/libgomp.so.1" "$1/libgomp-plugin-nvptx.so.1" "$2/ours/" \
    || stop "LIBDIR has no plugin: configure --enable-offload-targets=x86emul,nvptx-none"
  for name in libgomp.so.1 libgomp-plugin-nvptx.so.1; do
    file=$(library "$name")
    test -n "$file" || stop "the distribution's $name is not installed"
    cp -L "$file" "$2/stock/" || exit 1
  done
  # The lowest common architecture: every driver compiles it.
  "${GCC:-gcc}" -O2 -fopenmp -foffload=nvptx-none \
    "-foffload-options=nvptx-none=-misa=sm_35 -Wa,--no-verify -O3" \
    -o "$2/gpu" "$bench/gpu.c" -ldl || stop "cannot compile for nvptx"
  for file in "$2"/gpu "$2"/*/lib*.so.1; do
    objdump -T "$file"
  done 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1 \
    | sed 's/GLIBC_/where it runs glibc has to be at least /'
  pack_programs "$1" "$2"
  uname -m >"$2/machine"
  cp "$0" "$2/gpu.sh"
}

# ---- Running.

# begin DIR: whether the binaries run here.
begin () {
  directory=$(cd "$1" && pwd) || exit 1
  test -x "$directory/gpu" || stop "$1 has no binaries: gpu.sh pack"
  test "$(uname -m)" = "$(cat "$directory/machine")" \
    || stop "the binaries are for $(cat "$directory/machine"), this machine is $(uname -m)"
  for tool in awk mktemp sed sort timeout; do
    command -v $tool >/dev/null || stop "there is no $tool here"
  done
  scratch=$(mktemp -d) || exit 1
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' INT TERM
  megabytes=${MEGABYTES:-1024}
  for which in ours stock; do
    test "$(figure $which rows)" != nan \
      || stop "the binaries do not run here, see above: is glibc older than where they were packed?"
  done
  info=$(figure ours info)
  test "$info" != nan || stop "there is no GPU that can be used, see above"
  echo "$info"
  echo "host: $(uname -sr), $(nproc) CPUs, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
}

# with LIBRARY COMMAND...
with () {
  libraries=$directory/$1${standin:+:$standin}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  shift
  env -u GOMP_DEBUG -u GOMP_OFFLOAD_SYNC -u GOMP_NVPTX_JIT \
    -u CUDA_LAUNCH_BLOCKING -u OMP_NUM_TEAMS -u OMP_TEAMS_THREAD_LIMIT \
    OFFLOAD_EMUL_NUM=0 LD_LIBRARY_PATH="$libraries" "$@"
}

# figure LIBRARY ROW: one turn.
figure () {
  with "$1" OMP_TARGET_OFFLOAD=mandatory GOMP_NVPTX_CACHE="$scratch/$1" \
    CUDA_CACHE_DISABLE=0 CUDA_CACHE_PATH="$scratch/$1-cuda" \
    timeout "${PATIENCE:-120}" "$directory/gpu" "$2" "$megabytes" \
    >"$scratch/said" 2>"$scratch/out"
  status=$?
  if test $status = 0; then
    cat "$scratch/said"
  else
    test $status = 124 && echo "took too long" >>"$scratch/out"
    awk -v row="  $1, $2: " '{ print row $0 }' "$scratch/out" >&2
    echo nan
  fi
}

# The median of the available figures.
median () {
  grep -v nan | sort -g \
    | awk '{ v[NR] = $1 } END { print NR ? v[int ((NR + 1) / 2)] : "nan" }'
}

# row NAME ROW [COMMAND]: both libraries, COMMAND before each turn.
row () {
  : >"$scratch/ours-row"
  : >"$scratch/stock-row"
  for turn in $(seq "$turns"); do
    for which in ours stock; do
      ${3:-:}
      figure "$which" "$2" >>"$scratch/$which-row"
    done
  done
  ours=$(median <"$scratch/ours-row")
  stock=$(median <"$scratch/stock-row")
  printf '%-16s %12s %12s %8s\n' "$1" "$ours" "$stock" \
    "$(echo "$ours $stock" | awk '{ print ($1 != "nan" && $2 + 0 > 0) ? sprintf ("%.2f", $1 / $2) : "-" }')"
  echo "$1 $ours" >>"$scratch/figures"
}

forget () { rm -rf "$scratch/ours" "$scratch/stock" "$scratch"/*-cuda; }

# aim TEXT EXPRESSION ROW...: an awk expression of figures f["row"].
aim () {
  text=$1
  expression=$2
  shift 2
  awk -v text="$text" -v rows="$*" '{ f[$1] = $2 }
    END {
      n = split (rows, row, " ")
      for (i = 1; i <= n; i++)
        if (!(row[i] in f) || f[row[i]] == "nan")
          lacks = lacks " " row[i]
      print "aim: " text ": " (lacks ? "not measured, without" lacks \
                               : (('"$expression"')) ? "met" : "missed") }' \
    "$scratch/figures"
}

run () {
  turns=${TURNS:-5}
  printf '%-16s %12s %12s %8s\n' row ours stock ratio
  row start-cold start forget
  row start-warm start
  for name in empty mapped update nowait64 threads4; do
    row "$name" "$name"
  done
  for name in saxpy reduction triad; do
    row "$name-rate" "$name-rate"
  done
  row driver-empty driver-empty
  row driver-triad-rate driver-triad-rate
  test "${standin:-}" != "" && { echo "dry: no aims"; return; }
  aim "an empty region within 2 us of a bare launch" \
    'f["empty"] - f["driver-empty"] <= 2' empty driver-empty
  aim "triad within 3 % of the driver's" \
    'f["triad-rate"] >= 0.97 * f["driver-triad-rate"]' \
    triad-rate driver-triad-rate
  aim "a warm start below 0.2 s" 'f["start-warm"] < 200000' start-warm
}

run_programs () {
  passed=0
  failed=0
  while read -r which name settings; do
    if with $which GOMP_NVPTX_CACHE="$scratch/programs" $settings \
        timeout "${PATIENCE:-120}" "$directory/programs/$which-$name" \
        >"$scratch/said" 2>&1 </dev/null; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAIL: $which: $name"
      tail -n 5 "$scratch/said" | sed 's/^/  /'
    fi
  done <"$directory/programs/list"
  echo "programs: $passed passed, $failed failed"
  test $failed = 0
}

case ${1:-} in
  pack) test $# = 3 || stop "pack LIBDIR DIR"; pack "$2" "$3" ;;
  run) test $# = 2 || stop "run DIR"; begin "$2"; run ;;
  test) test $# = 2 || stop "test DIR"; begin "$2"; run_programs ;;
  dry)
    test $# = 3 || stop "dry DIR STANDIN"
    standin=$3
    TURNS=1 SAMPLES=3 MEGABYTES=1
    export SAMPLES
    begin "$2"
    run
    run_programs
    ;;
  *) sed -n '3,/^$/s/^#\( \|$\)//p' "$0"; exit 2 ;;
esac
