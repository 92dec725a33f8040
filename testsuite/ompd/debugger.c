/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* See debugger.h.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "debugger.h"

int failures;
struct debugger_functions ompd;
long debugger_blocks;
bool debugger_damaged;

static ompd_rc_t
alloc_memory (ompd_size_t size, void **memory_)
{
  debugger_blocks++;
  *memory_ = malloc (size);
  return *memory_ != NULL ? ompd_rc_ok : ompd_rc_nomem;
}

ompd_rc_t
debugger_free (void *block)
{
  debugger_blocks--;
  free (block);
  return ompd_rc_ok;
}

static ompd_rc_t
look_up (ompd_address_space_context_t *context, ompd_thread_context_t *thread,
         const char *symbol, ompd_address_t *address, const char *file)
{
  (void)thread, (void)file;
  address->segment = ompd_segment_none;
  address->address = reader_address ((struct reader *)context, symbol);
  return address->address != 0 ? ompd_rc_ok : ompd_rc_error;
}

static ompd_rc_t
read_memory (ompd_address_space_context_t *context,
             ompd_thread_context_t *thread, const ompd_address_t *address,
             ompd_size_t size, void *to)
{
  (void)thread;
  if (debugger_damaged)
    {
      memset (to, 1, size);
      return ompd_rc_ok;
    }
  return reader_read ((struct reader *)context, address->address, size, to)
             ? ompd_rc_ok
             : ompd_rc_error;
}

const ompd_callbacks_t debugger_callbacks = { .alloc_memory = alloc_memory,
                                              .free_memory = debugger_free,
                                              .symbol_addr_lookup = look_up,
                                              .read_memory = read_memory };

bool
debugger_load (const char *name)
{
  void *library = dlopen (name, RTLD_NOW | RTLD_LOCAL);
  bool complete = library != NULL;
#define F(name)                                                                \
  if (complete)                                                                \
    {                                                                          \
      void *symbol = dlsym (library, "ompd_" #name);                           \
      memcpy (&ompd.name, &symbol, sizeof (symbol));                           \
      complete = symbol != NULL;                                               \
    }
  FUNCTIONS (F)
#undef F
  return complete;
}

ompd_icv_id_t
debugger_icv (ompd_address_space_handle_t *space, const char *wanted,
              ompd_scope_t *scope)
{
  ompd_icv_id_t id = ompd_icv_undefined;
  int more = 1;
  bool found = false;
  while (more && !found)
    {
      const char *name;
      if (ompd.enumerate_icvs (space, id, &id, &name, scope, &more)
          != ompd_rc_ok)
        return 0;
      found = strcmp (name, wanted) == 0;
      debugger_free ((void *)name);
    }
  return found ? id : 0;
}
