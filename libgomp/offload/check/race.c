/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Races with constructs that have a nowait clause, or are concurrent, for the
   mapping checker; see check.h.

   Such a construct, which is deferred, copies some memory of the host, at its
   beginning or its end.  The program does not know when until it has waited.
   Between meeting the construct and the wait, no thread may write what it
   reads, or access what it writes.

   A thread first learns of its end by an OpenMP wait: its parent's taskwait,
   its taskgroup, a barrier, a task that depends on it.  After that, threads may
   inform each other by other means.  So as soon as any thread has waited for
   it, the construct counts as closed and is no longer reported, and a report is
   never about ordered accesses.  (Vector clocks would find more: A.  Schmitz et
   al., "DRACC", and L.  Yu et al., "ARBALEST", IPDPS 2021, describe such
   races.)

   Two regions are unordered if one is open when the other may begin: when that
   is met or, with dependences, when these are fulfilled.  The same holds for a
   region and target update.  Their accesses are compared (use.c) when both have
   ended.  A region that is not deferred is open while it runs.

   The waits are learnt by the calls that inform ThreadSanitizer (see
   base/tsan.h, tasking/tsan.c): a task that ends releases the objects that its
   waiters acquire, and finally itself.  In a program with ThreadSanitizer no
   races are looked for.

   A construct is going to copy the memory in its clauses that is not mapped
   when it is met; or when it begins, if it may depend on a task of the host,
   which may come before it with all that the task waits for.  If two regions
   map the same host memory, their copies only need an order if one has
   map(from:), which brings data that no other copy has.

   race_lock protects everything.  It is taken last, possibly while
   gomp_check_lock is held, and in the calls above, which take no other
   lock.  */

#include "offload/check/check_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "offload/directive/targettask.h"
#include "team/self.h"
#include "team/team.h"

/* Beyond that many the oldest is forgotten.  */
#define DEFERRED_MAX 2048
#define BUCKETS 1024

struct gomp_check_deferred
{
  struct gomp_check_deferred *next; /* met before, or over before */
  unsigned number;                  /* of constructs with nowait */
  const char *directive;
  const char *location;       /* or NULL */
  const void *creator;        /* the task that met it */
  const void *task;           /* once it has started */
  struct gomp_device *device; /* or NULL: not known */
  bool is_region;             /* not a directive on data */
  bool depends;               /* on others */
  bool ended;                 /* the task is about to report this */
  bool listed;                /* ACCESSES has what it copies */
  bool over;                  /* a thread has waited for it, or need not */
  bool end_known;             /* its end was observed, or it never begins */
  struct gomp_check_accesses accesses;
  bool decided;               /* what has no order to its region is known */
  struct gomp_check_use *use; /* what its region accesses, or NULL */
};

/* The end of C was released to OBJECT.  */
struct release
{
  struct release *next; /* in its bucket */
  const void *object;
  struct gomp_check_deferred *c;
};

static struct gomp_mutex race_lock;
/* With gomp_check_lock: its holder has race_lock, too, and asks for memory.  */
static bool has_both_locks;
/* Constructs that no thread has waited for, the latest first.  */
static struct gomp_check_deferred *open_ones;
static atomic_uint open_count; /* changed with the lock */
/* Those whose pages are still watched.  */
static struct gomp_check_deferred *over_ones;
static unsigned last_number;
static struct release *releases[BUCKETS];
static atomic_size_t release_count;
/* Waits are observed.  */
static bool looking;

/* The construct whose copies the thread makes; the construct whose end it
   reports.  */
static _Thread_local struct gomp_check_deferred *current;
static _Thread_local struct gomp_check_deferred *ending;
/* The construct that is not deferred whose region the thread runs.  */
static _Thread_local struct gomp_check_deferred *running;

/* ---- Waits.  */

static struct release **
bucket_of (const void *object)
{
  uint64_t hash = (uintptr_t)object * UINT64_C (0x9e3779b97f4a7c15);
  return &releases[hash >> 32 & (BUCKETS - 1)];
}

static void
lock_both (void)
{
  gomp_mutex_lock_raw (&race_lock);
  has_both_locks = true;
}

void
gomp_check_race_unlock (void)
{
  if (!has_both_locks)
    return;
  has_both_locks = false;
  gomp_mutex_unlock_raw (&race_lock);
}

/* With the lock.  C, at *LINK, is open no more.  */
static void
end_at (struct gomp_check_deferred **link)
{
  struct gomp_check_deferred *c = *link;
  *link = c->next;
  open_count--;
  c->over = true;
  c->next = over_ones;
  over_ones = c;
}

static void
end_open (const struct gomp_check_deferred *c)
{
  struct gomp_check_deferred **link = &open_ones;
  while (*link != NULL && *link != c)
    link = &(*link)->next;
  if (*link != NULL)
    end_at (link);
}

/* Remove the constructs that released OBJECT, or with NULL those that have
   ended. */
static void
take_releases (struct release **link, const void *object)
{
  while (*link != NULL)
    {
      struct release *r = *link;
      if (object != NULL && r->object == object)
        end_open (r->c);
      if (r->c->over)
        {
          *link = r->next;
          atomic_fetch_sub (&release_count, 1);
          gomp_free (r);
        }
      else
        link = &r->next;
    }
}

static void
acquire (void *object)
{
  /* Relaxed: a thread that waits for a construct was informed of its end.  */
  if (likely (atomic_load_explicit (&release_count, memory_order_relaxed) == 0)
      || ending != NULL)
    return;
  gomp_mutex_lock_raw (&race_lock);
  take_releases (bucket_of (object), object);
  gomp_mutex_unlock_raw (&race_lock);
}

/* The caller may hold any lock, so the program does not end here.  Without
   memory the construct is no longer looked after.  */
static void
release (void *object)
{
  struct gomp_check_deferred *c = ending;
  if (likely (c == NULL))
    return;
  struct release *r = object == c->task ? NULL : gomp_alloc (sizeof (*r));
  gomp_mutex_lock_raw (&race_lock);
  if (object == c->task)
    {
      ending = NULL;
      c->end_known = true;
    }
  else if (r != NULL)
    {
      struct release **bucket = bucket_of (object);
      *r = (struct release){ .next = *bucket, .object = object, .c = c };
      *bucket = r;
      atomic_fetch_add (&release_count, 1);
    }
  else
    end_open (c);
  gomp_mutex_unlock_raw (&race_lock);
}

void
gomp_check_race_start (void)
{
  if (!looking && (gomp_icv_global.offload_check & GOMP_CATEGORY_RACE) != 0)
    looking = gomp_tsan_divert (acquire, release);
}

/* ---- Constructs come and go.  */

static void
free_deferred (struct gomp_check_deferred *c)
{
  for (size_t i = 0; i < c->accesses.count; i++)
    gomp_check_host_watch (c->accesses.all[i].start, c->accesses.all[i].end,
                           false);
  gomp_free (c->accesses.all);
  gomp_check_use_release (c->use);
  gomp_free (c);
}

/* With gomp_check_lock: free the constructs that have ended and will not be
   reported again.  */
static void
sweep (void)
{
  struct gomp_check_deferred *gone = NULL, **link = &over_ones;
  gomp_mutex_lock_raw (&race_lock);
  for (size_t i = 0; over_ones != NULL && i < BUCKETS; i++)
    take_releases (&releases[i], NULL);
  while (*link != NULL)
    {
      struct gomp_check_deferred *c = *link;
      if (!c->end_known)
        {
          link = &c->next;
          continue;
        }
      *link = c->next;
      c->next = gone;
      gone = c;
    }
  gomp_mutex_unlock_raw (&race_lock);
  while (gone != NULL)
    {
      struct gomp_check_deferred *next = gone->next;
      free_deferred (gone);
      gone = next;
    }
}

unsigned
gomp_check_race_maker (void)
{
  return current == NULL ? 0 : current->number;
}

bool
gomp_check_race_is_open (unsigned number)
{
  gomp_mutex_lock_raw (&race_lock);
  const struct gomp_check_deferred *c = number == 0 ? NULL : open_ones;
  while (c != NULL && c->number != number)
    c = c->next;
  gomp_mutex_unlock_raw (&race_lock);
  return c != NULL;
}

unsigned
gomp_check_race_regions (uintptr_t start, uintptr_t end)
{
  unsigned count = 0;
  gomp_mutex_lock_raw (&race_lock);
  for (const struct gomp_check_deferred *c = open_ones; c != NULL; c = c->next)
    for (size_t i = 0; i < c->accesses.count; i++)
      count += c->is_region && c->task != NULL && !c->ended
               && !c->accesses.all[i].hole
               && gomp_check_access_meets (&c->accesses.all[i], start, end);
  gomp_mutex_unlock_raw (&race_lock);
  return count;
}

/* ---- Conflicts.  */

/* C, which does A at HOST, in the form for a report.  */
static struct gomp_check_range
range_of (const struct gomp_check_deferred *c,
          const struct gomp_check_access *a)
{
  struct gomp_check_range r = { .device = c->device,
                                .host = a->start,
                                .end = a->end,
                                .type = a->type,
                                .directive = c->directive,
                                .location = c->location };
  snprintf (r.name, sizeof (r.name), "%s", a->name);
  return r;
}

/* Whether there is an open construct, met before C, that needs an order with A;
   it is stored in R.  NULL: any.  */
static bool
find_conflict (const struct gomp_check_deferred *c,
               const struct gomp_check_access *a, struct gomp_check_range *r)
{
  bool found = false;
  gomp_mutex_lock_raw (&race_lock);
  for (const struct gomp_check_deferred *o = open_ones; o != NULL && !found;
       o = o->next)
    for (size_t i = 0; (c == NULL || o->number < c->number)
                       && i < o->accesses.count && !found;
         i++)
      if ((found = gomp_check_access_conflicts (&o->accesses.all[i], a)))
        *r = range_of (o, &o->accesses.all[i]);
  gomp_mutex_unlock_raw (&race_lock);
  return found;
}

static void
say_conflicts (const struct gomp_check_deferred *c,
               const struct gomp_check_accesses *accesses)
{
  struct gomp_check_range r;
  for (size_t i = 0; i < accesses->count; i++)
    {
      const struct gomp_check_access *a = &accesses->all[i];
      if (find_conflict (c, a, &r))
        gomp_check_report_race (GOMP_CHECK_RACE_CONSTRUCT, &r,
                                a->start > r.host ? a->start : r.host, NULL,
                                a->name);
    }
}

/* ---- Constructs.  */

/* With gomp_check_lock.  From now on C may copy, as soon as its dependences
   have ended.  */
static void
record_clauses (struct gomp_check_deferred *c,
                enum gomp_check_directive directive,
                const struct gomp_clause_list *list)
{
  struct gomp_check_accesses accesses = { .count = 0 };
  gomp_check_access_add_clauses (&accesses, directive, c->device, list);
  for (size_t i = 0; i < accesses.count; i++)
    gomp_check_host_watch (accesses.all[i].start, accesses.all[i].end, true);
  gomp_mutex_lock_raw (&race_lock);
  c->accesses = accesses;
  c->listed = true;
  gomp_mutex_unlock_raw (&race_lock);
}

/* Whether all incomplete children of the calling task are constructs with
   nowait: then nothing that the host does from now on comes before the
   construct met now.  */
static bool
has_constructs_only (void)
{
  const void *task = gomp_self ()->task;
  size_t count = 0;
  gomp_mutex_lock_raw (&race_lock);
  for (const struct gomp_check_deferred *c = open_ones; c != NULL; c = c->next)
    count += c->creator == task && !c->ended;
  gomp_mutex_unlock_raw (&race_lock);
  return count == gomp_target_task_children ();
}

static struct gomp_device *
device_of (int number)
{
  struct gomp_device *device;
  return gomp_device_choose_observed (number, &device) == GOMP_CHOICE_DEVICE
                 && gomp_check_states_exist (device)
             ? device
             : NULL;
}

static struct gomp_check_deferred *
make (const char *name, struct gomp_device *device, const void *creator)
{
  struct gomp_check_deferred *c = gomp_check_alloc (sizeof (*c));
  c->directive = name;
  c->location = gomp_check_host_construct ();
  c->device = device;
  c->creator = creator;
  gomp_mutex_lock_raw (&race_lock);
  c->number = ++last_number;
  c->next = open_ones;
  open_ones = c;
  if (++open_count > DEFERRED_MAX)
    {
      struct gomp_check_deferred **last = &c->next;
      while ((*last)->next != NULL)
        last = &(*last)->next;
      end_at (last);
    }
  gomp_mutex_unlock_raw (&race_lock);
  return c;
}

/* With gomp_check_lock.  C's region, or the copies in ACCESSES, may begin, or
   has no dependences.  It is unordered with those of open constructs, except
   those that have yet to wait.  */
static void
decide (struct gomp_check_deferred *c,
        const struct gomp_check_accesses *accesses)
{
  if (c->use == NULL)
    return;
  lock_both ();
  c->decided = true;
  for (struct gomp_check_deferred *o = open_ones; o != NULL; o = o->next)
    if (o != c && o->decided)
      gomp_check_use_pair (c->use, o->use);
  gomp_check_race_unlock ();
  if (c->is_region)
    return;
  for (size_t i = 0; i < accesses->count; i++)
    gomp_check_use_copy (c->use, accesses->all[i].start,
                         accesses->all[i].end - accesses->all[i].start,
                         !accesses->all[i].writes);
  gomp_check_use_copied (c->use);
}

/* Whether DIRECTIVE's accesses to device memory are compared with others: no
   region of another construct uses memory that is being mapped or unmapped.  */
static bool
is_compared (enum gomp_check_directive directive)
{
  return directive == GOMP_CHECK_TARGET || directive == GOMP_CHECK_UPDATE;
}

struct gomp_check_deferred *
gomp_check_race_meet (enum gomp_check_directive directive, const char *name,
                      int number, const struct gomp_clause_list *list,
                      bool depends)
{
  struct gomp_device *device = looking ? device_of (number) : NULL;
  if (device == NULL)
    return NULL;
  gomp_mutex_lock (&gomp_check_lock);
  sweep ();
  bool known = !depends || has_constructs_only ();
  struct gomp_check_deferred *c = make (name, device, gomp_self ()->task);
  c->is_region = directive == GOMP_CHECK_TARGET;
  c->depends = depends;
  if (is_compared (directive))
    c->use = gomp_check_use_make (device, c->number, c->location);
  if (known)
    record_clauses (c, directive, list);
  if (!depends)
    {
      say_conflicts (c, &c->accesses);
      decide (c, &c->accesses);
    }
  gomp_mutex_unlock (&gomp_check_lock);
  return c;
}

void
gomp_check_race_begin (struct gomp_check_deferred *c, const void *task,
                       enum gomp_check_directive directive,
                       const struct gomp_clause_list *list)
{
  current = c;
  if (c == NULL)
    return;
  gomp_mutex_lock (&gomp_check_lock);
  c->task = task;
  if (!c->listed)
    record_clauses (c, directive, list);
  if (c->depends)
    {
      say_conflicts (c, &c->accesses);
      decide (c, &c->accesses);
    }
  gomp_mutex_unlock (&gomp_check_lock);
}

void
gomp_check_race_leave (void)
{
  current = NULL;
}

void
gomp_check_race_end (struct gomp_check_deferred *c)
{
  current = NULL;
  ending = c;
  if (c == NULL)
    return;
  gomp_mutex_lock_raw (&race_lock);
  c->ended = true;
  gomp_mutex_unlock_raw (&race_lock);
}

/* C has ended, without a task that reports it.  */
static void
end (struct gomp_check_deferred *c)
{
  gomp_mutex_lock_raw (&race_lock);
  if (!c->over)
    end_open (c);
  c->ended = c->end_known = true;
  gomp_mutex_unlock_raw (&race_lock);
}

void
gomp_check_race_drop (struct gomp_check_deferred *c)
{
  current = NULL;
  if (c != NULL)
    end (c);
}

/* With gomp_check_lock.  The calling thread copies now.  */
static void
compare_update (struct gomp_device *device,
                const struct gomp_check_accesses *accesses)
{
  struct gomp_check_deferred *c = make ("target update", device, NULL);
  c->use = gomp_check_use_make (device, c->number, c->location);
  decide (c, accesses);
  end (c);
}

void
gomp_check_race_now (enum gomp_check_directive directive, int number,
                     const struct gomp_clause_list *list)
{
  struct gomp_check_accesses accesses = { .count = 0 };
  /* Relaxed: as in gomp_check_race_host.  */
  if (!looking || current != NULL
      || atomic_load_explicit (&open_count, memory_order_relaxed) == 0)
    return;
  struct gomp_device *device = device_of (number);
  if (device == NULL)
    return;
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_access_add_clauses (&accesses, directive, device, list);
  say_conflicts (NULL, &accesses);
  if (directive == GOMP_CHECK_UPDATE)
    compare_update (device, &accesses);
  gomp_mutex_unlock (&gomp_check_lock);
  gomp_free (accesses.all);
}

/* ---- Regions that are not deferred.  */

/* Whether another thread may be running a region that is unordered with one of
   this thread's: not in a program where one thread has all regions.  With
   gomp_check_lock.  */
static bool
is_beside_others (void)
{
  static const struct gomp_thread *only;
  static bool several;
  const struct gomp_thread *self = gomp_self ();
  if (only == NULL)
    only = self;
  several = several || only != self || gomp_team_num_threads (self) > 1;
  /* Relaxed: as in gomp_check_race_host.  */
  return several
         || atomic_load_explicit (&open_count, memory_order_relaxed) > 0;
}

struct gomp_check_deferred *
gomp_check_race_region (int number, const struct gomp_clause_list *list)
{
  struct gomp_check_deferred *c = NULL;
  gomp_check_race_now (GOMP_CHECK_TARGET, number, list);
  struct gomp_device *device = looking ? device_of (number) : NULL;
  if (device == NULL)
    return NULL;
  gomp_mutex_lock (&gomp_check_lock);
  if (is_beside_others ())
    {
      sweep ();
      c = make ("target", device, NULL);
      c->is_region = true;
      c->use = gomp_check_use_make (device, c->number, c->location);
      decide (c, &c->accesses);
    }
  gomp_mutex_unlock (&gomp_check_lock);
  running = c;
  return c;
}

/* Its thread goes on after it, and may inform others of its end.  */
void
gomp_check_race_region_end (struct gomp_check_deferred *c)
{
  running = NULL;
  gomp_check_race_drop (c);
}

void
gomp_check_race_launch (void)
{
  const struct gomp_check_deferred *c = current != NULL ? current : running;
  if (c != NULL)
    gomp_check_use_launch (c->use);
}

void
gomp_check_race_ran (struct gomp_check_deferred *c)
{
  if (c == NULL)
    c = running;
  if (c == NULL)
    return;
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_use_take (c->use);
  gomp_mutex_unlock (&gomp_check_lock);
}

/* ---- Copies and host accesses.  */

void
gomp_check_race_copy (const struct gomp_check_range *r, uintptr_t host,
                      size_t size)
{
  struct gomp_check_deferred *c = current;
  if (c == NULL || strcmp (c->directive, "target exit data") != 0)
    return;
  struct gomp_check_accesses one = { .count = 0 };
  struct gomp_check_access *a = gomp_check_access_add (&one, host, size);
  a->writes = a->brings = true;
  a->type = gomp_words[GOMP_OPENMP].from;
  snprintf (a->name, sizeof (a->name), "%s", r->name);
  say_conflicts (c, &one);
  gomp_check_host_watch (host, host + size, true);
  lock_both ();
  *gomp_check_access_add (&c->accesses, host, size) = *a;
  gomp_check_race_unlock ();
  gomp_free (one.all);
}

/* Whether C may be accessing [START, END) in conflict with an access of the
   host; it is stored in R.  */
static bool
meets (const struct gomp_check_deferred *c, uintptr_t start, uintptr_t end,
       bool writes, struct gomp_check_range *r)
{
  const struct gomp_check_access *found = NULL;
  for (size_t i = 0; i < c->accesses.count; i++)
    {
      const struct gomp_check_access *a = &c->accesses.all[i];
      if (a->hole && start >= a->start && end <= a->end)
        return false;
      if (!a->hole && !a->holds && (a->writes || writes)
          && gomp_check_access_meets (a, start, end))
        found = a;
    }
  if (found != NULL)
    *r = range_of (c, found);
  return found != NULL;
}

bool
gomp_check_race_host (uintptr_t start, size_t size,
                      enum gomp_check_race_kind kind, const char *location)
{
  struct gomp_check_range r;
  bool found = false;
  /* Relaxed: constructs that this thread met, or was informed of, are
     counted.  */
  if (!looking || atomic_load_explicit (&open_count, memory_order_relaxed) == 0)
    return false;
  gomp_mutex_lock_raw (&race_lock);
  for (const struct gomp_check_deferred *c = open_ones; c != NULL && !found;
       c = c->next)
    found = c != current
            && meets (c, start, start + size, kind != GOMP_CHECK_RACE_READ, &r);
  gomp_mutex_unlock_raw (&race_lock);
  if (found)
    gomp_check_report_race (kind, &r, start > r.host ? start : r.host, location,
                            NULL);
  return found;
}

void
gomp_check_race_fork (enum gomp_fork when)
{
  if (when == GOMP_FORK_CHILD)
    {
      open_ones = over_ones = current = ending = running = NULL;
      open_count = 0;
      memset (releases, 0, sizeof (releases));
      atomic_store (&release_count, 0);
    }
  gomp_mutex_fork (&race_lock, when);
}
