/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls to the mapping checker: which accesses get one.

   A pass after the interprocedural ones, and before the optimizations that move
   or invent memory accesses, puts a call before each access that may reach
   mapped memory:

     __offgomp_check_read (ADDRESS, SIZE, LOCATION)

   or another one of check_calls.def, and before calls of functions that are
   known to access or free memory (check_known.cc).  If code of an image
   accesses an unknown part of a known OBJECT, a declare target variable, the
   calls of NAME_of also get the object, since the memory beside it may be
   valid, too.  LOCATION is a text, "FILE:LINE<tab>EXPRESSION"
   (check_location.h), so reports need no debug information. check_insert.cc
   makes the calls; check_bodies.cc says which code of the host has none.

   Local variables that nothing refers to are left out, and so are constants.
   An access to bits counts as an access to the bytes that contain them.  */

#include "gcc_headers.h"

#include "check.h"
#include "check_gcc.h"
#include "check_insert.h"
#include "check_location.h"
#include "names.h"
#include "plugin.h"

/* How many definitions of a pointer are followed to find the variable.  */
#define OBJECT_DEPTH 8
/* How many statements before an access are searched for the call that begins an
   atomic operation.  */
#define ATOMIC_DISTANCE 256

/* ---------------------------------------------------------- references */

/* Bytes of memory.  */
struct extent
{
  tree address; /* NULL_TREE: none that need a check */
  tree size;
};

static bool
is_memory (tree expression)
{
  return expression != NULL_TREE
         && (DECL_P (expression) || TREE_CODE (expression) == MEM_REF
             || TREE_CODE (expression) == TARGET_MEM_REF
             || (handled_component_p (expression)
                 && !is_gimple_reg (get_base_address (expression))));
}

/* Whether GCC made VARIABLE to pass a scalar to a region, such as a bound of a
   dummy array.  It is written again, with the same value, before each of
   several regions, and the program cannot wait for that.  */
static bool
is_scalar_copy (tree variable)
{
  return DECL_ARTIFICIAL (variable) && DECL_NAME (variable) == NULL_TREE
         && !AGGREGATE_TYPE_P (TREE_TYPE (variable));
}

/* Whether memory that has BASE may be mapped.  */
static bool
needs_check (tree base)
{
  if (base == NULL_TREE)
    return false;
  if (TREE_CODE (base) == MEM_REF)
    {
      tree pointer = TREE_OPERAND (base, 0);
      if (offgomp_is_argument_block (base))
        return false;
      return TREE_CODE (pointer) != ADDR_EXPR
             || needs_check (get_base_address (TREE_OPERAND (pointer, 0)));
    }
  if (offgomp_is_argument_block (base))
    return false;
  if (VAR_P (base) && is_global_var (base))
    return !TREE_READONLY (base) && may_be_aliased (base)
           && !DECL_THREAD_LOCAL_P (base);
  if (VAR_P (base) || TREE_CODE (base) == PARM_DECL)
    return !offgomp_check_for_device && TREE_ADDRESSABLE (base)
           && !is_scalar_copy (base);
  return false;
}

static extent
extent_of (tree reference)
{
  extent none = { NULL_TREE, NULL_TREE };
  if (!is_memory (reference) || !needs_check (get_base_address (reference)))
    return none;
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int is_unsigned, is_reverse, is_volatile = 0;
  tree base = get_inner_reference (reference, &bitsize, &bitpos, &offset, &mode,
                                   &is_unsigned, &is_reverse, &is_volatile);
  HOST_WIDE_INT bits, position;
  if (!bitpos.is_constant (&position) || !bitsize.is_constant (&bits))
    return none;
  if (TREE_CODE (base) != MEM_REF && !DECL_P (base))
    return none;
  HOST_WIDE_INT start = position >> 3;
  extent e;
  if (bits > 0)
    e.size = size_int (((position + bits + 7) >> 3) - start);
  else
    e.size = TYPE_SIZE_UNIT (TREE_TYPE (reference));
  if (e.size == NULL_TREE || TREE_CODE (e.size) != INTEGER_CST
      || integer_zerop (e.size))
    return none;
  tree address = build_fold_addr_expr (unshare_expr (base));
  address = fold_convert (const_ptr_type_node, address);
  if (offset != NULL_TREE)
    address = fold_build_pointer_plus (address, unshare_expr (offset));
  e.address = fold_build_pointer_plus_hwi (address, start);
  return e;
}

static tree object_behind (tree pointer, int depth);

/* The variable of an image that must contain memory with BASE; NULL_TREE if
   unknown.  */
static tree
object_of (tree base, int depth)
{
  if (base != NULL_TREE && TREE_CODE (base) == MEM_REF)
    return object_behind (TREE_OPERAND (base, 0), depth);
  return base != NULL_TREE && VAR_P (base) && is_global_var (base)
                 && !DECL_EXTERNAL (base) && !DECL_COMMON (base)
                 && DECL_SIZE_UNIT (base) != NULL_TREE
                 && TREE_CODE (DECL_SIZE_UNIT (base)) == INTEGER_CST
             ? base
             : NULL_TREE;
}

static tree
object_behind (tree pointer, int depth)
{
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return object_of (get_base_address (TREE_OPERAND (pointer, 0)), depth);
  if (TREE_CODE (pointer) != SSA_NAME || depth == 0
      || !is_gimple_assign (SSA_NAME_DEF_STMT (pointer)))
    return NULL_TREE;
  gimple *definition = SSA_NAME_DEF_STMT (pointer);
  tree from = gimple_assign_rhs1 (definition);
  tree_code code = gimple_assign_rhs_code (definition);
  return POINTER_TYPE_P (TREE_TYPE (from))
                 && (code == POINTER_PLUS_EXPR || code == SSA_NAME
                     || code == ADDR_EXPR || CONVERT_EXPR_CODE_P (code))
             ? object_behind (from, depth - 1)
             : NULL_TREE;
}

/* Whether E is always inside OBJECT, whatever the program does.  */
static bool
is_inside (const extent &e, tree object)
{
  tree base, address = e.address;
  poly_int64 offset;
  STRIP_NOPS (address);
  if (TREE_CODE (address) != ADDR_EXPR)
    return false;
  base = get_addr_base_and_unit_offset (TREE_OPERAND (address, 0), &offset);
  return base == object && known_ge (offset, 0)
         && known_le (offset + tree_to_shwi (e.size),
                      tree_to_shwi (DECL_SIZE_UNIT (object)));
}

/* Whether the statement at GSI is part of an atomic operation for which the
   processor has no instruction: between two calls of libgomp.  */
static bool
is_in_atomic (gimple_stmt_iterator gsi)
{
  basic_block block = gsi_bb (gsi);
  for (int i = 0; i < ATOMIC_DISTANCE; i++)
    {
      while (gsi_end_p (gsi))
        {
          if (!single_pred_p (block))
            return false;
          block = single_pred (block);
          if (block == ENTRY_BLOCK_PTR_FOR_FN (cfun))
            return false;
          gsi = gsi_last_bb (block);
        }
      if (gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_GOMP_ATOMIC_START))
        return true;
      if (gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_GOMP_ATOMIC_END))
        return false;
      gsi_prev (&gsi);
    }
  return false;
}

static void
check_reference (check_function which, tree reference,
                 gimple_stmt_iterator *gsi)
{
  extent e = extent_of (reference);
  if (e.address == NULL_TREE)
    return;
  tree location = offgomp_make_location (gsi_stmt (*gsi), reference);
  if (offgomp_check_for_device && is_in_atomic (*gsi))
    {
      int how = which == CHECK_READ ? OFFGOMP_ATOMIC_READS | OFFGOMP_ATOMIC_GETS
                                    : OFFGOMP_ATOMIC_WRITES;
      offgomp_insert_check (CHECK_ATOMIC, e.address, NULL_TREE, e.size,
                            location, gsi, size_int (how));
      return;
    }
  tree object = offgomp_check_for_device
                    ? object_of (get_base_address (reference), OBJECT_DEPTH)
                    : NULL_TREE;
  if (object == NULL_TREE || is_inside (e, object))
    offgomp_insert_check (which, e.address, NULL_TREE, e.size, location, gsi);
  else
    offgomp_insert_check (which == CHECK_READ ? CHECK_READ_OF : CHECK_WRITE_OF,
                          e.address, build_fold_addr_expr (object), e.size,
                          location, gsi, DECL_SIZE_UNIT (object));
}

/* A copy from memory to memory: memory without a value, such as padding, may be
   copied.  */
static void
check_copy (tree to, tree from, gimple_stmt_iterator *gsi)
{
  extent target = extent_of (to), source = extent_of (from);
  if (target.address == NULL_TREE || source.address == NULL_TREE)
    {
      check_reference (CHECK_READ, from, gsi);
      check_reference (CHECK_WRITE, to, gsi);
      return;
    }
  offgomp_insert_check (CHECK_COPY, target.address, source.address, target.size,
                        offgomp_make_location (gsi_stmt (*gsi), from), gsi);
}

/* Whether VALUE is used only in the arguments of a construct.  */
static bool
is_argument (tree value)
{
  use_operand_p use;
  gimple *statement;
  while (TREE_CODE (value) == SSA_NAME
         && single_imm_use (value, &use, &statement)
         && is_gimple_assign (statement))
    {
      value = gimple_assign_lhs (statement);
      if (TREE_CODE (value) != SSA_NAME)
        return offgomp_is_argument_block (get_base_address (value));
    }
  return false;
}

/* GCC passes the value of a scalar of declare target, which the region does not
   use.  */
static bool
is_vain_argument (tree to, tree from)
{
  tree base = get_base_address (from);
  return base != NULL_TREE && VAR_P (base)
         && lookup_attribute ("omp declare target", DECL_ATTRIBUTES (base))
                != NULL_TREE
         && is_argument (to);
}

/* How many copies of a value are followed.  */
#define COPY_DEPTH 4

static bool is_copied_only (tree value, int depth);

/* Whether STATEMENT, which uses VALUE, only copies it.  */
static bool
copies_only (gimple *statement, tree value, int depth)
{
  if (gimple_code (statement) == GIMPLE_PHI)
    return is_copied_only (gimple_phi_result (statement), depth);
  if (!is_gimple_assign (statement))
    return false;
  tree to = gimple_assign_lhs (statement);
  tree first = gimple_assign_rhs1 (statement);
  tree_code code = gimple_assign_rhs_code (statement);
  if (gimple_assign_single_p (statement) && first == value && is_memory (to))
    return true;
  bool copies
      = code == SSA_NAME
        || (CONVERT_EXPR_CODE_P (code)
            && tree_nop_conversion_p (TREE_TYPE (to), TREE_TYPE (value)))
        || (code == COND_EXPR && first != value && !COMPARISON_CLASS_P (first));
  return copies && TREE_CODE (to) == SSA_NAME && is_copied_only (to, depth);
}

/* Whether VALUE is only stored somewhere: it may come from memory that was
   never written.  */
static bool
is_copied_only (tree value, int depth)
{
  use_operand_p use;
  imm_use_iterator i;
  if (depth == 0)
    return false;
  FOR_EACH_IMM_USE_FAST (use, i, value)
  if (!is_gimple_debug (USE_STMT (use))
      && !copies_only (USE_STMT (use), value, depth - 1))
    return false;
  return true;
}

/* The call to make when TO gets the value of memory.  A vector may be loaded
   only to copy memory.  */
static check_function
reading (tree to)
{
  return offgomp_check_for_device || TREE_CODE (to) != SSA_NAME
                 || VECTOR_TYPE_P (TREE_TYPE (to)) || is_argument (to)
                 || is_copied_only (to, COPY_DEPTH)
             ? CHECK_READ
             : CHECK_USE;
}

static void
check_assignment (gassign *statement, gimple_stmt_iterator *gsi)
{
  tree to = gimple_assign_lhs (statement);
  tree from = gimple_assign_rhs1 (statement);
  if (gimple_clobber_p (statement))
    {
      if (!offgomp_check_for_device && VAR_P (to) && TREE_ADDRESSABLE (to))
        check_reference (CHECK_DEAD, to, gsi);
      return;
    }
  if (!gimple_assign_single_p (statement) || TREE_CODE (from) == ADDR_EXPR)
    from = NULL_TREE;
  if (is_memory (to) && is_memory (from))
    check_copy (to, from, gsi);
  else if (is_memory (to))
    check_reference (CHECK_WRITE, to, gsi);
  else if (is_memory (from) && !is_vain_argument (to, from))
    check_reference (reading (to), from, gsi);
}

/* --------------------------------------------------------------- calls */

/* Whether CALL is a call in the user's source to a function of a system header,
   which has calls of the checker; or a call through a pointer in such a
   function that was inlined there.  */
static bool
enters_header (gcall *call)
{
  tree function = gimple_call_fndecl (call);
  if (in_system_header_at (offgomp_user_location (call)))
    return false;
  if (function == NULL_TREE)
    return in_system_header_at (gimple_location (call));
  if (!in_system_header_at (DECL_SOURCE_LOCATION (function)))
    return false;
  cgraph_node *node = cgraph_node::get (function);
  return DECL_COMDAT (function) || (node != NULL && node->definition);
}

/* The variables of variable length that end when CALL restores the stack: those
   made since it was saved, as far as is known.  */
static void
check_restore (gcall *call, gimple_stmt_iterator *gsi)
{
  tree saved = gimple_call_arg (call, 0);
  basic_block block;
  if (offgomp_check_for_device || TREE_CODE (saved) != SSA_NAME)
    return;
  FOR_EACH_BB_FN (block, cfun)
  for (gimple_stmt_iterator i = gsi_start_bb (block); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *made = gsi_stmt (i);
      if (gimple_call_builtin_p (made, BUILT_IN_ALLOCA_WITH_ALIGN)
          && gimple_call_lhs (made) != NULL_TREE
          && stmt_dominates_stmt_p (SSA_NAME_DEF_STMT (saved), made)
          && stmt_dominates_stmt_p (made, call))
        offgomp_insert_check (
            CHECK_DEAD, gimple_call_lhs (made), NULL_TREE,
            gimple_call_arg (made, 0),
            offgomp_make_location (made, gimple_call_lhs (made)), gsi);
    }
}

static void
check_call (gcall *call, gimple_stmt_iterator *gsi)
{
  if (gimple_call_internal_p (call))
    {
      offgomp_check_internal (call, gsi);
      if (offgomp_check_for_device)
        offgomp_check_ordered_simd (call, gsi);
      return;
    }
  if (enters_header (call))
    offgomp_insert_check (CHECK_ENTER, NULL_TREE, NULL_TREE, NULL_TREE,
                          offgomp_make_location (call, NULL_TREE), gsi);
  if (gimple_call_builtin_p (call, BUILT_IN_STACK_RESTORE))
    check_restore (call, gsi);
  else
    offgomp_check_known (call, gsi);
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (is_memory (gimple_call_arg (call, i)))
      check_reference (CHECK_READ, gimple_call_arg (call, i), gsi);
  tree result = gimple_call_lhs (call);
  if (result != NULL_TREE && is_memory (result))
    check_reference (CHECK_WRITE, result, gsi);
}

/* ---------------------------------------------------------------- pass */

bool
offgomp_check_function (function *f, insert_mode mode)
{
  calculate_dominance_info (CDI_DOMINATORS);
  offgomp_insert_begin (mode);
  offgomp_walk (f, check_assignment, check_call);
  if (offgomp_check_for_device)
    offgomp_check_simd_loops (f);
  return offgomp_insert_end ();
}

static const pass_data check_pass_data = { GIMPLE_PASS,
                                           "offgomp_check",
                                           OPTGROUP_NONE,
                                           TV_NONE,
                                           PROP_ssa | PROP_cfg,
                                           0,
                                           0,
                                           0,
                                           TODO_update_ssa };

class check_pass : public gimple_opt_pass
{
public:
  check_pass (gcc::context *context)
      : gimple_opt_pass (check_pass_data, context)
  {
  }
  unsigned
  execute (function *f) final override
  {
    insert_mode mode = offgomp_check_mode (f->decl);
    if (mode != INSERT_NOTHING)
      offgomp_check_function (f, mode);
    return 0;
  }
};

/* Mark an object of the host that has calls: mkoffload then makes a checked
   image.  */
static void
write_mark (void *, void *)
{
  if (!flag_generate_lto || flag_fat_lto_objects || in_lto_p)
    fputs ("\t.pushsection .offgomp_check,\"e\",@progbits\n"
           "\t.byte 0\n"
           "\t.popsection\n",
           asm_out_file);
}

void
offgomp_check_start (const plugin_name_args *info, bool device)
{
  offgomp_insert_start (info, device);
  if (device)
    offgomp_redzones_start (info);
  else
    {
      register_callback (info->base_name, PLUGIN_FINISH_UNIT, write_mark, NULL);
      offgomp_bodies_start (info);
    }
  offgomp_plugin_add_pass (info, new check_pass (g), "adjust_alignment",
                           PASS_POS_INSERT_AFTER);
}
