/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Update directives for variables that OpenACC's declare directive names.

   A global variable in a declare directive has a device copy in the image, and
   regions use this copy without a mapping.  So GCC drops map clauses for such
   variables.  But it also drops them from update directives, which then copy
   nothing.  It keeps clauses for parts of the variables.  This pass runs right
   before GCC lowers the clauses, and makes each such variable a part: all of
   its memory.  */

#include "gcc_headers.h"

#include "gimple-expr.h"
#include "gimple-walk.h"
#include "gomp-constants.h"

#include "declared.h"
#include "plugin.h"

static bool
is_copied (tree clause)
{
  if (OMP_CLAUSE_CODE (clause) != OMP_CLAUSE_MAP)
    return false;
  switch ((int)OMP_CLAUSE_MAP_KIND (clause))
    {
    case GOMP_MAP_TO:
    case GOMP_MAP_FROM:
    case GOMP_MAP_FORCE_TO:
    case GOMP_MAP_FORCE_FROM:
      return true;
    default:
      return false;
    }
}

static bool
is_declared (tree decl)
{
  return VAR_P (decl) && is_global_var (decl)
         && lookup_attribute ("omp declare target", DECL_ATTRIBUTES (decl));
}

static void
keep_clause (tree clause)
{
  tree decl = OMP_CLAUSE_DECL (clause);
  if (!is_copied (clause) || !DECL_P (decl) || !is_declared (decl))
    return;
  if (OMP_CLAUSE_SIZE (clause) == NULL_TREE)
    OMP_CLAUSE_SIZE (clause) = DECL_SIZE_UNIT (decl);
  mark_addressable (decl);
  tree address = build_fold_addr_expr (decl);
  OMP_CLAUSE_DECL (clause)
      = build2 (MEM_REF, TREE_TYPE (decl), address,
                build_int_cst (TREE_TYPE (address), 0));
}

static tree
keep_clauses (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *)
{
  gomp_target *target = dyn_cast<gomp_target *> (gsi_stmt (*gsi));
  if (target != NULL
      && gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_OACC_UPDATE)
    for (tree c = gimple_omp_target_clauses (target); c != NULL_TREE;
         c = OMP_CLAUSE_CHAIN (c))
      keep_clause (c);
  return NULL_TREE;
}

static const pass_data declared_pass_data
    = { GIMPLE_PASS, "offgomp_declared", OPTGROUP_NONE, TV_NONE,
        PROP_gimple_any, 0, 0, 0, 0 };

class declared_pass : public gimple_opt_pass
{
public:
  declared_pass (gcc::context *context)
      : gimple_opt_pass (declared_pass_data, context)
  {
  }
  bool
  gate (function *) final override
  {
    return flag_openacc;
  }
  unsigned
  execute (function *f) final override
  {
    gimple_seq body = gimple_body (f->decl);
    walk_stmt_info info = {};
    walk_gimple_seq_mod (&body, keep_clauses, NULL, &info);
    gimple_set_body (f->decl, body);
    return 0;
  }
};

void
offgomp_declared_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new declared_pass (g), "omplower",
                           PASS_POS_INSERT_BEFORE);
}
