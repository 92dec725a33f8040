/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on device memory that return before their work is done (OpenMP 5.1
   sections 3.8.7 and 3.8.8, 6.0 section 25.9): explicit tasks that do the same
   as the plain routine.  Arguments are checked at once; a later error ends the
   program.  */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "abi/gomp_target.h"
#include "abi/gomp_task.h"
#include "base/diag.h"
#include "base/mem.h"
#include "offload/directive/routines.h"

/* The number of words before the addresses in the newer form of a depend
   array.  */
#define DEPEND_HEAD 5
#define INLINE_OBJECTS 16

struct work
{
  void (*fn) (void *);           /* does it, with a copy of DATA */
  void (*keep) (void *, void *); /* makes that copy; NULL: bytewise */
  void *data;
  size_t size; /* of the copy */
};

/* Make a task for WORK, with the dependences of the COUNT objects of LIST.  */
static void
spawn (const struct work *work, int count, struct gomp_depobj *list)
{
  void *words[DEPEND_HEAD + INLINE_OBJECTS];
  void **depend = words;
  unsigned flags = 0;
  if (count > INLINE_OBJECTS)
    depend = gomp_xalloc ((DEPEND_HEAD + (size_t)count) * sizeof (*depend));
  if (count > 0 && list != NULL)
    {
      flags = GOMP_TASK_DEPEND;
      memset (depend, 0, DEPEND_HEAD * sizeof (*depend));
      depend[1] = (void *)(uintptr_t)count;
      for (int i = 0; i < count; i++)
        depend[DEPEND_HEAD + i] = &list[i];
    }
  GOMP_task (work->fn, work->data, work->keep, (long)work->size,
             _Alignof(max_align_t), true, flags, depend, 0, NULL);
  if (depend != words)
    gomp_free (depend);
}

static void
check (bool done, const char *routine)
{
  if (!done)
    gomp_fatal ("%s failed", routine);
}

/* ---- Copies.  */

struct copy
{
  const void *at;     /* where the program has called the routine */
  void *to;           /* as the program passed them */
  const void *from;   /* likewise */
  size_t size;        /* bytes; of one element of a rectangle */
  size_t to_offset;   /* bytes; unused in a rectangle */
  size_t from_offset; /* likewise */
  int to_device;      /* device numbers */
  int from_device;    /* likewise */
  int dims;           /* of a rectangle */
  struct gomp_rectangle rect;
};

static void
run_copy (void *data)
{
  const struct copy *c = data;
  check (gomp_routine_copy (c->to, c->from, c->size, c->to_offset,
                            c->from_offset, c->to_device, c->from_device, c->at)
             == 0,
         "omp_target_memcpy");
}

int
omp_target_memcpy_async (void *to, const void *from, size_t size,
                         size_t to_offset, size_t from_offset, int to_device,
                         int from_device, int count, struct gomp_depobj *list)
{
  int error = gomp_routine_copy_check (to, from, size, to_device, from_device);
  if (error != 0)
    return error;
  struct copy c = { .at = HERE,
                    .to = to,
                    .from = from,
                    .size = size,
                    .to_offset = to_offset,
                    .from_offset = from_offset,
                    .to_device = to_device,
                    .from_device = from_device };
  spawn (&(struct work){ run_copy, NULL, &c, sizeof (c) }, count, list);
  return 0;
}

/* ---- Rectangles: the task's data are followed by copies of the arrays.  */

static void
run_rectangle (void *data)
{
  const struct copy *c = data;
  check (gomp_routine_copy_rect (c->to, c->from, c->size, c->dims, &c->rect,
                                 c->to_device, c->from_device, c->at)
             == 0,
         "omp_target_memcpy_rect");
}

static const size_t *
append (size_t **end, const size_t *array, int dims)
{
  size_t *copied = *end;
  memcpy (copied, array, (size_t)dims * sizeof (*array));
  *end += dims;
  return copied;
}

static void
keep_rectangle (void *kept, void *passed)
{
  struct copy *c = kept;
  const struct copy *from = passed;
  size_t *end = (size_t *)(c + 1);
  *c = *from;
  c->rect.volume = append (&end, from->rect.volume, c->dims);
  c->rect.to_offsets = append (&end, from->rect.to_offsets, c->dims);
  c->rect.from_offsets = append (&end, from->rect.from_offsets, c->dims);
  c->rect.to_dims = append (&end, from->rect.to_dims, c->dims);
  c->rect.from_dims = append (&end, from->rect.from_dims, c->dims);
}

int
omp_target_memcpy_rect_async (void *to, const void *from, size_t element_size,
                              int dims, const size_t *volume,
                              const size_t *to_offsets,
                              const size_t *from_offsets, const size_t *to_dims,
                              const size_t *from_dims, int to_device,
                              int from_device, int count,
                              struct gomp_depobj *list)
{
  if (to == NULL && from == NULL)
    return INT_MAX;
  int error = gomp_routine_copy_check (to, from, 1, to_device, from_device);
  if (error != 0 || dims < 1)
    return EINVAL;
  struct copy c
      = { .at = HERE,
          .to = to,
          .from = from,
          .size = element_size,
          .to_device = to_device,
          .from_device = from_device,
          .dims = dims,
          .rect = { volume, to_offsets, from_offsets, to_dims, from_dims } };
  size_t arrays = sizeof (c.rect) / sizeof (c.rect.volume);
  size_t size = sizeof (c) + arrays * (size_t)dims * sizeof (size_t);
  spawn (&(struct work){ run_rectangle, keep_rectangle, &c, size }, count,
         list);
  return 0;
}

/* ---- Filling.  */

struct filling
{
  const void *at; /* where the program has called the routine */
  void *ptr;      /* as the program passed them */
  size_t size;    /* bytes */
  int value;      /* of each byte */
  int device;     /* device number */
};

static void
run_filling (void *data)
{
  const struct filling *f = data;
  enum gomp_status status
      = gomp_routine_set (f->ptr, f->value, f->size, f->device);
  if (status == GOMP_OBSERVE)
    status = gomp_routine_set_observed (f->ptr, f->value, f->size, f->device,
                                        f->at);
  check (status == GOMP_OK, "omp_target_memset");
}

/* PTR, or NULL where there is no such device.  */
void *
omp_target_memset_async (void *ptr, int value, size_t size, int device,
                         int count, struct gomp_depobj *list)
{
  if (!gomp_routine_set_check (ptr, size, device))
    return NULL;
  struct filling f = {
    .at = HERE, .ptr = ptr, .size = size, .value = value, .device = device
  };
  spawn (&(struct work){ run_filling, NULL, &f, sizeof (f) }, count, list);
  return ptr;
}
