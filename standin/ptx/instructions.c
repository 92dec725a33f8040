/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Instructions: those with addresses, lists or names; computation.c has the
   others.  */

#include "ptx/decoder.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- mnemonics */

static enum ptx_space
space_of (const struct parts *p)
{
  static const char *const names[] = { [PTX_GLOBAL] = "global",
                                       [PTX_SHARED] = "shared",
                                       [PTX_CONST] = "const",
                                       [PTX_LOCAL] = "local",
                                       [PTX_PARAM] = "param" };
  for (unsigned s = PTX_GLOBAL; s <= PTX_PARAM; s++)
    if (parts_have (p, names[s]))
      return s;
  return PTX_GENERIC;
}

/* Modifiers that do not change what an execution in order does: caching and
   ordering.  */
static bool
is_known_modifier (const struct parts *p, unsigned k)
{
  static const char *const names[]
      = { "volatile", "relaxed", "acquire", "release", "acq_rel",
          "weak",     "sys",     "gpu",     "cta",     "ca",
          "cg",       "cs",      "lu",      "cv",      "wb",
          "wt",       "nc",      "global",  "shared",  "const",
          "local",    "param",   "v2",      "v4",      "sc" };
  for (unsigned n = 0; n < sizeof names / sizeof names[0]; n++)
    if (parts_is (p, k, names[n]))
      return true;
  return false;
}

static unsigned
vector_size (const struct parts *p)
{
  return parts_have (p, "v4") ? 4 : parts_have (p, "v2") ? 2 : 1;
}

static void
copy (struct decoder *d, unsigned to, unsigned from)
{
  struct sim_ins *i = emit (d, sim_copy);
  i->d = (uint16_t)to;
  i->a = (uint16_t)from;
}

/* ------------------------------------------------------------- ld, st, atom */

static bool
check_access (struct decoder *d, const struct parts *p)
{
  enum ptx_type type = parts_type (p);
  if (type >= PTX_pred)
    ptx_fail (&d->l, "instruction is not supported");
  for (unsigned k = 1; k + 1 < p->count; k++)
    if (!is_known_modifier (p, k))
      ptx_fail (&d->l, "modifier .%.*s is not supported", (int)p->length[k],
                p->start[k]);
  return d->l.kind != PTX_END;
}

/* Registers in a row, so that a handler can number them.  */
static unsigned
row_of (struct decoder *d, const unsigned *r, unsigned n)
{
  for (unsigned k = 1; k < n; k++)
    if (r[k] != r[0] + k || r[0] & CONSTANT)
      return new_registers (d, n);
  return r[0];
}

static void
set_address (struct sim_ins *i, const struct address *a)
{
  i->a = (uint16_t)a->base;
  i->offset = a->offset;
}

/* Parameters that are memory are a lane's own.  */
static enum ptx_space
effective_space (const struct parts *p, const struct address *a)
{
  enum ptx_space space = space_of (p);
  if (space == PTX_PARAM)
    return PTX_LOCAL;
  return space == PTX_GENERIC ? a->space : space;
}

static uint32_t
global_only (const struct parts *p)
{
  return space_of (p) == PTX_GLOBAL ? SIM_GLOBAL_ONLY : 0;
}

/* Of a parameter that is a register all is read or written at once.  */
static void
check_parameter (struct decoder *d, unsigned elements, const struct address *a)
{
  if (elements != 1 || a->offset)
    ptx_fail (&d->l, "a part of a parameter that is no array");
}

static void
decode_ld (struct decoder *d, const struct parts *p)
{
  enum ptx_type type = parts_type (p);
  unsigned n = vector_size (p), r[4];
  ptx_next (&d->l);
  if (n == 1)
    r[0] = read_result (d);
  else
    read_vector (d, type, n, true, r);
  ptx_expect (&d->l, ',');
  struct address a = read_address (d);
  if (a.is_parameter)
    {
      check_parameter (d, n, &a);
      copy (d, r[0], a.base);
      return;
    }
  unsigned row = row_of (d, r, n);
  struct sim_ins *i
      = emit (d, sim_load (effective_space (p, &a), ptx_type_size (type)));
  i->d = (uint16_t)row;
  i->extra = n | (ptx_type_is_signed (type) ? SIM_SIGNED : 0) | global_only (p);
  set_address (i, &a);
  for (unsigned k = 0; k < n && row != r[0]; k++)
    copy (d, r[k], row + k);
}

static void
decode_st (struct decoder *d, const struct parts *p)
{
  enum ptx_type type = parts_type (p);
  unsigned n = vector_size (p), r[4];
  ptx_next (&d->l);
  struct address a = read_address (d);
  ptx_expect (&d->l, ',');
  if (n == 1)
    r[0] = read_operand (d, type);
  else
    read_vector (d, type, n, false, r);
  if (a.is_parameter)
    {
      check_parameter (d, n, &a);
      copy (d, a.base, r[0]);
      return;
    }
  unsigned row = row_of (d, r, n);
  for (unsigned k = 0; k < n && row != r[0]; k++)
    copy (d, row + k, r[k]);
  struct sim_ins *i
      = emit (d, sim_store (effective_space (p, &a), ptx_type_size (type)));
  i->d = (uint16_t)row;
  i->extra = n | global_only (p);
  set_address (i, &a);
}

static unsigned
atom_of (const struct parts *p, unsigned *which)
{
  static const char *const names[SIM_ATOMS] = {
    [SIM_ATOM_add] = "add", [SIM_ATOM_and] = "and",   [SIM_ATOM_or] = "or",
    [SIM_ATOM_xor] = "xor", [SIM_ATOM_exch] = "exch", [SIM_ATOM_cas] = "cas",
    [SIM_ATOM_min] = "min", [SIM_ATOM_max] = "max",   [SIM_ATOM_inc] = "inc",
    [SIM_ATOM_dec] = "dec"
  };
  for (unsigned k = 1; k < p->count; k++)
    for (unsigned n = 0; n < SIM_ATOMS; n++)
      if (parts_is (p, k, names[n]))
        {
          *which = k;
          return n;
        }
  return SIM_ATOMS;
}

static bool
check_atom (struct decoder *d, const struct parts *p, unsigned operation,
            unsigned which)
{
  enum ptx_type type = parts_type (p);
  bool is_float = type == PTX_f32 || type == PTX_f64;
  if (operation == SIM_ATOMS || type >= PTX_pred
      || (is_float && operation != SIM_ATOM_add) || ptx_type_size (type) == 1
      || (ptx_type_size (type) == 2 && operation != SIM_ATOM_cas))
    ptx_fail (&d->l, "instruction is not supported");
  for (unsigned k = 1; k + 1 < p->count; k++)
    if (k != which && !is_known_modifier (p, k))
      ptx_fail (&d->l, "modifier .%.*s is not supported", (int)p->length[k],
                p->start[k]);
  return d->l.kind != PTX_END;
}

/* atom.OP.TYPE d,[a],b{,c}; red has no d.  */
static void
decode_atom (struct decoder *d, const struct parts *p)
{
  unsigned which = 0, operation = atom_of (p, &which);
  enum ptx_type type = parts_type (p);
  if (!check_atom (d, p, operation, which))
    return;
  ptx_next (&d->l);
  unsigned result;
  if (parts_is (p, 0, "red"))
    result = new_register (d);
  else
    {
      result = read_result (d);
      ptx_expect (&d->l, ',');
    }
  struct address a = read_address (d);
  ptx_expect (&d->l, ',');
  unsigned b = read_operand (d, type), c = TRUE_PREDICATE;
  if (operation == SIM_ATOM_cas)
    {
      ptx_expect (&d->l, ',');
      c = read_operand (d, type);
    }
  struct sim_ins *i = emit (d, sim_atomic);
  i->d = (uint16_t)result;
  i->b = (uint16_t)b;
  i->c = (uint16_t)c;
  i->extra = operation | (uint32_t)type << 8
             | (effective_space (p, &a) == PTX_SHARED ? SIM_ATOM_SHARED : 0)
             | global_only (p);
  set_address (i, &a);
}

/* --------------------------------------------------------------------- mov */

/* Whether two halves stand here: {a,b}, or a vector register as a whole.  */
static bool
is_pair (struct decoder *d)
{
  unsigned r;
  if (ptx_is (&d->l, '{'))
    return true;
  const struct name *n = d->l.kind == PTX_WORD ? names_find (d, &r) : NULL;
  return n && n->kind == NAME_REGISTER && n->elements == 2
         && !memchr (d->l.start, '.', d->l.length);
}

/* {a,b} = r */
static void
unpack (struct decoder *d, enum ptx_type type)
{
  unsigned r[2];
  read_vector (d, type, 2, true, r);
  ptx_expect (&d->l, ',');
  unsigned a = read_operand (d, type);
  unsigned half = 4 * ptx_type_size (type);
  emit_form (d, half == 32 ? "cvt.u32.u64" : "cvt.u16.u32", r[0], a,
             TRUE_PREDICATE);
  emit_form (d, half == 32 ? "shr.u64" : "shr.u32", r[1], a,
             new_constant (d, half));
}

/* r = {a,b} */
static void
pack (struct decoder *d, enum ptx_type type, unsigned result)
{
  unsigned r[2];
  read_vector (d, type, 2, false, r);
  bool is_wide = ptx_type_size (type) == 8;
  const char *widen = is_wide ? "cvt.u64.u32" : "cvt.u32.u16";
  unsigned low = new_register (d), high = new_register (d);
  emit_form (d, widen, low, r[0], TRUE_PREDICATE);
  emit_form (d, widen, high, r[1], TRUE_PREDICATE);
  emit_form (d, is_wide ? "shl.b64" : "shl.b32", high, high,
             new_constant (d, is_wide ? 32 : 16));
  emit_form (d, is_wide ? "or.b64" : "or.b32", result, low, high);
}

static void
move_vector (struct decoder *d, enum ptx_type type, unsigned n)
{
  unsigned to[4], from[4], space[4];
  read_vector (d, type, n, true, to);
  ptx_expect (&d->l, ',');
  read_vector (d, type, n, false, from);
  for (unsigned k = 0; k < n; k++)
    {
      space[k] = new_register (d);
      copy (d, space[k], from[k]);
    }
  for (unsigned k = 0; k < n; k++)
    copy (d, to[k], space[k]);
}

static bool
is_scalar_parameter (struct decoder *d)
{
  unsigned r;
  const struct name *n = d->l.kind == PTX_WORD ? names_find (d, &r) : NULL;
  return n && n->kind == NAME_PARAMETER;
}

static void
decode_mov (struct decoder *d, const struct parts *p)
{
  enum ptx_type type = parts_type (p);
  unsigned n = vector_size (p);
  if (type >= PTX_pred || p->count != (n > 1 ? 3 : 2))
    ptx_fail (&d->l, "instruction is not supported");
  ptx_next (&d->l);
  if (n > 1)
    {
      move_vector (d, type, n);
      return;
    }
  if (is_pair (d))
    {
      unpack (d, type);
      return;
    }
  unsigned result = read_result (d);
  ptx_expect (&d->l, ',');
  if (read_special (d, result))
    return;
  if (is_pair (d))
    pack (d, type, result);
  else if (is_scalar_parameter (d))
    ptx_fail (&d->l, "the address of a parameter that is no array is not "
                     "supported");
  else
    copy (d, result, read_operand (d, type));
}

/* ----------------------------------------------------------- bra and call */

static void
decode_bra (struct decoder *d)
{
  ptx_next (&d->l);
  if (d->l.kind != PTX_WORD)
    {
      ptx_fail (&d->l, "label expected");
      return;
    }
  struct label *label = label_find (d, d->l.start, d->l.length);
  struct sim_ins *i = emit (d, sim_branch);
  /* Which instruction that is, is put in when all are known.  */
  i->value = (uint64_t)(label - d->labels);
  ptx_next (&d->l);
}

/* ARRAYS gets a bit for each argument that is one.  */
static unsigned
read_arguments (struct decoder *d, uint16_t *argument, unsigned room,
                uint64_t *arrays)
{
  unsigned n = 0, r;
  ptx_expect (&d->l, '(');
  while (d->l.kind != PTX_END && !ptx_is (&d->l, ')'))
    {
      if (n == room)
        ptx_fail (&d->l, "too many arguments");
      else
        {
          const struct name *name
              = d->l.kind == PTX_WORD ? names_find (d, &r) : NULL;
          bool is_array
              = name && (name->kind == NAME_LOCAL || name->kind == NAME_ARRAY);
          *arrays |= (uint64_t)is_array << n;
          argument[n++] = (uint16_t)read_operand (d, PTX_b64);
        }
      if (!ptx_is (&d->l, ')'))
        ptx_expect (&d->l, ',');
    }
  ptx_expect (&d->l, ')');
  return n;
}

static struct sim_call *
new_call (struct decoder *d)
{
  GROW (d->calls, d->call_count, d->call_room);
  struct sim_call *c = calloc (1, sizeof *c);
  c->result = (uint16_t)TRUE_PREDICATE;
  d->calls[d->call_count++] = c;
  return c;
}

/* A register, or the name of a function.  */
static unsigned
read_callee (struct decoder *d, struct sim_call *c)
{
  unsigned r = TRUE_PREDICATE;
  if (d->l.kind == PTX_WORD && names_find (d, &r))
    {
      ptx_next (&d->l);
      return r;
    }
  struct ptx_symbol *s
      = ptx_scope_find (&d->module->scope, d->l.start, d->l.length);
  if (!s || !s->is_function)
    ptx_fail (&d->l, "function expected");
  else
    c->callee = &s->definition->function;
  ptx_next (&d->l);
  return TRUE_PREDICATE;
}

/* call (result),callee,(arguments),prototype */
static void
decode_call (struct decoder *d)
{
  struct sim_call *c = new_call (d);
  ptx_next (&d->l);
  if (ptx_is (&d->l, '('))
    {
      uint64_t arrays = 0;
      c->has_result = read_arguments (d, &c->result, 1, &arrays) == 1;
      c->result_is_array = arrays;
      ptx_expect (&d->l, ',');
    }
  unsigned a = read_callee (d, c);
  if (ptx_accept (&d->l, ','))
    {
      if (ptx_is (&d->l, '('))
        c->count
            = read_arguments (d, c->argument, PTX_MAX_PARAMETERS, &c->arrays);
      else
        ptx_next (&d->l);
    }
  if (ptx_accept (&d->l, ','))
    ptx_next (&d->l);
  struct sim_ins *i = emit (d, sim_call_handler);
  i->a = (uint16_t)a;
  i->call = c;
}

/* A predicate, rather than a number or a register of another type.  */
static bool
is_predicate_next (struct decoder *d)
{
  unsigned r;
  if (d->l.kind != PTX_WORD)
    return ptx_is (&d->l, '!');
  const struct name *n = names_find (d, &r);
  return n && n->type == PTX_pred;
}

/* bar.red.OP d,a{,b},{!}c */
static void
decode_bar_red (struct decoder *d, const struct parts *p)
{
  static const struct
  {
    const char *operation, *type;
    enum sim_bar which;
  } kinds[] = { { "popc", "u32", SIM_BAR_popc },
                { "and", "pred", SIM_BAR_and },
                { "or", "pred", SIM_BAR_or } };
  unsigned k = 0, last = p->count - 1;
  while (k < 3
         && !(parts_is (p, last - 1, kinds[k].operation)
              && parts_is (p, last, kinds[k].type)))
    k++;
  if (k == 3 || p->count > 5 || (p->count == 5 && !parts_have (p, "aligned")))
    ptx_fail (&d->l, "instruction is not supported");
  ptx_next (&d->l);
  unsigned result = read_result (d);
  ptx_expect (&d->l, ',');
  unsigned number = read_operand (d, PTX_b32);
  ptx_expect (&d->l, ',');
  unsigned threads = new_constant (d, 0);
  if (!is_predicate_next (d))
    {
      threads = read_operand (d, PTX_b32);
      ptx_expect (&d->l, ',');
    }
  unsigned c = read_predicate (d);
  struct sim_ins *i = emit (d, sim_barrier);
  i->d = (uint16_t)result;
  i->a = (uint16_t)number;
  i->b = (uint16_t)threads;
  i->c = (uint16_t)c;
  i->extra = kinds[k == 3 ? 0 : k].which;
}

static void
decode_by_name (struct decoder *d, const struct parts *p)
{
  if (parts_is (p, 0, "ld") || parts_is (p, 0, "ldu"))
    {
      if (check_access (d, p))
        decode_ld (d, p);
    }
  else if (parts_is (p, 0, "st"))
    {
      if (check_access (d, p))
        decode_st (d, p);
    }
  else if (parts_is (p, 0, "atom") || parts_is (p, 0, "red"))
    decode_atom (d, p);
  else if (parts_is (p, 0, "mov"))
    decode_mov (d, p);
  else if (parts_is (p, 0, "bra"))
    decode_bra (d);
  else if (parts_is (p, 0, "call"))
    decode_call (d);
  else if (parts_is (p, 1, "red")
           && (parts_is (p, 0, "bar") || parts_is (p, 0, "barrier")))
    decode_bar_red (d, p);
  else
    ptx_fail (&d->l, "instruction is not supported");
}

void
decode_instruction (struct decoder *d)
{
  struct parts p = parts_split (d->l.start, d->l.length);
  d->position = d->l.start;
  /* The forms of mov are only for predicates: it takes names, too.  */
  bool has_form = !parts_is (&p, 0, "mov") || parts_is (&p, 1, "pred");
  if (!has_form || !decode_computation (d, &p))
    decode_by_name (d, &p);
  ptx_expect (&d->l, ';');
}
