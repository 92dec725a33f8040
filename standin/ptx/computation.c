/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Instructions that the tables of forms have, and their modifiers, which are
   instructions of their own here: .ftz makes subnormal operands and results
   zeros, .sat brings a result between 0 and 1, and a comparison may be joined
   with a predicate.  Owns nothing; any thread.

   PTX ISA 9.7.3 to 9.7.6.  */

#include "ptx/decoder.h"

#include <string.h>

#define LONGEST 64 /* of mnemonics */

struct operands
{
  unsigned d, e, field[3];
  uint32_t extra;
};

/* What an instruction has besides its form.  */
struct modifiers
{
  bool is_flushed;
  bool is_saturated;
  const char *join; /* and, or, xor; NULL: none */
  char form[LONGEST];
};

/* p or p|q */
static void
read_predicate_results (struct decoder *d, unsigned *p, unsigned *q)
{
  *p = read_result (d);
  if (ptx_accept (&d->l, '|'))
    *q = read_result (d);
}

static void
read_operand_as (struct decoder *d, char letter, enum ptx_type type,
                 struct operands *o)
{
  switch (letter)
    {
    case 'd':
      o->d = read_result (d);
      if (ptx_accept (&d->l, '|'))
        o->extra = SIM_EXTRA_REGISTER | read_result (d);
      break;
    case 'D':
      read_predicate_results (d, &o->d, &o->e);
      break;
    case 'a':
    case 'b':
    case 'c':
      o->field[letter - 'a'] = read_operand (d, type);
      break;
    case 'A':
    case 'B':
    case 'C':
      o->field[letter - 'A'] = read_operand (d, PTX_b32);
      break;
    case 'w':
      o->field[2] = read_operand (d, PTX_b64);
      break;
    case 'e':
      o->e = read_operand (d, PTX_b32);
      break;
    case 'P':
      o->field[2] = read_predicate (d);
      break;
    default:
      o->field[letter - 'Q'] = read_predicate (d);
    }
}

static struct operands
read_operands (struct decoder *d, const struct sim_form *f, enum ptx_type type)
{
  unsigned none = new_constant (d, 0);
  struct operands o = { .d = TRUE_PREDICATE, .e = TRUE_PREDICATE };
  o.field[0] = o.field[1] = o.field[2] = none;
  ptx_next (&d->l);
  for (const char *letter = f->operands; *letter; letter++)
    {
      if (*letter == '?' || (letter[1] == '?' && ptx_is (&d->l, ';')))
        continue;
      if (letter != f->operands)
        ptx_expect (&d->l, ',');
      read_operand_as (d, *letter, type, &o);
    }
  return o;
}

static void
emit_operands (struct decoder *d, const struct sim_form *f,
               const struct operands *o)
{
  struct sim_ins *i = emit (d, f->run);
  i->d = (uint16_t)o->d;
  i->e = (uint16_t)o->e;
  i->a = (uint16_t)o->field[0];
  i->b = (uint16_t)o->field[1];
  i->c = (uint16_t)o->field[2];
  i->extra = f->extra | o->extra;
}

/* -------------------------------------------------------------- modifiers */

/* Whether part K of an instruction with the first part NAME is a modifier.  */
static bool
is_modifier (const struct parts *p, unsigned k, struct modifiers *m)
{
  static const char *const joins[] = { "and", "or", "xor" };
  static const char *const saturated[]
      = { "add", "sub", "mul", "mad", "fma", "cvt" };
  if (parts_is (p, k, "ftz"))
    return m->is_flushed = true;
  for (unsigned n = 0; n < sizeof saturated / sizeof saturated[0]; n++)
    if (parts_is (p, 0, saturated[n]) && parts_is (p, k, "sat"))
      return m->is_saturated = true;
  for (unsigned n = 0; n < sizeof joins / sizeof joins[0]; n++)
    if (parts_is (p, 0, "setp") && parts_is (p, k, joins[n]))
      {
        m->join = joins[n];
        return true;
      }
  return false;
}

/* The type of what the instruction gives: the one before the last part in
   conversions.  */
static enum ptx_type
result_type (const struct parts *p)
{
  struct parts q = *p;
  q.count -= parts_is (p, 0, "cvt") || parts_is (p, 0, "set");
  return parts_type (&q);
}

/* The instruction that makes a number of TYPE (KIND: "flush", "saturate")
   what it is to be; NULL: there is none.  Their names are none of PTX.  */
static const char *
change_of (const char *kind, const struct parts *p, enum ptx_type type)
{
  bool is_flush = strcmp (kind, "flush") == 0;
  if (parts_is (p, p->count - 1, "f16x2"))
    return is_flush ? "flush f16x2" : "saturate f16x2";
  switch (type)
    {
    case PTX_f16:
      return is_flush ? "flush f16" : "saturate f16";
    case PTX_f32:
      return is_flush ? "flush f32" : "saturate f32";
    case PTX_f64:
      return !is_flush && parts_is (p, 0, "cvt") ? "saturate f64" : NULL;
    default:
      return NULL;
    }
}

/* Take the modifiers off.  */
static const struct sim_form *
find_modified (const struct parts *p, struct modifiers *m)
{
  size_t used = 0;
  for (unsigned k = 0; k < p->count; k++)
    {
      if (k && is_modifier (p, k, m))
        continue;
      if (used + p->length[k] + 2 > LONGEST)
        return NULL;
      if (used)
        m->form[used++] = '.';
      memcpy (m->form + used, p->start[k], p->length[k]);
      used += p->length[k];
    }
  m->form[used] = '\0';
  bool is_float = change_of ("saturate", p, parts_type (p)) != NULL
                  || change_of ("saturate", p, result_type (p)) != NULL;
  bool is_flushable = change_of ("flush", p, parts_type (p)) != NULL
                      || change_of ("flush", p, result_type (p)) != NULL;
  if ((m->is_flushed && !is_flushable) || (m->is_saturated && !is_float))
    return NULL;
  return sim_form_find (m->form, used);
}

static void
change (struct decoder *d, const char *how, unsigned to, unsigned from)
{
  if (how)
    emit_form (d, how, to, from, TRUE_PREDICATE);
}

static void
flush_operands (struct decoder *d, const struct sim_form *f,
                const struct parts *p, struct operands *o)
{
  const char *how = change_of ("flush", p, parts_type (p));
  for (const char *letter = f->operands; how && *letter; letter++)
    if (*letter >= 'a' && *letter <= 'c')
      {
        unsigned r = new_register (d);
        change (d, how, r, o->field[*letter - 'a']);
        o->field[*letter - 'a'] = r;
      }
}

/* setp.CMP.JOIN p|q,a,b,{!}c: p = CMP JOIN c, q = !CMP JOIN c.  */
static void
emit_joined (struct decoder *d, const struct sim_form *f, const char *join,
             struct operands *o)
{
  const char *both = strcmp (join, "and") == 0  ? "and.pred"
                     : strcmp (join, "or") == 0 ? "or.pred"
                                                : "xor.pred";
  struct operands holds = *o;
  bool has_second = o->e != TRUE_PREDICATE;
  holds.d = new_register (d);
  holds.e = has_second ? new_register (d) : TRUE_PREDICATE;
  ptx_expect (&d->l, ',');
  unsigned c = read_predicate (d);
  emit_operands (d, f, &holds);
  emit_form (d, both, o->d, holds.d, c);
  if (has_second)
    emit_form (d, both, o->e, holds.e, c);
}

static void
decode_modified (struct decoder *d, const struct sim_form *f,
                 const struct parts *p, const struct modifiers *m)
{
  enum ptx_type type = parts_type (p);
  struct operands o = read_operands (d, f, type == PTX_TYPES ? PTX_b32 : type);
  unsigned result = o.d;
  if (m->is_flushed)
    flush_operands (d, f, p, &o);
  if (m->join)
    {
      emit_joined (d, f, m->join, &o);
      return;
    }
  bool is_changed = !strchr (f->operands, 'D');
  const char *flush
      = m->is_flushed ? change_of ("flush", p, result_type (p)) : NULL;
  const char *saturate
      = m->is_saturated ? change_of ("saturate", p, result_type (p)) : NULL;
  if (is_changed && (flush || saturate))
    o.d = new_register (d);
  emit_operands (d, f, &o);
  if (is_changed && (flush || saturate))
    {
      change (d, flush, saturate ? o.d : result, o.d);
      change (d, saturate, result, o.d);
    }
}

bool
decode_computation (struct decoder *d, const struct parts *p)
{
  struct modifiers m = { 0 };
  const struct sim_form *f = sim_form_find (d->l.start, d->l.length);
  if (!f)
    f = find_modified (p, &m);
  if (!f)
    return false;
  decode_modified (d, f, p, &m);
  return true;
}
