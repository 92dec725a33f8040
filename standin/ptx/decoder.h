/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The decoder of one function's body, for the files that are it.  */

#ifndef STANDIN_PTX_DECODER_H
#define STANDIN_PTX_DECODER_H

#include "exec/handler.h"
#include "ptx/module.h"

#define NAME_BUCKETS 512

enum name_kind
{
  NAME_REGISTER,
  NAME_PARAMETER,  /* which is kept in one */
  NAME_ARRAY,      /* a parameter of which a register has the address */
  NAME_RANGE,      /* %r<COUNT> */
  NAME_PARAMETERS, /* the same, of parameters */
  NAME_LOCAL,      /* a local variable, or an array for a call */
  NAME_VARIABLE    /* of the function, but as long as the module */
};

/* A name that is declared in a function.  */
struct name
{
  const char *start;
  size_t length;
  enum name_kind kind;
  enum ptx_type type;
  unsigned first;                  /* its register, the first of them */
  unsigned elements;               /* of a vector, or of a range */
  uint64_t offset;                 /* of a local variable in its frame */
  const struct ptx_symbol *symbol; /* of a variable */
  int next;                        /* in the same bucket */
};

/* A position that branches go to.  */
struct label
{
  const char *start;
  size_t length;
  unsigned index; /* of the instruction; UINT_MAX: not seen yet */
};

/* While a body is decoded, registers have their own numbers and constants are
   NUMBER | CONSTANT: how many there are is known only at its end.  */
#define CONSTANT 0x8000u
#define TRUE_PREDICATE CONSTANT
#define MAX_REGISTERS 0x7000u
#define MAX_CONSTANTS 0x7fffu
#define MAX_DEPTH 64

struct decoder
{
  const struct ptx_image *image;
  struct ptx_function *function;
  struct ptx_module *module;
  struct ptx_lexer l;

  struct name *names;
  unsigned name_count, name_room;
  int bucket[NAME_BUCKETS];
  unsigned scope[MAX_DEPTH]; /* how many names there were before it */
  unsigned depth;

  struct label *labels;
  unsigned label_count, label_room;

  struct sim_ins *ins;
  unsigned count, room;
  uint64_t *constants;
  unsigned constant_count, constant_room;
  unsigned registers;
  uint64_t local_size;
  struct ptx_local *locals;
  unsigned local_count, local_room;
  unsigned result;
  unsigned parameter[PTX_MAX_PARAMETERS];
  uint32_t array[PTX_MAX_PARAMETERS];
  struct sim_call **calls;
  unsigned call_count, call_room;

  /* Of the instruction that is being read.  */
  const char *position;
  unsigned guard;
  bool guard_is_negated;
};

/* Make room for one more element of a growing array.  */
#define GROW(array, count, room)                                               \
  ((count) < (room)                                                            \
       ? (void)0                                                               \
       : (void)((room) = (room) ? 2 * (room) : 32,                             \
                (array) = realloc ((array), (room) * sizeof *(array))))

/* names.c */
void names_init (struct decoder *);
void names_enter (struct decoder *);
void names_leave (struct decoder *);
struct name *names_add (struct decoder *, const char *start, size_t length,
                        enum name_kind, enum ptx_type);
/* The current token's; *REGISTER is its register, a component's for %r.x.  */
const struct name *names_find (struct decoder *, unsigned *reg);
unsigned new_register (struct decoder *);
unsigned new_registers (struct decoder *, unsigned count);
unsigned new_constant (struct decoder *, uint64_t value);
struct label *label_find (struct decoder *, const char *start, size_t length);

/* operands.c */
struct address
{
  unsigned base; /* register */
  int64_t offset;
  enum ptx_space space; /* of the symbol, if there is one */
  bool is_parameter;    /* BASE does not have it, but is it */
};

/* Emit an instruction with the guard of the one that is read.  */
struct sim_ins *emit (struct decoder *, sim_handler *);
struct sim_ins *emit_form (struct decoder *, const char *mnemonic, unsigned d,
                           unsigned a, unsigned b);

unsigned read_result (struct decoder *);
unsigned read_operand (struct decoder *, enum ptx_type);
/* A special register (%tid.x), to the register RESULT; false: there is none. */
bool read_special (struct decoder *, unsigned result);
/* {!}p, as one that is not negated.  */
unsigned read_predicate (struct decoder *);
struct address read_address (struct decoder *);
/* {a,b} or a vector register: COUNT registers to R.  */
void read_vector (struct decoder *, enum ptx_type, unsigned count,
                  bool is_result, unsigned *r);

/* mnemonic.c: taken apart at its dots.  */
struct parts
{
  const char *start[12];
  size_t length[12];
  unsigned count;
};

struct parts parts_split (const char *start, size_t length);
/* Whether the part K, any behind the first, is WORD.  */
bool parts_is (const struct parts *, unsigned k, const char *word);
bool parts_have (const struct parts *, const char *word);
/* The type that ends the mnemonic; PTX_TYPES: none.  */
enum ptx_type parts_type (const struct parts *);

/* computation.c */
/* The instruction that starts here, if the tables of forms have it, with
   modifiers or without; else false, and nothing has happened.  */
bool decode_computation (struct decoder *, const struct parts *);

/* instructions.c */
/* The instruction whose mnemonic is the current token.  */
void decode_instruction (struct decoder *);

#endif
