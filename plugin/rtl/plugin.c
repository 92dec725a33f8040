/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* libgomp's hooks on the functions of target RTLs; see plugin.h and rtl.def.

   Owns the list of loaded images, which its lock guards.  libgomp calls the
   hooks of one device one at a time, except run, which uses nothing that
   changes.  */

#include "plugin.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libraries.h"
#include "named_image.h"

/* What unload_image needs.  */
struct loaded
{
  struct loaded *next;
  const struct named_image *image;
  int n;
  void **ends; /* addresses of image->ends */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct loaded *images;

static inline const struct rtl_device *
device (int n)
{
  return &rtl_devices[n];
}

/* OK, or report what has failed on device N.  */
static bool
check (int n, bool ok, const char *what)
{
  if (!ok)
    GOMP_PLUGIN_error ("%s: device %d cannot %s", device (n)->file,
                       (int)device (n)->number, what);
  return ok;
}

unsigned
GOMP_OFFLOAD_version (void)
{
  return GOMP_PLUGIN_VERSION;
}

const char *
GOMP_OFFLOAD_get_name (void)
{
  return "rtl";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return GOMP_CAP_OPENMP_400;
}

int
GOMP_OFFLOAD_get_type (void)
{
  return GOMP_DEVICE_RTL;
}

int
GOMP_OFFLOAD_get_num_devices (void)
{
  return rtl_libraries_open ();
}

const char *
GOMP_OFFLOAD_reason (void)
{
  return getenv ("OFFLOAD_RTL") == NULL
             ? "OFFLOAD_RTL names no target RTL"
             : "the target RTLs of OFFLOAD_RTL have no device";
}

bool
GOMP_OFFLOAD_init_device (int n)
{
  return check (n, device (n)->call->init_device (device (n)->number) == 0,
                "start");
}

/* A target RTL ends its devices itself.  */
bool
GOMP_OFFLOAD_fini_device (int n)
{
  (void)n;
  return true;
}

/* ---- Memory.  */

void *
GOMP_OFFLOAD_alloc (int n, size_t size)
{
  void *memory = device (n)->call->data_alloc (
      device (n)->number, (int64_t)size, NULL, RTL_MEMORY_DEFAULT);
  check (n, memory != NULL, "allocate memory");
  return memory;
}

bool
GOMP_OFFLOAD_free (int n, void *devptr)
{
  return check (n,
                device (n)->call->data_delete (device (n)->number, devptr) == 0,
                "free memory");
}

bool
GOMP_OFFLOAD_host2dev (int n, void *devptr, const void *host, size_t size)
{
  return check (n,
                device (n)->call->data_submit (device (n)->number, devptr,
                                               (void *)(uintptr_t)host,
                                               (int64_t)size)
                    == 0,
                "get data");
}

bool
GOMP_OFFLOAD_dev2host (int n, void *host, const void *devptr, size_t size)
{
  return check (n,
                device (n)->call->data_retrieve (device (n)->number, host,
                                                 (void *)(uintptr_t)devptr,
                                                 (int64_t)size)
                    == 0,
                "give data");
}

/* By way of the host.  */
bool
GOMP_OFFLOAD_dev2dev (int n, void *to, const void *from, size_t size)
{
  void *copy = GOMP_PLUGIN_malloc (size + 1);
  bool ok = GOMP_OFFLOAD_dev2host (n, copy, from, size)
            && GOMP_OFFLOAD_host2dev (n, to, copy, size);
  free (copy);
  return ok;
}

/* ---- Regions.  */

/* The arguments of a region, as a target RTL takes them.  */
struct arguments
{
  int32_t count;
  void *words[NAMED_IMAGE_WORDS + 1];
  ptrdiff_t offsets[NAMED_IMAGE_WORDS + 1];
};

/* The argument block of named_image.h, as it is on the device.  */
struct block
{
  uint64_t head;
  uint64_t rest[3 * NAMED_IMAGE_WORDS]; /* the arguments; pairs */
};

static void
change (struct arguments *a, int32_t first, const uint64_t *pair)
{
  FILE *const streams[] = { stdin, stdout, stderr };
  size_t i = (size_t)(pair[0] & ~NAMED_IMAGE_STREAM) + (size_t)first;
  if (i >= (size_t)a->count)
    return;
  if (pair[0] & NAMED_IMAGE_STREAM)
    a->words[i] = pair[1] < 3 ? streams[pair[1]] : NULL;
  else if (a->words[i] != NULL)
    a->offsets[i] = (ptrdiff_t)pair[1];
}

static void
gather (struct arguments *a, const struct block *b)
{
  size_t count = b->head & NAMED_IMAGE_COUNT;
  size_t pairs = (b->head & ~NAMED_IMAGE_NULL) / NAMED_IMAGE_PAIR;
  int32_t first = (b->head & NAMED_IMAGE_NULL) != 0;
  a->words[0] = NULL;
  a->count = (int32_t)count + first;
  for (size_t i = 0; i < count; i++)
    a->words[(size_t)first + i] = (void *)(uintptr_t)b->rest[i];
  for (int32_t i = 0; i < a->count; i++)
    a->offsets[i] = 0;
  for (size_t i = 0; i < pairs; i++)
    change (a, first, &b->rest[count + 2 * i]);
}

/* Where a target RTL finds the queue that it may use; it waits itself.  */
struct queue
{
  void *words[4];
};

static bool
launch (int n, void *entry, struct arguments *a, int limit)
{
  const struct rtl_functions *call = device (n)->call;
  if (call->run_target_team_region != NULL)
    return call->run_target_team_region (device (n)->number, entry, a->words,
                                         a->offsets, a->count, 0, limit, 0)
           == 0;
  struct queue queue = { { NULL } };
  struct kernel_arguments kernel
      = { .version = KERNEL_ARGUMENTS_FLAGS,
          .count = (uint32_t)a->count,
          .thread_limit = { (uint32_t)(limit > 0 ? limit : 0) } };
  return call->launch_kernel (device (n)->number, entry, a->words, a->offsets,
                              &kernel, &queue)
         == 0;
}

static bool
read_block (int n, struct block *b, const void *vars)
{
  b->head = 0;
  if (vars == NULL)
    return true;
  if (!GOMP_OFFLOAD_dev2host (n, &b->head, vars, sizeof (b->head)))
    return false;
  size_t words = (b->head & NAMED_IMAGE_COUNT)
                 + (b->head & ~NAMED_IMAGE_NULL) / NAMED_IMAGE_PAIR * 2;
  return words == 0
         || (words <= GOMP_ARRAY_SIZE (b->rest)
             && GOMP_OFFLOAD_dev2host (n, b->rest, (const uint64_t *)vars + 1,
                                       words * sizeof (b->rest[0])));
}

void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  int limit, mark;
  struct block block;
  struct arguments arguments;
  /* The marked thread limit says that the number of teams is the limit.  */
  gomp_target_args_read (args, GOMP_DEVICE_RTL, &limit, &mark);
  if (!read_block (n, &block, vars))
    GOMP_PLUGIN_fatal ("%s: the arguments of a region are lost",
                       device (n)->file);
  gather (&arguments, &block);
  if (!launch (n, fn, &arguments, limit))
    GOMP_PLUGIN_fatal ("%s: device %d could not run a region", device (n)->file,
                       (int)device (n)->number);
}

/* ---- Images.  */

int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  (void)version, (void)data, (void)table;
  check (n, false, "load an image of gcc");
  return -1;
}

static size_t
entry_count (const struct named_image *image)
{
  return image->function_count + image->variable_count + image->start_count
         + image->end_count;
}

/* The entries of IMAGE in the order in which struct named_image has them. Their
   host addresses are not known here; each must have one.  */
static struct old_entry *
make_entries (const struct named_image *image)
{
  struct old_entry *entries = GOMP_PLUGIN_malloc_cleared (
      (entry_count (image) + 1) * sizeof (*entries));
  struct old_entry *e = entries;
  for (size_t i = 0; i < image->function_count; i++)
    e++->name = image->functions[i].symbol;
  for (size_t i = 0; i < image->variable_count; i++, e++)
    {
      e->name = image->variables[i].symbol;
      e->size = image->variables[i].size;
    }
  for (size_t i = 0; i < image->start_count; i++)
    e++->name = image->starts[i];
  for (size_t i = 0; i < image->end_count; i++)
    e++->name = image->ends[i];
  for (e = entries; e < entries + entry_count (image); e++)
    e->address = (void *)(uintptr_t)e->name;
  return entries;
}

/* Store the device's addresses of TABLE in the COUNT entries; null: not there.
   By their names: some target RTLs answer with the table in the image, which
   lacks some and may have another order.  */
static void
match (struct old_entry *entries, size_t count, const struct rtl_table *table)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct old_entry *e = table->start;
      while (e < table->end
             && (e->name == NULL || strcmp (e->name, entries[i].name) != 0))
        e++;
      entries[i].address = e < table->end ? e->address : NULL;
    }
}

static struct addr_pair *
make_table (const struct named_image *image, const struct old_entry *e)
{
  size_t count = image->function_count + image->variable_count;
  struct addr_pair *table
      = GOMP_PLUGIN_malloc_cleared ((count + 1) * sizeof (*table));
  for (size_t i = 0; i < count; i++)
    if (e[i].address != NULL)
      table[i] = (struct addr_pair){
        (uintptr_t)e[i].address,
        (uintptr_t)e[i].address + (i < image->function_count ? 1 : e[i].size)
      };
  return table;
}

static bool
run_plain (int n, void *entry)
{
  struct arguments none = { .count = 0 };
  return entry == NULL || launch (n, entry, &none, 0);
}

static void
remember (int n, const struct named_image *image, const struct old_entry *ends)
{
  struct loaded *l = GOMP_PLUGIN_malloc (sizeof (*l));
  *l = (struct loaded){ .image = image,
                        .n = n,
                        .ends = GOMP_PLUGIN_malloc ((image->end_count + 1)
                                                    * sizeof (l->ends[0])) };
  for (size_t i = 0; i < image->end_count; i++)
    l->ends[i] = ends[i].address;
  pthread_mutex_lock (&lock);
  l->next = images;
  images = l;
  pthread_mutex_unlock (&lock);
}

int
GOMP_OFFLOAD_load_named_image (int n, const struct named_image *image,
                               struct addr_pair **table)
{
  const struct rtl_device *d = device (n);
  struct old_entry *entries = make_entries (image);
  size_t count = entry_count (image);
  size_t own = image->function_count + image->variable_count;
  struct device_image *described = GOMP_PLUGIN_malloc (sizeof (*described));
  *described = (struct device_image){ .start = image->start,
                                      .end = image->end,
                                      .entries_start = entries,
                                      .entries_end = entries + count };
  if (!check (n, d->call->is_valid_binary (described) == 1,
              "load the image, which is for others"))
    return -1;
  const struct rtl_table *there = d->call->load_binary (d->number, described);
  if (!check (n, there != NULL, "load the image"))
    return -1;
  /* What the target RTL was given must not change.  */
  struct old_entry *found = make_entries (image);
  match (found, count, there);
  const struct old_entry *first = found + own;
  for (size_t i = 0; i < image->start_count; i++)
    if (!check (n, run_plain (n, first[i].address), "run a constructor"))
      return -1;
  remember (n, image, first + image->start_count);
  *table = make_table (image, found);
  free (found);
  return (int)own;
}

static struct loaded *
forget (int n, const void *image)
{
  pthread_mutex_lock (&lock);
  struct loaded **link = &images;
  while (*link != NULL && ((*link)->n != n || (*link)->image != image))
    link = &(*link)->next;
  struct loaded *l = *link;
  if (l != NULL)
    *link = l->next;
  pthread_mutex_unlock (&lock);
  return l;
}

/* A target RTL keeps the code.  */
bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  (void)version;
  bool ok = true;
  struct loaded *l = forget (n, data);
  if (l == NULL)
    return true;
  for (size_t i = 0; i < l->image->end_count && ok; i++)
    ok = check (n, run_plain (n, l->ends[i]), "run a destructor");
  free (l->ends);
  free (l);
  return ok;
}
