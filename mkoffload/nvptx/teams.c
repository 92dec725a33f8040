/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of teams; see teams.h.

   GCC's library for nvptx keeps the number of teams of a region in a global
   variable.  Each team of a kernel writes it at the start of a teams construct.
   Concurrent kernels with different numbers would overwrite each other's, and a
   kernel without that construct would find the number of an earlier one.

   So the variable is moved to shared memory, of which each team has its own.
   The first of a team's threads clears it when the kernel begins.  This is
   before any thread uses it, since the others first wait for that thread.  PTX
   ISA, section 5.1, "State spaces".  If any code uses it other than by the
   known loads, stores and declarations, it stays unchanged, and the plugin
   makes kernels with different numbers take turns.  */

#include "teams.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#define VARIABLE "gomp_num_teams_var"
#define DECLARATION ".extern .shared .align 4 .u32 " VARIABLE "[1];\n"
#define CLEARING                                                               \
  "\n{\n.reg .u32 %offgomp_thread;\n.reg .pred %offgomp_first;\n"              \
  "mov.u32 %offgomp_thread,%tid.y;\n"                                          \
  "setp.eq.u32 %offgomp_first,%offgomp_thread,0;\n"                            \
  "@ %offgomp_first st.shared.u32 [" VARIABLE "],0;\n}"

/* The state space, as long as the one it is replaced by.  */
#define GLOBAL ".global"
#define SHARED ".shared"

/* The position of the state space in the statement that has the variable's name
   at P, in TEXT; NULL if the statement is of an unknown form.  */
static char *
find_space (char *text, char *p)
{
  static const struct
  {
    const char *words;
    char before; /* the name */
  } known[] = { { "ld.global.u32 ", '[' },
                { "st.global.u32 ", '[' },
                { ".global .align 4 .u32 ", ' ' } };
  char *start = p;
  while (start > text && start[-1] != ';' && start[-1] != '{'
         && start[-1] != '\n')
    start--;
  for (unsigned i = 0; i < sizeof (known) / sizeof (*known); i++)
    {
      size_t length = strlen (known[i].words);
      char *found = memmem (start, (size_t)(p - start), known[i].words, length);
      if (found != NULL && p[-1] == known[i].before)
        return memmem (found, length, GLOBAL, strlen (GLOBAL));
    }
  return NULL;
}

/* A copy of ITEM's text with the variable in shared memory; NULL if that is not
   possible.  */
static char *
move_uses (const struct ptx_item *item)
{
  char *text = xstrndup (item->start, item->length);
  for (char *p = text; (p = strstr (p, VARIABLE)) != NULL;
       p += strlen (VARIABLE))
    {
      char *space = find_space (text, p);
      if (space == NULL)
        {
          free (text);
          return NULL;
        }
      memcpy (space, SHARED, strlen (SHARED));
    }
  return text;
}

static bool
uses_variable (const struct ptx_item *item)
{
  return item->is_needed
         && memmem (item->start, item->length, VARIABLE, strlen (VARIABLE))
                != NULL;
}

static bool
is_defined (void)
{
  const struct ptx_item *i = ptx_find (VARIABLE, strlen (VARIABLE));
  while (i != NULL && !(i->is_needed && i->kind == PTX_DEFINITION))
    i = i->same_name;
  return i != NULL;
}

static void
set_text (struct ptx_item *item, const char *text)
{
  item->start = text;
  item->length = strlen (text);
}

/* Let KERNEL clear the variable first, after a declaration unless
   IS_DECLARED.  */
static void
clear_in (struct ptx_item *kernel, bool is_declared)
{
  char *text = xstrndup (kernel->start, kernel->length);
  char *body = strchr (text, '{');
  *body = '\0';
  set_text (kernel, concat (is_declared ? "" : DECLARATION, text, "{", CLEARING,
                            body + 1, NULL));
}

static void
clear_in_kernels (struct ptx_module *module)
{
  bool is_declared = false;
  for (size_t i = 0; i < module->count; i++)
    {
      struct ptx_item *item = &module->items[i];
      is_declared |= item->is_needed && item->name != NULL
                     && strcmp (item->name, VARIABLE) == 0;
      if (!item->is_needed || !item->is_kernel || item->kind != PTX_DEFINITION)
        continue;
      clear_in (item, is_declared);
      is_declared = true;
    }
}

/* Call F for each item that uses the variable, as long as F returns true.  */
static bool
each_use (struct ptx_image *image, bool (*f) (struct ptx_item *))
{
  for (size_t m = 0; m < image->count; m++)
    for (size_t i = 0; i < image->modules[m]->count; i++)
      if (uses_variable (&image->modules[m]->items[i])
          && !f (&image->modules[m]->items[i]))
        return false;
  return true;
}

static bool
can_move (struct ptx_item *item)
{
  char *text = move_uses (item);
  free (text);
  return text != NULL;
}

static bool
move (struct ptx_item *item)
{
  set_text (item, move_uses (item));
  return true;
}

void
teams_separate (struct ptx_image *image)
{
  if (!is_defined () || !each_use (image, can_move))
    return;
  each_use (image, move);
  for (size_t m = 0; m < image->count; m++)
    clear_in_kernels (image->modules[m]);
}
