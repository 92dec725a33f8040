/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory accesses that the compiler does not see: of some functions of the C
   library and of libgfortran, and of atomic operations; see check_insert.h.  */

#include "gcc_headers.h"

#include "check_gcc.h"
#include "check_insert.h"
#include "check_location.h"

/* Which of two successive arguments the checker's calls are about.  */
enum operands
{
  ONE,  /* the first */
  EACH, /* a call for each of them */
  BOTH  /* one call with both; the location is that of the second */
};

struct known_function
{
  const char *name;
  check_function check; /* CHECK_USE: reads a number */
  operands which;
  int first; /* number of the first argument */
  int size;  /* number of the size's; -1: none */
  int times; /* size of what SIZE counts */
};

static const known_function known_functions[] = {
  { "memcpy", CHECK_COPY, BOTH, 0, 2, 1 },
  { "memmove", CHECK_COPY, BOTH, 0, 2, 1 },
  { "mempcpy", CHECK_COPY, BOTH, 0, 2, 1 },
  { "memset", CHECK_WRITE, ONE, 0, 2, 1 },
  { "bzero", CHECK_WRITE, ONE, 0, 1, 1 },
  { "memcmp", CHECK_READ, EACH, 0, 2, 1 },
  { "strlen", CHECK_STRING, ONE, 0, -1, 1 },
  { "puts", CHECK_STRING, ONE, 0, -1, 1 },
  { "strcmp", CHECK_STRING, EACH, 0, -1, 1 },
  { "strcpy", CHECK_STRING_COPY, BOTH, 0, -1, 1 },
  { "stpcpy", CHECK_STRING_COPY, BOTH, 0, -1, 1 },
  { "free", CHECK_FREE, ONE, 0, -1, 1 },
  { "realloc", CHECK_FREE, ONE, 0, -1, 1 },
  { "_ZdlPv", CHECK_FREE, ONE, 0, -1, 1 },
  { "_ZdlPvm", CHECK_FREE, ONE, 0, -1, 1 },
  { "_ZdaPv", CHECK_FREE, ONE, 0, -1, 1 },
  { "_ZdaPvm", CHECK_FREE, ONE, 0, -1, 1 },
  { "_gfortran_transfer_integer_write", CHECK_USE, ONE, 1, 2, 1 },
  { "_gfortran_transfer_logical_write", CHECK_USE, ONE, 1, 2, 1 },
  { "_gfortran_transfer_real_write", CHECK_USE, ONE, 1, 2, 1 },
  { "_gfortran_transfer_complex_write", CHECK_USE, ONE, 1, 2, 2 },
  { "_gfortran_transfer_character_write", CHECK_READ, ONE, 1, 2, 1 },
  { "_gfortran_transfer_array_write", CHECK_ARRAY, ONE, 1, 2, 1 },
  { "_gfortran_transfer_integer", CHECK_WRITE, ONE, 1, 2, 1 },
  { "_gfortran_transfer_logical", CHECK_WRITE, ONE, 1, 2, 1 },
  { "_gfortran_transfer_real", CHECK_WRITE, ONE, 1, 2, 1 },
  { "_gfortran_transfer_complex", CHECK_WRITE, ONE, 1, 2, 2 },
  { "_gfortran_transfer_character", CHECK_WRITE, ONE, 1, 2, 1 },
};

struct allocator
{
  const char *name;
  int size;  /* number of the argument with the size */
  int times; /* number of the one with how many; -1: one */
};

static const allocator allocators[] = {
  { "malloc", 0, -1 },
  { "calloc", 1, 0 },
  { "realloc", 1, -1 },
  { "reallocarray", 2, 1 },
  { "aligned_alloc", 1, -1 },
  { "memalign", 1, -1 },
  { "_Znwm", 0, -1 },
  { "_Znam", 0, -1 },
  { "_ZnwmRKSt9nothrow_t", 0, -1 },
  { "_ZnamRKSt9nothrow_t", 0, -1 },
  { "_ZnwmSt11align_val_t", 0, -1 },
  { "_ZnamSt11align_val_t", 0, -1 },
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

/* The call where a number is read.  */
static check_function
using_it (void)
{
  return offgomp_check_for_device ? CHECK_READ : CHECK_USE;
}

/* The bytes that CALL says to access; NULL_TREE: it does not say.  */
static tree
size_of_access (const known_function *known, gcall *call)
{
  if (known->size < 0)
    return NULL_TREE;
  return fold_build2 (
      MULT_EXPR, size_type_node,
      fold_convert (size_type_node, gimple_call_arg (call, known->size)),
      size_int (known->times));
}

static void
check_known (const known_function *known, gcall *call,
             gimple_stmt_iterator *gsi)
{
  int last = known->first + (known->which != ONE);
  if ((int)gimple_call_num_args (call) <= MAX (last, known->size)
      || (known->check == CHECK_FREE && offgomp_check_for_device))
    return;
  check_function check = known->check == CHECK_USE ? using_it () : known->check;
  tree first = gimple_call_arg (call, known->first);
  tree second = gimple_call_arg (call, last);
  tree size = size_of_access (known, call);
  if (known->which != BOTH)
    offgomp_insert_check (check, first, NULL_TREE, size,
                          offgomp_make_location (call, first, known->name),
                          gsi);
  if (known->which != ONE)
    offgomp_insert_check (check, known->which == BOTH ? first : second,
                          known->which == BOTH ? second : NULL_TREE, size,
                          offgomp_make_location (call, second), gsi);
}

/* On how many bytes the builtin atomic operation NAME works; 0: it is none.  */
static int
atomic_size (const char *name)
{
  if (strncmp (name, "__atomic_", 9) != 0 && strncmp (name, "__sync_", 7) != 0)
    return 0;
  const char *number = strrchr (name, '_') + 1;
  return *number >= '1' && *number <= '9' ? atoi (number) : 0;
}

/* The same for a compare-and-exchange to which CALL was expanded.  */
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
  tree location = offgomp_make_location (call, pointer);
  bool reads = strstr (name, "_store") == NULL
               && strstr (name, "lock_release") == NULL;
  bool writes = strstr (name, "_load") == NULL;
  if (offgomp_check_for_device)
    {
      int how
          = (reads ? OFFGOMP_ATOMIC_READS : 0)
            | (writes ? OFFGOMP_ATOMIC_WRITES : 0)
            | (gimple_call_lhs (call) != NULL_TREE ? OFFGOMP_ATOMIC_GETS : 0);
      offgomp_insert_check (CHECK_ATOMIC, pointer, NULL_TREE, size_int (size),
                            location, gsi, size_int (how));
      return;
    }
  if (reads)
    offgomp_insert_check (strstr (name, "exchange") != NULL ? CHECK_READ
                                                            : using_it (),
                          pointer, NULL_TREE, size_int (size), location, gsi);
  if (writes)
    offgomp_insert_check (CHECK_WRITE, pointer, NULL_TREE, size_int (size),
                          location, gsi);
}

/* Report the block that CALL allocates, if it does.  */
static void
check_made (const char *name, gcall *call)
{
  tree block = gimple_call_lhs (call);
  if (block == NULL_TREE || TREE_CODE (block) != SSA_NAME)
    return;
  for (const allocator &each : allocators)
    if (strcmp (each.name, name) == 0
        && (int)gimple_call_num_args (call) > MAX (each.size, each.times))
      {
        tree size
            = fold_convert (size_type_node, gimple_call_arg (call, each.size));
        if (each.times >= 0)
          size
              = fold_build2 (MULT_EXPR, size_type_node, size,
                             fold_convert (size_type_node,
                                           gimple_call_arg (call, each.times)));
        offgomp_insert_check_after (CHECK_MADE, call, block, size,
                                    offgomp_make_location (call, NULL_TREE));
      }
}

void
offgomp_check_known (gcall *call, gimple_stmt_iterator *gsi)
{
  const char *name = callee_name (call);
  int size = atomic_size (name);
  const known_function *known = find_known (name);
  if (size > 0 && gimple_call_num_args (call) > 0)
    check_atomic (name, size, call, gsi);
  else if (known != NULL)
    check_known (known, call, gsi);
  if (!offgomp_check_for_device)
    check_made (name, call);
}

void
offgomp_check_internal (gcall *call, gimple_stmt_iterator *gsi)
{
  if (gimple_call_internal_fn (call) == IFN_ATOMIC_COMPARE_EXCHANGE)
    check_atomic ("__atomic_compare_exchange", exchange_size (call), call, gsi);
}
