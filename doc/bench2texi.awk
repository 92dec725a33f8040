# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Makes a chart for the manual of the large table in bench/README.md: for some
# rows, offgomp's time as a share of each peer's, a bar each.
BEGIN {
  FS = " *[|] *"
  wanted = "fork reduction parallel-for-static parallel-for-dynamic barrier" \
    " single for-dynamic critical lock task-one-work fib taskloop-64 chains"
  n = split (wanted, names, " ")
  for (i = 1; i <= n; i++)
    is_wanted[names[i]] = 1
  width = 40
  print "@c Made from bench/README.md; changes belong there."
  print "@smallexample"
  printf "%-22s%8s  0%*s1\n", "row", "threads", width - 2, ""
}

# A bar of SHARE of WIDTH characters MARK; what is longer ends with a >.
function bar(share, mark,   text, i)
{
  for (i = 0; i < share * width - 0.5 && i < width; i++)
    text = text mark
  return share > 1.01 ? substr (text, 2) ">" : text
}

/^\| row \|/ { in_table = $3 == "1: ns" && $4 == "/libgomp" }
!in_table || !($2 in is_wanted) { next }
{
  for (column = 3; column <= 6; column += 3)
    {
      threads = column == 3 ? 1 : 2
      printf "%-22s%8d  %-*s %s\n", column == 3 ? $2 : "", threads, width, \
	bar($(column + 1), "#"), $(column + 1)
      printf "%32s%-*s %s\n", "", width, bar($(column + 2), "="), $(column + 2)
    }
}
END { print "@end smallexample" }
