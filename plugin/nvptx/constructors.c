/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Constructors and destructors of images; see constructors.h.  Owns no data;
   libgomp loads and unloads one image at a time.

   Those of GCC's images are in one kernel each.

   Of clang 14 to 16 each is a kernel, which the host's table of entries names.
   Newer clangs make one kernel for all constructors of the image, and one for
   all destructors.  It calls the functions in a table, whose bounds it reads
   from two variables.  Who loads the image makes the table: for each function
   the image has a constant with its address, whose name begins with a prefix
   and ends with the priority.  The symbols are looked for in the bytes of the
   image, as PTX or in the symbol table of a cubin.  */

#include "constructors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "copy.h"
#include "failure.h"
#include "image_internal.h"
#include "launch.h"
#include "memory.h"
#include "named_image.h"
#include "symbols.h"

/* From GCC 15 on: kernels that run before and after all others.  */
#define GCC_CONSTRUCTORS "__do_global_ctors__entry__mgomp"
#define GCC_DESTRUCTORS "__do_global_dtors__entry__mgomp"

/* Constructors, or destructors, of newer clangs.  */
struct kind
{
  const char *what; /* in messages */
  const char *kernel;
  const char *prefix; /* of the names of the constants */
  const char *start;  /* the variables for the table's bounds */
  const char *end;
  unsigned before; /* bytes; see write_table */
};

static const struct kind constructors
    = { "constructors",       "nvptx$device$init", "__init_array_object_",
        "__init_array_start", "__init_array_end",  0 };
static const struct kind destructors
    = { "destructors",        "nvptx$device$fini", "__fini_array_object_",
        "__fini_array_start", "__fini_array_end",  4 };

/* ---- Kernels.  */

/* Run the kernel NAME if the image has it.  HAS_RUN: it has run to its end.  */
static enum gomp_status
run_kernel (struct nvptx_device *d, const struct nvptx_image *image,
            const char *name, bool *has_run)
{
  CUfunction kernel;
  CUresult r = nvptx_cu.module_function (&kernel, image->module, name);
  *has_run = false;
  if (r == CUDA_ERROR_NOT_FOUND)
    return GOMP_OK;
  if (r != CUDA_SUCCESS)
    return nvptx_failed (d, r, "looking for %s in a device image", name);
  enum gomp_status status = nvptx_launch_alone (d, kernel, name);
  *has_run = status == GOMP_OK;
  return status;
}

static bool
has_kernel (const struct nvptx_image *image, const char *name)
{
  CUfunction kernel;
  return nvptx_cu.module_function (&kernel, image->module, name)
         == CUDA_SUCCESS;
}

/* ---- The constants of an image.  */

struct object
{
  const char *name; /* in the image, without a NUL */
  size_t length;
  unsigned long priority;
  size_t number; /* in the order of the image */
  uint64_t function;
};

struct objects
{
  struct object *list;
  size_t count;
};

static bool
is_of_name (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
         || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* The next name with PREFIX in [AT, END), or NULL; START: of the image.  */
static const char *
find_name (const char *start, const char *at, const char *end,
           const char *prefix, size_t *length)
{
  size_t least = strlen (prefix);
  while ((at = memmem (at, (size_t)(end - at), prefix, least)) != NULL
         && at > start && is_of_name (at[-1]))
    at += least;
  if (at != NULL)
    for (*length = least; at + *length < end && is_of_name (at[*length]);)
      ++*length;
  return at;
}

static unsigned long
priority_of (const char *name, size_t length)
{
  char digits[24] = "";
  size_t count = 0;
  while (count < sizeof (digits) - 1 && count < length
         && name[length - count - 1] >= '0' && name[length - count - 1] <= '9')
    count++;
  memcpy (digits, name + length - count, count);
  return strtoul (digits, NULL, 10);
}

static bool
is_listed (const struct objects *o, const char *name, size_t length)
{
  for (size_t i = 0; i < o->count; i++)
    if (o->list[i].length == length
        && memcmp (o->list[i].name, name, length) == 0)
      return true;
  return false;
}

static void
append (struct objects *o, const char *name, size_t length)
{
  if ((o->count & (o->count - 1)) == 0)
    o->list = GOMP_PLUGIN_realloc (o->list,
                                   (2 * o->count + 1) * sizeof (o->list[0]));
  o->list[o->count] = (struct object){ .name = name,
                                       .length = length,
                                       .priority = priority_of (name, length),
                                       .number = o->count };
  o->count++;
}

/* Read the address of a function from the constant of O.  A name that is no
   variable of the image is none.  */
static enum gomp_status
read_function (struct nvptx_device *d, const struct nvptx_image *image,
               struct object *o)
{
  char *name = GOMP_PLUGIN_malloc (o->length + 1);
  struct addr_pair pair;
  memcpy (name, o->name, o->length);
  name[o->length] = '\0';
  enum gomp_status status
      = nvptx_symbols_variable (d, image->module, name, false, &pair);
  free (name);
  if (status != GOMP_OK || pair.end - pair.start != sizeof (o->function))
    return status;
  return nvptx_copy_out (d, &o->function, pair.start, sizeof (o->function));
}

static int
compare (const void *a, const void *b)
{
  const struct object *x = a, *y = b;
  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* The functions of KIND in the order of their priorities, else of the image.
   LIST is to be freed.  */
static enum gomp_status
find_objects (struct nvptx_device *d, const struct nvptx_image *image,
              const struct kind *kind, struct objects *o)
{
  const char *start = image->named->start, *end = image->named->end;
  const char *at = start;
  size_t length;
  *o = (struct objects){ NULL, 0 };
  for (; (at = find_name (start, at, end, kind->prefix, &length)) != NULL;
       at += length)
    if (!is_listed (o, at, length))
      append (o, at, length);
  enum gomp_status status = GOMP_OK;
  size_t count = 0;
  for (size_t i = 0; i < o->count && status == GOMP_OK; i++)
    {
      status = read_function (d, image, &o->list[i]);
      if (o->list[i].function != 0)
        o->list[count++] = o->list[i];
    }
  o->count = count;
  if (count > 0)
    qsort (o->list, count, sizeof (o->list[0]), compare);
  return status;
}

/* ---- The table.  */

static enum gomp_status
write_bound (struct nvptx_device *d, const struct nvptx_image *image,
             const char *name, uint64_t address)
{
  struct addr_pair pair;
  enum gomp_status status
      = nvptx_symbols_variable (d, image->module, name, true, &pair);
  if (status != GOMP_OK)
    return status;
  if (pair.end - pair.start != sizeof (address))
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "the variable %s of a device image has %zu bytes, "
                           "not %zu",
                           name, (size_t)(pair.end - pair.start),
                           sizeof (address));
  return nvptx_copy_in (d, pair.start, &address, sizeof (address));
}

/* TABLE gets the functions.  The kernel of destructors goes through it from the
   end, but that of clang 19 does nothing if the last function is the first one.
   So it gets a start that lies in front of the first one, to which it only
   compares.  */
static enum gomp_status
write_table (struct nvptx_device *d, const struct nvptx_image *image,
             const struct kind *kind, const struct objects *o,
             CUdeviceptr *table)
{
  size_t size = o->count * sizeof (uint64_t);
  uint64_t *functions = GOMP_PLUGIN_malloc (size);
  for (size_t i = 0; i < o->count; i++)
    functions[i] = o->list[i].function;
  *table = nvptx_memory_alloc (d, size);
  enum gomp_status status = *table == 0
                                ? GOMP_ERR_NOMEM
                                : nvptx_copy_in (d, *table, functions, size);
  free (functions);
  if (status == GOMP_OK)
    status = write_bound (d, image, kind->start, *table - kind->before);
  return status == GOMP_OK ? write_bound (d, image, kind->end, *table + size)
                           : status;
}

/* Prepare the kernel of KIND.  */
static enum gomp_status
prepare (struct nvptx_device *d, const struct nvptx_image *image,
         const struct kind *kind, CUdeviceptr *table)
{
  struct objects o;
  enum gomp_status status = find_objects (d, image, kind, &o);
  bool has = has_kernel (image, kind->kernel);
  if (status == GOMP_OK && has != (o.count > 0))
    {
      status = gomp_error_set (
          GOMP_ERR_IMAGE,
          has ? "the device image of %s (%s) has %s of declare target "
                "variables, which the kernel %s runs, but no constants %s* "
                "that name them"
              : "the device image of %s (%s) has %s of declare target "
                "variables, but no kernel %s that runs those of the "
                "constants %s*",
          image->named->name, image->named->compiler, kind->what, kind->kernel,
          kind->prefix);
      gomp_error_hint (has ? "clang 14 to 22 are known here"
                           : "now and then clang 19 makes a function of it, "
                             "which nobody can launch: compile again");
    }
  else if (status == GOMP_OK && has)
    status = write_table (d, image, kind, &o, table);
  free (o.list);
  return status;
}

/* ---- Running them.  */

static enum gomp_status
run_ready (struct nvptx_device *d, const struct nvptx_image *image,
           const struct kind *kind, CUdeviceptr table)
{
  bool has_run;
  return table == 0 ? GOMP_OK : run_kernel (d, image, kind->kernel, &has_run);
}

static enum gomp_status
construct_named (struct nvptx_device *d, struct nvptx_image *image)
{
  const struct named_image *n = image->named;
  bool has_run;
  enum gomp_status status
      = prepare (d, image, &constructors, &image->constructors);
  if (status == GOMP_OK)
    status = prepare (d, image, &destructors, &image->destructors);
  for (size_t i = 0; i < n->start_count && status == GOMP_OK; i++)
    status = run_kernel (d, image, n->starts[i], &has_run);
  if (status == GOMP_OK)
    status = run_ready (d, image, &constructors, image->constructors);
  image->is_constructed = status == GOMP_OK;
  return status;
}

static enum gomp_status
destroy_named (struct nvptx_device *d, const struct nvptx_image *image)
{
  const struct named_image *n = image->named;
  bool has_run;
  enum gomp_status status
      = run_ready (d, image, &destructors, image->destructors);
  for (size_t i = n->end_count; i-- > 0 && status == GOMP_OK;)
    status = run_kernel (d, image, n->ends[i], &has_run);
  return status;
}

enum gomp_status
nvptx_constructors_run (struct nvptx_device *d, struct nvptx_image *image)
{
  return image->named != NULL
             ? construct_named (d, image)
             : run_kernel (d, image, GCC_CONSTRUCTORS, &image->is_constructed);
}

enum gomp_status
nvptx_destructors_run (struct nvptx_device *d, struct nvptx_image *image)
{
  return image->named != NULL
             ? destroy_named (d, image)
             : run_kernel (d, image, GCC_DESTRUCTORS, &image->is_constructed);
}
