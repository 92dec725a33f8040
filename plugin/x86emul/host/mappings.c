/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies of a process's mappings; see mappings.h.  Owns no data; any thread. */

#include "host/mappings.h"

#include <stdlib.h>
#include <string.h>

#include "os/memory.h"

/* If memory is exhausted, the list ends early, and messages explain less.  */
static bool
append_mapping (const struct os_mapping *from, void *data)
{
  struct x86emul_mappings *m = data;
  struct x86emul_mapping *list
      = realloc (m->list, (m->count + 1) * sizeof (*list));
  if (list == NULL)
    return false;
  m->list = list;
  char *name = strdup (from->name);
  if (name == NULL)
    return false;
  m->list[m->count++] = (struct x86emul_mapping){
    .start = from->start, .end = from->end, .prot = from->prot, .name = name
  };
  return true;
}

struct x86emul_mappings *
x86emul_mappings_copy (int pid)
{
  struct x86emul_mappings *m = calloc (1, sizeof (*m));
  if (m != NULL && os_each_mapping (pid, append_mapping, m) != 0)
    {
      x86emul_mappings_free (m);
      m = NULL;
    }
  return m;
}

void
x86emul_mappings_free (struct x86emul_mappings *m)
{
  if (m == NULL)
    return;
  for (unsigned i = 0; i < m->count; i++)
    free (m->list[i].name);
  free (m->list);
  free (m);
}

const struct x86emul_mapping *
x86emul_mappings_find (const struct x86emul_mappings *m, uint64_t address)
{
  for (unsigned i = 0; m != NULL && i < m->count; i++)
    if (address >= m->list[i].start && address < m->list[i].end)
      return &m->list[i];
  return NULL;
}
