/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The linker: which definition a name means, where shared variables lie in
   each block's memory, the addresses of functions, initial values.

   PTX ISA, 11.6, "Linking Directives".  Images are built by one thread.  */

#include "ptx/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ptx_image *
ptx_image_create (void)
{
  return calloc (1, sizeof (struct ptx_image));
}

void
ptx_image_destroy (struct ptx_image *image)
{
  for (unsigned i = 0; i < image->count; i++)
    ptx_module_destroy (image->modules[i]);
  free (image->modules);
  free (image->functions);
  free (image->shared);
  free (image);
}

bool
ptx_image_add (struct ptx_image *image, const char *name, const char *text,
               size_t size, struct ptx_error *error)
{
  struct ptx_module *m = calloc (1, sizeof *m);
  char number[32];
  snprintf (number, sizeof number, "module %u", image->count + 1);
  size = strnlen (text, size);
  m->text.name = strdup (name && *name ? name : number);
  m->text.start = strndup (text, size);
  m->text.size = size;
  image->modules
      = realloc (image->modules, (image->count + 1) * sizeof *image->modules);
  image->modules[image->count++] = m;
  ptx_module_read (m, error);
  return !error->message[0];
}

struct ptx_module *
ptx_image_module_of (const struct ptx_image *image, const struct ptx_text *text)
{
  for (unsigned i = 0; i < image->count; i++)
    if (&image->modules[i]->text == text)
      return image->modules[i];
  return NULL;
}

struct ptx_symbol *
ptx_image_find (const struct ptx_image *image, const char *name,
                bool is_function)
{
  for (unsigned i = 0; i < image->count; i++)
    {
      struct ptx_symbol *s
          = ptx_scope_find (&image->modules[i]->scope, name, strlen (name));
      if (s && s->is_defined && s->is_function == is_function)
        return s;
    }
  return NULL;
}

/* The copies in the table of globals chain independently of the modules'
   tables, hence symbols of their own that only refer.  */
static bool
add_global (struct ptx_image *image, struct ptx_symbol *s,
            struct ptx_error *error)
{
  struct ptx_symbol *old
      = ptx_scope_find (&image->globals, s->name, strlen (s->name));
  struct ptx_symbol *definition = s->alias ? s->alias : s;
  if (old && old->linkage != PTX_WEAK && s->linkage != PTX_WEAK)
    {
      ptx_fail_at (error, s->text, s->position,
                   "multiple definition of '%s', first in %s", s->name,
                   old->definition->text->name);
      return false;
    }
  if (old)
    {
      if (old->linkage == PTX_WEAK && s->linkage != PTX_WEAK)
        {
          old->definition = definition;
          old->linkage = s->linkage;
        }
      return true;
    }
  struct ptx_symbol *entry = calloc (1, sizeof *entry);
  entry->name = s->name;
  entry->linkage = s->linkage;
  entry->definition = definition;
  ptx_scope_add (&image->globals, entry);
  return true;
}

static void
destroy_globals (struct ptx_scope *globals)
{
  for (unsigned i = 0; i < PTX_BUCKETS; i++)
    while (globals->bucket[i])
      {
        struct ptx_symbol *next = globals->bucket[i]->next;
        free (globals->bucket[i]);
        globals->bucket[i] = next;
      }
}

static unsigned
find_builtin (const struct ptx_symbol *s)
{
  static const struct
  {
    const char *name;
    unsigned results, parameters;
  } builtins[] = {
    { "", 0, 0 },
#define PTX_BUILTIN(name, results, parameters) { #name, results, parameters },
#include "ptx/builtins.def"
  };
  const struct ptx_function *f = &s->function;
  unsigned i = 1;
  while (i < PTX_BUILTINS && strcmp (builtins[i].name, s->name) != 0)
    i++;
  return s->is_function && i < PTX_BUILTINS && f->results == builtins[i].results
                 && f->parameters == builtins[i].parameters
             ? i
             : PTX_NO_BUILTIN;
}

/* Let the undefined S mean something.  */
static bool
resolve_extern (struct ptx_image *image, struct ptx_symbol *s,
                struct ptx_error *error)
{
  struct ptx_symbol *g
      = ptx_scope_find (&image->globals, s->name, strlen (s->name));
  s->definition = g ? g->definition : s;
  /* Dynamic shared memory: behind the rest, when that is known.  */
  if (!g && !s->is_function && s->variable.space == PTX_SHARED
      && s->variable.size == 0)
    return true;
  if (!g)
    {
      s->function.builtin = find_builtin (s);
      if (s->function.builtin)
        return true;
      /* What is declared and never used does no harm, but ptxas refuses it
         all the same.  */
      ptx_fail_at (error, s->text, s->position, "undefined reference to '%s'",
                   s->name);
      return false;
    }
  if (g->definition->is_function != s->is_function
      || (s->is_function && ptx_signature_differs (s, g->definition)))
    {
      ptx_fail_at (error, s->text, s->position,
                   "prototype of '%s' doesn't match its definition in %s",
                   s->name, g->definition->text->name);
      return false;
    }
  return true;
}

static bool
resolve (struct ptx_image *image, struct ptx_symbol *s, struct ptx_error *error)
{
  if (!s->is_defined)
    return resolve_extern (image, s, error);
  s->definition = s->alias ? s->alias : s;
  if (s->linkage == PTX_WEAK && !s->alias)
    s->definition = ptx_scope_find (&image->globals, s->name, strlen (s->name))
                        ->definition;
  return true;
}

/* Number functions, lay out shared memory.  */
static void
lay_out (struct ptx_image *image, struct ptx_symbol *s)
{
  if (s->definition != s)
    return;
  if (s->is_function)
    {
      unsigned n = image->function_count++;
      if ((n & (n - 1)) == 0)
        image->functions = realloc (
            image->functions, 2 * (n + 1) * sizeof (struct ptx_function *));
      image->functions[n] = &s->function;
      s->function.address = PTX_CODE_BASE + (uint64_t)n * PTX_CODE_STEP;
    }
  else if (s->is_defined && s->variable.space == PTX_SHARED)
    {
      uint64_t mask = s->variable.alignment - 1;
      unsigned n = image->shared_count++;
      if ((n & (n - 1)) == 0)
        image->shared = realloc (image->shared,
                                 2 * (n + 1) * sizeof (struct ptx_symbol *));
      image->shared[n] = s;
      s->variable.address = (image->shared_room + mask) & ~mask;
      image->shared_room = s->variable.address + s->variable.size + PTX_APART;
      image->shared_size
          = ((image->shared_size + mask) & ~mask) + s->variable.size;
    }
}

typedef bool (*visitor) (struct ptx_image *, struct ptx_symbol *,
                         struct ptx_error *);

static bool
collect_global (struct ptx_image *image, struct ptx_symbol *s,
                struct ptx_error *error)
{
  return !s->is_defined || s->linkage == PTX_STATIC
         || add_global (image, s, error);
}

static bool
visit_lay_out (struct ptx_image *image, struct ptx_symbol *s,
               struct ptx_error *error)
{
  (void)error;
  lay_out (image, s);
  return true;
}

static bool
allocate_dynamic (struct ptx_image *image, struct ptx_symbol *s,
                  struct ptx_error *error)
{
  (void)error;
  image->shared_size = (image->shared_size + 15) / 16 * 16;
  image->shared_room = (image->shared_room + 15) / 16 * 16;
  if (!s->is_defined && s->definition == s && !s->is_function)
    s->variable.address = image->shared_room;
  return true;
}

static bool
for_all (struct ptx_image *image, visitor visit, struct ptx_error *error)
{
  for (unsigned i = 0; i < image->count; i++)
    for (unsigned k = 0; k < image->modules[i]->count; k++)
      if (!visit (image, image->modules[i]->symbols[k], error))
        return false;
  return true;
}

bool
ptx_image_link (struct ptx_image *image, struct ptx_error *error)
{
  image->shared_size = image->shared_room = 0;
  image->shared_count = 0;
  image->function_count = 0;
  bool ok = for_all (image, collect_global, error)
            && for_all (image, resolve, error)
            && for_all (image, visit_lay_out, error)
            && for_all (image, allocate_dynamic, error);
  destroy_globals (&image->globals);
  return ok;
}

struct ptx_function *
ptx_image_function_at (const struct ptx_image *image, uint64_t address)
{
  uint64_t n = (address - PTX_CODE_BASE) / PTX_CODE_STEP;
  if (address < PTX_CODE_BASE || address % PTX_CODE_STEP != 0
      || n >= image->function_count)
    return NULL;
  return image->functions[n];
}

/* ------------------------------------------------------- initial values */

/* What an initializer's element is, in PTX's own words: a number, NAME,
   generic(NAME), each with + or - OFFSET.  */
static uint64_t
read_value (struct ptx_image *image, struct ptx_module *m, struct ptx_lexer *l)
{
  uint64_t value = 0;
  if (l->kind == PTX_FLOAT32 || l->kind == PTX_FLOAT64)
    {
      value = l->value;
      ptx_next (l);
      return value;
    }
  if (l->kind != PTX_WORD)
    return (uint64_t)ptx_expect_integer (l);
  bool is_generic = ptx_accept_word (l, "generic");
  if (is_generic)
    ptx_expect (l, '(');
  struct ptx_symbol *s = ptx_scope_find (&m->scope, l->start, l->length);
  (void)image;
  if (!s)
    ptx_fail (l, "unknown name in an initializer");
  else
    {
      ptx_next (l);
      s = s->definition;
      value = s->is_function ? s->function.address : s->variable.address;
    }
  if (is_generic)
    ptx_expect (l, ')');
  if (ptx_accept (l, '+') || ptx_is (l, '-'))
    value += (uint64_t)ptx_expect_integer (l);
  return value;
}

/* A list in braces, or nested ones, or a value; returns the bytes written.  */
static uint64_t
read_values (struct ptx_image *image, struct ptx_module *m, struct ptx_lexer *l,
             const struct ptx_variable *v, unsigned char *memory, uint64_t done)
{
  if (!ptx_accept (l, '{'))
    {
      uint64_t value = read_value (image, m, l);
      unsigned size = ptx_type_size (v->type);
      if (done + size > v->size)
        ptx_fail (l, "more initial values than elements");
      else
        memcpy (memory + done, &value, size);
      return done + size;
    }
  while (l->kind != PTX_END && !ptx_is (l, '}'))
    {
      done = read_values (image, m, l, v, memory, done);
      if (!ptx_is (l, '}'))
        ptx_expect (l, ',');
    }
  ptx_expect (l, '}');
  return done;
}

bool
ptx_initialize (struct ptx_image *image, struct ptx_symbol *s,
                unsigned char *memory, struct ptx_error *error)
{
  memset (memory, 0, s->variable.size);
  if (!s->variable.initializer)
    return true;
  struct ptx_lexer l;
  struct ptx_module *m = ptx_image_module_of (image, s->text);
  ptx_lexer_init (&l, s->text, error, s->variable.initializer);
  read_values (image, m, &l, &s->variable, memory, 0);
  return !error->message[0];
}
