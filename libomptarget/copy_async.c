/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines that copy in a task.  Depend objects name the task's dependences:
   those of clang are translated to gcc's, which libgomp.so.1 expects.  Any
   thread.  */

#include <stdlib.h>

#include "libomptarget.h"
#include "routines.h"

/* A depend object of clang points behind a first record, which has the number
   of records.  */
struct depend_record
{
  uintptr_t address; /* of the first record: the number */
  size_t size;
  uint8_t kind; /* enum depend_kind */
};

enum depend_kind
{
  DEPEND_IN = 1,
  DEPEND_INOUT = 3,
  DEPEND_MUTEXINOUTSET = 4,
  DEPEND_INOUTSET = 8,
  DEPEND_ALL_MEMORY = 0x80
};

/* One of gcc's.  */
struct gcc_depend
{
  uintptr_t address;
  uintptr_t kind;
};
#define GCC_IN 1
#define GCC_INOUT 3
#define GCC_MUTEXINOUTSET 4
#define GCC_INOUTSET 5

EXPORT int omp_target_memcpy_async (void *to, const void *from, size_t size,
                                    size_t to_offset, size_t from_offset,
                                    int to_device, int from_device, int count,
                                    struct depend_record **depends);
EXPORT int omp_target_memcpy_rect_async (
    void *to, const void *from, size_t size, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dimensions, const size_t *from_dimensions, int to_device,
    int from_device, int count, struct depend_record **depends);
EXPORT void *omp_target_memset_async (void *to, int value, size_t size,
                                      int device, int count,
                                      struct depend_record **depends);

static uintptr_t
kind_of (const struct depend_record *r)
{
  switch (r->kind)
    {
    case DEPEND_IN:
      return GCC_IN;
    case DEPEND_MUTEXINOUTSET:
      return GCC_MUTEXINOUTSET;
    case DEPEND_INOUTSET:
      return GCC_INOUTSET;
    default:
      return GCC_INOUT;
    }
}

static size_t
count_records (int count, struct depend_record **depends)
{
  size_t all = 0;
  for (int i = 0; i < count; i++)
    all += depends[i][-1].address;
  return all;
}

/* The records of DEPENDS as gcc's objects: *COUNT, allocated.  NULL: none.  */
static struct gcc_depend *
translate (int *count, struct depend_record **depends)
{
  size_t all
      = *count <= 0 || depends == NULL ? 0 : count_records (*count, depends);
  struct gcc_depend *objects = NULL, *next;
  if (all > 0)
    objects = malloc (all * sizeof (*objects));
  if (objects == NULL && all > 0)
    omptarget_fatal ("out of memory for %zu dependences", all);
  next = objects;
  for (int i = 0; all > 0 && i < *count; i++)
    for (size_t k = 0; k < depends[i][-1].address; k++)
      *next++ = (struct gcc_depend){ .address = depends[i][k].address,
                                     .kind = kind_of (&depends[i][k]) };
  *count = (int)all;
  return objects;
}

int
omp_target_memcpy_async (void *to, const void *from, size_t size,
                         size_t to_offset, size_t from_offset, int to_device,
                         int from_device, int count,
                         struct depend_record **depends)
{
  struct gcc_depend *objects = translate (&count, depends);
  int (*copy) (void *, const void *, size_t, size_t, size_t, int, int, int,
               struct gcc_depend *)
      = (__typeof__ (copy))omptarget_at_omp_target_memcpy_async;
  int result = copy (to, from, size, to_offset, from_offset, to_device,
                     from_device, count, objects);
  free (objects);
  return result;
}

int
omp_target_memcpy_rect_async (
    void *to, const void *from, size_t size, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dimensions, const size_t *from_dimensions, int to_device,
    int from_device, int count, struct depend_record **depends)
{
  struct gcc_depend *objects = translate (&count, depends);
  int (*copy) (void *, const void *, size_t, int, const size_t *,
               const size_t *, const size_t *, const size_t *, const size_t *,
               int, int, int, struct gcc_depend *)
      = (__typeof__ (copy))omptarget_at_omp_target_memcpy_rect_async;
  int result = copy (to, from, size, dimensions, volume, to_offsets,
                     from_offsets, to_dimensions, from_dimensions, to_device,
                     from_device, count, objects);
  free (objects);
  return result;
}

void *
omp_target_memset_async (void *to, int value, size_t size, int device,
                         int count, struct depend_record **depends)
{
  struct gcc_depend *objects = translate (&count, depends);
  void *(*set) (void *, int, size_t, int, int, struct gcc_depend *)
      = (__typeof__ (set))omptarget_at_omp_target_memset_async;
  void *result = set (to, value, size, device, count, objects);
  free (objects);
  return result;
}
