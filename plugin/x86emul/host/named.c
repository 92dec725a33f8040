/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the entries of an image by their names, in its symbol tables; see
   named.h.  Owns no data; any thread.

   Not the dynamic linker in the device: an entry may be a local symbol.  */

#include "host/named.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/elf.h"
#include "host/needed.h"
#include "named_image.h"
#include "proto.h"

/* The lists while they are written.  */
struct writer
{
  struct gomp_elf elf;
  uint64_t *at; /* the next word */
};

static void
put_address (struct writer *w, const char *symbol)
{
  uint64_t address, size;
  *w->at++
      = gomp_elf_definition (&w->elf, symbol, &address, &size) ? address : 0;
}

static void
put_addresses (struct writer *w, const char *const *symbols, size_t count)
{
  for (size_t i = 0; i < count; i++)
    put_address (w, symbols[i]);
}

static void
put_variable (struct writer *w, const char *symbol)
{
  uint64_t address, size;
  if (!gomp_elf_definition (&w->elf, symbol, &address, &size))
    address = size = 0;
  *w->at++ = address;
  *w->at++ = size;
}

static size_t
library_size (const struct named_image *image)
{
  size_t size = 0;
  for (size_t i = 0; i < image->library_count; i++)
    size += strlen (image->libraries[i]) + 1;
  return size;
}

static void
write_lists (const struct named_image *image, struct x86emul_named_lists *lists,
             size_t libraries)
{
  const struct x86emul_named head
      = { .start_count = (uint32_t)image->start_count,
          .end_count = (uint32_t)image->end_count,
          .indirect_count = (uint32_t)image->indirect_count,
          .library_count = (uint32_t)image->library_count,
          .library_size = (uint32_t)libraries };
  memcpy (lists->bytes, &head, sizeof (head));
  struct writer w
      = { .elf = { .start = lists->copy,
                   .size = (size_t)((const char *)image->end
                                    - (const char *)image->start) },
          .at = (uint64_t *)(void *)(lists->bytes + sizeof (head)) };
  put_addresses (&w, image->starts, image->start_count);
  put_addresses (&w, image->ends, image->end_count);
  for (size_t i = 0; i < image->function_count; i++)
    put_address (&w, image->functions[i].symbol);
  for (size_t i = 0; i < image->variable_count; i++)
    put_variable (&w, image->variables[i].symbol);
  for (size_t i = 0; i < image->indirect_count; i++)
    {
      *w.at++ = image->indirect[i].host;
      put_address (&w, image->indirect[i].symbol);
    }
  char *text = (char *)w.at;
  for (size_t i = 0; i < image->library_count; i++)
    text = stpcpy (text, image->libraries[i]) + 1;
}

/* The dynamic linker trusts what it loads.  */
static enum gomp_status
check_file (const struct named_image *image, const char *copy, size_t size)
{
  const struct gomp_elf elf = { .start = copy, .size = size };
  if (gomp_elf_is_whole (&elf))
    return GOMP_OK;
  return gomp_error_set (GOMP_ERR_IMAGE,
                         "the device image of '%s' (%s), %zu bytes, is "
                         "damaged: it is no ELF file, or not all of one",
                         image->name == NULL ? "" : image->name,
                         image->compiler, size);
}

enum gomp_status
x86emul_named_find (const struct named_image *image,
                    struct x86emul_named_lists *lists)
{
  size_t libraries = library_size (image);
  size_t words = image->start_count + image->end_count + image->function_count
                 + 2 * (image->variable_count + image->indirect_count);
  size_t file_size
      = (size_t)((const char *)image->end - (const char *)image->start);
  *lists = (struct x86emul_named_lists){ .size = sizeof (struct x86emul_named)
                                                 + words * sizeof (uint64_t)
                                                 + libraries };
  lists->copy = malloc (file_size);
  lists->bytes = malloc (lists->size);
  if (lists->bytes == NULL || lists->copy == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  memcpy (lists->copy, image->start, file_size);
  if (check_file (image, lists->copy, file_size) != GOMP_OK)
    return GOMP_ERR_IMAGE;
  x86emul_needed_prune (lists->copy, file_size);
  write_lists (image, lists, libraries);
  return GOMP_OK;
}
