/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The lists of entries that a message has for an image without a table of them.
   Owns no data; any thread.

   They name libraries; this node's files of these lie beside its libgomp.so.1,
   where libomp.so.5 is installed.  */

#include <stdlib.h>
#include <string.h>

#include "host/libgomp_symbols.h"
#include "host/named.h"
#include "proto.h"
#include "server.h"

/* The bytes from HEAD to the names of libraries; 0: LIST_SIZE bytes are not
   what LOAD and HEAD announce.  */
static size_t
size_before_names (const struct cluster_load *load,
                   const struct x86emul_named *head)
{
  uint64_t words
      = (uint64_t)head->start_count + head->end_count + load->function_count
        + 2 * ((uint64_t)load->variable_count + head->indirect_count);
  uint64_t size = sizeof (*head) + words * sizeof (uint64_t);
  return size + head->library_size == load->list_size ? (size_t)size : 0;
}

/* Are [NAMES, NAMES + SIZE) COUNT names of files, without directories?  */
static bool
are_names (const char *names, size_t size, uint32_t count)
{
  if (memchr (names, '/', size) != NULL
      || (size > 0 && names[size - 1] != '\0'))
    return false;
  size_t found = 0;
  for (size_t i = 0; i < size; i++)
    found += names[i] == '\0';
  return found == count;
}

bool
node_named_lists (const struct cluster_load *load, const char *bytes,
                  struct x86emul_named_lists *lists)
{
  static const char below[] = "offgomp/llvm/";
  struct x86emul_named head;
  if (load->list_size < sizeof (head))
    return false;
  memcpy (&head, bytes, sizeof (head));
  size_t before = size_before_names (load, &head);
  const char *names = bytes + before;
  if (before == 0 || !are_names (names, head.library_size, head.library_count))
    return false;
  const char *libgomp = x86emul_libgomp_path ();
  const char *slash = strrchr (libgomp, '/');
  size_t directory = slash == NULL ? 0 : (size_t)(slash + 1 - libgomp);
  size_t added = directory + sizeof (below) - 1;
  lists->size = load->list_size + head.library_count * added;
  lists->bytes = malloc (lists->size);
  if (lists->bytes == NULL)
    return false;
  head.library_size += (uint32_t)(head.library_count * added);
  memcpy (lists->bytes, &head, sizeof (head));
  memcpy (lists->bytes + sizeof (head), bytes + sizeof (head),
          before - sizeof (head));
  char *to = lists->bytes + before;
  for (uint32_t i = 0; i < head.library_count; i++)
    {
      to = mempcpy (to, libgomp, directory);
      to = stpcpy (stpcpy (to, below), names) + 1;
      names += strlen (names) + 1;
    }
  return true;
}
