# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Data directives and regions in random order on two devices, compiled by gcc,
# by clang, or encoded as by clang 22, held ones among them: what is mapped, how
# often, and what host and devices have is as a model says.  The program is
# clang's and its library gcc's, and the reverse.  SEED=N repeats a run.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
clangs=$(for clang in $CLANGS; do command -v "$clang"; done)
if test -z "$clangs" || test ! -e "$llvm/libomptarget.so" \
  || ! has_target x86emul; then
  unsupported "random directives: no clang, or no libomptarget.so"
  finish
fi

cat >part.h <<'END'
#define N 24
struct object
{
  int before;
  int *p; /* N elements, attached if both are mapped */
  int values[N];
};
/* What each compiler has.  A section: LENGTH elements from FIRST on.  */
struct part
{
  const char *name;
  void (*enter_to) (int *a, int first, int length);
  void (*enter_alloc) (int *a, int first, int length);
  void (*exit_from) (int *a, int first, int length);
  void (*exit_release) (int *a, int first, int length);
  void (*exit_delete) (int *a, int first, int length);
  void (*update_to) (int *a, int first, int length);
  void (*update_from) (int *a, int first, int length);
  void (*add) (int *a, int first, int length, int n);
  void (*add_always) (int *a, int first, int length, int n);
  void (*within_data) (int *a, int first, int length, int n);
  void (*object_enter) (struct object *s);
  void (*object_exit) (struct object *s);
  void (*object_add) (struct object *s, int n);
  void (*member_add) (struct object *s, int n);
};
END
cat >part.c <<'END'
#include "part.h"
#define SECTION int *a, int first, int length
#define DIRECTIVE(name, text)                                                  \
  static void name (SECTION)                                                   \
  {                                                                            \
    _Pragma (text)                                                             \
  }
DIRECTIVE (enter_to, "omp target enter data map(to : a[first : length])")
DIRECTIVE (enter_alloc, "omp target enter data map(alloc : a[first : length])")
DIRECTIVE (exit_from, "omp target exit data map(from : a[first : length])")
DIRECTIVE (exit_release, "omp target exit data map(release : a[first : length])")
DIRECTIVE (exit_delete, "omp target exit data map(delete : a[first : length])")
DIRECTIVE (update_to, "omp target update to(a[first : length])")
DIRECTIVE (update_from, "omp target update from(a[first : length])")
static void
add (SECTION, int n)
{
#pragma omp target map(tofrom : a[first : length])
  for (int i = first; i < first + length; i++)
    a[i] += n;
}
static void
add_always (SECTION, int n)
{
#pragma omp target map(always, tofrom : a[first : length])
  for (int i = first; i < first + length; i++)
    a[i] += n;
}
static void
within_data (SECTION, int n)
{
#pragma omp target data map(tofrom : a[first : length])
  {
#pragma omp target map(tofrom : a[first : 1])
    a[first] += n;
#pragma omp target map(tofrom : a[first : length])
    a[first + length - 1] += n;
  }
}
static void
object_enter (struct object *s)
{
#pragma omp target enter data map(to : s[0 : 1])
#pragma omp target enter data map(to : s->p[0 : N])
}
static void
object_exit (struct object *s)
{
#pragma omp target exit data map(from : s->p[0 : N])
#pragma omp target exit data map(from : s[0 : 1])
}
static void
object_add (struct object *s, int n)
{
#pragma omp target map(tofrom : s[0 : 1])
  for (int i = 0; i < N; i++)
    {
      s->values[i] += n;
      s->p[i] += n;
    }
}
static void
member_add (struct object *s, int n)
{
#pragma omp target map(tofrom : s->before, s->p[0 : N])
  {
    s->before += n;
    for (int i = 0; i < N; i++)
      s->p[i] += n;
  }
}
const struct part NAME = {
  TEXT,          enter_to,    enter_alloc, exit_from,  exit_release,
  exit_delete,   update_to,   update_from, add,        add_always,
  within_data,   object_enter, object_exit, object_add, member_add
};
END
cat >main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "part.h"
#define ARRAYS 3
#define DEVICES 2
#define STEPS 1500
extern const struct part theirs, mine;
static struct part newest; /* MINE, but with pointers attached by entries of
                              their own */
int omp_target_is_present (const void *, int);
void omp_set_default_device (int);

#define TO 1
#define FROM 2
#define HOLD 0x2000
#define ATTACH 0x4000
#define DATA(name)                                                             \
  void __tgt_target_data_##name##_mapper (                                     \
      void *at, long device, int count, void **bases, void **begins,           \
      long *sizes, long *types, void **names, void **mappers);                 \
  static void name (void *object, long size, long type, int **pointer)         \
  {                                                                            \
    void *bases[] = { object, pointer }, *begins[] = { object, object };       \
    long sizes[] = { size, sizeof (*pointer) }, types[] = { type, ATTACH };    \
    __tgt_target_data_##name##_mapper (0, -1, pointer == NULL ? 1 : 2, bases,  \
                                       begins, sizes, types, 0, 0);            \
  }
DATA (begin)
DATA (end)
static void
newest_enter (struct object *s)
{
  begin (s, sizeof (*s), TO, NULL);
  begin (s->p, N * sizeof (int), TO, &s->p);
}
static void
newest_exit (struct object *s)
{
  end (s->p, N * sizeof (int), FROM, &s->p);
  end (s, sizeof (*s), FROM, NULL);
}

static unsigned state;
static int
draw (int n)
{
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 10) % (unsigned)n);
}

/* The model: on each device one section of each array may be mapped, COUNT times
   and, by ompx_hold, HELD times.  */
struct mapping
{
  int values[N], first, length, count, held;
};
static struct array
{
  int host[N], expected[N];
  struct mapping on[DEVICES];
} arrays[ARRAYS];

static int
is_mapped (const struct mapping *x)
{
  return x->count + x->held > 0;
}
static void
enter (const struct array *a, struct mapping *x, int *count)
{
  if (!is_mapped (x))
    {
      x->first = draw (N - 1);
      x->length = 1 + draw (N - x->first);
      memcpy (x->values, a->expected, sizeof (x->values));
    }
  ++*count;
}
static void
leave (struct mapping *x, int all)
{
  if (x->count > 0)
    x->count = all ? 0 : x->count - 1;
}
/* A region: on what is mapped, or on a copy that is new.  */
static void
change (struct array *a, struct mapping *x, int first, int length, int n,
        int always)
{
  int *target = is_mapped (x) ? x->values : a->expected;
  for (int i = first; i < first + length; i++)
    {
      if (is_mapped (x) && always)
        x->values[i] = a->expected[i];
      target[i] += n;
      if (is_mapped (x) && always)
        a->expected[i] = x->values[i];
    }
}

static const char *
step_array (const struct part *p, struct array *a, int device)
{
  struct mapping *x = &a->on[device];
  int mapped = is_mapped (x), n = 1 + draw (9);
  int first = mapped ? x->first : draw (N - 1);
  int length = mapped ? x->length : 1 + draw (N - first);
  if (mapped && draw (2)) /* a part of what is mapped */
    {
      int skip = draw (length);
      first += skip;
      length = 1 + draw (length - skip);
    }
  switch (draw (12))
    {
    case 0:
      enter (a, x, &x->count);
      p->enter_to (a->host, x->first, x->length);
      return "enter to";
    case 1:
      enter (a, x, &x->count);
      /* What is new there has no known value.  */
      if (!mapped)
        {
          p->enter_alloc (a->host, x->first, x->length);
          p->update_to (a->host, x->first, x->length);
        }
      else
        p->enter_alloc (a->host, x->first, x->length);
      return "enter alloc";
    case 2:
      p->exit_from (a->host, first, length);
      /* Of a part, the rest is not copied.  */
      if (x->count == 1 && x->held == 0)
        {
          for (int i = first; i < first + length; i++)
            a->expected[i] = x->values[i];
          x->count = 0;
        }
      else
        leave (x, 0);
      return "exit from";
    case 3:
      p->exit_release (a->host, first, length);
      leave (x, 0);
      return "exit release";
    case 4:
      p->exit_delete (a->host, first, length);
      leave (x, 1);
      return "exit delete";
    case 5:
      p->update_to (a->host, first, length);
      for (int i = first; mapped && i < first + length; i++)
        x->values[i] = a->expected[i];
      return "update to";
    case 6:
      p->update_from (a->host, first, length);
      for (int i = first; mapped && i < first + length; i++)
        a->expected[i] = x->values[i];
      return "update from";
    case 7:
      p->add (a->host, first, length, n);
      change (a, x, first, length, n, 0);
      return "region";
    case 8:
      p->add_always (a->host, first, length, n);
      change (a, x, first, length, n, 1);
      return "region, always";
    case 9:
      enter (a, x, &x->held);
      begin (&a->host[x->first], x->length * (long)sizeof (int),
             TO | FROM | HOLD, NULL);
      return "hold";
    case 10:
      if (x->held == 0)
        return "nothing";
      end (&a->host[x->first], x->length * (long)sizeof (int), FROM | HOLD,
           NULL);
      x->held--;
      for (int i = x->first; !is_mapped (x) && i < x->first + x->length; i++)
        a->expected[i] = x->values[i];
      return "end of a hold";
    default:
      p->within_data (a->host, first, length, n);
      change (a, x, first, 1, n, 0);
      change (a, x, first + length - 1, 1, n, 0);
      return "target data";
    }
}

/* The compilers count an object differently when a member's section is entered:
   who has entered it exits it.  */
static const struct part *const parts[] = { &theirs, &mine, &newest };
#define PARTS 3
static struct object object, expected;
static int pointee[N], expected_pointee[N];
static struct
{
  struct object values;
  int pointee[N], count, entered[PARTS];
} there[DEVICES];

static void
add_up (int *a, int n)
{
  for (int i = 0; i < N; i++)
    a[i] += n;
}
static const char *
step_object (int part, int device)
{
  const struct part *p = parts[part];
  int n = 1 + draw (9), mapped = there[device].count > 0;
  int *entered = there[device].entered;
  switch (mapped ? draw (4) : 0)
    {
    case 0:
      p->object_enter (&object);
      entered[part]++;
      if (there[device].count++ == 0)
        {
          there[device].values = expected;
          memcpy (there[device].pointee, expected_pointee, sizeof (pointee));
        }
      return "enter an object";
    case 1:
      while (entered[part] == 0)
        part = (part + 1) % PARTS;
      parts[part]->object_exit (&object);
      entered[part]--;
      if (--there[device].count == 0)
        {
          expected = there[device].values;
          memcpy (expected_pointee, there[device].pointee, sizeof (pointee));
        }
      return "exit an object";
    case 2:
      p->object_add (&object, n);
      add_up (there[device].values.values, n);
      add_up (there[device].pointee, n);
      return "region with an object";
    default:
      p->member_add (&object, n);
      there[device].values.before += n;
      add_up (there[device].pointee, n);
      return "region with members";
    }
}

static int
is_right (void)
{
  int right = 1;
  for (int k = 0; k < ARRAYS; k++)
    {
      struct array *a = &arrays[k];
      right &= memcmp (a->host, a->expected, sizeof (a->host)) == 0;
      for (int device = 0; device < DEVICES; device++)
        for (int i = 0; i < N; i++)
          {
            struct mapping *x = &a->on[device];
            right &= !!omp_target_is_present (&a->host[i], device)
                     == (is_mapped (x) && i >= x->first
                         && i < x->first + x->length);
          }
    }
  right &= object.p == pointee && object.before == expected.before;
  right &= memcmp (object.values, expected.values, sizeof (object.values)) == 0;
  right &= memcmp (pointee, expected_pointee, sizeof (pointee)) == 0;
  for (int device = 0; device < DEVICES; device++)
    {
      int mapped = there[device].count > 0;
      right &= !!omp_target_is_present (&object, device) == mapped;
      right &= !!omp_target_is_present (pointee, device) == mapped;
    }
  return right;
}

int
main (int argc, char **argv)
{
  unsigned seed = (unsigned)strtoul (argv[argc - 1], NULL, 0);
  state = seed;
  object.p = expected.p = pointee;
  newest = mine;
  newest.name = "clang 22's encoding";
  newest.object_enter = newest_enter;
  newest.object_exit = newest_exit;
  for (int step = 0; step < STEPS; step++)
    {
      int part = draw (PARTS), device = draw (DEVICES);
      const struct part *p = parts[part];
      omp_set_default_device (device);
      const char *what = draw (4)
                             ? step_array (p, &arrays[draw (ARRAYS)], device)
                             : step_object (part, device);
      if (is_right ())
        continue;
      printf ("seed %u, step %d, %s of %s on device %d: wrong\n", seed, step,
              what, p->name, device);
      return 1;
    }
  puts ("right");
  return 0;
}
END

gcc_flags="-O2 -fopenmp -B$TOOLCHAIN"
clang_flags="-O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L$llvm"
seed=${SEED:-$(date +%N | sed 's/^0*//')}

# Two programs of both compilers, as PROGRAM: the other one's part is a library.
build_clangs () {
  "$GCC" $gcc_flags -shared -fPIC -DNAME=theirs -DTEXT='"gcc"' part.c \
    -o by-gcc.so &&
    "$clang" $clang_flags main.c -DNAME=mine -DTEXT="\"$clang\"" part.c \
      ./by-gcc.so -Wl,-rpath-link,"$LIBDIR" -o program
}
build_gccs () {
  "$clang" $clang_flags -shared -fPIC -DNAME=mine -DTEXT="\"$clang\"" part.c \
    -o by-clang.so &&
    "$GCC" $gcc_flags main.c -DNAME=theirs -DTEXT='"gcc"' part.c \
      ./by-clang.so "$llvm/libomptarget.so" -Wl,-rpath-link,"$llvm" \
      -o program
}
# try WHAT BUILD: four random orders.
try () {
  "$2" || { fail "$1: not built"; return; }
  for i in 1 2 3 4; do
    check "$1, $i" test "$(OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_NUM=2 \
      LD_LIBRARY_PATH=$llvm:$LIBDIR ./program $((seed + i)) 2>&1)" = right
  done
}
for clang in $CLANGS; do
  try "$clang with a library of gcc" build_clangs
  try "gcc with a library of $clang" build_gccs
done
finish
