/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory accesses that the compiler does not see: of some functions of the C
   library and of libgfortran, and of atomic operations; see check_insert.h.  */

#include "gcc_headers.h"

#include "check_gcc.h"
#include "check_insert.h"
#include "check_location.h"

/* What a function does; arguments are given by number.  */
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

/* What is called where a number is read.  */
static check_function
using_it (void)
{
  return offgomp_check_for_device ? CHECK_READ : CHECK_USE;
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
  tree location = offgomp_make_location (call, first, known->name);
  switch (known->does)
    {
    case READS:
      offgomp_insert_check (CHECK_READ, first, NULL_TREE, size, location, gsi);
      break;
    case USES:
      offgomp_insert_check (using_it (), first, NULL_TREE, size, location, gsi);
      break;
    case WRITES:
      offgomp_insert_check (CHECK_WRITE, first, NULL_TREE, size, location, gsi);
      break;
    case COPIES:
      offgomp_insert_check (CHECK_COPY, first, second, size,
                            offgomp_make_location (call, second), gsi);
      break;
    case COMPARES:
      offgomp_insert_check (CHECK_READ, first, NULL_TREE, size, location, gsi);
      offgomp_insert_check (CHECK_READ, second, NULL_TREE, size,
                            offgomp_make_location (call, second), gsi);
      break;
    case READS_STRINGS:
      offgomp_insert_check (CHECK_STRING, second, NULL_TREE, NULL_TREE,
                            offgomp_make_location (call, second), gsi);
      /* FALLTHRU */
    case READS_STRING:
      offgomp_insert_check (CHECK_STRING, first, NULL_TREE, NULL_TREE, location,
                            gsi);
      break;
    case COPIES_STRING:
      offgomp_insert_check (CHECK_STRING_COPY, first, second, NULL_TREE,
                            offgomp_make_location (call, second), gsi);
      break;
    case READS_ARRAY:
      offgomp_insert_check (CHECK_ARRAY, first, NULL_TREE, size, location, gsi);
      break;
    case FREES:
      if (!offgomp_check_for_device)
        offgomp_insert_check (CHECK_FREE, first, NULL_TREE, NULL_TREE, location,
                              gsi);
      break;
    }
}

/* Whether NAME is a builtin atomic operation, and if so, on how many bytes.  */
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
}

void
offgomp_check_internal (gcall *call, gimple_stmt_iterator *gsi)
{
  if (gimple_call_internal_fn (call) == IFN_ATOMIC_COMPARE_EXCHANGE)
    check_atomic ("__atomic_compare_exchange", exchange_size (call), call, gsi);
}
