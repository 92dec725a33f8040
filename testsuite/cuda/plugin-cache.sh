# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin under test keeps linked images, and trusts none that is damaged.
. "$testsuite/cuda/programs.inc"
. "$testsuite/cuda/plugin.inc"

cat > add.c <<'EOC'
int
main (void)
{
  int x = 1;
#pragma omp target map(tofrom: x)
  x++;
  return x != 2;
}
EOC

if compile "$GCC" -O2 add.c; then
  pass "the program compiles"
else
  cat told
  fail "the program compiles"
  finish
fi

runtime=$LIBDIR
mkdir cache

# starts NAME LINKS: so many images are linked.
starts () {
  rm -f log
  if GOMP_NVPTX_CACHE=$PWD/cache STANDIN_CUDA_LOG=$PWD/log on_device ./program \
      && test "$(grep -c cuLinkCreate log)" = "$2"
  then
    pass "$1"
  else
    cat told
    fail "$1: $(grep -c cuLinkCreate log) images linked"
  fi
}

starts "the first start" 1
starts "the second" 0
STANDIN_CUDA_DRIVER=12080 starts "another driver" 1
STANDIN_CUDA_CAPABILITY=80 starts "another architecture" 1
GOMP_NVPTX_JIT=-O0 starts "another level" 1
starts "the first again" 0
for file in cache/*; do
  size=$(wc -c <"$file")
  truncate -s $((size / 2)) "$file"
done
starts "a file that is cut short" 1
starts "which is made anew" 0
for file in cache/*; do
  printf '\001' | dd of="$file" bs=1 seek=2000 conv=notrunc 2>/dev/null
done
starts "a file that was changed" 1
chmod g+w cache/*
starts "a file that others can write" 1
rm -r cache
starts "no directory" 1
mkdir cache
for i in 1 2 3 4; do
  GOMP_NVPTX_CACHE=$PWD/cache OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_NUM=0 \
    LD_LIBRARY_PATH=$standin:$LIBDIR timeout 100 ./program &
done
wait
starts "after several at a time" 0
if test "$(ls cache | wc -l)" = 1; then
  pass "one file"
else
  ls cache
  fail "one file"
fi
finish
