# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What programs do in regions besides OpenMP's bookkeeping: arithmetic, the
# mathematical library, recursion, calls by pointers, every kind of reduction and
# of synchronization.  They print the same on the device and on the host.
. "$testsuite/cuda/programs.inc"

cat > survey.c <<'EOC'
#include <complex.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

#define N 500

static double in[N], r[48];

#pragma omp declare target
static int
depth (int n)
{
  return n ? 1 + depth (n - 1) : 0;
}

static double
twice (double x)
{
  return 2 * x;
}

static double
thrice (double x)
{
  return 3 * x;
}
#pragma omp end declare target

static void
reductions (void)
{
  int last = 0, most = -1, least = 1000, all = 1, any = 0, collapsed = 0;
  long sum = 0;
  unsigned x = 0, a = ~0u, o = 0;
  double product = 1;
#pragma omp target teams distribute parallel for simd lastprivate(last) \
  reduction(+: sum) reduction(max: most) reduction(min: least)
  for (int i = 0; i < N; i++)
    {
      last = i * 3;
      sum += i;
      most = i > most ? i : most;
      least = i < least ? i : least;
    }
#pragma omp target parallel for reduction(^: x) reduction(&: a) \
  reduction(|: o) reduction(*: product) reduction(&&: all) \
  reduction(||: any) map(tofrom: x, a, o, product, all, any)
  for (int i = 0; i < N; i++)
    {
      x ^= i * 2654435761u;
      a &= ~(1u << (i % 7));
      o |= 1u << (i % 9);
      product *= 1.0 + 1.0 / (i + 1);
      all = all && i < N;
      any = any || i == 77;
    }
#pragma omp target teams distribute parallel for collapse(3) \
  reduction(+: collapsed)
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 11; j++)
      for (int k = 0; k < 13; k++)
        collapsed += i * j + k;
  printf ("%d %ld %d %d %u %u %u %.5g %d %d %d\n", last, sum, most, least, x, a,
          o, product, all, any, collapsed);
}

static void
calls (void)
{
  int d = 0;
  double applied = 0;
#pragma omp target map(from: d, applied)
  {
    double (*f[2]) (double) = { twice, thrice };
    d = depth (200);
    applied = 0;
    for (int i = 0; i < 10; i++)
      applied += f[i % 2](i);
  }
  printf ("%d %g\n", d, applied);
}

static void
mathematics (void)
{
#pragma omp target map(from: r) map(to: in)
  {
    double x = in[77];
    int e;
    double complex z = x + 2 * I;
    unsigned long long u = 0x123456789abcdefULL * (unsigned)(x * 1000);
    __int128 w = (__int128)u * u;
    z = z * z / (1 + I);
    double v[48]
      = { sin (x), cos (x), tan (x), exp (x), log (x), pow (x, 2.5), sqrt (x),
          cbrt (x), atan2 (x, 2), sinh (x), fmod (x, 0.3), hypot (x, 2),
          erf (x), tgamma (x), lgamma (x), frexp (x * 100, &e), ldexp (x, 5),
          rint (x * 10), floor (-x * 10), ceil (x * 10), fabs (-x),
          fma (x, x, x), log2 (x), exp2 (x), log10 (x), asin (x / 2),
          acos (x / 2), j0 (x), expf ((float)x), sinf ((float)x),
          powf ((float)x, 1.5f), sqrtf ((float)x), (double)lround (x * 100),
          nextafter (x, 2), remainder (x, 0.3), copysign (x, -1),
          trunc (-x * 7), round (x * 7), logb (x * 1000), creal (z),
          cimag (z), (double)(u % 1000003), __builtin_popcountll (u),
          __builtin_clzll (u), (double)((long long)(u >> 3) / 7),
          (double)(unsigned long long)(w >> 64), (float)u, x };
    for (int i = 0; i < 48; i++)
      r[i] = v[i];
  }
  for (int i = 0; i < 48; i++)
    printf ("%.5g%c", r[i], i % 8 == 7 ? '\n' : ' ');
}

static void
synchronization (void)
{
  int count = 0, order[20], k = 0;
  double sum = 0;
#pragma omp target map(tofrom: count, order, k, sum)
  {
    omp_lock_t lock;
    omp_init_lock (&lock);
#pragma omp parallel num_threads(8)
    {
      omp_set_lock (&lock);
      count += omp_get_thread_num () == 0;
      omp_unset_lock (&lock);
#pragma omp for ordered schedule(dynamic, 1)
      for (int i = 0; i < 20; i++)
#pragma omp ordered
        order[k++] = i;
#pragma omp for schedule(guided)
      for (int i = 0; i < 300; i++)
#pragma omp atomic
        sum += 0.5;
#pragma omp single
      for (int i = 0; i < 10; i++)
#pragma omp task
#pragma omp critical
        count += 100;
#pragma omp sections
      {
#pragma omp section
#pragma omp atomic
        count += 10000;
#pragma omp section
#pragma omp atomic
        count += 20000;
      }
    }
    omp_destroy_lock (&lock);
  }
  printf ("%d %g %d %d\n", count, sum, order[0], order[19]);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    in[i] = i * 0.01 + 0.1;
  reductions ();
  calls ();
  mathematics ();
  synchronization ();
  return 0;
}
EOC

# survey NAME OPTION...
survey () {
  name=$1
  shift
  if ! compile "$GCC" "$@" survey.c; then
    cat told
    fail "$name: does not compile"
    return
  fi
  policy=disabled on_device ./program && cp told host || fail "$name on the host"
  if on_device ./program && cmp -s told host; then
    pass "$name"
  else
    diff told host
    fail "$name"
  fi
}

survey "without optimization" -O0
survey "optimized" -O2
survey "with fast mathematics" -O3 -ffast-math
# What a plugin starts on the largest devices: 1056 teams of 8 threads.
export STANDIN_CUDA_SMS=132 STANDIN_CUDA_REGISTERS=32
survey "on a large device" -O2
finish
