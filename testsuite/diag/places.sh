#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Reports name constructs by file and line, and variables by their names,
# however the program is compiled.  The trace is valid, and the summary shows
# redundant copies.

. "$testsuite/lib/script.sh"

sources=$testsuite/diag/places

# line MARK FILE
line () { grep -n "[/*!] $1\( \|\$\)" "$sources/$2" | cut -d: -f1; }

# trace FILE COMPILER...: make and run the program, check and list its trace.
trace () {
  file=$1
  shift
  if ! messages=$("$@" -B"$TOOLCHAIN" -fopenmp -Wno-deprecated-openmp \
      -o program 2>&1) || test -n "$messages"; then
    echo "$messages"
    return 1
  fi
  # A thread that came too late, because others had the CPU, did not wait.
  for turn in 1 2 3 4 5; do
    rm -f trace.json
    OMP_TARGET_OFFLOAD=mandatory GOMP_OFFLOAD_TRACE=trace.json \
      GOMP_OFFLOAD_SUMMARY=true ./program 2> summary &&
      ./list trace.json > events || return
    if test -z "$(line wait "$file")" || grep -q '^wait|wait for ' events; then
      return
    fi
  done
}

# has WHAT EVENT...: a line of the trace each, an extended regular expression.
has () {
  what=$1
  shift
  for event in "$@"; do
    if ! grep -qEx "$event" events; then
      echo "no event $event in:"
      cat events
      fail "$what"
      return
    fi
  done
  pass "$what"
}

# try WHAT FILE COMPILER...
try () {
  what=$1
  shift
  if trace "$@"; then
    pass "$what: trace"
    "events_of_${1##*.}" "$what: places" "$1"
  else
    fail "$what: trace"
  fi
}

events_of_c () {
  d='device 0 \(x86emul\)'
  enter=$(line enter "$2") data=$(line data "$2") update=$(line update "$2")
  has "$1" "directive\|target enter data\|$2:$enter\|\|" \
    "map\|map\|$2:$enter\|heap\|800" \
    "transfer\|copy to $d\|$2:$enter\|heap\|800" \
    "map\|map\|$2:$data\|spare\|400" \
    "region\|scale\|$2:$(line region "$2")\|\|" \
    "transfer\|copy from $d\|$2:$update\|heap\+80\|40" \
    "directive\|end of target data\|$2:$data\|\|" \
    "transfer\|copy to $d\|$2:$(line later "$2")\|result\|4" \
    "wait\|wait for target tasks\|$2:$(line wait "$2")\|\|" \
    "memory\|omp_target_alloc\|$2:$(line alloc "$2")\|\|400" \
    "memory\|omp_target_associate_ptr\|$2:[0-9]+\|table\|400" \
    "directive\|omp_target_memcpy\|$2:[0-9]+\|\|" \
    "transfer\|copy to $d\|$2:$(line async "$2")\|[^|]*\|40" \
    "memory\|omp_target_disassociate_ptr\|$2:[0-9]+\|table\|" \
    "memory\|omp_target_free\|$2:[0-9]+\|\|"
}

events_of_cc () {
  d='device 0 \(x86emul\)'
  has "$1" "map\|map\|$2:$(line enter "$2")\|this->data\|32" \
    "map\|map\|$2:$(line enter "$2")\|this\|16" \
    "map\|map\|$2:$(line reference "$2")\|reference\|4" \
    "map\|map\|$2:$(line reference "$2")\|sum\|4" \
    "region\|vector<double>::move\(\)\|$2:$(line region "$2")\|\|" \
    "region\|space::add\(int&\)::\{lambda\(\)#1\}::.*\|$2:$(line lambda "$2")\|\|" \
    "map\|map\|$2:$(line lambda "$2")\|x\|4" \
    "transfer\|copy to $d\|$2:$(line global "$2")\|space::hidden\|120"
}

events_of_f90 () {
  d='device 0 \(x86emul\)'
  has "$1" "map\|map\|$2:$(line data "$2")\|x\|400" \
    "map\|map\|$2:$(line enter "$2")\|part\|40" \
    "transfer\|copy from $d\|$2:$(line update "$2")\|part\|40" \
    "transfer\|copy to $d\|$2:$(line global "$2")\|parameters::dt\|4" \
    "region\|parameters::twice\|$2:$(line result "$2")\|\|" \
    "map\|map\|$2:$(line result "$2")\|twice\|4" \
    "region\|MAIN__\|$2:$(line common "$2")\|\|" \
    "map\|map\|$2:$(line common "$2")\|/block/\|44" \
    "map\|map\|$2:$(line members "$2")\|another\|4" \
    "map\|map\|$2:$(line members "$2")\|blank\|20" \
    "region\|change\|$2:$(line around "$2")\|\|" \
    "map\|map\|$2:$(line around "$2")\|whole\|20"
}

# One line of the summary, an extended regular expression.
sums () {
  if grep -qE "^ +$1\$" summary; then pass "summary: $1"
  else
    cat summary
    fail "summary: $1"
  fi
}

check 'the reader' $GCC -Wall "$testsuite/extra/perfetto/list.c" -o list

# What the reader looks for.
name='{"name":"process_name","cat":"__metadata","ph":"M","pid":1,"tid":1,"args":{"name":"p"}}'
name="$name,$(echo "$name" | sed s/process_/thread_/)"
# event START DURATION [CATEGORY]
event () {
  printf ',{"name":"target","cat":"%s","ph":"X","pid":1,"tid":1,' "${3:-region}"
  printf '"ts":%s,"dur":%s,"args":{"where":"d"}}' "$1" "$2"
}
# flow WHICH PHASE START
flow () {
  printf ',{"name":"%s of launch","cat":"flow","ph":"%s","pid":1,"tid":1,' "$1" "$2"
  printf '"ts":%s,"id":"0x1"%s}' "$3" "$(test $2 = s || echo ',"bp":"e"')"
}
# trace EVENTS
trace_of () { printf '{"displayTimeUnit":"ns","traceEvents":[%s]}' "$1"; }
# refuses WHAT EVENTS
refuses () {
  trace_of "$2" > wrong.json
  check "the reader refuses $1" sh -c '! ./list wrong.json > wrong.log'
}
trace_of "$name$(event 5 5)$(event 3 9.5)" > right.json
check 'the reader takes what is right' ./list right.json
trace_of "$name$(event 5 5)$(flow start s 6)$(event 6 3 launch)$(flow start f 6)$(
  flow end s 7)$(event 12 4)$(flow end f 12)" > right.json
check 'the reader takes flows' ./list right.json
trace_of "$name$(event 5 5)" | tr -d '}' > wrong.json
check 'the reader refuses no end' sh -c '! ./list wrong.json > wrong.log'
refuses 'a key twice' "$name$(event 5 '5,"ts":1')"
refuses 'no name' "$(event 5 5 | cut -c2-)"
refuses 'a name behind the event' "$(event 5 5 | cut -c2-),$name"
refuses 'two names' "$name,$name"
refuses 'out of order' "$name$(event 5 5)$(event 3 1)"
refuses 'overlaps' "$name$(event 5 5)$(event 7 5)"
refuses 'no number' "$name$(event 5 nan)"
refuses 'no UTF-8' "$name$(event 5 5 | sed "s/\"d\"/\"$(printf '\301')\"/")"
refuses 'a flow from nothing' "$name$(event 5 5)$(flow start s 11)"
refuses 'a flow to no launch' "$name$(event 5 5)$(flow start f 5)"
refuses 'a flow from two' \
  "$name$(event 5 5)$(flow start s 6)$(event 11 5)$(flow start s 12)"
refuses 'a flow back in time' \
  "$name$(event 5 5)$(flow start s 6)$(event 4 9 launch)$(flow start f 4)"

for option in -O0 -O2 '-O2 -g -gz' '-O2 -flto' '-Os -ffunction-sections -Wl,--gc-sections'; do
  try "C $option" use.c $GCC $option "$sources/use.c"
done
sums "1 +400 +no region used spare, mapped by target data \([^ ]*use.c:$(line data use.c)\)"
sums "1 +400 +no region used table, mapped by target data .*"
sums "3 +1200 +[0-9.]+ +in vain to the device: table, by target update \([^ ]*use.c:$(line again use.c)\)"
check 'nothing else without use' test \
  "$(grep -c 'no region used' summary)" = 2

# Two files with the same template; the linker drops one copy.
$GXX -O0 -fopenmp -B"$TOOLCHAIN" -DOTHER -c "$sources/use.cc" -o other.o
try C++ use.cc $GXX -O0 "$sources/use.cc" other.o
try Fortran use.f90 $GFORTRAN -O1 "$sources/use.f90"

# Without the table there is the name of the function.
strip_debug () {
  $GCC -O1 "$sources/use.c" -B"$TOOLCHAIN" -fopenmp -o program &&
    objcopy -R .line.offgomp program && rm -f trace.json &&
    GOMP_OFFLOAD_TRACE=trace.json ./program &&
    ./list trace.json > events
}
check 'no table' strip_debug
has 'no table: functions' "map\|map\|in main\|\|800" \
  "map\|map\|in main\|table\|400"
finish
