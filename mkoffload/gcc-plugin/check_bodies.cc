/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two bodies for functions of the host, with and without calls of the mapping
   checker, so that a check costs nothing while it is off.

   A function that would get calls is copied after inlining is complete.  The
   copy, FUNCTION.checked.N, gets the calls; the function itself begins with

     if (__offgomp_checking)
       return FUNCTION.checked.N (...);

   and has no calls.  If only functions with two bodies call it, by its name, it
   does not even begin like that: the copies call the copy.  For this purpose,
   functions that call such a function are also copied, even if they get no
   calls themselves.

   If a function cannot be copied, or cannot be called again with its arguments,
   each of its calls depends on __offgomp_checking; see check_insert.cc.  */

#define INCLUDE_STRING
#include "gcc_headers.h"

#include "check.h"
#include "check_gcc.h"
#include "check_insert.h"
#include "plugin.h"

/* Attributes of the function, and of its copy.  */
#define PLAIN_BODY "offgomp plain"
#define CHECKED_BODY "offgomp checked"

struct bodies
{
  cgraph_node *plain;
  bool can_copy;
  bool wanted;          /* the copy is */
  cgraph_node *checked; /* or NULL */
};

static bool
has_attribute (tree decl, const char *name)
{
  return lookup_attribute (name, DECL_ATTRIBUTES (decl)) != NULL_TREE;
}

static void
add_attribute (tree decl, const char *name)
{
  DECL_ATTRIBUTES (decl)
      = tree_cons (get_identifier (name), NULL_TREE, DECL_ATTRIBUTES (decl));
}

insert_mode
offgomp_check_mode (tree decl)
{
  if (offgomp_check_for_device || has_attribute (decl, CHECKED_BODY))
    return INSERT_ALWAYS;
  return has_attribute (decl, PLAIN_BODY) ? INSERT_NOTHING : INSERT_IF_CHECKING;
}

/* ------------------------------------------------- what can have them */

/* Whether a value of TYPE can be passed on.  */
static bool
can_pass (tree type)
{
  if (VOID_TYPE_P (type) || is_gimple_reg_type (type))
    return true;
  tree size = TYPE_SIZE_UNIT (type);
  return size != NULL_TREE && TREE_CODE (size) == INTEGER_CST
         && !TREE_ADDRESSABLE (type);
}

static bool
can_pass_all (tree decl)
{
  tree result = DECL_RESULT (decl);
  for (tree parameter = DECL_ARGUMENTS (decl); parameter != NULL_TREE;
       parameter = DECL_CHAIN (parameter))
    if (!can_pass (TREE_TYPE (parameter)))
      return false;
  return DECL_BY_REFERENCE (result) || can_pass (TREE_TYPE (result));
}

/* Whether STATEMENT must not be duplicated, or refers to the caller of its
   function.  */
static bool
is_single (gimple *statement)
{
  if (gasm *code = dyn_cast<gasm *> (statement))
    return strchr (gimple_asm_string (code), ':') != NULL;
  return gimple_call_builtin_p (statement, BUILT_IN_RETURN_ADDRESS)
         || gimple_call_builtin_p (statement, BUILT_IN_FRAME_ADDRESS)
         || gimple_call_builtin_p (statement, BUILT_IN_APPLY_ARGS);
}

static bool
has_single (function *f)
{
  basic_block block;
  FOR_EACH_BB_FN (block, f)
  for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (is_single (gsi_stmt (gsi)))
      return true;
  return false;
}

static bool
can_copy (cgraph_node *node)
{
  static const char *const special[]
      = { "naked",         "ifunc",     "target_clones",
          "returns_twice", "interrupt", "oacc function" };
  tree decl = node->decl;
  function *f = DECL_STRUCT_FUNCTION (decl);
  for (const char *name : special)
    if (has_attribute (decl, name))
      return false;
  return node->simdclone == NULL && !DECL_FUNCTION_VERSIONED (decl)
         && !stdarg_p (TREE_TYPE (decl)) && !f->calls_setjmp
         && !f->has_nonlocal_label && can_pass_all (decl)
         && tree_versionable_function_p (decl) && !has_single (f);
}

static bool
gets_calls (function *f)
{
  push_cfun (f);
  bool gets = offgomp_check_function (f, INSERT_NOTHING);
  free_dominance_info (CDI_DOMINATORS);
  pop_cfun ();
  return gets;
}

/* ------------------------------------------------------------- copies */

static cgraph_node *
copy (cgraph_node *node)
{
  cgraph_node *checked = node->create_version_clone_with_body (
      vNULL, NULL, NULL, NULL, NULL, "checked");
  if (checked == NULL)
    return NULL;
  /* Both bodies may use other symbols that are local to the group.  */
  if (node->get_comdat_group () != NULL_TREE
      && checked->get_comdat_group () == NULL_TREE)
    checked->add_to_same_comdat_group (node);
  add_attribute (node->decl, PLAIN_BODY);
  add_attribute (checked->decl, CHECKED_BODY);
  return checked;
}

/* The value of PARAMETER as an argument, loaded before GSI if needed.  */
static tree
argument_of (tree parameter, gimple_stmt_iterator *gsi)
{
  tree type = TREE_TYPE (parameter), argument = parameter;
  if (is_gimple_reg (parameter))
    argument = get_or_create_ssa_default_def (cfun, parameter);
  else if (is_gimple_reg_type (type))
    {
      argument = make_ssa_name (TYPE_MAIN_VARIANT (type));
      gsi_insert_before (gsi, gimple_build_assign (argument, parameter),
                         GSI_SAME_STMT);
    }
  else
    return argument;
  if (useless_type_conversion_p (DECL_ARG_TYPE (parameter), type))
    return argument;
  return force_gimple_operand_gsi (
      gsi, fold_convert (DECL_ARG_TYPE (parameter), argument), true, NULL_TREE,
      true, GSI_SAME_STMT);
}

/* Make CALL yield the current function's result; returns the value to
   return.  */
static tree
take_result (gcall *call)
{
  tree result = DECL_RESULT (current_function_decl);
  tree type = TREE_TYPE (result);
  if (VOID_TYPE_P (type))
    return NULL_TREE;
  if (DECL_BY_REFERENCE (result))
    {
      tree where = get_or_create_ssa_default_def (cfun, result);
      gimple_call_set_lhs (call, build_simple_mem_ref (where));
      gimple_call_set_return_slot_opt (call, true);
      return where;
    }
  if (is_gimple_reg_type (type))
    {
      tree value = make_ssa_name (TYPE_MAIN_VARIANT (type));
      gimple_call_set_lhs (call, value);
      return value;
    }
  gimple_call_set_lhs (call, result);
  gimple_call_set_return_slot_opt (call, true);
  return result;
}

/* Fill BLOCK, which has no successor: call the current function's copy with
   its arguments and return.  */
static gcall *
call_copy (tree checked, basic_block block)
{
  auto_vec<tree, 8> arguments;
  gimple_stmt_iterator gsi = gsi_start_bb (block);
  gimple *mark = gimple_build_nop ();
  gsi_insert_before (&gsi, mark, GSI_NEW_STMT);
  for (tree parameter = DECL_ARGUMENTS (current_function_decl);
       parameter != NULL_TREE; parameter = DECL_CHAIN (parameter))
    arguments.safe_push (argument_of (parameter, &gsi));
  gcall *call = gimple_build_call_vec (checked, arguments);
  gimple_set_location (call, DECL_SOURCE_LOCATION (current_function_decl));
  tree chain = cfun->static_chain_decl;
  if (chain != NULL_TREE)
    gimple_call_set_chain (call, get_or_create_ssa_default_def (cfun, chain));
  bool returns = !TREE_THIS_VOLATILE (current_function_decl);
  tree result = returns ? take_result (call) : NULL_TREE;
  gsi_insert_before (&gsi, call, GSI_SAME_STMT);
  if (returns)
    {
      gsi_insert_before (&gsi, gimple_build_return (result), GSI_SAME_STMT);
      make_single_succ_edge (block, EXIT_BLOCK_PTR_FOR_FN (cfun), 0);
    }
  gsi_remove (&gsi, true);
  return call;
}

/* Let BOTH's plain body call the checked one if a check is on.  */
static void
add_choice (const bodies &both)
{
  push_cfun (DECL_STRUCT_FUNCTION (both.plain->decl));
  basic_block block = offgomp_insert_choice ();
  gcall *call = call_copy (both.checked->decl, block);
  both.plain->create_edge (both.checked, call, block->count);
  update_ssa (TODO_update_ssa);
  free_dominance_info (CDI_DOMINATORS);
  pop_cfun ();
}

/* ------------------------------------------- functions called by name */

/* Functions that only functions with two bodies call, and only by name, as far
   as is known; and their copies.  */
typedef hash_map<tree, cgraph_node *> copies;

/* Whether NODE may be reached other than by calls by its name.  */
static bool
is_known_elsewhere (cgraph_node *node)
{
  ipa_ref *reference;
  return TREE_PUBLIC (node->decl) || node->externally_visible
         || node->address_taken || node->force_output
         || node->used_from_other_partition || node->has_aliases_p ()
         || node->get_comdat_group () != NULL_TREE
         || DECL_STATIC_CONSTRUCTOR (node->decl)
         || DECL_STATIC_DESTRUCTOR (node->decl)
         || node->iterate_referring (0, reference) != NULL;
}

/* Call VISIT for each function that NODE calls by its name.  */
template <typename visitor>
static void
visit_calls (cgraph_node *node, visitor visit)
{
  basic_block block;
  FOR_EACH_BB_FN (block, DECL_STRUCT_FUNCTION (node->decl))
  for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
      if (gimple_call_fndecl (call) != NULL_TREE)
        visit (call, gimple_call_fndecl (call));
}

static bool
calls_any (cgraph_node *node, copies &by_name)
{
  bool any = false;
  visit_calls (node, [&] (gcall *, tree callee) {
    any |= by_name.get (callee) != NULL;
  });
  return any;
}

/* Let CHECKED call copies.  */
static void
call_copies (cgraph_node *checked, copies &by_name)
{
  visit_calls (checked, [&] (gcall *call, tree callee) {
    cgraph_node **to = by_name.get (callee);
    if (to == NULL)
      return;
    cgraph_edge *edge = checked->get_edge (call);
    gimple_call_set_fndecl (call, (*to)->decl);
    if (edge != NULL)
      edge->redirect_callee (*to);
  });
}

/* --------------------------------------------------------------- pass */

static void
find_functions (vec<bodies> &all)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
  if (!node->inlined_to && !node->thunk && !node->alias)
    all.safe_push ({ node, false, false, NULL });
  for (bodies &each : all)
    each.plain->get_body ();
  for (bodies &each : all)
    {
      each.can_copy = can_copy (each.plain);
      each.wanted = each.can_copy
                    && gets_calls (DECL_STRUCT_FUNCTION (each.plain->decl));
    }
}

/* Also request copies of functions that call such functions.  */
static void
want_callers (vec<bodies> &all, copies &by_name)
{
  bool more = true;
  for (bodies &each : all)
    if (each.wanted && !is_known_elsewhere (each.plain))
      by_name.put (each.plain->decl, NULL);
  while (more)
    {
      more = false;
      for (bodies &each : all)
        if (!each.wanted && each.can_copy && calls_any (each.plain, by_name))
          {
            more = each.wanted = true;
            if (!is_known_elsewhere (each.plain))
              by_name.put (each.plain->decl, NULL);
          }
    }
}

static void
make_copies (vec<bodies> &all, copies &by_name)
{
  for (bodies &each : all)
    {
      each.checked = each.wanted ? copy (each.plain) : NULL;
      if (cgraph_node **known = by_name.get (each.plain->decl))
        *known = each.checked;
    }
  for (bodies &each : all)
    {
      if (each.checked != NULL)
        continue;
      by_name.remove (each.plain->decl);
      visit_calls (each.plain,
                   [&] (gcall *, tree callee) { by_name.remove (callee); });
    }
}

static void
make_bodies (void)
{
  auto_vec<bodies> all;
  copies by_name;
  find_functions (all);
  want_callers (all, by_name);
  make_copies (all, by_name);
  for (const bodies &each : all)
    if (each.checked != NULL)
      {
        call_copies (each.checked, by_name);
        if (by_name.get (each.plain->decl) == NULL)
          add_choice (each);
      }
}

static const pass_data bodies_pass_data = {
  SIMPLE_IPA_PASS, "offgomp_bodies", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class bodies_pass : public simple_ipa_opt_pass
{
public:
  bodies_pass (gcc::context *context)
      : simple_ipa_opt_pass (bodies_pass_data, context)
  {
  }
  unsigned
  execute (function *) final override
  {
    make_bodies ();
    return 0;
  }
};

void
offgomp_bodies_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new bodies_pass (g), "simdclone",
                           PASS_POS_INSERT_AFTER);
}
