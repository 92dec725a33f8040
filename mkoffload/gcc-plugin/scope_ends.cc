/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the variables of blocks in target regions end, for AddressSanitizer.

   GCC marks where a variable's block begins and ends, by calls of ASAN_MARK, so
   that a use after the block is reported.  It marks no variable in OpenMP or
   OpenACC constructs.  This pass does so in code for devices: in target
   regions, and in constructs in functions that devices may call.

   The pass runs before constructs are outlined.  Here a block is still one
   statement, however the program leaves it.  A jump into a block passes its
   beginning, so the variables are marked again behind the label.

   Variables that the program never takes the address of are left out.  So are
   blocks between constructs that are combined: GCC requires that nothing but
   the inner construct is there.  And so are blocks in simd loops: GCC turns
   their variables into elements of an array, which GCC 14 cannot mark.  */

#include "gcc_headers.h"

#include "asan.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "omp_gcc.h"

#include "plugin.h"
#include "scope_ends.h"

/* How many jumps go to each label.  */
typedef hash_map<tree, unsigned> jump_counts;

static void
count_jump (jump_counts *counts, tree label)
{
  if (label != NULL_TREE && TREE_CODE (label) == LABEL_DECL)
    counts->get_or_insert (label)++;
}

static tree
count_jumps (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *info)
{
  jump_counts *counts = (jump_counts *)info->info;
  gimple *statement = gsi_stmt (*gsi);
  if (ggoto *jump = dyn_cast<ggoto *> (statement))
    count_jump (counts, gimple_goto_dest (jump));
  else if (gcond *branch = dyn_cast<gcond *> (statement))
    {
      count_jump (counts, gimple_cond_true_label (branch));
      count_jump (counts, gimple_cond_false_label (branch));
    }
  else if (gswitch *choice = dyn_cast<gswitch *> (statement))
    for (unsigned i = 0; i < gimple_switch_num_labels (choice); i++)
      count_jump (counts, CASE_LABEL (gimple_switch_label (choice, i)));
  else if (gasm *code = dyn_cast<gasm *> (statement))
    for (unsigned i = 0; i < gimple_asm_nlabels (code); i++)
      count_jump (counts, TREE_VALUE (gimple_asm_label_op (code, i)));
  return NULL_TREE;
}

static void
count_jumps_in (gimple_seq body, jump_counts *counts)
{
  walk_stmt_info info = {};
  info.info = counts;
  walk_gimple_seq (body, count_jumps, NULL, &info);
}

static unsigned
count_of (jump_counts *counts, tree label)
{
  unsigned *count = counts->get (label);
  return count == NULL ? 0 : *count;
}

/* ---------------------------------------------------------------- marks */

static bool
may_be_marked (tree variable)
{
  tree size = DECL_SIZE_UNIT (variable);
  return VAR_P (variable) && TREE_ADDRESSABLE (variable)
         && DECL_CONTEXT (variable) == current_function_decl
         && !is_global_var (variable) && !DECL_EXTERNAL (variable)
         && !DECL_HARD_REGISTER (variable) && !DECL_HAS_VALUE_EXPR_P (variable)
         && size != NULL_TREE && TREE_CODE (size) == INTEGER_CST
         && !integer_zerop (size)
         && DECL_ALIGN (variable) <= MAX_SUPPORTED_STACK_ALIGNMENT;
}

/* The variables of a block that are marked, and the jumps inside it.  */
struct block_info
{
  location_t location;
  auto_vec<tree> variables;
  jump_counts jumps;
  jump_counts *all_jumps; /* in the function */
};

static gimple_seq
make_marks (const block_info &block, asan_mark_flags flag)
{
  gimple_seq marks = NULL;
  for (tree variable : block.variables)
    {
      gcall *mark = gimple_build_call_internal (
          IFN_ASAN_MARK, 3, build_int_cst (integer_type_node, flag),
          build_fold_addr_expr (variable), DECL_SIZE_UNIT (variable));
      gimple_set_location (mark, block.location);
      gimple_seq_add_stmt (&marks, mark);
    }
  return marks;
}

/* INFO->info: the block.  */
static tree
mark_at_label (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *info)
{
  block_info *block = (block_info *)info->info;
  glabel *statement = dyn_cast<glabel *> (gsi_stmt (*gsi));
  if (statement == NULL)
    return NULL_TREE;
  tree label = gimple_label_label (statement);
  if (FORCED_LABEL (label) || DECL_NONLOCAL (label)
      || count_of (block->all_jumps, label) > count_of (&block->jumps, label))
    gsi_insert_seq_after (gsi, make_marks (*block, ASAN_MARK_UNPOISON),
                          GSI_SAME_STMT);
  return NULL_TREE;
}

/* Mark the variables of BIND when it begins and when it ends.  */
static void
mark_block (gbind *bind, jump_counts *all_jumps)
{
  block_info block;
  block.location = gimple_location (bind);
  block.all_jumps = all_jumps;
  for (tree v = gimple_bind_vars (bind); v != NULL_TREE; v = DECL_CHAIN (v))
    if (may_be_marked (v))
      {
        if (DECL_ALIGN_UNIT (v) < ASAN_SHADOW_GRANULARITY)
          SET_DECL_ALIGN (v, BITS_PER_UNIT * ASAN_SHADOW_GRANULARITY);
        block.variables.safe_push (v);
      }
  if (block.variables.is_empty ())
    return;
  count_jumps_in (gimple_bind_body (bind), &block.jumps);
  walk_stmt_info info = {};
  info.info = &block;
  walk_gimple_seq_mod (gimple_bind_body_ptr (bind), mark_at_label, NULL, &info);
  gimple_seq body = make_marks (block, ASAN_MARK_UNPOISON);
  gimple_seq_add_stmt (&body,
                       gimple_build_try (gimple_bind_body (bind),
                                         make_marks (block, ASAN_MARK_POISON),
                                         GIMPLE_TRY_FINALLY));
  gimple_bind_set_body (bind, body);
}

/* --------------------------------------------------------------- blocks */

struct search
{
  vec<gbind *> *blocks; /* those that were found */
  bool on_device;
  bool combined; /* an outer construct ends where this block's only construct
                    does */
  bool in_simd;
};

static bool
is_simd (gimple *construct)
{
  return gimple_code (construct) == GIMPLE_OMP_FOR
         && gimple_omp_for_kind (construct) == GF_OMP_FOR_KIND_SIMD;
}

/* Whether the body of a loop with CLAUSES consists of a scan directive and what
   is before and behind it.  */
static bool
has_scan (tree clauses)
{
  for (tree c = clauses; c != NULL_TREE; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION
        && OMP_CLAUSE_REDUCTION_INSCAN (c))
      return true;
  return false;
}

/* Whether nothing may be between CONSTRUCT and the construct in it.  */
static bool
is_combined (gimple *construct)
{
  switch (gimple_code (construct))
    {
    case GIMPLE_OMP_FOR:
      return gimple_omp_for_combined_p (construct)
             || has_scan (gimple_omp_for_clauses (construct));
    case GIMPLE_OMP_PARALLEL:
      return gimple_omp_parallel_combined_p (construct);
    case GIMPLE_OMP_TASK:
      return gimple_omp_task_taskloop_p (construct);
    case GIMPLE_OMP_SECTIONS:
      return true;
    default:
      return false;
    }
}

/* INFO->info: the search.  */
static tree
find_block (gimple_stmt_iterator *gsi, bool *is_done, walk_stmt_info *info)
{
  const search *outer = (search *)info->info;
  gimple *statement = gsi_stmt (*gsi);
  if (gbind *bind = dyn_cast<gbind *> (statement))
    {
      if (outer->on_device && !outer->combined && !outer->in_simd)
        outer->blocks->safe_push (bind);
    }
  else if (is_gimple_omp (statement) && gimple_has_substatements (statement))
    {
      search inner
          = { outer->blocks,
              outer->on_device || is_gimple_omp_offloaded (statement)
                  || offloading_function_p (current_function_decl),
              is_combined (statement), outer->in_simd || is_simd (statement) };
      walk_stmt_info inner_info = {};
      inner_info.info = &inner;
      walk_gimple_seq (gimple_omp_body (statement), find_block, NULL,
                       &inner_info);
      *is_done = true;
    }
  return NULL_TREE;
}

/* ----------------------------------------------------------------- pass */

static const pass_data scope_ends_pass_data = { GIMPLE_PASS,
                                                "offgomp_scope_ends",
                                                OPTGROUP_NONE,
                                                TV_NONE,
                                                PROP_gimple_any,
                                                0,
                                                0,
                                                0,
                                                0 };

class scope_ends_pass : public gimple_opt_pass
{
public:
  scope_ends_pass (gcc::context *context)
      : gimple_opt_pass (scope_ends_pass_data, context)
  {
  }
  bool
  gate (function *f) final override
  {
    return (flag_openmp || flag_openacc)
           && sanitize_flags_p (SANITIZE_ADDRESS, f->decl)
           && asan_sanitize_use_after_scope ();
  }
  unsigned
  execute (function *f) final override
  {
    auto_vec<gbind *> blocks;
    search whole = { &blocks, false, false, false };
    walk_stmt_info info = {};
    info.info = &whole;
    gimple_seq body = gimple_body (f->decl);
    walk_gimple_seq (body, find_block, NULL, &info);
    jump_counts jumps;
    if (!blocks.is_empty ())
      count_jumps_in (body, &jumps);
    for (gbind *bind : blocks)
      mark_block (bind, &jumps);
    return 0;
  }
};

void
offgomp_scope_ends_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new scope_ends_pass (g), "omplower",
                           PASS_POS_INSERT_BEFORE);
}
