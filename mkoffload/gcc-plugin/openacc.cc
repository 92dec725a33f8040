/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's gangs, workers and vectors on x86emul devices; see openacc.h.

   The host's compiler takes each dimension to be 1, since it compiles for one
   thread.  On the device a gang is a team of the league that runs the region:
   one of several threads that call the region's function.  So here

     - a region has the gangs that it asks for, or any number of them, chosen
       when it is launched; one worker and a vector of one lane, since a CPU's
       vectors are the optimizers' matter;
     - the position of a gang is omp_get_team_num (), the number of gangs
       omp_get_num_teams ();
     - a gang's share of a reduction is added to the result inside
       GOMP_atomic_start and GOMP_atomic_end, which serve every type.

   Variables that are private to a gang are those of the function's call.

   GCC expands loops to questions for position and size, and reductions to the
   four steps SETUP, INIT, FINI and TEARDOWN ("OpenACC reduction abstraction" in
   internal-fn.h), in its pass oaccdevlow.  Hooks of targetm decide on numbers
   and reductions there.  The pass here, right behind it, answers the
   questions.  */

#include "gcc_headers.h"

#include "device_gcc.h"
#include "openacc_gcc.h"

#include "openacc.h"
#include "plugin.h"

/* ---------------------------------------------------------- dimensions */

/* The number of gangs in -fopenacc-dim=, which the host's compiler ignores; 0:
   none.  */
static int
gangs_of_option ()
{
  const char *dims = flag_openacc_dims;
  long number = dims == NULL ? 0 : strtol (dims, NULL, 10);
  return number > 0 && number <= INT_MAX ? number : 0;
}

/* As a level without a function: the numbers where the program gives none.  */
#define DEFAULTS (-1)

/* DIMS: -1 as long as nobody has chosen, 0 not known here; of FUNCTION, or the
   defaults.  Returns whether a number was changed.  */
static bool
choose_dims (tree function, int dims[], int level, unsigned)
{
  bool changed = false;
  for (int i = 0; i < GOMP_DIM_MAX; i++)
    {
      int number = dims[i];
      if (i != GOMP_DIM_GANG)
        number = 1;
      else if (number < 0 && function == NULL_TREE)
        number = level == DEFAULTS ? gangs_of_option () : 0;
      changed |= number != dims[i];
      dims[i] = number;
    }
  return changed;
}

static int
most_of (int axis)
{
  return axis == GOMP_DIM_GANG ? 0 : 1;
}

int
offgomp_openacc_gangs (tree function)
{
  tree attribute = oacc_get_fn_attrib (function);
  tree gangs = attribute == NULL_TREE ? NULL_TREE : TREE_VALUE (attribute);
  if (gangs == NULL_TREE || TREE_VALUE (gangs) == NULL_TREE
      || !tree_fits_shwi_p (TREE_VALUE (gangs)))
    return 0;
  HOST_WIDE_INT number = tree_to_shwi (TREE_VALUE (gangs));
  return number > 0 && number <= INT_MAX ? number : 0;
}

/* ----------------------------------------------------------- reductions */

/* The arguments of a step, LHS = step (CODE, REF, VAR, LEVEL, OP, OFFSET).  */
struct reduction
{
  ifn_goacc_reduction_kind kind;
  tree lhs;     /* NULL_TREE: unused */
  tree result;  /* address of the original variable, or NULL_TREE */
  tree var;     /* the intermediate one */
  bool of_gang; /* else of the one worker or lane */
  tree_code op;
};

static reduction
read_reduction (gcall *call)
{
  tree result = gimple_call_arg (call, 1);
  return { (ifn_goacc_reduction_kind)tree_to_shwi (gimple_call_arg (call, 0)),
           gimple_call_lhs (call),
           integer_zerop (result) ? NULL_TREE : result,
           gimple_call_arg (call, 2),
           tree_to_shwi (gimple_call_arg (call, 3)) == GOMP_DIM_GANG,
           (tree_code)tree_to_uhwi (gimple_call_arg (call, 4)) };
}

/* VALUE in a register, computed in SEQUENCE.  */
static tree
in_register (gimple_seq *sequence, tree value)
{
  if (is_gimple_val (value))
    return value;
  tree name = make_ssa_name (TREE_TYPE (value));
  gimple_seq_add_stmt (sequence, gimple_build_assign (name, value));
  return name;
}

static void
call_builtin (gimple_seq *sequence, built_in_function function)
{
  gimple_seq_add_stmt (sequence,
                       gimple_build_call (builtin_decl_explicit (function), 0));
}

/* *RESULT = *RESULT OP VAR, for all gangs.  */
static void
add_share (gimple_seq *sequence, const reduction &r)
{
  tree type = TREE_TYPE (r.var);
  tree var = in_register (sequence, r.var);
  call_builtin (sequence, BUILT_IN_GOMP_ATOMIC_START);
  tree before = in_register (sequence, build_simple_mem_ref (r.result));
  tree after = fold_build2 (r.op, type, fold_convert (type, before), var);
  gimple_seq part = NULL;
  after = force_gimple_operand (after, &part, true, NULL_TREE);
  gimple_seq_add_seq (sequence, part);
  gimple_seq_add_stmt (
      sequence, gimple_build_assign (build_simple_mem_ref (r.result), after));
  call_builtin (sequence, BUILT_IN_GOMP_ATOMIC_END);
}

/* The value that the step stores in its variable.  A worker or lane is alone:
   it goes on with the value of the variable, and stores it at the end.  */
static tree
value_after (gimple_seq *sequence, const reduction &r, location_t location)
{
  bool has_result = r.result != NULL_TREE;
  switch (r.kind)
    {
    case IFN_GOACC_REDUCTION_SETUP:
      if (has_result && !r.of_gang)
        return build_simple_mem_ref (r.result);
      break;
    case IFN_GOACC_REDUCTION_INIT:
      if (has_result && r.of_gang)
        return omp_reduction_init_op (location, r.op, TREE_TYPE (r.var));
      break;
    case IFN_GOACC_REDUCTION_FINI:
      if (has_result && r.of_gang)
        add_share (sequence, r);
      break;
    case IFN_GOACC_REDUCTION_TEARDOWN:
      if (has_result && !r.of_gang)
        gimple_seq_add_stmt (
            sequence, gimple_build_assign (build_simple_mem_ref (r.result),
                                           in_register (sequence, r.var)));
      break;
    }
  return r.var;
}

static void
expand_reduction (gcall *call)
{
  const reduction r = read_reduction (call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gimple_seq sequence = NULL;
  tree value = value_after (&sequence, r, gimple_location (call));
  if (r.lhs != NULL_TREE)
    {
      value = in_register (&sequence, value);
      gimple_seq_add_stmt (&sequence, gimple_build_assign (r.lhs, value));
    }
  annotate_all_with_location (sequence, gimple_location (call));
  gsi_replace_with_seq (&gsi, sequence, true);
}

/* ------------------------------------------------- positions and sizes */

/* A question for a position, or for a size.  */
enum question
{
  NO_QUESTION,
  POSITION,
  SIZE
};

static question
question_of (gcall *call)
{
  if (gimple_call_internal_p (call, IFN_GOACC_DIM_POS)
      || gimple_call_builtin_p (call, BUILT_IN_GOACC_PARLEVEL_ID))
    return POSITION;
  if (gimple_call_internal_p (call, IFN_GOACC_DIM_SIZE)
      || gimple_call_builtin_p (call, BUILT_IN_GOACC_PARLEVEL_SIZE))
    return SIZE;
  return NO_QUESTION;
}

/* Only gangs have positions other than 0.  */
static void
answer (gcall *call, gimple_stmt_iterator *gsi)
{
  question asked = question_of (call);
  tree lhs = gimple_call_lhs (call);
  if (asked == NO_QUESTION)
    return;
  tree axis = gimple_call_arg (call, 0);
  bool of_gang = TREE_CODE (axis) == INTEGER_CST
                 && compare_tree_int (axis, GOMP_DIM_GANG) == 0;
  gimple *with = gimple_build_nop ();
  if (lhs != NULL_TREE && of_gang)
    with = gimple_build_call (
        builtin_decl_explicit (asked == POSITION ? BUILT_IN_OMP_GET_TEAM_NUM
                                                 : BUILT_IN_OMP_GET_NUM_TEAMS),
        0);
  else if (lhs != NULL_TREE)
    with = gimple_build_assign (
        lhs, build_int_cst (TREE_TYPE (lhs), asked == POSITION ? 0 : 1));
  if (lhs != NULL_TREE && of_gang)
    gimple_call_set_lhs (with, lhs);
  gimple_set_location (with, gimple_location (call));
  unlink_stmt_vdef (call);
  gsi_replace (gsi, with, true);
}

/* ------------------------------------------------------------ routines */

/* The compiler takes itself for the host's and drops routines that the host
   does not have, unless it no longer knows that.  */
static void
keep_routine (tree function)
{
  tree attribute
      = lookup_attribute ("omp declare target", DECL_ATTRIBUTES (function));
  if (attribute == NULL_TREE)
    return;
  tree *clause = &TREE_VALUE (attribute);
  while (*clause != NULL_TREE && TREE_CODE (*clause) == OMP_CLAUSE)
    if (OMP_CLAUSE_CODE (*clause) == OMP_CLAUSE_NOHOST)
      *clause = OMP_CLAUSE_CHAIN (*clause);
    else
      clause = &OMP_CLAUSE_CHAIN (*clause);
}

static const pass_data routines_pass_data = {
  GIMPLE_PASS, "x86emul_routines", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0
};

class routines_pass : public gimple_opt_pass
{
public:
  routines_pass (gcc::context *context)
      : gimple_opt_pass (routines_pass_data, context)
  {
  }
  bool
  gate (function *) final override
  {
    return in_lto_p;
  }
  unsigned
  execute (function *f) final override
  {
    keep_routine (f->decl);
    return 0;
  }
};

static const pass_data gangs_pass_data = { GIMPLE_PASS,
                                           "x86emul_gangs",
                                           OPTGROUP_NONE,
                                           TV_NONE,
                                           PROP_cfg | PROP_ssa,
                                           0,
                                           0,
                                           0,
                                           TODO_update_ssa_only_virtuals };

class gangs_pass : public gimple_opt_pass
{
public:
  gangs_pass (gcc::context *context)
      : gimple_opt_pass (gangs_pass_data, context)
  {
  }
  bool
  gate (function *) final override
  {
    return in_lto_p;
  }
  unsigned
  execute (function *f) final override
  {
    offgomp_walk (
        f, [] (gassign *, gimple_stmt_iterator *) {}, answer);
    return 0;
  }
};

void
offgomp_openacc_start (const plugin_name_args *info)
{
  targetm.goacc.validate_dims = choose_dims;
  targetm.goacc.dim_limit = most_of;
  targetm.goacc.reduction = expand_reduction;
  offgomp_plugin_add_pass (info, new routines_pass (g), "oaccloops",
                           PASS_POS_INSERT_BEFORE);
  offgomp_plugin_add_pass (info, new gangs_pass (g), "oaccdevlow",
                           PASS_POS_INSERT_AFTER);
}
