# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# For scripts: does a table of what is tested, of OpenACC or OpenMP, tell the
# truth?  Sourced after script.sh, with the sentinel of directives in $model,
# acc or omp, and the table's name in $table.

tab=$(printf '\t')

# left_out FILE KIND...: by nvptx/programs.tsv.
left_out () {
  file=$1
  shift
  for kind; do
    ! grep -q "^$file$tab$kind$tab" "$testsuite/nvptx/programs.tsv" || return 0
  done
  return 1
}

# text FILE: with what it includes from its own directories.
text () {
  cat "$testsuite/$1"
  sed -n "s/^[[:space:]]*#\{0,1\}include [\"']\(.*\)[\"']\$/\1/p" \
    "$testsuite/$1" | while read -r part; do
    path=$(dirname "$testsuite/$1")/$part
    test ! -f "$path" || cat "$path"
  done
}

# directives FILE: each on a line, without its sentinel.
directives () {
  text "$1" | awk -v model="$model" '
    { sub (/[[:space:]]*$/, "") }
    joined != "" { sub ("^[[:space:]]*(!\\$" model ")?&?[[:space:]]*", "")
                   $0 = joined " " $0; joined = "" }
    $0 ~ "^[[:space:]]*(#pragma +|!\\$)" model " " {
      if (sub (/[\\&]$/, "")) { joined = $0; next }
      sub ("^[[:space:]]*(#pragma +|!\\$)" model " *", "")
      gsub (/[[:space:]]+/, " ")
      print
    }'
}

mkdir -p known
# known FILE: the file with its directives, and that with its text.
known () {
  known=known/$(echo "$1" | tr / _)
  if test ! -f "$known"; then
    directives "$1" >"$known"
    text "$1" >"$known.text"
  fi
}

# has FILE PATTERN: the file, which is $known.
has () {
  case $1:$2 in
    *:"${model}_"*) grep -qwF -e "$2" "$known.text" ;;
    *.sh:* | *:OMP_*) grep -qE -e "$2" "$known.text" ;;
    *) grep -qE -e "$2" "$known" ;;
  esac
}

# Where the columns say yes, or from which GCC on, one of the tests runs, as
# "runs FILE MODE" of the script says.
check_modes () {
  for mode in host:"$3" x86emul:"$4" nvptx:"$5" x86emul:"$6"; do
    case ${mode#*:} in yes | GCC\ [0-9]*) ;; *) continue ;; esac
    for file in $7; do
      if runs "$file" "${mode%%:*}"; then continue 2; fi
    done
    echo "$1 $2: not run on ${mode%%:*}"
  done
}

check_row () {
  test -n "$7" || echo "$1 $2: no test"
  for file in $7; do
    if test ! -f "$testsuite/$file"; then
      echo "$file: not there"
      continue
    fi
    known "$file"
    has "$file" "$8" || echo "$1 $2: not in $file"
  done
  check_modes "$@"
}

# check_rows: all rows of the table.
check_rows () {
  grep -v '^#' "$table" | tr '\t' '|' | while
    IFS='|' read -r group what since host emulated nvidia checker tests pattern
  do
    check_row "$group" "$what" "$host" "$emulated" "$nvidia" "$checker" \
      "$tests" "$pattern"
  done | report 'each row has its tests'
}
