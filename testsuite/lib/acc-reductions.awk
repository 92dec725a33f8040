# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Writes a program with each reduction of OpenACC that acc-reductions.tsv has for
# -v language=c, c++ or fortran; only those whose NAME or CLASS of a type is
# among -v types=..., if that is given.  Each region has all operators of a type
# on one level.  The program compares with what the host computes, names what
# differs and ends with status 1.

BEGIN { FS = "\t"; is_fortran = language == "fortran" }

function has(list, word) { return index(" " list " ", " " word " ") != 0 }

$1 == "type" && has($2, language) {
  if (types == "" || has(types, $5) || has(types, $3)) {
    class[++type_count] = $3; type[type_count] = $4; name[type_count] = $5
  }
}
$1 == "operator" && has($2, language) {
  classes[++count] = $3; op[count] = $4; var[count] = $5; start[count] = $6
  value[count] = $7
}
$1 == "level" {
  level[++level_count] = $2; construct[level_count] = $3; loops[level_count] = $4
}

# The operators of type T, to OF[1..n].
function operators(t, of,    k, n) {
  for (k = 1; k <= count; k++)
    if (has(classes[k], class[t]))
      of[++n] = k
  return n
}

function clauses(of, n, separator,    k, text) {
  for (k = 1; k <= n; k++)
    text = text separator " reduction(" op[of[k]] ": " var[of[k]] ")"
  return text
}

# A kernels construct has no reductions but those of its loops.
function of_construct(l, of, n, separator) {
  return construct[l] == "kernels" ? "" : clauses(of, n, separator)
}

# The loops of level L, of 60 iterations together: the clauses of each to PART;
# returns how many there are.
function parts(l, part,    depth) {
  depth = split(loops[l], part, "/")
  return depth == 0 ? 1 : depth
}

function length_of(d, depth) {
  if (depth == 1)
    return 60
  if (depth == 2)
    return d == 1 ? 6 : 10
  return d + 2
}

# The iteration, of the variables i1, i2, i3.
function number(depth) {
  return depth == 1 ? "i1" : depth == 2 ? "10 * i1 + i2" : \
                             "20 * i1 + 5 * i2 + i3"
}

# ------------------------------------------------------------------ C, C++

function c_step(k, t,    v, x) {
  v = var[k]
  x = "(" type[t] ")(" value[k] ")"
  if (op[k] == "max")
    return v " = " x " > " v " ? " x " : " v ";"
  if (op[k] == "min")
    return v " = " x " < " v " ? " x " : " v ";"
  return v " = " v " " op[k] " " x ";"
}

function c_start(of, n, t,    k) {
  for (k = 1; k <= n; k++)
    printf "  %s %s = %s;\n", type[t], var[of[k]], start[of[k]]
}

function c_body(of, n, t,    k) {
  print "      {"
  for (k = 1; k <= n; k++)
    print "        " c_step(of[k], t)
  print "      }"
}

function c_loops(l, of, n, t,    part, depth, d) {
  depth = parts(l, part)
  for (d = 1; d <= depth; d++) {
    printf "#pragma acc loop %s%s\n", part[d], clauses(of, n, "")
    printf "  for (int i%d = 0; i%d < %d; i%d++)\n", d, d, length_of(d, depth), d
  }
  print "    {\n      int i = " number(depth) ";"
  c_body(of, n, t)
  print "    }"
}

function c_type(t,    of, n, k, l) {
  n = operators(t, of)
  printf "\nstatic %s want_%s[%d];\n", type[t], name[t], n
  printf "static void\nfind_%s (void)\n{\n", name[t]
  c_start(of, n, t)
  print "  for (int i = 0; i < 60; i++)"
  c_body(of, n, t)
  for (k = 1; k <= n; k++)
    printf "  want_%s[%d] = %s;\n", name[t], k - 1, var[of[k]]
  print "}"
  for (l = 1; l <= level_count; l++) {
    printf "static void\n%s_%s (void)\n{\n", name[t], level[l]
    c_start(of, n, t)
    printf "#pragma acc %s%s\n  {\n", construct[l], of_construct(l, of, n, "")
    c_loops(l, of, n, t)
    print "  }"
    for (k = 1; k <= n; k++)
      printf "  check (\"%s %s %s\", %s == want_%s[%d]);\n", type[t], level[l],
             var[of[k]], var[of[k]], name[t], k - 1
    print "}"
  }
  calls = calls "  find_" name[t] " ();\n"
  for (l = 1; l <= level_count; l++)
    calls = calls "  " name[t] "_" level[l] " ();\n"
}

function c_program(    t) {
  print "#include <stdio.h>\nstatic int errors;"
  print "static void\ncheck (const char *what, int holds)\n{"
  print "  if (!holds && ++errors)\n    puts (what);\n}"
  for (t = 1; t <= type_count; t++)
    c_type(t)
  print "\nint\nmain (void)\n{\n" calls "  return errors != 0;\n}"
}

# ------------------------------------------------------------------ Fortran

function f_step(k, t,    v, x) {
  v = var[k]
  x = value[k]
  x = class[t] == "integer" ? "int (" x ", " kind(t) ")" \
      : class[t] == "real" ? "real (" x ", " kind(t) ")" \
      : class[t] == "complex" ? "cmplx (" x ", 0, " kind(t) ")" \
      : "logical (" x ", " kind(t) ")"
  if (op[k] ~ /^[a-z]/)
    return v " = " op[k] " (" v ", " x ")"
  return v " = " v " " op[k] " " x
}

function kind(t,    digits) {
  digits = type[t]
  gsub(/[^0-9]/, "", digits)
  return digits
}

function f_start(of, n,    k) {
  for (k = 1; k <= n; k++)
    print "    " var[of[k]] " = " start[of[k]]
}

function f_body(of, n, t,    k) {
  for (k = 1; k <= n; k++)
    print "      " f_step(of[k], t)
}

function f_declare(of, n, t,    k) {
  print "    integer :: i, i1, i2, i3"
  for (k = 1; k <= n; k++)
    printf "    %s :: %s\n", type[t], var[of[k]]
}

function f_loops(l, of, n, t,    part, depth, d) {
  depth = parts(l, part)
  for (d = 1; d <= depth; d++) {
    printf "    !$acc loop %s private(i)%s\n", part[d],
           clauses(of, n, " &\n    !$acc ")
    printf "    do i%d = 0, %d\n", d, length_of(d, depth) - 1
  }
  print "      i = " number(depth)
  f_body(of, n, t)
  for (d = 1; d <= depth; d++)
    print "    end do"
}

function f_end(of) {
  sub(/ .*/, "", of)
  return of
}

# Of the kind that check takes.
function f_is_same(k, t, i) {
  return "logical (" var[k] (class[t] == "logical" ? " .eqv. " : " == ") \
         "want_" name[t] "(" i "))"
}

function f_type(t,    of, n, k, l) {
  n = operators(t, of)
  printf "  subroutine find_%s\n", name[t]
  f_declare(of, n, t)
  f_start(of, n)
  print "    do i = 0, 59"
  f_body(of, n, t)
  print "    end do"
  for (k = 1; k <= n; k++)
    printf "    want_%s(%d) = %s\n", name[t], k, var[of[k]]
  print "  end subroutine"
  for (l = 1; l <= level_count; l++) {
    printf "  subroutine %s_%s\n", name[t], level[l]
    f_declare(of, n, t)
    f_start(of, n)
    printf "    !$acc %s%s\n", construct[l],
           of_construct(l, of, n, " &\n    !$acc ")
    f_loops(l, of, n, t)
    printf "    !$acc end %s\n", f_end(construct[l])
    for (k = 1; k <= n; k++)
      printf "    call check ('%s %s %s', &\n      %s)\n", type[t], level[l],
             var[of[k]], f_is_same(of[k], t, k)
    print "  end subroutine"
  }
}

function f_program(    t, l, of, n) {
  print "program reductions\n  implicit none\n  integer :: errors = 0"
  for (t = 1; t <= type_count; t++) {
    delete of
    printf "  %s :: want_%s(%d)\n", type[t], name[t], operators(t, of)
  }
  for (t = 1; t <= type_count; t++) {
    print "  call find_" name[t]
    for (l = 1; l <= level_count; l++)
      print "  call " name[t] "_" level[l]
  }
  print "  if (errors /= 0) stop 1\ncontains"
  print "  subroutine check (what, holds)"
  print "    character (*), intent (in) :: what"
  print "    logical, intent (in) :: holds"
  print "    if (holds) return\n    print *, what\n    errors = errors + 1"
  print "  end subroutine"
  for (t = 1; t <= type_count; t++)
    f_type(t)
  print "end program"
}

END { if (is_fortran) f_program(); else c_program() }
