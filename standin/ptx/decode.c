/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From the text of a function's body to instructions for the executor, when it
   is first called.  Any thread; the lock lets one decode at a time.  */

#include "ptx/decoder.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------- declarations */

static void
declare_register (struct decoder *d, enum ptx_type type, unsigned elements)
{
  const char *start = d->l.start;
  size_t length = d->l.length;
  if (d->l.kind != PTX_WORD)
    {
      ptx_fail (&d->l, "name of a register expected");
      return;
    }
  ptx_next (&d->l);
  enum name_kind kind = NAME_REGISTER;
  if (ptx_accept (&d->l, '<'))
    {
      kind = NAME_RANGE;
      elements = (unsigned)ptx_expect_integer (&d->l);
      ptx_expect (&d->l, '>');
    }
  struct name *n = names_add (d, start, length, kind, type);
  n->elements = elements;
  n->first = new_registers (d, elements);
}

/* .reg .v2 .u32 %a, %b; */
static void
declare_registers (struct decoder *d)
{
  unsigned elements = ptx_accept_word (&d->l, ".v2")   ? 2
                      : ptx_accept_word (&d->l, ".v4") ? 4
                                                       : 1;
  enum ptx_type type = ptx_read_type (&d->l);
  do
    declare_register (d, type, elements);
  while (ptx_accept (&d->l, ','));
}

/* Where in the frame's local memory SIZE bytes are.  */
static uint64_t
reserve (struct decoder *d, unsigned alignment, uint64_t size)
{
  uint64_t mask = alignment - 1, offset = (d->local_size + mask) & ~mask;
  if (size > SIM_LOCAL_SIZE || offset > SIM_LOCAL_SIZE)
    {
      ptx_fail (&d->l, "too much local memory");
      return 0;
    }
  GROW (d->locals, d->local_count, d->local_room);
  d->locals[d->local_count++]
      = (struct ptx_local){ (uint32_t)offset, (uint32_t)size };
  d->local_size = offset + size + PTX_APART;
  return offset;
}

static void
add_local (struct decoder *d, const char *start, size_t length,
           enum ptx_type type, unsigned alignment, uint64_t size)
{
  struct name *n = names_add (d, start, length, NAME_LOCAL, type);
  n->offset = reserve (d, alignment, size);
}

/* .param .u64 %out_arg1; .param .align 8 .b8 %out_arg2[24];  */
static void
declare_parameter (struct decoder *d)
{
  struct ptx_parameter p;
  unsigned alignment = 0;
  if (ptx_accept_word (&d->l, ".align"))
    alignment = (unsigned)ptx_expect_integer (&d->l);
  p.type = ptx_read_type (&d->l);
  do
    {
      p.name = d->l.start;
      p.length = d->l.length;
      if (d->l.kind != PTX_WORD)
        ptx_fail (&d->l, "name of a parameter expected");
      ptx_next (&d->l);
      if (ptx_accept (&d->l, '<'))
        {
          struct name *n
              = names_add (d, p.name, p.length, NAME_PARAMETERS, p.type);
          n->elements = (unsigned)ptx_expect_integer (&d->l);
          n->first = new_registers (d, n->elements);
          ptx_expect (&d->l, '>');
          continue;
        }
      ptx_read_parameter_extent (&d->l, &p, alignment);
      if (p.extent.array_size)
        add_local (d, p.name, p.length, p.type, p.extent.alignment,
                   p.extent.array_size);
      else
        names_add (d, p.name, p.length, NAME_PARAMETER, p.type)->first
            = new_register (d);
    }
  while (ptx_accept (&d->l, ','));
}

/* .local .align 8 .b8 %simtstack_ar[136]; */
static void
declare_local (struct decoder *d)
{
  struct ptx_variable v;
  ptx_read_variable_type (&d->l, &v);
  const char *start = d->l.start;
  size_t length = d->l.length;
  ptx_next (&d->l);
  while (ptx_accept (&d->l, '['))
    {
      uint64_t n = (uint64_t)ptx_expect_integer (&d->l);
      if (__builtin_mul_overflow (v.size, n, &v.size))
        ptx_fail (&d->l, "too much local memory");
      ptx_expect (&d->l, ']');
    }
  add_local (d, start, length, v.type, v.alignment, v.size);
}

/* .shared .align 4 .u32 %sum[32]; it has its memory since the linking.  */
static void
declare_own_variable (struct decoder *d)
{
  struct ptx_variable v;
  ptx_read_variable_type (&d->l, &v);
  do
    {
      struct ptx_symbol *s = ptx_own_variable (d->module, d->l.start);
      struct name *n
          = names_add (d, d->l.start, d->l.length, NAME_VARIABLE, v.type);
      n->symbol = s;
      if (!s)
        ptx_fail (&d->l, "name of a variable expected");
      while (d->l.kind != PTX_END && !ptx_is (&d->l, ',')
             && !ptx_is (&d->l, ';') && !ptx_is (&d->l, '{'))
        ptx_next (&d->l);
      if (ptx_accept (&d->l, '{'))
        ptx_skip_block (&d->l);
    }
  while (ptx_accept (&d->l, ','));
}

static void
read_directive (struct decoder *d)
{
  if (ptx_is_word (&d->l, ".loc") || ptx_is_word (&d->l, ".file"))
    {
      d->l.next += strcspn (d->l.next, "\n");
      ptx_next (&d->l);
      return;
    }
  enum ptx_space space;
  if (ptx_accept_word (&d->l, ".reg"))
    declare_registers (d);
  else if (ptx_accept_space (&d->l, &space))
    declare_own_variable (d);
  else if (ptx_accept_word (&d->l, ".param"))
    declare_parameter (d);
  else if (ptx_accept_word (&d->l, ".local"))
    declare_local (d);
  else if (ptx_is_word (&d->l, ".callprototype")
           || ptx_is_word (&d->l, ".pragma"))
    while (d->l.kind != PTX_END && !ptx_is (&d->l, ';'))
      ptx_next (&d->l);
  else
    ptx_fail (&d->l, "directive is not supported in a function");
  ptx_expect (&d->l, ';');
}

/* ----------------------------------------------------------- statements */

static bool
accept_label (struct decoder *d)
{
  const char *p = d->l.next;
  while (*p == ' ' || *p == '\t')
    p++;
  if (d->l.kind != PTX_WORD || *p != ':')
    return false;
  struct label *label = label_find (d, d->l.start, d->l.length);
  if (label->index != UINT_MAX)
    ptx_fail (&d->l, "label is defined twice");
  label->index = d->count;
  ptx_next (&d->l);
  ptx_expect (&d->l, ':');
  return true;
}

/* @ !%p */
static void
read_guard (struct decoder *d)
{
  d->guard = TRUE_PREDICATE;
  d->guard_is_negated = false;
  if (!ptx_accept (&d->l, '@'))
    return;
  d->guard_is_negated = ptx_accept (&d->l, '!');
  d->guard = read_result (d);
}

static void
read_statement (struct decoder *d)
{
  if (ptx_accept (&d->l, '{'))
    names_enter (d);
  else if (ptx_is (&d->l, '}'))
    {
      names_leave (d);
      if (d->depth)
        ptx_next (&d->l);
    }
  else if (ptx_accept (&d->l, ';') || accept_label (d))
    return;
  else if (d->l.kind == PTX_DIRECTIVE)
    read_directive (d);
  else
    {
      read_guard (d);
      if (d->l.kind == PTX_WORD)
        decode_instruction (d);
      else
        ptx_fail (&d->l, "instruction expected");
    }
}

/* A kernel's parameter N is in its own frame, since nobody calls it; returns
   where.  */
static uint32_t
move_to_frame (struct decoder *d, struct name *n, const struct ptx_parameter *p)
{
  n->kind = NAME_LOCAL;
  n->offset = reserve (d, p->extent.alignment, p->extent.array_size);
  return (uint32_t)n->offset;
}

/* The parameters have a register each.  */
static void
read_header (struct decoder *d)
{
  const struct ptx_function *f = d->function;
  unsigned seen = 0;
  while (d->l.kind != PTX_END && seen < f->results + f->parameters)
    {
      if (!ptx_is_word (&d->l, ".param") && !ptx_is_word (&d->l, ".reg"))
        {
          ptx_next (&d->l);
          continue;
        }
      struct ptx_parameter p;
      bool is_register = ptx_is_word (&d->l, ".reg");
      ptx_read_parameter (&d->l, &p);
      /* Of an array the register has its address in local memory.  */
      struct name *n = names_add (d, p.name, p.length,
                                  is_register           ? NAME_REGISTER
                                  : p.extent.array_size ? NAME_ARRAY
                                                        : NAME_PARAMETER,
                                  p.type);
      n->first = new_register (d);
      if (seen < f->results)
        d->result = n->first;
      else
        d->parameter[seen - f->results] = n->first;
      if (f->is_entry && n->kind == NAME_ARRAY)
        d->array[seen - f->results] = move_to_frame (d, n, &p);
      seen++;
    }
}

static void
read_body (struct decoder *d)
{
  ptx_lexer_init (&d->l, &d->module->text, d->l.error, d->function->header);
  names_enter (d);
  read_header (d);
  ptx_lexer_init (&d->l, &d->module->text, d->l.error, d->function->body);
  while (d->l.kind != PTX_END && d->depth)
    read_statement (d);
  d->guard = TRUE_PREDICATE;
  d->guard_is_negated = false;
  d->position = d->l.start;
  emit (d, sim_end_of_code);
}

/* --------------------------------------------------------------- results */

static uint16_t
final_number (const struct decoder *d, unsigned r)
{
  return (uint16_t)(r & CONSTANT ? r & ~CONSTANT : r + d->constant_count);
}

static void
number_finally (const struct decoder *d, struct sim_ins *i)
{
  i->d = final_number (d, i->d);
  i->a = final_number (d, i->a);
  i->b = final_number (d, i->b);
  i->c = final_number (d, i->c);
  i->e = final_number (d, i->e);
  i->guard = final_number (d, i->guard);
  if (i->extra & SIM_EXTRA_REGISTER)
    i->extra = SIM_EXTRA_REGISTER | final_number (d, i->extra & 0xffff);
}

static void
resolve_branch (struct decoder *d, struct sim_ins *i)
{
  const struct label *label = &d->labels[i->value];
  if (label->index == UINT_MAX)
    ptx_fail_at (d->l.error, &d->module->text, label->start,
                 "label %.*s is not defined", (int)label->length, label->start);
  else
    i->target = d->ins + label->index;
}

static void
finish_instructions (struct decoder *d)
{
  for (unsigned k = 0; k < d->count; k++)
    {
      struct sim_ins *i = &d->ins[k];
      number_finally (d, i);
      if (i->run == sim_branch)
        resolve_branch (d, i);
    }
  for (unsigned k = 0; k < d->call_count; k++)
    {
      struct sim_call *c = d->calls[k];
      c->result = final_number (d, c->result);
      for (unsigned n = 0; n < c->count; n++)
        c->argument[n] = final_number (d, c->argument[n]);
    }
}

static struct ptx_code *
make_code (const struct decoder *d)
{
  struct ptx_code *code = calloc (1, sizeof *code);
  code->function = d->function;
  code->ins = d->ins;
  code->count = d->count;
  code->registers = d->registers + d->constant_count;
  code->constants = d->constant_count;
  code->constant = d->constants;
  code->local_size = d->local_size;
  code->local = d->locals;
  code->local_count = d->local_count;
  code->result = final_number (d, d->result);
  for (unsigned n = 0; n < d->function->parameters; n++)
    {
      code->parameter[n] = final_number (d, d->parameter[n]);
      code->array[n] = d->array[n];
    }
  code->calls = d->calls;
  code->call_count = d->call_count;
  return code;
}

static void
free_calls (struct sim_call **calls, unsigned count)
{
  for (unsigned k = 0; k < count; k++)
    free (calls[k]);
  free (calls);
}

void
ptx_code_destroy (struct ptx_code *code)
{
  if (!code)
    return;
  free_calls (code->calls, code->call_count);
  free (code->ins);
  free (code->constant);
  free (code->local);
  free (code);
}

static struct ptx_code *
decode (const struct ptx_image *image, struct ptx_function *f,
        struct ptx_error *error)
{
  struct decoder d = { .image = image, .function = f };
  struct ptx_code *code = NULL;
  d.module = ptx_image_module_of (image, f->symbol->text);
  d.l.error = error;
  names_init (&d);
  new_constant (&d, UINT32_MAX); /* the true predicate is the first */
  read_body (&d);
  finish_instructions (&d);
  if (!error->message[0])
    code = make_code (&d);
  else
    {
      free (d.ins);
      free (d.constants);
      free (d.locals);
      free_calls (d.calls, d.call_count);
    }
  free (d.names);
  free (d.labels);
  return code;
}

struct ptx_code *
ptx_decode (const struct ptx_image *image, struct ptx_function *f,
            struct ptx_error *error)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  struct ptx_code *code = atomic_load_explicit (&f->code, memory_order_relaxed);
  if (!code)
    {
      code = decode (image, f, error);
      /* Pairs with the acquire in sim_code.  */
      atomic_store_explicit (&f->code, code, memory_order_release);
    }
  pthread_mutex_unlock (&lock);
  return code;
}
