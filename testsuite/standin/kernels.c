/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory, control flow and errors: small kernels whose results the PTX ISA
   prescribes.  */

#include "body.h"

/* ------------------------------------------------------------- registers */

/* Special registers as operands of cvt, as GCC's code for workers has them.  */
static void
test_special_operands (void)
{
  EXPECT (run ("",
               "cvt.u64.u32 %y,%tid.y;\nmad.lo.u64 %y,%y,100,0;\n"
               "cvt.u64.u32 %x,%tid.x;\nadd.u64 %y,%y,%x;\n"
               "cvt.u64.u32 %x,%ntid.x;\nadd.u64 %y,%y,%x;\n"
               "cvt.u32.u64 %r,%y;\n",
               64));
  for (unsigned t = 0; t < 64; t++)
    EXPECT (result[t] == t / 32 * 100 + t % 32 + 32);
}

/* ---------------------------------------------------------------- memory */

static void
test_spaces (void)
{
  EXPECT (run (".const .u32 c[3] = {7,8,9};\n.global .u32 g[2] = {1,2};\n"
               ".shared .u32 s[4];\n",
               ".local .align 4 .b8 l[16];\n"
               "ld.const.u32 %r,[c+8];\n" /* 9 */
               "cvta.const.u64 %x,c;\nld.u32 %a,[%x+4];\n"
               "add.u32 %r,%r,%a;\n"                          /* 17 */
               "ld.global.u32 %a,[g+4];\nadd.u32 %r,%r,%a;\n" /* 19 */
               "st.shared.u32 [s+8],%r;\nld.shared.u32 %r,[s+8];\n"
               "cvta.shared.u64 %x,s;\nld.u32 %a,[%x+8];\nadd.u32 %r,%r,%a;\n"
               "mul.lo.u32 %a,%t,2;\nst.local.u32 [l+4],%a;\n"
               "cvta.local.u64 %x,l+4;\nld.u32 %b,[%x];\nadd.u32 %r,%r,%b;\n"
               "mov.u64 %y,l;\nld.local.u32 %b,[%y+4];\nadd.u32 %r,%r,%b;\n",
               32));
  for (unsigned t = 0; t < 32; t++)
    EXPECT (result[t] == 38 + 4 * t);
  EXPECT (run (".global .u32 g[2] = {1,2};\n.shared .u32 s[4];\n",
               ".local .align 4 .b8 l[16];\nmov.u64 %y,g;\n"
               "cvta.shared.u64 %x,s;\nisspacep.shared %p,%x;\n"
               "selp.u32 %r,1,0,%p;\nisspacep.global %p,%x;\n"
               "selp.u32 %a,20,10,%p;\nadd.u32 %r,%r,%a;\n"
               "isspacep.global %p,%y;\nselp.u32 %a,100,0,%p;\n"
               "add.u32 %r,%r,%a;\ncvta.local.u64 %x,l;\n"
               "isspacep.local %p,%x;\nselp.u32 %a,1000,0,%p;\n"
               "add.u32 %r,%r,%a;\nisspacep.shared %p,%x;\n"
               "selp.u32 %a,10000,0,%p;\nadd.u32 %r,%r,%a;\n"
               "isspacep.local %p,%y;\nselp.u32 %a,10000,0,%p;\n"
               "add.u32 %r,%r,%a;\n",
               32));
  EXPECT (result[0] == 1111);
}

static void
test_vectors (void)
{
  EXPECT (run (".global .align 16 .u32 g[4] = {1,20,300,4000};\n"
               ".global .align 16 .u32 h[4];\n",
               "mov.u64 %x,g;\nmov.u64 %y,h;\n"
               "ld.v4.u32 {%a,%b,%c,%n},[%x];\n"
               "st.v4.u32 [%y],{%n,%c,%b,%a};\n"
               "ld.v2.u32 %v2,[%y+8];\n" /* 20, 1 */
               "mov.u32 %r,%v2.x;\nadd.u32 %r,%r,%v2.y;\n"
               "mov.u32 %v2.y,5;\nst.global.v2.u32 [%y],%v2;\n"
               "ld.u64 %x,[%y];\nshr.u64 %x,%x,32;\ncvt.u32.u64 %a,%x;\n"
               "add.u32 %r,%r,%a;\n" /* 26 */
               "mov.b64 %x,%v2;\nmov.b64 {%a,%b},%x;\n"
               "mad.lo.u32 %r,%b,1000,%r;\n",
               32));
  EXPECT (result[3] == 5026);
}

/* What a register of BITS has of the SIZE bytes of VALUE: PTX extends a signed
   type to the whole register, others by zeros (PTX ISA 9.4.1).  */
static uint64_t
extended (uint64_t value, unsigned size, bool is_signed, unsigned bits)
{
  unsigned unused = 64 - 8 * size;
  value <<= unused;
  value = is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
  return bits == 64 ? value : value & ((UINT64_C (1) << bits) - 1);
}

/* Load as TYPE, of SIZE bytes, into a register of BITS, and store that in the
   8 bytes behind, which are 0.  */
static void
test_width (const char *space, const char *type, unsigned size, unsigned bits)
{
  /* The lowest of 1, 2, 4 and 8 bytes are negative numbers.  */
  static const uint64_t all = 0x820001fe8100ff80;
  const char *move = bits == 64   ? "mov.b64 %y,%w;"
                     : bits == 32 ? "mov.b32 %r,%w;\ncvt.u64.u32 %y,%r;"
                                  : "cvt.u64.u16 %y,%w;";
  bool is_local = strcmp (space, ".local") == 0;
  char memory[64], body[512];
  snprintf (memory, sizeof memory, "%s .align 8 .b8 m[16];\n",
            *space ? space : ".global");
  snprintf (body, sizeof body,
            "%s.reg .%c%u %%w;\nmov.u64 %%x,%#llx;\nmov.u64 %%y,0;\n"
            "st%s.u64 [m],%%x;\nst%s.u64 [m+8],%%y;\n"
            "ld%s.%s %%w,[m];\nst%s.%s [m+8],%%w;\n"
            "ld%s.u64 %%x,[m+8];\n%s\n"
            "st.u64 [%%out],%%x;\nst.u64 [%%out+8],%%y;\n"
            "ld.u32 %%r,[%%at];\n",
            is_local ? memory : "", *type == 'f' ? 'f' : 'b', bits,
            (unsigned long long)all, space, space, space, type, space, type,
            space, move);
  EXPECT (run (is_local ? "" : memory, body, 1));
  uint64_t stored = result[0] | (uint64_t)result[1] << 32;
  uint64_t loaded = result[2] | (uint64_t)result[3] << 32;
  bool ok = stored == extended (all, size, false, 64)
            && loaded == extended (all, size, *type == 's', bits);
  EXPECT (ok);
  if (!ok)
    printf ("%s.%s, %u bits: %#llx stored, %#llx loaded\n", space, type, bits,
            (unsigned long long)stored, (unsigned long long)loaded);
}

/* Into registers that are wider only in one space: the handlers are the same.
 */
static void
test_widths (void)
{
  static const char *const spaces[] = { "", ".global", ".shared", ".local" };
  static const char *const types[]
      = { "u8",  "s8",  "b8",  "u16", "s16", "b16", "u32",
          "s32", "b32", "u64", "s64", "b64", "f32", "f64" };
  for (unsigned s = 0; s < sizeof spaces / sizeof spaces[0]; s++)
    for (unsigned t = 0; t < sizeof types / sizeof types[0]; t++)
      {
        const char *type = types[t];
        unsigned size = ptx_type_size (ptx_type_find (type, strlen (type)));
        unsigned least = size == 1 ? 16 : 8 * size;
        unsigned most = s || *type == 'f' ? least : 64;
        for (unsigned bits = least; bits <= most; bits *= 2)
          test_width (spaces[s], type, size, bits);
      }
}

/* A comparison has two results: what holds and what does not, each joined with
   a predicate.  */
static void
test_both_results (void)
{
  static const struct
  {
    const char *code;
    uint32_t less, equal; /* 2 for %p, 1 for %q */
  } cases[] = {
    { "setp.lt.u32 %p|%q,%t,5;", 2, 1 },
    { "setp.lt.and.u32 %p|%q,%t,5,%g;", 2, 1 },
    { "setp.lt.and.u32 %p|%q,%t,5,!%g;", 0, 0 },
    { "setp.lt.or.u32 %p|%q,%t,5,%g;", 3, 3 },
    { "setp.lt.xor.u32 %p|%q,%t,5,%g;", 1, 2 },
    { "setp.lt.xor.u32 %p|%q,%t,5,!%g;", 2, 1 },
    { "setp.ltu.f32 %p|%q,%f,0f7fc00000;", 2, 2 },
    { "setp.lt.ftz.f32 %p|%q,0f00000001,0f00000002;", 1, 1 },
    { "setp.lt.ftz.and.f32 %p|%q,0f00000001,%f,%g;", 2, 2 },
    { "@ %g setp.lt.u32 %p|%q,%t,5;", 2, 1 },
    { "mov.pred %p,-1;", 2, 2 },
    { "@ !%g setp.lt.and.u32 %p|%q,%t,5,%g;", 0, 0 },
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      char body[512];
      snprintf (body, sizeof body,
                ".reg .pred %%g;\nsetp.eq.u32 %%g,%%t,%%t;\n"
                "mov.pred %%p,0;\nmov.pred %%q,0;\nmov.f32 %%f,0f3f800000;\n"
                "%s\nselp.u32 %%r,2,0,%%p;\nselp.u32 %%a,1,0,%%q;\n"
                "add.u32 %%r,%%r,%%a;\n",
                cases[n].code);
      EXPECT (run ("", body, 32));
      bool ok = result[4] == cases[n].less && result[5] == cases[n].equal;
      EXPECT (ok);
      if (!ok)
        printf ("%s: %u, %u\n", cases[n].code, result[4], result[5]);
    }
}

static void
test_initial_values (void)
{
  EXPECT (run (".global .u32 g[] = {5,6,7};.global .u32 h;.file 1 \"a.c\""
               ".global .u16 k[][2] = {{1,2},{3,4}};\n",
               "ld.global.u32 %r,[g+8];\n.reg .u16 %h;\n"
               "ld.global.u16 %h,[k+6];\ncvt.u32.u16 %a,%h;\n"
               "mad.lo.u32 %r,%a,10,%r;\n",
               1));
  EXPECT (result[0] == 47);
  EXPECT (run (".global .u32 g[3] = {5,6,7};\n"
               ".func (.param .u32 v) f (.param .u32 a);\n"
               ".global .u64 p[2] = {generic(g)+8, f};\n"
               ".func (.param .u32 v) f (.param .u32 a)\n{\n.reg .u32 %x;\n"
               "ld.param.u32 %x,[a];\nadd.u32 %x,%x,100;\n"
               "st.param.u32 [v],%x;\nret;\n}\n",
               "mov.u64 %x,p;\nld.u64 %y,[%x];\nld.u32 %a,[%y];\n"
               "ld.u64 %y,[%x+8];\n"
               "{\n.param .u32 %i;\n.param .u32 %o;\nst.param.u32 [%i],%a;\n"
               "$P: .callprototype (.param .u32 _) _ (.param .u32 _);\n"
               "call (%o),%y,(%i),$P;\nld.param.u32 %r,[%o];\n}\n",
               1));
  EXPECT (result[0] == 107);
}

/* ----------------------------------------------------------------- atomics */

static void
test_atomics (void)
{
  static const struct
  {
    const char *code;
    uint32_t after, before; /* of the last of 32 lanes in turn */
  } cases[] = {
    { "atom.global.add.u32 %r,[g],%t;", 10 + 496, 10 + 465 },
    { "atom.add.u32 %r,[%x],2;", 74, 72 },
    { "atom.or.b32 %r,[%x],%t;", 31, 31 },
    { "atom.and.b32 %r,[%x],8;", 8, 8 },
    { "atom.xor.b32 %r,[%x],1;", 10, 11 },
    { "atom.exch.b32 %r,[%x],%t;", 31, 30 },
    { "atom.min.u32 %r,[%x],%t;", 0, 0 },
    { "atom.max.u32 %r,[%x],%t;", 31, 30 },
    { "atom.max.s32 %r,[%x],-4;", 10, 10 },
    { "atom.min.s32 %r,[%x],-4;", 0xfffffffc, 0xfffffffc },
    { "atom.inc.u32 %r,[%x],12;", 3, 2 },
    { "atom.dec.u32 %r,[%x],12;", 4, 5 },
    { "mov.u32 %a,10;\nadd.u32 %a,%a,%t;\nadd.u32 %b,%a,1;\n"
      "atom.cas.b32 %r,[%x],%a,%b;",
      42, 41 },
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      char body[512];
      snprintf (body, sizeof body,
                "mov.u64 %%x,g;\n%s\nbar.warp.sync 0xffffffff;\n"
                "ld.u32 %%b,[%%x];\nmad.lo.u32 %%r,%%b,65536,%%r;\n",
                cases[n].code);
      EXPECT (run (".global .u32 g[1] = {10};\n", body, 32));
      uint32_t wanted = cases[n].after * 65536 + cases[n].before;
      EXPECT (result[31] == wanted);
      if (result[31] != wanted)
        printf ("%s: %#x, not %#x\n", cases[n].code, result[31], wanted);
    }
  EXPECT (run (".global .f32 g[1] = {0f3f800000};\n.shared .u64 s[1];\n",
               "mov.u64 %x,g;\nred.add.f32 [%x],0f3f000000;\n"
               "st.shared.u64 [s],0;\nbar.warp.sync 0xffffffff;\n"
               "atom.shared.add.u64 _,[s],3;\nbar.warp.sync 0xffffffff;\n"
               "ld.shared.u64 %y,[s];\ncvt.u32.u64 %r,%y;\n"
               "ld.f32 %f,[%x];\ncvt.rzi.u32.f32 %a,%f;\n"
               "mad.lo.u32 %r,%a,1000,%r;\n",
               32));
  EXPECT (result[0] == 17000 + 96);
}

/* libatomic changes a byte by exchanging the eight that it is among, whatever
   else there is; other atomic operations are on what they name.  */
static void
test_atomics_in_words (void)
{
  EXPECT (run (".global .align 8 .u8 g[1] = {6};\n",
               "mov.u64 %x,g;\nld.u64 %y,[%x];\nor.b64 %at,%y,1;\n"
               "atom.cas.b64 %x,[%x],%y,%at;\nld.global.u8 %r,[g];\n"
               "mov.u64 %at,%out;\n",
               1));
  EXPECT (result[0] == 7);
  fails (".global .align 8 .u8 g[1] = {6};\n",
         "mov.u64 %x,g;\natom.add.u64 %y,[%x],1;\n", SIM_ILLEGAL_ADDRESS,
         "over the end of the variable g (1 bytes)");
}

/* ------------------------------------------------------------ control flow */

static void
test_divergence (void)
{
  /* Each lane loops as often as its number says; then all meet.  */
  EXPECT (run ("",
               "mov.u32 %a,0;\n"
               "$L: setp.ge.u32 %p,%a,%t;\n@ %p bra $E;\n"
               "add.u32 %r,%r,%a;\nadd.u32 %a,%a,1;\nbra $L;\n"
               "$E: shfl.sync.bfly.b32 %b,%r,1,31,0xffffffff;\n"
               "add.u32 %r,%r,%b;\n",
               32));
  for (unsigned t = 0; t < 32; t++)
    {
      unsigned u = t ^ 1;
      EXPECT (result[t] == t * (t - 1) / 2 + u * (u - 1) / 2);
    }
  /* The block where they meet is before the one that only some execute.  */
  EXPECT (run ("",
               "and.b32 %a,%t,1;\nsetp.eq.u32 %p,%a,1;\n@ %p bra $ODD;\n"
               "add.u32 %r,%r,2;\n"
               "$MEET: bar.warp.sync 0xffffffff;\nadd.u32 %r,%r,1;\nbra $END;\n"
               "$ODD: add.u32 %r,%r,40;\nbra $MEET;\n$END:\n",
               32));
  EXPECT (result[4] == 3 && result[5] == 41);
}

/* ----------------------------------------------------------------- faults */

static void
test_memory_faults (void)
{
  fails ("", "ld.u32 %r,[%out+512];\n", SIM_ILLEGAL_ADDRESS,
         "read of 4 bytes at 0x");
  fails ("", "ld.u32 %r,[%out+512];\n", SIM_ILLEGAL_ADDRESS,
         "0 bytes behind the end of the block of 512 bytes from test_alloc\n"
         "  in test, test line 18: ld.u32 %r,[%out+512];");
  fails ("", "st.u64 [%out+508],%x;\n", SIM_MISALIGNED, "misaligned write");
  fails ("", "mov.u64 %x,0;\nld.u32 %r,[%x+8];\n", SIM_ILLEGAL_ADDRESS,
         "null pointer");
  fails (".const .u32 c[1] = {1};\n", "cvta.const.u64 %x,c;\nst.u32 [%x],%r;\n",
         SIM_ILLEGAL_ADDRESS, "in the constant variable c (4 bytes)");
  fails (".shared .u32 s[2];\n", "mov.u64 %x,s;\nld.shared.u32 %r,[%x+96];\n",
         SIM_ILLEGAL_ADDRESS, "at shared address 0x60, of which the block has");
  fails (".extern .func (.param .u64 v) malloc (.param .u64 n);\n"
         ".extern .func free (.param .u64 p);\n",
         "{\n.param .u64 n;\n.param .u64 p;\nst.param.u64 [n],40;\n"
         "call (p),malloc,(n);\nld.param.u64 %x,[p];\ncall free,(p);\n}\n"
         "ld.u32 %r,[%x+4];\n",
         SIM_ILLEGAL_ADDRESS,
         "4 bytes into the freed block of 40 bytes from malloc on the device");
  static int here;
  char body[128];
  snprintf (body, sizeof body, "mov.u64 %%x,%#llx;\nld.u32 %%r,[%%x];\n",
            (unsigned long long)(uintptr_t)&here);
  fails ("", body, SIM_ILLEGAL_ADDRESS, "an address of the host");
  /* The last word of all, after everything that may be remembered.  */
  fails (".global .b8 g[32768];\n",
         "mov.u64 %x,g;\nadd.u64 %y,%x,32768;\n"
         "$L: ld.u32 %r,[%x];\nadd.u64 %x,%x,64;\n"
         "setp.lt.u64 %p,%x,%y;\n@ %p bra $L;\n"
         "mov.u64 %x,-4;\nld.u32 %r,[%x];\n",
         SIM_ILLEGAL_ADDRESS, "read of 4 bytes at 0xfffffffffffffffc: ");
}

/* Over the end of a variable, though others lie behind it.  */
static void
test_overruns (void)
{
  static const char *const shared = ".shared .u32 s[3];\n.shared .u32 t[9];\n";
  static const char *const local
      = ".local .u32 l[3];\n.local .u32 m[9];\nst.local.u32 [m],%t;\n";
  char body[256];
  fails (shared, "st.shared.u32 [s+12],%t;\n", SIM_ILLEGAL_ADDRESS,
         "at shared address 0xc, byte 12 of the variable s (12 bytes)");
  fails (shared, "mov.u64 %x,s;\ncvta.shared.u64 %x,%x;\nst.u64 [%x+8],%y;\n",
         SIM_ILLEGAL_ADDRESS, "byte 8 of the variable s (12 bytes)");
  snprintf (body, sizeof body, "%s%s", local, "st.local.u32 [l+12],%t;\n");
  fails ("", body, SIM_ILLEGAL_ADDRESS, "byte 12 of a variable of 12 bytes");
  snprintf (body, sizeof body, "%s%s", local, "ld.local.u32 %r,[l+16];\n");
  fails ("", body, SIM_ILLEGAL_ADDRESS, "byte 16 of a variable of 12 bytes");
  /* Words that begin in it may be read.  */
  snprintf (body, sizeof body, "%s%s", local,
            "ld.local.u64 %x,[l+8];\nld.shared.u64 %x,[s+8];\n"
            "ld.local.u32 %r,[m];\nst.shared.u32 [t+32],%r;\n");
  EXPECT (run (shared, body, 32));
  EXPECT (result[5] == 5);
  fails ("", ".local .u32 l[4611686018427387905];\nst.local.u32 [l],%t;\n",
         SIM_ILLEGAL_INSTRUCTION, "too much local memory");
}

/* Instructions that may not be used on the memory that is there.  */
static void
test_wrong_spaces (void)
{
  fails (".shared .u32 s[2];\n",
         "mov.u64 %x,s;\ncvta.shared.u64 %x,%x;\nld.global.u32 %r,[%x];\n",
         SIM_ILLEGAL_ADDRESS, "in local or shared memory");
  fails (".shared .u32 s[2];\n",
         "mov.u64 %x,s;\ncvta.shared.u64 %x,%x;\n"
         "atom.global.add.u32 %r,[%x],1;\n",
         SIM_ILLEGAL_ADDRESS, "in local or shared memory");
  fails ("",
         ".local .u32 l[2];\nmov.u64 %x,l;\ncvta.local.u64 %x,%x;\n"
         "atom.add.u32 %r,[%x],1;\n",
         SIM_ILLEGAL_ADDRESS, "in local or shared memory");
}

static void
test_other_faults (void)
{
  fails ("", "setp.eq.u32 %p,%t,40;\n@ %p trap;\n", SIM_TRAP,
         "kernel test, block 0, warp 1: trap");
  fails ("", "mov.u64 %x,99;\ncall %x;\n", SIM_INVALID_PC, "no function");
  fails ("", "setp.lt.u32 %p,%t,32;\n@ %p bra $E;\nbar.sync 0,96;\n$E:\n",
         SIM_DEADLOCK, "waits at barrier 0, where 32 threads have arrived");
  fails ("",
         "and.b32 %a,%t,1;\nsetp.eq.u32 %p,%a,0;\n@ %p bra $B;\n"
         "bar.warp.sync 0xffffffff;\nbra $E;\n"
         "$B: shfl.sync.idx.b32 %r,%t,0,31,0xffffffff;\n$E:\n",
         SIM_DEADLOCK, "wait here for lanes");
  fails ("", "bar.arrive 1,0;\n", SIM_ILLEGAL_INSTRUCTION,
         "barrier 1 for 0 threads");
  fails (".func f\n{\ncall f;\nret;\n}\n", "call f;\n", SIM_STACK_OVERFLOW,
         "call stack overflow");
}

static void
test_rejected_texts (void)
{
  static const struct
  {
    const char *text, *message;
  } cases[] = {
    { "int main (void);", "no PTX" },
    { TEST_HEADER ".extern .func f;\n", "undefined reference to 'f'" },
    { TEST_HEADER ".visible .func f\n{\nret;\n}\n.visible .func f\n{\n}\n",
      "defined twice" },
    { TEST_HEADER ".visible .entry k\n{\nret;\n", "block without an end" },
    { TEST_HEADER ".global .u32 g[1] = {1,2};\n", "more initial values" },
    { TEST_HEADER ".extern .func free (.param .u64 a, .param .u64 b);\n",
      "undefined reference to 'free'" },
    { TEST_HEADER ".global .u64 g[0x2000000000000000];\n",
      "an array of so many elements" },
    { TEST_HEADER ".global .u64 g[0x100000000][0x100000000];\n",
      "an array of so many elements" },
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      struct test_kernel k;
      EXPECT (!test_load (&k, cases[n].text));
      EXPECT (strstr (k.error.message, cases[n].message) != NULL);
      if (!strstr (k.error.message, cases[n].message))
        puts (k.error.message);
      test_unload (&k);
    }
  fails ("", "frob.u32 %r,%a;\n", SIM_ILLEGAL_INSTRUCTION,
         "test, line 18: instruction is not supported: frob.u32 %r,%a;");
  fails ("", "bra $NOWHERE;\n", SIM_ILLEGAL_INSTRUCTION,
         "label $NOWHERE is not defined");
}

/* What no GCC emits, as README.md says, is told by its line.  */
static void
test_what_is_not_there (void)
{
  static const char *const cases[] = {
    "fma.rn.bf16 %h,%h,%h,%h;",
    "cvt.rn.bf16.f32 %h,%f;",
    "fma.rn.relu.f16 %h,%h,%h,%h;",
    "min.NaN.f32 %f,%f,%f;",
    "set.lt.and.u32.u32 %r,%a,%b,%p;",
    "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f},{%a},{%b},{%f};",
    "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%a},[%x];",
    "tex.2d.v4.f32.f32 {%f,%f,%f,%f},[%x,{%f,%f}];",
    "suld.b.1d.b32.trap %r,[%x,{%a}];",
    "cp.async.ca.shared.global [%x],[%y],4;",
    "brx.idx %r,$table;",
    "dp4a.u32.u32 %r,%a,%b,%c;",
    "lop3.b32 %r,%a,%b,%c,0x80;",
    "add.cc.u32 %r,%a,%b;",
    "mul24.lo.u32 %r,%a,%b;",
    "sad.u32 %r,%a,%b,%c;",
    "bfi.b32 %r,%a,%b,0,8;",
    "vmax.u32.u32.u32 %r,%a,%b;",
    "atom.add.noftz.f16x2 %r,[%x],%a;",
    "getctarank.u64 %x,%y;",
    "add.ftz.f64 %d,%d,%d;",
    "add.sat.u32 %r,%a,%b;",
    "add.sat.f64 %d,%d,%d;",
    "and.ftz.b32 %r,%a,%b;",
    "setp.lt.nand.u32 %p,%a,%b,%q;",
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      char body[256], message[256];
      snprintf (body, sizeof body, ".reg .b16 %%h;\n.reg .f64 %%d;\n%s\n",
                cases[n]);
      snprintf (message, sizeof message, "is not supported: %s", cases[n]);
      fails ("", body, SIM_ILLEGAL_INSTRUCTION, message);
    }
}

/* Blocks take part in one sum, whatever thread of the host they are on.  */
static void
test_blocks (void)
{
  struct test_kernel k;
  void *bytes;
  EXPECT (test_load (&k, TEST_HEADER START
                     "mov.u32 %a,%ctaid.x;\natom.add.u32 _,[%out],%a;\n"
                     "ret;\n}\n"));
  uint64_t out = test_alloc (&k, 4, &bytes);
  memset (bytes, 0, 4);
  EXPECT (test_run (&k, "test", 1000, 32, &out));
  EXPECT (*(uint32_t *)bytes == 32 * 499500);
  test_unload (&k);
}

/* Addresses of what is gone are given again in the end, those of what lives
   are not; and each device has its own.  */
static void
test_addresses (void)
{
  enum
  {
    DEVICES = 1024,
    SIZE = 1 << 24
  };
  struct memory m;
  uint64_t end = 0, rounds = 0;
  mem_init (&m, DEVICES - 1, DEVICES);
  uint64_t live[2] = { mem_alloc (&m, 8, 256, MEM_DEVICE, &m, "first") };
  for (unsigned n = 0; n < 2000; n++)
    {
      uint64_t a = mem_alloc (&m, SIZE, 256, MEM_DEVICE, &m, "next");
      bool is_free = a && !mem_is_shared (a) && !mem_is_shared (a + SIZE);
      for (unsigned k = 0; k < 2; k++)
        is_free &= a + SIZE <= live[k] || a > live[k];
      rounds += a < end;
      end = a + SIZE;
      EXPECT (is_free && mem_free (&m, a, MEM_DEVICE));
      if (n == 100)
        live[1] = mem_alloc (&m, 8, 256, MEM_DEVICE, &m, "second");
    }
  EXPECT (rounds > 1);
  EXPECT (!mem_alloc (&m, UINT64_C (1) << 40, 256, MEM_DEVICE, &m, "large"));
  for (unsigned k = 0; k < 2; k++)
    EXPECT (live[k] && mem_bytes (&m, live[k], 8));
  mem_fini (&m);
}

int
main (void)
{
  RUN (test_special_operands);
  RUN (test_spaces);
  RUN (test_vectors);
  RUN (test_widths);
  RUN (test_both_results);
  RUN (test_initial_values);
  RUN (test_atomics);
  RUN (test_atomics_in_words);
  RUN (test_divergence);
  RUN (test_memory_faults);
  RUN (test_overruns);
  RUN (test_wrong_spaces);
  RUN (test_other_faults);
  RUN (test_rejected_texts);
  RUN (test_what_is_not_there);
  RUN (test_blocks);
  RUN (test_addresses);
  return check_done ();
}
