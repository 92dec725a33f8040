/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images in the device process; see image.h.

   Owns the list of loaded images; main thread only.  An image's descriptor
   stays open as long as the image is loaded.  Its number is part of the name by
   which the dynamic linker and a debugger know the image.  */

#include "target/image.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/symbol.h"
#include "extent.h"
#include "os/channel.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"
#include "output.h"
#include "target/check.h"
#include "target/indirect.h"
#include "target/memory.h"
#include "target/named.h"
#include "target/process.h"
#include "target/server.h"
#include "x86emul_image.h"

#define LINK_FLAG (1ull << 63)

struct image
{
  struct image *next;                      /* in the list */
  uint32_t number;                         /* the host's */
  struct os_held fd;                       /* its memory or file */
  void *handle;                            /* of dlopen */
  uint64_t bias;                           /* added to the file's addresses */
  uint64_t start;                          /* of what is mapped */
  uint64_t end;                            /* one past it */
  const struct x86emul_image_table *table; /* in the image, or in ENTRIES */
  struct x86emul_named_entries entries;    /* if it has no table; else zeros */
};

/* Pages of an image that arena pages will replace.  */
struct pages
{
  const struct image *image;    /* whose */
  struct x86emul_range *ranges; /* malloced */
  unsigned *prot;               /* of each; malloced */
  unsigned count;               /* elements of both */
};

static struct image *images;

static uint64_t
function_count (const struct image *i)
{
  return (uint64_t)(i->table->functions_end - i->table->functions_start);
}

static uint64_t
variable_count (const struct image *i)
{
  return (uint64_t)(i->table->variables_end - i->table->variables_start) / 2;
}

static struct x86emul_range
variable (const struct image *image, uint64_t i)
{
  const uint64_t *entry = image->table->variables_start + 2 * i;
  /* A link variable is only a pointer on the device.  */
  uint64_t size = entry[1] & LINK_FLAG ? sizeof (void *) : entry[1];
  return (struct x86emul_range){ .start = entry[0], .size = size };
}

static bool
is_loaded (const struct image *image)
{
  uint64_t start, end;
  return x86emul_extent_find (image->bias, &start, &end);
}

static bool
check_table (struct image *image, const struct x86emul_load *load)
{
  image->table = dlsym (image->handle, X86EMUL_IMAGE_TABLE);
  if (image->table == NULL)
    {
      x86emul_process_answer_error (
          "the image has no symbol " X86EMUL_IMAGE_TABLE);
      return false;
    }
  if (function_count (image) == load->function_count
      && variable_count (image) == load->variable_count)
    return true;
  x86emul_process_answer_error (
      "the image has %llu functions and %llu variables, its "
      "descriptor says %u and %u",
      (unsigned long long)function_count (image),
      (unsigned long long)variable_count (image), load->function_count,
      load->variable_count);
  return false;
}

/* Copy the image to a file in a directory; PATH, which has SIZE bytes, gets its
   name.  */
static bool
copy_to_file (const struct image *image, char *path, size_t size)
{
  char name[64];
  void *bytes;
  size_t length;
  int fd;
  snprintf (name, sizeof (name), "/proc/self/fd/%d", image->fd.fd);
  int r = os_temporary_create ("x86emul-image", path, size, &fd);
  if (r != 0)
    {
      x86emul_process_answer_error ("cannot make a temporary file: %s",
                                    strerror (r));
      return false;
    }
  r = os_file_map (name, &length, &bytes);
  if (r == 0)
    {
      r = os_write_file (fd, bytes, length);
      os_unmap (bytes, length);
    }
  os_close (&fd);
  if (r == 0)
    return true;
  x86emul_process_answer_error ("cannot write a temporary file: %s",
                                strerror (r));
  unlink (path);
  return false;
}

/* Answer that the dynamic linker refused the image, as its message TEXT says:
   "FILE: undefined symbol: NAME, version ...".  Clang before 19 links images
   whose symbols are not all defined; and libraries differ.  */
static void
answer_refused (const char *text)
{
  static const char words[] = "undefined symbol: ";
  const char *symbol = strstr (text, words);
  if (symbol == NULL)
    {
      x86emul_process_answer_error ("%s", text);
      return;
    }
  char name[512];
  snprintf (name, sizeof (name), "%s", symbol + sizeof (words) - 1);
  name[strcspn (name, ", ")] = '\0';
  char shown[512];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, shown, sizeof (shown));
  gomp_symbol_write (&sb, name);
  x86emul_process_answer_error (
      "the device image uses '%s', which is defined for no device\n"
      "  hint: define it between declare target and end declare target, in "
      "code "
      "that is compiled for the device, or link the library that has it",
      shown);
}

/* Load the file at PATH.  */
static bool
open_file (struct image *image, const char *path, int mode)
{
  image->handle = dlopen (path, RTLD_NOW | RTLD_GLOBAL | mode);
  struct link_map *map;
  if (image->handle == NULL || dlinfo (image->handle, RTLD_DI_LINKMAP, &map))
    {
      answer_refused (dlerror ());
      return false;
    }
  image->bias = map->l_addr;
  x86emul_extent_find (image->bias, &image->start, &image->end);
  return true;
}

static bool
is_outside (const struct image *image, struct x86emul_range v)
{
  return v.start < image->start || v.start + v.size > image->end;
}

/* Does the image use a variable of an image that was loaded before?  */
static bool
shares_variables (const struct image *image)
{
  for (uint64_t i = 0; i < variable_count (image); i++)
    if (is_outside (image, variable (image, i)))
      return true;
  return false;
}

/* As open_file, then check the table.  The image may share no variable on the
   host, but one here, because they have the same name.  Then it is loaded
   again, with RTLD_DEEPBIND, so that its own variables come first.  That is not
   done from the start, since it would hide the functions of preloaded libraries
   from each image.  */
static bool
open_checked (struct image *image, const char *path,
              const struct x86emul_load *load)
{
  if (!open_file (image, path, 0)
      || (!load->is_named && !check_table (image, load)))
    return false;
  if (!load->is_private || !shares_variables (image))
    return true;
  dlclose (image->handle);
  return open_file (image, path, RTLD_DEEPBIND) && check_table (image, load);
}

bool
x86emul_image_can_load (void)
{
  char path[64];
  snprintf (path, sizeof (path), "/proc/%d/fd/%d", x86emul_process.process,
            x86emul_process.stream.fd);
  return access (path, F_OK) == 0 && access ("/proc/self/maps", R_OK) == 0;
}

/* Load the image by a name that other processes can open as well.  Valgrind
   wants to find the mapping's name in a directory: it gets a copy there during
   loading.  */
static bool
open_image (struct image *image, const struct x86emul_load *load)
{
  char path[PATH_MAX];
  bool copy = os_process_under_valgrind ();
  if (!copy)
    snprintf (path, sizeof (path), "/proc/%d/fd/%d", x86emul_process.process,
              image->fd.fd);
  else if (!copy_to_file (image, path, sizeof (path)))
    return false;
  bool ok = open_checked (image, path, load);
  if (copy)
    unlink (path);
  return ok;
}

/* Pages with variables.  */

static int
compare_ranges (const void *a, const void *b)
{
  uint64_t x = ((const struct x86emul_range *)a)->start;
  uint64_t y = ((const struct x86emul_range *)b)->start;
  return (x > y) - (x < y);
}

/* Add the pages of V, unless it lies in another image.  */
static void
add_variable (struct pages *pages, struct x86emul_range v)
{
  uint64_t page = os_page_size ();
  if (v.size == 0 || is_outside (pages->image, v))
    return;
  uint64_t start = v.start & ~(page - 1);
  uint64_t end = (v.start + v.size + page - 1) & ~(page - 1);
  pages->ranges[pages->count++]
      = (struct x86emul_range){ .start = start, .size = end - start };
}

static void
merge_ranges (struct pages *pages)
{
  unsigned last = 0;
  if (pages->count == 0)
    return;
  qsort (pages->ranges, pages->count, sizeof (*pages->ranges), compare_ranges);
  for (unsigned i = 1; i < pages->count; i++)
    {
      struct x86emul_range *to = &pages->ranges[last];
      const struct x86emul_range *from = &pages->ranges[i];
      if (from->start > to->start + to->size)
        pages->ranges[++last] = *from;
      else if (from->start + from->size > to->start + to->size)
        to->size = from->start + from->size - to->start;
    }
  pages->count = last + 1;
}

/* Give each range one protection: split only where the protection changes, so
   that a variable on both initialised and zeroed pages stays in one piece.  */
struct splitting
{
  const struct pages *from; /* merged ranges */
  struct pages *to;         /* the split ranges, by rising address */
  unsigned room;            /* elements allocated in TO */
};

static void
add_piece (struct splitting *s, uint64_t start, uint64_t end, unsigned prot)
{
  struct pages *to = s->to;
  struct x86emul_range *last
      = to->count > 0 ? &to->ranges[to->count - 1] : NULL;
  if (last != NULL && last->start + last->size == start
      && to->prot[to->count - 1] == prot)
    last->size = end - last->start;
  else if (to->count < s->room)
    {
      to->prot[to->count] = prot;
      to->ranges[to->count++]
          = (struct x86emul_range){ .start = start, .size = end - start };
    }
}

static bool
split_at_mapping (const struct os_mapping *m, void *data)
{
  struct splitting *s = data;
  for (unsigned i = 0; i < s->from->count; i++)
    {
      const struct x86emul_range *r = &s->from->ranges[i];
      uint64_t start = r->start > m->start ? r->start : m->start;
      uint64_t end = r->start + r->size;
      end = end < m->end ? end : m->end;
      if (start < end)
        add_piece (s, start, end, m->prot);
    }
  return true;
}

static bool
find_pages (const struct image *image, struct pages *result)
{
  unsigned count = (unsigned)variable_count (image) + 1;
  /* An image has few mappings, and each splits at most one range.  */
  unsigned room = count + 64;
  struct pages merged
      = { .image = image, .ranges = calloc (count, sizeof (*merged.ranges)) };
  *result = (struct pages){ .image = image,
                            .ranges = calloc (room, sizeof (*merged.ranges)),
                            .prot = calloc (room, sizeof (unsigned)) };
  bool ok
      = merged.ranges != NULL && result->ranges != NULL && result->prot != NULL;
  if (ok)
    {
      for (unsigned i = 0; i + 1 < count; i++)
        add_variable (&merged, variable (image, i));
      add_variable (&merged, (struct x86emul_range){
                                 .start = (uintptr_t)image->table->device_num,
                                 .size = sizeof (int) });
      merge_ranges (&merged);
      struct splitting s = { .from = &merged, .to = result, .room = room };
      ok = os_each_mapping (0, split_at_mapping, &s) == 0;
    }
  free (merged.ranges);
  return ok;
}

static void
free_pages (struct pages *pages)
{
  free (pages->ranges);
  free (pages->prot);
}

/* As memcpy does it for SIZE bytes of whole words.  If the image is compiled
   for AddressSanitizer, there are bytes between its variables that a memcpy
   must not read, nor may this program if it is compiled for it, too.  */
__attribute__ ((no_sanitize_address)) static void
copy_pages (void *to, const void *from, uint64_t size)
{
  const volatile uint64_t *source = from;
  volatile uint64_t *target = to;
  for (uint64_t i = 0; i < size / sizeof (*source); i++)
    target[i] = source[i];
}

/* Replace the pages of RANGE by the arena's pages at OFFSET, which get their
   contents.  */
static bool
replace_pages (const struct x86emul_range *range, unsigned prot,
               uint64_t offset)
{
  void *where = (void *)(uintptr_t)range->start;
  if (offset > x86emul_process.arena_size
      || range->size > x86emul_process.arena_size - offset)
    return false;
  copy_pages (x86emul_process.arena + offset, where, range->size);
  x86emul_check_add_extent (range->start, range->size, offset);
  return os_shared_replace (os_held_get (&x86emul_process.arena_memory), offset,
                            range->size, prot, where)
         == 0;
}

/* Ask the host for arena pages and use them.  */
static bool
allocate_variables (const struct pages *pages)
{
  struct x86emul_outgoing wanted
      = { .type = X86EMUL_EXTENTS,
          .part
          = { { pages->ranges, pages->count * sizeof (*pages->ranges) } } };
  struct x86emul_incoming extents;
  int stream = os_held_get (&x86emul_process.stream);
  if (x86emul_message_send (stream, &wanted) != 0
      || x86emul_message_receive (stream, &extents) != 0)
    x86emul_process_leave ();
  x86emul_memory_follow ();
  const uint64_t *offsets = extents.payload;
  bool ok = extents.head.type == X86EMUL_EXTENTS && extents.head.status == 0
            && extents.head.size == pages->count * sizeof (*offsets);
  for (unsigned i = 0; i < pages->count && ok; i++)
    ok = replace_pages (&pages->ranges[i], pages->prot[i], offsets[i]);
  x86emul_message_free (&extents);
  if (!ok)
    x86emul_process_answer_error (
        "the image's variables cannot be moved to device memory");
  return ok;
}

/* Requests.  */

static void
answer_loaded (const struct image *image)
{
  struct x86emul_loaded loaded
      = { .bias = image->bias,
          .start = image->start,
          .end = image->end,
          .device_num = (uintptr_t)image->table->device_num,
          .function_count = (uint32_t)function_count (image),
          .variable_count = (uint32_t)variable_count (image) };
  size_t functions = loaded.function_count * sizeof (uint64_t);
  size_t size
      = functions + loaded.variable_count * sizeof (struct x86emul_range);
  char *entries = malloc (size + 1);
  if (entries == NULL)
    x86emul_process_leave ();
  memcpy (entries, image->table->functions_start, functions);
  struct x86emul_range *variables = (void *)(entries + functions);
  for (uint32_t i = 0; i < loaded.variable_count; i++)
    variables[i] = variable (image, i);
  struct x86emul_outgoing message
      = { .type = X86EMUL_LOADED,
          .part = { { &loaded, sizeof (loaded) }, { entries, size } } };
  x86emul_server_order ();
  x86emul_process_answer (&message);
  free (entries);
}

static void
close_image (struct image *image)
{
  if (image->handle != NULL)
    dlclose (image->handle);
  free (image->entries.words);
  /* An image that stays loaded keeps its descriptor, which is part of its
     name.  */
  if (image->handle == NULL || !is_loaded (image))
    os_held_close (&image->fd);
  free (image);
}

static bool
load (struct image *image, const struct x86emul_load *request)
{
  if (!open_image (image, request))
    return false;
  if (request->is_named)
    {
      x86emul_named_place (&image->entries, image->bias);
      image->table = &image->entries.table;
    }
  struct pages pages;
  bool ok = find_pages (image, &pages);
  if (!ok)
    x86emul_process_answer_error ("the image's variables cannot be found: %s",
                                  strerror (errno));
  else
    ok = allocate_variables (&pages);
  free_pages (&pages);
  if (ok)
    x86emul_named_start (&image->entries);
  return ok
         && x86emul_indirect_add (image->handle, image->number,
                                  (const uint64_t *)(request + 1),
                                  request->indirect_count)
         && x86emul_named_indirect (&image->entries, image->number);
}

void
x86emul_image_load (struct x86emul_incoming *request)
{
  const struct x86emul_load *head = request->payload;
  struct image *image = calloc (1, sizeof (*image));
  size_t size = request->head.size - sizeof (*head);
  if (image == NULL || request->head.size < sizeof (*head)
      || (!head->is_named && size != head->indirect_count * sizeof (uint64_t))
      || request->fd_count != 1)
    x86emul_process_leave ();
  image->number = head->image;
  int fd = request->fds[0];
  os_migrate_away (&fd);
  os_held_set (&image->fd, fd);
  if ((head->is_named
       && !x86emul_named_read (&image->entries, head, head + 1, size))
      || !load (image, head))
    {
      close_image (image);
      return;
    }
  x86emul_output_find_fortran (image->handle);
  x86emul_check_connect (image->handle);
  image->next = images;
  images = image;
  answer_loaded (image);
}

/* The images stay in the list: else they would be leaks to a sanitizer.  */
void
x86emul_image_end_all (void)
{
  for (struct image *i = images; i != NULL; i = i->next)
    x86emul_named_end (&i->entries);
}

void
x86emul_image_unload (const struct x86emul_incoming *request)
{
  const struct x86emul_unload *head = request->payload;
  struct image **link = &images;
  while (*link != NULL && (*link)->number != head->image)
    link = &(*link)->next;
  struct image *image = *link;
  if (image == NULL)
    {
      x86emul_process_answer_error ("image %u is not loaded", head->image);
      return;
    }
  *link = image->next;
  x86emul_indirect_remove (image->number);
  x86emul_named_end (&image->entries);
  struct image copy = *image;
  close_image (image);
  struct x86emul_unloaded unloaded = { .resident = is_loaded (&copy) };
  struct x86emul_outgoing message
      = { .type = X86EMUL_UNLOADED,
          .part = { { &unloaded, sizeof (unloaded) } } };
  x86emul_process_answer (&message);
}
