/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sizes that no object can have, in all places where a program can give one:
   they are refused, with the bounds that are wrong, and nothing is allocated,
   written or searched for them.  */

#define REGIONS(X) X (nothing)
#include "target.h"

#include <errno.h>

#include "alloc/alloc.h"
#include "base/mem.h"
#include "base/sizes.h"
#include "offload/directive/reverse.h"
#include "offload/directive/routines.h"

#define MINUS(n) ((size_t) - (n))

enum
{
  PRESENT = 6,
  IF_PRESENT = 0xb
};

/* A sanitizer is to refuse such sizes as malloc does.  */
const char *__asan_default_options (void);
const char *__tsan_default_options (void);

const char *
__asan_default_options (void)
{
  return "allocator_may_return_null=1";
}

const char *
__tsan_default_options (void)
{
  return __asan_default_options ();
}

static char array[4096];

static void
nothing (void **slots)
{
  EXPECT (slots != NULL);
}

/* ---- The sums themselves.  */

static void
sums (void)
{
  EXPECT (gomp_size_sum (3, 4) == 7);
  EXPECT (gomp_size_sum (SIZE_MAX - 1, 1) == SIZE_MAX);
  EXPECT (gomp_size_sum (SIZE_MAX - 1, 2) == SIZE_MAX);
  EXPECT (gomp_size_sum (SIZE_MAX, SIZE_MAX) == SIZE_MAX);
  EXPECT (gomp_size_product (3, 4) == 12);
  EXPECT (gomp_size_product (SIZE_MAX / 2 + 1, 2) == SIZE_MAX);
  EXPECT (gomp_size_product (SIZE_MAX, 0) == 0);
  EXPECT (gomp_size_round_up (0, 64) == 0);
  EXPECT (gomp_size_round_up (65, 64) == 128);
  EXPECT (gomp_size_round_up (MINUS (64), 64) == MINUS (64));
  EXPECT (gomp_size_round_up (MINUS (63), 64) == SIZE_MAX);
  EXPECT (gomp_size_round_up (SIZE_MAX, 1) == SIZE_MAX);
  EXPECT (gomp_size_fits_at (MINUS (16), 15));
  EXPECT (!gomp_size_fits_at (MINUS (16), 16));
  EXPECT (!gomp_size_fits_at (0, (size_t)PTRDIFF_MAX + 1));
}

/* ---- Clauses.  */

static const size_t negative[]
    = { MINUS (1),  MINUS (2),    MINUS (8),    MINUS (16),
        MINUS (64), MINUS (4096), MINUS (4097), (size_t)PTRDIFF_MAX + 1 };
#define NEGATIVE (sizeof (negative) / sizeof (negative[0]))

static void
refuse_region (int kind, void *host, size_t size, const char *text)
{
  clause (kind, host, size);
  clause (TO, array, 1);
  expect_error (host_nothing, text);
  EXPECT (!omp_target_is_present (array, device));
}

static void
in_regions (void)
{
  static const int refused[]
      = { ALLOC,        TO,         FROM,           TOFROM,
          FIRSTPRIVATE, DESCRIPTOR, PRESENT,        ALWAYS_TO,
          ALWAYS_FROM,  IF_PRESENT, IMPLICIT_TOFROM };
  for (size_t i = 0; i < sizeof (refused) / sizeof (refused[0]); i++)
    {
      for (size_t k = 0; k < NEGATIVE; k++)
        refuse_region (refused[i], array + 8, negative[k],
                       "an array section of negative length, -");
      refuse_region (refused[i], (void *)MINUS (8), 16,
                     "there are no addresses for all of them");
      refuse_region (refused[i], (void *)16, MINUS (32),
                     "an array section of negative length, -32 bytes");
    }
  refuse_region (POINTER, (void *)MINUS (4), 0, "there are no addresses");
}

/* A bias may well be negative, and so may a value, and the size of what is
   nowhere.  */
static void
not_of_bytes (void)
{
  static char *p;
  clause (TOFROM, NULL, MINUS (16));
  clause (TOFROM, NULL, MINUS (1));
  p = array + 64;
  clause (TO, array, sizeof (array));
  clause (VALUE, (void *)MINUS (1), 0);
  clause (TO, &p, sizeof (p));
  clause (ATTACH, &p, MINUS (1));
  clause (ATTACH, &p, MINUS (16));
  clause (POINTER, &p, MINUS (1));
  target (host_nothing);
  EXPECT (!omp_target_is_present (array, device));
}

static void
in_structures (void)
{
  for (size_t k = 0; k < NEGATIVE; k++)
    for (int wrong = 0; wrong < 3; wrong++)
      {
        clause (STRUCT, array, 3);
        for (int i = 0; i < 3; i++)
          clause (TO, array + 16 * i, i == wrong ? negative[k] : 8);
        expect_error (host_nothing, "of negative length");
        EXPECT (!omp_target_is_present (array, device));
      }
}

/* Only their sum does not fit.  */
static void
together (void)
{
  for (int i = 0; i < 3; i++)
    clause (FIRSTPRIVATE, (void *)4096, PTRDIFF_MAX);
  expect_error (host_nothing, "device memory allocation fail");
}

static enum gomp_status
enter_data (int number, const struct gomp_clause_list *list)
{
  return gomp_data_enter (number, list, GOMP_DATA_ENTER);
}

static enum gomp_status
data (enum gomp_status directive (int, const struct gomp_clause_list *),
      int kind, size_t size)
{
  clause (kind, array + 16, size);
  clause (TO, array + 2048, 8);
  const struct gomp_clause_list list = { clauses, hosts, sizes, kinds, 0 };
  clauses = 0;
  return directive (device, &list);
}

static void
expect_refusal (enum gomp_status status)
{
  EXPECT (status == GOMP_ERR_MAP);
  EXPECT (strstr (gomp_error_text (), "of negative length") != NULL);
}

static void
in_data_directives (void)
{
  for (int mapped = 0; mapped < 2; mapped++)
    {
      for (size_t k = 0; k < NEGATIVE; k++)
        {
          expect_refusal (data (enter_data, TO, negative[k]));
          expect_refusal (data (gomp_data_update, TO, negative[k]));
          expect_refusal (data (gomp_data_update, FROM, negative[k]));
        }
      clause (TO, array, 64);
      enter ();
    }
  for (size_t k = 0; k < NEGATIVE; k++)
    {
      static const int exits[] = { FROM, RELEASE, DELETE, ALWAYS_FROM };
      for (size_t i = 0; i < sizeof (exits) / sizeof (exits[0]); i++)
        {
          clause (exits[i], array + 16, negative[k]);
          const struct gomp_clause_list list
              = { clauses, hosts, sizes, kinds, 0 };
          clauses = 0;
          expect_refusal (gomp_data_exit (device, &list, GOMP_DATA_EXIT));
        }
    }
  EXPECT (!omp_target_is_present (array + 2048, device));
  for (int i = 0; i < 2; i++)
    {
      EXPECT (omp_target_is_present (array, device));
      clause (RELEASE, array, 64);
      leave ();
    }
  EXPECT (!omp_target_is_present (array, device));
}

/* The host's copies of what is firstprivate.  */
static void
on_the_host (void)
{
  void *copies;
  for (size_t k = 0; k < NEGATIVE; k++)
    {
      clause (FIRSTPRIVATE, array, 8);
      clause (FIRSTPRIVATE, array, negative[k]);
      const struct gomp_clause_list list = { clauses, hosts, sizes, kinds, 0 };
      clauses = 0;
      EXPECT (gomp_fallback_private_copies (&list, &copies) == GOMP_ERR_NOMEM);
    }
}

/* ---- Routines.  */

static void
routines (void)
{
  char *there = omp_target_alloc (64, device);
  for (size_t k = 0; k < NEGATIVE; k++)
    {
      size_t n = negative[k];
      EXPECT (omp_target_alloc (n, device) == NULL);
      EXPECT (omp_target_associate_ptr (array, there, n, 0, device) == EINVAL);
      EXPECT (omp_target_memcpy (there, array, n, 0, 0, device, 2) == EINVAL);
      EXPECT (omp_target_memcpy (array, there, n, 0, 0, 2, device) == EINVAL);
    }
  EXPECT (omp_target_associate_ptr (array, (void *)MINUS (8), 16, 0, device)
          == EINVAL);
  EXPECT (omp_target_associate_ptr ((void *)MINUS (8), there, 16, 0, device)
          == EINVAL);
  EXPECT (!omp_target_is_present (array, device));
  /* An offset may lead back.  */
  array[0] = 1;
  EXPECT (omp_target_memcpy (there, array + 16, 16, 0, MINUS (16), device, 2)
          == 0);
  omp_target_free (there, device);
}

static void
rectangles (void)
{
  const size_t none[] = { 0, 0, 0 }, one[] = { 1, 1, 1 };
  char *there = omp_target_alloc (64, device);
  for (int dims = 1; dims <= 3; dims++)
    for (int zero = 0; zero < dims; zero++)
      {
        size_t volume[3] = { SIZE_MAX, SIZE_MAX, SIZE_MAX };
        volume[zero] = 0;
        EXPECT (omp_target_memcpy_rect (there, array, 1, dims, volume, none,
                                        none, one, one, device, 2)
                == 0);
      }
  const size_t many[] = { SIZE_MAX, SIZE_MAX, 1 }, flat[] = { 1, 1, 0 };
  EXPECT (omp_target_memcpy_rect (there, array, 0, 3, many, none, none, one,
                                  one, device, 2)
          == 0);
  EXPECT (omp_target_memcpy_rect (there, array, 1, 3, many, none, none, flat,
                                  flat, device, 2)
          == EINVAL);
  const size_t wide[] = { 2, SIZE_MAX / 2, SIZE_MAX / 2 };
  EXPECT (omp_target_memcpy_rect (there, array, 8, 3, one, none, none, wide,
                                  wide, device, 2)
          == EINVAL);
  omp_target_free (there, device);
}

/* ---- Regions of the host that a device asks for.  */

static int reverse_runs;

static void
reverse_region (void *slots)
{
  EXPECT (slots != NULL);
  reverse_runs++;
}

/* Is the region run that the device asks for with clauses of KIND, at HOST or a
   member there?  */
static bool
runs_on_host (int kind, uintptr_t host, size_t size)
{
  uintptr_t there[2] = { host, host };
  size_t bytes[2] = { kind == STRUCT ? 1 : size, size };
  unsigned short what[2] = { (unsigned short)kind, TO };
  struct gomp_reverse_request request = { .function = 1,
                                          .count = kind == STRUCT ? 2 : 1,
                                          .hosts = (uintptr_t)there + SHIFT,
                                          .sizes = (uintptr_t)bytes + SHIFT,
                                          .kinds = (uintptr_t)what + SHIFT };
  int before = reverse_runs;
  enum gomp_status status = gomp_reverse_run (device, &request);
  /* The host has a part of what could be so large.  */
  bool told = status != GOMP_ERR_MAP || size == PTRDIFF_MAX
              || strstr (gomp_error_text (), "cannot be mapped") != NULL;
  EXPECT (told);
  gomp_error_clear ();
  return status == GOMP_OK && reverse_runs == before + 1;
}

/* Sums of addresses of the device and sizes.  */
static void
in_reverse_offload (void)
{
  struct gomp_functions *functions = &gomp_device_if_ready (device)->reverse;
  const int of_bytes[] = { ALLOC, TO, FROM, TOFROM, FIRSTPRIVATE, STRUCT };
  uintptr_t there = (uintptr_t)array + SHIFT;
  EXPECT (gomp_functions_reserve (functions, 1));
  gomp_functions_put (functions, 1, (uintptr_t)reverse_region);
  for (size_t k = 0; k < sizeof (of_bytes) / sizeof (of_bytes[0]); k++)
    {
      EXPECT (runs_on_host (of_bytes[k], there, 8));
      EXPECT (!runs_on_host (of_bytes[k], there, MINUS (16)));
      EXPECT (!runs_on_host (of_bytes[k], there, MINUS (there)));
      EXPECT (!runs_on_host (of_bytes[k], MINUS (8), 16));
      EXPECT (!runs_on_host (of_bytes[k], there, PTRDIFF_MAX));
    }
  gomp_functions_remove (functions, 1);
}

/* ---- The host's memory.  */

static void
memory (void)
{
  void *block;
  for (size_t k = 0; k < NEGATIVE; k++)
    {
      EXPECT (gomp_alloc_aligned (64, negative[k]) == NULL);
      EXPECT (gomp_block_alloc (1, 64, negative[k], false, &block) == GOMP_OK
              && block == NULL);
    }
}

int
main (void)
{
  make_devices ();
  RUN (sums);
  RUN (on_the_host);
  RUN (memory);
  for (device = 0; device < 2; device++)
    {
      RUN (in_regions);
      RUN (not_of_bytes);
      RUN (in_structures);
      RUN (together);
      RUN (in_data_directives);
      RUN (routines);
      RUN (rectangles);
      RUN (in_reverse_offload);
    }
  return check_done ();
}
