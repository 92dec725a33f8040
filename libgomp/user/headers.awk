# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# awk -v language=c|module|include -v pointer=BYTES [-v prefix=__WORD]
#     [-v generic=1] [-v gcc=MAJOR] -f headers.awk TABLE NAME.in
# prints NAME.in with its lines @CONSTANTS@ and @ROUTINES@ replaced, and its
# words @POINTER@ and @TWO_POINTERS@, which are sizes.  PREFIX is that of the
# macros of the C header; with "generic" each routine of Fortran is a generic
# name for procedures whose names end in _h, if it has no C binding; MAJOR is the
# release of the Fortran compiler.
#
# The tables explain themselves.  The include file is valid in fixed and in free
# form: no line is longer than 72 columns, a continued one has "&" in column 73
# and the next one "&" in column 6.

BEGIN {
  column["c"] = 2; column["module"] = 3; column["include"] = 4
  if (prefix == "")
    prefix = "__OMP"
}

function trim(s)
{
  gsub (/^[ \t]+|[ \t]+$/, "", s)
  return s
}

# ---- output

function put(text) { out = out text "\n" }

# What does not become two lines.
function keep(text)
{
  gsub(/ /, "\001", text)
  return text
}

# The pieces of TEXT, parted by blanks, in lines that start with MARGIN.
function wrap(text, margin, width, join, next_margin,    n, i, piece, row)
{
  n = split (text, piece, " ")
  row = margin piece[1]
  for (i = 2; i <= n; i++)
    if (length (row " " piece[i]) <= width)
      row = row " " piece[i]
    else
      {
        put(join == "" ? row : sprintf ("%-*s%s", width, row, join))
        row = next_margin piece[i]
      }
  put(row)
}

function put_c(text,    before)
{
  before = out
  out = ""
  wrap(text, "", 79, "", "    ")
  gsub(/\001/, " ", out)
  out = before out
}
function put_module(text) { put("    " text) }
function put_include(text)
{
  wrap(text, "        " (text ~ /^ / ? "  " : ""), 72, "&", "     &      ")
}

# ---- constants: in C the last one of an enumeration has no comma

function end_enum()
{
  if (enum_type != "" && language == "c")
    {
      put(last_constant)
      put(enum_type == "-" ? "};" : "} " enum_type ";")
      last_constant = ""
    }
  enum_type = ""
}

function start_enum()
{
  end_enum()
  enum_type = $2
  enum_kind = $3
  if (language != "c")
    return
  put("")
  if (enum_type == "-")
    put("enum")
  else
    put("typedef enum " enum_type \
         ($4 == "wide" ? " " prefix "_ENUM_BASE (__UINTPTR_TYPE__)" : ""))
  put("{")
}

function fortran_type(kind)
{
  return kind == "-" ? "integer" : "integer (" kind ")"
}

function constant(name, value, mark,    kind)
{
  kind = mark == "" ? enum_kind : mark
  if (language == "c")
    {
      if (last_constant != "")
        put(last_constant ",")
      last_constant = "  " name " = " (name == "omp_atv_default" \
                                       ? "(__UINTPTR_TYPE__)" : "") value
    }
  else if (mark == "c")
    return
  else if (language == "module")
    put("  " fortran_type(kind) ", parameter :: " name " = " value)
  else
    {
      put("      " fortran_type(kind) " " name)
      put("      parameter (" name " = " value ")")
    }
}

# ---- routines

# Split the row into name, result, flags, attributes, arguments.
function read_routine(    row, list, word, n, i, part)
{
  row = $0
  attributes = ""
  if ((i = index (row, "|")) > 0)
    {
      attributes = " " keep(trim(substr (row, i + 1)))
      row = substr (row, 1, i - 1)
    }
  name = $1
  i = index (row, "(")
  list = substr (row, i + 1, index (row, ")") - i - 1)
  row = substr (row, index (row, ")") + 1)
  count = split (list, word, /, */)
  for (i = 1; i <= count; i++)
    {
      split (word[i] "::", part, ":")
      argument[i] = part[1]
      type[i] = part[2]
      mode[i] = part[3]
    }
  result = both = bind = only = data = alias = throws = ""
  since = 0
  n = split (row, word, " ")
  for (i = 1; i <= n; i++)
    if (word[i] == "both")
      both = 1
    else if (word[i] == "bind")
      bind = 1
    else if (word[i] == "data")
      data = 1
    else if (word[i] == "throws")
      throws = 1
    else if (word[i] == "as")
      alias = word[++i]
    else if (word[i] == "since")
      since = word[++i]
    else if (word[i] == "c" || word[i] == "fortran")
      only = word[i]
    else
      result = word[i]
}

function spell(word, where)
{
  if (!((word, where) in types))
    {
      print table ": " name ": unknown type " word > "/dev/stderr"
      exit failed = 1
    }
  return types[word, where]
}

function c_type(word)
{
  return word == "" ? "void" : spell(word, 2)
}

# A pointer sticks to what follows.
function beside(text) { return text ~ /\*$/ ? text : text " " }

function c_argument(i,    text)
{
  text = c_type(type[i])
  if (mode[i] == "array")
    return "const " beside(text) (type[i] == "size" ? "*" : "[]")
  if (mode[i] ~ /^(out|inout|outarray|list|maybe)$/)
    return beside(text) "*"
  if (mode[i] == "null")
    return text " " prefix "_DEFAULT (omp_null_allocator)"
  return text
}

function c_routine(    i, list)
{
  for (i = 1; i <= count; i++)
    list = list (i > 1 ? ", " : "") keep(c_argument(i))
  put_c("extern " beside(c_type(result)) name " (" \
         (count ? list : "void") ")" (throws ? "" : " " prefix "_NOTHROW") \
         attributes ";")
}

# ", intent (in)" and what else the mode of argument I adds to its type.
function fortran_mode(i)
{
  if (type[i] == "any" || type[i] == "ptrptr")
    return ""
  if (mode[i] == "value")
    return ", value, intent (in)"
  if (mode[i] == "maybe")
    return ", optional, intent (out)"
  if (mode[i] == "given")
    return ", intent (in), optional"
  if (mode[i] == "list")
    return ", optional"
  if (mode[i] == "array")
    return ", intent (in)"
  if (mode[i] == "outarray")
    return ", intent (out)"
  if (mode[i] == "out" || mode[i] == "inout")
    return ", intent (" mode[i] ")"
  return bind ? ", value" : ", intent (in)"
}

# With default integers and logicals of 8 bytes.
function wide(text)
{
  sub (/^integer \(4\)/, "integer (8)", text)
  sub (/^logical \(4\)/, "logical (8)", text)
  return text
}

# The interface of the routine, with SUFFIX; LABEL is what the C binding adds.
function fortran_interface(suffix, label,    i, list, text, at)
{
  at = column[language]
  for (i = 1; i <= count; i++)
    list = list (i > 1 ? ", " : "") argument[i]
  line((result == "" ? "subroutine " : "function ") name suffix \
        " (" list ")" (bind ? " bind (c" label ")" : ""))
  if (language == "module")
    line("  import")
  else if (kinds() != "")
    line("  use, intrinsic :: iso_c_binding, only : " kinds())
  if (result != "")
    line("  " spell(result, at) " :: " name suffix)
  for (i = 1; i <= count; i++)
    {
      text = spell(type[i], at)
      if (type[i] == "any" || type[i] == "depend" && language == "include")
        put("!GCC$ ATTRIBUTES NO_ARG_CHECK :: " argument[i])
      line("  " (suffix == "" ? text : wide(text)) fortran_mode(i) " :: " \
            argument[i] (mode[i] ~ /array|list/ ? "(*)" : ""))
    }
  line("end " (result == "" ? "subroutine" : "function"))
}

function line(text)
{
  if (language == "module")
    put_module(text)
  else
    put_include(text)
}

# One of the procedures of a generic name.  Of a routine on data there is FORM
# 32 and 64, where the length is an integer of so many bits, and "array", which
# has its length from the argument.
function generic_procedure(form,    i, n, at, list, name_h, word, text)
{
  at = column[language]
  name_h = name (form == "" ? "" : "_" form) "_h"
  for (i = 1; i <= count; i++)
    if (!(form == "array" && type[i] == "bytes"))
      list = list (i > 1 ? ", " : "") generic_name(i, form)
  word = result == "" ? "-" : spell(result, at)
  line("  " (word == "-" ? "subroutine " : "function ") name_h " (" list ")")
  if (language == "module")
    line("    import")
  else if (form ~ /^[0-9]/)
    line("    use, intrinsic :: iso_c_binding, only : c_int" form "_t")
  else if (kinds() != "")
    line("    use, intrinsic :: iso_c_binding, only : " kinds())
  if (word != "-")
    line("    " word " :: " name_h)
  for (i = 1; i <= count; i++)
    if (type[i] == "data" && form == "array")
      line("    type (*), dimension (..), contiguous :: " argument[i])
    else if (type[i] == "data")
      {
        put("!GCC$ ATTRIBUTES NO_ARG_CHECK :: " argument[i])
        line("    type (*), dimension (*) :: " argument[i])
      }
    else if (type[i] != "bytes")
      line("    " spell(type[i], at) fortran_mode(i) " :: " \
            generic_name(i, form))
    else if (form != "array")
      line("    integer (c_int" form "_t), intent (in) :: " argument[i])
  line("  end " (word == "-" ? "subroutine" : "function"))
}

# As GCC's include file has it; its module does not.
function generic_name(i, form)
{
  return argument[i] (language == "include" && form == "array" && i > 1 \
                      ? "_" : "")
}

function generic_routine(    i, n, form)
{
  line("interface " name)
  n = split (data ? "32 64 array" : "-", form, " ")
  for (i = 1; i <= n; i++)
    if (alias != "")
      line("  procedure :: " alias (data ? "_" form[i] : "") "_h")
    else
      generic_procedure(data ? form[i] : "")
  line("end interface")
}

# The kinds of iso_c_binding that the include file's interface needs.
function kinds(    i, text, list, kind)
{
  text = result == "" ? "" : spell(result, 4)
  for (i = 1; i <= count; i++)
    text = text " " spell(type[i], 4)
  for (i = split ("c_ptr c_int c_size_t c_intptr_t", kind, " "); i > 0; i--)
    if (index (text, "(" kind[i] ")"))
      list = kind[i] (list == "" ? "" : ", " list)
  return list
}

# The plain interface block of the module is open, or has to be.
function plain_block(wanted)
{
  if (wanted && !in_plain)
    put("\n  interface")
  else if (!wanted && in_plain)
    put("  end interface")
  in_plain = wanted
}

function module_routine()
{
  plain_block(!both)
  if (both)
    put("\n  interface " name)
  fortran_interface("")
  if (both)
    {
      fortran_interface("_8")
      put("  end interface")
    }
}

# Before Fortran 2018 no argument of a procedure with the C binding may be
# optional.  So the name stands for one interface with its last argument and one
# without it.  A list is not read if its length is 0; its elements are longer
# than an integer for C, so their kind is not checked.  For results that are not
# wanted there is another function, offgomp_NAME.
function include_with_last(kind,    given, label)
{
  given = count
  label = ", name='" name "'"
  line("interface " name)
  mode[given] = kind == "list" ? "array" : "out"
  fortran_interface("_" kind, label)
  count--
  if (kind != "list")
    label = ", name='offgomp_" substr (name, 5) "'"
  fortran_interface("_no_" kind, label)
  count = given
  line("end interface")
}

# With default integers of either size.
function include_both()
{
  line("interface " name)
  fortran_interface("")
  fortran_interface("_8")
  line("end interface")
}

# Whether an interface is needed to call it: "plain", "both", or "list" and
# "code" if its last argument is such an optional one and it has the C binding.
function needs_interface(    i, needs)
{
  needs = bind || result == "name" ? "plain" : ""
  if (needs && both)
    return "both"
  for (i = 1; i <= count; i++)
    {
      if (bind && mode[i] == "list")
        return "list"
      if (bind && mode[i] == "maybe")
        return "code"
      if (mode[i] == "value")
        needs = "plain"
    }
  return needs
}

function include_routine(    needs, before)
{
  needs = needs_interface()
  if (needs != "")
    {
      before = out
      out = ""
      if (needs == "both")
        include_both()
      else if (needs != "plain")
        include_with_last(needs)
      else
        fortran_interface("")
      if (needs == "plain")
        interfaces = interfaces out
      else
        generics = generics out
      out = before
      return
    }
  put("      external " name)
  if (result == "allocator")
    put("      integer (omp_allocator_handle_kind) " name)
  else if (result != "")
    put("      " spell(result, 4) " " name)
}

function routine()
{
  read_routine()
  if (only != "" && (only == "c") != (language == "c"))
    return
  if (language != "c" && gcc + 0 < since)
    return
  if (language == "c")
    c_routine()
  else if (generic && !bind)
    generic_routine()
  else if (language == "module")
    module_routine()
  else
    include_routine()
}

# ---- the table

FNR == NR { table = FILENAME }
FNR == NR && (/^#/ || NF == 0) { next }
FNR == NR && $1 == "type" {
  n = split ($0, part, /\|/)
  for (i = 2; i <= n; i++)
    types[$2, i] = trim(part[i])
  next
}
FNR == NR && $1 == "enum" { start_enum(); next }
FNR == NR && $1 == "section" {
  end_enum()
  if (constant_text == "")
    {
      constant_text = out
      out = ""
    }
  plain_block(0)
  text = trim(substr ($0, length ("section") + 1))
  if (language == "c")
    put("\n/* " text "  */")
  else
    put((language == "module" ? "\n  ! " : "\n! ") text)
  next
}
FNR == NR && /^ / { constant($1, $2, $3); next }
FNR == NR { routine(); next }

# ---- NAME.in

{
  gsub (/@POINTER@/, pointer)
  gsub (/@TWO_POINTERS@/, 2 * pointer)
}
FNR == 1 {
  plain_block(0)
  routine_text = out
  if (language == "include")
    routine_text = routine_text "\n      interface\n" interfaces \
                   "      end interface\n" generics
  sub (/^\n/, "", constant_text)
  sub (/^\n/, "", routine_text)
}
$0 == "@CONSTANTS@" { printf "%s", constant_text; next }
$0 == "@ROUTINES@" { printf "%s", routine_text; next }
{ print }
END { exit failed }
