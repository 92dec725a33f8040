/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory, control flow and what is refused: small kernels whose results the PTX
   ISA prescribes.  */

#include "body.h"

/* ---------------------------------------------------------------- memory */

static void
test_spaces (void)
{
  CHECK (run (".const .u32 c[3] = {7,8,9};\n.global .u32 g[2] = {1,2};\n"
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
    CHECK (result[t] == 38 + 4 * t);
}

static void
test_vectors (void)
{
  CHECK (run (".global .align 16 .u32 g[4] = {1,20,300,4000};\n"
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
  CHECK (result[3] == 5026);
}

static void
test_widths (void)
{
  CHECK (run (".global .align 8 .u8 g[8] = {255,127,128,1,2,3,4,5};\n",
              ".reg .s32 %s;\n.reg .u16 %h;\n"
              "ld.global.s8 %s,[g];\nadd.s32 %r,%s,2;\n"     /* 1 */
              "ld.global.u8 %a,[g];\nadd.u32 %r,%r,%a;\n"    /* 256 */
              "ld.global.s16 %s,[g+2];\nadd.s32 %r,%r,%s;\n" /* + 0x0180 */
              "ld.global.u16 %h,[g+6];\ncvt.u32.u16 %a,%h;\n"
              "add.u32 %r,%r,%a;\n"
              "st.global.u8 [g+7],%a;\nld.global.u16 %h,[g+6];\n"
              "cvt.u32.u16 %a,%h;\nshl.b32 %a,%a,16;\nadd.u32 %r,%r,%a;\n",
              1));
  CHECK (result[0] == 256 + 0x180 + 0x504 + (0x404u << 16));
}

static void
test_initial_values (void)
{
  CHECK (run (".global .u32 g[] = {5,6,7};.global .u32 h;.file 1 \"a.c\""
              ".global .u16 k[][2] = {{1,2},{3,4}};\n",
              "ld.global.u32 %r,[g+8];\n.reg .u16 %h;\n"
              "ld.global.u16 %h,[k+6];\ncvt.u32.u16 %a,%h;\n"
              "mad.lo.u32 %r,%a,10,%r;\n",
              1));
  CHECK (result[0] == 47);
  CHECK (run (".global .u32 g[3] = {5,6,7};\n"
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
  CHECK (result[0] == 107);
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
      CHECK (run (".global .u32 g[1] = {10};\n", body, 32));
      uint32_t wanted = cases[n].after * 65536 + cases[n].before;
      CHECK (result[31] == wanted);
      if (result[31] != wanted)
        printf ("%s: %#x, not %#x\n", cases[n].code, result[31], wanted);
    }
  CHECK (run (".global .f32 g[1] = {0f3f800000};\n.shared .u64 s[1];\n",
              "mov.u64 %x,g;\nred.add.f32 [%x],0f3f000000;\n"
              "st.shared.u64 [s],0;\nbar.warp.sync 0xffffffff;\n"
              "atom.shared.add.u64 _,[s],3;\nbar.warp.sync 0xffffffff;\n"
              "ld.shared.u64 %y,[s];\ncvt.u32.u64 %r,%y;\n"
              "ld.f32 %f,[%x];\ncvt.rzi.u32.f32 %a,%f;\n"
              "mad.lo.u32 %r,%a,1000,%r;\n",
              32));
  CHECK (result[0] == 17000 + 96);
}

/* ------------------------------------------------------------ control flow */

static void
test_divergence (void)
{
  /* Each lane loops as often as its number says; then all meet.  */
  CHECK (run ("",
              "mov.u32 %a,0;\n"
              "$L: setp.ge.u32 %p,%a,%t;\n@ %p bra $E;\n"
              "add.u32 %r,%r,%a;\nadd.u32 %a,%a,1;\nbra $L;\n"
              "$E: shfl.sync.bfly.b32 %b,%r,1,31,0xffffffff;\n"
              "add.u32 %r,%r,%b;\n",
              32));
  for (unsigned t = 0; t < 32; t++)
    {
      unsigned u = t ^ 1;
      CHECK (result[t] == t * (t - 1) / 2 + u * (u - 1) / 2);
    }
  /* The block where they meet is before the one that only some execute.  */
  CHECK (run ("",
              "and.b32 %a,%t,1;\nsetp.eq.u32 %p,%a,1;\n@ %p bra $ODD;\n"
              "add.u32 %r,%r,2;\n"
              "$MEET: bar.warp.sync 0xffffffff;\nadd.u32 %r,%r,1;\nbra $END;\n"
              "$ODD: add.u32 %r,%r,40;\nbra $MEET;\n$END:\n",
              32));
  CHECK (result[4] == 3 && result[5] == 41);
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
  fails (".shared .u32 s[2];\n", "mov.u64 %x,s;\nld.shared.u32 %r,[%x+16];\n",
         SIM_ILLEGAL_ADDRESS, "at shared address 0x10, of which the block has");
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
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      struct test_kernel k;
      CHECK (!test_load (&k, cases[n].text));
      CHECK (strstr (k.error.message, cases[n].message) != NULL);
      if (!strstr (k.error.message, cases[n].message))
        puts (k.error.message);
      test_unload (&k);
    }
  fails ("", "frob.u32 %r,%a;\n", SIM_ILLEGAL_INSTRUCTION,
         "test, line 18: instruction is not supported: frob.u32 %r,%a;");
  fails ("", "bra $NOWHERE;\n", SIM_ILLEGAL_INSTRUCTION,
         "label $NOWHERE is not defined");
}

/* Blocks take part in one sum, whatever thread of the host they are on.  */
static void
test_blocks (void)
{
  struct test_kernel k;
  void *bytes;
  CHECK (test_load (&k, TEST_HEADER START
                    "mov.u32 %a,%ctaid.x;\natom.add.u32 _,[%out],%a;\n"
                    "ret;\n}\n"));
  uint64_t out = test_alloc (&k, 4, &bytes);
  memset (bytes, 0, 4);
  CHECK (test_run (&k, "test", 1000, 32, &out));
  CHECK (*(uint32_t *)bytes == 32 * 499500);
  test_unload (&k);
}

int
main (void)
{
  RUN (test_spaces);
  RUN (test_vectors);
  RUN (test_widths);
  RUN (test_initial_values);
  RUN (test_atomics);
  RUN (test_divergence);
  RUN (test_memory_faults);
  RUN (test_other_faults);
  RUN (test_rejected_texts);
  RUN (test_blocks);
  return check_done ();
}
