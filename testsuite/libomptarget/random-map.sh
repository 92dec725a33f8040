# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Data directives and regions in random order, compiled by gcc, by clang, or
# encoded as by clang 22, held ones among them: what is mapped, how often, and
# what host and device have is as a model says.  SEED=N repeats a run.
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
#define STEPS 1500
extern const struct part theirs, mine;
static struct part newest; /* MINE, but with pointers attached by entries of
                              their own */
int omp_target_is_present (const void *, int), omp_get_default_device (void);

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

/* The model: one section of each array may be mapped, COUNT times and, by
   ompx_hold, HELD times.  */
static struct array
{
  int host[N], expected[N], device[N], first, length, count, held;
} arrays[ARRAYS];
static struct object object, expected, there;
static int pointee[N], expected_pointee[N], pointee_there[N], object_count;

static int
is_mapped (struct array *x)
{
  return x->count + x->held > 0;
}
static void
enter (struct array *x, int *count)
{
  if (!is_mapped (x))
    {
      x->first = draw (N - 1);
      x->length = 1 + draw (N - x->first);
      for (int i = 0; i < N; i++)
        x->device[i] = x->expected[i];
    }
  ++*count;
}
static void
leave (struct array *x, int all)
{
  if (x->count > 0)
    x->count = all ? 0 : x->count - 1;
}
/* A region: on what is mapped, or on a copy that is new.  */
static void
change (struct array *x, int first, int length, int n, int always)
{
  int *target = is_mapped (x) ? x->device : x->expected;
  for (int i = first; i < first + length; i++)
    {
      if (is_mapped (x) && always)
        x->device[i] = x->expected[i];
      target[i] += n;
      if (is_mapped (x) && always)
        x->expected[i] = x->device[i];
    }
}

static const char *
step_array (const struct part *p, struct array *x)
{
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
      enter (x, &x->count);
      p->enter_to (x->host, x->first, x->length);
      return "enter to";
    case 1:
      enter (x, &x->count);
      /* What is new there has no known value.  */
      if (!mapped)
        {
          p->enter_alloc (x->host, x->first, x->length);
          p->update_to (x->host, x->first, x->length);
        }
      else
        p->enter_alloc (x->host, x->first, x->length);
      return "enter alloc";
    case 2:
      p->exit_from (x->host, first, length);
      /* Of a part, the rest is not copied.  */
      if (x->count == 1 && x->held == 0)
        {
          for (int i = first; i < first + length; i++)
            x->expected[i] = x->device[i];
          x->count = 0;
        }
      else
        leave (x, 0);
      return "exit from";
    case 3:
      p->exit_release (x->host, first, length);
      leave (x, 0);
      return "exit release";
    case 4:
      p->exit_delete (x->host, first, length);
      leave (x, 1);
      return "exit delete";
    case 5:
      p->update_to (x->host, first, length);
      for (int i = first; mapped && i < first + length; i++)
        x->device[i] = x->expected[i];
      return "update to";
    case 6:
      p->update_from (x->host, first, length);
      for (int i = first; mapped && i < first + length; i++)
        x->expected[i] = x->device[i];
      return "update from";
    case 7:
      p->add (x->host, first, length, n);
      change (x, first, length, n, 0);
      return "region";
    case 8:
      p->add_always (x->host, first, length, n);
      change (x, first, length, n, 1);
      return "region, always";
    case 9:
      enter (x, &x->held);
      begin (&x->host[x->first], x->length * (long)sizeof (int),
             TO | FROM | HOLD, NULL);
      return "hold";
    case 10:
      if (x->held == 0)
        return "nothing";
      end (&x->host[x->first], x->length * (long)sizeof (int), FROM | HOLD,
           NULL);
      x->held--;
      for (int i = x->first; !is_mapped (x) && i < x->first + x->length; i++)
        x->expected[i] = x->device[i];
      return "end of a hold";
    default:
      p->within_data (x->host, first, length, n);
      change (x, first, 1, n, 0);
      change (x, first + length - 1, 1, n, 0);
      return "target data";
    }
}

/* The compilers count an object differently when a member's section is entered:
   who has entered it exits it.  */
static const struct part *const parts[] = { &theirs, &mine, &newest };
#define PARTS 3
static int entered[PARTS];

static void
add_up (int *a, int n)
{
  for (int i = 0; i < N; i++)
    a[i] += n;
}
static const char *
step_object (int part)
{
  const struct part *p = parts[part];
  int n = 1 + draw (9), mapped = object_count > 0;
  switch (mapped ? draw (4) : 0)
    {
    case 0:
      p->object_enter (&object);
      entered[part]++;
      if (object_count++ == 0)
        {
          there = expected;
          memcpy (pointee_there, expected_pointee, sizeof (pointee));
        }
      return "enter an object";
    case 1:
      while (entered[part] == 0)
        part = (part + 1) % PARTS;
      parts[part]->object_exit (&object);
      entered[part]--;
      if (--object_count == 0)
        {
          expected = there;
          memcpy (expected_pointee, pointee_there, sizeof (pointee));
        }
      return "exit an object";
    case 2:
      p->object_add (&object, n);
      add_up (there.values, n);
      add_up (pointee_there, n);
      return "region with an object";
    default:
      p->member_add (&object, n);
      there.before += n;
      add_up (pointee_there, n);
      return "region with members";
    }
}

static int
is_right (void)
{
  int right = 1, device = omp_get_default_device ();
  for (int k = 0; k < ARRAYS; k++)
    {
      struct array *x = &arrays[k];
      right &= memcmp (x->host, x->expected, sizeof (x->host)) == 0;
      for (int i = 0; i < N; i++)
        right &= !!omp_target_is_present (&x->host[i], device)
                 == (is_mapped (x) && i >= x->first
                     && i < x->first + x->length);
    }
  right &= object.p == pointee && object.before == expected.before;
  right &= memcmp (object.values, expected.values, sizeof (object.values)) == 0;
  right &= memcmp (pointee, expected_pointee, sizeof (pointee)) == 0;
  right &= !!omp_target_is_present (&object, device) == (object_count > 0);
  right &= !!omp_target_is_present (pointee, device) == (object_count > 0);
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
      int part = draw (PARTS);
      const struct part *p = parts[part];
      const char *what = draw (4) ? step_array (p, &arrays[draw (ARRAYS)])
                                  : step_object (part);
      if (is_right ())
        continue;
      printf ("seed %u, step %d, %s of %s: wrong\n", seed, step, what, p->name);
      return 1;
    }
  puts ("right");
  return 0;
}
END

gcc_flags="-O2 -fopenmp -B$TOOLCHAIN"
seed=${SEED:-$(date +%N | sed 's/^0*//')}
"$GCC" $gcc_flags -shared -fPIC -DNAME=theirs -DTEXT='"gcc"' part.c \
  -o by-gcc.so || exit 1
for clang in $CLANGS; do
  if "$clang" -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L"$llvm" main.c \
      -DNAME=mine -DTEXT="\"$clang\"" part.c ./by-gcc.so \
      -Wl,-rpath-link,"$LIBDIR" -o program; then
    for i in 1 2 3 4; do
      check "gcc and $clang, $i" test "$(OMP_TARGET_OFFLOAD=mandatory \
        LD_LIBRARY_PATH=$llvm:$LIBDIR ./program $((seed + i)) 2>&1)" = right
    done
  else
    fail "gcc and $clang: not built"
  fi
done
finish
