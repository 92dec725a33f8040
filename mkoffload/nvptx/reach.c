/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reachability; see reach.h.

   From the kernels and from the functions and variables in the tables, which
   the host knows by name, follow every name in the text of what was reached:
   calls, addresses taken in code and in initial values.  A name without a
   meaning in its module (a label, an instruction) is ignored; any other name is
   treated as a reference, so nothing is missed.  Within a module a name means
   the definition there; otherwise, the visible definition of another module.
   The linker takes one of several weak definitions, so all of them stay.  */

#include "reach.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"

/* Items that were reached but not yet searched.  */
struct pending
{
  struct ptx_item **item;
  size_t count;
  size_t capacity;
};

static void
reach (struct pending *pending, struct ptx_item *item)
{
  if (item->is_needed)
    return;
  item->is_needed = true;
  if (pending->count == pending->capacity)
    {
      pending->capacity = pending->capacity == 0 ? 256 : 2 * pending->capacity;
      pending->item
          = XRESIZEVEC (struct ptx_item *, pending->item, pending->capacity);
    }
  pending->item[pending->count++] = item;
}

/* The definitions of FIRST's name that are visible to other modules.  */
static void
reach_shown (struct pending *pending, struct ptx_item *first)
{
  for (struct ptx_item *i = first; i != NULL; i = i->same_name)
    if (i->is_global && i->kind == PTX_DEFINITION)
      reach (pending, i);
}

static void
reach_name (struct pending *pending, const struct ptx_module *module,
            const char *name, size_t length)
{
  struct ptx_item *first = ptx_find (name, length);
  bool means_something = false;
  bool means_its_own = false;
  for (struct ptx_item *i = first; i != NULL; i = i->same_name)
    if (i->module == module)
      {
        means_something = true;
        means_its_own |= i->kind == PTX_DEFINITION && !i->is_weak;
        reach (pending, i);
      }
  if (means_something && !means_its_own)
    reach_shown (pending, first);
}

/* The compiler refers to symbols that it did not even declare: tables of
   virtual functions, type information, variables in "declare target link" that
   a C++ reference refers to.  No device loads such code.  */
static void
refuse_undeclared (const char *name, size_t length)
{
  if (length < 4 || memcmp (name, "_Z", 2) != 0
      || ptx_find (name, length) != NULL)
    return;
  say_error ("'%.*s' is used in code for the device, but has no device version",
             (int)length, name);
  if (name[2] == 'T')
    say_hint ("this compiler for nvptx has no virtual functions and no type "
              "information");
  else
    say_hint ("this compiler for nvptx lost it; use 'declare target to' "
              "instead of 'declare target link' for a variable");
  fail ("no code for nvptx is made");
}

static void
look_into (struct pending *pending, const struct ptx_item *item)
{
  const char *next = item->start;
  const char *end = item->start + item->length;
  size_t length;
  for (const char *name; (name = ptx_next_name (&next, end, &length)) != NULL;)
    {
      if (item->kind == PTX_DEFINITION)
        refuse_undeclared (name, length);
      reach_name (pending, item->module, name, length);
    }
}

static void
reach_table (struct pending *pending, const struct ptx_table *table)
{
  for (size_t i = 0; i < table->count; i++)
    {
      const struct ptx_mapping *row = &table->row[i];
      reach_name (pending, row->module, row->name, strlen (row->name));
    }
}

static void
reach_roots (struct pending *pending, struct ptx_module *module, bool all)
{
  for (size_t i = 0; i < module->count; i++)
    {
      struct ptx_item *item = &module->items[i];
      if (all || item->is_kernel || item->kind == PTX_OTHER)
        reach (pending, item);
    }
}

void
reach_mark (struct ptx_image *image, bool all)
{
  struct pending pending = { 0 };
  for (size_t i = 0; i < image->count; i++)
    reach_roots (&pending, image->modules[i], all);
  reach_table (&pending, &image->functions);
  reach_table (&pending, &image->variables);
  reach_table (&pending, &image->indirect);
  while (pending.count > 0)
    look_into (&pending, pending.item[--pending.count]);
  free (pending.item);
}
