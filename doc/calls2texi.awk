# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The table of driver calls, testsuite/nvptx/calls.tsv, as Texinfo.

function count(calls,    word, part, n, i, k) {
  n = split (calls, word, " ")
  k = 0
  for (i = 1; i <= n; i++)
    k += (split (word[i], part, "*") > 1 ? part[1] : 1)
  return k
}

function described(whose, calls) {
  if (calls == "")
    return whose ": none"
  if (calls ~ /n\*/)
    return whose ": " calls
  return whose ", " count(calls) ": " calls
}

BEGIN { FS = "\t" }
/^#/ { next }
{ print "@item " $2 "\n" described("GCC 12", $3) "@*\n" described("offgomp", $4) }
