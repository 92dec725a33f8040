/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Each instruction that computes, on the values of opcode-values.py: all lanes
   the same, each lane its own, and only some lanes by a predicate.  */

#include "check.h"
#include "exec/handler.h"
#include "kernel.h"

#include <stdarg.h>

struct row
{
  const char *mnemonic, *result, *operands; /* NULL: one more of its values */
  uint64_t v[4];                            /* a, b, c, result */
};

static const struct row rows[] = {
#define OP(m, r, o) { m, r, o, { 0 } },
#define V(a, b, c, r) { NULL, NULL, NULL, { a, b, c, r } },
#include "opcode-values.def"
  { "", "", "", { 0 } }
};

static bool
is_predicate (const char *type)
{
  return strcmp (type, "pred") == 0;
}

static unsigned
size_of (const char *type)
{
  return is_predicate (type)
             ? 4
             : ptx_type_size (ptx_type_find (type, strlen (type)));
}

/* What loads and stores of TYPE are called: f16 is only for arithmetic.  */
static const char *
in_memory (const char *type)
{
  return strcmp (type, "f16") == 0 ? "b16" : type;
}

/* Of the text of a kernel.  */
struct text
{
  char text[4096];
  size_t used;
};

static void add (struct text *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static void
add (struct text *t, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  t->used += (size_t)vsnprintf (t->text + t->used, sizeof t->text - t->used,
                                format, args);
  va_end (args);
}

/* Load operand LETTER of TYPE from [%at + OFFSET].  */
static void
add_operand (struct text *t, char letter, const char *type, int offset)
{
  add (t, ".reg .%s %%%c;\n", type, letter);
  if (!is_predicate (type))
    add (t, "ld.%s %%%c,[%%at+%d];\n", in_memory (type), letter, offset);
  else
    add (t, "ld.u32 %%bit,[%%at+%d];\nsetp.ne.u32 %%%c,%%bit,0;\n", offset,
         letter);
}

static void
add_store (struct text *t, const char *type)
{
  add (t, "mad.wide.u32 %%at,%%lane,8,%%out;\n");
  if (!is_predicate (type))
    add (t, "st.%s [%%at],%%d;\n", in_memory (type));
  else
    add (t, "selp.u32 %%bit,1,0,%%d;\nst.u32 [%%at],%%bit;\n");
}

static void
make_kernel (struct text *t, const struct row *op, const char *lane,
             const char *guard)
{
  char types[64], *rest, *type;
  unsigned operands = 0;
  t->used = 0;
  add (t,
       TEST_HEADER ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"
                   ".reg .u64 %%in,%%out,%%at;\n.reg .u32 %%lane,%%bit;\n"
                   ".reg .pred %%g;\n"
                   "ld.param.u64 %%in,[in];\nld.param.u64 %%out,[out];\n"
                   "mov.u32 %%lane,%s;\nmad.wide.u32 %%at,%%lane,32,%%in;\n"
                   "and.b32 %%bit,%%lane,1;\nsetp.eq.u32 %%g,%%bit,0;\n"
                   ".reg .%s %%d;\n",
       lane, op->result);
  if (is_predicate (op->result))
    add (t, "mov.pred %%d,0;\n");
  else
    add (t, "mov.b%u %%d,0;\n", 8 * size_of (op->result));
  snprintf (types, sizeof types, "%s", op->operands);
  for (type = strtok_r (types, " ", &rest); type;
       type = strtok_r (NULL, " ", &rest))
    {
      add_operand (t, (char)('a' + operands), type, (int)operands * 8);
      operands++;
    }
  add (t, "%s %s %%d", guard, op->mnemonic);
  for (unsigned n = 0; n < operands; n++)
    add (t, ",%%%c", 'a' + (int)n);
  add (t, ";\n");
  add_store (t, op->result);
  add (t, "ret;\n}\n");
}

#define LANES 32

static void
compare (const struct row *op, const char *how, const uint64_t *v,
         uint64_t wanted, uint64_t got)
{
  unsigned size = size_of (op->result);
  uint64_t mask = size == 8 ? ~UINT64_C (0) : (UINT64_C (1) << 8 * size) - 1;
  if ((got & mask) == (wanted & mask))
    return;
  EXPECT (!"result");
  printf ("%s, %s: %#llx %#llx %#llx gives %#llx, not %#llx\n", op->mnemonic,
          how, (unsigned long long)v[0], (unsigned long long)v[1],
          (unsigned long long)v[2], (unsigned long long)(got & mask),
          (unsigned long long)(wanted & mask));
}

/* Run OP on the COUNT rows behind it; each row has its own lane, or its own
   run.  */
static void
run_kernel (const struct row *op, unsigned count, bool is_uniform,
            const char *guard, const char *how)
{
  struct text t;
  struct test_kernel k;
  void *in_bytes, *out_bytes;
  make_kernel (&t, op, is_uniform ? "0" : "%laneid", guard);
  EXPECT (test_load (&k, t.text));
  uint64_t in = test_alloc (&k, LANES * 32, &in_bytes);
  uint64_t out = test_alloc (&k, LANES * 8, &out_bytes);
  for (unsigned n = 0; n < count; n++)
    memcpy ((char *)in_bytes + 32 * n, op[n + 1].v, 24);
  for (unsigned n = 0; n < (is_uniform ? count : 1); n++)
    {
      uint64_t arguments[] = { in + 32 * n, out + 8 * n };
      bool ok = test_run (&k, "test", 1, is_uniform ? 1 : count, arguments);
      EXPECT (ok);
      if (!ok)
        printf ("%s, %s: %s\n%s", op->mnemonic, how, k.launch.message, t.text);
    }
  for (unsigned n = 0; n < count; n++)
    {
      uint64_t got;
      memcpy (&got, (char *)out_bytes + 8 * n, sizeof got);
      compare (op, how, op[n + 1].v, *guard && n % 2 ? 0 : op[n + 1].v[3], got);
    }
  test_unload (&k);
}

/* With an argument, the kernels are only written to that file, as one module
   each of whose kernels has a number: for the device's own assembler.  */
static FILE *module;

static void
write_kernel (const struct row *op)
{
  static unsigned number;
  static const char *last = "";
  struct text t;
  if (strcmp (op->mnemonic, last) == 0)
    return;
  last = op->mnemonic;
  make_kernel (&t, op, "%laneid", "");
  const char *body = strstr (t.text, "test ");
  if (!number)
    fputs (TEST_HEADER, module);
  fprintf (module, ".visible .entry kernel%u %s", number++,
           body + strlen ("test "));
}

static const char *prefix;

static bool
is_wanted (const char *mnemonic)
{
  return strncmp (mnemonic, prefix, strlen (prefix)) == 0;
}

static void
run_all (void)
{
  unsigned tested = 0;
  for (const struct row *op = rows; *op->mnemonic;)
    {
      unsigned count = 0;
      while (!op[count + 1].mnemonic)
        count++;
      if (is_wanted (op->mnemonic))
        {
          tested++;
          if (module)
            {
              write_kernel (op);
              op += count + 1;
              continue;
            }
          run_kernel (op, count, true, "", "the same in all lanes");
          run_kernel (op, count, false, "", "each lane its own");
          run_kernel (op, count, false, "@ %g", "in even lanes");
        }
      op += count + 1;
    }
  EXPECT (tested > 0);
}

#define FAMILY(function, start)                                                \
  static void function (void)                                                  \
  {                                                                            \
    prefix = start;                                                            \
    run_all ();                                                                \
  }
#define FAMILIES(ROW)                                                          \
  ROW (add, "add.")                                                            \
  ROW (sub, "sub.")                                                            \
  ROW (mul, "mul.")                                                            \
  ROW (mad, "mad.")                                                            \
  ROW (fma, "fma.")                                                            \
  ROW (division, "div.")                                                       \
  ROW (remainder, "rem.")                                                      \
  ROW (reciprocal, "rcp.")                                                     \
  ROW (square_root, "sqrt.")                                                   \
  ROW (minimum, "min.")                                                        \
  ROW (maximum, "max.")                                                        \
  ROW (negation, "neg.")                                                       \
  ROW (absolute, "abs.")                                                       \
  ROW (copy_sign, "copysign.")                                                 \
  ROW (test_property, "testp.")                                                \
  ROW (shift_left, "shl.")                                                     \
  ROW (shift_right, "shr.")                                                    \
  ROW (funnel_shift, "shf.")                                                   \
  ROW (logic_and, "and.")                                                      \
  ROW (logic_or, "or.")                                                        \
  ROW (logic_xor, "xor.")                                                      \
  ROW (logic_not, "not.")                                                      \
  ROW (conditional_not, "cnot.")                                               \
  ROW (leading_zeros, "clz.")                                                  \
  ROW (population_count, "popc.")                                              \
  ROW (reverse_bits, "brev.")                                                  \
  ROW (find_highest_bit, "bfind.")                                             \
  ROW (extract_bits, "bfe.")                                                   \
  ROW (permute_bytes, "prmt.")                                                 \
  ROW (video_add, "vadd.")                                                     \
  ROW (video_sub, "vsub.")                                                     \
  ROW (compare_to_predicate, "setp.")                                          \
  ROW (compare_to_number, "set.")                                              \
  ROW (selection, "selp.")                                                     \
  ROW (move, "mov.")                                                           \
  ROW (conversion, "cvt.")                                                     \
  ROW (reciprocal_root, "rsqrt.")                                              \
  ROW (sine, "sin.")                                                           \
  ROW (cosine, "cos.")                                                         \
  ROW (power_of_two, "ex2.")                                                   \
  ROW (logarithm, "lg2.")                                                      \
  ROW (hyperbolic_tangent, "tanh.")
/* Nothing is in the tables of instructions that no value is for.  Those that
   have a blank are no instructions; cvt.sat is one only where the result may
   not fit, and cvta and isspacep, which need addresses, have tests in
   kernels.c.  */
static bool
has_values (const char *mnemonic)
{
  for (const struct row *r = rows; !r->mnemonic || *r->mnemonic; r++)
    if (r->mnemonic && strcmp (r->mnemonic, mnemonic) == 0)
      return true;
  return strchr (mnemonic, ' ') != NULL;
}

static void
test_each_has_values (void)
{
  const struct sim_form *const tables[]
      = { sim_alu_forms, sim_float_forms, sim_compare_forms,
          sim_convert_forms };
  for (unsigned n = 0; n < sizeof tables / sizeof tables[0]; n++)
    for (const struct sim_form *f = tables[n]; f->name; f++)
      {
        bool is_found = has_values (f->name)
                        || strncmp (f->name, "cvt.sat.", 8) == 0
                        || strncmp (f->name, "cvta.", 5) == 0
                        || strncmp (f->name, "isspacep.", 9) == 0;
        EXPECT (is_found);
        if (!is_found)
          printf ("no values: %s\n", f->name);
      }
}

#define DEFINE(function, start) FAMILY (test_##function, start)
FAMILIES (DEFINE)

int
main (int argc, char **argv)
{
  if (argc > 1)
    module = fopen (argv[1], "we");
  if (sizeof rows / sizeof rows[0] < 100)
    {
      puts ("UNSUPPORTED: no values: python3 is not installed");
      return 0;
    }
#define RUN_FAMILY(function, start) RUN (test_##function);
  FAMILIES (RUN_FAMILY)
  if (!module)
    RUN (test_each_has_values);
  return check_done ();
}
