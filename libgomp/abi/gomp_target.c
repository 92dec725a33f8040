/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of the target constructs.  Errors of offload/ end the program
   here, while no lock is held.  */

#include "offload/directive/target.h"

#include "abi/gomp_iterators.h"
#include "abi/gomp_target.h"
#include "base/mem.h"
#include "offload/directive/stray.h"
#include "offload/directive/targettask.h"
#include "offload/observe.h"

#define FLAG_NOWAIT 1
#define FLAG_EXIT_DATA 2

static inline void
check (enum gomp_status status)
{
  if (unlikely (status != GOMP_OK))
    gomp_fatal_recorded ();
}

/* ---- The clauses of a construct.  */

static inline struct gomp_clause_list
take_list (size_t count, void **hosts, size_t *sizes, unsigned short *kinds)
{
  const struct gomp_clause_list list
      = { .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds };
  return unlikely (gomp_iterators_are_in (sizes, count))
                 && gomp_iterators_are_meant ()
             ? gomp_iterators_expand (&list)
             : list;
}

/* HOSTS: as the compiler passed them.  */
static inline void
drop_list (const struct gomp_clause_list *list, void **hosts)
{
  if (unlikely (list->hosts != hosts))
    gomp_free (list->hosts);
}

/* ---- Target tasks.  */

static bool
start_task (void *construct, void *task)
{
  bool async;
  check (gomp_deferred_start (construct, task, &async));
  return async;
}

static void
finish_task (void *construct)
{
  check (gomp_deferred_finish (construct));
}

static bool
start_task_ahead (void *construct, void *task, void *const *after, size_t count)
{
  bool started;
  check (gomp_deferred_start_ahead (construct, task, after, count, &started));
  return started;
}

static const struct gomp_target_task_ops task_ops
    = { .start = start_task,
        .finish = finish_task,
        .drop = gomp_deferred_drop,
        .ahead = start_task_ahead };

static void
run_later (enum gomp_deferred_directive directive,
           const struct gomp_region *region, void **depend)
{
  void *construct = gomp_deferred_create (directive, region);
  if (construct == NULL)
    gomp_fatal_recorded ();
  gomp_target_task_spawn (&task_ops, construct, depend);
}

/* On a remote device: a region or an update may be sent before it can
   start.  */
static COLD void
run_later_remote (enum gomp_deferred_directive directive,
                  const struct gomp_region *region, void **depend)
{
  void *construct = gomp_deferred_create (directive, region);
  if (construct == NULL)
    gomp_fatal_recorded ();
  (depend == NULL ? gomp_target_task_spawn : gomp_target_task_spawn_ahead) (
      &task_ops, construct, depend);
}

static COLD void
run_later_observed (enum gomp_deferred_directive directive,
                    const struct gomp_region *region, void **depend,
                    const void *at)
{
  gomp_observe_set_here (at);
  void *construct = gomp_deferred_create_observed (directive, region, depend);
  if (construct == NULL)
    gomp_fatal_recorded ();
  gomp_target_task_spawn_observed (&task_ops, construct, depend);
}

static COLD void
wait_depend_observed (void **depend, const void *at)
{
  struct gomp_identity wait;
  gomp_observe_set_here (at);
  gomp_observe_wait (&wait, GOMP_EVENT_WAIT_DEPEND_BEGIN, NULL);
  gomp_target_task_wait_depend (depend);
  gomp_observe_waited (&wait, GOMP_EVENT_WAIT_DEPEND_END, NULL);
}

static SPECIALIZED void
wait_depend (void **depend, const void *at)
{
  if (unlikely (gomp_observe_offload ()))
    wait_depend_observed (depend, at);
  else
    gomp_target_task_wait_depend (depend);
}

/* ---- The target construct.  */

static COLD void
run_observed (const struct gomp_region *region, const void *at)
{
  gomp_observe_set_here (at);
  enum gomp_device_choice choice = gomp_target_run_observed (region);
  if (choice == GOMP_CHOICE_ERROR)
    gomp_fatal_recorded ();
  if (choice == GOMP_CHOICE_STRAY)
    gomp_stray_warn (region, at);
  if (choice != GOMP_CHOICE_DEVICE)
    check (gomp_fallback_run_observed (region));
}

/* The rare outcomes of choosing a device: an error, a report, a stray
   region.  */
static COLD void
run_otherwise (enum gomp_device_choice choice, const struct gomp_region *region,
               const void *at)
{
  if (choice == GOMP_CHOICE_ERROR)
    gomp_fatal_recorded ();
  if (choice == GOMP_CHOICE_OBSERVED)
    {
      run_observed (region, at);
      return;
    }
  gomp_stray_warn (region, at);
  check (gomp_fallback_run (region));
}

static SPECIALIZED void
run_now (const struct gomp_region *region)
{
  enum gomp_device_choice choice = gomp_target_run (region);
  if (likely (choice == GOMP_CHOICE_DEVICE))
    return;
  if (choice == GOMP_CHOICE_HOST)
    check (gomp_fallback_run (region));
  else
    run_otherwise (choice, region, HERE);
}

/* Wait for the predecessors.  Firstprivate variables keep their current
   values.  */
static SPECIALIZED void
run_after (const struct gomp_region *region, void **depend)
{
  void *copies = NULL;
  if (gomp_target_task_must_wait (depend))
    {
      check (gomp_fallback_private_copies (&region->list, &copies));
      wait_depend (depend, HERE);
    }
  run_now (region);
  gomp_free (copies);
}

/* True if REGION is left to a task.  A region that cannot be launched
   asynchronously is also left to one if another thread can run it, or if it has
   to wait for a dependence: the encountering thread may be the one that
   fulfills that.  */
static SPECIALIZED bool
is_left (const struct gomp_region *region, unsigned flags, void **depend)
{
  if (likely ((flags & FLAG_NOWAIT) == 0) || !gomp_target_task_may_defer ())
    return false;
  enum gomp_device_choice choice = gomp_target_choose_async (region);
  if (likely (choice == GOMP_CHOICE_DEVICE))
    run_later (GOMP_DEFERRED_TARGET, region, depend);
  else if (choice == GOMP_CHOICE_REMOTE)
    run_later_remote (GOMP_DEFERRED_TARGET, region, depend);
  else if (choice == GOMP_CHOICE_HOST && !gomp_target_task_has_help ()
           && (depend == NULL || !gomp_target_task_must_wait (depend)))
    return false;
  else if (choice == GOMP_CHOICE_OBSERVED || gomp_observe_offload ())
    run_later_observed (GOMP_DEFERRED_TARGET, region, depend, HERE);
  else
    run_later (GOMP_DEFERRED_TARGET, region, depend);
  return true;
}

void
GOMP_target_ext (int device, void (*fn) (void *), size_t count, void **hosts,
                 size_t *sizes, unsigned short *kinds, unsigned flags,
                 void **depend, void **args)
{
  const struct gomp_region region
      = { .device = device,
          .fn = fn,
          .list = take_list (count, hosts, sizes, kinds),
          .args = args };
  if (!is_left (&region, flags, depend))
    {
      if (unlikely (depend != NULL))
        run_after (&region, depend);
      else
        run_now (&region);
    }
  drop_list (&region.list, hosts);
}

/* ---- Kinds of GCC 4.9: three bits of kind, then the alignment.  */

#define OLD_KINDS_INLINE 64

struct old_kinds
{
  unsigned short few[OLD_KINDS_INLINE]; /* in the newer form, if they fit */
  unsigned short *many;                 /* to be freed */
};

/* The clauses with KINDS in the newer form, in the memory of OLD.  */
static struct gomp_clause_list
renew (struct old_kinds *old, size_t count, void **hosts, size_t *sizes,
       const unsigned char *kinds)
{
  unsigned short *fresh = old->few;
  old->many = NULL;
  if (count > OLD_KINDS_INLINE)
    fresh = old->many = gomp_xalloc (count * sizeof (*fresh));
  for (size_t i = 0; i < count; i++)
    fresh[i] = (unsigned short)((kinds[i] & 7) | (kinds[i] >> 3) << 8);
  return (struct gomp_clause_list){
    .count = count, .hosts = hosts, .sizes = sizes, .kinds = fresh
  };
}

void
GOMP_target (int device, void (*fn) (void *), const void *unused, size_t count,
             void **hosts, size_t *sizes, unsigned char *kinds)
{
  struct old_kinds old;
  void *args[] = { NULL };
  (void)unused;
  const struct gomp_region region
      = { .device = device,
          .fn = fn,
          .list = renew (&old, count, hosts, sizes, kinds),
          .args = args };
  run_now (&region);
  gomp_free (old.many);
}

/* ---- Data directives.  */

static COLD void
settle (enum gomp_status status, enum gomp_construct_kind kind, int device,
        const struct gomp_clause_list *list, const void *at)
{
  if (status == GOMP_OBSERVE)
    {
      gomp_observe_set_here (at);
      status = gomp_data_observe (kind, device, list);
    }
  check (status);
}

/* Handle STATUS of the directive KIND.  If the status says that there is a
   listener, run the directive here.  */
static SPECIALIZED void
check_data (enum gomp_status status, enum gomp_construct_kind kind, int device,
            const struct gomp_clause_list *list)
{
  if (unlikely (status != GOMP_OK))
    settle (status, kind, device, list, HERE);
}

void
GOMP_target_data_ext (int device, size_t count, void **hosts, size_t *sizes,
                      unsigned short *kinds)
{
  const struct gomp_clause_list list = take_list (count, hosts, sizes, kinds);
  check_data (gomp_data_begin (device, &list), GOMP_KIND_DATA, device, &list);
  /* The array from which the program reads the addresses of use_device
     clauses.  */
  if (unlikely (list.hosts != hosts))
    for (size_t i = 0; i < count; i++)
      if (sizes[i] != GOMP_ITERATOR_SIZE)
        hosts[i] = list.hosts[i];
  drop_list (&list, hosts);
}

void
GOMP_target_data (int device, const void *unused, size_t count, void **hosts,
                  size_t *sizes, unsigned char *kinds)
{
  struct old_kinds old;
  (void)unused;
  const struct gomp_clause_list list = renew (&old, count, hosts, sizes, kinds);
  check_data (gomp_data_begin (device, &list), GOMP_KIND_DATA, device, &list);
  gomp_free (old.many);
}

void
GOMP_target_end_data (void)
{
  check (gomp_data_end ());
}

/* is_deferred for a directive with dependences, of the program's code AT.
   Apart, and with FLAGS where the program's call has them, so that directives
   without dependences save no registers for it.  */
static NOINLINE bool
defer_or_wait (enum gomp_deferred_directive directive, int device,
               const struct gomp_clause_list *list, void **depend,
               const void *at, unsigned flags)
{
  if (!gomp_target_task_must_wait (depend))
    return false;
  if ((flags & FLAG_NOWAIT) == 0 || !gomp_target_task_may_defer ())
    {
      wait_depend (depend, at);
      return false;
    }
  const struct gomp_region region = { .device = device, .list = *list };
  if (unlikely (gomp_observe_offload ()))
    run_later_observed (directive, &region, depend, at);
  else if (directive == GOMP_DEFERRED_UPDATE
           && unlikely (gomp_target_may_copy_ahead (device)))
    run_later_remote (directive, &region, depend);
  else
    run_later (directive, &region, depend);
  return true;
}

/* True if the directive is left to a task; otherwise waits for its
   dependences.  */
static SPECIALIZED bool
is_deferred (enum gomp_deferred_directive directive, int device,
             const struct gomp_clause_list *list, unsigned flags, void **depend)
{
  return unlikely (depend != NULL)
         && defer_or_wait (directive, device, list, depend, HERE, flags);
}

/* True if a task brings the data of an update from a remote device: the thread
   does not wait for them.  */
static COLD bool
is_brought_later (int device, const struct gomp_clause_list *list,
                  void **depend)
{
  const struct gomp_region region = { .device = device, .list = *list };
  if (!gomp_target_task_may_defer () || gomp_observe_offload ()
      || list->count == 0
      || (gomp_clause_get (list, 0).flags & GOMP_CLAUSE_FROM) == 0
      || !gomp_target_may_copy_ahead (device))
    return false;
  run_later_remote (GOMP_DEFERRED_UPDATE, &region, depend);
  return true;
}

void
GOMP_target_update_ext (int device, size_t count, void **hosts, size_t *sizes,
                        unsigned short *kinds, unsigned flags, void **depend)
{
  const struct gomp_clause_list list = take_list (count, hosts, sizes, kinds);
  if (!is_deferred (GOMP_DEFERRED_UPDATE, device, &list, flags, depend)
      && (likely ((flags & FLAG_NOWAIT) == 0)
          || !is_brought_later (device, &list, depend)))
    check_data (gomp_data_update (device, &list), GOMP_KIND_UPDATE, device,
                &list);
  drop_list (&list, hosts);
}

void
GOMP_target_update (int device, const void *unused, size_t count, void **hosts,
                    size_t *sizes, unsigned char *kinds)
{
  struct old_kinds old;
  (void)unused;
  const struct gomp_clause_list list = renew (&old, count, hosts, sizes, kinds);
  check_data (gomp_data_update (device, &list), GOMP_KIND_UPDATE, device,
              &list);
  gomp_free (old.many);
}

static SPECIALIZED void
enter_data (int device, const struct gomp_clause_list *list, unsigned flags,
            void **depend)
{
  if (!is_deferred (GOMP_DEFERRED_ENTER, device, list, flags, depend))
    check_data (gomp_data_enter (device, list, GOMP_DATA_ENTER),
                GOMP_KIND_ENTER, device, list);
}

static SPECIALIZED void
exit_data (int device, const struct gomp_clause_list *list, unsigned flags,
           void **depend)
{
  if (!is_deferred (GOMP_DEFERRED_EXIT, device, list, flags, depend))
    check_data (gomp_data_exit (device, list, GOMP_DATA_EXIT), GOMP_KIND_EXIT,
                device, list);
}

void
GOMP_target_enter_exit_data (int device, size_t count, void **hosts,
                             size_t *sizes, unsigned short *kinds,
                             unsigned flags, void **depend)
{
  const struct gomp_clause_list list = take_list (count, hosts, sizes, kinds);
  if (flags & FLAG_EXIT_DATA)
    exit_data (device, &list, flags, depend);
  else
    enter_data (device, &list, flags, depend);
  drop_list (&list, hosts);
}
