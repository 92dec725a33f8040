# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Traces open in Perfetto: its trace processor, which the user interface also
# runs, imports them without an error or a loss and finds the events that they
# have.  The viewer of chrome://tracing opens them, too.  Run by make
# check-perfetto, which sets TRACE_PROCESSOR and TRACE_VIEWER; the latter may be
# empty.

. "$testsuite/lib/script.sh"

here=$testsuite/extra/perfetto
flags="-B$TOOLCHAIN -fopenmp"

# ask SQL: the rows that the trace processor finds in trace.json, without their
# header, columns separated by "|".
ask () {
  echo "$1;" >query.sql
  "$TRACE_PROCESSOR" -q query.sql trace.json 2>messages.log \
    | sed -e 1d -e 's/^"//' -e 's/"$//' -e 's/"*,"*/|/g' || cat messages.log
}

# none NAME SQL: it has no rows.
none () {
  rows=$(ask "$2")
  if test -z "$rows"; then pass "$1"; else
    echo "$rows" | head -n 5
    fail "$1"
  fi
}

# same NAME SQL AWK: its rows are those that the AWK program makes of our own
# reader's.
same () {
  ask "$2" | LC_ALL=C sort >theirs
  awk -F'|' -v OFS='|' "$3" events | LC_ALL=C sort >ours
  if test -s ours && cmp -s ours theirs; then pass "$1"; else
    diff ours theirs | head -n 10
    fail "$1"
  fi
}

# agrees NAME: trace.json.
agrees () {
  if ! ./list -c trace.json >events; then
    fail "$1: valid"
    return
  fi
  none "$1: no errors" "select name, severity, value from stats
    where severity in ('error', 'data_loss') and value != 0"
  same "$1: events" "select category, name, count(1) from slice group by 1, 2" \
    '$2 != "flow" { n[$2 "|" $3]++ } END { for (i in n) print i, n[i] }'
  same "$1: bytes" "select category,
      sum(ifnull(extract_arg(arg_set_id, 'args.bytes'), 0))
    from slice group by 1" \
    '$2 != "flow" { n[$2] += $4 }
     END { for (i in n) printf "%s|%.0f\n", i, n[i] }'
  same "$1: not ended" "select 'not ended', count(1) from slice where dur < 0" \
    '{ n += $1 == "B" } END { print "not ended", n + 0 }'
  none "$1: nesting" "select s.name, s.ts, s.dur, p.name, p.ts, p.dur
    from slice s join slice p on s.parent_id = p.id
    where s.ts < p.ts or (p.dur >= 0 and s.ts + s.dur > p.ts + p.dur)"
  none "$1: no overlaps" "select name, ts, dur, next from
      (select name, ts, dur, lead(ts) over (partition by track_id, depth
                                            order by ts, id) as next from slice)
    where next < ts + dur"
  none "$1: threads" "select s.name, t.tid, t.name, p.name from slice s
      left join thread_track k on s.track_id = k.id
      left join thread t using (utid) left join process p using (upid)
    where t.name is null or p.name is null
      or (s.category = 'launch') != (t.name glob 'launches, lane*')
      or (s.category = 'launch') = (p.name glob '* (host)')"
  none "$1: arguments" "select name from slice
    where extract_arg(arg_set_id, 'args.where') is null
      or (category in ('map', 'transfer')
          and extract_arg(arg_set_id, 'args.bytes') is null)
      or (category in ('launch', 'fallback')
          and extract_arg(arg_set_id, 'args.target region') is null)"
  # Of what was going on when a signal ended the program something is missing.
  test -z "$signal" || return
  # A region is a bar of its own, and what it does lies in it; a launch is on a
  # track of a device, with other launches alone.
  none "$1: places" "select s.category, s.name, p.category from slice s
      left join slice p on s.parent_id = p.id
    where (s.category = 'launch' and p.id is not null)
      or (s.category in ('map', 'transfer') and p.id is null)
      or (p.category in ('transfer', 'map', 'launch'))"
  none "$1: flows" "select s.name from slice s where s.category = 'launch'
      and not exists (select 1 from flow f join slice o on f.slice_out = o.id
                      where f.slice_in = s.id and o.ts < s.ts)"
  same "$1: all flows" "select 'flows', count(1) from flow" \
    '{ n += $1 == "f" } END { print "flows", n + 0 }'
}

# views NAME: trace.json, in the viewer of chrome://tracing.  It warns of arrows
# one end of which is missing.
views () {
  VIEWER=$TRACE_VIEWER "$testsuite/../doc/trace-picture" trace.json view.png \
    2>messages.log | grep "${signal:+^events}" | LC_ALL=C sort >theirs
  awk -F'|' '$2 == "flow" { flows += $1 == "f"; next }
             { n[$2]++; open += $1 == "B" }
             END { for (i in n) print "events", i, n[i]
                   print "flows", flows + 0; print "open", open + 0 }' events \
    | grep "${signal:+^events}" | LC_ALL=C sort >ours
  if cmp -s ours theirs; then pass "$1: viewer"; else
    diff ours theirs | cat - messages.log | head -n 10
    fail "$1: viewer"
  fi
}

# try NAME ENVIRONMENT... PROGRAM ARGUMENT...
try () {
  name=$1
  shift
  rm -f trace.json
  signal=
  env GOMP_OFFLOAD_TRACE=trace.json "$@" >output 2>&1
  test $? -le 128 || signal=yes
  agrees "$name"
  test -z "$TRACE_VIEWER" || views "$name"
}

if ! test -x "$TRACE_PROCESSOR"; then
  fail "TRACE_PROCESSOR is not Perfetto's trace processor: '$TRACE_PROCESSOR'"
  finish
fi
$GCC -Wall "$here/list.c" -o list && $GCC $flags -O2 "$here/busy.c" -o busy \
  && $GCC $flags -O1 "$testsuite/diag/places/use.c" -o use-c \
  && $GXX $flags -O1 -DOTHER -c "$testsuite/diag/places/use.cc" -o other.o \
  && $GXX $flags -O1 "$testsuite/diag/places/use.cc" other.o -o use-cc \
  && $GFORTRAN $flags -O1 "$testsuite/diag/places/use.f90" -o use-f90 \
  || { fail 'programs'; finish; }

try 'all' ./busy
try 'two devices' OFFLOAD_EMUL_NUM=2 ./busy
try 'on the host' OMP_TARGET_OFFLOAD=disabled ./busy
try 'exit' ./busy exit
try 'fault' ./busy fault
try 'abort' ./busy abort
try 'terminated' ./busy terminate
try 'killed' ./busy kill
try 'C' ./use-c
try 'C++' ./use-cc
try 'Fortran' ./use-f90
finish
