# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin under test keeps linked images, and does not use damaged ones.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

write_add

# Another image, as long: its region does something else.
sed 's/x++/x--/; s/!= 2/!= 0/' add.c > subtract.c
compile_or_stop "another program compiles" "$GCC" -O2 subtract.c
mv program subtract
compile_or_stop "the program compiles" "$GCC" -O2 add.c

started=./program
runtime=$LIBDIR
mkdir cache

# links NUMBER COMMAND...: so many images are linked by a program.
links () {
  rm -f log
  wanted=$1
  shift
  STANDIN_CUDA_LOG=$PWD/log on_device "$@" || return
  linked=$(grep -c cuLinkCreate log)
  echo "$linked images linked" >>out
  test "$linked" = "$wanted"
}

# starts NAME LINKS: so many images are linked.
starts () {
  GOMP_NVPTX_CACHE=$PWD/cache links "$2" $started
  conclude "$1"
}

# is_told NAME WHAT: the last start said that it does not use WHAT.
is_told () {
  grep -q "^nvptx: cache: .*$2" out
  conclude "$1"
}

# By content: each of two programs finds its own image beside the other's, and
# does not take the other's that lies under the name of its own.
starts "the first start" 1
starts "the second" 0
own=$(ls cache)
started=./subtract
starts "another image" 1
starts "the other image again" 0
check "two files" test "$(ls cache | wc -l)" = 2
started=./program
starts "the first beside it" 0
other=$(ls cache | grep -vFx "$own")
cp -p "cache/$other" "cache/$own"
starts "the other's under its name" 1
starts "which was replaced" 0
started=./subtract
starts "the other was left" 0
started=./program
rm "cache/$other"

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
for file in cache/*; do
  echo more >>"$file"
done
starts "a file that has more behind it" 1
starts "which is made anew, too" 0
export GOMP_DEBUG=1
chmod g+w cache/*
starts "a file that others can write" 1
is_told "that others can write it" "cubin is not used: others can write it"
starts "whose place one of ours took" 0
# Only the superuser can give files away; others look at what he owns.
if chown 12345 cache/* 2>out; then
  starts "another user's file" 1
  is_told "whose it is" "cubin is not used: user 12345 owns it"
  starts "whose place one of ours took, too" 0
  files=$(ls cache)
  chown 12345 cache
  starts "another user's directory with our file" 1
  is_told "that it is another's" "/cache is not used: user 12345 owns it"
  check "nothing was written or removed there" test "$(ls cache)" = "$files"
  chown "$(id -u)" cache
  starts "which is ours again" 0
else
  GOMP_NVPTX_CACHE=/ on_device $started
  is_told "that / is another's" "/ is not used: user 0 owns it"
fi
rm cache/*
chmod o+w cache
starts "a directory that others can write" 1
is_told "that others can write that" "/cache is not used: others can write it"
unset GOMP_DEBUG
check "which gets no file" test -z "$(ls cache)"
rmdir cache
starts "no directory: it is made" 1
starts "with the file in it" 0
check "both for the user alone" test \
  "$(stat -c %a cache cache/* | tr '\n' ' ')" = "700 600 "
rm -r cache
for i in 1 2 3 4; do
  GOMP_NVPTX_CACHE=$PWD/cache OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_NUM=0 \
    LD_LIBRARY_PATH=$standin:$LIBDIR timeout 600 ./program &
done
wait
starts "after several at a time" 0
check "one file" test "$(ls cache | wc -l)" = 1

# Five files of the same size, the oldest used again; there is room for four.
size=$(stat -c %s cache/*)
export GOMP_NVPTX_CACHE_SIZE=$((5 * size - 1))
for level in 0 1 2; do
  touch -d "$((9 - level)) days ago" cache/*
  GOMP_NVPTX_JIT=-O$level starts "level $level" 1
done
first=$(ls cache/* | grep -v '[0-9]-[012]\.cubin')
touch -d "20 days ago" "$first"
starts "the first, long ago" 0
: > cache/left.cubin.123
touch -d "2 days ago" cache/left.cubin.123
touch -d "9 days ago" cache/*-0.cubin
GOMP_NVPTX_JIT=-O3 starts "too much for the limit" 1
check "the one that was not used for longest is gone" \
  test "$(ls cache | sed 's/.*-//' | tr '\n' ' ')" = "1.cubin 1.cubin 2.cubin 3.cubin "
GOMP_NVPTX_CACHE_SIZE=1000
GOMP_NVPTX_JIT=-O4 starts "larger than the limit" 1
check "nothing else is removed for it" test "$(ls cache | wc -l)" = 4
GOMP_NVPTX_CACHE_SIZE=much starts "a limit that is none" 0
check "a message" grep -q \
  "invalid value 'much' of environment variable GOMP_NVPTX_CACHE_SIZE: " out
unset GOMP_NVPTX_CACHE_SIZE

# starts_at FILE NAME LINKS, with $set: the cache is in FILE's directory.
starts_at () {
  links "$3" env -u XDG_CACHE_HOME -u GOMP_NVPTX_CACHE HOME="$PWD/home" $set \
    ./program && {
    find home -name '*.cubin' -printf '%h\n' | sort >places
    cat places >>out
    test "$(cat places)" = "$1"
  }
  conclude "$2"
}

mkdir home
set="HOME="
starts_at "" "no home: no cache" 1
set="GOMP_NVPTX_CACHE=none"
starts_at "" "no cache wanted" 1
set=
starts_at home/.cache/offgomp/nvptx "the default place" 1
starts_at home/.cache/offgomp/nvptx "again" 0
rm -r home/.cache
set="XDG_CACHE_HOME=$PWD/home/other"
starts_at home/other/offgomp/nvptx "where XDG_CACHE_HOME says" 1
set="XDG_CACHE_HOME=other"
rm -r home/other
starts_at home/.cache/offgomp/nvptx "not where it is relative" 1
finish
