/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* FFTW through its OpenMP library: plans with as many threads as the runtime
   would use, estimated, so that all runtimes execute the same plan.  */

#include <fftw3.h>
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t
digest (const void *data, size_t size)
{
  const unsigned char *bytes = data;
  uint64_t hash = UINT64_C (14695981039346656037);
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * UINT64_C (1099511628211);
  return hash;
}

static void
fill (fftw_complex *data, size_t count)
{
  unsigned state = 12345;
  for (size_t i = 0; i < count; i++)
    {
      state = state * 1103515245u + 12345u;
      data[i][0] = (state >> 8) / 16777216.0 - 0.5;
      data[i][1] = (double)(i % 17) / 17;
    }
}

static void
transform (const char *name, int rank, const int *sizes, int turns)
{
  size_t count = 1;
  for (int i = 0; i < rank; i++)
    count *= (size_t)sizes[i];
  fftw_complex *in = fftw_alloc_complex (count);
  fftw_complex *out = fftw_alloc_complex (count);
  fftw_plan plan
      = fftw_plan_dft (rank, sizes, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  fill (in, count);
  fftw_execute (plan);
  double start = omp_get_wtime ();
  for (int i = 0; i < turns; i++)
    fftw_execute (plan);
  double seconds = (omp_get_wtime () - start) / turns;
  printf ("value %s %016" PRIx64 "\n", name, digest (out, count * sizeof *out));
  printf ("time %s %.9f\n", name, seconds);
  fftw_destroy_plan (plan);
  fftw_free (in);
  fftw_free (out);
}

int
main (void)
{
  const char *size = getenv ("CLIENT_SIZE");
  int quick = size && strcmp (size, "quick") == 0;
  fftw_init_threads ();
  fftw_plan_with_nthreads (omp_get_max_threads ());
  transform ("fft-1d", 1, (int[]){ quick ? 1 << 12 : 1 << 18 },
             quick ? 3 : 200);
  transform ("fft-2d", 2, (int[]){ quick ? 64 : 512, quick ? 64 : 512 },
             quick ? 3 : 200);
  transform ("fft-small", 2, (int[]){ 48, 48 }, quick ? 20 : 3000);
  return 0;
}
