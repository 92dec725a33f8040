/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interop construct on a GPU: what its objects say of CUDA and HIP, and how
   tasks and work in their streams are ordered.  It makes the compiler's calls
   itself, since compilers know the construct from GCC 15 on.  */

#include "../libgomp.c/check.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef int CUresult;
typedef void callback (void *stream, CUresult result, void *data);
extern CUresult cuStreamAddCallback (void *, callback *, void *, unsigned);
extern CUresult cuMemsetD32Async (unsigned long long, unsigned, size_t, void *);
extern CUresult cuCtxGetCurrent (void **);

struct interop_obj_t;
extern void GOMP_interop (int, int, struct interop_obj_t ***, const int *,
                          const char **, int, struct interop_obj_t **, int,
                          struct interop_obj_t ***, unsigned, void **);

enum
{
  TARGET = 1,
  TARGETSYNC = 2
};

static omp_interop_t
init (int device, int types, const char *preferred)
{
  struct interop_obj_t *object = (void *)1, **where = &object;
  GOMP_interop (device, 1, &where, &types, &preferred, 0, NULL, 0, NULL, 0,
                NULL);
  return (omp_interop_t)object;
}

static void
use (omp_interop_t interop, bool nowait, void **depend)
{
  struct interop_obj_t *object = (struct interop_obj_t *)interop;
  GOMP_interop (-1, 0, NULL, NULL, NULL, 1, &object, 0, NULL, nowait, depend);
}

static void
destroy (omp_interop_t *interop)
{
  struct interop_obj_t *object = (struct interop_obj_t *)*interop;
  struct interop_obj_t **where = &object;
  GOMP_interop (-1, 0, NULL, NULL, NULL, 0, NULL, 1, &where, 0, NULL);
  *interop = (omp_interop_t)object;
}

/* ---- What an object says.  */

static intptr_t
number (omp_interop_t o, omp_interop_property_t property)
{
  omp_interop_rc_t why = omp_irc_other;
  intptr_t value = omp_get_interop_int (o, property, &why);
  CHECK (why == omp_irc_success);
  return value;
}

static bool
is_text (omp_interop_t o, omp_interop_property_t property, const char *wanted)
{
  omp_interop_rc_t why = omp_irc_other;
  const char *text = omp_get_interop_str (o, property, &why);
  return why == omp_irc_success && strcmp (text, wanted) == 0;
}

static bool
is_type (omp_interop_t o, omp_interop_property_t property, const char *wanted)
{
  const char *type = omp_get_interop_type_desc (o, property);
  return wanted == NULL ? type == NULL
                        : type != NULL && strcmp (type, wanted) == 0;
}

static omp_interop_rc_t
why_no_pointer (omp_interop_t o, omp_interop_property_t property)
{
  omp_interop_rc_t why = omp_irc_other;
  CHECK (omp_get_interop_ptr (o, property, &why) == NULL);
  return why;
}

static void
anybody (omp_interop_t o, int device)
{
  CHECK (o != omp_interop_none);
  CHECK (omp_get_num_interop_properties (o) == 0);
  CHECK (number (o, omp_ipr_vendor) == 11);
  CHECK (is_text (o, omp_ipr_vendor_name, "nvidia"));
  CHECK (number (o, omp_ipr_device_num) == device);
  CHECK (number (o, omp_ipr_device) == device);
  CHECK (why_no_pointer (o, omp_ipr_platform) == omp_irc_no_value);
  CHECK (why_no_pointer (o, omp_ipr_device) == omp_irc_type_int);
  CHECK (why_no_pointer (o, omp_ipr_fr_name) == omp_irc_type_str);
  CHECK (why_no_pointer (o, omp_ipr_first - 1) == omp_irc_out_of_range);
  CHECK (is_type (o, omp_ipr_platform, NULL));
  CHECK (is_type (o, omp_ipr_vendor, "int"));
}

static void
cuda (void)
{
  omp_interop_t o = init (1, TARGET, NULL);
  anybody (o, 1);
  CHECK (number (o, omp_ipr_fr_id) == omp_ifr_cuda);
  CHECK (is_text (o, omp_ipr_fr_name, "cuda"));
  CHECK (is_type (o, omp_ipr_device, "int"));
  CHECK (why_no_pointer (o, omp_ipr_device_context) == omp_irc_no_value);
  CHECK (why_no_pointer (o, omp_ipr_targetsync) == omp_irc_no_value);
  CHECK (is_type (o, omp_ipr_targetsync, NULL));
  destroy (&o);
  CHECK (o == omp_interop_none);
}

static void
driver (void)
{
  omp_interop_rc_t why;
  omp_interop_t o = init (0, TARGET | TARGETSYNC, "\x80\2\x80\0");
  anybody (o, 0);
  CHECK (number (o, omp_ipr_fr_id) == omp_ifr_cuda_driver);
  CHECK (is_type (o, omp_ipr_device, "CUdevice"));
  CHECK (is_type (o, omp_ipr_device_context, "CUcontext"));
  CHECK (is_type (o, omp_ipr_targetsync, "CUstream"));
  void *current,
      *context = omp_get_interop_ptr (o, omp_ipr_device_context, &why);
  CHECK (why == omp_irc_success && context != NULL);
  CHECK (cuCtxGetCurrent (&current) == 0 && current == context);
  CHECK (omp_get_interop_ptr (o, omp_ipr_targetsync, &why) != NULL
         && why == omp_irc_success);
  omp_get_interop_int (o, omp_ipr_targetsync, &why);
  CHECK (why == omp_irc_type_ptr);
  destroy (&o);
}

/* Unknown runtimes, those of other devices, and attributes are passed over.  */
static void
preferences (void)
{
  static const struct
  {
    const char *text;
    omp_interop_fr_t wanted;
  } cases[] = {
    { "\x80\5\x80\0", omp_ifr_hip },
    { "\x80\4\x80\0\x80\x81\x80\0\x80\5\x80\0\x80\1\x80\0", omp_ifr_hip },
    { "\x80\7\x80ompx_a\0ompx_b\0\0\x80\2\x80ompx_c\0\0", omp_ifr_cuda_driver },
    { "\x80\x80ompx_c\0\0\x80\2\x80\0", omp_ifr_cuda },
    { "\x80\4\x80\0", omp_ifr_cuda },
    { "", omp_ifr_cuda },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      omp_interop_t o = init (0, TARGET, cases[i].text);
      CHECK (number (o, omp_ipr_fr_id) == cases[i].wanted);
      destroy (&o);
    }
}

/* ---- Order.  */

static volatile int may_end, has_ended;

static void
end_later (void *stream, CUresult result, void *data)
{
  (void)stream, (void)result, (void)data;
  while (!__atomic_load_n (&may_end, __ATOMIC_ACQUIRE))
    ;
  __atomic_store_n (&has_ended, 1, __ATOMIC_RELEASE);
}

static int
is_over (void)
{
  return __atomic_load_n (&has_ended, __ATOMIC_ACQUIRE);
}

static void *
stream_of (omp_interop_t o)
{
  return omp_get_interop_ptr (o, omp_ipr_targetsync, NULL);
}

/* Without nowait the construct waits for the stream; so does destroy.  */
static void
waits (void)
{
  omp_interop_t o = init (0, TARGETSYNC, NULL);
  int device_words[1000], *d = omp_target_alloc (sizeof device_words, 0);
  CHECK (cuMemsetD32Async ((uintptr_t)d, 7, 1000, stream_of (o)) == 0);
  may_end = 1;
  CHECK (cuStreamAddCallback (stream_of (o), end_later, NULL, 0) == 0);
  use (o, false, NULL);
  CHECK (is_over ());
  has_ended = 0;
  CHECK (cuStreamAddCallback (stream_of (o), end_later, NULL, 0) == 0);
  destroy (&o);
  CHECK (is_over ());
  omp_target_memcpy (device_words, d, sizeof device_words, 0, 0,
                     omp_get_initial_device (), 0);
  CHECK (device_words[0] == 7 && device_words[999] == 7);
  omp_target_free (d, 0);
}

/* With nowait it does not, but tasks that depend on it do; and it comes after
   tasks that it depends on.  */
static void
is_deferred (void)
{
  omp_interop_t o = init (0, TARGETSYNC, NULL);
  int x = 0, y = 0;
  void *depend[] = { (void *)1, (void *)1, &x };
  may_end = has_ended = 0;
  CHECK (cuStreamAddCallback (stream_of (o), end_later, NULL, 0) == 0);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
    use (o, true, depend);
    CHECK (x == 1 && !is_over ());
#pragma omp task depend(in : x) shared(y)
    y = is_over () ? 2 : 1;
    __atomic_store_n (&may_end, 1, __ATOMIC_RELEASE);
  }
  CHECK (y == 2);
  destroy (&o);
}

int
main (void)
{
  int x = 0;
#pragma omp target map(x)
  x = !omp_is_initial_device ();
  CHECK (x == 1);
  CHECK (init (omp_get_initial_device (), TARGETSYNC, NULL)
         == omp_interop_none);
  cuda ();
  driver ();
  preferences ();
  waits ();
  is_deferred ();
  return 0;
}
