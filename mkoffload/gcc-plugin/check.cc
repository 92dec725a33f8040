/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls to the mapping checker.

   A pass after the interprocedural ones, and before the optimizations that move
   or invent memory accesses, puts a call before each access that may reach
   mapped memory:

     __offgomp_check_read (ADDRESS, SIZE, PLACE)

   or another one of check-calls.def, and before calls of functions that are
   known to access memory or to free it.  In images, where what is accessed is
   some of a known OBJECT, a variable of declare target, but it is not known
   which, the calls of NAME_of are told the object, as what lies beside it may
   be accessed, too.  PLACE is a text, "FILE:LINE<tab>EXPRESSION"
   (check-place.h): so reports need no debug information.

   Variables of a function that nothing refers to are left out, as are
   constants.  An access to bits means the bytes that they are in.

   In images (device) the calls are served by the device program, in the host's
   objects by libgomp, whose variable __offgomp_checking says whether anybody
   checks: it is read where a function begins, so that loops without calls can
   be made of those with them.  */

#define INCLUDE_STRING
#include "gcc-headers.h"

#include "check-gcc.h"
#include "check-place.h"
#include "check.h"
#include "names.h"
#include "plugin.h"

typedef std::string text;

static bool for_device;

/* How far the definition of a pointer is followed to the variable.  */
#define OBJECT_DEPTH 8

/* Where STATEMENT is, or what follows it in its block: GCC moves loads to
   before a call, and does not say where they come from.  */
static location_t
known_location (gimple *statement)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (statement);
  while (!gsi_end_p (gsi) && !gimple_has_location (gsi_stmt (gsi)))
    gsi_next (&gsi);
  return gimple_location (gsi_end_p (gsi) ? statement : gsi_stmt (gsi));
}

/* Where STATEMENT is in the user's own source: an inlined function of a system
   header counts as the place that calls it.  */
static location_t
user_location (gimple *statement)
{
  location_t location = known_location (statement);
  location_t outer = location;
  for (tree block = gimple_block (statement);
       in_system_header_at (outer) && block != NULL_TREE
       && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      outer = BLOCK_SOURCE_LOCATION (block);
  return in_system_header_at (outer) ? location : outer;
}

/* "FILE:LINE<tab>EXPRESSION" as a pointer to a constant string.  The end of a
   variable is where it was declared.  */
static tree
make_place (gimple *statement, tree expression, const char *otherwise = "")
{
  text place;
  location_t location = gimple_clobber_p (statement) && VAR_P (expression)
                            ? DECL_SOURCE_LOCATION (expression)
                            : user_location (statement);
  expanded_location where = expand_location (location);
  if (where.file == NULL)
    where = expand_location (DECL_SOURCE_LOCATION (current_function_decl));
  if (where.file != NULL)
    {
      char line[32];
      snprintf (line, sizeof (line), ":%d", where.line);
      place = text (where.file) + line;
      if (in_system_header_at (location))
        place = OFFGOMP_PLACE_SYSTEM + place;
    }
  place += "\t";
  text name;
  if (expression != NULL_TREE)
    name = offgomp_name_memory (expression);
  place += name.empty () ? text (otherwise) : name;
  return build_string_literal (place.length () + 1, place.c_str ());
}

/* --------------------------------------------------------------- calls */

enum check_function
{
#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  CHECK_##constant,
#define CHECK_CALL_HOST CHECK_CALL_BOTH
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check-calls.def"
  CHECK_FUNCTIONS
};

static tree check_declarations[CHECK_FUNCTIONS];
/* __offgomp_checking, and its value in the current function, or NULL_TREE.  */
static tree checking_variable;
static tree checking_here;

/* The declaration of one of the checker's functions.  */
static tree
declare (check_function which)
{
  static const struct
  {
    const char *name;
    int pointers; /* parameters before those of type size_t */
    int sizes;    /* how many of these */
  } functions[CHECK_FUNCTIONS] = {
#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  { "__offgomp_check_" #name, pointers, sizes },
#define CHECK_CALL_HOST CHECK_CALL_BOTH
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check-calls.def"
  };
  if (check_declarations[which] != NULL_TREE)
    return check_declarations[which];
  tree parameters = tree_cons (NULL_TREE, const_ptr_type_node, void_list_node);
  for (int i = 0; i < functions[which].sizes; i++)
    parameters = tree_cons (NULL_TREE, size_type_node, parameters);
  for (int i = 0; i < functions[which].pointers; i++)
    parameters = tree_cons (NULL_TREE, const_ptr_type_node, parameters);
  tree type = build_function_type (void_type_node, parameters);
  tree decl = build_fn_decl (functions[which].name, type);
  DECL_ATTRIBUTES (decl)
      = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
  TREE_NOTHROW (decl) = 1;
  check_declarations[which] = decl;
  return decl;
}

static tree
as_pointer (tree value, gimple_stmt_iterator *gsi)
{
  return force_gimple_operand_gsi (
      gsi, fold_convert (const_ptr_type_node, unshare_expr (value)), true,
      NULL_TREE, true, GSI_SAME_STMT);
}

static tree
as_size (tree value, gimple_stmt_iterator *gsi)
{
  return force_gimple_operand_gsi (
      gsi, fold_convert (size_type_node, unshare_expr (value)), true, NULL_TREE,
      true, GSI_SAME_STMT);
}

static tree
declare_checking (void)
{
  if (checking_variable != NULL_TREE)
    return checking_variable;
  tree decl
      = build_decl (BUILTINS_LOCATION, VAR_DECL,
                    get_identifier ("__offgomp_checking"), integer_type_node);
  TREE_ADDRESSABLE (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  DECL_EXTERNAL (decl) = 1;
  TREE_STATIC (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  TREE_USED (decl) = 1;
  checking_variable = decl;
  return decl;
}

/* Where to insert what is done before the statement at GSI if somebody checks
   only.  */
static gimple_stmt_iterator
where_checking (gimple_stmt_iterator *gsi)
{
  basic_block then_block, rest;
  gimple *statement = gsi_stmt (*gsi);
  if (checking_here == NULL_TREE)
    checking_here = make_ssa_name (integer_type_node);
  gimple_stmt_iterator end
      = create_cond_insert_point (gsi, true, false, true, &then_block, &rest);
  gcond *condition = gimple_build_cond (
      NE_EXPR, checking_here, integer_zero_node, NULL_TREE, NULL_TREE);
  gimple_set_location (condition, gimple_location (statement));
  gsi_insert_after (&end, condition, GSI_NEW_STMT);
  return gsi_start_bb (then_block);
}

/* Let checking_here have its value.  */
static void
load_checking (void)
{
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  basic_block first
      = single_pred_p (entry->dest) ? entry->dest : split_edge (entry);
  gimple_stmt_iterator gsi = gsi_after_labels (first);
  gsi_insert_before (&gsi,
                     gimple_build_assign (checking_here, declare_checking ()),
                     GSI_SAME_STMT);
}

/* Insert a call of WHICH before the statement at GSI.  FIRST and SECOND are
   pointers, SIZE and WHOLE numbers, each may be missing.  */
static void
insert_check (check_function which, tree first, tree second, tree size,
              tree place, gimple_stmt_iterator *gsi, tree whole = NULL_TREE)
{
  auto_vec<tree, 5> arguments;
  gimple_stmt_iterator at = for_device ? *gsi : where_checking (gsi);
  if (first != NULL_TREE)
    arguments.safe_push (as_pointer (first, &at));
  if (second != NULL_TREE)
    arguments.safe_push (as_pointer (second, &at));
  if (size != NULL_TREE)
    arguments.safe_push (as_size (size, &at));
  if (whole != NULL_TREE)
    arguments.safe_push (as_size (whole, &at));
  arguments.safe_push (place);
  gcall *call = gimple_build_call_vec (declare (which), arguments);
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (&at, call, GSI_SAME_STMT);
}

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
    return !for_device && TREE_ADDRESSABLE (base);
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

/* The variable of an image that memory with BASE has to be inside of;
   NULL_TREE: none that is known.  */
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

/* Whether E is inside of OBJECT, whatever the program does.  */
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

static void
check_reference (check_function which, tree reference,
                 gimple_stmt_iterator *gsi)
{
  extent e = extent_of (reference);
  if (e.address == NULL_TREE)
    return;
  tree place = make_place (gsi_stmt (*gsi), reference);
  tree object = for_device
                    ? object_of (get_base_address (reference), OBJECT_DEPTH)
                    : NULL_TREE;
  if (object == NULL_TREE || is_inside (e, object))
    insert_check (which, e.address, NULL_TREE, e.size, place, gsi);
  else
    insert_check (which == CHECK_READ ? CHECK_READ_OF : CHECK_WRITE_OF,
                  e.address, build_fold_addr_expr (object), e.size, place, gsi,
                  DECL_SIZE_UNIT (object));
}

/* A copy from memory to memory: what nobody has written may be copied, as
   padding is.  */
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
  insert_check (CHECK_COPY, target.address, source.address, target.size,
                make_place (gsi_stmt (*gsi), from), gsi);
}

/* Whether VALUE goes nowhere but to the arguments of a construct.  */
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

/* How far a value is followed that is copied.  */
#define COPY_DEPTH 4

static bool is_copied_only (tree value, int depth);

/* Whether STATEMENT, which uses VALUE, copies it only.  */
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

/* Whether nothing is done with VALUE but to store it somewhere: it may be one
   that nobody has written.  */
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

/* What is called where TO gets the value of memory.  A vector may be loaded to
   copy what is there.  */
static check_function
reading (tree to)
{
  return for_device || TREE_CODE (to) != SSA_NAME
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
      if (!for_device && VAR_P (to) && TREE_ADDRESSABLE (to))
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

/* ----------------------------------------------------- known functions */

/* What a function does; arguments by their numbers.  */
enum effect
{
  READS,         /* SIZE bytes at the first */
  USES,          /* likewise, a number */
  WRITES,        /* likewise */
  COPIES,        /* SIZE bytes from the second to the first */
  COMPARES,      /* reads SIZE bytes at both */
  READS_STRING,  /* the first */
  READS_STRINGS, /* both */
  COPIES_STRING, /* from the second to the first */
  READS_ARRAY,   /* a Fortran descriptor, the first */
  FREES          /* the first */
};

struct known_function
{
  const char *name;
  effect does;
  int first; /* number of the argument; the second follows it */
  int size;  /* number of the size's; -1: none */
  int times; /* size of what SIZE counts */
};

static const known_function known_functions[] = {
  { "memcpy", COPIES, 0, 2, 1 },
  { "memmove", COPIES, 0, 2, 1 },
  { "mempcpy", COPIES, 0, 2, 1 },
  { "memset", WRITES, 0, 2, 1 },
  { "bzero", WRITES, 0, 1, 1 },
  { "memcmp", COMPARES, 0, 2, 1 },
  { "strlen", READS_STRING, 0, -1, 1 },
  { "puts", READS_STRING, 0, -1, 1 },
  { "strcmp", READS_STRINGS, 0, -1, 1 },
  { "strcpy", COPIES_STRING, 0, -1, 1 },
  { "stpcpy", COPIES_STRING, 0, -1, 1 },
  { "free", FREES, 0, -1, 1 },
  { "realloc", FREES, 0, -1, 1 },
  { "_ZdlPv", FREES, 0, -1, 1 },
  { "_ZdlPvm", FREES, 0, -1, 1 },
  { "_ZdaPv", FREES, 0, -1, 1 },
  { "_ZdaPvm", FREES, 0, -1, 1 },
  { "_gfortran_transfer_integer_write", USES, 1, 2, 1 },
  { "_gfortran_transfer_logical_write", USES, 1, 2, 1 },
  { "_gfortran_transfer_real_write", USES, 1, 2, 1 },
  { "_gfortran_transfer_complex_write", USES, 1, 2, 2 },
  { "_gfortran_transfer_character_write", READS, 1, 2, 1 },
  { "_gfortran_transfer_array_write", READS_ARRAY, 1, 2, 1 },
  { "_gfortran_transfer_integer", WRITES, 1, 2, 1 },
  { "_gfortran_transfer_logical", WRITES, 1, 2, 1 },
  { "_gfortran_transfer_real", WRITES, 1, 2, 1 },
  { "_gfortran_transfer_complex", WRITES, 1, 2, 2 },
  { "_gfortran_transfer_character", WRITES, 1, 2, 1 },
};

static const known_function *
find_known (const char *name)
{
  for (const known_function &each : known_functions)
    if (strcmp (each.name, name) == 0)
      return &each;
  return NULL;
}

static const char *
callee_name (gcall *call)
{
  tree function = gimple_call_fndecl (call);
  if (function == NULL_TREE || !DECL_NAME (function))
    return "";
  const char *name = fndecl_built_in_p (function, BUILT_IN_NORMAL)
                         ? IDENTIFIER_POINTER (DECL_NAME (function))
                         : IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (function));
  const char *prefix = "__builtin_";
  return strncmp (name, prefix, strlen (prefix)) == 0 ? name + strlen (prefix)
                                                      : name;
}

static void
check_known (const known_function *known, gcall *call,
             gimple_stmt_iterator *gsi)
{
  unsigned last = MAX (known->first, known->size);
  if (known->does == READS_STRINGS || known->does == COMPARES
      || known->does == COPIES || known->does == COPIES_STRING)
    last = MAX (last, (unsigned)known->first + 1);
  if (gimple_call_num_args (call) <= last)
    return;
  tree first = gimple_call_arg (call, known->first);
  tree second = last > (unsigned)known->first
                    ? gimple_call_arg (call, known->first + 1)
                    : NULL_TREE;
  tree size = NULL_TREE;
  if (known->size >= 0)
    size = fold_build2 (
        MULT_EXPR, size_type_node,
        fold_convert (size_type_node, gimple_call_arg (call, known->size)),
        size_int (known->times));
  tree place = make_place (call, first, known->name);
  switch (known->does)
    {
    case READS:
      insert_check (CHECK_READ, first, NULL_TREE, size, place, gsi);
      break;
    case USES:
      insert_check (for_device ? CHECK_READ : CHECK_USE, first, NULL_TREE, size,
                    place, gsi);
      break;
    case WRITES:
      insert_check (CHECK_WRITE, first, NULL_TREE, size, place, gsi);
      break;
    case COPIES:
      insert_check (CHECK_COPY, first, second, size, make_place (call, second),
                    gsi);
      break;
    case COMPARES:
      insert_check (CHECK_READ, first, NULL_TREE, size, place, gsi);
      insert_check (CHECK_READ, second, NULL_TREE, size,
                    make_place (call, second), gsi);
      break;
    case READS_STRINGS:
      insert_check (CHECK_STRING, second, NULL_TREE, NULL_TREE,
                    make_place (call, second), gsi);
      /* FALLTHRU */
    case READS_STRING:
      insert_check (CHECK_STRING, first, NULL_TREE, NULL_TREE, place, gsi);
      break;
    case COPIES_STRING:
      insert_check (CHECK_STRING_COPY, first, second, NULL_TREE,
                    make_place (call, second), gsi);
      break;
    case READS_ARRAY:
      insert_check (CHECK_ARRAY, first, NULL_TREE, size, place, gsi);
      break;
    case FREES:
      if (!for_device)
        insert_check (CHECK_FREE, first, NULL_TREE, NULL_TREE, place, gsi);
      break;
    }
}

/* Whether NAME is that of a builtin atomic operation, and if so, on how many
   bytes.  */
static int
atomic_size (const char *name)
{
  if (strncmp (name, "__atomic_", 9) != 0 && strncmp (name, "__sync_", 7) != 0)
    return 0;
  const char *number = strrchr (name, '_') + 1;
  return *number >= '1' && *number <= '9' ? atoi (number) : 0;
}

/* Likewise of a compare-and-exchange, as which CALL was expanded.  */
static int
exchange_size (gcall *call)
{
  return (int)tree_to_uhwi (gimple_call_arg (call, 3)) & 255;
}

static void
check_atomic (const char *name, int size, gcall *call,
              gimple_stmt_iterator *gsi)
{
  tree pointer = gimple_call_arg (call, 0);
  tree place = make_place (call, pointer);
  bool reads = strstr (name, "_store") == NULL
               && strstr (name, "lock_release") == NULL;
  bool writes = strstr (name, "_load") == NULL;
  if (reads)
    insert_check (for_device || strstr (name, "exchange") != NULL ? CHECK_READ
                                                                  : CHECK_USE,
                  pointer, NULL_TREE, size_int (size), place, gsi);
  if (writes)
    insert_check (CHECK_WRITE, pointer, NULL_TREE, size_int (size), place, gsi);
}

/* Whether CALL goes from the user's source to a function of a system header,
   which has calls of the checker; or by a pointer from such a function that was
   inlined there.  */
static bool
enters_header (gcall *call)
{
  tree function = gimple_call_fndecl (call);
  if (in_system_header_at (user_location (call)))
    return false;
  if (function == NULL_TREE)
    return in_system_header_at (gimple_location (call));
  if (!in_system_header_at (DECL_SOURCE_LOCATION (function)))
    return false;
  cgraph_node *node = cgraph_node::get (function);
  return DECL_COMDAT (function) || (node != NULL && node->definition);
}

/* The variables of variable length that end where CALL restores the stack:
   those made since it was saved, as it can be told.  */
static void
check_restore (gcall *call, gimple_stmt_iterator *gsi)
{
  tree saved = gimple_call_arg (call, 0);
  basic_block block;
  if (for_device || TREE_CODE (saved) != SSA_NAME)
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
        insert_check (CHECK_DEAD, gimple_call_lhs (made), NULL_TREE,
                      gimple_call_arg (made, 0),
                      make_place (made, gimple_call_lhs (made)), gsi);
    }
}

static void
check_call (gcall *call, gimple_stmt_iterator *gsi)
{
  if (gimple_call_internal_p (call))
    {
      if (gimple_call_internal_fn (call) == IFN_ATOMIC_COMPARE_EXCHANGE)
        check_atomic ("__atomic_compare_exchange", exchange_size (call), call,
                      gsi);
      return;
    }
  const char *name = callee_name (call);
  int size = atomic_size (name);
  const known_function *known = find_known (name);
  if (enters_header (call))
    insert_check (CHECK_ENTER, NULL_TREE, NULL_TREE, NULL_TREE,
                  make_place (call, NULL_TREE), gsi);
  if (gimple_call_builtin_p (call, BUILT_IN_STACK_RESTORE))
    check_restore (call, gsi);
  else if (size > 0 && gimple_call_num_args (call) > 0)
    check_atomic (name, size, call, gsi);
  else if (known != NULL)
    check_known (known, call, gsi);
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (is_memory (gimple_call_arg (call, i)))
      check_reference (CHECK_READ, gimple_call_arg (call, i), gsi);
  tree result = gimple_call_lhs (call);
  if (result != NULL_TREE && is_memory (result))
    check_reference (CHECK_WRITE, result, gsi);
}

/* ---------------------------------------------------------------- pass */

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
    calculate_dominance_info (CDI_DOMINATORS);
    checking_here = NULL_TREE;
    offgomp_walk (f, check_assignment, check_call);
    if (checking_here != NULL_TREE)
      load_checking ();
    return 0;
  }
};

/* The declarations live as long as the compiler.  */
static const ggc_root_tab check_roots[]
    = { { check_declarations, CHECK_FUNCTIONS, sizeof (tree),
          &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
        { &checking_variable, 1, sizeof (tree), &gt_ggc_mx_tree_node,
          &gt_pch_nx_tree_node },
        LAST_GGC_ROOT_TAB };

/* An object of the host that has calls says so: mkoffload then makes a checked
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
  for_device = device;
  if (device)
    offgomp_zones_start (info);
  else
    register_callback (info->base_name, PLUGIN_FINISH_UNIT, write_mark, NULL);
  register_callback (info->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
                     const_cast<ggc_root_tab *> (check_roots));
  offgomp_plugin_add_pass (info, new check_pass (g), "adjust_alignment",
                           PASS_POS_INSERT_AFTER);
}
