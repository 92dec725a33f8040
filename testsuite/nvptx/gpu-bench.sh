# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# bench/gpu.sh works on the stand-in, with small sizes, and says why if it
# cannot run.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

# However busy the machine is.
PATIENCE=2000
export GCC GXX GFORTRAN PATIENCE
check "binaries and libraries" \
  env PROGRAMS=sections "$top_srcdir/bench/gpu.sh" pack "$LIBDIR" packed
mkdir elsewhere tools
mv packed elsewhere/

# As on a machine that has nothing else.
for tool in awk cat dirname env grep head mktemp nproc rm sed seq sort tail timeout uname; do
  ln -s "$(command -v $tool)" tools/
done
gpu () { PATH=$PWD/tools elsewhere/packed/gpu.sh "$@" >said 2>&1; }

check "all is run" gpu dry elsewhere/packed "$standin"
check "what the figures are of" \
  grep -q "^device: CUDA stand-in 0, sm_90, 2 multi" said
cat said
grep '^PASS\|^FAIL' said
for row in start-cold start-warm empty mapped update nowait64 threads4 \
    saxpy-rate reduction-rate triad-rate driver-empty driver-triad-rate; do
  stock='[0-9.]*  *[0-9.]*'
  # GCC 14's threads but the first have no device if offloading is mandatory.
  ! grep -q "^  stock, $row: libgomp: .*device not found" said ||
    stock='nan  *-'
  check "$row" grep -q "^$row  *[0-9.]*  *$stock\$" said
done
check "programs of the suite" grep -q "^programs: 4 passed, 0 failed\$" said

# stops NAME TEXT ARGUMENT...: gpu.sh says TEXT and fails.
stops () {
  name=$1
  text=$2
  shift 2
  if ! gpu "$@" && grep -q "^gpu.sh: $text" said; then
    pass "$name"
  else
    cat said
    fail "$name"
  fi
}

export CUDA_VISIBLE_DEVICES=
stops "no GPU" "there is no GPU that can be used, see above" \
  run elsewhere/packed
check "and why" grep -q "^  ours, info: ." said
stops "nothing packed" "tools has no binaries: gpu.sh pack" run tools
rm tools/mktemp
stops "a tool that lacks" "there is no mktemp here" run elsewhere/packed
ln -s "$(command -v mktemp)" tools/
cp elsewhere/packed/machine .
echo m68k >elsewhere/packed/machine
stops "another machine" "the binaries are for m68k, this machine is " \
  run elsewhere/packed
mv machine elsewhere/packed/
printf '#!/bin/sh\necho "GLIBC_9.9 not found" >&2\nexit 1\n' >elsewhere/packed/gpu
stops "an older glibc" "the binaries do not run here, see above" \
  test elsewhere/packed
check "and what lacks" grep -q "^  ours, rows: GLIBC_9.9 not found" said
finish
