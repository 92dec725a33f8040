/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The debugger's half of OMPD: libompd.so, and the functions that it calls. The
   context of an address space is its reader.  */

#include <omp-tools.h>
#include <stdbool.h>
#include <stdio.h>

#include "reader.h"

extern int failures;
#define CHECK(condition)                                                       \
  ((condition)                                                                 \
       ? (void)0                                                               \
       : (void)(failures++, printf ("line %d: %s\n", __LINE__, #condition)))
#define OK(call) CHECK ((call) == ompd_rc_ok)

#define FUNCTIONS(F)                                                           \
  F (initialize)                                                               \
  F (get_api_version)                                                          \
  F (get_version_string)                                                       \
  F (finalize)                                                                 \
  F (process_initialize)                                                       \
  F (device_initialize) F (rel_address_space_handle) F (                       \
      get_device_thread_id_kinds) F (get_omp_version)                          \
      F (get_omp_version_string) F (get_thread_in_parallel) F (                \
          get_thread_handle) F (rel_thread_handle) F (thread_handle_compare)   \
          F (get_thread_id) F (get_device_from_thread)                         \
              F (get_curr_parallel_handle) F (get_enclosing_parallel_handle)   \
                  F (get_task_parallel_handle) F (rel_parallel_handle) F (     \
                      parallel_handle_compare) F (get_curr_task_handle)        \
                      F (get_generating_task_handle) F (                       \
                          get_scheduling_task_handle) F (get_task_in_parallel) \
                          F (rel_task_handle) F (task_handle_compare)          \
                              F (get_task_function) F (get_task_frame)         \
                                  F (enumerate_states) F (get_state)           \
                                      F (get_display_control_vars)             \
                                          F (rel_display_control_vars) F (     \
                                              enumerate_icvs)                  \
                                              F (get_icv_from_scope) F (       \
                                                  get_icv_string_from_scope)   \
                                                  F (get_tool_data)
extern struct debugger_functions
{
#define F(name) __typeof__ (ompd_##name) *name;
  FUNCTIONS (F)
#undef F
} ompd;

extern const ompd_callbacks_t debugger_callbacks;
extern long debugger_blocks;  /* of memory that the library has */
extern bool debugger_damaged; /* all that is read are the same numbers */

/* Free BLOCK, which the library has handed over.  */
ompd_rc_t debugger_free (void *block);
/* Whether the library NAME has all functions.  */
bool debugger_load (const char *name);
/* The control variable WANTED of SPACE, and its scope; 0: there is none.  */
ompd_icv_id_t debugger_icv (ompd_address_space_handle_t *space,
                            const char *wanted, ompd_scope_t *scope);
