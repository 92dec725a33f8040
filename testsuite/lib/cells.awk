# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Has each cell of the table of OpenMP's features, openmp-coverage.tsv, a test
# that passed?
#
#   awk -v gcc=16 -f cells.awk openmp-coverage.tsv libgomp.sum
#
# with the results of the whole suite by that GCC.  What is newer than it is left
# out, and what a system without GCC's compiler for NVIDIA devices cannot tell.

BEGIN { FS = "\t" }

# The table.
NR == FNR {
  if (/^#/)
    next
  row[++rows] = $1
  since[rows] = $3
  split("host x86emul nvptx checker", column, " ")
  for (i = 1; i <= 4; i++)
    cell[rows, column[i]] = $(3 + i)
  tests[rows] = $8
  next
}

# The results: "KIND: SCRIPT NAME", "KIND: PROGRAM NAME".
match($0, /^[A-Z]+: /) {
  kind = substr($0, 1, RLENGTH - 2)
  name = substr($0, RLENGTH + 1)
  sub(/^libomptarget\/clang-[0-9]*/, "libomptarget", name)
  n = split(name, word, /[ ,]/)
  test = word[1]
  if (test == "toolchain/features.sh" || test ~ /^nvptx\//)
    test = test " " word[2]
  mark(test, mode_of(name), kind)
}

# What a result tells of: a column.
function mode_of(name) {
  if (name ~ /^nvptx\//)
    return "nvptx"
  if (name ~ /^checked\// || name ~ /, checked$/)
    return "checker"
  if (name ~ /on the host$/)
    return "host"
  if (name ~ / (compile|is refused)$|, compiled$/)
    return "compiler"
  return "x86emul"
}

function mark(test, mode, kind) {
  if (kind == "PASS")
    passed[test, mode] = 1
  else
    other[test, mode] = kind
  if (mode == "nvptx")
    any_nvptx = 1
}

# The name by which the results know the test FILE of a row, for MODE; nvptx's
# have many scripts.
function tells(file, mode,    key, part, found) {
  if (mode == "nvptx") {
    for (key in passed) {
      split(key, part, SUBSEP)
      if (part[2] == mode && part[1] ~ (" " quoted(file) "$"))
        found = 1
    }
    return found
  }
  if (file ~ /^features\//)
    file = "toolchain/features.sh " substr(file, 10)
  else if (mode == "checker")
    file = "checked/" file
  if ((file, mode) in passed)
    return 1
  # A program of the host, and scripts: what they do is their matter.
  return mode == "host" && (file, "x86emul") in passed && file !~ /\/target-/
}

function quoted(text) { gsub(/[.+]/, "[&]", text); return text }

function check(i, mode,    n, k, file) {
  n = split(tests[i], file, " ")
  for (k = 1; k <= n; k++)
    if (tells(file[k], mode))
      return 1
  print row[i] ": " mode ": none of " tests[i] " passed"
  return 0
}

END {
  for (i = 1; i <= rows; i++) {
    if (since[i] + 0 > gcc)
      continue
    for (m = 1; m <= 4; m++) {
      mode = column[m]
      if (cell[i, mode] == "-" || (mode == "nvptx" && !any_nvptx) \
          || (cell[i, mode] ~ /^GCC / && substr(cell[i, mode], 5) + 0 > gcc))
        continue
      cells++
      bad += !check(i, mode)
    }
  }
  print cells + 0 " cells, " bad + 0 " without a test that passed"
  exit bad > 0
}
