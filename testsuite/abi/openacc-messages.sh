#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Each error message of OpenACC's sources is in a test that expects it.
. "$testsuite/lib/script.sh"

# The format strings of the calls that make messages, a line each, cut where
# arguments are: the longest of these pieces has to be in a test.
cat >pieces.awk <<'EOA'
function piece(format, parts, n, i, longest)
{
  gsub(/\\n/, "", format)
  gsub(/0x%\.2x/, "%d", format)
  n = split(format, parts, /%[-0-9.*]*[lz]*[a-z]/)
  for (i = 1; i <= n; i++)
    if (length(parts[i]) > length(longest))
      longest = parts[i]
  if (length(longest) > 3)
    print longest
}
/gomp_error_(set|note|hint|context) \(|gomp_fatal \(/ { call = 1; format = "" }
call {
  line = $0
  if (line ~ /^ *:/) { piece(format); format = "" }
  while (match(line, /"([^"\\]|\\.)*"/)) {
    format = format substr(line, RSTART + 1, RLENGTH - 2)
    line = substr(line, RSTART + RLENGTH)
    if (line !~ /^[ \t]*(\\)?$/) { piece(format); format = "" }
  }
  if (line ~ /;/) { if (format != "") piece(format); call = 0 }
}
EOA
cat "$top_srcdir"/libgomp/openacc/*.c "$top_srcdir"/libgomp/abi/acc_*.c \
  "$top_srcdir"/libgomp/abi/goacc.c | awk -f pieces.awk | sort -u >pieces
check 'there are messages' test "$(wc -l <pieces)" -gt 30

cat "$testsuite"/diag/openacc*.sh "$testsuite"/unit/openacc/*.c \
  "$testsuite"/nvptx/openacc*.sh >tests
while IFS= read -r text; do
  grep -qF -e "$text" tests || echo "no test expects: $text"
done <pieces | report 'each message has a test'
finish
