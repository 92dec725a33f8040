# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Errors in programs are found, and reported with the kernel, the line of the
# PTX and that of the source.
. "$testsuite/standin/standin.inc"

cat > wrong.c <<'EOC'
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define N 100

struct node
{
  int value;
  struct node *next;
};

#pragma omp declare target
static const int constant[4] = { 1, 2, 3, 4 };
static int table[16];

static int
deep (int n)
{
  volatile char space[4096];
  space[0] = (char)n;
  return n == 0 ? space[0] : 1 + deep (n - 1) + space[0];
}

static void
meet (void)
{
#pragma omp barrier
}

typedef int function (void);
#pragma omp end declare target

static int
on_host (void)
{
  return 1;
}

int
main (int argc, char **argv)
{
  int which = atoi (argv[1]), n = N, x = 0;
  int a[N] = { 0 }, b[N] = { 0 };
  struct node last = { 2, NULL }, first = { 1, &last };
  function *f = on_host;
  char text[8] = "12345678";
  int *p = omp_target_alloc (sizeof (int) * N, 0);
  int *q = NULL;
  (void)argc;
  switch (which)
    {
    case 1: /* one too many */
#pragma omp target is_device_ptr (p)
      for (int i = 0; i <= n; i++)
        p[i] = i; /* 1 */
      break;
    case 2: /* the same, in parallel */
#pragma omp target teams distribute parallel for is_device_ptr (p)
      for (int i = 0; i < 2 * n; i++)
        p[0] += p[i]; /* 2 */
      break;
    case 3: /* before the first */
#pragma omp target map(tofrom: x) is_device_ptr (p)
      x = p[n - 2 * N]; /* 3 */
      break;
    case 4: /* after it was freed */
      omp_target_free (p, 0);
#pragma omp target is_device_ptr (p)
      p[3] = 1; /* 4 */
      break;
    case 5: /* a pointer in a structure that was mapped alone */
#pragma omp target map(tofrom: first, x)
      x = first.next->value; /* 5 */
      break;
    case 6: /* nothing there */
#pragma omp target is_device_ptr (q) map(tofrom: x)
      x = q[1]; /* 6 */
      break;
    case 7: /* a section that is too small */
#pragma omp target map(to: a[0:10]) map(tofrom: x)
      x = a[n - 1]; /* 7 */
      break;
    case 8: /* not aligned */
#pragma omp target is_device_ptr (p)
      *(int *)((char *)p + n + 1) = 1; /* 8 */
      break;
    case 9: /* a constant */
#pragma omp target
      ((volatile int *)constant)[n & 3] = 2; /* 9 */
      break;
    case 10: /* memory of the device's malloc, one too many */
#pragma omp target map(tofrom: x)
      {
        int *h = malloc (10 * sizeof *h);
        for (int i = 0; i <= n / 10; i++)
          ((volatile int *)h)[i] = i; /* 10 */
        x = ((volatile int *)h)[3];
        free (h);
      }
      break;
    case 11: /* after free on the device */
#pragma omp target map(tofrom: x)
      {
        volatile int *h = malloc (10 * sizeof *h);
        h[2] = 1;
        free ((void *)h);
        x = h[2]; /* 11 */
      }
      break;
    case 12: /* freed twice on the device */
#pragma omp target
      {
        int *volatile h = malloc (10 * sizeof *h);
        free (h);
        free (h); /* 12 */
      }
      break;
    case 13: /* free of what malloc did not give */
#pragma omp target is_device_ptr (p)
      free (p); /* 13 */
      break;
    case 14: /* no end of calls */
#pragma omp target map(tofrom: x)
      x = deep (1000 * n); /* 14 */
      break;
    case 15: /* a pointer to a function of the host */
#pragma omp target map(tofrom: x) map(to: f)
      x = f (); /* 15 */
      break;
    case 16:
#pragma omp target map(to: n)
      if (n > 3)
        __builtin_trap (); /* 16 */
      break;
    case 17:
#pragma omp target map(to: n)
      if (n > 3)
        abort (); /* 17 */
      break;
    case 18: /* what was never written is no pointer */
      q = (int *)p;
#pragma omp target is_device_ptr (q) map(tofrom: x)
      x = **(int **)q; /* 18 */
      break;
    case 19: /* a variable's end */
#pragma omp target map(to: n)
      ((volatile int *)table)[n / 2] = 1; /* 19 */
      break;
    case 20: /* a mapping that is gone */
      q = b;
      {
#pragma omp target data map(to: q[0:N])
#pragma omp target data use_device_ptr (q)
        p = q;
      }
      q = p;
#pragma omp target is_device_ptr (q) map(tofrom: x)
      x = q[1]; /* 20 */
      break;
    case 21: /* a string without an end */
#pragma omp target map(to: text) map(tofrom: x)
      for (x = 0; text[x + n - n] != 0 && x < 1000; x++) /* 21 */
        ;
      break;
    case 22: /* a barrier that not all reach */
#pragma omp target parallel num_threads (4)
      if (omp_get_thread_num () == 0)
        meet ();
      break;
    case 23: /* a copy of more than there is */
      omp_target_memcpy (p, a, sizeof a * 2, 0, 0, 0, omp_get_initial_device ());
      break;
    case 24: /* freed twice by the host */
      omp_target_free (p, 0);
      omp_target_free (p, 0);
      break;
    case 25: /* a copy to memory that is freed */
      omp_target_free (p, 0);
      omp_target_memcpy (p, a, sizeof a, 0, 0, 0, omp_get_initial_device ());
      break;
    case 26: /* what nobody does is waited for */
#pragma omp target
      while (__atomic_load_n (&table[n & 3], __ATOMIC_ACQUIRE) == 0) /* 26 */
        ;
      break;
    case 27: /* a lock that another lane of the warp has */
#pragma omp target map(tofrom: x)
#pragma omp parallel for simd num_threads (1)
      for (int i = 0; i < n; i++)
        {
          while (__atomic_exchange_n (&table[0], 1, __ATOMIC_ACQUIRE)) /* 27 */
            ;
          x++;
          __atomic_store_n (&table[0], 0, __ATOMIC_RELEASE);
        }
      break;
    }
  return x == -1;
}
EOC

compile_or_stop "the program compiles" "$GCC" -O1 -g wrong.c

# finds CASE WORDS: in a kernel of main, with the line of the PTX, and that of
# the source, which the comment in it names.
finds () {
  line=$(grep -n "/\* $1 \*/" wrong.c | cut -d: -f1)
  if on_device ./program "$1"; then
    cat out
    fail "$1: $2: not found"
  elif grep -q "^standin-cuda: kernel main\$_omp_fn\$[0-9]*, block .*$2" out \
      && grep -q "line [0-9]* (wrong.c:$line)" out; then
    pass "$1: $2"
  else
    cat out
    fail "$1: $2"
  fi
}

finds 1 'write of 4 bytes .* bytes behind the end of the block of'
finds 2 'read of 4 bytes .* bytes behind the end of the block of 400'
finds 3 'read of 4 bytes'
finds 4 'write of 4 bytes .*12 bytes into the freed block of 400 bytes'
finds 5 'read of 4 bytes .*an address of the host'
finds 6 'read of 4 bytes .*the null pointer, or next to it'
finds 7 'read of 4 bytes .* behind the end of the block'
finds 8 'misaligned write of 4 bytes'
major=$($GCC -dumpversion)
# GCC 15 and later put constants where the device can write.
if test "${major%%.*}" -lt 15; then
  finds 9 'in the constant variable constant'
fi
finds 10 'behind the end of the block of 48 bytes from malloc on the device'
finds 11 'bytes into the freed block of 48 bytes from malloc on the device'
finds 12 'free of .*, which malloc did not give: .* into the freed block'
finds 13 'free of .*, which malloc did not give'
finds 14 'bytes behind the end of\|never allocated\|call stack overflow'
finds 15 'no function'
finds 16 'trap'
finds 17 'trap'
finds 18 'read of 4 bytes at 0xa5a5a5a5a5a5a5a5'
finds 19 'behind the end of the variable table (64 bytes)'
finds 20 'into the freed block'
finds 21 'read of 1 bytes'
export STANDIN_CUDA_PATIENCE=1
finds 26 'nothing has changed for 1 s; lanes 0x[0-9a-f]* wait in a loop here'
finds 27 'lanes 0x[0-9a-f]* wait at line [0-9]*; lanes of a warp'
unset STANDIN_CUDA_PATIENCE
prints '22: kernel main.*waits at barrier' 'kernel main.*waits at barrier' 22
prints '23: invalid size' 'invalid size' 23
prints '24: not found' 'not found' 24
prints '25: not found' 'not found' 25
finish
