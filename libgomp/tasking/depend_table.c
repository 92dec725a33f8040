/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which siblings a new task depends on: a parent's table of addresses.

   For each address the table keeps two generations of accesses.  Accesses of
   the same kind that have no order among themselves (in, inoutset,
   mutexinoutset) share a generation; a new one depends on all of the previous
   generation.  Any other access depends on all of the current generation and
   starts a new one.
   omp_all_memory, the address NULL of an out dependence, is an access to every
   address: it depends on all current generations, which the table can then
   forget, and all later nodes depend on it.

   Open addressing with linear probing.  Only the thread that runs the parent
   calls this.  Completed nodes are removed when they are found at the front of
   a generation, and all of them when the table is full, so the table grows with
   the number of addresses that incomplete tasks access.  */

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "tasking/depend_node.h"

#define FIRST_CAPACITY 16

enum access
{
  ACCESS_NONE,
  ACCESS_OUT, /* out, inout */
  ACCESS_IN,
  ACCESS_SET,  /* inoutset */
  ACCESS_MUTEX /* mutexinoutset */
};

/* Kinds of omp_depend_t.  */
enum depobj_kind
{
  DEPOBJ_IN = 1,
  DEPOBJ_OUT = 2,
  DEPOBJ_INOUT = 3,
  DEPOBJ_MUTEXINOUTSET = 4,
  DEPOBJ_INOUTSET = 5
};

struct entry
{
  void *address;
  struct gomp_depend_item *current;  /* last generation */
  struct gomp_depend_item *previous; /* the previous one, if more accesses may
                                        join the last */
  enum access access;                /* of the last; NONE: a free slot */
};

struct gomp_depend_table
{
  struct entry *entries;              /* CAPACITY slots */
  struct entry *spare;                /* as many, not in use, or NULL */
  size_t capacity;                    /* a power of 2 */
  size_t count;                       /* slots in use */
  struct gomp_depend_node *all;       /* last omp_all_memory, or NULL */
  struct entry first[FIRST_CAPACITY]; /* ENTRIES at first */
};

/* Layout of the depend array, see gomp_depend_count.  */
struct layout
{
  size_t count;   /* dependences */
  size_t out;     /* of these, the first are out or inout */
  size_t mutex;   /* of these, the first are those or mutexinoutset */
  size_t plain;   /* of these, the first are out or in addresses, the rest are
                     omp_depend_t objects */
  void **address; /* the first */
};

static struct layout
decode (void **depend)
{
  if (depend[0] != NULL)
    return (struct layout){ .count = (size_t)depend[0],
                            .out = (size_t)depend[1],
                            .mutex = (size_t)depend[1],
                            .plain = (size_t)depend[0],
                            .address = depend + 2 };
  /* With only empty iterators either form is just {0, 0}.  */
  if (depend[1] == NULL)
    return (struct layout){ .address = depend };
  size_t out = (size_t)depend[2];
  size_t mutex = out + (size_t)depend[3];
  return (struct layout){ .count = (size_t)depend[1],
                          .out = out,
                          .mutex = mutex,
                          .plain = mutex + (size_t)depend[4],
                          .address = depend + 5 };
}

static enum access
depobj_access (uintptr_t kind)
{
  switch (kind)
    {
    case DEPOBJ_IN:
      return ACCESS_IN;
    case DEPOBJ_OUT:
    case DEPOBJ_INOUT:
      return ACCESS_OUT;
    case DEPOBJ_MUTEXINOUTSET:
      return ACCESS_MUTEX;
    case DEPOBJ_INOUTSET:
      return ACCESS_SET;
    default:
      return ACCESS_NONE;
    }
}

/* Dependence number I.  */
static inline enum access
access_at (const struct layout *l, size_t i, void **address)
{
  *address = l->address[i];
  if (likely (i < l->out))
    return ACCESS_OUT;
  if (likely (i < l->plain))
    return i < l->mutex ? ACCESS_MUTEX : ACCESS_IN;
  void **depobj = l->address[i];
  *address = depobj[0];
  return depobj_access ((uintptr_t)depobj[1]);
}

size_t
gomp_depend_count (void **depend)
{
  return decode (depend).count;
}

size_t
gomp_depend_count_mutexes (void **depend)
{
  struct layout l = decode (depend);
  size_t count = l.mutex - l.out;
  for (size_t i = l.plain; i < l.count; i++)
    {
      void *address;
      count += access_at (&l, i, &address) == ACCESS_MUTEX;
    }
  return count;
}

enum gomp_depend_kind
gomp_depend_at (void **depend, size_t i, void **address)
{
  struct layout l = decode (depend);
  switch (access_at (&l, i, address))
    {
    case ACCESS_IN:
      return GOMP_DEPEND_IN;
    case ACCESS_SET:
      return GOMP_DEPEND_SET;
    default:
      return GOMP_DEPEND_OUT;
    }
}

enum gomp_depend_type
gomp_depend_type (void **depend, size_t i, void **address)
{
  struct layout l = decode (depend);
  switch (access_at (&l, i, address))
    {
    case ACCESS_IN:
      return GOMP_DEPEND_TYPE_IN;
    case ACCESS_MUTEX:
      return GOMP_DEPEND_TYPE_MUTEXINOUTSET;
    case ACCESS_SET:
      return GOMP_DEPEND_TYPE_INOUTSET;
    default:
      return GOMP_DEPEND_TYPE_INOUT;
    }
}

bool
gomp_depend_valid (void **depend, int *kind)
{
  struct layout l = decode (depend);
  for (size_t i = l.plain; i < l.count; i++)
    {
      uintptr_t k = ((uintptr_t *)l.address[i])[1];
      if (depobj_access (k) == ACCESS_NONE)
        {
          *kind = (int)k;
          return false;
        }
    }
  return true;
}

static inline struct entry *
find_slot (struct gomp_depend_table *table, void *address)
{
  /* Fibonacci hashing: the upper bits of the product are well mixed.  */
  uint64_t h = (uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15u;
  size_t mask = table->capacity - 1;
  size_t i = (h >> 32) & mask;
  while (table->entries[i].access != ACCESS_NONE
         && table->entries[i].address != address)
    i = (i + 1) & mask;
  return &table->entries[i];
}

static void
forget (struct gomp_heap *heap, struct gomp_depend_item **list)
{
  struct gomp_depend_item *item = *list;
  *list = NULL;
  while (item != NULL)
    {
      struct gomp_depend_item *next = item->next;
      gomp_depend_unlist (heap, item->node);
      item = next;
    }
}

static bool
is_idle (struct gomp_heap *heap, struct entry *e)
{
  for (struct gomp_depend_item *item = e->current; item; item = item->next)
    if (!gomp_depend_complete (item->node))
      return false;
  /* A complete node has complete predecessors.  */
  forget (heap, &e->current);
  forget (heap, &e->previous);
  return true;
}

static void
free_slots (struct gomp_depend_table *table, struct entry *slots)
{
  if (slots != table->first)
    gomp_free (slots);
}

static struct entry *
allocate_slots (const struct gomp_depend_table *table)
{
  return gomp_xalloc_zeroed (table->capacity * sizeof (*table->entries));
}

/* The new storage for the entries of a full table: twice the size, or the same.
   The old storage is kept for the next time, which comes soon if tasks complete
   about as fast as they are made.  */
static struct entry *
next_slots (struct gomp_depend_table *table, bool grows)
{
  struct entry *spare = table->spare;
  table->spare = grows ? NULL : table->entries;
  if (grows)
    {
      free_slots (table, spare);
      table->capacity *= 2;
      return allocate_slots (table);
    }
  if (spare == NULL)
    return allocate_slots (table);
  memset (spare, 0, table->capacity * sizeof (*spare));
  return spare;
}

/* Make room: drop the addresses that no incomplete task accesses, and double
   the capacity if there are few of them.  */
static NOINLINE void
rehash (struct gomp_heap *heap, struct gomp_depend_table *table)
{
  struct entry *old = table->entries;
  size_t old_capacity = table->capacity;
  size_t live = 0;
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].access != ACCESS_NONE)
      {
        if (is_idle (heap, &old[i]))
          old[i].access = ACCESS_NONE;
        else
          live++;
      }
  bool grows = live > old_capacity / 2;
  table->entries = next_slots (table, grows);
  table->count = live;
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].access != ACCESS_NONE)
      *find_slot (table, old[i].address) = old[i];
  if (grows)
    free_slots (table, old);
}

static struct entry *
find_or_insert (struct gomp_heap *heap, struct gomp_depend_table *table,
                void *address)
{
  struct entry *e = find_slot (table, address);
  if (likely (e->access != ACCESS_NONE))
    return e;
  if (unlikely (4 * (table->count + 1) > 3 * table->capacity))
    {
      rehash (heap, table);
      e = find_slot (table, address);
    }
  table->count++;
  gomp_invariant (4 * table->count <= 3 * table->capacity,
                  "a table of %zu addresses has %zu", table->capacity,
                  table->count);
  e->address = address;
  e->current = NULL;
  e->previous = NULL;
  return e;
}

/* The table's parent, and what to do with the predecessors found.  */
struct visit
{
  struct gomp_heap *heap;
  struct gomp_depend_node *node; /* link it to them; NULL: only look */
  bool incomplete;               /* one was incomplete */
};

/* A visit that only looks, and hears of each node.  */
struct hearing
{
  struct visit visit;
  void (*node) (struct hearing *h, struct gomp_depend_node *from);
};

/* It is called for the words of observed nodes.  */
struct hearing_words
{
  struct hearing hearing;
  gomp_depend_hear *hear;
  void *arg;
};

static COLD void
hear_word (struct hearing *h, struct gomp_depend_node *from)
{
  struct hearing_words *w = container_of (h, struct hearing_words, hearing);
  if (from->flags & GOMP_DEPEND_OBSERVED)
    w->hear (*gomp_depend_word (from), w->arg);
}

/* It collects tasks.  */
struct collection
{
  struct hearing hearing;
  void **task; /* MAX elements */
  size_t count, max;
};

static COLD void
collect (struct hearing *h, struct gomp_depend_node *from)
{
  struct collection *c = container_of (h, struct collection, hearing);
  for (size_t i = 0; i < c->count && i < c->max; i++)
    if (c->task[i] == from->task)
      return;
  if (c->count < c->max)
    c->task[c->count] = from->task;
  c->count++;
}

static SPECIALIZED void
visit_node (struct visit *v, struct gomp_depend_node *from, const bool hears)
{
  if (from == v->node || gomp_depend_complete (from))
    return;
  v->incomplete = true;
  if (hears)
    ((struct hearing *)v)->node ((struct hearing *)v, from);
  else if (v->node != NULL)
    gomp_depend_link (v->heap, from, v->node);
}

static SPECIALIZED void
visit_list (struct visit *v, struct gomp_depend_item *item, const bool hears)
{
  for (; item != NULL; item = item->next)
    visit_node (v, item->node, hears);
}

static inline bool
joins (struct entry *e, enum access access)
{
  return access != ACCESS_OUT && e->access == access;
}

static SPECIALIZED void
visit_each (struct visit *v, struct gomp_depend_table *table, const bool hears)
{
  for (size_t i = 0; i < table->capacity; i++)
    if (table->entries[i].access != ACCESS_NONE)
      visit_list (v, table->entries[i].current, hears);
}

static void
visit_all (struct visit *v, struct gomp_depend_table *table)
{
  visit_each (v, table, false);
}

/* Those who hear ask for a task: mutexinoutset dependences on one address are
   none on each other.  A waiter takes no mutex: it waits for the nodes that may
   hold it.  */
static SPECIALIZED void
visit (struct visit *v, struct gomp_depend_table *table, void **depend,
       const bool hears)
{
  struct layout l = decode (depend);
  if (table->all != NULL)
    visit_node (v, table->all, hears);
  for (size_t i = 0; i < l.count; i++)
    {
      void *address;
      enum access access = access_at (&l, i, &address);
      if (address == NULL && access == ACCESS_OUT && hears)
        visit_each (v, table, true);
      else if (address == NULL && access == ACCESS_OUT)
        visit_all (v, table);
      struct entry *e = find_slot (table, address);
      bool joined = joins (e, access) && (hears || access != ACCESS_MUTEX);
      if (e->access != ACCESS_NONE)
        visit_list (v, joined ? e->previous : e->current, hears);
    }
}

bool
gomp_depend_table_visit (struct gomp_heap *heap, struct gomp_task *parent,
                         struct gomp_depend_node *node, void **depend)
{
  struct visit v = { .heap = heap, .node = node };
  visit (&v, parent->depend_table, depend, false);
  return v.incomplete;
}

void
gomp_depend_predecessors (struct gomp_task *parent, void **depend,
                          gomp_depend_hear *hear, void *arg)
{
  struct hearing_words w
      = { .hearing = { .node = hear_word }, .hear = hear, .arg = arg };
  if (parent->depend_table != NULL)
    visit (&w.hearing.visit, parent->depend_table, depend, true);
}

size_t
gomp_depend_table_collect (struct gomp_task *parent, void **depend, void **task,
                           size_t max)
{
  struct collection c
      = { .hearing = { .node = collect }, .task = task, .max = max };
  if (parent->depend_table != NULL)
    visit (&c.hearing.visit, parent->depend_table, depend, true);
  return c.count;
}

static void
list_item (struct gomp_depend_item **list, struct gomp_depend_node *node)
{
  struct gomp_depend_item *item = node->items++;
  gomp_invariant ((node->flags & GOMP_DEPEND_ALLOCATED) != 0
                      || (char *)(item + 1) <= (char *)node + GOMP_BLOCK_MAX,
                  "a node is listed more often than it has room for");
  item->node = node;
  item->next = *list;
  *list = item;
  node->listed++;
}

/* Do not let a generation of many readers grow for ever.  */
static void
forget_front (struct visit *v, struct gomp_depend_item **list)
{
  while (*list != NULL && (*list)->node != v->node
         && gomp_depend_complete ((*list)->node))
    {
      struct gomp_depend_node *node = (*list)->node;
      *list = (*list)->next;
      gomp_depend_unlist (v->heap, node);
    }
}

static void
enter_address (struct visit *v, struct gomp_depend_table *table, void *address,
               enum access access)
{
  struct entry *e = find_or_insert (v->heap, table, address);
  bool joined = joins (e, access);
  if (unlikely (access == ACCESS_MUTEX))
    gomp_depend_mutex_join (v->heap, v->node, address,
                            joined && e->current ? e->current->node : NULL);
  if (joined)
    {
      visit_list (v, e->previous, false);
      forget_front (v, &e->current);
    }
  else
    {
      visit_list (v, e->current, false);
      forget (v->heap, &e->previous);
      if (access == ACCESS_OUT)
        forget (v->heap, &e->current);
      e->previous = e->current;
      e->current = NULL;
    }
  e->access = access;
  list_item (&e->current, v->node);
}

static void
forget_all (struct gomp_heap *heap, struct gomp_depend_table *table)
{
  for (size_t i = 0; i < table->capacity; i++)
    if (table->entries[i].access != ACCESS_NONE)
      {
        forget (heap, &table->entries[i].current);
        forget (heap, &table->entries[i].previous);
        table->entries[i].access = ACCESS_NONE;
      }
  table->count = 0;
  if (table->all != NULL)
    gomp_depend_unlist (heap, table->all);
  table->all = NULL;
}

static void
enter_all_memory (struct visit *v, struct gomp_depend_table *table)
{
  visit_all (v, table);
  forget_all (v->heap, table);
  table->all = v->node;
  v->node->listed++;
}

static struct gomp_depend_table *
table_of (struct gomp_heap *heap, struct gomp_task *parent)
{
  struct gomp_depend_table *table = parent->depend_table;
  if (likely (table != NULL))
    return table;
  table = gomp_heap_alloc (heap, sizeof (*table));
  *table = (struct gomp_depend_table){ .capacity = FIRST_CAPACITY };
  table->entries = table->first;
  parent->depend_table = table;
  return table;
}

void
gomp_depend_table_enter (struct gomp_heap *heap, struct gomp_task *parent,
                         struct gomp_depend_node *node, void **depend)
{
  struct gomp_depend_table *table = table_of (heap, parent);
  struct visit v = { .heap = heap, .node = node };
  struct layout l = decode (depend);
  if (unlikely (table->all != NULL))
    visit_node (&v, table->all, false);
  for (size_t i = 0; i < l.count; i++)
    {
      void *address;
      enum access access = access_at (&l, i, &address);
      if (unlikely (address == NULL && access == ACCESS_OUT))
        enter_all_memory (&v, table);
      else
        enter_address (&v, table, address, access);
    }
}

void
gomp_depend_table_free (struct gomp_heap *heap, struct gomp_task *task)
{
  struct gomp_depend_table *table = task->depend_table;
  task->depend_table = NULL;
  forget_all (heap, table);
  free_slots (table, table->entries);
  free_slots (table, table->spare);
  gomp_heap_free (heap, table);
}
