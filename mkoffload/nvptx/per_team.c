/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables that each team needs for itself; see per_team.h.

   GCC's library for nvptx keeps the number of teams of a region, and the
   internal control variables of initial tasks, in global variables.  Each team
   of a kernel writes the number of teams at the start of a teams construct, and
   its number of threads when the kernel begins.  Concurrent kernels with
   different numbers would overwrite each other's: a parallel region would use
   threads that its team does not have.  And a kernel without a teams construct
   would find the number of an earlier one.

   So each variable is moved to shared memory, of which each team has its own.
   The first of a team's threads gives it its initial value when the kernel
   begins.  This is before any thread uses it, since the others first wait for
   that thread.  PTX ISA, section 5.1, "State spaces".  If any code uses it
   other than by the known instructions and declarations, it stays unchanged,
   and the plugin makes kernels with different numbers take turns.  */

#include "per_team.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#define MOST_ELEMENTS 16

struct variable
{
  const char *name;
  const char *type;           /* of its elements */
  unsigned size;              /* bytes of an element */
  unsigned count;             /* elements */
  char *value[MOST_ELEMENTS]; /* of each at first, as in PTX */
};

static struct variable variables[]
    = { { .name = "gomp_num_teams_var", .type = "u32", .size = 4 },
        { .name = "gomp_global_icv", .type = "u64", .size = 8 } };

#define VARIABLES (sizeof (variables) / sizeof (*variables))

/* The state space, as long as the one it is replaced by.  */
#define GLOBAL ".global"
#define SHARED ".shared"

/* ---- Uses.  */

/* The first place in TEXT with the name of V, or NULL.  */
static char *
find_name (const struct variable *v, char *text)
{
  size_t length = strlen (v->name);
  for (char *p = text; (p = strstr (p, v->name)) != NULL; p += length)
    if (p > text && !isalnum ((unsigned char)p[-1])
        && strchr ("_$%", p[-1]) == NULL && !isalnum ((unsigned char)p[length])
        && strchr ("_$", p[length]) == NULL)
      return p;
  return NULL;
}

/* The position of the state space in the statement that has the variable's name
   at P, in TEXT; NULL if the statement is of an unknown form.  */
static char *
find_space (char *text, char *p)
{
  static const struct
  {
    const char *words;
    char before; /* the name */
  } known[] = { { "ld.global.", '[' },
                { "st.global.", '[' },
                { "cvta.global.u64 ", ',' },
                { ".global .align ", ' ' } };
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

/* A copy of ITEM's text with V in shared memory; NULL if that is not
   possible.  */
static char *
move_uses (const struct variable *v, const struct ptx_item *item)
{
  char *text = xstrndup (item->start, item->length);
  for (char *p = text; (p = find_name (v, p)) != NULL; p += strlen (v->name))
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

static void
set_text (struct ptx_item *item, const char *text)
{
  item->start = text;
  item->length = strlen (text);
}

static bool
can_move (struct variable *v, struct ptx_item *item)
{
  char *text = move_uses (v, item);
  free (text);
  return text != NULL;
}

static bool
move (struct variable *v, struct ptx_item *item)
{
  set_text (item, move_uses (v, item));
  return true;
}

/* Call F for each item that uses V, as long as F returns true.  */
static bool
each_use (struct ptx_image *image, struct variable *v,
          bool (*f) (struct variable *, struct ptx_item *))
{
  for (size_t m = 0; m < image->count; m++)
    for (size_t i = 0; i < image->modules[m]->count; i++)
      {
        struct ptx_item *item = &image->modules[m]->items[i];
        if (item->is_needed
            && memmem (item->start, item->length, v->name, strlen (v->name))
                   != NULL
            && !f (v, item))
          return false;
      }
  return true;
}

/* ---- The definition.  */

static struct ptx_item *
find_definition (const struct variable *v)
{
  struct ptx_item *i = ptx_find (v->name, strlen (v->name));
  while (i != NULL && !(i->is_needed && i->kind == PTX_DEFINITION))
    i = i->same_name;
  return i;
}

/* The number at *TEXT, as PTX has it, and step over it; NULL: there is none. */
static char *
take_number (const char **text)
{
  const char *start = *text + strspn (*text, " \n\t{,");
  size_t length = *start == '-' ? 1 : 0;
  length += strspn (start + length, "0123456789");
  *text = start + length;
  return length > 0 && isdigit ((unsigned char)start[length - 1])
             ? xstrndup (start, length)
             : NULL;
}

/* Read the number of V's elements and their values from its definition TEXT.
   Elements without a value are 0.  False: it has another form.  */
static bool
read_definition (struct variable *v, const char *text)
{
  char *beginning = concat (" .", v->type, " ", v->name, "[", NULL);
  const char *p = strstr (text, beginning);
  unsigned long count
      = p == NULL ? 0 : strtoul (p + strlen (beginning), NULL, 10);
  free (beginning);
  if (count == 0 || count > MOST_ELEMENTS)
    return false;
  v->count = (unsigned)count;
  p = strchr (p, '=');
  for (unsigned k = 0; k < v->count; k++)
    {
      v->value[k]
          = p == NULL ? xstrdup ("0") : (p += *p == '=', take_number (&p));
      if (v->value[k] == NULL)
        return false;
    }
  return p == NULL || strspn (p, " \n\t};") == strlen (p);
}

/* In shared memory a variable has no value at first.  */
static void
drop_value (struct ptx_item *definition)
{
  char *text = xstrndup (definition->start, definition->length);
  char *value = strchr (text, '=');
  if (value != NULL)
    strcpy (value, ";");
  set_text (definition, text);
}

/* ---- Kernels.  */

/* The declaration of V.  */
static char *
declaration (const struct variable *v)
{
  return xasprintf (".extern .shared .align %u .%s %s[%u];\n", v->size, v->type,
                    v->name, v->count);
}

/* Statements by which the first thread of a team gives V its values.  */
static char *
assignments (const struct variable *v)
{
  char *text = xstrdup ("\n{\n.reg .u32 %offgomp_thread;\n"
                        ".reg .pred %offgomp_first;\n"
                        "mov.u32 %offgomp_thread,%tid.y;\n"
                        "setp.eq.u32 %offgomp_first,%offgomp_thread,0;\n");
  for (unsigned k = 0; k < v->count; k++)
    {
      char *place = k == 0 ? xstrdup (v->name)
                           : xasprintf ("%s+%u", v->name, k * v->size);
      char *longer = concat (text, "@ %offgomp_first st.shared.", v->type, " [",
                             place, "],", v->value[k], ";\n", NULL);
      free (place);
      free (text);
      text = longer;
    }
  return reconcat (text, text, "}", NULL);
}

/* Let KERNEL give V its values first, after a declaration unless
   IS_DECLARED.  */
static void
assign_in (const struct variable *v, struct ptx_item *kernel, bool is_declared)
{
  char *text = xstrndup (kernel->start, kernel->length);
  char *body = strchr (text, '{');
  *body = '\0';
  set_text (kernel, concat (is_declared ? "" : declaration (v), text, "{",
                            assignments (v), body + 1, NULL));
}

static void
assign_in_kernels (const struct variable *v, struct ptx_module *module)
{
  bool is_declared = false;
  for (size_t i = 0; i < module->count; i++)
    {
      struct ptx_item *item = &module->items[i];
      is_declared |= item->is_needed && item->name != NULL
                     && strcmp (item->name, v->name) == 0;
      if (!item->is_needed || !item->is_kernel || item->kind != PTX_DEFINITION)
        continue;
      assign_in (v, item, is_declared);
      is_declared = true;
    }
}

void
per_team_separate (struct ptx_image *image)
{
  for (struct variable *v = variables; v < variables + VARIABLES; v++)
    {
      struct ptx_item *definition = find_definition (v);
      if (definition == NULL
          || !read_definition (v,
                               xstrndup (definition->start, definition->length))
          || !each_use (image, v, can_move))
        continue;
      each_use (image, v, move);
      drop_value (definition);
      for (size_t m = 0; m < image->count; m++)
        assign_in_kernels (v, image->modules[m]);
    }
}
