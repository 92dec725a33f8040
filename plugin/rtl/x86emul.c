/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* x86emul's devices as a target RTL, for LLVM's libomptarget 14 to 16.  It
   calls the hooks of x86emul's plugin, which prints its messages by
   libgomp.so.1.

   Owns the plugin's hooks, found once, and the tables that it gave, which stay.
   Any thread; one at a time for a device but for regions and data.  */

#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "named_image.h"
#include "plugin.h"
#include "rtl.h"

#define RTL(need, name, result, parameters)                                    \
  EXPORT result __tgt_rtl_##name parameters;
#include "rtl.def"
#undef RTL

/* x86emul's plugin.  */
static struct hooks
{
#define HOOK(need, name, result, parameters) result (*name) parameters;
#include "hooks.def"
#undef HOOK
} x86emul;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int device_count;
static unsigned char *started; /* for each device: has it been started? */

/* For the files of libomptarget that are here, too.  */
void
omptarget_fatal (const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof (text), format, args);
  va_end (args);
  GOMP_PLUGIN_fatal ("%s", text);
}

/* ---- The plugin.  */

static void *
find (void *handle, const char *symbol)
{
  void *address = dlsym (handle, symbol);
  return address;
}

static void
open_plugin (void)
{
  void *handle = dlopen ("libgomp-plugin-x86emul.so.1", RTLD_NOW);
  if (handle == NULL)
    {
      GOMP_PLUGIN_error ("the emulated device for LLVM's libomptarget: %s",
                         dlerror ());
      return;
    }
#define HOOK(need, name, result, parameters)                                   \
  x86emul.name = (result (*) parameters)find (handle, "GOMP_OFFLOAD_" #name);
#include "hooks.def"
#undef HOOK
  device_count = x86emul.get_num_devices ();
  started = GOMP_PLUGIN_malloc_cleared ((size_t)device_count + 1);
}

/* The devices' last output comes before the program's end.  */
static __attribute__ ((destructor)) void
close_devices (void)
{
  for (int n = 0; n < device_count; n++)
    if (started[n])
      x86emul.fini_device (n);
}

int32_t
__tgt_rtl_number_of_devices (void)
{
  pthread_once (&once, open_plugin);
  return device_count;
}

int32_t
__tgt_rtl_init_device (int32_t n)
{
  if (!x86emul.init_device (n))
    return -1;
  started[n] = 1;
  return 0;
}

/* ---- Images.  */

int32_t
__tgt_rtl_is_valid_binary (struct device_image *image)
{
  const void *start, *end;
  omptarget_unpack (image, &start, &end);
  Elf64_Ehdr head;
  if ((size_t)((const char *)end - (const char *)start) < sizeof (head))
    return 0;
  memcpy (&head, start, sizeof (head));
  return memcmp (head.e_ident, ELFMAG, SELFMAG) == 0
         && head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_machine == EM_X86_64;
}

/* The library NAME of this package, by its file; allocated.  It is in the
   directory above.  */
static const char *
own_library (const char *name)
{
  Dl_info mine;
  char *file;
  if (dladdr ((void *)own_library, &mine) == 0)
    mine.dli_fname = "libomptarget.rtl.x86_64.so";
  char *self = realpath (mine.dli_fname, NULL);
  const char *slash = self == NULL ? NULL : strrchr (self, '/');
  if (slash == NULL
      || asprintf (&file, "%.*s/../%s", (int)(slash - self), self, name) < 0)
    omptarget_fatal ("%s cannot be found", mine.dli_fname);
  free (self);
  return file;
}

static void
add_function (struct named_image *image, const struct entry *e)
{
  char *source;
  char *name = omptarget_region_function (e->name, &source);
  struct named_function *f = &image->functions[image->function_count++];
  f->symbol = e->name;
  f->name = name == NULL ? e->name : name;
  atomic_init (&f->source, source == NULL ? "" : source);
}

/* Constructors are functions, too: LLVM's library runs them.  */
static struct named_image *
describe (const struct device_image *from, const struct descriptor *d,
          size_t count)
{
  static const char *libraries[2];
  struct named_image *image = GOMP_PLUGIN_malloc_cleared (sizeof (*image));
  struct named_variable *variables
      = GOMP_PLUGIN_malloc_cleared ((count + 1) * sizeof (*variables));
  if (libraries[0] == NULL)
    {
      libraries[0] = own_library ("libomp.so.5");
      libraries[1] = own_library ("libomptarget.so");
    }
  omptarget_unpack (from, &image->start, &image->end);
  image->name = "the program";
  image->compiler = "clang";
  image->libraries = libraries;
  image->library_count = 2;
  image->functions
      = GOMP_PLUGIN_malloc_cleared ((count + 1) * sizeof (image->functions[0]));
  image->variables = variables;
  for (size_t i = 0; i < count; i++)
    {
      struct entry e;
      omptarget_entry (d, i, &e);
      if (e.size == 0)
        add_function (image, &e);
      else
        variables[image->variable_count++]
            = (struct named_variable){ .symbol = e.name, .size = e.size };
    }
  return image;
}

/* The host's COUNT entries with the device's addresses of TABLE.  */
static struct rtl_table *
make_table (const struct named_image *image, const struct descriptor *d,
            size_t count, const struct addr_pair *table)
{
  struct rtl_table *t = GOMP_PLUGIN_malloc (sizeof (*t));
  const struct addr_pair *function = table;
  const struct addr_pair *variable = table + image->function_count;
  t->start = GOMP_PLUGIN_malloc_cleared ((count + 1) * sizeof (*t->start));
  t->end = t->start + count;
  for (size_t i = 0; i < count; i++)
    {
      struct entry e;
      omptarget_entry (d, i, &e);
      const struct addr_pair *pair = e.size == 0 ? function++ : variable++;
      t->start[i] = (struct old_entry){ .address = (void *)pair->start,
                                        .name = e.name,
                                        .size = e.size,
                                        .flags = (int32_t)e.flags };
    }
  return t;
}

struct rtl_table *
__tgt_rtl_load_binary (int32_t n, struct device_image *from)
{
  const struct descriptor d = { .entries_start = from->entries_start,
                                .entries_end = from->entries_end };
  size_t count = omptarget_entry_count (&d);
  struct named_image *image = describe (from, &d, count);
  struct addr_pair *table;
  if (x86emul.load_named_image (n, image, &table) < 0)
    return NULL;
  struct rtl_table *t = make_table (image, &d, count, table);
  free (table);
  return t;
}

/* ---- Memory.  */

static int32_t
result (bool ok)
{
  return ok ? 0 : -1;
}

void *
__tgt_rtl_data_alloc (int32_t n, int64_t size, void *host, int32_t kind)
{
  (void)host;
  switch (kind)
    {
    case RTL_MEMORY_HOST:
      return malloc ((size_t)size);
    case RTL_MEMORY_SHARED:
      return NULL;
    default:
      return x86emul.alloc (n, (size_t)size);
    }
}

int32_t
__tgt_rtl_data_delete (int32_t n, void *memory)
{
  if (x86emul.host_view (n, memory, 1) != NULL)
    return result (x86emul.free (n, memory));
  free (memory);
  return 0;
}

int32_t
__tgt_rtl_data_submit (int32_t n, void *to, void *from, int64_t size)
{
  return result (x86emul.host2dev (n, to, from, (size_t)size));
}

int32_t
__tgt_rtl_data_retrieve (int32_t n, void *to, void *from, int64_t size)
{
  return result (x86emul.dev2host (n, to, from, (size_t)size));
}

/* ---- Regions.  */

/* The number of the C library's stream at the host's address WORD, or -1.  */
static int
stream_of (uint64_t word)
{
  const FILE *const streams[] = { stdin, stdout, stderr };
  for (int i = 0; i < 3; i++)
    if (word == (uintptr_t)streams[i])
      return i;
  return -1;
}

/* In device memory: the words of named_image.h.  Its pairs are for streams.  */
static void *
make_block (int32_t n, void **arguments, const ptrdiff_t *offsets,
            int32_t count)
{
  size_t size = (3 * (size_t)count + 1) * sizeof (uint64_t);
  void *block = x86emul.alloc (n, size);
  uint64_t *words = block == NULL ? NULL : x86emul.host_view (n, block, size);
  if (words == NULL)
    return NULL;
  uint64_t *pair = words + 1 + count, pairs = 0;
  for (int32_t i = 0; i < count; i++)
    {
      words[i + 1] = (uintptr_t)arguments[i] + (uintptr_t)offsets[i];
      int stream = stream_of (words[i + 1]);
      if (stream < 0)
        continue;
      pair[2 * pairs] = NAMED_IMAGE_STREAM | (uint64_t)i;
      pair[2 * pairs++ + 1] = (uint64_t)stream;
    }
  words[0] = (uint64_t)count | pairs * NAMED_IMAGE_PAIR;
  return block;
}

static int32_t
run (int32_t n, void *entry, void **arguments, const ptrdiff_t *offsets,
     int32_t count, int32_t limit)
{
  void *args[] = NAMED_IMAGE_ARGUMENTS (limit > 0 ? limit : 0, 0);
  void *block = NULL;
  if (count > NAMED_IMAGE_WORDS)
    return -1;
  if (count > 0)
    {
      block = make_block (n, arguments, offsets, count);
      if (block == NULL)
        return -1;
    }
  x86emul.run (n, entry, block, args);
  return result (block == NULL || x86emul.free (n, block));
}

int32_t
__tgt_rtl_run_target_region (int32_t n, void *entry, void **arguments,
                             ptrdiff_t *offsets, int32_t count)
{
  return run (n, entry, arguments, offsets, count, 0);
}

int32_t
__tgt_rtl_run_target_team_region (int32_t n, void *entry, void **arguments,
                                  ptrdiff_t *offsets, int32_t count,
                                  int32_t teams, int32_t limit,
                                  uint64_t iterations)
{
  (void)teams, (void)iterations;
  return run (n, entry, arguments, offsets, count, limit);
}

int32_t
__tgt_rtl_launch_kernel (int32_t n, void *entry, void **arguments,
                         ptrdiff_t *offsets, struct kernel_arguments *kernel,
                         void *queue)
{
  (void)queue;
  return run (n, entry, arguments, offsets, (int32_t)kernel->count,
              (int32_t)kernel->thread_limit[0]);
}
