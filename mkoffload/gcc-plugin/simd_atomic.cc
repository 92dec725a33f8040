/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic updates inside simd loops.

   When GCC also compiles for nvptx devices, it makes a second version of each
   simd loop of a region, for threads that run in step.  GCC 12.2 copies the
   loop for that, but both copies share the tree of the address in an atomic
   construct.  When the variable is mapped, GCC replaces it in that tree by a
   value that the first copy computes.  The second copy, which the host and
   x86emul devices run, then uses an address that it did not compute.

   This pass computes such an address in a separate statement: GCC copies
   statements correctly.  */

#include "gcc_headers.h"

#include "gimple-expr.h"
#include "gimple-walk.h"
#include "gimplify.h"

#include "plugin.h"
#include "simd_atomic.h"

/* Whether GCC makes the second version: the driver names the devices of the
   link in the environment.  */
static bool
may_copy_simd_loops (void)
{
  const char *targets = getenv ("OFFLOAD_TARGET_NAMES");
  return optimize && targets != NULL && strstr (targets, "nvptx") != NULL;
}

/* INFO->info: the chain of variables made for the loop's addresses.  */
static tree
separate_address (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *info)
{
  gomp_atomic_load *load = dyn_cast<gomp_atomic_load *> (gsi_stmt (*gsi));
  if (load == NULL || DECL_P (gimple_omp_atomic_load_rhs (load)))
    return NULL_TREE;
  tree *made = (tree *)info->info;
  tree address = gimple_omp_atomic_load_rhs (load);
  tree variable = create_tmp_var_raw (TREE_TYPE (address));
  DECL_CONTEXT (variable) = current_function_decl;
  DECL_SEEN_IN_BIND_EXPR_P (variable) = 1;
  DECL_CHAIN (variable) = *made;
  *made = variable;
  gassign *statement = gimple_build_assign (variable, unshare_expr (address));
  gimple_set_location (statement, gimple_location (load));
  gsi_insert_before (gsi, statement, GSI_SAME_STMT);
  gimple_omp_atomic_load_set_rhs (load, variable);
  return NULL_TREE;
}

/* Variables that a construct does not name are private in it if they are
   declared in it.  */
static tree
look_into_simd (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *)
{
  gomp_for *loop = dyn_cast<gomp_for *> (gsi_stmt (*gsi));
  if (loop == NULL || gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_SIMD)
    return NULL_TREE;
  tree made = NULL_TREE;
  walk_stmt_info info = {};
  info.info = &made;
  walk_gimple_seq_mod (gimple_omp_body_ptr (loop), separate_address, NULL,
                       &info);
  if (made != NULL_TREE)
    gimple_omp_set_body (
        loop, gimple_build_bind (made, gimple_omp_body (loop), NULL_TREE));
  return NULL_TREE;
}

static const pass_data simd_atomic_pass_data = { GIMPLE_PASS,
                                                 "offgomp_simd_atomic",
                                                 OPTGROUP_NONE,
                                                 TV_NONE,
                                                 PROP_gimple_any,
                                                 0,
                                                 0,
                                                 0,
                                                 0 };

class simd_atomic_pass : public gimple_opt_pass
{
public:
  simd_atomic_pass (gcc::context *context)
      : gimple_opt_pass (simd_atomic_pass_data, context)
  {
  }
  bool
  gate (function *) final override
  {
    return may_copy_simd_loops ();
  }
  unsigned
  execute (function *f) final override
  {
    gimple_seq body = gimple_body (f->decl);
    walk_stmt_info info = {};
    walk_gimple_seq_mod (&body, look_into_simd, NULL, &info);
    gimple_set_body (f->decl, body);
    return 0;
  }
};

void
offgomp_simd_atomic_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new simd_atomic_pass (g), "omplower",
                           PASS_POS_INSERT_BEFORE);
}
