/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls to the mapping checker at the iterations of a region's simd loops:

     __offgomp_check_simd (WHAT, SAFELEN, LOCATION)

   before the loop, where each iteration begins, behind the loop, and around
   ordered simd in it.  The loop is one whose iterations GCC may combine:
   safelen says how many.  It is 1 for all loops that were compiled with -O0 and
   have private variables.  An if clause that is not constant counts as true:
   optimization has removed it.  */

#include "gcc_headers.h"

#include "cfgloop.h"

#include "check_gcc.h"
#include "check_insert.h"
#include "check_location.h"

static void
insert_call (gimple_stmt_iterator *gsi, offgomp_check_simd what, int safelen)
{
  tree location = offgomp_make_location (gsi_stmt (*gsi), NULL_TREE);
  offgomp_insert_check (CHECK_SIMD, NULL_TREE, NULL_TREE, size_int (what),
                        location, gsi, size_int (safelen));
}

/* The same on E.  */
static void
insert_on (edge e, offgomp_check_simd what, int safelen)
{
  if (e->flags & (EDGE_ABNORMAL | EDGE_EH))
    return;
  gimple_stmt_iterator gsi = gsi_start_bb (split_edge (e));
  gsi_insert_before (&gsi, gimple_build_nop (), GSI_NEW_STMT);
  insert_call (&gsi, what, safelen);
}

/* Edges that begin and end LOOP; its header stays where it is.  */
static void
find_ends (class loop *loop, vec<edge> &begins, vec<edge> &ends)
{
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, loop->header->preds)
  if (!flow_bb_inside_loop_p (loop, e->src))
    begins.safe_push (e);
  basic_block *body = get_loop_body (loop);
  for (unsigned k = 0; k < loop->num_nodes; k++)
    FOR_EACH_EDGE (e, i, body[k]->succs)
  if (!flow_bb_inside_loop_p (loop, e->dest))
    ends.safe_push (e);
  free (body);
}

static void
mark_loop (class loop *loop)
{
  auto_vec<edge> begins, ends;
  find_ends (loop, begins, ends);
  gimple_stmt_iterator gsi = gsi_after_labels (loop->header);
  gsi_insert_before (&gsi, gimple_build_nop (), GSI_NEW_STMT);
  insert_call (&gsi, OFFGOMP_SIMD_NEXT, loop->safelen);
  for (edge e : begins)
    insert_on (e, OFFGOMP_SIMD_BEGIN, loop->safelen);
  for (edge e : ends)
    insert_on (e, OFFGOMP_SIMD_END, loop->safelen);
}

void
offgomp_check_simd_loops (function *f)
{
  auto_vec<class loop *> loops;
  if (loops_for_fn (f) == NULL)
    return;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (class loop *loop = get_loop (f, i))
      if (loop->safelen > 1)
        loops.safe_push (loop);
  for (class loop *loop : loops)
    mark_loop (loop);
  loop_optimizer_finalize ();
}

void
offgomp_check_ordered_simd (gcall *call, gimple_stmt_iterator *gsi)
{
  internal_fn which = gimple_call_internal_fn (call);
  if (which == IFN_GOMP_SIMD_ORDERED_START)
    insert_call (gsi, OFFGOMP_SIMD_ORDERED, 0);
  else if (which == IFN_GOMP_SIMD_ORDERED_END)
    insert_call (gsi, OFFGOMP_SIMD_ORDERED_END, 0);
}
