/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of iterations of a loop; see loop_count.h.  */

#include "gcc_headers.h"

#include "fold-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "omp_gcc.h"

#include "loop_count.h"

static tree
as_count (tree value)
{
  return fold_convert (long_long_unsigned_type_node, value);
}

/* The iterations of LOOP alone.  GCC has made its condition < or >.  */
static tree
count_of (const omp_for_data_loop &loop)
{
  tree type = TREE_TYPE (loop.v);
  bool is_up = loop.cond_code == LT_EXPR;
  tree from = fold_convert (type, unshare_expr (loop.n1));
  tree to = fold_convert (type, unshare_expr (loop.n2));
  tree step = unshare_expr (loop.step);
  if (!is_up)
    step = fold_build1 (NEGATE_EXPR, TREE_TYPE (step), step);
  step = as_count (step);
  tree width = is_up ? fold_build2 (MINUS_EXPR, long_long_unsigned_type_node,
                                    as_count (to), as_count (from))
                     : fold_build2 (MINUS_EXPR, long_long_unsigned_type_node,
                                    as_count (from), as_count (to));
  tree one = build_one_cst (long_long_unsigned_type_node);
  tree last
      = fold_build2 (MINUS_EXPR, long_long_unsigned_type_node, width, one);
  tree steps
      = fold_build2 (TRUNC_DIV_EXPR, long_long_unsigned_type_node, last, step);
  tree count
      = fold_build2 (PLUS_EXPR, long_long_unsigned_type_node, steps, one);
  tree some = fold_build2 (loop.cond_code, boolean_type_node,
                           unshare_expr (from), unshare_expr (to));
  return fold_build3 (COND_EXPR, long_long_unsigned_type_node, some, count,
                      build_zero_cst (long_long_unsigned_type_node));
}

tree
offgomp_loop_count (gomp_for *loop, const omp_for_data &facts, gimple_seq *code)
{
  if (facts.non_rect || gimple_omp_for_combined_into_p (loop))
    return build_zero_cst (long_long_unsigned_type_node);
  tree count = count_of (facts.loops[0]);
  for (int i = 1; i < facts.collapse; i++)
    count = fold_build2 (MULT_EXPR, long_long_unsigned_type_node, count,
                         count_of (facts.loops[i]));
  gimplify_expr (&count, code, NULL, is_gimple_val, fb_rvalue);
  return count;
}
