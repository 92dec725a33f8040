/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Making code the device's.

   A GCC built as the compiler of an accelerator evaluates some constructs
   differently from the host's lto1, which compiles our images.  An IPA pass
   before all others, before anything is derived from the code, evaluates them
   in every function of the image:

     - omp_is_initial_device () is 0;
     - acc_on_device (TYPE) is true for acc_device_not_host and our own type
       (openacc.cc does the rest of OpenACC);
     - a variable X of a "declare target link" is reached through a pointer
       X.linkptr, which the run-time library sets when X is mapped; in the table
       of variables the pointer replaces X;
     - a function that is called through a pointer of the host ("declare target
       indirect", GCC 14) is the device's: the call first looks the pointer up
       (by a pass behind the others).

   stream.cc evaluates the device selectors of "declare variant".

   Two sections are for mkoffload, with pairs of strings, the first of which is
   the symbol of a region: .offgomp_sources with its position, "file:line", and
   .offgomp_gangs with the number of gangs that it was compiled for.  */

#include "gcc_headers.h"

#include "check.h"
#include "device_gcc.h"
#include "openacc.h"
#include "plugin.h"
#include "shared.h"
#include "x86emul_image.h"

#define LINK_ATTRIBUTE "omp declare target link"
#define LINK_SUFFIX ".linkptr"

/* Of acc_device_t.  */
#define ACC_DEVICE_NOT_HOST 4

/* X -> X.linkptr, for each link variable of the image.  */
static hash_map<tree, tree> *link_pointers;

/* ------------------------------------------------------ device queries */

static bool
is_named (tree function, const char *const *names)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (function));
  for (; *names != NULL; names++)
    if (strcmp (name, *names) == 0)
      return true;
  return false;
}

/* The value that the library function called by CALL returns on the device;
   code that computes it is inserted before GSI.  NULL_TREE if CALL is no such
   call.  */
static tree
device_answer (gcall *call, gimple_stmt_iterator *gsi)
{
  static const char *const is_initial[]
      = { "omp_is_initial_device", "omp_is_initial_device_", NULL };
  static const char *const on_device[] = { "acc_on_device", NULL };
  tree function = gimple_call_fndecl (call);
  if (function == NULL_TREE || !DECL_EXTERNAL (function))
    return NULL_TREE;
  if (gimple_call_num_args (call) == 0 && is_named (function, is_initial))
    return integer_zero_node;
  if (gimple_call_num_args (call) != 1 || !is_named (function, on_device))
    return NULL_TREE;
  tree type = gimple_call_arg (call, 0);
  tree answer = NULL_TREE;
  const int types[] = { ACC_DEVICE_NOT_HOST, GOMP_ACC_DEVICE_X86EMUL };
  for (int value : types)
    {
      tree equal = fold_convert (
          integer_type_node,
          fold_build2 (EQ_EXPR, boolean_type_node, type,
                       build_int_cst (TREE_TYPE (type), value)));
      answer
          = answer == NULL_TREE
                ? equal
                : fold_build2 (BIT_IOR_EXPR, integer_type_node, answer, equal);
    }
  return force_gimple_operand_gsi (gsi, answer, true, NULL_TREE, true,
                                   GSI_SAME_STMT);
}

/* Put VALUE in the place of CALL at GSI.  */
static void
replace_call (gcall *call, gimple_stmt_iterator *gsi, tree value)
{
  tree result = gimple_call_lhs (call);
  if (cgraph_edge *edge = cgraph_node::get (cfun->decl)->get_edge (call))
    cgraph_edge::remove (edge);
  unlink_stmt_vdef (call);
  gimple *replacement
      = result == NULL_TREE
            ? (gimple *)gimple_build_nop ()
            : gimple_build_assign (result,
                                   fold_convert (TREE_TYPE (result), value));
  gsi_replace (gsi, replacement, true);
}

/* ------------------------------------------------------ link variables */

static bool
is_link_variable (tree decl)
{
  return VAR_P (decl)
         && lookup_attribute (LINK_ATTRIBUTE, DECL_ATTRIBUTES (decl)) != NULL;
}

/* Define the pointer for VARIABLE.  */
static tree
make_link_pointer (tree variable)
{
  char *name = concat (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (variable)),
                       LINK_SUFFIX, NULL);
  tree pointer = build_decl (
      DECL_SOURCE_LOCATION (variable), VAR_DECL, get_identifier (name),
      build_qualified_type (build_pointer_type (TREE_TYPE (variable)),
                            TYPE_UNQUALIFIED));
  free (name);
  SET_DECL_ASSEMBLER_NAME (pointer, DECL_NAME (pointer));
  TREE_STATIC (pointer) = 1;
  TREE_USED (pointer) = 1;
  TREE_ADDRESSABLE (pointer) = 1;
  DECL_ARTIFICIAL (pointer) = 1;
  DECL_PRESERVE_P (pointer) = 1;
  DECL_ATTRIBUTES (pointer)
      = tree_cons (get_identifier (LINK_ATTRIBUTE), NULL_TREE, NULL_TREE);
  varpool_node::finalize_decl (pointer);
  varpool_node *node = varpool_node::get (pointer);
  /* The library writes it: without this mark it would be constant null.  */
  node->force_output = 1;
  node->externally_visible = 1;
  node->used_from_other_partition = 1;
  return pointer;
}

/* VARIABLE itself does not exist on the device: a remaining use becomes an
   error at the link.  */
static void
forget_variable (tree variable)
{
  varpool_node *node = varpool_node::get_create (variable);
  node->force_output = 0;
  node->definition = 0;
  node->remove_all_references ();
  DECL_EXTERNAL (variable) = 1;
  TREE_STATIC (variable) = 0;
  TREE_PUBLIC (variable) = 1;
  DECL_INITIAL (variable) = NULL_TREE;
}

/* Relocation link variables by their pointers in the table of variables.  */
static void
make_link_pointers ()
{
  link_pointers = new hash_map<tree, tree>;
  for (unsigned i = 0; i < vec_safe_length (offload_vars); i++)
    {
      tree variable = (*offload_vars)[i];
      if (!is_link_variable (variable))
        continue;
      tree pointer = make_link_pointer (variable);
      link_pointers->put (variable, pointer);
      forget_variable (variable);
      (*offload_vars)[i] = pointer;
    }
}

static tree
find_link_variable (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  return VAR_P (*where) && link_pointers->get (*where) != NULL ? *where
                                                               : NULL_TREE;
}

static bool
uses_link_variable (tree expression)
{
  return walk_tree (&expression, find_link_variable, NULL, NULL) != NULL_TREE;
}

/* Relocation a link variable by *pointer; addresses of its parts are no longer
   constant.  */
static tree
redirect_expression (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  else if (TREE_CODE (*where) == ADDR_EXPR)
    {
      walk_tree (&TREE_OPERAND (*where, 0), redirect_expression, NULL, NULL);
      recompute_tree_invariant_for_addr_expr (*where);
      *walk_subtrees = 0;
    }
  else if (VAR_P (*where))
    if (tree *pointer = link_pointers->get (*where))
      {
        *where = build_simple_mem_ref_loc (EXPR_LOCATION (*where), *pointer);
        *walk_subtrees = 0;
      }
  return NULL_TREE;
}

/* Redirect an operand of a statement, which may share it with others.  */
static tree
redirect_operand (tree *where, int *walk_subtrees, void *data)
{
  *walk_subtrees = 0;
  if (!uses_link_variable (*where))
    return NULL_TREE;
  *where = unshare_expr (*where);
  walk_tree (where, redirect_expression, NULL, NULL);
  ((walk_stmt_info *)data)->changed = true;
  return NULL_TREE;
}

/* Compute the arguments of PHI that are addresses in link variables on the
   edges that they come from.  Returns whether there was one.  */
static bool
redirect_phi (gphi *phi)
{
  bool changed = false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree argument = gimple_phi_arg_def (phi, i);
      if (argument == NULL_TREE || !uses_link_variable (argument))
        continue;
      argument = unshare_expr (argument);
      walk_tree (&argument, redirect_expression, NULL, NULL);
      gimple_seq sequence = NULL;
      tree value = force_gimple_operand (argument, &sequence, true, NULL_TREE);
      SET_USE (PHI_ARG_DEF_PTR (phi, i), value);
      gsi_insert_seq_on_edge (gimple_phi_arg_edge (phi, i), sequence);
      changed = true;
    }
  return changed;
}

/* Let STATEMENT at GSI reach link variables by their pointers.  Returns
   whether it uses one.  */
static bool
redirect_statement (gimple *statement, gimple_stmt_iterator *gsi)
{
  walk_stmt_info info = {};
  walk_gimple_op (statement, redirect_operand, &info);
  if (!info.changed)
    return false;
  if (gimple_debug_bind_p (statement))
    gimple_debug_bind_reset_value (statement);
  else if (!is_gimple_debug (statement))
    gimple_regimplify_operands (statement, gsi);
  update_stmt (statement);
  return true;
}

/* The uses of link variables in the initializers of other variables cannot be
   redirected.  */
static void
diagnose_initializers ()
{
  if (link_pointers->elements () == 0)
    return;
  varpool_node *node;
  FOR_EACH_DEFINED_VARIABLE (node)
  {
    tree value = node->get_constructor ();
    if (value == NULL_TREE || value == error_mark_node)
      continue;
    tree found
        = walk_tree_without_duplicates (&value, find_link_variable, NULL);
    if (found != NULL_TREE)
      error_at (DECL_SOURCE_LOCATION (node->decl),
                "the initializer of %qD on the device needs the address of "
                "the %<declare target link%> variable %qD, which is known "
                "only when that is mapped",
                node->decl, found);
  }
}

/* ------------------------------------------- calls through host pointers */

#define INDIRECT_FUNCTION "__offgomp_indirect"

#if __GNUC__ >= 14
static bool
has_indirect_functions ()
{
  return vec_safe_length (offload_ind_funcs) > 0;
}
#else
static bool
has_indirect_functions ()
{
  return false;
}
#endif

/* The function of the image that looks pointers up; see image_table.c.  */
static tree
find_lookup ()
{
  static tree function;
  if (function == NULL_TREE)
    function = build_fn_decl (
        INDIRECT_FUNCTION,
        build_function_type_list (ptr_type_node, ptr_type_node, NULL_TREE));
  TREE_NOTHROW (function) = 1;
  return function;
}

/* If CALL at GSI is through a pointer, which may be the host's, look that up
   before.  */
static void
translate_pointer (gcall *call, gimple_stmt_iterator *gsi)
{
  if (gimple_call_internal_p (call) || gimple_call_fndecl (call) != NULL_TREE)
    return;
  tree pointer = gimple_call_fn (call);
  if (TREE_CODE (pointer) == OBJ_TYPE_REF)
    pointer = OBJ_TYPE_REF_EXPR (pointer);
  if (!is_gimple_val (pointer))
    return;
  gcall *lookup = gimple_build_call (find_lookup (), 1, pointer);
  tree result = make_ssa_name (TREE_TYPE (pointer));
  gimple_call_set_lhs (lookup, result);
  gimple_set_location (lookup, gimple_location (call));
  gsi_insert_before (gsi, lookup, GSI_SAME_STMT);
  gimple_call_set_fn (call, result);
  update_stmt (call);
}

/* After inlining, since that relies on what is known of each call when the
   program is read.  */
static const pass_data indirect_pass_data
    = { GIMPLE_PASS,
        "x86emul_indirect",
        OPTGROUP_NONE,
        TV_NONE,
        PROP_cfg | PROP_ssa,
        0,
        0,
        0,
        TODO_update_ssa_only_virtuals | TODO_rebuild_cgraph_edges };

class indirect_pass : public gimple_opt_pass
{
public:
  indirect_pass (gcc::context *context)
      : gimple_opt_pass (indirect_pass_data, context)
  {
  }
  bool
  gate (function *) final override
  {
    return in_lto_p && has_indirect_functions ();
  }
  unsigned
  execute (function *f) final override
  {
    basic_block block;
    FOR_EACH_BB_FN (block, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
        translate_pointer (call, &gsi);
    return 0;
  }
};

/* --------------------------------------------------------------- pass */

/* Process BLOCK.  Returns whether its code has changed.  */
static bool
settle_block (basic_block block)
{
  bool changed = false;
  for (gphi_iterator gpi = gsi_start_phis (block); !gsi_end_p (gpi);
       gsi_next (&gpi))
    changed |= redirect_phi (gpi.phi ());
  for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *statement = gsi_stmt (gsi);
      changed |= redirect_statement (statement, &gsi);
      gcall *call = dyn_cast<gcall *> (statement);
      if (call == NULL)
        continue;
      tree answer = device_answer (call, &gsi);
      if (answer == NULL_TREE)
        continue;
      replace_call (call, &gsi, answer);
      changed = true;
    }
  return changed;
}

static void
settle_function (cgraph_node *node)
{
  node->get_untransformed_body ();
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  bool changed = false;
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
  changed |= settle_block (block);
  if (changed)
    {
      gsi_commit_edge_inserts ();
      update_ssa (TODO_update_ssa_only_virtuals);
      cgraph_edge::rebuild_references ();
      /* The update computed it; a body that is inlined and released must not
         keep it.  */
      free_dominance_info (CDI_DOMINATORS);
    }
  pop_cfun ();
}

static void
settle_image ()
{
  make_link_pointers ();
  if (getenv (OFFGOMP_SHARE_DEVICE) != NULL)
    offgomp_shared_expose ();
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
  if (node->clone_of == NULL)
    settle_function (node);
  diagnose_initializers ();
  delete link_pointers;
}

static const pass_data device_pass_data
    = { IPA_PASS, "x86emul_device", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };

class device_pass : public ipa_opt_pass_d
{
public:
  device_pass (gcc::context *context)
      : ipa_opt_pass_d (device_pass_data, context, NULL, NULL, NULL, NULL, NULL,
                        NULL, 0, NULL, NULL)
  {
  }
  bool
  gate (function *) final override
  {
    return in_lto_p;
  }
  unsigned
  execute (function *) final override
  {
    settle_image ();
    return 0;
  }
};

/* ------------------------------------------------------ for mkoffload */

#define SOURCES_SECTION ".offgomp_sources"
#define GANGS_SECTION ".offgomp_gangs"

static void
write_string (const char *string)
{
  fputs ("\t.string ", asm_out_file);
  output_quoted_string (asm_out_file, string);
  fputc ('\n', asm_out_file);
}

static void
write_symbol (tree function)
{
  write_string (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (function)));
}

static void
write_position (tree function)
{
  expanded_location location
      = expand_location (DECL_SOURCE_LOCATION (function));
  if (location.file == NULL)
    return;
  char line[32];
  snprintf (line, sizeof (line), ":%d", location.line);
  char *position = concat (location.file, line, NULL);
  write_symbol (function);
  write_string (position);
  free (position);
}

static void
write_gangs (tree function)
{
  int gangs = offgomp_openacc_gangs (function);
  if (gangs == 0)
    return;
  char number[32];
  snprintf (number, sizeof (number), "%d", gangs);
  write_symbol (function);
  write_string (number);
}

static void
write_section (const char *name, void (*write) (tree))
{
  switch_to_section (get_section (name, SECTION_DEBUG, NULL));
  for (unsigned i = 0; i < vec_safe_length (offload_funcs); i++)
    write ((*offload_funcs)[i]);
}

/* Called when the code has been written, before the output is closed.  */
static void
write_sections (void *, void *)
{
  if (vec_safe_length (offload_funcs) == 0)
    return;
  write_section (SOURCES_SECTION, write_position);
  write_section (GANGS_SECTION, write_gangs);
}

void
offgomp_plugin_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new device_pass (g), OFFGOMP_WHOLE_PROGRAM);
  offgomp_plugin_add_pass (info, new indirect_pass (g), "adjust_alignment",
                           PASS_POS_INSERT_AFTER);
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, write_sections, NULL);
  offgomp_openacc_start (info);
  if (getenv (OFFGOMP_CHECK_DEVICE) != NULL)
    offgomp_check_start (info, true);
}
