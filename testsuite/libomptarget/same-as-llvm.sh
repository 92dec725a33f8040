# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Map entries in random order, with our libraries and with LLVM's: what is
# mapped, and the values on both sides, are the same.  Of those with which LLVM's
# library is right: it takes a pointer for attached as before if the new object
# happens to lie where the old one did.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
theirs=$(clang-19 -print-file-name=libomptarget.so 2>/dev/null)
theirs=$(dirname "$theirs")
if ! has_clang_offload || test ! -e "$llvm/libomptarget.so" \
  || ! has_target x86emul || test ! -e "$theirs/libomptarget.so"; then
  unsupported "the same as with LLVM's library: not here"
  finish
fi
cat >main.c <<'END'
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 16
#define ARRAYS 3
#define TO 1
#define FROM 2
#define ALWAYS 4
#define DELETE 8
#define POINTER 0x10
#define HOLD 0x2000
#define DATA(name)                                                             \
  void __tgt_target_data_##name##_mapper (                                     \
      void *at, int64_t device, int32_t count, void **bases, void **begins,    \
      int64_t *sizes, int64_t *types, void **names, void **mappers);           \
  static void name (void *base, void *begin, size_t size, int64_t type)        \
  {                                                                            \
    int64_t bytes = (int64_t)size;                                             \
    __tgt_target_data_##name##_mapper (0, -1, 1, &base, &begin, &bytes, &type, \
                                       0, 0);                                  \
  }
DATA (begin)
DATA (end)
DATA (update)
#define MEMBER ((int64_t)1 << 48)
/* As clang 19 does it for a section by a pointer that is a member.  */
#define MEMBERS(name)                                                          \
  static void name##_member (int **p, size_t size, int64_t type)               \
  {                                                                            \
    void *bases[] = { p, p }, *begins[] = { p, *p };                           \
    int64_t sizes[] = { sizeof (*p), (int64_t)size };                          \
    int64_t types[] = { type & HOLD, type | POINTER | MEMBER };                \
    __tgt_target_data_##name##_mapper (0, -1, 2, bases, begins, sizes, types,  \
                                       0, 0);                                  \
  }
MEMBERS (begin)
MEMBERS (end)

static unsigned state;
static unsigned
draw (unsigned n)
{
  state = state * 1664525u + 1013904223u;
  return (state >> 10) % n;
}

/* Apart from each other: no two are neighbours.  */
static struct array
{
  int gap[16], host[N], held;
} arrays[ARRAYS];
static struct
{
  long before;
  int *p;
  long behind;
} object;
static int device;
static struct array *attached; /* has the copy of the pointer's target, since
                                  the pointer was attached */

static int *
copy_of (void *host)
{
  return omp_target_is_present (host, device) ? omp_get_mapped_ptr (host, device)
                                              : NULL;
}

static void
show (const char *what)
{
  int word;
  printf ("%s:", what);
  for (int i = 0; i < ARRAYS; i++)
    {
      int *copy = copy_of (arrays[i].host);
      printf (" %d", arrays[i].host[3]);
      if (copy == NULL)
        continue;
      omp_target_memcpy (&word, copy, sizeof (word), 0, 3 * sizeof (int),
                         omp_get_initial_device (), device);
      printf ("/%d", word);
    }
  char *there = (char *)copy_of (&object.p), *p;
  for (int i = 0; i < ARRAYS; i++)
    if (object.p == arrays[i].host)
      printf (" p is %d", i);
  if (there == NULL || attached == NULL || copy_of (attached->host) == NULL)
    attached = NULL;
  else
    {
      omp_target_memcpy (&p, there, sizeof (p), 0, 0,
                         omp_get_initial_device (), device);
      printf (" pointer to %d%s", (int)(attached - arrays),
              p == (char *)copy_of (attached->host) ? "" : " no longer");
    }
  puts ("");
}

static void
change_there (struct array *a)
{
  int word = (int)draw (1000), *copy = copy_of (a->host);
  if (copy != NULL)
    omp_target_memcpy (copy, &word, sizeof (word), 3 * sizeof (int), 0, device,
                       omp_get_initial_device ());
}

static const char *
step_array (struct array *a)
{
  static const int64_t ways[] = { 0, TO, FROM, TO | FROM, TO | ALWAYS,
                                  TO | FROM | ALWAYS };
  int64_t way = ways[draw (6)];
  int *h = a->host;
  size_t all = sizeof (a->host);
  switch (draw (9))
    {
    case 0:
    case 1:
      /* What is new without a copy has no known value.  */
      if (!(way & TO) && copy_of (h) == NULL)
        way |= TO;
      begin (h, h, all, way);
      return "begin";
    case 2:
    case 3:
      end (h, h, all, way & (FROM | ALWAYS));
      return "end";
    case 4:
      end (h, h, all, DELETE);
      return "delete";
    case 5:
      a->held++;
      begin (h, h, all, way | TO | HOLD);
      return "begin, held";
    case 6:
      if (a->held == 0)
        return NULL;
      a->held--;
      end (h, h, all, (way & (FROM | ALWAYS)) | HOLD);
      return "end, held";
    case 7:
      update (h, &h[2], 4 * sizeof (int), draw (2) ? TO : FROM);
      return "update";
    default:
      change_there (a);
      h[3] = (int)draw (1000);
      return "change";
    }
}

static const char *
step_object (void)
{
  struct array *target = &arrays[draw (ARRAYS)];
  switch (draw (8))
    {
    case 0:
      begin (&object, &object, sizeof (object), TO | FROM);
      return "begin object";
    case 1:
      end (&object, &object, sizeof (object), draw (2) ? FROM : 0);
      return "end object";
    case 2:
      end (&object, &object, sizeof (object), DELETE);
      return "delete object";
    case 3:
      if (copy_of (&object) != NULL)
        return NULL;
      object.p = target->host;
      return "other pointer";
    case 4:
      if (copy_of (&object) == NULL)
        return NULL;
      object.p = target->host;
      attached = target;
      begin_member (&object.p, sizeof (target->host), TO);
      return "begin pointer";
    case 5:
      update (&object, &object, sizeof (object), draw (2) ? TO : FROM);
      return "update object";
    default:
      {
        int *p = object.p;
        if (p == NULL || attached == NULL || p != attached->host)
          return NULL;
        int64_t way = draw (2) ? FROM : 0;
        end_member (&object.p, sizeof (arrays[0].host), way);
        return "end pointer";
      }
    }
}

int
main (int argc, char **argv)
{
  state = (unsigned)strtoul (argv[argc - 1], NULL, 0);
  device = omp_get_default_device ();
  object.p = arrays[0].host;
  for (int i = 0; i < ARRAYS; i++)
    for (int k = 0; k < N; k++)
      arrays[i].host[k] = 100 * i + k;
#pragma omp target
  ;
  for (int step = 0; step < 2000; step++)
    {
      unsigned which = draw (ARRAYS + 1);
      const char *what
          = which < ARRAYS ? step_array (&arrays[which]) : step_object ();
      if (what != NULL)
        show (what);
    }
  return 0;
}
END
same () {
  for seed in 1 2 3 4 5 6 7 8 9 10; do
    LD_LIBRARY_PATH=$theirs ./program $seed >expected || return 1
    OMP_TARGET_OFFLOAD=mandatory LD_LIBRARY_PATH=$llvm:$LIBDIR \
      ./program $seed >out || return 1
    diff expected out || return 1
  done
}

cp "$(clang-19 -print-file-name=include/omp.h)" .
if clang-19 -O1 -I. -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu \
  -L"$theirs" main.c -o program; then
  check "the same as with LLVM's library" same
else
  fail "the same as with LLVM's library: not built"
fi
finish
