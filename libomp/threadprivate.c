/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threadprivate variables that are not thread-local storage: the code asks for
   the calling thread's copy at each use.  The first thread has the variable
   itself.  Another one's copy begins as the variable was when the first of
   them was asked for, or as its constructor leaves it, and lives until the
   program ends, when it is destroyed.

   Owns the variables.  LOCK guards them but for their tables, which any thread
   reads: a table has a row for each thread, which that thread alone writes.  A
   table that is too small is replaced and kept, since other threads may read
   it.  */

#include "libomp.h"

#include <stdlib.h>
#include <string.h>

#define AT struct ident *at, int32_t thread

/* How a copy is made and destroyed: one object, or an array of LENGTH.  */
struct lifetime
{
  void *(*construct) (void *copy);
  void (*destroy) (void *copy);
  void *(*construct_all) (void *copy, size_t length);
  void (*destroy_all) (void *copy, size_t length);
  size_t length;
};

/* The copy of each thread by its number, or NULL.  The code sees the copies
   alone.  */
struct table
{
  size_t rows;
  void *copies[];
};

struct variable
{
  struct variable *next;
  void *data;               /* the variable */
  size_t size;              /* 0: no copy was made yet */
  void *initial;            /* what copies begin as, or NULL: all zero */
  struct lifetime lifetime; /* all NULL: nothing to do */
  struct table *table;      /* the last one; its copies are in no other */
};

static struct variable *variables;
static uint64_t lock;
static bool exits; /* destroy_all_copies is registered */

EXPORT void *__kmpc_threadprivate (AT, void *data, size_t size);
EXPORT void *__kmpc_threadprivate_cached (AT, void *data, size_t size,
                                          void ***cache);
EXPORT void __kmpc_threadprivate_register (struct ident *at, void *data,
                                           void *(*construct) (void *),
                                           void *(*copy) (void *, void *),
                                           void (*destroy) (void *));
EXPORT void __kmpc_threadprivate_register_vec (
    struct ident *at, void *data, void *(*construct) (void *, size_t),
    void *(*copy) (void *, void *, size_t), void (*destroy) (void *, size_t),
    size_t length);

static _Noreturn COLD void
out_of_memory (void)
{
  core.fatal ("out of memory for a threadprivate variable");
}

static inline struct table *
table_of (void **copies)
{
  return (struct table *)(void *)((char *)copies
                                  - offsetof (struct table, copies));
}

/* ---- At the end of the program.  */

static void
destroy_copies (const struct variable *v)
{
  const struct lifetime *life = &v->lifetime;
  for (size_t i = 0; v->table != NULL && i < v->table->rows; i++)
    {
      void *copy = v->table->copies[i];
      if (copy == NULL || copy == v->data)
        continue;
      if (life->destroy != NULL)
        life->destroy (copy);
      else if (life->destroy_all != NULL)
        life->destroy_all (copy, life->length);
    }
}

static void
destroy_all_copies (void)
{
  for (const struct variable *v = variables; v != NULL; v = v->next)
    destroy_copies (v);
}

/* ---- Variables.  With the lock; NULL or false: memory is exhausted.  */

static struct variable *
find (void *data)
{
  struct variable *v = variables;
  while (v != NULL && v->data != data)
    v = v->next;
  if (v == NULL && (v = malloc (sizeof (*v))) != NULL)
    {
      *v = (struct variable){ .next = variables, .data = data };
      variables = v;
    }
  return v;
}

/* Its copies are of SIZE bytes, and begin as it is now.  */
static bool
fix_initial (struct variable *v, size_t size)
{
  if (v->size != 0)
    return true;
  v->initial = malloc (size);
  if (v->initial == NULL)
    return false;
  memcpy (v->initial, v->data, size);
  v->size = size;
  return true;
}

/* Make its table large enough for THREAD.  Most programs have fewer threads
   than the first one has rows.  */
static bool
grow (struct variable *v, size_t thread)
{
  enum
  {
    FIRST_ROWS = 1024
  };
  struct table *old = v->table;
  size_t rows = old == NULL ? FIRST_ROWS : old->rows;
  if (old != NULL && thread < rows)
    return true;
  while (rows <= thread)
    rows *= 2;
  struct table *table
      = calloc (1, sizeof (*table) + rows * sizeof (*table->copies));
  if (table == NULL)
    return false;
  table->rows = rows;
  for (size_t i = 0; old != NULL && i < old->rows; i++)
    table->copies[i] = old->copies[i];
  v->table = table;
  return true;
}

static void
register_variable (void *data, const struct lifetime *lifetime)
{
  core.lock_acquire (&lock);
  struct variable *v = find (data);
  bool is_first = !exits;
  exits = true;
  if (v != NULL)
    v->lifetime = *lifetime;
  core.lock_release (&lock);
  if (v == NULL)
    out_of_memory ();
  if (is_first)
    atexit (destroy_all_copies);
}

void
__kmpc_threadprivate_register (struct ident *at, void *data,
                               void *(*construct) (void *),
                               void *(*copy) (void *, void *),
                               void (*destroy) (void *))
{
  (void)at;
  (void)copy;
  register_variable (
      data, &(struct lifetime){ .construct = construct, .destroy = destroy });
}

void
__kmpc_threadprivate_register_vec (struct ident *at, void *data,
                                   void *(*construct) (void *, size_t),
                                   void *(*copy) (void *, void *, size_t),
                                   void (*destroy) (void *, size_t),
                                   size_t length)
{
  (void)at;
  (void)copy;
  register_variable (data, &(struct lifetime){ .construct_all = construct,
                                               .destroy_all = destroy,
                                               .length = length });
}

/* ---- Copies.  */

/* The constructor is the program's: no lock is held.  */
static void *
make_copy (const struct variable *v)
{
  void *copy = calloc (1, v->size);
  if (copy == NULL)
    out_of_memory ();
  if (v->lifetime.construct != NULL)
    v->lifetime.construct (copy);
  else if (v->lifetime.construct_all != NULL)
    v->lifetime.construct_all (copy, v->lifetime.length);
  else
    memcpy (copy, v->initial, v->size);
  return copy;
}

/* DATA with a row for the thread with NUMBER.  */
static struct variable *
prepare (size_t number, void *data, size_t size)
{
  core.lock_acquire (&lock);
  struct variable *v = find (data);
  bool is_ready = v != NULL && fix_initial (v, size) && grow (v, number);
  core.lock_release (&lock);
  if (!is_ready)
    out_of_memory ();
  return v;
}

/* The copy of the thread with NUMBER, made if there is none.  Writes the table
   to *CACHE, which may be that of another object of the program.  */
static COLD void *
find_copy (size_t number, void *data, size_t size, void ***cache)
{
  struct variable *v = prepare (number, data, size);
  libomp_invariant (number < v->table->rows,
                    "a thread has no row in a threadprivate variable's table");
  core.lock_acquire (&lock);
  void *copy = v->table->copies[number];
  core.lock_release (&lock);
  if (copy == NULL)
    copy = number == 0 ? data : make_copy (v);
  core.lock_acquire (&lock);
  /* Relaxed: this thread alone reads it without the lock.  */
  __atomic_store_n (&v->table->copies[number], copy, __ATOMIC_RELAXED);
  if (cache != NULL)
    /* Release: pairs with the acquire in __kmpc_threadprivate_cached.  */
    __atomic_store_n (cache, v->table->copies, __ATOMIC_RELEASE);
  core.lock_release (&lock);
  return copy;
}

void *
__kmpc_threadprivate_cached (AT, void *data, size_t size, void ***cache)
{
  size_t number = (size_t)libomp_number ();
  /* Acquire: pairs with the release in find_copy.  */
  void **copies = __atomic_load_n (cache, __ATOMIC_ACQUIRE);
  (void)at;
  (void)thread;
  if (likely (copies != NULL && number < table_of (copies)->rows))
    {
      /* Relaxed: this thread has stored it.  */
      void *copy = __atomic_load_n (&copies[number], __ATOMIC_RELAXED);
      if (likely (copy != NULL))
        return copy;
    }
  return find_copy (number, data, size, cache);
}

void *
__kmpc_threadprivate (AT, void *data, size_t size)
{
  (void)at;
  (void)thread;
  return find_copy ((size_t)libomp_number (), data, size, NULL);
}
