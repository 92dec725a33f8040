/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The parts of the dependence graph, for depend.c and its table.  */

#ifndef GOMP_TASKING_DEPEND_NODE_H
#define GOMP_TASKING_DEPEND_NODE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tasking/depend.h"

/* Kinds of accesses, which determine the order of accesses.  */
enum gomp_depend_kind
{
  GOMP_DEPEND_OUT, /* out, inout, mutexinoutset */
  GOMP_DEPEND_IN,
  GOMP_DEPEND_SET, /* inoutset */
  GOMP_DEPEND_KINDS
};

enum gomp_depend_role
{
  GOMP_DEPEND_TASK,  /* stands for a task */
  GOMP_DEPEND_EMPTY, /* a task without a body */
  GOMP_DEPEND_WAITER /* a thread that waits; has no successors */
};

enum gomp_depend_flags
{
  GOMP_DEPEND_ALLOCATED = 1, /* not from a heap */
  GOMP_DEPEND_OBSERVED = 2   /* the node's word is behind it */
};

struct gomp_depend_mutexes;

/* One dependence of one node on another.  Belongs to the node TO.  */
struct gomp_depend_edge
{
  struct gomp_depend_node *to;   /* the successor */
  struct gomp_depend_edge *next; /* of the same predecessor */
};

/* More edges than a node has room for.  */
struct gomp_depend_chunk
{
  struct gomp_depend_chunk *next;
  struct gomp_depend_edge edges[6];
};

/* One dependence of a node, as a member of a list in the table.  */
struct gomp_depend_item
{
  struct gomp_depend_node *node;
  struct gomp_depend_item *next;
};

struct gomp_depend_node
{
  _Atomic (struct gomp_depend_edge *) successors; /* or the mark */
  atomic_uint missing; /* incomplete predecessors, and 1 while entering */
  atomic_uint refs;    /* 1 until complete, 1 while in the table */
  unsigned char flags; /* enum gomp_depend_flags */
  enum gomp_depend_role role;
  unsigned listed;              /* items in the table, and 1 while entering;
                                   the parent's thread */
  unsigned edges_left;          /* edges at EDGES that are not taken */
  struct gomp_task *task;       /* GOMP_DEPEND_TASK */
  struct gomp_task_team *tasks; /* GOMP_DEPEND_WAITER: the team to notify */
  struct gomp_depend_edge *edges;
  struct gomp_depend_item *items;      /* next one to use */
  struct gomp_depend_chunk *more;      /* edges that did not fit */
  struct gomp_depend_node *next;       /* in the list of fulfilled, or among
                                          the waiters for a mutex */
  struct gomp_depend_mutexes *mutexes; /* of mutexinoutset; or NULL */
  struct gomp_depend_tsan *tsan; /* for ThreadSanitizer, see tsan.c; or NULL */
};

/* The word of an observed NODE, which its task's observer has given it.  */
static inline uint64_t *
gomp_depend_word (struct gomp_depend_node *node)
{
  return (uint64_t *)(node + 1);
}

/* depend.c */

/* Is NODE's task complete?  */
HIDDEN bool gomp_depend_complete (struct gomp_depend_node *node);
/* TO depends on FROM.  */
HIDDEN void gomp_depend_link (struct gomp_heap *heap,
                              struct gomp_depend_node *from,
                              struct gomp_depend_node *to);
/* NODE has one item less in the table.  */
HIDDEN void gomp_depend_unlist (struct gomp_heap *heap,
                                struct gomp_depend_node *node);

/* depend_mutex.c */

/* Allocate COUNT mutexes of a node; NULL if COUNT is 0.  */
HIDDEN struct gomp_depend_mutexes *
gomp_depend_mutexes_make (struct gomp_heap *heap, size_t count);
HIDDEN void gomp_depend_mutexes_free (struct gomp_heap *heap,
                                      struct gomp_depend_mutexes *mutexes);
/* NODE, which has mutexes left, and all nodes that MEMBER excludes at ADDRESS
   exclude each other.  MEMBER: NULL if there are none yet.  */
HIDDEN void gomp_depend_mutex_join (struct gomp_heap *heap,
                                    struct gomp_depend_node *node,
                                    void *address,
                                    struct gomp_depend_node *member) COLD;
/* NODE has no predecessors left and takes its mutexes.  False: it waits for
   one of them; then the thread that releases this mutex makes NODE's task
   ready, or has done so.  */
HIDDEN bool gomp_depend_mutexes_take (struct gomp_depend_node *node);
/* NODE's task is complete: release its mutexes.  MEMBER is the calling
   thread's, in any team.  */
HIDDEN void gomp_depend_mutexes_give (struct gomp_task_member *member,
                                      struct gomp_depend_node *node);

/* depend_table.c */

/* The number of dependences in DEPEND that are mutexinoutset.  */
HIDDEN size_t gomp_depend_count_mutexes (void **depend);
/* The kind of the Ith dependence, and its address.  */
HIDDEN enum gomp_depend_kind gomp_depend_at (void **depend, size_t i,
                                             void **address);
/* Link NODE to its predecessors among PARENT's children, and add it to their
   table.  */
HIDDEN void gomp_depend_table_enter (struct gomp_heap *heap,
                                     struct gomp_task *parent,
                                     struct gomp_depend_node *node,
                                     void **depend);
/* Store in TASK, MAX elements, the tasks that a child of PARENT with DEPEND
   depends on and that are not complete.  A task is NULL if it has no body.
   Returns how many; more than MAX: not all were stored.  */
HIDDEN size_t gomp_depend_table_collect (struct gomp_task *parent,
                                         void **depend, void **task,
                                         size_t max) COLD;
/* Link NODE, unless it is NULL, to its predecessors.  Is one of them
   incomplete?  */
HIDDEN bool gomp_depend_table_visit (struct gomp_heap *heap,
                                     struct gomp_task *parent,
                                     struct gomp_depend_node *node,
                                     void **depend);

#endif
