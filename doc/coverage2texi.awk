# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The tables of what of OpenACC and OpenMP is tested where, testsuite/lib/
# openacc-coverage.tsv and openmp-coverage.tsv, as Texinfo.

# "libgomp.oacc-c/loops.c libgomp.oacc-fortran/loops.f90": "loops (C, Fortran)".
function tests(list,    word, n, i, dir, name, language, order, count, text) {
  n = split(list, word, " ")
  for (i = 1; i <= n; i++) {
    dir = name = word[i]
    sub(/\/.*/, "", dir)
    sub(/.*\//, "", name)
    sub(/\.[a-z0-9]*$/, "", name)
    language = dir !~ /^(libgomp\.|features)/ ? dir \
               : word[i] ~ /\.c$/ ? "C" : word[i] ~ /\.cc$/ ? "C++" : "Fortran"
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
FILENAME ~ /openmp/ {
  print "@item " $1 " @tab " $2 " @tab " $3 " @tab " $4 " @tab " $5 " @tab " $6 \
        " @tab " $7 " @tab " tests($8)
  next
}
{
  what = $1 == "routine" && $2 ~ /^acc_/ ? $2 : $2 == "" ? $1 : $1 " " $2
  print "@item @code{" what "} @tab " $3 " @tab " $4 " @tab " $5 " @tab " $6 \
        " @tab " $7 " @tab " tests($8)
}
