#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# extra/perfetto/get reports what it cannot do and why, resumes where it was
# interrupted, and uses no network if there is nothing to do.  Here with
# stand-ins for all programs that it calls.

. "$testsuite/lib/script.sh"

mkdir bin got
export PATH="$PWD/bin:$PATH"

# stand_in NAME COMMAND: NAME does this, and is remembered in the file called.
stand_in () {
  printf '#!/bin/sh\necho "${0##*/} $*" >>"%s/called"\n%s\n' "$PWD" "$2" \
    >"bin/$1"
  chmod +x "bin/$1"
}

# get WHAT: its output and status are in the file output.
get () {
  : >called
  "$testsuite/extra/perfetto/get" got "$1" >output 2>&1
  echo "status $?" >>output
}

# says NAME TEXT...: the output has each of them.
says () {
  name=$1
  shift
  for text in "$@"; do
    if ! grep -qF -e "$text" output; then
      cat output
      fail "$name: $text"
      return
    fi
  done
  pass "$name"
}

stand_in dpkg-query 'echo installed'
stand_in df 'echo header; echo "disk 9000 1000 8000 10% /"'
stand_in apt-get 'echo "E: no route" >&2; exit 100'

"$testsuite/extra/perfetto/get" >output 2>&1
says 'usage' 'usage: get DIRECTORY trace_processor' \
  'usage: get DIRECTORY viewer'
check 'packages' test -n "$("$testsuite/extra/perfetto/get" -p)"

get viewer
says 'no network' 'E: no route' 'perfetto/get: stopped.' \
  'Fetching from http://deb.debian.org/debian failed' 'status 1'
get trace_processor
says 'no network for the sources' 'E: no route' 'Fetching from' \
  'status 1'
check 'nothing of the system is changed' \
  test "$(grep -c '^apt-get -c .*/got/apt/apt.conf update$' called)" = 1

stand_in df 'echo header; echo "disk 9000 8995 5 99% /"'
get viewer
says 'full disk' 'got has 5 MB free; this takes' 'status 1'
check 'not fetched to a full disk' test -z "$(grep apt-get called)"
stand_in df 'echo header; echo "disk 9000 1000 8000 10% /"'

stand_in dpkg-query 'case $* in *ninja*) exit 1 ;; esac; echo installed'
get trace_processor
says 'packages are missing' 'as root:' \
  'apt-get install -y --no-install-recommends generate-ninja ninja-build' \
  'status 1'
stand_in dpkg-query 'echo installed'

# The sources are there: it goes on with building.
mkdir got/source
stand_in gn 'echo "no such argument"; exit 1'
get trace_processor
says 'gn fails' 'no such argument' 'gn did not accept' 'status 1'
stand_in gn ''
stand_in ninja 'echo "[1/2] first"; echo "FAILED: second"; exit 1'
get trace_processor
says 'ninja fails' 'FAILED: second' 'once more is going on' 'status 1'
stand_in ninja 'mkdir -p out; cp "$0" out/trace_processor_shell'
stand_in strip 'cp "$3" "$2"'
get trace_processor
says 'builds' 'got/trace_processor' 'status 0'
check 'cleans up' test -x got/trace_processor -a ! -e got/source
check 'built without the network' test -z "$(grep apt-get called)"

get trace_processor
check 'once more' test "$(cat output)" = 'status 0' -a ! -s called
finish
