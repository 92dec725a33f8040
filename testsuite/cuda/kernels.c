/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory, control flow, calls and what lanes and warps do together: small
   kernels whose results the PTX ISA prescribes.  Each stores a number a thread.
 */

#include "check.h"
#include "kernel.h"

#include <unistd.h>

#define START                                                                  \
  ".visible .entry test (.param .u64 out)\n{\n"                                \
  ".reg .u64 %out,%at,%x,%y;\n.reg .u32 %t,%a,%b,%c,%r,%n;\n"                  \
  ".reg .pred %p,%q;\n.reg .f32 %f;\n.reg .v2 .u32 %v2;\n.reg .v4 .u32 %v4;\n" \
  "ld.param.u64 %out,[out];\n"                                                 \
  "mov.u32 %t,%tid.x;\nmov.u32 %a,%tid.y;\nmad.lo.u32 %t,%a,32,%t;\n"          \
  "mad.wide.u32 %at,%t,4,%out;\nmov.u32 %r,0;\n"
#define END "st.u32 [%at],%r;\nret;\n}\n"

#define THREADS 128

static uint32_t result[THREADS];

/* The text of a kernel: not by printf, to which registers look like formats. */
static void
join (char *text, size_t room, const char *before, const char *body)
{
  const char *const parts[] = { TEST_HEADER, before, START, body, END };
  *text = 0;
  for (unsigned n = 0; n < sizeof parts / sizeof parts[0]; n++)
    strncat (text, parts[n], room - strlen (text) - 1);
}

/* Run BODY, between declarations BEFORE and the end, with THREADS threads; what
   %r is at its end in each is in `result'.  */
static bool
run (const char *before, const char *body, unsigned threads)
{
  static char text[16384];
  struct test_kernel k;
  void *bytes;
  join (text, sizeof text, before, body);
  bool ok = test_load (&k, text);
  if (ok)
    {
      uint64_t out = test_alloc (&k, 4 * THREADS, &bytes);
      memset (bytes, 0, 4 * THREADS);
      ok = test_run (&k, "test", 1, threads, &out);
      memcpy (result, bytes, sizeof result);
    }
  if (!ok)
    printf ("%s%s\n", k.error.message, k.launch.message);
  test_unload (&k);
  return ok;
}

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
  CHECK (run (".global .u32 g[3] = {5,6,7};\n"
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

static void
test_calls (void)
{
  /* Recursive, in some lanes, deeper in some than in others.  */
  static const char *const fib
      = ".func (.param .u32 v) fib (.param .u32 n)\n{\n"
        ".reg .u32 %n,%a,%b;\n.reg .pred %p;\nld.param.u32 %n,[n];\n"
        "st.param.u32 [v],%n;\nsetp.lt.u32 %p,%n,2;\n@ %p ret;\n"
        "{\n.param .u32 i;\n.param .u32 o;\nsub.u32 %a,%n,1;\n"
        "st.param.u32 [i],%a;\ncall (o),fib,(i);\nld.param.u32 %a,[o];\n}\n"
        "{\n.param .u32 i;\n.param .u32 o;\nsub.u32 %b,%n,2;\n"
        "st.param.u32 [i],%b;\ncall (o),fib,(i);\nld.param.u32 %b,[o];\n}\n"
        "add.u32 %a,%a,%b;\nst.param.u32 [v],%a;\nret;\n}\n";
  CHECK (run (fib,
              "and.b32 %a,%t,15;\nsetp.ne.u32 %p,%a,3;\n"
              "{\n.param .u32 i;\n.param .u32 o;\nst.param.u32 [i],%a;\n"
              "@ %p call (o),fib,(i);\n@ %p ld.param.u32 %r,[o];\n}\n",
              64));
  CHECK (result[15] == 610 && result[3] == 0 && result[16 + 10] == 55);
  CHECK (result[32 + 12] == 144 && result[1] == 1 && result[2] == 1);
}

static void
test_indirect_calls (void)
{
  CHECK (run (".func (.param .u32 v) one\n{\nst.param.u32 [v],1;\nret;\n}\n"
              ".func (.param .u32 v) two\n{\nst.param.u32 [v],2;\nret;\n}\n",
              "mov.u64 %x,one;\nmov.u64 %y,two;\nand.b32 %a,%t,1;\n"
              "setp.eq.u32 %p,%a,0;\nselp.u64 %x,%x,%y,%p;\n"
              "{\n.param .u32 o;\ncall (o),%x;\nld.param.u32 %r,[o];\n}\n",
              32));
  CHECK (result[6] == 1 && result[7] == 2);
}

static void
test_aliases (void)
{
  CHECK (run (".visible .func (.param .u32 v) one\n{\nst.param.u32 [v],1;\n"
              "ret;\n}\n.visible .func (.param .u32 v) same;\n"
              ".alias same,one;\n",
              "{\n.param .u32 o;\ncall (o),same;\nld.param.u32 %r,[o];\n}\n",
              1));
  CHECK (result[0] == 1);
}

/* Halves of a warp that are apart, each with a mask of its own.  */
static void
test_shuffle_apart (void)
{
  CHECK (run ("",
              "setp.lt.u32 %p,%t,16;\n@ %p bra $LOW;\n"
              "shfl.sync.idx.b32 %r,%t,20,31,0xffff0000;\nbra $E;\n"
              "$LOW: shfl.sync.idx.b32 %r,%t,4,31,0x0000ffff;\n$E:\n",
              32));
  CHECK (result[0] == 4 && result[15] == 4);
  CHECK (result[16] == 20 && result[31] == 20);
}

static void
test_exit (void)
{
  /* Threads that end are not waited for.  */
  CHECK (run (".func leave (.param .u32 n)\n{\n.reg .u32 %n;\n.reg .pred %p;\n"
              "ld.param.u32 %n,[n];\nsetp.lt.u32 %p,%n,40;\n@ %p exit;\n"
              "ret;\n}\n",
              "st.u32 [%at],77;\n{\n.param .u32 i;\nst.param.u32 [i],%t;\n"
              "call leave,(i);\n}\nbar.warp.sync 0xffffffff;\n"
              "bar.sync 0;\nmov.u32 %r,5;\n",
              128));
  CHECK (result[0] == 77 && result[39] == 77 && result[40] == 5);
  CHECK (result[127] == 5);
}

/* --------------------------------------------------- lanes and warps together
 */

static void
test_shuffles (void)
{
  static const struct
  {
    const char *code;
    uint32_t lane0, lane5, lane30;
  } cases[] = {
    { "shfl.sync.idx.b32 %r,%t,7,31,0xffffffff;", 7, 7, 7 },
    { "shfl.sync.idx.b32 %r,%t,%c,31,0xffffffff;", 31, 26, 1 },
    { "shfl.sync.bfly.b32 %r,%t,16,31,0xffffffff;", 16, 21, 14 },
    { "shfl.sync.up.b32 %r,%t,2,0,0xffffffff;", 0, 3, 28 },
    { "shfl.sync.down.b32 %r,%t,2,31,0xffffffff;", 2, 7, 30 },
    /* Segments of eight lanes.  */
    { "shfl.sync.down.b32 %r,%t,4,0x181f,0xffffffff;", 4, 5, 30 },
    { "shfl.sync.idx.b32 %r,%t,1,0x181f,0xffffffff;", 1, 1, 25 },
    { "shfl.sync.down.b32 %r|%p,%t,2,31,0xffffffff;\nselp.u32 %r,1,0,%p;", 1, 1,
      0 },
    { "vote.sync.ballot.b32 %r,%q,0xffffffff;", 0x55555555, 0x55555555,
      0x55555555 },
    { "vote.sync.any.pred %p,%q,0xffffffff;\nselp.u32 %r,1,0,%p;", 1, 1, 1 },
    { "vote.sync.all.pred %p,%q,0xffffffff;\nselp.u32 %r,1,0,%p;", 0, 0, 0 },
    { "@ %q activemask.b32 %r;", 0xffffffff, 0, 0xffffffff },
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      char body[512];
      snprintf (body, sizeof body,
                "sub.u32 %%c,31,%%t;\nand.b32 %%a,%%t,1;\n"
                "setp.eq.u32 %%q,%%a,0;\n%s\n",
                cases[n].code);
      CHECK (run ("", body, 32));
      bool ok = result[0] == cases[n].lane0 && result[5] == cases[n].lane5
                && result[30] == cases[n].lane30;
      CHECK (ok);
      if (!ok)
        printf ("%s: %#x %#x %#x\n", cases[n].code, result[0], result[5],
                result[30]);
    }
}

static void
test_barriers (void)
{
  /* Warps pass a number on, each after the one before.  */
  CHECK (run (".shared .u32 s[4];\n",
              "shr.u32 %a,%t,5;\nmov.u64 %x,s;\nmul.wide.u32 %y,%a,4;\n"
              "add.u64 %x,%x,%y;\nst.shared.u32 [%x],%a;\nbar.sync 0;\n"
              "ld.shared.u32 %r,[s+12];\nbar.sync 0;\n"
              "setp.eq.u32 %p,%a,3;\n@ %p bra $W;\n"
              "bar.arrive 1,128;\nbra $E;\n"
              "$W: bar.sync 1,128;\nst.shared.u32 [s],9;\n"
              "$E: bar.sync 0,128;\nld.shared.u32 %b,[s];\n"
              "add.u32 %r,%r,%b;\n",
              128));
  for (unsigned t = 0; t < 128; t++)
    CHECK (result[t] == 12);
}

/* A warp that spins gives the one that it waits for its turn.  */
static void
test_spinning (void)
{
  CHECK (run (".shared .u32 s[1];\n",
              "setp.eq.u32 %p,%t,96;\nst.shared.u32 [s],0;\nbar.sync 0;\n"
              "shr.u32 %a,%t,5;\nsetp.eq.u32 %p,%a,3;\n@ %p bra $SET;\n"
              "$L: ld.shared.u32 %r,[s];\nsetp.eq.u32 %q,%r,0;\n@ %q bra $L;\n"
              "bra $E;\n$SET: mov.u32 %r,4;\nst.shared.u32 [s],%r;\n$E:\n",
              128));
  CHECK (result[0] == 4 && result[127] == 4);
}

static void
test_device_functions (void)
{
  CHECK (run (".extern .func (.param .u64 v) malloc (.param .u64 n);\n"
              ".extern .func free (.param .u64 p);\n",
              "{\n.param .u64 n;\n.param .u64 p;\nst.param.u64 [n],40;\n"
              "call (p),malloc,(n);\nld.param.u64 %x,[p];\n}\n"
              "st.u32 [%x+36],%t;\nld.u32 %r,[%x+36];\n"
              "{\n.param .u64 p;\nst.param.u64 [p],%x;\ncall free,(p);\n}\n",
              32));
  CHECK (result[31] == 31);
}

/* What vprintf prints, caught.  */
static void
test_printf (void)
{
  static const char wanted[]
      = "s=text d=-7 u=7 x=ff c=A lu=4294967296 f=1.50 e=2.5e+00 %  42|42  |\n";
  char got[256] = "";
  FILE *file = tmpfile ();
  fflush (stdout);
  int old = dup (1);
  dup2 (fileno (file), 1);
  bool ok = run (
      ".extern .func (.param .u32 v) vprintf (.param .u64 f, .param .u64 a);\n"
      ".const .u8 text[5] = {116,101,120,116,0};\n"
      /* s=%s d=%d u=%u x=%x c=%c lu=%lu f=%.2f e=%.1e %% %*d|%-4d|\n */
      ".const .u8 format[61] = {115,61,37,115,32,100,61,37,100,32,117,61,37,"
      "117,32,120,61,37,120,32,99,61,37,99,32,108,117,61,37,108,117,32,102,61,"
      "37,46,50,102,32,101,61,37,46,49,101,32,37,37,32,37,42,100,124,37,45,52,"
      "100,124,10,0};\n",
      ".local .align 8 .b8 l[80];\n.reg .f64 %d;\n"
      "cvta.const.u64 %x,text;\nst.local.u64 [l],%x;\n"
      "st.local.u32 [l+8],-7;\nst.local.u32 [l+12],7;\n"
      "st.local.u32 [l+16],255;\nst.local.u32 [l+20],65;\n"
      "mov.u64 %x,4294967296;\nst.local.u64 [l+24],%x;\n"
      "mov.f64 %d,0d3FF8000000000000;\nst.local.f64 [l+32],%d;\n"
      "mov.f64 %d,0d4004000000000000;\nst.local.f64 [l+40],%d;\n"
      "st.local.u32 [l+48],3;\nst.local.u32 [l+52],42;\n"
      "st.local.u32 [l+56],42;\n"
      "cvta.const.u64 %x,format;\ncvta.local.u64 %y,l;\n"
      "setp.eq.u32 %p,%t,5;\n"
      "{\n.param .u64 f;\n.param .u64 a;\n.param .u32 v;\n"
      "st.param.u64 [f],%x;\nst.param.u64 [a],%y;\n"
      "@ %p call (v),vprintf,(f,a);\n}\n",
      32);
  fflush (stdout);
  dup2 (old, 1);
  close (old);
  rewind (file);
  size_t n = fread (got, 1, sizeof got - 1, file);
  got[n] = 0;
  fclose (file);
  CHECK (ok);
  CHECK (strcmp (got, wanted) == 0);
  if (strcmp (got, wanted) != 0)
    printf ("%s%s", got, wanted);
}

/* ----------------------------------------------------------------- faults */

static void
fails (const char *before, const char *body, enum sim_fault fault,
       const char *message)
{
  static char text[4096];
  struct test_kernel k;
  void *bytes;
  join (text, sizeof text, before, body);
  bool is_loaded = test_load (&k, text);
  CHECK (is_loaded);
  if (!is_loaded)
    {
      puts (k.error.message);
      return;
    }
  uint64_t out = test_alloc (&k, 4 * THREADS, &bytes);
  CHECK (!test_run (&k, "test", 1, 64, &out));
  CHECK (k.launch.fault == fault);
  CHECK (strstr (k.launch.message, message) != NULL);
  if (k.launch.fault != fault || !strstr (k.launch.message, message))
    printf ("%s\n", k.launch.message);
  test_unload (&k);
}

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
  RUN (test_calls);
  RUN (test_indirect_calls);
  RUN (test_aliases);
  RUN (test_shuffle_apart);
  RUN (test_exit);
  RUN (test_shuffles);
  RUN (test_barriers);
  RUN (test_spinning);
  RUN (test_device_functions);
  RUN (test_printf);
  RUN (test_memory_faults);
  RUN (test_other_faults);
  RUN (test_rejected_texts);
  RUN (test_blocks);
  return check_done ();
}
