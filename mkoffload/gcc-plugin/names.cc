/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of memory, as a programmer would write them; see names.h.  */

#define INCLUDE_STRING
#include "gcc_headers.h"

#include "check_gcc.h"
#include "names.h"

typedef std::string text;

/* How many definitions of a pointer are followed to find its name.  */
#define NAME_DEPTH 8

bool
offgomp_is_argument_block (tree base)
{
  if (base != NULL_TREE && TREE_CODE (base) == MEM_REF)
    {
      base = TREE_OPERAND (base, 0);
      base = TREE_CODE (base) == SSA_NAME ? SSA_NAME_VAR (base) : NULL_TREE;
    }
  return base != NULL_TREE && DECL_P (base) && DECL_NAME (base) != NULL_TREE
         && strncmp (IDENTIFIER_POINTER (DECL_NAME (base)), ".omp_", 5) == 0;
}

static void name_reference (text *out, tree expression, int depth);

/* Whether FIELD is the pointer of a Fortran array descriptor, so that it stands
   for the variable.  */
static bool
is_descriptor_data (tree field)
{
  tree name = DECL_NAME (field), next = DECL_CHAIN (field);
  return name != NULL_TREE && strcmp (IDENTIFIER_POINTER (name), "data") == 0
         && next != NULL_TREE && DECL_NAME (next) != NULL_TREE
         && strcmp (IDENTIFIER_POINTER (DECL_NAME (next)), "offset") == 0;
}

/* gfortran's prefix for the result of a function without RESULT, before the
   first characters of the function's name.  */
#define RESULT "__result_"

static text
name_result (const char *start)
{
  tree function = current_function_decl;
  const char *name = function == NULL_TREE || DECL_NAME (function) == NULL_TREE
                         ? ""
                         : IDENTIFIER_POINTER (DECL_NAME (function));
  return strncmp (name, start, strlen (start)) == 0 ? name : start;
}

/* gfortran's name for the unnamed COMMON block.  */
#define BLANK_COMMON "__BLNK__"

/* Whether TYPE, or its target, is the type of a COMMON block: GCC has no name
   for it.  */
static bool
is_common (tree type)
{
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return lang_GNU_Fortran () && RECORD_OR_UNION_TYPE_P (type)
         && TYPE_NAME (type) == NULL_TREE;
}

text
offgomp_plain_name (tree decl)
{
  tree name = DECL_NAME (decl);
  if (name == NULL_TREE)
    return text ();
  const char *string = IDENTIFIER_POINTER (name);
  if (is_common (TREE_TYPE (decl)) && *string != '.')
    return strcmp (string, BLANK_COMMON) == 0 ? "//"
                                              : text ("/") + string + "/";
  if (strncmp (string, RESULT, strlen (RESULT)) == 0)
    return name_result (string + strlen (RESULT));
  return text (string, strcspn (string, "."));
}

/* Whether EXPRESSION is GCC's form of a variable of the surrounding procedure,
   of a lambda's capture or of a COMMON block.  */
static bool
is_surroundings (tree expression)
{
  if (is_common (TREE_TYPE (expression))
      && !offgomp_is_argument_block (expression))
    return true;
  if (TREE_CODE (expression) == MEM_REF)
    expression = TREE_OPERAND (expression, 0);
  if (TREE_CODE (expression) == SSA_NAME)
    expression = SSA_NAME_VAR (expression);
  if (expression == NULL_TREE || !DECL_P (expression)
      || !DECL_ARTIFICIAL (expression) || DECL_NAME (expression) == NULL_TREE)
    return false;
  text name = offgomp_plain_name (expression);
  return name == "CHAIN" || name == "FRAME" || name == "__closure";
}

static void
name_definition (text *out, gimple *definition, int depth)
{
  if (gphi *phi = dyn_cast<gphi *> (definition))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi) && out->empty (); i++)
        name_reference (out, gimple_phi_arg_def (phi, i), depth);
      return;
    }
  if (!is_gimple_assign (definition))
    return;
  tree first = gimple_assign_rhs1 (definition);
  switch (gimple_assign_rhs_code (definition))
    {
    case COMPONENT_REF:
      if (offgomp_is_argument_block (get_base_address (first)))
        *out += offgomp_plain_name (TREE_OPERAND (first, 1));
      if (out->empty ())
        name_reference (out, first, depth);
      break;
    case POINTER_PLUS_EXPR:
      name_reference (out, first, depth);
      if (!out->empty () && *out->rbegin () != ']')
        *out += "[...]";
      break;
    CASE_CONVERT:
    case ADDR_EXPR:
    case SSA_NAME:
    case VAR_DECL:
    case PARM_DECL:
    case MEM_REF:
    case ARRAY_REF:
    case VIEW_CONVERT_EXPR:
      name_reference (out, first, depth);
      break;
    default:
      break;
    }
}

static void
name_pointer (text *out, tree pointer, int depth)
{
  tree variable = SSA_NAME_VAR (pointer);
  if (variable != NULL_TREE && DECL_NAME (variable) != NULL_TREE
      && !DECL_IGNORED_P (variable)
      && IDENTIFIER_POINTER (DECL_NAME (variable))[0] != '.')
    *out += offgomp_plain_name (variable);
  if (out->empty () && depth > 0)
    name_definition (out, SSA_NAME_DEF_STMT (pointer), depth - 1);
}

static void
append_index (text *out, tree index)
{
  char number[32] = "...";
  text name;
  if (tree_fits_shwi_p (index))
    snprintf (number, sizeof (number), HOST_WIDE_INT_PRINT_DEC,
              tree_to_shwi (index));
  else if (TREE_CODE (index) == SSA_NAME)
    name_pointer (&name, index, 2);
  *out += "[" + (name.empty () ? text (number) : name) + "]";
}

/* The constant offset of the MEM_REF EXPRESSION, as an index.  */
static void
append_offset (text *out, tree expression)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (expression));
  tree offset = TREE_OPERAND (expression, 1);
  if (out->empty () || size == NULL_TREE || !tree_fits_shwi_p (size)
      || !tree_fits_shwi_p (offset) || integer_zerop (offset)
      || integer_zerop (size) || *out->rbegin () == ']')
    return;
  char index[32] = "[...]";
  if (tree_to_shwi (offset) % tree_to_shwi (size) == 0)
    snprintf (index, sizeof (index), "[" HOST_WIDE_INT_PRINT_DEC "]",
              tree_to_shwi (offset) / tree_to_shwi (size));
  *out += index;
}

/* The memory that EXPRESSION is, as a programmer would write it; "" if it has
   no name.  */
static void
name_reference (text *out, tree expression, int depth)
{
  switch (TREE_CODE (expression))
    {
    case SSA_NAME:
      name_pointer (out, expression, depth);
      break;
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
      *out += offgomp_plain_name (expression);
      break;
    case COMPONENT_REF:
      if (is_surroundings (TREE_OPERAND (expression, 0)))
        {
          text name = offgomp_plain_name (TREE_OPERAND (expression, 1));
          /* GCC puts them before what is captured.  */
          *out += name.substr (name.compare (0, 2, "__") == 0 ? 2 : 0);
          break;
        }
      name_reference (out, TREE_OPERAND (expression, 0), depth);
      if (!out->empty () && is_descriptor_data (TREE_OPERAND (expression, 1)))
        break;
      if (!out->empty () && DECL_NAME (TREE_OPERAND (expression, 1)))
        *out
            += TREE_CODE (TREE_OPERAND (expression, 0)) == MEM_REF ? "->" : ".";
      *out += offgomp_plain_name (TREE_OPERAND (expression, 1));
      break;
    case ARRAY_REF:
      name_reference (out, TREE_OPERAND (expression, 0), depth);
      if (!out->empty ())
        append_index (out, TREE_OPERAND (expression, 1));
      break;
    case MEM_REF:
      name_reference (out, TREE_OPERAND (expression, 0), depth);
      append_offset (out, expression);
      break;
    case ADDR_EXPR:
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case BIT_FIELD_REF:
    case VIEW_CONVERT_EXPR:
      name_reference (out, TREE_OPERAND (expression, 0), depth);
      break;
    default:
      break;
    }
}

text
offgomp_name_memory (tree expression)
{
  text name;
  name_reference (&name, expression, NAME_DEPTH);
  return name;
}

/* The target of DESCRIPTOR, which GCC made for a section of a Fortran array;
   NULL_TREE if not known.  */
static tree
data_of_section (tree descriptor, basic_block block)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gassign *assignment = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (assignment == NULL)
        continue;
      tree to = gimple_assign_lhs (assignment);
      if (TREE_CODE (to) == COMPONENT_REF && TREE_OPERAND (to, 0) == descriptor
          && is_descriptor_data (TREE_OPERAND (to, 1)))
        return gimple_assign_rhs1 (assignment);
    }
  return NULL_TREE;
}

/* The value assigned in BLOCK to VALUE, which may be a temporary: the start of
   a section is computed there.  */
static tree
before_temporaries (tree value, basic_block block)
{
  for (int depth = 0; depth < NAME_DEPTH; depth++)
    {
      tree from = NULL_TREE;
      if (!VAR_P (value) || DECL_NAME (value) != NULL_TREE)
        break;
      for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (is_gimple_assign (gsi_stmt (gsi))
            && gimple_assign_lhs (gsi_stmt (gsi)) == value)
          from = gimple_assign_rhs1 (gsi_stmt (gsi));
      if (from == NULL_TREE)
        break;
      value = from;
    }
  return value;
}

void
offgomp_name_section (gassign *statement, basic_block block)
{
  tree to = gimple_assign_lhs (statement);
  if (TREE_CODE (to) != COMPONENT_REF || !VAR_P (TREE_OPERAND (to, 0))
      || !offgomp_is_argument_block (TREE_OPERAND (to, 0))
      || DECL_NAME (TREE_OPERAND (to, 1)) != NULL_TREE)
    return;
  tree value = before_temporaries (gimple_assign_rhs1 (statement), block);
  tree base = value;
  if (TREE_CODE (value) == SSA_NAME
      && gimple_assign_single_p (SSA_NAME_DEF_STMT (value)))
    base = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (value));
  base = get_base_address (base);
  if (base != NULL_TREE && VAR_P (base) && DECL_ARTIFICIAL (base)
      && TREE_CODE (TREE_TYPE (base)) == RECORD_TYPE)
    value = data_of_section (base, block);
  text name = value == NULL_TREE ? text () : offgomp_name_memory (value);
  size_t length = strcspn (name.c_str (), "[");
  if (length > 0)
    DECL_NAME (TREE_OPERAND (to, 1))
        = get_identifier_with_length (name.c_str (), length);
}

/* The size of VARIABLE, if it is the same in the whole program; else 0.  */
static HOST_WIDE_INT
size_of_variable (tree variable)
{
  tree size = DECL_SIZE_UNIT (variable);
  if (DECL_COMMON (variable) || DECL_WEAK (variable)
      || is_common (TREE_TYPE (variable)) || size == NULL_TREE
      || !tree_fits_shwi_p (size))
    return 0;
  return tree_to_shwi (size);
}

tree
offgomp_room_of_section (gassign *statement, basic_block block,
                         HOST_WIDE_INT *room)
{
  tree to = gimple_assign_lhs (statement);
  poly_int64 offset;
  HOST_WIDE_INT skipped;
  if (TREE_CODE (to) != COMPONENT_REF || !VAR_P (TREE_OPERAND (to, 0))
      || !offgomp_is_argument_block (TREE_OPERAND (to, 0)))
    return NULL_TREE;
  tree value = before_temporaries (gimple_assign_rhs1 (statement), block);
  tree descriptor = get_base_address (value);
  if (descriptor != NULL_TREE && VAR_P (descriptor)
      && DECL_ARTIFICIAL (descriptor)
      && TREE_CODE (TREE_TYPE (descriptor)) == RECORD_TYPE)
    value = data_of_section (descriptor, block);
  if (value != NULL_TREE)
    value = before_temporaries (value, block);
  if (value == NULL_TREE || TREE_CODE (value) != ADDR_EXPR)
    return NULL_TREE;
  tree memory = TREE_OPERAND (value, 0);
  tree base = get_addr_base_and_unit_offset (memory, &offset);
  if (base == NULL_TREE || !offset.is_constant (&skipped) || skipped < 0)
    {
      base = get_base_address (memory);
      skipped = 0;
    }
  if (base == NULL_TREE || !VAR_P (base))
    return NULL_TREE;
  *room = size_of_variable (base) - skipped;
  return *room > 0 ? TREE_OPERAND (to, 1) : NULL_TREE;
}
