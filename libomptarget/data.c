/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data directives: target data and its end, enter data, exit data, update.
   Owns nothing; the encountering thread, or the one that runs the target
   task, calls.

   The program makes a call for nowait in a task that has the dependences
   already.  So these functions ignore their last four arguments, which clang
   before 19 does not pass.  */

#include "map.h"

#define ARRAYS                                                                 \
  int32_t count, void **bases, void **begins, int64_t *sizes, uint64_t *types
#define NAMED ARRAYS, void **names, void **mappers
#define DECLARE(name)                                                          \
  EXPORT void __tgt_target_data_##name##_mapper (struct ident *at,             \
                                                 int64_t device, NAMED);       \
  EXPORT void __tgt_target_data_##name##_nowait_mapper (                       \
      struct ident *at, int64_t device, NAMED);                                \
  EXPORT void __tgt_target_data_##name (int64_t device, ARRAYS);               \
  EXPORT void __tgt_target_data_##name##_nowait (int64_t device, ARRAYS);
DECLARE (begin)
DECLARE (end)
DECLARE (update)

/* MAP_OBJECTS and MAP_LIST make the clauses of the directive, the second one
   where a list is needed; RETURNS: the program asks for device addresses.
   Inline, so that these are no calls by address.  */
static inline __attribute__ ((always_inline)) void
run (enum offgomp_data which, int64_t device, const struct map_arrays *arrays,
     const void *at, const char *text,
     bool (*map_objects) (struct clauses *, const struct map_arrays *),
     void (*map_list) (struct clauses *, const struct entry_list *),
     bool returns)
{
  struct entry_list entries;
  struct clauses c;
  bool is_list = !map_objects (&c, arrays);
  if (is_list)
    {
      omptarget_entries_read (&entries, arrays);
      map_list (&c, &entries);
    }
  core.data (which, omptarget_device (device), &c.list, at, text);
  if (is_list)
    {
      if (returns)
        omptarget_map_return (&c, &entries, arrays->bases);
      omptarget_entries_free (&entries);
    }
  omptarget_map_free (&c);
}

static void
begin (enum offgomp_data which, int64_t device, const struct map_arrays *arrays,
       const void *at, const char *text)
{
  run (which, device, arrays, at, text, omptarget_map_begin_objects,
       omptarget_map_begin, true);
}

static void
end (enum offgomp_data which, int64_t device, const struct map_arrays *arrays,
     const void *at, const char *text)
{
  run (which, device, arrays, at, text, omptarget_map_end_objects,
       omptarget_map_end, false);
}

static void
update (enum offgomp_data which, int64_t device,
        const struct map_arrays *arrays, const void *at, const char *text)
{
  run (which, device, arrays, at, text, omptarget_map_update_objects,
       omptarget_map_update, false);
}

static inline const char *
text_of (const struct ident *at)
{
  return at == NULL ? NULL : at->text;
}

static inline size_t
count_of (int32_t count)
{
  return count > 0 ? (size_t)count : 0;
}

#define TAKE_ARRAYS(names_of, mappers_of)                                      \
  (&(struct map_arrays){ .count = count_of (count),                            \
                         .bases = bases,                                       \
                         .begins = begins,                                     \
                         .sizes = sizes,                                       \
                         .types = types,                                       \
                         .names = (names_of),                                  \
                         .mappers = (mappers_of) })

/* WHICH, WHICH_NOWAIT: with nowait only one of the two directives that have the
   same function is possible.  */
#define DEFINE(name, which, which_nowait)                                      \
  void __tgt_target_data_##name##_mapper (struct ident *at, int64_t device,    \
                                          NAMED)                               \
  {                                                                            \
    name (which, device, TAKE_ARRAYS (names, mappers), HERE, text_of (at));    \
  }                                                                            \
  void __tgt_target_data_##name##_nowait_mapper (struct ident *at,             \
                                                 int64_t device, NAMED)        \
  {                                                                            \
    name (which_nowait, device, TAKE_ARRAYS (names, mappers), HERE,            \
          text_of (at));                                                       \
  }                                                                            \
  void __tgt_target_data_##name (int64_t device, ARRAYS)                       \
  {                                                                            \
    name (which, device, TAKE_ARRAYS (NULL, NULL), HERE, NULL);                \
  }                                                                            \
  void __tgt_target_data_##name##_nowait (int64_t device, ARRAYS)              \
  {                                                                            \
    name (which_nowait, device, TAKE_ARRAYS (NULL, NULL), HERE, NULL);         \
  }
DEFINE (begin, OFFGOMP_DATA_BEGIN_OR_ENTER, OFFGOMP_DATA_ENTER)
DEFINE (end, OFFGOMP_DATA_END_OR_EXIT, OFFGOMP_DATA_EXIT)
DEFINE (update, OFFGOMP_DATA_UPDATE, OFFGOMP_DATA_UPDATE)
