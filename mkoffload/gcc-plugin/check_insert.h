/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Inserts calls to the mapping checker, with their location, for check*.cc.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_CHECK_INSERT_H
#define MKOFFLOAD_GCC_PLUGIN_CHECK_INSERT_H

enum check_function
{
#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  CHECK_##constant,
#define CHECK_CALL_HOST CHECK_CALL_BOTH
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check_calls.def"
  CHECK_FUNCTIONS
};

/* Whether the code is the device's; that of the host otherwise.  */
extern bool offgomp_check_for_device;

/* Before the first function.  */
void offgomp_insert_start (const plugin_name_args *info, bool device);
/* How calls are inserted in a function.  */
enum insert_mode
{
  INSERT_ALWAYS,
  INSERT_IF_CHECKING, /* each depends on __offgomp_checking */
  INSERT_NOTHING
};
/* Called before and after the statements of a function; the result is whether
   there were any calls.  */
void offgomp_insert_begin (insert_mode mode);
bool offgomp_insert_end (void);
/* Let the current function begin with a choice.  Returns the block for the
   checked case, which has no successor yet.  */
basic_block offgomp_insert_choice (void);

/* In check.cc: insert the calls in F, which is the current function.  Returns
   whether there are any.  */
bool offgomp_check_function (function *f, insert_mode mode);
/* In check_bodies.cc: how to insert calls in DECL.  */
insert_mode offgomp_check_mode (tree decl);
/* Make two bodies of each of the host's functions.  */
void offgomp_bodies_start (const plugin_name_args *info);

/* The location of STATEMENT in the user's own source.  For an inlined function
   of a system header, this is the location of its call.  */
location_t offgomp_user_location (gimple *statement);
/* "FILE:LINE<tab>EXPRESSION" as a pointer to a constant string, or with
   OTHERWISE if the expression has no name.  The end of a variable has the
   location of its declaration.  */
tree offgomp_make_location (gimple *statement, tree expression,
                            const char *otherwise = "");
/* Insert a call of WHICH before the statement at GSI.  FIRST and SECOND are
   pointers, SIZE and WHOLE are numbers; each may be missing.  */
void offgomp_insert_check (check_function which, tree first, tree second,
                           tree size, tree location, gimple_stmt_iterator *gsi,
                           tree whole = NULL_TREE);

/* The same after CALL, which has returned ADDRESS.  */
void offgomp_insert_check_after (check_function which, gcall *call,
                                 tree address, tree size, tree location);

/* In check_simd.cc: insert the calls of F's simd loops, and those for CALL of
   an internal function, at GSI, if ordered simd begins or ends there.  */
void offgomp_check_simd_loops (function *f);
void offgomp_check_ordered_simd (gcall *call, gimple_stmt_iterator *gsi);

/* In check_known.cc: insert the calls for CALL, at GSI, if it calls a function
   that is known to access, allocate or free memory, or is an atomic
   operation.  */
void offgomp_check_known (gcall *call, gimple_stmt_iterator *gsi);
/* The same for CALL of an internal function of GCC.  */
void offgomp_check_internal (gcall *call, gimple_stmt_iterator *gsi);

#endif
