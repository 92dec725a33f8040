/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls, parameters, variables of functions, the end of threads, and functions
   that the driver provides for programs (PTX ISA 7.1, 9.7.12).  */

#include "body.h"

#include <unistd.h>

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
  EXPECT (run (fib,
               "and.b32 %a,%t,15;\nsetp.ne.u32 %p,%a,3;\n"
               "{\n.param .u32 %P<2>;\nst.param.u32 [%P0],%a;\n"
               "@ %p call (%P1),fib,(%P0);\nld.param.u32 %a,[%P1];\n"
               "selp.u32 %r,%a,0,%p;\n}\n",
               64));
  EXPECT (result[15] == 610 && result[3] == 0 && result[16 + 10] == 55);
  EXPECT (result[32 + 12] == 144 && result[1] == 1 && result[2] == 1);
}

static void
test_indirect_calls (void)
{
  EXPECT (run (".func (.param .u32 v) one\n{\nst.param.u32 [v],1;\nret;\n}\n"
               ".func (.param .u32 v) two\n{\nst.param.u32 [v],2;\nret;\n}\n",
               "mov.u64 %x,one;\nmov.u64 %y,two;\nand.b32 %a,%t,1;\n"
               "setp.eq.u32 %p,%a,0;\nselp.u64 %x,%x,%y,%p;\n"
               "{\n.param .u32 o;\n$P: .callprototype (.param .u32 _) _;\n"
               "call (o),%x,$P;\nld.param.u32 %r,[o];\n}\n",
               32));
  EXPECT (result[6] == 1 && result[7] == 2);
}

static void
test_aliases (void)
{
  EXPECT (run (".visible .func (.param .u32 v) one\n{\nst.param.u32 [v],1;\n"
               "ret;\n}\n.visible .func (.param .u32 v) same;\n"
               ".alias same,one;\n",
               "{\n.param .u32 o;\ncall (o),same;\nld.param.u32 %r,[o];\n}\n",
               1));
  EXPECT (result[0] == 1);
  /* The linker for nvptx moves it to the front.  */
  EXPECT (run (".func (.param .u32 v) one;\n.func (.param .u32 v) same;\n"
               ".alias same,one;\n.func (.param .u32 v) one\n{\n"
               "st.param.u32 [v],3;\nret;\n}\n",
               "{\n.param .u32 o;\ncall (o),same;\nld.param.u32 %r,[o];\n}\n",
               1));
  EXPECT (result[0] == 3);
}

/* Of a weak function and an alias of another module that is not.  */
static void
test_alias_of_weak (void)
{
  static const char *const weak
      = TEST_HEADER ".weak .func (.param .u32 v) f\n{\nst.param.u32 [v],1;\n"
                    "ret;\n}\n";
  static const char *const strong
      = TEST_HEADER ".func (.param .u32 v) g\n{\nst.param.u32 [v],2;\nret;\n}\n"
                    ".visible .func (.param .u32 v) f;\n.alias f,g;\n";
  for (unsigned is_first = 0; is_first < 2; is_first++)
    {
      struct ptx_error error = { "" };
      struct ptx_image *image = ptx_image_create ();
      const char *texts[]
          = { is_first ? strong : weak, is_first ? weak : strong };
      for (unsigned n = 0; n < 2; n++)
        EXPECT (
            ptx_image_add (image, NULL, texts[n], strlen (texts[n]), &error));
      EXPECT (ptx_image_link (image, &error));
      struct ptx_symbol *f
          = ptx_scope_find (&image->modules[is_first]->scope, "f", 1);
      EXPECT (f && strcmp (f->definition->name, "g") == 0
              && f->definition->function.body);
      ptx_image_destroy (image);
    }
}

/* Arrays are passed by value: each lane's own memory.  */
#define SWAP                                                                   \
  ".func (.param .align 8 .b8 v[16]) swap (.param .align 8 .b8 p[16], "        \
  ".param .u32 add)\n{\n.reg .u32 %a,%b,%c,%d;\n"                              \
  "ld.param.v2.u32 {%a,%b},[p];\nld.param.u32 %c,[p+12];\n"                    \
  "ld.param.u32 %d,[add];\nadd.u32 %a,%a,%d;\nst.param.u32 [v+12],%a;\n"       \
  "st.param.v2.u32 [v],{%c,%b};\nret;\n}\n"
#define CALL_SWAP(callee, prototype)                                           \
  "setp.ne.u32 %p,%t,40;\n"                                                    \
  "{\n.param .align 8 .b8 i[16];\n.param .u32 k;\n"                            \
  ".param .align 8 .b8 o[16];\nst.param.v2.u32 [i],{%t,7};\n"                  \
  "mul.lo.u32 %a,%t,100;\nst.param.u32 [i+12],%a;\nst.param.u32 [k],3;\n"      \
  "@ %p call (o)," callee ",(i,k)" prototype ";\nld.param.u32 %a,[o+12];\n"    \
  "ld.param.v2.u32 {%b,%c},[o];\n}\n"                                          \
  "add.u32 %r,%a,%b;\nmad.lo.u32 %r,%c,100000,%r;\n"

static void
test_array_parameters (void)
{
  EXPECT (run (SWAP, CALL_SWAP ("swap", ""), 64));
  for (unsigned t = 0; t < 64; t++)
    EXPECT (t == 40 || result[t] == t + 3 + 100 * t + 700000);
  EXPECT (run (
      SWAP,
      "mov.u64 %x,swap;\n"
      "$P: .callprototype (.param .align 8 .b8 _[16]) _ "
      "(.param .align 8 .b8 _[16], .param .u32 _);\n" CALL_SWAP ("%x", ",$P"),
      64));
  EXPECT (result[63] == 66 + 6300 + 700000);
}

/* What is no array for what is one.  */
static void
test_arrays_for_numbers (void)
{
  fails (SWAP ".func one (.param .u32 a)\n{\nret;\n}\n",
         "mov.u64 %x,one;\n{\n.param .align 8 .b8 i[16];\n"
         "$P: .callprototype _ (.param .align 8 .b8 _[16]);\n"
         "call %x,(i),$P;\n}\n",
         SIM_INVALID_PC, "or arrays are passed for numbers");
  fails (".func f (.param .u32 a)\n{\n.reg .u64 %x;\nmov.u64 %x,a;\nret;\n}\n",
         "{\n.param .u32 i;\nst.param.u32 [i],1;\ncall f,(i);\n}\n",
         SIM_ILLEGAL_INSTRUCTION,
         "the address of a parameter that is no array");
}

static void
test_kernel_arrays (void)
{
  struct test_kernel k;
  void *bytes;
  EXPECT (test_load (
      &k, TEST_HEADER
      ".visible .entry test (.param .u64 out, .param .align 8 .b8 s[24], "
      ".param .u16 last)\n{\n.reg .u64 %out,%x;\n.reg .u32 %a,%b;\n"
      ".reg .u16 %h;\nld.param.u64 %out,[out];\nld.param.u32 %a,[s+20];\n"
      "mov.b64 %x,s;\nld.param.u32 %b,[%x+4];\nmad.lo.u32 %a,%b,1000,%a;\n"
      "ld.param.u16 %h,[last];\ncvt.u32.u16 %b,%h;\nadd.u32 %a,%a,%b;\n"
      "st.u32 [%out],%a;\nret;\n}\n"));
  static const uint32_t array[6] = { 1, 2, 3, 4, 5, 6 };
  uint64_t out = test_alloc (&k, 4, &bytes);
  EXPECT (test_run (&k, "test", 3, 64,
                    (uint64_t[]){ out, (uint64_t)(uintptr_t)array, 70 }));
  EXPECT (*(uint32_t *)bytes == 2076);
  test_unload (&k);
}

/* Two functions have variables of one name, each its own, once for all calls.
 */
static void
test_own_variables (void)
{
  EXPECT (run (
      ".func (.param .u32 v) count (.param .u32 t)\n{\n"
      ".global .u32 n = 5;\n.shared .align 8 .u32 s[32], more;\n"
      ".reg .u64 %x;\n.reg .u32 %t;\nld.param.u32 %t,[t];\n"
      "st.shared.u32 [more],7;\natom.global.add.u32 %t,[n],1;\n"
      "mov.u64 %x,s;\nst.shared.u32 [%x+4],%t;\nld.shared.u32 %t,[s+4];\n"
      "st.param.u32 [v],%t;\nret;\n}\n"
      ".func (.param .u32 v) other\n{\n.shared .u32 s;\n{\n"
      ".const .u32 n[2] = { 40, 50 };\n.reg .u32 %t;\n"
      "st.shared.u32 [s],3;\nld.const.u32 %t,[n+4];\nst.param.u32 [v],%t;\n"
      "ret;\n}\n}\n",
      "{\n.param .u32 i;\n.param .u32 o;\nst.param.u32 [i],%t;\n"
      "call (o),count,(i);\ncall (o),other;\ncall (o),count,(i);\n"
      "ld.param.u32 %r,[o];\n}\n"
      "{\n.param .u32 o;\ncall (o),other;\nld.param.u32 %a,[o];\n"
      "mad.lo.u32 %r,%a,1000,%r;\n}\n",
      1));
  EXPECT (result[0] == 50006);
}

static void
test_exit (void)
{
  /* Threads that end are not waited for.  */
  EXPECT (run (".func leave (.param .u32 n)\n{\n.reg .u32 %n;\n.reg .pred %p;\n"
               "ld.param.u32 %n,[n];\nsetp.lt.u32 %p,%n,40;\n@ %p exit;\n"
               "ret;\n}\n",
               "st.u32 [%at],77;\n{\n.param .u32 i;\nst.param.u32 [i],%t;\n"
               "call leave,(i);\n}\nbar.warp.sync 0xffffffff;\n"
               "bar.sync 0;\nmov.u32 %r,5;\n",
               128));
  EXPECT (result[0] == 77 && result[39] == 77 && result[40] == 5);
  EXPECT (result[127] == 5);
}

static void
test_device_functions (void)
{
  EXPECT (run (".extern .func (.param .u64 v) malloc (.param .u64 n);\n"
               ".extern .func free (.param .u64 p);\n",
               "{\n.param .u64 n;\n.param .u64 p;\nst.param.u64 [n],40;\n"
               "call (p),malloc,(n);\nld.param.u64 %x,[p];\n}\n"
               "st.u32 [%x+36],%t;\nld.u32 %r,[%x+36];\n"
               "{\n.param .u64 p;\nst.param.u64 [p],%x;\ncall free,(p);\n}\n",
               32));
  EXPECT (result[31] == 31);
}

/* All that the heap has, and no more, however many threads of the host ask: 16
   of these blocks.  */
static void
test_heap (void)
{
  struct test_kernel k;
  void *bytes;
  EXPECT (test_load (
      &k, TEST_HEADER
      ".extern .func (.param .u64 v) malloc (.param .u64 n);\n" START
      "mov.u64 %x,0;\n"
      "{\n.param .u64 n;\n.param .u64 p;\nst.param.u64 [n],1000;\n"
      "call (p),malloc,(n);\nld.param.u64 %x,[p];\n}\n"
      "setp.ne.u64 %p,%x,0;\n@ %p atom.add.u32 %r,[%out],1;\nret;\n}\n"));
  for (unsigned times = 0; times < 20; times++)
    {
      uint64_t out = test_alloc (&k, 4, &bytes);
      memset (bytes, 0, 4);
      test_heap_size = 16999;
      test_threads = 4;
      EXPECT (test_run (&k, "test", 8, 32, &out));
      EXPECT (*(uint32_t *)bytes == 16);
      mem_free_owned (&k.memory, k.image);
    }
  test_heap_size = 1 << 20;
  test_threads = 1;
  test_unload (&k);
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
      "@ %p call (v),vprintf,(f,a);\nld.param.u32 %a,[v];\n"
      "@ %p mov.u32 %r,%a;\n}\n",
      32);
  fflush (stdout);
  dup2 (old, 1);
  close (old);
  rewind (file);
  size_t n = fread (got, 1, sizeof got - 1, file);
  got[n] = 0;
  fclose (file);
  EXPECT (ok);
  EXPECT (strcmp (got, wanted) == 0);
  EXPECT (result[5] == 11 && result[4] == 0);
  if (strcmp (got, wanted) != 0)
    printf ("%s%s", got, wanted);
}

int
main (void)
{
  RUN (test_calls);
  RUN (test_indirect_calls);
  RUN (test_aliases);
  RUN (test_alias_of_weak);
  RUN (test_array_parameters);
  RUN (test_arrays_for_numbers);
  RUN (test_kernel_arrays);
  RUN (test_own_variables);
  RUN (test_exit);
  RUN (test_device_functions);
  RUN (test_heap);
  RUN (test_printf);
  return check_done ();
}
