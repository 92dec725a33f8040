/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which bytes the expression of a map clause names; see map_storage.h.  */

#define INCLUDE_LIST
#include "gcc_headers.h"

#include "tree-dfa.h"

#include "map_storage.h"

bool
map_same_start (const map_storage *a, const map_storage *b)
{
  if (a->through == NULL || b->through == NULL)
    return a->through == b->through && a->object == b->object;
  return map_same (a->through, b->through);
}

bool
map_same (const map_storage *a, const map_storage *b)
{
  if (!map_same_start (a, b) || a->offset != b->offset)
    return false;
  return a->variable == b->variable
         || (a->variable != NULL_TREE && b->variable != NULL_TREE
             && operand_equal_p (a->variable, b->variable, 0));
}

const map_storage *
map_finder::keep (const map_storage &p)
{
  kept.push_back (p);
  return &kept.back ();
}

const map_storage *
map_finder::add_offset (const map_storage *from, tree offset)
{
  if (from == NULL)
    return NULL;
  map_storage sum = *from;
  if (tree_fits_shwi_p (offset))
    sum.offset += tree_to_shwi (offset);
  else if (sum.variable == NULL_TREE)
    sum.variable = offset;
  else
    return NULL;
  return keep (sum);
}

/* A search for a definition gives up after this many statements.  */
#define MAP_STATEMENTS 256

/* Did GCC make VARIABLE for a part of an expression?  */
static bool
is_temporary (tree variable)
{
  return VAR_P (variable) && DECL_ARTIFICIAL (variable)
         && DECL_IGNORED_P (variable) && DECL_NAME (variable) == NULL_TREE;
}

/* The last statement before the construct that sets POINTER, a temporary
   variable; NULL: not known.  */
gimple *
map_finder::find_definition (tree pointer) const
{
  if (TREE_CODE (pointer) == SSA_NAME)
    return SSA_NAME_DEF_STMT (pointer);
  gimple_stmt_iterator i = before;
  for (int n = 0; n < MAP_STATEMENTS; n++)
    {
      gsi_prev (&i);
      if (gsi_end_p (i))
        break;
      if (is_gimple_assign (gsi_stmt (i))
          && gimple_assign_lhs (gsi_stmt (i)) == pointer)
        return gsi_stmt (i);
    }
  return NULL;
}

/* The target of the pointer at P.  */
const map_storage *
map_finder::through (const map_storage *p)
{
  return p == NULL ? NULL : keep ({ NULL_TREE, p, 0, NULL_TREE, NULL_TREE });
}

/* The target of POINTER; NULL: not known.  */
const map_storage *
map_finder::find_target (tree pointer, int depth)
{
  STRIP_NOPS (pointer);
  if (depth == 0)
    return NULL;
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return find_at_depth (TREE_OPERAND (pointer, 0), depth - 1);
  if ((DECL_P (pointer) && !is_temporary (pointer))
      || handled_component_p (pointer) || TREE_CODE (pointer) == MEM_REF
      || TREE_CODE (pointer) == INDIRECT_REF)
    return through (find_at_depth (pointer, depth - 1));
  gimple *definition = find_definition (pointer);
  if (definition == NULL || !is_gimple_assign (definition))
    return NULL;
  tree first = gimple_assign_rhs1 (definition);
  switch (gimple_assign_rhs_code (definition))
    {
    case POINTER_PLUS_EXPR:
      return add_offset (find_target (first, depth - 1),
                         gimple_assign_rhs2 (definition));
    case ADDR_EXPR:
    case SSA_NAME:
    CASE_CONVERT:
      return find_target (first, depth - 1);
    default:
      break;
    }
  const map_storage *from = gimple_assign_load_p (definition)
                                ? find_at_depth (first, depth - 1)
                                : NULL;
  return through (from);
}

/* The bytes of LVALUE; NULL: not known.  */
const map_storage *
map_finder::find_at_depth (tree lvalue, int depth)
{
  poly_int64 bytes = 0;
  tree base = depth == 0 || DECL_P (lvalue)
                  ? lvalue
                  : get_addr_base_and_unit_offset (lvalue, &bytes);
  HOST_WIDE_INT offset;
  if (base == NULL_TREE || !bytes.is_constant (&offset))
    return NULL;
  if (DECL_P (base))
    return keep ({ base, NULL, offset, NULL_TREE, lvalue });
  if (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != INDIRECT_REF)
    return NULL;
  const map_storage *at = find_target (TREE_OPERAND (base, 0), depth - 1);
  if (at != NULL && TREE_CODE (base) == MEM_REF)
    at = add_offset (at, TREE_OPERAND (base, 1));
  if (at == NULL)
    return NULL;
  map_storage sum = *at;
  sum.offset += offset;
  sum.lvalue = lvalue;
  return keep (sum);
}

/* A search gives up after this many pointers.  */
#define MAP_DEPTH 16

const map_storage *
map_finder::find (tree lvalue)
{
  return find_at_depth (lvalue, MAP_DEPTH);
}
