/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How a call to the mapping checker gets into a function; see check_insert.h.

   In images the device program serves the calls; in the host's objects libgomp
   does, whose variable __offgomp_checking says whether a check is on.  Nearly
   all functions of the host choose once, at their beginning, between a body
   with calls and one without (check_bodies.cc).  All others read the variable
   at their beginning and test its value before each call.  */

#define INCLUDE_STRING
#include "gcc_headers.h"

#include "check_gcc.h"
#include "check_insert.h"
#include "check_location.h"
#include "names.h"
#include "plugin.h"

typedef std::string text;

bool offgomp_check_for_device;

/* The location of STATEMENT, or of a later statement in its block: GCC moves
   loads before a call without a location.  */
static location_t
known_location (gimple *statement)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (statement);
  while (!gsi_end_p (gsi) && !gimple_has_location (gsi_stmt (gsi)))
    gsi_next (&gsi);
  return gimple_location (gsi_end_p (gsi) ? statement : gsi_stmt (gsi));
}

location_t
offgomp_user_location (gimple *statement)
{
  location_t location = known_location (statement);
  location_t outer = location;
  for (tree block = gimple_block (statement);
       in_system_header_at (outer) && block != NULL_TREE
       && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      outer = BLOCK_SOURCE_LOCATION (block);
  return in_system_header_at (outer) ? location : outer;
}

tree
offgomp_make_location (gimple *statement, tree expression,
                       const char *otherwise)
{
  text result;
  location_t location = gimple_clobber_p (statement) && VAR_P (expression)
                            ? DECL_SOURCE_LOCATION (expression)
                            : offgomp_user_location (statement);
  expanded_location where = expand_location (location);
  if (where.file == NULL)
    where = expand_location (DECL_SOURCE_LOCATION (current_function_decl));
  if (where.file != NULL)
    {
      char line[32];
      snprintf (line, sizeof (line), ":%d", where.line);
      result = text (where.file) + line;
      if (in_system_header_at (location))
        result = OFFGOMP_LOCATION_SYSTEM + result;
    }
  result += "\t";
  text name;
  if (expression != NULL_TREE)
    name = offgomp_name_memory (expression);
  result += name.empty () ? text (otherwise) : name;
  return build_string_literal (result.length () + 1, result.c_str ());
}

/* --------------------------------------------------------------- calls */

static tree check_declarations[CHECK_FUNCTIONS];
/* __offgomp_checking, and its value in the current function, or NULL_TREE.  */
static tree checking_variable;
static tree checking_here;
/* In the current function.  */
static insert_mode mode_here;
static bool has_calls;

/* The declaration of one of the checker's functions.  */
static tree
declare (check_function which)
{
  static const struct
  {
    const char *name;
    int pointers; /* parameters before those of type size_t */
    int sizes;    /* how many of these */
  } functions[CHECK_FUNCTIONS] = {
#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  { "__offgomp_check_" #name, pointers, sizes },
#define CHECK_CALL_HOST CHECK_CALL_BOTH
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check_calls.def"
  };
  if (check_declarations[which] != NULL_TREE)
    return check_declarations[which];
  tree parameters = tree_cons (NULL_TREE, const_ptr_type_node, void_list_node);
  for (int i = 0; i < functions[which].sizes; i++)
    parameters = tree_cons (NULL_TREE, size_type_node, parameters);
  /* Not pointers to constants: the compiler takes it that a function reads what
     such a one points to, and warns if that may be uninitialized.  */
  for (int i = 0; i < functions[which].pointers; i++)
    parameters = tree_cons (NULL_TREE, ptr_type_node, parameters);
  tree type = build_function_type (void_type_node, parameters);
  tree decl = build_fn_decl (functions[which].name, type);
  DECL_ATTRIBUTES (decl)
      = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
  TREE_NOTHROW (decl) = 1;
  check_declarations[which] = decl;
  return decl;
}

static tree
as_pointer (tree value, gimple_stmt_iterator *gsi)
{
  return force_gimple_operand_gsi (
      gsi, fold_convert (ptr_type_node, unshare_expr (value)), true, NULL_TREE,
      true, GSI_SAME_STMT);
}

static tree
as_size (tree value, gimple_stmt_iterator *gsi)
{
  return force_gimple_operand_gsi (
      gsi, fold_convert (size_type_node, unshare_expr (value)), true, NULL_TREE,
      true, GSI_SAME_STMT);
}

static tree
declare_checking (void)
{
  if (checking_variable != NULL_TREE)
    return checking_variable;
  tree decl
      = build_decl (BUILTINS_LOCATION, VAR_DECL,
                    get_identifier ("__offgomp_checking"), integer_type_node);
  TREE_ADDRESSABLE (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  DECL_EXTERNAL (decl) = 1;
  TREE_STATIC (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  TREE_USED (decl) = 1;
  /* Alias analysis asks for it.  */
  varpool_node::get_create (decl);
  checking_variable = decl;
  return decl;
}

/* Append, before END, a branch that depends on VALUE, of
   __offgomp_checking.  */
static void
decide (gimple_stmt_iterator *end, tree value, location_t location)
{
  gcond *condition = gimple_build_cond (NE_EXPR, value, integer_zero_node,
                                        NULL_TREE, NULL_TREE);
  gimple_set_location (condition, location);
  gsi_insert_after (end, condition, GSI_NEW_STMT);
}

/* The position for code that runs before the statement at GSI only if a check
   is on.  */
static gimple_stmt_iterator
where_checking (gimple_stmt_iterator *gsi)
{
  basic_block then_block, rest;
  gimple *statement = gsi_stmt (*gsi);
  if (checking_here == NULL_TREE)
    checking_here = make_ssa_name (integer_type_node);
  gimple_stmt_iterator end
      = create_cond_insert_point (gsi, true, false, true, &then_block, &rest);
  decide (&end, checking_here, gimple_location (statement));
  return gsi_start_bb (then_block);
}

/* Set VALUE to __offgomp_checking at the beginning of the function.  */
static gimple_stmt_iterator
load_checking (tree value)
{
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  basic_block first
      = single_pred_p (entry->dest) ? entry->dest : split_edge (entry);
  gimple_stmt_iterator gsi = gsi_after_labels (first);
  gimple *load = gimple_build_assign (value, declare_checking ());
  gsi_insert_before (&gsi, load, GSI_SAME_STMT);
  return gsi_for_stmt (load);
}

basic_block
offgomp_insert_choice (void)
{
  basic_block then_block, rest;
  tree value = make_ssa_name (integer_type_node);
  gimple_stmt_iterator load = load_checking (value);
  gimple_stmt_iterator end = create_cond_insert_point (
      &load, false, false, false, &then_block, &rest);
  decide (&end, value, DECL_SOURCE_LOCATION (current_function_decl));
  return then_block;
}

void
offgomp_insert_check (check_function which, tree first, tree second, tree size,
                      tree location, gimple_stmt_iterator *gsi, tree whole)
{
  auto_vec<tree, 5> arguments;
  has_calls = true;
  if (mode_here == INSERT_NOTHING)
    return;
  gimple_stmt_iterator at
      = mode_here == INSERT_ALWAYS ? *gsi : where_checking (gsi);
  if (first != NULL_TREE)
    arguments.safe_push (as_pointer (first, &at));
  if (second != NULL_TREE)
    arguments.safe_push (as_pointer (second, &at));
  if (size != NULL_TREE)
    arguments.safe_push (as_size (size, &at));
  if (whole != NULL_TREE)
    arguments.safe_push (as_size (whole, &at));
  arguments.safe_push (location);
  gcall *call = gimple_build_call_vec (declare (which), arguments);
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  suppress_warning (call);
  gsi_insert_before (&at, call, GSI_SAME_STMT);
}

/* The position behind CALL, where it returns: before a statement that does
   nothing.  False: it does not return.  */
static bool
position_after (gcall *call, gimple_stmt_iterator *gsi)
{
  gimple *mark = gimple_build_nop ();
  basic_block block = gimple_bb (call);
  *gsi = gsi_for_stmt (call);
  if (!stmt_ends_bb_p (call))
    {
      gsi_insert_after (gsi, mark, GSI_NEW_STMT);
      return true;
    }
  edge next = find_fallthru_edge (block->succs);
  if (next == NULL)
    return false;
  basic_block after = split_edge (next);
  *gsi = gsi_start_bb (after);
  gsi_insert_before (gsi, mark, GSI_NEW_STMT);
  return true;
}

void
offgomp_insert_check_after (check_function which, gcall *call, tree address,
                            tree size, tree location)
{
  gimple_stmt_iterator gsi;
  has_calls = true;
  if (mode_here != INSERT_NOTHING && position_after (call, &gsi))
    offgomp_insert_check (which, address, NULL_TREE, size, location, &gsi);
}

void
offgomp_insert_begin (insert_mode mode)
{
  checking_here = NULL_TREE;
  mode_here = mode;
  has_calls = false;
}

bool
offgomp_insert_end (void)
{
  if (checking_here != NULL_TREE)
    load_checking (checking_here);
  return has_calls;
}

/* The declarations live as long as the compiler.  */
static const ggc_root_tab check_roots[]
    = { { check_declarations, CHECK_FUNCTIONS, sizeof (tree),
          &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
        { &checking_variable, 1, sizeof (tree), &gt_ggc_mx_tree_node,
          &gt_pch_nx_tree_node },
        LAST_GGC_ROOT_TAB };

void
offgomp_insert_start (const plugin_name_args *info, bool device)
{
  offgomp_check_for_device = device;
  register_callback (info->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
                     const_cast<ggc_root_tab *> (check_roots));
}
