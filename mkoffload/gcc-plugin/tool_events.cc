/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* tool-events.so: calls of the library for tools (OMPT) around constructs for
   which GCC calls nothing.  The specs file loads it for the option
   -DOFFGOMP_TOOL_EVENTS.

   A pass before GCC lowers the constructs inserts the calls of
   include/tool_calls.h: around static loops, distribute loops, scope and masked
   constructs, before flushes, and behind single constructs without a barrier.
   The constructs themselves stay as they are.  Code of devices gets no
   calls.  */

#include "gcc_headers.h"

#include "fold-const.h"
#include "gimple-expr.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "omp_gcc.h"

#include "directive_line.h"
#include "loop_count.h"
#include "plugin.h"
#include "tool_calls.h"

/* ---- Calls.  */

enum call
{
  WORK_BEGIN,
  WORK_END,
  MASKED_BEGIN,
  MASKED_END,
  FLUSH,
  CALLS
};

static tree declarations[CALLS];

/* The declarations live as long as the compiler.  */
static const ggc_root_tab roots[]
    = { { declarations, CALLS, sizeof (tree), &gt_ggc_mx_tree_node,
          &gt_pch_nx_tree_node },
        LAST_GGC_ROOT_TAB };

static tree
declare (call which)
{
  static const char *const names[CALLS]
      = { OFFGOMP_WORK_BEGIN, OFFGOMP_WORK_END, OFFGOMP_MASKED_BEGIN,
          OFFGOMP_MASKED_END, OFFGOMP_FLUSH };
  if (declarations[which] != NULL_TREE)
    return declarations[which];
  tree type
      = which == WORK_BEGIN
            ? build_function_type_list (void_type_node, integer_type_node,
                                        long_long_unsigned_type_node, NULL_TREE)
        : which == WORK_END
            ? build_function_type_list (void_type_node, integer_type_node,
                                        integer_type_node, NULL_TREE)
            : build_function_type_list (void_type_node, NULL_TREE);
  tree decl = build_fn_decl (names[which], type);
  TREE_NOTHROW (decl) = 1;
  declarations[which] = decl;
  return decl;
}

/* The call WHICH, at the location of STATEMENT.  */
static gcall *
make_call (call which, gimple *statement)
{
  gcall *made = gimple_build_call (declare (which), 0);
  gimple_set_location (made, gimple_location (statement));
  return made;
}

/* The same with arguments.  */
static gcall *
make_work_call (call which, gimple *statement, offgomp_construct construct,
                tree argument)
{
  gcall *made = gimple_build_call (declare (which), 2,
                                   build_int_cst (integer_type_node, construct),
                                   argument);
  gimple_set_location (made, gimple_location (statement));
  return made;
}

static gcall *
make_end (gimple *statement, offgomp_construct construct, bool has_barrier)
{
  return make_work_call (WORK_END, statement, construct,
                         build_int_cst (integer_type_node, has_barrier));
}

static void
prepend (gimple_seq *body, gimple *statement)
{
  gimple_stmt_iterator first = gsi_start (*body);
  gsi_insert_before (&first, statement, GSI_SAME_STMT);
}

/* ---- Constructs.  */

static bool
has_clause (tree clauses, omp_clause_code code)
{
  return omp_find_clause (clauses, code) != NULL_TREE;
}

/* Whether a reduction in CLAUSES makes GCC call the library in any loop.  */
static bool
has_library_reduction (tree clauses)
{
  for (tree c = clauses; c != NULL_TREE; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION
        && (OMP_CLAUSE_REDUCTION_TASK (c) || OMP_CLAUSE_REDUCTION_INSCAN (c)))
      return true;
  return false;
}

/* LOOP begins when its bounds are known, behind all barriers that its data
   clauses need.  */
static void
insert_loop_begin (gomp_for *loop, offgomp_construct construct,
                   const omp_for_data &facts)
{
  gimple_seq code = NULL;
  gbind *bind = gimple_build_bind (NULL_TREE, NULL, NULL_TREE);
  push_gimplify_context ();
  tree count = offgomp_loop_count (loop, facts, &code);
  gimple_seq_add_stmt (&code,
                       make_work_call (WORK_BEGIN, loop, construct, count));
  gimple_bind_set_body (bind, code);
  pop_gimplify_context (bind);
  gimple_seq_add_stmt (gimple_omp_for_pre_body_ptr (loop), bind);
}

static void
insert_in_loop (gomp_for *loop, gimple_stmt_iterator *gsi)
{
  tree clauses = gimple_omp_for_clauses (loop);
  bool is_distribute = gimple_omp_for_kind (loop) == GF_OMP_FOR_KIND_DISTRIBUTE;
  if (!is_distribute && gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_FOR)
    return;
  omp_for_data facts;
  auto_vec<omp_for_data_loop, 4> loops;
  loops.safe_grow_cleared (gimple_omp_for_collapse (loop));
  omp_extract_for_data (loop, &facts, loops.address ());
  if (!is_distribute
      && (facts.sched_kind != OMP_CLAUSE_SCHEDULE_STATIC || facts.have_ordered
          || has_library_reduction (clauses)))
    return;
  offgomp_construct construct
      = is_distribute ? OFFGOMP_DISTRIBUTE : OFFGOMP_STATIC_LOOP;
  insert_loop_begin (loop, construct, facts);
  if (is_distribute || has_clause (clauses, OMP_CLAUSE_NOWAIT))
    gsi_insert_after (gsi, make_end (loop, construct, false), GSI_SAME_STMT);
}

static void
insert_in_masked (gimple *masked)
{
  gimple_seq *body = gimple_omp_body_ptr (masked);
  prepend (body, make_call (MASKED_BEGIN, masked));
  gimple_seq_add_stmt (body, make_call (MASKED_END, masked));
}

/* The barrier of a scope is not its end, since barriers may be in it.  */
static void
insert_in_scope (gimple *scope, gimple_stmt_iterator *gsi)
{
  bool has_barrier
      = !has_clause (gimple_omp_scope_clauses (scope), OMP_CLAUSE_NOWAIT);
  gimple_seq *body = gimple_omp_body_ptr (scope);
  gcall *end = make_end (scope, OFFGOMP_SCOPE, has_barrier);
  prepend (body, make_work_call (WORK_BEGIN, scope, OFFGOMP_SCOPE,
                                 build_one_cst (long_long_unsigned_type_node)));
  if (has_barrier)
    gimple_seq_add_stmt (body, end);
  else
    gsi_insert_after (gsi, end, GSI_SAME_STMT);
}

static void
insert_in_single (gimple *single, gimple_stmt_iterator *gsi)
{
  if (has_clause (gimple_omp_single_clauses (single), OMP_CLAUSE_NOWAIT))
    gsi_insert_after (gsi, make_end (single, OFFGOMP_SINGLE, false),
                      GSI_SAME_STMT);
}

/* A flush is a fence, and so are calls of the program's own.  */
static void
insert_flush (gimple *fence, gimple_stmt_iterator *gsi)
{
  if ((gimple_call_builtin_p (fence, BUILT_IN_SYNC_SYNCHRONIZE)
       || gimple_call_builtin_p (fence, BUILT_IN_ATOMIC_THREAD_FENCE))
      && offgomp_is_directive (gimple_location (fence)))
    gsi_insert_before (gsi, make_call (FLUSH, fence), GSI_SAME_STMT);
}

static tree
insert_in_construct (gimple_stmt_iterator *gsi, bool *is_done, walk_stmt_info *)
{
  gimple *statement = gsi_stmt (*gsi);
  *is_done = false;
  switch (gimple_code (statement))
    {
    case GIMPLE_OMP_TARGET:
      *is_done
          = gimple_omp_target_kind (statement) == GF_OMP_TARGET_KIND_REGION;
      break;
    case GIMPLE_OMP_FOR:
      insert_in_loop (as_a<gomp_for *> (statement), gsi);
      break;
    case GIMPLE_OMP_MASTER:
    case GIMPLE_OMP_MASKED:
      insert_in_masked (statement);
      break;
    case GIMPLE_OMP_SCOPE:
      insert_in_scope (statement, gsi);
      break;
    case GIMPLE_OMP_SINGLE:
      insert_in_single (statement, gsi);
      break;
    case GIMPLE_CALL:
      insert_flush (statement, gsi);
      break;
    default:
      break;
    }
  return NULL_TREE;
}

/* Whether FUNCTION is compiled for devices, too.  */
static bool
is_of_devices (tree function)
{
  tree attributes = DECL_ATTRIBUTES (function);
  return lookup_attribute ("omp declare target", attributes)
         && !lookup_attribute ("omp declare target host", attributes);
}

static const pass_data events_pass_data = { GIMPLE_PASS,
                                            "offgomp_tool_events",
                                            OPTGROUP_NONE,
                                            TV_NONE,
                                            PROP_gimple_any,
                                            0,
                                            0,
                                            0,
                                            0 };

class events_pass : public gimple_opt_pass
{
public:
  events_pass (gcc::context *context)
      : gimple_opt_pass (events_pass_data, context)
  {
  }
  bool
  gate (function *f) final override
  {
    return flag_openmp && !is_of_devices (f->decl);
  }
  unsigned
  execute (function *f) final override
  {
    gimple_seq body = gimple_body (f->decl);
    walk_stmt_info info = {};
    walk_gimple_seq_mod (&body, insert_in_construct, NULL, &info);
    gimple_set_body (f->decl, body);
    return 0;
  }
};

void
offgomp_plugin_start (const plugin_name_args *info)
{
  register_callback (info->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
                     const_cast<ggc_root_tab *> (roots));
  offgomp_plugin_add_pass (info, new events_pass (g), "omplower",
                           PASS_POS_INSERT_BEFORE);
}
