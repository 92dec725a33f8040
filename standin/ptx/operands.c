/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Operands: registers, numbers, addresses of variables and functions, vectors
   (PTX ISA, chapter 6).  */

#include "ptx/decoder.h"

#include <stdlib.h>
#include <string.h>

struct sim_ins *
emit (struct decoder *d, sim_handler *run)
{
  GROW (d->ins, d->count, d->room);
  struct sim_ins *i = &d->ins[d->count++];
  memset (i, 0, sizeof *i);
  i->run = run;
  i->d = i->a = i->b = i->c = i->e = (uint16_t)TRUE_PREDICATE;
  i->guard = (uint16_t)d->guard;
  i->flip = d->guard_is_negated ? ~UINT32_C (0) : 0;
  i->position = (uint32_t)(d->position - d->module->text.start);
  return i;
}

struct sim_ins *
emit_form (struct decoder *d, const char *mnemonic, unsigned result, unsigned a,
           unsigned b)
{
  const struct sim_form *f = sim_form_find (mnemonic, strlen (mnemonic));
  struct sim_ins *i = emit (d, f->run);
  i->d = (uint16_t)result;
  i->a = (uint16_t)a;
  i->b = (uint16_t)b;
  return i;
}

unsigned
read_result (struct decoder *d)
{
  unsigned r = 0;
  if (ptx_accept_word (&d->l, "_"))
    return new_register (d);
  const struct name *n = d->l.kind == PTX_WORD ? names_find (d, &r) : NULL;
  if (!n || n->kind == NAME_LOCAL || n->kind == NAME_VARIABLE)
    ptx_fail (&d->l, "register expected");
  ptx_next (&d->l);
  return r;
}

unsigned
read_predicate (struct decoder *d)
{
  if (d->l.kind == PTX_INTEGER || ptx_is (&d->l, '-'))
    return new_constant (d, ptx_expect_integer (&d->l) ? UINT32_MAX : 0);
  bool is_negated = ptx_accept (&d->l, '!');
  unsigned c = read_result (d);
  if (!is_negated)
    return c;
  unsigned r = new_register (d);
  emit_form (d, "not.pred", r, c, TRUE_PREDICATE);
  return r;
}

/* A number as TYPE.  */
static unsigned
read_number (struct decoder *d, enum ptx_type type)
{
  union sim_word word = { .bits = d->l.value };
  bool is_double = d->l.kind == PTX_FLOAT64;
  if (d->l.kind == PTX_INTEGER || ptx_is (&d->l, '-'))
    {
      int64_t value = ptx_expect_integer (&d->l);
      if (type == PTX_f32)
        return new_constant (d, OF_f32 ((float)value));
      if (type == PTX_f64)
        return new_constant (d, OF_f64 ((double)value));
      return new_constant (d, (uint64_t)value);
    }
  ptx_next (&d->l);
  if (is_double && type == PTX_f32)
    return new_constant (d, OF_f32 ((float)word.f64));
  if (!is_double && type == PTX_f64)
    return new_constant (d, OF_f64 ((double)word.f32));
  return new_constant (d, word.bits);
}

/* + 8, + -8, - 8 or nothing.  */
static int64_t
read_offset (struct decoder *d)
{
  if (ptx_accept (&d->l, '+') || ptx_is (&d->l, '-'))
    return ptx_expect_integer (&d->l);
  return 0;
}

/* The address of a local variable, in local space.  */
static unsigned
local_address (struct decoder *d, uint64_t offset)
{
  unsigned r = new_register (d);
  struct sim_ins *i = emit (d, sim_local_address);
  i->d = (uint16_t)r;
  i->value = offset;
  return r;
}

/* A name of the module, or OWN, of the function: its address.  */
static unsigned
read_symbol (struct decoder *d, const struct name *own, enum ptx_space *space)
{
  const struct ptx_symbol *s
      = own ? own->symbol
            : ptx_scope_find (&d->module->scope, d->l.start, d->l.length);
  if (!s)
    {
      ptx_fail (&d->l, "'%.*s' is not declared", (int)d->l.length, d->l.start);
      return TRUE_PREDICATE;
    }
  ptx_next (&d->l);
  s = s->definition;
  *space = s->is_function ? PTX_GENERIC : s->variable.space;
  return new_constant (d, s->is_function ? s->function.address
                                         : s->variable.address);
}

static unsigned
find_special (const struct ptx_lexer *l)
{
  static const char *const names[] = {
#define SPECIAL(name) #name,
#include "exec/special.def"
  };
  if (l->kind != PTX_WORD || *l->start != '%')
    return SIM_SPECIALS;
  for (unsigned s = 0; s < SIM_SPECIALS; s++)
    {
      size_t n = strlen (names[s]);
      if (l->length != n + 1)
        continue;
      bool has_component = n > 2 && names[s][n - 2] == '_'
                           && strchr ("xyz", names[s][n - 1])
                           && l->start[n - 1] == '.';
      if (memcmp (l->start + 1, names[s], n - (has_component ? 2 : 0)) == 0
          && (!has_component || l->start[n] == names[s][n - 1]))
        return s;
    }
  return SIM_SPECIALS;
}

bool
read_special (struct decoder *d, unsigned result)
{
  unsigned special = find_special (&d->l);
  if (special == SIM_SPECIALS)
    return false;
  ptx_next (&d->l);
  struct sim_ins *i = emit (d, sim_special);
  i->d = (uint16_t)result;
  i->extra = special;
  return true;
}

static unsigned
read_word (struct decoder *d)
{
  unsigned r = 0;
  enum ptx_space space;
  const struct name *n = names_find (d, &r);
  if (n && n->kind != NAME_LOCAL && n->kind != NAME_VARIABLE)
    {
      ptx_next (&d->l);
      return r;
    }
  if (!n && *d->l.start == '%')
    {
      r = new_register (d);
      if (read_special (d, r))
        return r;
    }
  if (n && n->kind == NAME_LOCAL)
    {
      uint64_t offset = n->offset;
      ptx_next (&d->l);
      return local_address (d, offset + (uint64_t)read_offset (d));
    }
  r = read_symbol (d, n, &space);
  int64_t offset = read_offset (d);
  if (offset)
    r = new_constant (d, d->constants[r & ~CONSTANT] + (uint64_t)offset);
  return r;
}

unsigned
read_operand (struct decoder *d, enum ptx_type type)
{
  if (d->l.kind == PTX_WORD)
    return read_word (d);
  if (d->l.kind == PTX_INTEGER || d->l.kind == PTX_FLOAT32
      || d->l.kind == PTX_FLOAT64 || ptx_is (&d->l, '-'))
    return read_number (d, type);
  ptx_fail (&d->l, "operand expected");
  return TRUE_PREDICATE;
}

struct address
read_address (struct decoder *d)
{
  struct address a = { .base = TRUE_PREDICATE, .space = PTX_GENERIC };
  unsigned r;
  const struct name *n;
  ptx_expect (&d->l, '[');
  if (d->l.kind != PTX_WORD)
    a.base = new_constant (d, (uint64_t)ptx_expect_integer (&d->l));
  else if ((n = names_find (d, &r)) != NULL && n->kind != NAME_VARIABLE)
    {
      uint64_t offset = n->offset;
      bool is_local = n->kind == NAME_LOCAL;
      a.is_parameter = n->kind == NAME_PARAMETER || n->kind == NAME_PARAMETERS;
      a.space = is_local || n->kind == NAME_ARRAY ? PTX_LOCAL : PTX_GENERIC;
      ptx_next (&d->l);
      a.base = is_local ? local_address (d, offset) : r;
    }
  else
    a.base = read_symbol (d, n, &a.space);
  a.offset = read_offset (d);
  ptx_expect (&d->l, ']');
  return a;
}

void
read_vector (struct decoder *d, enum ptx_type type, unsigned count,
             bool is_result, unsigned *r)
{
  if (ptx_accept (&d->l, '{'))
    {
      for (unsigned k = 0; k < count; k++)
        {
          if (k)
            ptx_expect (&d->l, ',');
          r[k] = is_result ? read_result (d) : read_operand (d, type);
        }
      ptx_expect (&d->l, '}');
      return;
    }
  unsigned first = 0;
  const struct name *n = d->l.kind == PTX_WORD ? names_find (d, &first) : NULL;
  if (!n || n->kind != NAME_REGISTER || n->elements != count)
    ptx_fail (&d->l, "vector of %u elements expected", count);
  ptx_next (&d->l);
  for (unsigned k = 0; k < count; k++)
    r[k] = first + k;
}
