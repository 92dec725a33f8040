/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Dependences between the children of a task (OpenMP 5.1 section 2.19.11).

   DEPEND is always the depend array of the ABI.  */

#ifndef GOMP_TASKING_DEPEND_H
#define GOMP_TASKING_DEPEND_H

#include <stdbool.h>
#include <stdint.h>

#include "tasking/task.h"

/* Enter TASK, a child of SELF's current task that is already counted, among its
   siblings.  True if it is ready; if false, its last predecessor makes it
   ready, or has done so.  */
HIDDEN bool gomp_depend_add (struct gomp_thread *self, struct gomp_task *task,
                             void **depend) HOT;
/* The same for an observed task; those that depend on it see WORD.  */
HIDDEN bool gomp_depend_add_observed (struct gomp_thread *self,
                                      struct gomp_task *task, void **depend,
                                      uint64_t word) COLD;
/* The same for a target task that may be launched ahead (targettask.h): that is
   tried.  */
HIDDEN bool gomp_depend_add_ahead (struct gomp_thread *self,
                                   struct gomp_task *task, void **depend) COLD;
/* Call HEAR, with ARG, for the word of each observed task that is not complete
   and that a child of PARENT with DEPEND depends on.  Called by the thread that
   runs PARENT.  */
typedef void gomp_depend_hear (uint64_t word, void *arg);
HIDDEN void gomp_depend_predecessors (struct gomp_task *parent, void **depend,
                                      gomp_depend_hear *hear, void *arg) COLD;
/* gomp_depend_add for a child without a body, which completes by itself.  */
HIDDEN void gomp_depend_add_empty (struct gomp_thread *self, void **depend);
/* Wait for all tasks that a child with DEPEND would depend on.  */
HIDDEN void gomp_depend_wait (struct gomp_thread *self, void **depend);
/* Is any of these tasks incomplete?  */
HIDDEN bool gomp_depend_pending (struct gomp_thread *self, void **depend);
/* NODE's task is complete: release its successors.  MEMBER is the calling
   thread's, in any team.  */
HIDDEN void gomp_depend_release (struct gomp_heap *heap,
                                 struct gomp_task_member *member,
                                 struct gomp_depend_node *node) HOT;
/* TASK spawns no more children: free its table.  Called by the thread that
   runs it.  */
HIDDEN void gomp_depend_table_free (struct gomp_heap *heap,
                                    struct gomp_task *task);
/* The number of dependences in DEPEND; the type of the Ith, and its address
   (NULL: omp_all_memory).  GCC passes inout for the program's out.  */
enum gomp_depend_type
{
  GOMP_DEPEND_TYPE_IN,
  GOMP_DEPEND_TYPE_INOUT,
  GOMP_DEPEND_TYPE_MUTEXINOUTSET,
  GOMP_DEPEND_TYPE_INOUTSET
};
HIDDEN size_t gomp_depend_count (void **depend);
HIDDEN enum gomp_depend_type gomp_depend_type (void **depend, size_t i,
                                               void **address);
/* Has DEPEND the form without any omp_depend_t?  */
static inline bool
gomp_depend_is_short (void **depend)
{
  return depend[0] != NULL;
}
/* False: DEPEND has an omp_depend_t of an unknown kind, *KIND.  */
HIDDEN bool gomp_depend_valid (void **depend, int *kind);

#endif
