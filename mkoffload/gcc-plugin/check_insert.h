/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What check*.cc insert: calls to the mapping checker, with
   the place that they are told.  */

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
/* Before and after the statements of a function; whether there were any
   calls.  */
void offgomp_insert_begin (insert_mode mode);
bool offgomp_insert_end (void);
/* Let the current function begin with a choice; where it goes if somebody
   checks, a block without a successor.  */
basic_block offgomp_insert_choice (void);

/* check.cc.  Insert the calls in F, which is the current function; whether
   there are any.  */
bool offgomp_check_function (function *f, insert_mode mode);
/* check_bodies.cc.  How that is to be done in DECL.  */
insert_mode offgomp_check_mode (tree decl);
/* Make two bodies of each of the host's functions.  */
void offgomp_bodies_start (const plugin_name_args *info);

/* Where STATEMENT is in the user's own source: an inlined function of a system
   header counts as the place that calls it.  */
location_t offgomp_user_location (gimple *statement);
/* "FILE:LINE<tab>EXPRESSION" as a pointer to a constant string, OTHERWISE if
   the expression has no name.  The end of a variable is where it was declared.
 */
tree offgomp_make_place (gimple *statement, tree expression,
                         const char *otherwise = "");
/* Insert a call of WHICH before the statement at GSI.  FIRST and SECOND are
   pointers, SIZE and WHOLE numbers, each may be missing.  */
void offgomp_insert_check (check_function which, tree first, tree second,
                           tree size, tree place, gimple_stmt_iterator *gsi,
                           tree whole = NULL_TREE);

/* Insert the calls for CALL, at GSI, if it is that of a function that is known
   to access memory or to free it, or of an atomic operation: check_known.cc. */
void offgomp_check_known (gcall *call, gimple_stmt_iterator *gsi);
/* The same of CALL, which is of a function of GCC's own.  */
void offgomp_check_internal (gcall *call, gimple_stmt_iterator *gsi);

#endif
