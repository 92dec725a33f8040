/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loads images whose entries are found by their names; see named.h.  Owns
   nothing; libgomp calls for one device at a time.

   If clang's code requires shared memory, its image has a pointer to each
   variable of the program (declare target, with `to' or `link'), in which the
   program has the same pointer.  Code without the requirement reaches variables
   directly, which cannot be changed: such an image cannot be loaded.

   The libraries that the image names are loaded: the program has them.  Its
   functions are called through pointers of the host, which lead to the host's
   code; that works here.  */

#include "named.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "file.h"
#include "host/named.h"
#include "named_image.h"
#include "proto.h"
#include "variables.h"

/* The parts of an image's entries: in the file's own numbering, then in
   memory.  0: the image does not have it.  */
struct parts
{
  uint64_t *starts;    /* functions */
  uint64_t *ends;      /* functions */
  uint64_t *functions; /* regions */
  uint64_t *variables; /* address and size of each */
};

static struct parts
divide (const struct shared_image *image)
{
  const struct named_image *n = image->named;
  struct parts p = { .starts = image->entries };
  p.ends = p.starts + n->start_count;
  p.functions = p.ends + n->end_count;
  p.variables = p.functions + n->function_count;
  return p;
}

/* Take the entries from LISTS.  */
static enum gomp_status
take_entries (struct shared_image *image,
              const struct x86emul_named_lists *lists)
{
  size_t size = lists->size - sizeof (struct x86emul_named);
  image->entries = malloc (size + 1);
  if (image->entries == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  memcpy (image->entries, lists->bytes + sizeof (struct x86emul_named), size);
  image->functions = divide (image).functions;
  return GOMP_OK;
}

static void
place (const struct shared_image *image)
{
  const struct parts p = divide (image);
  for (uint64_t *word = p.starts; word < p.variables; word++)
    *word += *word == 0 ? 0 : image->bias;
  for (size_t i = 0; i < image->named->variable_count; i++)
    p.variables[2 * i] += p.variables[2 * i] == 0 ? 0 : image->bias;
}

/* Is it the pointer to a variable?  */
static bool
is_pointer (const struct named_variable *v)
{
  static const char end[] = "_decl_tgt_ref_ptr";
  size_t length = strlen (v->symbol);
  return v->size == sizeof (void *) && length >= sizeof (end)
         && strcmp (v->symbol + length - (sizeof (end) - 1), end) == 0;
}

/* From here on the table says that the program's pointers are the image's.  */
static enum gomp_status
link_variables (const struct shared_image *image, const uintptr_t *hosts)
{
  const struct named_image *n = image->named;
  uint64_t *pair = divide (image).variables;
  for (size_t i = 0; i < n->variable_count; i++, pair += 2)
    {
      if (pair[0] == 0)
        continue;
      if (!is_pointer (&n->variables[i]))
        return shared_variables_refuse (n->variables[i].symbol, true);
      memcpy ((void *)(uintptr_t)pair[0], (const void *)hosts[2 * i],
              sizeof (void *));
      pair[0] = hosts[2 * i];
    }
  return GOMP_OK;
}

static void
call (uint64_t function)
{
  if (function != 0)
    ((void (*) (void)) (uintptr_t)function) ();
}

static struct addr_pair *
make_table (const struct shared_image *image)
{
  const struct named_image *n = image->named;
  const struct parts p = divide (image);
  struct addr_pair *pairs = GOMP_PLUGIN_malloc (
      (n->function_count + n->variable_count + 1) * sizeof (*pairs));
  struct addr_pair *pair = pairs;
  for (size_t i = 0; i < n->function_count; i++)
    *pair++ = (struct addr_pair){ p.functions[i],
                                  p.functions[i] + (p.functions[i] != 0) };
  for (size_t i = 0; i < n->variable_count; i++)
    {
      const uint64_t *v = p.variables + 2 * i;
      *pair++ = (struct addr_pair){ v[0], v[0] == 0 ? 0 : v[0] + v[1] };
    }
  return pairs;
}

static enum gomp_status
open_and_link (struct shared_image *image,
               const struct x86emul_named_lists *lists, const uintptr_t *hosts)
{
  const struct named_image *n = image->named;
  size_t size = (size_t)((const char *)n->end - (const char *)n->start);
  enum gomp_status status = take_entries (image, lists);
  if (status == GOMP_OK)
    status = shared_file_open (image, n->name == NULL ? "?" : n->name,
                               lists->copy, size);
  if (status != GOMP_OK)
    return status;
  place (image);
  return link_variables (image, hosts);
}

enum gomp_status
shared_named_load (struct shared_image *image, const uintptr_t *hosts,
                   struct addr_pair **table, int *count)
{
  const struct named_image *n = image->named;
  struct x86emul_named_lists lists;
  enum gomp_status status = x86emul_named_find (n, &lists);
  if (status == GOMP_OK)
    status = open_and_link (image, &lists, hosts);
  free (lists.copy);
  free (lists.bytes);
  if (status != GOMP_OK)
    return status;
  for (size_t i = 0; i < n->start_count; i++)
    call (divide (image).starts[i]);
  *table = make_table (image);
  *count = (int)(n->function_count + n->variable_count);
  return GOMP_OK;
}

void
shared_named_end (const struct shared_image *image)
{
  if (image->named == NULL)
    return;
  for (size_t i = image->named->end_count; i-- > 0;)
    call (divide (image).ends[i]);
}
