# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Reverse offload, target device (ancestor: 1), on the plugin under test.  GCC
# supports it from release 13 on (make check-compilers).  Here the image is made
# by hand, and its kernel asks the host for whatever the program wants.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > reverse.c <<'EOC'
#include <omp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void GOMP_offload_register_ver (unsigned, const void *, int,
                                       const void *);
extern void GOMP_target_ext (int, void (*) (void *), size_t, void **, size_t *,
                             unsigned short *, unsigned, void **, void **);

/* The first lane of each block asks as often as the request says, which is the
   region's first datum; for its second one, if the request says that.  */
static const char code[]
    = ".version 6.0\n.target sm_35\n.address_size 64\n"
      ".visible .global .align 8 .u64 __gomp_rev_offload_var[1];\n"
      ".visible .global .align 4 .u32 __gomp_additional_icvs[4];\n"
      ".global .align 4 .u32 lock[1];\n"
      ".visible .func served$nohost$0 (.param .u64 %a)\n{\nret;\n}\n"
      ".visible .global .align 8 .u64 $offload_func_table[]"
      " = {served$nohost$0,0};\n"
      ".visible .entry asking$_omp_fn$0 (.param .u64 %a, .param .u64 %s,\n"
      "  .param .u64 %z)\n"
      "{\n.reg .u64 %q,%r,%v,%f,%w;\n.reg .u32 %x,%n;\n.reg .pred %p;\n"
      "mov.u32 %x,%tid.x;\nsetp.ne.u32 %p,%x,0;\n@%p ret;\n"
      "ld.param.u64 %r,[%a];\nld.u64 %q,[%r];\n"
      "ld.u32 %n,[%q+44];\nsetp.eq.u32 %p,%n,0;\n@%p bra $given;\n"
      "ld.u64 %w,[%r+8];\nld.u64 %v,[%q+16];\nst.u64 [%v],%w;\n"
      "$given:\n"
      "ld.u32 %n,[%q+40];\nld.u64 %f,[%q];\nsetp.ne.u64 %p,%f,0;\n"
      "@%p bra $ask;\nmov.u64 %f,served$nohost$0;\n"
      "$ask:\n"
      "atom.global.exch.b32 %x,[lock],1;\nsetp.ne.u32 %p,%x,0;\n"
      "@%p bra $ask;\nmembar.sys;\n"
      "ld.global.u64 %v,[__gomp_rev_offload_var];\n"
      "ld.u64 %w,[%q+8];\nst.u64 [%v+8],%w;\n"
      "ld.u64 %w,[%q+16];\nst.u64 [%v+16],%w;\n"
      "ld.u64 %w,[%q+24];\nst.u64 [%v+24],%w;\n"
      "ld.u64 %w,[%q+32];\nst.u64 [%v+32],%w;\n"
      "ld.global.u32 %x,[__gomp_additional_icvs];\nst.u32 [%v+40],%x;\n"
      "membar.sys;\nst.volatile.u64 [%v],%f;\n"
      "$wait:\n"
      "ld.volatile.u64 %w,[%v];\nsetp.ne.u64 %p,%w,0;\n@%p bra $wait;\n"
      "membar.sys;\nst.global.u32 [lock],0;\n"
      "sub.u32 %n,%n,1;\nsetp.ne.u32 %p,%n,0;\n@%p bra $ask;\n"
      "ret;\n}\n";
static const struct { const char *text; size_t size; } texts[]
    = { { code, sizeof code } };
static const struct { const char *name; unsigned short dim[3]; } functions[]
    = { { "served$nohost$0", { 0 } }, { "asking$_omp_fn$0", { 0 } } };
static const struct
{
  uintptr_t requires_mask;
  const void *texts; unsigned text_count;
  const void *variables; unsigned variable_count;
  const void *functions; unsigned function_count;
  unsigned indirect_count;
} image = { 0x280, texts, 1, NULL, 0, functions, 2, 0 };

static void (*serve_now) (void **slots);

static void
served (void *slots)
{
  serve_now (slots);
}

static void
asking (void *slots)
{
  (void)slots;
  abort ();
}

static void *const host_functions[] = { (void *)served, (void *)asking };
static const void *const table[]
    = { host_functions, host_functions + 2, NULL, NULL, NULL, NULL };

/* ---- What a region of the device asks for.  */

struct request
{
  uint64_t function, count, hosts, sizes, kinds;
  uint32_t times;
  uint32_t is_for_own; /* the first clause names what the region maps */
};

#define CLAUSES 8
struct clauses
{
  int count;
  void *host[CLAUSES];
  size_t size[CLAUSES];
  unsigned short kind[CLAUSES];
};

static void
add (struct clauses *c, void *host, size_t size, int kind)
{
  c->host[c->count] = host;
  c->size[c->count] = size;
  c->kind[c->count++] = (unsigned short)kind;
}

static void *
on_device (const void *from, size_t size)
{
  void *p = omp_target_alloc (size, 0);
  if (p == NULL
      || omp_target_memcpy (p, (void *)from, size, 0, 0, 0,
                            omp_get_initial_device ()))
    abort ();
  return p;
}

static void
fetch (void *to, void *from, size_t size)
{
  if (omp_target_memcpy (to, from, size, 0, 0, omp_get_initial_device (), 0))
    abort ();
}

static struct request
make_request (const struct clauses *c)
{
  struct request q = { .count = (uint64_t)c->count, .times = 1 };
  q.hosts = (uintptr_t)on_device (c->host, sizeof c->host);
  q.sizes = (uintptr_t)on_device (c->size, sizeof c->size);
  q.kinds = (uintptr_t)on_device (c->kind, sizeof c->kind);
  return q;
}

/* A region that maps [DATA, DATA + SIZE), too, and may be nowait.  */
static void
run (struct request *q, int teams, void *data, size_t size, unsigned flags)
{
  void *hosts[] = { q, data };
  size_t sizes[] = { sizeof *q, size };
  unsigned short kinds[] = { 0x30c, 0x303 };
  void *args[] = { (void *)(0x100 | (intptr_t)teams << 16),
                   (void *)(0x200 | (intptr_t)1 << 16), NULL };
  GOMP_target_ext (-1, asking, data != NULL ? 2 : 1, hosts, sizes, kinds,
                   flags, NULL, args);
}

static void
ask (const struct clauses *c, void (*serve) (void **slots))
{
  struct request q = make_request (c);
  serve_now = serve;
  run (&q, 1, NULL, 0, 0);
}

/* ---- Checks.  */

static const char *check_name;
static int is_good;

static void
begin (const char *name)
{
  check_name = name;
  is_good = 1;
}

#define EXPECT(e)                                                              \
  ((e) ? (void)0                                                               \
       : (void)(is_good = 0, printf ("line %d: %s\n", __LINE__, #e)))

static void
end (void)
{
  printf ("%s: %s\n", is_good ? "PASS" : "FAIL", check_name);
  fflush (stdout);
}

static int x[4], *there; /* associated */

static void
reset (int host, int device)
{
  int there_now[4];
  for (int i = 0; i < 4; i++)
    {
      x[i] = host + i;
      there_now[i] = device + i;
    }
  if (there == NULL)
    {
      there = on_device (there_now, sizeof there_now);
      omp_target_associate_ptr (x, there, sizeof x, 0, 0);
    }
  else
    omp_target_memcpy (there, there_now, sizeof x, 0, 0, 0,
                       omp_get_initial_device ());
}

static int
there_at (int i)
{
  int v[4];
  fetch (v, there, sizeof v);
  return v[i];
}

/* ---- The host's variables.  */

static void
use_original (void **slots)
{
  EXPECT (slots[0] == x);
  EXPECT (x[1] == 11);
  x[1] = 99;
}

static void
use_part (void **slots)
{
  EXPECT (slots[0] == &x[2]);
  EXPECT (x[1] == 11 && x[2] == 52 && x[3] == 13);
  x[2] = 77;
  x[3] = 78;
}

static void
test_originals (void)
{
  struct clauses c = { 0 };
  begin ("a variable of the host's is that, and not copied");
  reset (10, 50);
  add (&c, there, sizeof x, 0x203);
  ask (&c, use_original);
  EXPECT (x[1] == 99 && there_at (1) == 51);
  end ();
  begin ("always: copied, of it what is named");
  reset (10, 50);
  c.count = 0;
  add (&c, there + 2, 4, 0x213);
  ask (&c, use_part);
  EXPECT (there_at (2) == 77 && there_at (3) == 53);
  EXPECT (x[2] == 77);
  end ();
}

/* ---- Memory of the device's.  */

static void
use_copies (void **slots)
{
  int *to = slots[0], *from = slots[1], *both = slots[2], *alloc = slots[3],
      *private = slots[4];
  EXPECT (to[1] == 2 && both[1] == 2 && private[1] == 2);
  EXPECT ((uintptr_t)slots[5] == 1234 && slots[6] == NULL);
  EXPECT ((uintptr_t)to % 64 == 0);
  for (int i = 0; i < 3; i++)
    to[i] = from[i] = both[i] = alloc[i] = private[i] = 40 + i;
}

static void
test_copies (void)
{
  static const int first[3] = { 1, 2, 3 };
  static const int kinds[5] = { 0x601, 0x202, 0x263, 0x200, 0x20c };
  struct clauses c = { 0 };
  int now[3];
  begin ("memory of the device's is copied as the clauses say");
  for (int i = 0; i < 5; i++)
    add (&c, on_device (first, sizeof first), sizeof first, kinds[i]);
  add (&c, (void *)1234, 0, 0x0d);
  add (&c, NULL, 12, 0x203);
  ask (&c, use_copies);
  for (int i = 0; i < 5; i++)
    {
      fetch (now, c.host[i], sizeof now);
      EXPECT (now[2] == (kinds[i] & 14 & ~12 && kinds[i] != 0x20c ? 42 : 3));
    }
  end ();
}

static void
use_sections (void **slots)
{
  EXPECT (slots[0] == &x[1]);
  EXPECT (slots[1] == x + 4);
  EXPECT (slots[2] == NULL || slots[2] == (void *)0x77770000);
}

static void
test_sections (void)
{
  struct clauses c = { 0 };
  begin ("sections without bytes");
  reset (10, 50);
  add (&c, there + 1, 0, 0x0f);
  add (&c, there + 4, 0, 0x0f);
  add (&c, (void *)0x77770000, 0, 0x0f);
  ask (&c, use_sections);
  end ();
}

static void
use_present (void **slots)
{
  EXPECT (slots[0] == x && x[0] == 50);
  x[0] = 4;
}

static void
test_present (void)
{
  struct clauses c = { 0 };
  begin ("present");
  reset (10, 50);
  add (&c, there, 4, 0x297);
  ask (&c, use_present);
  EXPECT (there_at (0) == 4);
  end ();
}

/* ---- Pointers.  */

struct node
{
  long before;
  int *p;
  long n;
};

static void
use_node (void **slots)
{
  struct node *s = slots[0];
  EXPECT (s->before == 5 && s->n == 3);
  EXPECT (s->p[0] == 1 && s->p[2] == 3);
  s->p[2] = 33;
  s->n = 4;
}

/* As GCC passes map(tofrom: s) map(tofrom: s.p[0:3]), and the members one by
   one, with another between that is not named.  */
static void
test_attached (void)
{
  static const int first[3] = { 1, 2, 3 };
  int now[3];
  int *data = on_device (first, sizeof first);
  struct node s = { 5, data, 3 }, after;
  struct node *at = on_device (&s, sizeof s);
  struct clauses c = { 0 };
  begin ("a pointer of a structure of the device's");
  add (&c, at, sizeof s, 0x303);
  add (&c, data, sizeof first, 0x203);
  add (&c, &at->p, 0, 0x350);
  ask (&c, use_node);
  fetch (&after, at, sizeof after);
  fetch (now, data, sizeof now);
  EXPECT (after.p == data && after.n == 4 && now[2] == 33);
  end ();
  begin ("members of a structure of the device's");
  at = on_device (&s, sizeof s);
  data = on_device (first, sizeof first);
  omp_target_memcpy (&at->p, &data, sizeof data, 0, 0, 0,
                     omp_get_initial_device ());
  c.count = 0;
  add (&c, at, 3, 0x31c);
  add (&c, at, sizeof (long), 0x303);
  add (&c, &at->p, sizeof (int *), 0x300);
  add (&c, &at->n, sizeof (long), 0x303);
  add (&c, data, sizeof first, 0x203);
  add (&c, &at->p, 0, 0x350);
  ask (&c, use_node);
  fetch (&after, at, sizeof after);
  fetch (now, data, sizeof now);
  EXPECT (after.p == data && after.n == 4 && now[2] == 33);
  end ();
}

/* Of a variable of the host's, whose pointer there is another's: it is back
   behind the region.  */
static struct node host_node;

static void
test_attached_on_host (void)
{
  static const int first[3] = { 1, 2, 3 };
  int *data = on_device (first, sizeof first);
  struct node s = { 5, data, 3 };
  struct node *at = on_device (&s, sizeof s);
  struct clauses c = { 0 };
  begin ("a pointer of the host's");
  host_node = (struct node){ 5, x, 3 };
  omp_target_associate_ptr (&host_node, at, sizeof s, 0, 0);
  add (&c, at, sizeof s, 0x303);
  add (&c, data, sizeof first, 0x203);
  add (&c, &at->p, 0, 0x350);
  ask (&c, use_node);
  EXPECT (host_node.p == x && host_node.n == 4);
  end ();
}

static void
use_pointer (void **slots)
{
  int **p = slots[1];
  EXPECT ((*p)[4] == 1 && (*p)[6] == 3);
  (*p)[5] = 22;
}

static void
use_descriptor (void **slots)
{
  struct node *d = slots[1];
  EXPECT (d->before == 5 && d->n == 3 && d->p[0] == 1);
  d->p[1] = 22;
}

/* gfortran's: a pointer whose array begins at 4, and descriptors.  */
static void
test_pointers (void)
{
  static const int first[3] = { 1, 2, 3 };
  static const int kinds[2] = { 0x304, 0x31d };
  int now[3];
  int *data = on_device (first, sizeof first), *biased = data - 4;
  int **pointer = on_device (&biased, sizeof biased);
  struct clauses c = { 0 };
  begin ("a pointer with a bias");
  add (&c, data, sizeof first, 0x203);
  add (&c, pointer, 4 * sizeof (int), 0x304);
  ask (&c, use_pointer);
  fetch (now, data, sizeof now);
  EXPECT (now[1] == 22);
  end ();
  for (int k = 0; k < 2; k++)
    {
      struct node d = { 5, data, 3 };
      struct node *at = on_device (&d, sizeof d);
      begin (k == 0 ? "a descriptor" : "a descriptor, always");
      c.count = 0;
      add (&c, data, sizeof first, 0x203);
      add (&c, at, sizeof d, 0x305);
      add (&c, (char *)at + offsetof (struct node, p), 0, kinds[k]);
      ask (&c, use_descriptor);
      end ();
    }
}

/* ---- Threads, teams, nowait.  */

static int count_served;

static void
count (void **slots)
{
  (void)slots;
  __atomic_add_fetch (&count_served, 1, __ATOMIC_RELAXED);
}

#define THREADS 4

static void *
run_several (void *argument)
{
  struct request q = *(struct request *)argument;
  int data[64] = { 0 };
  q.times = 5;
  for (int i = 0; i < 4; i++)
    run (&q, 3, data, sizeof data, 0);
  return NULL;
}

static void
test_threads (void)
{
  struct clauses c = { 0 };
  pthread_t thread[THREADS];
  begin ("threads, teams");
  add (&c, there, sizeof x, 0x203);
  struct request q = make_request (&c);
  count_served = 0;
  serve_now = count;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, run_several, &q);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  EXPECT (count_served == THREADS * 4 * 3 * 5);
  end ();
  begin ("nowait");
  count_served = 0;
  for (int i = 0; i < 3; i++)
    run (&q, 2, NULL, 0, 1);
#pragma omp taskwait
  EXPECT (count_served == 6);
  end ();
}

/* What the region maps for itself, and libgomp has decided to copy back behind
   it already.  */
static int own[1000];

static void
use_own (void **slots)
{
  EXPECT (slots[0] == own);
  own[7]++;
}

static void
test_own_mapping (void)
{
  static const int kinds[2] = { 0x203, 0x213 };
  for (int k = 0; k < 2; k++)
    {
      struct clauses c = { 0 };
      begin (k == 0 ? "data that the region maps" : "the same, always");
      own[7] = 1;
      add (&c, NULL, sizeof own, kinds[k]);
      struct request q = make_request (&c);
      q.times = 3;
      q.is_for_own = 1;
      serve_now = use_own;
      run (&q, 1, own, sizeof own, 0);
      EXPECT (own[7] == (k == 0 ? 1 : 4));
      end ();
    }
}

/* ---- What ends the program.  */

static void
never (void **slots)
{
  (void)slots;
  puts ("not reached");
}

static void
leave (void **slots)
{
  (void)slots;
  puts ("leaving");
  exit (7);
}

static void
start_another (void **slots)
{
  (void)slots;
  struct request q = { .times = 1 };
  run (&q, 1, NULL, 0, 0);
}

static void
fail (const char *how)
{
  struct clauses c = { 0 };
  static const int some[8];
  struct request warm = { .times = 1 };
  serve_now = count;
  run (&warm, 1, NULL, 0, 0);
  int *device = on_device (some, sizeof some);
  reset (10, 50);
  if (!strcmp (how, "partly"))
    {
      /* Memory of which the host has the second half.  */
      static int half[4];
      omp_target_associate_ptr (half, device + 4, sizeof half, 0, 0);
      add (&c, device, sizeof some, 0x203);
    }
  else if (!strcmp (how, "present"))
    add (&c, device, 4, 0x206);
  else if (!strcmp (how, "pointer"))
    add (&c, device, 0, 0x304);
  else if (!strcmp (how, "iterator"))
    add (&c, device, SIZE_MAX, 0x203);
  else if (!strcmp (how, "kind"))
    add (&c, device, 4, 0x207);
  else if (!strcmp (how, "aligned"))
    add (&c, device, 4, 0xff03);
  else if (!strcmp (how, "apart"))
    {
      static int apart[4];
      omp_target_associate_ptr (&apart[0], device, sizeof (int), 0, 0);
      omp_target_associate_ptr (&apart[2], device + 1, sizeof (int), 0, 0);
      add (&c, device, 2, 0x21c);
      add (&c, device, 4, 0x203);
      add (&c, device + 1, 4, 0x203);
    }
  else if (!strcmp (how, "exit"))
    ask (&c, leave);
  else if (!strcmp (how, "another"))
    ask (&c, start_another);
  if (!strcmp (how, "pointer"))
    {
      int *nowhere = (int *)0x77770000;
      omp_target_memcpy (device, &nowhere, sizeof nowhere, 0, 0, 0,
                         omp_get_initial_device ());
    }
  struct request q = make_request (&c);
  serve_now = never;
  if (!strcmp (how, "unknown"))
    q.function = 0x1234;
  if (!strcmp (how, "count"))
    q.count = 1ull << 61;
  run (&q, 1, NULL, 0, 0);
  puts ("no end");
}

int
main (int argc, char **argv)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
  GOMP_offload_register_ver (0x30001, table, 5, &image);
  if (argc > 1)
    {
      fail (argv[1]);
      return 0;
    }
  test_originals ();
  test_copies ();
  test_sections ();
  test_present ();
  test_attached ();
  test_attached_on_host ();
  test_pointers ();
  test_threads ();
  test_own_mapping ();
  return 0;
}
EOC

runtime=$LIBDIR
check "compile" "$GCC" -w -O1 -fopenmp -foffload=disable -o program reverse.c \
  -L"$LIBDIR"
on_device ./program
conclude "it ends well"
sed 's/^libgomp: .*//' out

# ends NAME STATUS TEXT: by a message, with the region of the host, which does
# not run.
ends () {
  on_device ./program "$1"
  test $? = "$2" && grep -q "$3" out && ! grep -q '^no' out
  conclude "$1: $3"
}
ends partly 1 "^libgomp: a map clause with device (ancestor: 1) names "
ends partly 1 "hint: map the whole object, or a part of what the enclosing"
ends partly 1 "for the region served.nohost.0 of the host, which device 0 waits"
ends present 1 "^libgomp: present clause: not present on the host (device addr"
ends pointer 1 "^libgomp: a pointer at 0x.*, to 0x77770000, is in a map clause"
ends iterator 1 "^libgomp: a map clause with device (ancestor: 1) has an iterat"
ends kind 1 "^libgomp: unhandled kind 0x07 with device (ancestor: 1)"
ends apart 1 "that the enclosing region did not map together"
ends unknown 1 "^libgomp: device 0 asks for a region of the host .* that no im"
ends unknown 1 "the region's function on the device is 0x1234"
ends count 1 "^libgomp: the device overwrote its request for a region of the ho"
ends count 1 "the request has as many map clauses as 2305843009213693952"
ends aligned 1 "the request has a map clause of kind 65283"
ends another 1 "^libgomp: device 0 (nvptx, .*): target region asking._omp_fn.0 i"
ends another 1 "hint: OpenMP does not allow device constructs there"
ends exit 7 "^leaving$"

# What the driver refuses, before the kernel and while it waits.
faulty () {
  export STANDIN_CUDA_FAULTS="$1"
  ends "$2" 1 "$3"
  unset STANDIN_CUDA_FAULTS
}
faulty "cuMemHostRegister_v2 2 2" none \
  "sharing memory with it for reverse offload: CUDA_ERROR_OUT_OF_MEMORY"
# This is one message.
check "one message" test "$(grep -c '^libgomp: ' out)" = 1
check "what was being done" grep -qx \
  '  while preparing a device image for reverse offload on device 0 (nvptx)' out
faulty "cuMemHostGetDevicePointer_v2 1 801" none \
  "sharing memory with it for reverse offload: CUDA_ERROR_NOT_SUPPORTED"
faulty "cuStreamCreate 2 2" none "creating a stream: CUDA_ERROR_OUT_OF_MEMORY"
faulty "cuStreamQuery 1 sticky 719" none \
  "running target region asking._omp_fn.0, .*: CUDA_ERROR_LAUNCH_FAILED"
faulty "cuStreamQuery 1 lost" none "running target region asking._omp_fn.0, "
faulty "cuMemcpyDtoH_v2 2 lost" present "Copying of dev object "
finish
