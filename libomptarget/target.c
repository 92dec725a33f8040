/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The target construct, in the calls of all releases of clang.  Owns nothing;
   the encountering thread, or the one that runs the target task, calls.

   The result is 0 if the region ran on a device; else the program calls the
   host's version.  Teams and their number are the region's own affair on a
   processor; a GPU's kernel is launched with them.  */

#include <stdio.h>
#include <string.h>

#include "kernel_arguments.h"
#include "library.h"
#include "map.h"
#include "named_image.h"

#define ARRAYS                                                                 \
  int32_t count, void **bases, void **begins, int64_t *sizes, uint64_t *types
#define NAMED ARRAYS, void **names, void **mappers
#define TEAMS int32_t teams, int32_t limit
#define DEPENDS                                                                \
  int32_t depends, void *depend, int32_t no_alias, void *no_alias_list

EXPORT int32_t __tgt_target_kernel (struct ident *at, int64_t device, TEAMS,
                                    const void *region,
                                    const struct kernel_arguments *arguments);
EXPORT int32_t __tgt_target_kernel_nowait (
    struct ident *at, int64_t device, TEAMS, const void *region,
    const struct kernel_arguments *arguments, DEPENDS);
EXPORT int32_t __tgt_target_mapper (struct ident *at, int64_t device,
                                    const void *region, NAMED);
EXPORT int32_t __tgt_target_nowait_mapper (struct ident *at, int64_t device,
                                           const void *region, NAMED, DEPENDS);
EXPORT int32_t __tgt_target_teams_mapper (struct ident *at, int64_t device,
                                          const void *region, NAMED, TEAMS);
EXPORT int32_t __tgt_target_teams_nowait_mapper (struct ident *at,
                                                 int64_t device,
                                                 const void *region, NAMED,
                                                 TEAMS, DEPENDS);
EXPORT int32_t __tgt_target (int64_t device, const void *region, ARRAYS);
EXPORT int32_t __tgt_target_nowait (int64_t device, const void *region, ARRAYS,
                                    DEPENDS);
EXPORT int32_t __tgt_target_teams (int64_t device, const void *region, ARRAYS,
                                   TEAMS);
EXPORT int32_t __tgt_target_teams_nowait (int64_t device, const void *region,
                                          ARRAYS, TEAMS, DEPENDS);
EXPORT void __kmpc_push_target_tripcount_mapper (struct ident *at,
                                                 int64_t device, uint64_t n);
EXPORT void __kmpc_push_target_tripcount (int64_t device, uint64_t n);

/* What the calls have in common.  */
struct region
{
  struct ident *at; /* NULL: not known */
  int64_t device;
  const void *fn; /* the host's address of the region */
  struct map_arrays arrays;
  unsigned version; /* of the arguments; 0: before they had one */
  uint64_t shape;   /* named_image.h */
  bool nowait;
};

/* A program that is compiled with -g says where the region is.  */
static COLD void
learn_source (const struct region *r, const char *text)
{
  char file[256], source[300];
  int line;
  if (sscanf (text, ";%255[^;];%*[^;];%d;", file, &line) == 2
      && strcmp (file, "unknown") != 0)
    {
      const char *slash = strrchr (file, '/');
      snprintf (source, sizeof (source), "%s:%d",
                slash == NULL ? file : slash + 1, line);
      omptarget_learn_source (r->fn, source);
    }
}

/* The calls of this thread whose positions are known, by a few bits of their
   address: each is learnt once, as a rule.  */
#define KNOWN 64
static _Thread_local const struct ident *known[KNOWN];

static inline void
look_at (const struct region *r)
{
  if (r->at == NULL)
    return;
  const struct ident **place
      = &known[(uintptr_t)r->at / _Alignof(struct ident) % KNOWN];
  if (likely (*place == r->at))
    return;
  *place = r->at;
  if (r->at->text != NULL && strncmp (r->at->text, ";unknown;", 9) != 0)
    learn_source (r, r->at->text);
}

/* There is no image for any device here: it is damaged, or for another one; or
   the object files were linked without clang's linker wrapper, which makes
   images of what they have for it.  */
static COLD void
warn_unregistered (void)
{
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set (&warned))
    return;
  if (*omptarget_unknown_image != '\0')
    omptarget_warning (omptarget_unknown_image);
  else
    omptarget_warning (
        "the program has target regions of clang, but no device image\n"
        "  hint: link it by clang with -fopenmp-targets, or let clang -r make "
        "one object of clang's first");
}

static inline int32_t
launch (const struct region *r, const struct gomp_clause_list *list,
        const void *at)
{
  bool ran = (unlikely (r->nowait) ? core.run_nowait : core.run) (
      omptarget_device (r->device), r->fn, list, r->shape, at);
  return ran ? 0 : -1;
}

/* A region with arguments.  */
static NOINLINE int32_t
launch_mapped (const struct region *r, const void *at)
{
  struct entry_list entries;
  struct clauses c;
  bool is_new = r->version >= KERNEL_ARGUMENTS_NULL;
  omptarget_entries_read (&entries, &r->arrays);
  omptarget_map_region (&c, &entries, is_new, is_new);
  uint64_t head = c.list.count > 0 ? (uintptr_t)c.hosts[0] : 0;
  if (unlikely ((head & NAMED_IMAGE_COUNT) + is_new > NAMED_IMAGE_WORDS))
    omptarget_fatal ("a target region with %zu arguments: at most %d can be "
                     "passed",
                     (size_t)(head & NAMED_IMAGE_COUNT),
                     NAMED_IMAGE_WORDS - is_new);
  int32_t result = launch (r, &c.list, at);
  omptarget_map_free (&c);
  omptarget_entries_free (&entries);
  return result;
}

static inline int32_t
run (const struct region *r, const void *at)
{
  static const struct gomp_clause_list none;
  /* Relaxed: set before.  */
  if (unlikely (!atomic_load_explicit (&omptarget_any_registered,
                                       memory_order_relaxed)))
    warn_unregistered ();
  look_at (r);
  return r->arrays.count == 0 ? launch (r, &none, at) : launch_mapped (r, at);
}

static inline int32_t
run_kernel (struct ident *at, int64_t device, TEAMS, const void *fn,
            const struct kernel_arguments *a, bool nowait, const void *caller)
{
  if (a->version < KERNEL_ARGUMENTS_OLDEST
      || a->version > KERNEL_ARGUMENTS_NEWEST)
    omptarget_fatal ("a target region passes arguments of version %u, but this "
                     "library knows the versions %d to %d, of clang 15 to 22",
                     a->version, KERNEL_ARGUMENTS_OLDEST,
                     KERNEL_ARGUMENTS_NEWEST);
  return run (
      &(struct region){ .at = at,
                        .device = device,
                        .fn = fn,
                        .arrays = { .count = a->count,
                                    .bases = a->bases,
                                    .begins = a->begins,
                                    .sizes = a->sizes,
                                    .types = a->types,
                                    .names = a->names,
                                    .mappers = a->mappers },
                        .version = a->version,
                        .shape
                        = named_image_shape (limit, teams, a->iterations),
                        .nowait = nowait
                                  || (a->version >= KERNEL_ARGUMENTS_FLAGS
                                      && (a->flags & KERNEL_NOWAIT) != 0) },
      caller);
}

int32_t
__tgt_target_kernel (struct ident *at, int64_t device, TEAMS,
                     const void *region,
                     const struct kernel_arguments *arguments)
{
  return run_kernel (at, device, teams, limit, region, arguments, false, HERE);
}

int32_t
__tgt_target_kernel_nowait (struct ident *at, int64_t device, TEAMS,
                            const void *region,
                            const struct kernel_arguments *arguments, DEPENDS)
{
  (void)depends, (void)depend, (void)no_alias, (void)no_alias_list;
  return run_kernel (at, device, teams, limit, region, arguments, true, HERE);
}

/* ---- Before clang 15.  */

/* How many iterations the thread's next region has; 0: not known.  */
static _Thread_local uint64_t next_iterations;

void
__kmpc_push_target_tripcount_mapper (struct ident *at, int64_t device,
                                     uint64_t n)
{
  (void)at, (void)device;
  next_iterations = n;
}

void
__kmpc_push_target_tripcount (int64_t device, uint64_t n)
{
  (void)device;
  next_iterations = n;
}

static uint64_t
take_iterations (void)
{
  uint64_t n = next_iterations;
  next_iterations = 0;
  return n;
}

#define TAKE(at_of, names_of, mappers_of, teams_of, limit_of, waits_not)       \
  (&(struct region){                                                           \
      .at = (at_of),                                                           \
      .device = device,                                                        \
      .fn = region,                                                            \
      .arrays = { .count = count > 0 ? (size_t)count : 0,                      \
                  .bases = bases,                                              \
                  .begins = begins,                                            \
                  .sizes = sizes,                                              \
                  .types = types,                                              \
                  .names = (names_of),                                         \
                  .mappers = (mappers_of) },                                   \
      .shape = named_image_shape ((limit_of), (teams_of), take_iterations ()), \
      .nowait = (waits_not) })
#define TAKE_NAMED(teams, limit, nowait)                                       \
  TAKE (at, names, mappers, teams, limit, nowait)
#define TAKE_OLDEST(teams, limit, nowait)                                      \
  TAKE (NULL, NULL, NULL, teams, limit, nowait)
#define NO_TEAMS (-1)

int32_t
__tgt_target_mapper (struct ident *at, int64_t device, const void *region,
                     NAMED)
{
  return run (TAKE_NAMED (NO_TEAMS, 0, false), HERE);
}

int32_t
__tgt_target_nowait_mapper (struct ident *at, int64_t device,
                            const void *region, NAMED, DEPENDS)
{
  (void)depends, (void)depend, (void)no_alias, (void)no_alias_list;
  return run (TAKE_NAMED (NO_TEAMS, 0, true), HERE);
}

int32_t
__tgt_target_teams_mapper (struct ident *at, int64_t device, const void *region,
                           NAMED, TEAMS)
{
  return run (TAKE_NAMED (teams, limit, false), HERE);
}

int32_t
__tgt_target_teams_nowait_mapper (struct ident *at, int64_t device,
                                  const void *region, NAMED, TEAMS, DEPENDS)
{
  (void)depends, (void)depend, (void)no_alias, (void)no_alias_list;
  return run (TAKE_NAMED (teams, limit, true), HERE);
}

int32_t
__tgt_target (int64_t device, const void *region, ARRAYS)
{
  return run (TAKE_OLDEST (NO_TEAMS, 0, false), HERE);
}

int32_t
__tgt_target_nowait (int64_t device, const void *region, ARRAYS, DEPENDS)
{
  (void)depends, (void)depend, (void)no_alias, (void)no_alias_list;
  return run (TAKE_OLDEST (NO_TEAMS, 0, true), HERE);
}

int32_t
__tgt_target_teams (int64_t device, const void *region, ARRAYS, TEAMS)
{
  return run (TAKE_OLDEST (teams, limit, false), HERE);
}

int32_t
__tgt_target_teams_nowait (int64_t device, const void *region, ARRAYS, TEAMS,
                           DEPENDS)
{
  (void)depends, (void)depend, (void)no_alias, (void)no_alias_list;
  return run (TAKE_OLDEST (teams, limit, true), HERE);
}
