# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The table of what of OpenACC is tested where, testsuite/lib/
# openacc-coverage.tsv, as Texinfo.

# "libgomp.oacc-c/loops.c libgomp.oacc-fortran/loops.f90": "loops (C, Fortran)".
function tests(list,    word, n, i, dir, name, language, order, count, text) {
  n = split(list, word, " ")
  for (i = 1; i <= n; i++) {
    dir = name = word[i]
    sub(/\/.*/, "", dir)
    sub(/.*\//, "", name)
    sub(/\.[a-z0-9]*$/, "", name)
    language = dir == "libgomp.oacc-c" ? "C" \
               : dir == "libgomp.oacc-c++" ? "C++" \
               : dir == "libgomp.oacc-fortran" ? "Fortran" : dir
    if (!(name in found)) {
      order[++count] = name
      found[name] = language
    }
    else
      found[name] = found[name] ", " language
  }
  for (i = 1; i <= count; i++) {
    text = text (i > 1 ? "; " : "") order[i] " (" found[order[i]] ")"
    delete found[order[i]]
  }
  return text
}

BEGIN { FS = "\t" }
/^#/ { next }
{
  what = $1 == "routine" && $2 ~ /^acc_/ ? $2 : $2 == "" ? $1 : $1 " " $2
  print "@item @code{" what "} @tab " $3 " @tab " $4 " @tab " $5 " @tab " $6 \
        " @tab " $7 " @tab " tests($8)
}
