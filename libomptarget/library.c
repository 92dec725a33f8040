/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Registers the device images of programs and libraries, with their entries by
   name.  Constructors and destructors call, any thread.

   Owns the list of libraries, guarded by a lock that is held for nothing else
   but changes of the list.  What is registered stays until it is
   unregistered.  */

#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "named_image.h"
#include "nvptx_image.h"
#include "requires_mask.h"
#include "x86emul_image.h"

EXPORT void __tgt_register_lib (const struct descriptor *d);
EXPORT void __tgt_unregister_lib (const struct descriptor *d);
EXPORT void __tgt_register_requires (int64_t flags);

/* Requirements in the compiler's numbers.  */
#define REQUIRES_UNIFIED_SHARED_MEMORY 8

struct library
{
  struct library *next;
  const struct descriptor *descriptor;
  struct offgomp_host_table table;
  struct named_image *images; /* for all devices */
  size_t image_count;
  struct named_image *gpu; /* for NVIDIA devices: first of a list; or NULL */
  void **functions;        /* the host's regions */
  uintptr_t *variables;    /* address and size of each */
  char *name;              /* of the file */
  struct named_image all;  /* the entries, as all images have them */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct library *libraries;
atomic_bool omptarget_any_registered;
char omptarget_unknown_image[256];

static void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count + 1, size);
  if (memory == NULL)
    omptarget_fatal ("out of memory when device images are registered");
  return memory;
}

/* ---- Entries.  */

static void
add_function (struct library *l, const struct entry *e)
{
  char *source;
  char *name = omptarget_region_function (e->name, &source);
  size_t i = l->all.function_count++;
  l->functions[i] = e->address;
  struct named_function *f = &l->all.functions[i];
  f->symbol = e->name;
  f->name = name == NULL ? e->name : name;
  atomic_init (&f->source, source == NULL ? "" : source);
}

static void
add_variable (struct library *l, const struct entry *e)
{
  size_t i = l->all.variable_count++;
  l->variables[2 * i] = (uintptr_t)e->address;
  l->variables[2 * i + 1] = e->size;
  ((struct named_variable *)l->all.variables)[i]
      = (struct named_variable){ .symbol = e->name, .size = e->size };
}

static void
add_indirect (struct library *l, const struct entry *e)
{
  ((struct named_indirect *)l->all.indirect)[l->all.indirect_count++]
      = (struct named_indirect){ .host = (uintptr_t)e->address,
                                 .symbol = e->name };
}

/* A link variable is the pointer by which the region finds it.  Tables of
   virtual functions are left out: a processor's regions do not look for the
   device's.  */
static void
add_entry (struct library *l, const struct entry *e)
{
  if (e->flags & ENTRY_REQUIRES)
    __tgt_register_requires ((int64_t)e->data);
  else if (e->flags & ENTRY_START)
    ((const char **)l->all.starts)[l->all.start_count++] = e->name;
  else if (e->flags & ENTRY_END)
    ((const char **)l->all.ends)[l->all.end_count++] = e->name;
  else if (e->flags & ENTRY_VTABLE)
    return;
  else if (e->size == 0)
    add_function (l, e);
  else if (e->flags & ENTRY_INDIRECT)
    add_indirect (l, e);
  else
    add_variable (l, e);
}

static void
read_entries (struct library *l)
{
  const struct descriptor *d = l->descriptor;
  size_t count = omptarget_entry_count (d);
  l->functions = allocate (count, sizeof (*l->functions));
  l->variables = allocate (2 * count, sizeof (*l->variables));
  l->all.functions = allocate (count, sizeof (l->all.functions[0]));
  l->all.variables = allocate (count, sizeof (l->all.variables[0]));
  l->all.indirect = allocate (count, sizeof (l->all.indirect[0]));
  l->all.starts = allocate (count, sizeof (l->all.starts[0]));
  l->all.ends = allocate (count, sizeof (l->all.ends[0]));
  for (size_t i = 0; i < count; i++)
    {
      struct entry e;
      if (omptarget_entry (d, i, &e))
        add_entry (l, &e);
    }
  l->table = (struct offgomp_host_table){
    .functions_start = l->functions,
    .functions_end = l->functions + l->all.function_count,
    .variables_start = l->variables,
    .variables_end = l->variables + 2 * l->all.variable_count
  };
}

/* ---- Libraries that images refer to.  */

static const char *own_files[2];

/* Beside this one there is libomp.so.5.  */
static void
find_own_files (void)
{
  Dl_info mine;
  if (dladdr ((void *)find_own_files, &mine) == 0)
    return;
  char *self = realpath (mine.dli_fname, NULL), *other;
  const char *slash = self == NULL ? NULL : strrchr (mine.dli_fname, '/');
  if (slash == NULL
      || asprintf (&other, "%.*s/libomp.so.5", (int)(slash - mine.dli_fname),
                   mine.dli_fname)
             < 0)
    omptarget_fatal ("%s cannot be found", mine.dli_fname);
  own_files[1] = self;
  own_files[0] = realpath (other, NULL);
  if (own_files[0] == NULL)
    omptarget_fatal ("there is no %s, which device images need", other);
  free (other);
}

static const char *const *
own_libraries (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, find_own_files);
  return own_files;
}

/* ---- Images.  */

static struct named_image *
put_image (struct library *l, const void *start, const void *end)
{
  struct named_image *image = &l->images[l->image_count++];
  *image = l->all;
  image->start = start;
  image->end = end;
  image->name = l->name;
  image->compiler = "clang";
  return image;
}

static void
register_image (struct library *l, const void *start, const void *end, int type)
{
  struct named_image *image = put_image (l, start, end);
  image->libraries = own_libraries ();
  image->library_count = 2;
  core.register_image (&l->table, image, type);
}

/* Images for NVIDIA devices are registered as one, when all are known.  */
static void
add_gpu_image (struct library *l, const void *start, const void *end)
{
  struct named_image *image = put_image (l, start, end);
  image->other = l->gpu;
  l->gpu = image;
}

/* What to say of a program with such images alone.  */
static COLD void
describe_unknown (const struct library *l, const void *start, const void *end)
{
  char what[64];
  omptarget_image_describe (start, end, what, sizeof (what));
  snprintf (omptarget_unknown_image, sizeof (omptarget_unknown_image),
            "the device image of '%s' is %s", l->name == NULL ? "" : l->name,
            what);
}

/* For target RTLs, too, if the user names some.  */
static void
add_image (struct library *l, const struct device_image *from)
{
  const void *start, *end;
  omptarget_unpack (from, &start, &end);
  switch (omptarget_image_type (start, end))
    {
    case GOMP_DEVICE_X86EMUL:
      register_image (l, start, end, GOMP_DEVICE_X86EMUL);
      if (secure_getenv ("OFFLOAD_RTL") != NULL)
        register_image (l, start, end, GOMP_DEVICE_RTL);
      break;
    case GOMP_DEVICE_NVPTX:
      add_gpu_image (l, start, end);
      break;
    default:
      describe_unknown (l, start, end);
    }
}

/* The name of the file with D.  */
static char *
file_name (const struct descriptor *d)
{
  Dl_info info;
  if (dladdr (d, &info) == 0 || info.dli_fname == NULL)
    return NULL;
  const char *slash = strrchr (info.dli_fname, '/');
  return strdup (slash == NULL ? info.dli_fname : slash + 1);
}

void
__tgt_register_lib (const struct descriptor *d)
{
  struct library *l = allocate (1, sizeof (*l));
  l->descriptor = d;
  l->name = file_name (d);
  read_entries (l);
  l->images = allocate (2 * (size_t)d->image_count, sizeof (l->images[0]));
  for (int32_t i = 0; i < d->image_count; i++)
    add_image (l, &d->images[i]);
  if (l->gpu != NULL)
    core.register_image (&l->table, l->gpu, GOMP_DEVICE_NVPTX);
  pthread_mutex_lock (&lock);
  l->next = libraries;
  libraries = l;
  pthread_mutex_unlock (&lock);
  /* Relaxed: constructors run before the regions.  */
  if (l->image_count > 0)
    atomic_store_explicit (&omptarget_any_registered, true,
                           memory_order_relaxed);
}

/* Not the others of the one for NVIDIA devices, which have no libraries.  */
static bool
is_registered (const struct library *l, const struct named_image *image)
{
  return image == l->gpu || image->libraries != NULL;
}

/* Names and sources of regions stay: messages may have them.  */
static void
drop (struct library *l)
{
  for (size_t i = l->image_count; i-- > 0;)
    if (is_registered (l, &l->images[i]))
      core.unregister_image (&l->images[i]);
  free (l->images);
  free (l->functions);
  free (l->variables);
  free (l->all.functions);
  free ((void *)l->all.variables);
  free ((void *)l->all.indirect);
  free ((void *)l->all.starts);
  free ((void *)l->all.ends);
  free (l->name);
  free (l);
}

void
__tgt_unregister_lib (const struct descriptor *d)
{
  pthread_mutex_lock (&lock);
  struct library **link = &libraries;
  while (*link != NULL && (*link)->descriptor != d)
    link = &(*link)->next;
  struct library *l = *link;
  if (l != NULL)
    *link = l->next;
  pthread_mutex_unlock (&lock);
  if (l != NULL)
    drop (l);
}

void
__tgt_register_requires (int64_t flags)
{
  if (flags & REQUIRES_UNIFIED_SHARED_MEMORY)
    core.require (OFFGOMP_REQUIRES_TARGET_USED
                  | OFFGOMP_REQUIRES_UNIFIED_SHARED_MEMORY);
}

/* ---- Positions.  */

static struct named_function *
find_function (const void *fn)
{
  for (struct library *l = libraries; l != NULL; l = l->next)
    for (size_t i = 0; i < l->all.function_count; i++)
      if (l->functions[i] == fn)
        return &l->all.functions[i];
  return NULL;
}

void
omptarget_learn_source (const void *fn, const char *text)
{
  pthread_mutex_lock (&lock);
  struct named_function *f = find_function (fn);
  /* Relaxed: only changed with the lock.  */
  bool is_new
      = f != NULL
        && strcmp (atomic_load_explicit (&f->source, memory_order_relaxed),
                   text)
               != 0;
  char *copy = is_new ? strdup (text) : NULL;
  /* Release: pairs with the acquire of the plugin that reads it.  The old one
     stays, since a message may have it.  */
  if (copy != NULL)
    atomic_store_explicit (&f->source, copy, memory_order_release);
  pthread_mutex_unlock (&lock);
}
