/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Operations of several lanes and warps: shuffles, votes, matches, reductions,
   barriers, waiting in loops (PTX ISA 9.7.9.6 and 9.7.13).  */

#include "body.h"

#include <pthread.h>
#include <time.h>

/* Halves of a warp that are apart, each with a mask of its own.  */
static void
test_shuffle_apart (void)
{
  EXPECT (run ("",
               "setp.lt.u32 %p,%t,16;\n@ %p bra $LOW;\n"
               "shfl.sync.idx.b32 %r,%t,20,31,0xffff0000;\nbra $E;\n"
               "$LOW: shfl.sync.idx.b32 %r,%t,4,31,0x0000ffff;\n$E:\n",
               32));
  EXPECT (result[0] == 4 && result[15] == 4);
  EXPECT (result[16] == 20 && result[31] == 20);
}

/* What code leaves in three lanes.  */
struct code
{
  const char *text;
  uint32_t result[3];
};

/* Each of the COUNT CODES behind START, what it leaves in LANES.  */
static void
try_codes (const char *start, const struct code *codes, unsigned count,
           const unsigned lanes[3])
{
  for (const struct code *c = codes; c < codes + count; c++)
    {
      char body[512];
      bool ok = true;
      snprintf (body, sizeof body, "%s%s\n", start, c->text);
      EXPECT (run ("", body, 32));
      for (unsigned n = 0; n < 3; n++)
        ok &= result[lanes[n]] == c->result[n];
      EXPECT (ok);
      if (!ok)
        printf ("%s: %#x %#x %#x\n", c->text, result[lanes[0]],
                result[lanes[1]], result[lanes[2]]);
    }
}

static void
test_shuffles (void)
{
  static const struct code cases[] = {
    { "shfl.sync.idx.b32 %r,%t,7,31,0xffffffff;", { 7, 7, 7 } },
    { "shfl.sync.idx.b32 %r,%t,%c,31,0xffffffff;", { 31, 26, 1 } },
    { "shfl.sync.bfly.b32 %r,%t,16,31,0xffffffff;", { 16, 21, 14 } },
    { "shfl.sync.up.b32 %r,%t,2,0,0xffffffff;", { 0, 3, 28 } },
    { "shfl.sync.down.b32 %r,%t,2,31,0xffffffff;", { 2, 7, 30 } },
    /* Segments of eight lanes.  */
    { "shfl.sync.down.b32 %r,%t,4,0x181f,0xffffffff;", { 4, 5, 30 } },
    { "shfl.sync.idx.b32 %r,%t,1,0x181f,0xffffffff;", { 1, 1, 25 } },
    { "shfl.sync.down.b32 %r|%p,%t,2,31,0xffffffff;\nselp.u32 %r,1,0,%p;",
      { 1, 1, 0 } },
    { "vote.sync.ballot.b32 %r,%q,0xffffffff;",
      { 0x55555555, 0x55555555, 0x55555555 } },
    { "vote.sync.ballot.b32 %r,!%q,0xffffffff;",
      { 0xaaaaaaaa, 0xaaaaaaaa, 0xaaaaaaaa } },
    { "vote.sync.any.pred %p,%q,0xffffffff;\nselp.u32 %r,1,0,%p;",
      { 1, 1, 1 } },
    { "vote.sync.all.pred %p,%q,0xffffffff;\nselp.u32 %r,1,0,%p;",
      { 0, 0, 0 } },
    { "shr.u32 %b,%t,3;\nmatch.any.sync.b32 %r,%b,0xffffffff;",
      { 0xff, 0xff, 0xff000000 } },
    { "mov.u64 %x,4294967296;\nmad.wide.u32 %x,%a,%c,%x;\n"
      "match.any.sync.b64 %r,%x,0xffffffff;",
      { 0xd5555555, 1u << 5, 0xd5555555 } },
    { "match.all.sync.b32 %r|%p,%n,0xffffffff;\n@ !%p mov.u32 %r,1;",
      { 0xffffffff, 0xffffffff, 0xffffffff } },
    { "match.all.sync.b32 %r|%p,%t,0xffffffff;\n@ %p mov.u32 %r,1;",
      { 0, 0, 0 } },
    { "redux.sync.add.u32 %r,%t,0xffffffff;", { 496, 496, 496 } },
    { "redux.sync.max.u32 %r,%c,0xffffffff;", { 31, 31, 31 } },
    { "sub.u32 %b,%t,3;\nredux.sync.min.s32 %r,%b,0xffffffff;",
      { 0xfffffffd, 0xfffffffd, 0xfffffffd } },
    { "sub.u32 %b,%t,3;\nredux.sync.max.s32 %r,%b,0xffffffff;",
      { 28, 28, 28 } },
    { "sub.u32 %b,%t,3;\nredux.sync.min.u32 %r,%b,0xffffffff;", { 0, 0, 0 } },
    { "redux.sync.and.b32 %r,%c,0xffffffff;", { 0, 0, 0 } },
    { "redux.sync.or.b32 %r,%t,0xffffffff;", { 31, 31, 31 } },
    { "redux.sync.xor.b32 %r,%a,0xffffffff;", { 0, 0, 0 } },
    { "@ %q activemask.b32 %r;", { 0xffffffff, 0, 0xffffffff } },
  };
  try_codes ("mov.u32 %n,9;\nsub.u32 %c,31,%t;\nand.b32 %a,%t,1;\n"
             "setp.eq.u32 %q,%a,0;\n",
             cases, sizeof cases / sizeof cases[0], (unsigned[]){ 0, 5, 30 });
}

/* One instruction, which all lanes come to at once, some with one mask and some
   with another: each has what those with its own mask have.  */
static void
test_masks_beside (void)
{
  static const struct code cases[] = {
    { "vote.sync.ballot.b32 %r,%q,%n;", { 0x1, 0xfe, 0xffff00 } },
    { "vote.sync.all.pred %p,%q,%n;\nselp.u32 %r,1,0,%p;", { 1, 1, 0 } },
    { "match.any.sync.b32 %r,%a,%n;", { 0x1, 0xaa, 0x55555500 } },
    { "redux.sync.add.u32 %r,%t,%n;", { 0, 28, 468 } },
    { "shfl.sync.idx.b32 %r,%t,30,31,%n;", { 0xa5a5a5a5, 0xa5a5a5a5, 30 } },
    { "shfl.sync.idx.b32 %r,%t,7,31,%n;", { 0xa5a5a5a5, 7, 0xa5a5a5a5 } },
    { "bar.warp.sync %n;\nactivemask.b32 %r;",
      { 0xffffffff, 0xffffffff, 0xffffffff } },
  };
  try_codes ("and.b32 %a,%t,1;\nsetp.lt.u32 %q,%t,24;\n"
             "setp.eq.u32 %p,%t,0;\nselp.u32 %n,1,0xfe,%p;\n"
             "setp.ge.u32 %p,%t,8;\n@ %p mov.u32 %n,0xffffff00;\n",
             cases, sizeof cases / sizeof cases[0], (unsigned[]){ 0, 3, 30 });
}

/* A mask may name lanes that have ended, but none that come never, and each
   lane is in its own.  */
static void
test_masks (void)
{
  static const char *const f
      = ".func f\n{\nbar.warp.sync 0xffffffff;\nret;\n}\n";
  EXPECT (run ("",
               "setp.gt.u32 %p,%t,3;\n@ %p exit;\n"
               "vote.sync.ballot.b32 %r,1,0xffffffff;\n",
               32));
  EXPECT (result[0] == 0xf);
  fails ("", "vote.sync.ballot.b32 %r,1,0x0000ffff;\n", SIM_ILLEGAL_INSTRUCTION,
         "lanes 0xffff0000 are not in the mask 0xffff that they give");
  fails ("",
         "setp.gt.u32 %p,%t,15;\n@ %p bra $E;\n"
         "shfl.sync.idx.b32 %r,%t,0,31,0x0001ffff;\n$E: bar.sync 0;\n",
         SIM_DEADLOCK, "lanes 0xffff wait here for lanes 0x10000");
  fails (f, "setp.gt.u32 %p,%t,15;\n@ %p call f;\n", SIM_DEADLOCK,
         "lanes 0xffff0000 wait here for lanes 0xffff, which are in another "
         "call");
}

static void
test_barriers (void)
{
  /* Warps pass a number on, each after the one before.  */
  EXPECT (run (".shared .u32 s[4];\n",
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
    EXPECT (result[t] == 12);
}

/* All threads of the block vote; the last warp may not be whole.  */
static void
test_votes_of_blocks (void)
{
  static const struct
  {
    const char *code;
    uint32_t result;
  } cases[] = {
    { "bar.red.popc.u32 %r,0,%p;", 3 },
    { "bar.red.popc.u32 %r,2,128,!%p;", 125 },
    { "bar.red.or.pred %q,0,%p;\nselp.u32 %r,1,0,%q;", 1 },
    { "bar.red.and.pred %q,0,%p;\nselp.u32 %r,1,0,%q;", 0 },
    { "setp.lt.u32 %p,%t,128;\n"
      "barrier.red.and.pred %q,3,128,%p;\nselp.u32 %r,1,0,%q;",
      1 },
    { "setp.gt.u32 %p,%t,128;\nbar.red.or.pred %q,0,%p;\n"
      "selp.u32 %r,1,0,%q;",
      0 },
  };
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    {
      char body[256];
      snprintf (body, sizeof body,
                "setp.gt.u32 %%p,%%t,124;\n%s\nbar.sync 0;\n", cases[n].code);
      EXPECT (run ("", body, 128));
      for (unsigned t = 0; t < 128; t += 127)
        {
          EXPECT (result[t] == cases[n].result);
          if (result[t] != cases[n].result)
            printf ("%s: %#x\n", cases[n].code, result[t]);
        }
    }
}

/* A warp that spins gives the one that it waits for its turn.  */
static void
test_spinning (void)
{
  EXPECT (run (".shared .u32 s[1];\n",
               "setp.eq.u32 %p,%t,96;\nst.shared.u32 [s],0;\nbar.sync 0;\n"
               "shr.u32 %a,%t,5;\nsetp.eq.u32 %p,%a,3;\n@ %p bra $SET;\n"
               "$L: ld.shared.u32 %r,[s];\nsetp.eq.u32 %q,%r,0;\n@ %q bra $L;\n"
               "bra $E;\n$SET: mov.u32 %r,4;\nst.shared.u32 [s],%r;\n$E:\n",
               128));
  EXPECT (result[0] == 4 && result[127] == 4);
}

/* So does a block: the last one goes first, and each waits for the one behind
   it, on one thread of the host.  A function that is called spins.  */
static void
test_spinning_blocks (void)
{
  struct test_kernel k;
  void *bytes;
  const unsigned blocks = 12;
  EXPECT (test_load (&k, TEST_HEADER
                     ".func wait (.param .u64 p, .param .u32 v)\n{\n"
                     ".reg .u64 %p;\n.reg .u32 %v,%r;\n.reg .pred %q;\n"
                     "ld.param.u64 %p,[p];\nld.param.u32 %v,[v];\n"
                     "$L: ld.u32 %r,[%p];\nsetp.ne.u32 %q,%r,%v;\n"
                     "@ %q bra $L;\nret;\n}\n" START
                     "mov.u32 %a,%ctaid.x;\nmov.u32 %n,%nctaid.x;\n"
                     "sub.u32 %n,%n,%a;\nsub.u32 %n,%n,1;\n{\n"
                     ".param .u64 p;\n.param .u32 v;\n"
                     "st.param.u64 [p],%out;\nst.param.u32 [v],%n;\n"
                     "call wait,(p,v);\n}\nsetp.eq.u32 %p,%t,0;\n"
                     "@ %p atom.add.u32 %r,[%out],1;\nret;\n}\n"));
  uint64_t out = test_alloc (&k, 4, &bytes);
  memset (bytes, 0, 4);
  EXPECT (test_run (&k, "test", blocks, 32, &out));
  EXPECT (*(uint32_t *)bytes == blocks);
  test_unload (&k);
}

/* Lanes that wait in loops for others of their warp are told of, with both
   places; the body begins at line 19, behind what is before.  */
static void
test_lanes_that_wait_for_lanes (void)
{
  static const struct
  {
    const char *before, *body, *message;
  } cases[] = {
    { ".shared .u32 s[1];\n",
      "st.shared.u32 [s],0;\nsetp.eq.u32 %p,%t,3;\n@ %p bra $SET;\n"
      "$L: ld.shared.u32 %r,[s];\nsetp.eq.u32 %q,%r,0;\n@ %q bra $L;\n"
      "bra $E;\n$SET: st.shared.u32 [s],1;\n$E:\n",
      "lanes 0xfffffff7 wait in a loop here, lanes 0x8 wait at line 26;" },
    /* A lock that one of them has; the loop has a loop in it.  */
    { ".global .u32 lock;\n",
      "mov.u64 %x,lock;\ncvta.global.u64 %x,%x;\n"
      "$L: mov.u32 %b,0;\n$M: add.u32 %b,%b,1;\n"
      "setp.lt.u32 %p,%b,3;\n@ %p bra $M;\n"
      "atom.cas.b32 %r,[%x],0,1;\nsetp.ne.u32 %q,%r,0;\n@ %q bra $L;\n"
      "atom.exch.b32 %r,[%x],0;\n",
      "lanes 0xfffffffe wait in a loop here, lanes 0x1 wait at line 28;" },
    /* In a function that is called.  */
    { ".global .u32 flag;\n.func wait\n{\n.reg .u32 %r;\n.reg .pred %q;\n"
      "$L: ld.global.u32 %r,[flag];\nsetp.eq.u32 %q,%r,0;\n@ %q bra $L;\n"
      "ret;\n}\n",
      "setp.ne.u32 %p,%t,0;\n@ %p call wait;\nst.global.u32 [flag],1;\n",
      "lanes 0xfffffffe wait in a loop here, lanes 0x1 wait at line 30;" },
    /* All lanes, for nobody.  */
    { ".global .u32 flag;\n",
      "$L: ld.global.u32 %r,[flag];\nsetp.eq.u32 %q,%r,0;\n@ %q bra $L;\n",
      "lanes 0xffffffff wait in a loop here\n" },
  };
  test_patience = 1000000;
  for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++)
    fails (cases[n].before, cases[n].body, SIM_DEADLOCK, cases[n].message);
  test_patience = 0;
}

/* What waits for what is being done is not, however long that takes: here the
   second warp counts.  */
static void
test_waiting_for_work (void)
{
  test_patience = 1;
  EXPECT (run (".shared .u32 s[1];\n",
               "st.shared.u32 [s],0;\nbar.sync 0;\n"
               "setp.gt.u32 %p,%t,31;\n@ %p bra $SET;\n"
               "$L: ld.shared.u32 %r,[s];\nsetp.eq.u32 %q,%r,0;\n"
               "@ %q bra $L;\nbra $E;\n"
               "$SET: add.u32 %r,%r,1;\nsetp.ne.u32 %q,%r,1500000;\n"
               "@ %q bra $SET;\nst.shared.u32 [s],%r;\n$E:\n",
               64));
  EXPECT (result[0] == 1500000 && result[63] == 1500000);
  test_patience = 0;
}

static void *
answer (void *flag)
{
  struct timespec t = { .tv_nsec = 50000000 };
  nanosleep (&t, NULL);
  __atomic_store_n ((uint32_t *)flag, 1, __ATOMIC_RELEASE);
  return NULL;
}

/* Nor is what waits for the host.  */
static void
test_waiting_for_the_host (void)
{
  struct test_kernel k;
  pthread_t host;
  EXPECT (test_load (&k, TEST_HEADER START
                     "$L: ld.u32 %r,[%out];\nsetp.eq.u32 %q,%r,0;\n"
                     "@ %q bra $L;\nret;\n}\n"));
  uint64_t flag = mem_alloc (&k.memory, 4, 64, MEM_HOST, &k, "test");
  test_patience = 1;
  EXPECT (!pthread_create (&host, NULL, answer, (void *)(uintptr_t)flag));
  EXPECT (test_run (&k, "test", 1, 32, &flag));
  pthread_join (host, NULL);
  test_patience = 0;
  mem_free (&k.memory, flag, MEM_HOST);
  test_unload (&k);
}

int
main (void)
{
  RUN (test_shuffle_apart);
  RUN (test_shuffles);
  RUN (test_masks_beside);
  RUN (test_masks);
  RUN (test_barriers);
  RUN (test_votes_of_blocks);
  RUN (test_spinning);
  RUN (test_spinning_blocks);
  RUN (test_lanes_that_wait_for_lanes);
  RUN (test_waiting_for_work);
  RUN (test_waiting_for_the_host);
  return check_done ();
}
