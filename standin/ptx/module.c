/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The declarations of a module: its functions and its variables outside of
   functions.  Bodies and initializers are only found, not read: a program
   carries half a megabyte of run-time library, of which it calls little.

   PTX ISA, chapters 5, "State Spaces, Types, and Variables", and 11,
   "Directives".  Images are built by one thread.  */

#include "ptx/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
  const char *name;
  unsigned size;
} type_table[] = {
#define PTX_TYPE(name, bytes) { #name, bytes },
#include "ptx/types.def"
};

unsigned
ptx_type_size (enum ptx_type type)
{
  return type_table[type].size;
}

const char *
ptx_type_name (enum ptx_type type)
{
  return type_table[type].name;
}

bool
ptx_type_is_signed (enum ptx_type type)
{
  return type >= PTX_s8 && type <= PTX_s64;
}

enum ptx_type
ptx_type_find (const char *name, size_t length)
{
  unsigned type = 0;
  while (type < PTX_TYPES
         && (strlen (type_table[type].name) != length
             || memcmp (type_table[type].name, name, length) != 0))
    type++;
  return type;
}

enum ptx_type
ptx_read_type (struct ptx_lexer *l)
{
  enum ptx_type type = PTX_TYPES;
  if (l->kind == PTX_DIRECTIVE)
    type = ptx_type_find (l->start + 1, l->length - 1);
  if (type == PTX_TYPES)
    {
      ptx_fail (l, "type expected");
      return PTX_b32;
    }
  ptx_next (l);
  return type;
}

static unsigned
hash (const char *name, size_t length)
{
  unsigned h = 5381;
  for (size_t i = 0; i < length; i++)
    h = h * 33 + (unsigned char)name[i];
  return h % PTX_BUCKETS;
}

struct ptx_symbol *
ptx_scope_find (const struct ptx_scope *scope, const char *name, size_t length)
{
  struct ptx_symbol *s = scope->bucket[hash (name, length)];
  while (s && (strlen (s->name) != length || memcmp (s->name, name, length)))
    s = s->next;
  return s;
}

void
ptx_scope_add (struct ptx_scope *scope, struct ptx_symbol *symbol)
{
  unsigned h = hash (symbol->name, strlen (symbol->name));
  symbol->next = scope->bucket[h];
  scope->bucket[h] = symbol;
}

static struct ptx_symbol *
new_symbol (struct ptx_module *m, const struct ptx_lexer *l)
{
  struct ptx_symbol *s = calloc (1, sizeof *s);
  s->name = strndup (l->start, l->length);
  s->text = &m->text;
  s->position = l->start;
  s->function.symbol = s;
  if ((m->count & (m->count - 1)) == 0)
    m->symbols = realloc (m->symbols, 2 * (m->count + 1) * sizeof *m->symbols);
  m->symbols[m->count++] = s;
  ptx_scope_add (&m->scope, s);
  return s;
}

/* The symbol of the name at L, declared now or before.  */
static struct ptx_symbol *
declare (struct ptx_module *m, struct ptx_lexer *l, enum ptx_linkage linkage,
         bool is_function)
{
  static struct ptx_symbol nobody;
  if (l->kind != PTX_WORD)
    {
      ptx_fail (l, "name expected");
      return &nobody;
    }
  struct ptx_symbol *s = ptx_scope_find (&m->scope, l->start, l->length);
  if (!s)
    {
      s = new_symbol (m, l);
      s->linkage = linkage;
      s->is_function = is_function;
    }
  else if (s->is_function != is_function)
    ptx_fail (l, "declared before as something else");
  else if (linkage != PTX_EXTERN)
    s->linkage = linkage;
  ptx_next (l);
  return s;
}

static bool
accept_alignment (struct ptx_lexer *l, unsigned *alignment)
{
  if (!ptx_accept_word (l, ".align"))
    return false;
  *alignment = (unsigned)ptx_expect_integer (l);
  if (*alignment == 0 || (*alignment & (*alignment - 1)))
    ptx_fail (l, "alignment is no power of two");
  return true;
}

/* ------------------------------------------------------------ functions */

/* More than a device has; times the size of an element it is a number yet.  */
#define MAX_EXTENT (UINT64_C (1) << 48)

/* The extents in brackets, multiplied; 0 for [].  */
static uint64_t
read_extents (struct ptx_lexer *l)
{
  uint64_t count = 1;
  while (ptx_accept (l, '['))
    {
      if (ptx_is (l, ']'))
        count = 0;
      else
        {
          uint64_t n = (uint64_t)ptx_expect_integer (l);
          if (__builtin_mul_overflow (count, n, &count) || count > MAX_EXTENT)
            ptx_fail (l, "an array of so many elements");
        }
      ptx_expect (l, ']');
    }
  return count;
}

void
ptx_read_parameter_extent (struct ptx_lexer *l, struct ptx_parameter *p,
                           unsigned alignment)
{
  unsigned size = ptx_type_size (p->type);
  p->extent = (struct ptx_extent){ alignment ? alignment : size, 0 };
  if (!ptx_is (l, '['))
    return;
  uint64_t bytes = size * read_extents (l);
  if (!bytes || bytes > PTX_MAX_PARAMETER_SIZE)
    ptx_fail (l, "a parameter of this size is not supported");
  p->extent.array_size = (unsigned)bytes;
}

void
ptx_read_parameter (struct ptx_lexer *l, struct ptx_parameter *p)
{
  unsigned alignment = 0, of_target;
  if (!ptx_accept_word (l, ".param") && !ptx_accept_word (l, ".reg"))
    ptx_fail (l, "parameter expected");
  accept_alignment (l, &alignment);
  p->type = ptx_read_type (l);
  if (ptx_accept_word (l, ".ptr"))
    while (l->kind == PTX_DIRECTIVE)
      if (!accept_alignment (l, &of_target))
        ptx_next (l);
  p->name = l->start;
  p->length = l->length;
  if (l->kind == PTX_WORD)
    ptx_next (l);
  else
    ptx_fail (l, "name of a parameter expected");
  ptx_read_parameter_extent (l, p, alignment);
}

/* ( .param .u64 a, ... ): how many; what they are from the FIRST of F on.  */
static unsigned
read_parameters (struct ptx_lexer *l, struct ptx_function *f, unsigned first,
                 unsigned room)
{
  unsigned count = 0;
  ptx_expect (l, '(');
  while (l->kind != PTX_END && !ptx_is (l, ')'))
    {
      struct ptx_parameter p;
      if (count == room)
        {
          ptx_fail (l, "too many parameters");
          break;
        }
      ptx_read_parameter (l, &p);
      f->type[first + count] = p.type;
      f->extent[first + count++] = p.extent;
      if (!ptx_is (l, ')'))
        ptx_expect (l, ',');
    }
  ptx_expect (l, ')');
  return count;
}

static bool
signature_differs (const struct ptx_function *a, const struct ptx_function *b)
{
  unsigned n = a->results + a->parameters;
  if (a->results != b->results || a->parameters != b->parameters
      || memcmp (a->type, b->type, n * sizeof a->type[0]) != 0)
    return true;
  while (n-- > 0)
    if (a->extent[n].array_size != b->extent[n].array_size)
      return true;
  return false;
}

bool
ptx_signature_differs (const struct ptx_symbol *a, const struct ptx_symbol *b)
{
  return signature_differs (&a->function, &b->function);
}

static void read_own_variables (struct ptx_module *, const struct ptx_lexer *,
                                const char *body);

/* .maxntid 32, 1, 1 and what else may stand before the body.  The threads of a
   block are at most the product of the numbers.  */
static void
read_performance_directives (struct ptx_lexer *l, struct ptx_function *f)
{
  while (l->kind == PTX_DIRECTIVE)
    {
      bool counts = ptx_is_word (l, ".maxntid") || ptx_is_word (l, ".reqntid");
      uint64_t product = 1;
      ptx_next (l);
      for (; l->kind == PTX_INTEGER || ptx_is (l, ','); ptx_next (l))
        if (l->kind == PTX_INTEGER && product <= UINT32_MAX)
          product *= l->value & UINT32_MAX;
      if (counts)
        f->threads_max = product > UINT32_MAX ? 0 : (unsigned)product;
    }
}

static void
read_function (struct ptx_module *m, struct ptx_lexer *l,
               enum ptx_linkage linkage, bool is_entry)
{
  struct ptx_function f = { .is_entry = is_entry, .header = l->start };
  if (ptx_is (l, '('))
    f.results = read_parameters (l, &f, 0, 1);
  struct ptx_symbol *s = declare (m, l, linkage, true);
  if (ptx_is (l, '('))
    f.parameters
        = read_parameters (l, &f, f.results, PTX_MAX_PARAMETERS - f.results);
  read_performance_directives (l, &f);
  f.symbol = s;
  bool was_declared = s->function.header != NULL;
  if (was_declared && signature_differs (&f, &s->function))
    ptx_fail (l, "declared before with other parameters");
  if (!ptx_is (l, '{'))
    {
      if (!was_declared)
        s->function = f;
      ptx_expect (l, ';');
      return;
    }
  if (s->is_defined)
    ptx_fail (l, "defined twice");
  s->is_defined = true;
  s->position = f.header;
  f.body = l->next;
  s->function = f;
  ptx_next (l);
  ptx_skip_block (l);
  if (l->kind != PTX_END || !l->error->message[0])
    read_own_variables (m, l, f.body);
}

/* ------------------------------------------------------------ variables */

/* Leave the lexer behind an initializer.  */
static void
skip_initializer (struct ptx_lexer *l)
{
  if (ptx_accept (l, '{'))
    ptx_skip_block (l);
  else
    while (l->kind != PTX_END && !ptx_is (l, ',') && !ptx_is (l, ';'))
      ptx_next (l);
}

/* How many values there are between START and END, in braces.  */
static uint64_t
count_values (const char *start, const char *end)
{
  uint64_t count = 1;
  while ((start = memchr (start, ',', (size_t)(end - start))) != NULL)
    {
      count++;
      start++;
    }
  return count;
}

/* What follows the name of a variable, V->size being an element's: [2] = {1,2},
   of which the number may be missing.  */
static void
read_size_and_value (struct ptx_lexer *l, struct ptx_variable *v)
{
  uint64_t count = read_extents (l);
  if (ptx_accept (l, '='))
    {
      v->initializer = l->start;
      skip_initializer (l);
      if (!count)
        count = count_values (v->initializer, l->start);
    }
  v->size *= count;
}

static void
read_variable (struct ptx_module *m, struct ptx_lexer *l,
               enum ptx_linkage linkage, struct ptx_variable v)
{
  const char *position = l->start;
  struct ptx_symbol *s = declare (m, l, linkage, false);
  read_size_and_value (l, &v);
  if (linkage == PTX_EXTERN && s->variable.size)
    return;
  if (s->is_defined)
    ptx_fail (l, "defined twice");
  s->variable = v;
  s->position = position;
  s->is_defined = linkage != PTX_EXTERN;
}

void
ptx_read_variable_type (struct ptx_lexer *l, struct ptx_variable *v)
{
  v->alignment = 0;
  bool is_aligned = accept_alignment (l, &v->alignment);
  unsigned elements = ptx_accept_word (l, ".v2")   ? 2
                      : ptx_accept_word (l, ".v4") ? 4
                                                   : 1;
  v->type = ptx_read_type (l);
  v->size = (uint64_t)elements * ptx_type_size (v->type);
  if (!is_aligned)
    v->alignment = (unsigned)v->size;
}

static void
read_variables (struct ptx_module *m, struct ptx_lexer *l,
                enum ptx_linkage linkage, enum ptx_space space)
{
  struct ptx_variable v = { .space = space };
  ptx_read_variable_type (l, &v);
  do
    read_variable (m, l, linkage, v);
  while (ptx_accept (l, ','));
  ptx_expect (l, ';');
}

/* Where a function declares a variable that lives as long as the module, at or
   behind P and before END; NULL: nowhere.  */
static const char *
find_own_variable (const char *p, const char *end)
{
  static const char *const spaces[] = { ".shared", ".global", ".const" };
  for (; (p = memchr (p, '.', (size_t)(end - p))) != NULL; p++)
    for (unsigned n = 0; n < 3; n++)
      {
        size_t length = strlen (spaces[n]);
        if ((size_t)(end - p) > length && strchr (" \t\r\n;{}:/", p[-1])
            && strncmp (p, spaces[n], length) == 0
            && strchr (" \t\r\n", p[length]))
          return p;
      }
  return NULL;
}

/* What a symbol of a function's own is called: its name stands at POSITION.  */
static size_t
own_name (const struct ptx_text *text, const char *position, char *name,
          size_t room)
{
  return (size_t)snprintf (name, room, "variable@%zu",
                           (size_t)(position - text->start));
}

struct ptx_symbol *
ptx_own_variable (const struct ptx_module *m, const char *position)
{
  char name[32];
  size_t length = own_name (&m->text, position, name, sizeof name);
  return ptx_scope_find (&m->scope, name, length);
}

static void
read_own_variable (struct ptx_module *m, struct ptx_lexer *l,
                   struct ptx_variable v)
{
  char name[32];
  struct ptx_lexer own = *l;
  own.start = name;
  own.length = own_name (&m->text, l->start, name, sizeof name);
  struct ptx_symbol *s = new_symbol (m, &own);
  s->position = l->start;
  s->is_defined = true;
  ptx_next (l);
  read_size_and_value (l, &v);
  s->variable = v;
}

/* The variables that the function which ends before L declares in its body:
   they need their memory before the function is ever called.  */
static void
read_own_variables (struct ptx_module *m, const struct ptx_lexer *l,
                    const char *body)
{
  const char *end
      = l->kind == PTX_END ? m->text.start + m->text.size : l->start;
  struct ptx_lexer own;
  while ((body = find_own_variable (body, end)) != NULL)
    {
      struct ptx_variable v = { .size = 0 };
      ptx_lexer_init (&own, &m->text, l->error, body);
      ptx_accept_space (&own, &v.space);
      ptx_read_variable_type (&own, &v);
      do
        read_own_variable (m, &own, v);
      while (ptx_accept (&own, ','));
      if (own.start > end)
        ptx_fail (&own, "declaration that ends behind its function");
      if (own.kind == PTX_END)
        return;
      body = own.start;
    }
}

/* -------------------------------------------------------------- modules */

static enum ptx_linkage
accept_linkage (struct ptx_lexer *l)
{
  if (ptx_accept_word (l, ".visible"))
    return PTX_VISIBLE;
  if (ptx_accept_word (l, ".weak") || ptx_accept_word (l, ".common"))
    return PTX_WEAK;
  if (ptx_accept_word (l, ".extern"))
    return PTX_EXTERN;
  return PTX_STATIC;
}

bool
ptx_accept_space (struct ptx_lexer *l, enum ptx_space *space)
{
  static const struct
  {
    const char *name;
    enum ptx_space space;
  } spaces[] = { { ".global", PTX_GLOBAL },
                 { ".const", PTX_CONST },
                 { ".shared", PTX_SHARED } };
  for (unsigned i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
    if (ptx_accept_word (l, spaces[i].name))
      {
        *space = spaces[i].space;
        return true;
      }
  return false;
}

/* Of the names of directives to skip.  */
enum
{
  SKIPPED_VERSION,
  SKIPPED_TARGET = 2,
  FIRST_OF_SEVERAL = 2
};

/* What stands behind `.version' and `.target'.  */
static void
read_header (struct ptx_module *m, const struct ptx_lexer *l, unsigned name)
{
  char *end;
  if (name == SKIPPED_VERSION && l->kind == PTX_FLOAT64)
    {
      m->text.version = 10 * (unsigned)strtoul (l->start, &end, 10);
      m->text.version += (unsigned)strtoul (end + 1, NULL, 10);
    }
  if (name == SKIPPED_TARGET && l->length > 3
      && strncmp (l->start, "sm_", 3) == 0)
    m->text.target = (unsigned)strtoul (l->start + 3, NULL, 10);
}

/* Directives that say nothing more to us, up to the next one: lines need not
   end between them.  */
static bool
skip_directive (struct ptx_module *m, struct ptx_lexer *l)
{
  static const char *const names[]
      = { ".version", ".address_size", ".target", ".file", ".loc", ".pragma" };
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
    if (ptx_is_word (l, names[i]))
      {
        ptx_next (l);
        read_header (m, l, i);
        if (l->kind == PTX_INTEGER || l->kind == PTX_FLOAT64)
          ptx_next (l);
        while (i >= FIRST_OF_SEVERAL && l->kind != PTX_END
               && l->kind != PTX_DIRECTIVE)
          ptx_next (l);
        return true;
      }
  if (!ptx_accept_word (l, ".section"))
    return false;
  ptx_next (l);
  ptx_expect (l, '{');
  ptx_skip_block (l);
  return true;
}

/* .alias name, function; */
static void
read_alias (struct ptx_module *m, struct ptx_lexer *l)
{
  struct ptx_symbol *s = declare (m, l, PTX_EXTERN, true);
  ptx_expect (l, ',');
  struct ptx_symbol *target = declare (m, l, PTX_EXTERN, true);
  if (s->is_defined)
    ptx_fail (l, "'%s' is defined already", s->name);
  s->alias = target;
  s->is_defined = true;
  ptx_expect (l, ';');
}

static void
read_declaration (struct ptx_module *m, struct ptx_lexer *l)
{
  enum ptx_space space;
  if (skip_directive (m, l))
    return;
  if (ptx_accept_word (l, ".alias"))
    {
      read_alias (m, l);
      return;
    }
  enum ptx_linkage linkage = accept_linkage (l);
  if (ptx_accept_word (l, ".func"))
    read_function (m, l, linkage, false);
  else if (ptx_accept_word (l, ".entry"))
    read_function (m, l, linkage, true);
  else if (ptx_accept_space (l, &space))
    read_variables (m, l, linkage, space);
  else
    ptx_fail (l, "unknown declaration");
}

/* Functions that have aliases are defined in the module, before or behind
   them.  */
static void
check_aliases (const struct ptx_module *m, struct ptx_error *error)
{
  for (unsigned n = 0; n < m->count; n++)
    {
      const struct ptx_symbol *s = m->symbols[n];
      if (s->alias && (s->alias->alias || !s->alias->is_defined))
        ptx_fail_at (error, &m->text, s->position,
                     "'%s' is an alias of '%s', which is not defined here",
                     s->name, s->alias->name);
    }
}

void
ptx_module_read (struct ptx_module *m, struct ptx_error *error)
{
  struct ptx_lexer l;
  ptx_lexer_init (&l, &m->text, error, m->text.start);
  if (!ptx_is_word (&l, ".version"))
    ptx_fail (&l, "no PTX: .version expected");
  while (l.kind != PTX_END)
    read_declaration (m, &l);
  check_aliases (m, error);
}

void
ptx_module_destroy (struct ptx_module *m)
{
  for (unsigned i = 0; i < m->count; i++)
    {
      ptx_code_destroy (atomic_load_explicit (&m->symbols[i]->function.code,
                                              memory_order_relaxed));
      free (m->symbols[i]->name);
      free (m->symbols[i]);
    }
  free (m->symbols);
  free (m->text.name);
  free (m->text.start);
  free (m);
}
