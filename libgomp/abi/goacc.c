/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of OpenACC's constructs (OpenACC 2.6 chapter 2).  Errors of
   openacc/ end the program here, while no lock is held.

   FLAGS is passed as its complement: compilers before GCC 10 passed a device
   number there, of which -1 and -2 became "no flag" and "the host".  */

#include "arch/general_registers.h"

#include <stdarg.h>
#include <string.h>

#include "abi/goacc.h"
#include "abi/gomp_target.h"
#include "base/mem.h"
#include "offload/observe.h"
#include "openacc/openacc.h"
#include "openacc/thread.h"

/* Record the position of the program's call, if there is a listener.  */
static inline void
set_here (const void *at)
{
  if (unlikely (gomp_observe_offload ()))
    gomp_observe_set_here (at);
}

static inline void
check (enum gomp_status status)
{
  if (unlikely (status != GOMP_OK))
    gomp_fatal_recorded ();
}

/* The waits of a construct that has a list of COUNT of them: the memory is
   WAITS, or allocated if they are many.  */
#define WAITS_INLINE 8
struct waits
{
  int few[WAITS_INLINE];
  int *all;
};

static const int *
take_waits (struct waits *w, int count, va_list *ap)
{
  w->all = count <= WAITS_INLINE
               ? w->few
               : gomp_xalloc ((size_t)count * sizeof (*w->all));
  for (int i = 0; i < count; i++)
    w->all[i] = va_arg (*ap, int);
  return w->all;
}

static void
drop_waits (struct waits *w)
{
  if (w->all != w->few)
    gomp_free (w->all);
}

/* ---- The deviceptr clause.

   C's compilers pass the variable that has the device address.  gfortran passes
   the device address itself, with the same kind, and then the variable with the
   kind of a pointer.  A region wants a copy of the variable.  */

#define KIND_POINTER 0x04
#define KIND_DEVICEPTR 0x08
#define KIND_FIRSTPRIVATE 0x0c
#define KIND_VALUE 0x0d

static inline bool
is_pair (const struct gomp_clause_list *list, size_t i)
{
  return (list->kinds[i] & 0xff) == KIND_DEVICEPTR && i + 1 < list->count
         && (list->kinds[i + 1] & 0xff) == KIND_POINTER
         && list->sizes[i + 1] == 0
         && list->hosts[i] == *(void **)list->hosts[i + 1];
}

static inline bool
is_device_pointer (const struct gomp_clause_list *list, size_t i)
{
  return (list->kinds[i] & 0xff) == KIND_DEVICEPTR;
}

static COLD struct gomp_clause_list
renew_pointers (const struct gomp_clause_list *list, bool of_region)
{
  size_t count = list->count;
  size_t *sizes
      = gomp_xalloc (count * (sizeof (*list->sizes) + sizeof (*list->kinds)));
  unsigned short *kinds = (unsigned short *)(sizes + count);
  memcpy (sizes, list->sizes, count * sizeof (*sizes));
  memcpy (kinds, list->kinds, count * sizeof (*kinds));
  for (size_t i = 0; i < count; i++)
    if (is_pair (list, i))
      {
        kinds[i] = KIND_VALUE;
        kinds[i + 1] = KIND_FIRSTPRIVATE;
        sizes[i + 1] = sizeof (void *);
      }
    else if (of_region && is_device_pointer (list, i))
      kinds[i] = KIND_FIRSTPRIVATE;
  return (struct gomp_clause_list){
    .count = count, .hosts = list->hosts, .sizes = sizes, .kinds = kinds
  };
}

static inline bool
has_device_pointer (const struct gomp_clause_list *list)
{
  size_t i = 0;
  while (i < list->count && !is_device_pointer (list, i))
    i++;
  return i < list->count;
}

/* SIZES: as the compiler passed them.  */
static inline void
drop_list (const struct gomp_clause_list *list, const size_t *sizes)
{
  if (unlikely (list->sizes != sizes))
    gomp_free ((void *)list->sizes);
}

/* ---- Compute constructs.  */

/* Codes of the list of launch arguments.  */
enum launch_code
{
  LAUNCH_END = 0,
  LAUNCH_DIM = 1,
  LAUNCH_ASYNC = 2,
  LAUNCH_WAIT = 3
};
#define LAUNCH_CODE(tag) ((tag) >> 28)
#define LAUNCH_DEVICE(tag) (((tag) >> 16) & 0xfff)
#define LAUNCH_OP(tag) ((tag)&0xffff)
#define LAUNCH_OP_ARGUMENT 0xffff
#define LAUNCH_TAG(code, op) ((unsigned)(code) << 28 | (op))

static void
take_dims (struct gomp_acc_region *region, unsigned mask, va_list *ap)
{
  for (unsigned i = 0; i < 3; i++)
    if (mask & 1u << i)
      region->dims[i] = va_arg (*ap, unsigned);
}

/* The arguments from TAG on.  */
static void
take_launch (struct gomp_acc_region *region, struct waits *w, unsigned tag,
             va_list *ap)
{
  for (; tag != LAUNCH_END; tag = va_arg (*ap, unsigned))
    {
      unsigned op = LAUNCH_OP (tag);
      if (LAUNCH_DEVICE (tag) != 0)
        gomp_fatal ("device_type '%d' offload parameters, libgomp is too old",
                    (int)LAUNCH_DEVICE (tag));
      switch (LAUNCH_CODE (tag))
        {
        case LAUNCH_DIM:
          take_dims (region, op, ap);
          break;
        case LAUNCH_ASYNC:
          region->order.async
              = op == LAUNCH_OP_ARGUMENT ? va_arg (*ap, int) : (int)op;
          break;
        case LAUNCH_WAIT:
          drop_waits (w);
          region->order.count = (int)op;
          region->order.waits = take_waits (w, (int)op, ap);
          break;
        default:
          gomp_fatal ("unrecognized offload code '%d', libgomp is too old",
                      (int)LAUNCH_CODE (tag));
        }
    }
}

/* AT: where the program calls.  */
static inline void
launch (struct gomp_acc_region *region, const void *at)
{
  const size_t *sizes = region->list.sizes;
  if (unlikely (has_device_pointer (&region->list)))
    region->list = renew_pointers (&region->list, true);
  set_here (at);
  check (gomp_acc_compute (region));
  drop_list (&region->list, sizes);
}

/* TAG: the first of AP's.  */
static NOINLINE void
launch_as_told (struct gomp_acc_region *region, unsigned tag, va_list *ap,
                const void *at)
{
  struct waits waits = { .all = waits.few };
  take_launch (region, &waits, tag, ap);
  launch (region, at);
  drop_waits (&waits);
}

/* The launch arguments follow, TAG is the first, or there are none.  Mostly
   there is at most an async value.  */
static NOINLINE void
launch_on_device (int flags, void (*fn) (void *), size_t count, void **hosts,
                  size_t *sizes, unsigned short *kinds, unsigned tag,
                  va_list *ap, const void *at)
{
  struct gomp_acc_region region
      = { .fn = fn,
          .flags = ~(unsigned)flags,
          .list
          = { .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds },
          .order.async = GOMP_ACC_SYNC };
  if (tag == LAUNCH_TAG (LAUNCH_ASYNC, LAUNCH_OP_ARGUMENT))
    {
      region.order.async = va_arg (*ap, int);
      tag = va_arg (*ap, unsigned);
    }
  if (likely (tag == LAUNCH_END))
    launch (&region, at);
  else
    launch_as_told (&region, tag, ap, at);
}

/* The host as the device runs a region as any other function, without looking
   at its clauses.  */
void
GOACC_parallel_keyed (int flags, void (*fn) (void *), size_t count,
                      void **hosts, size_t *sizes, unsigned short *kinds, ...)
{
  va_list ap;
  va_start (ap, kinds);
  unsigned tag = va_arg (ap, unsigned);
  if (flags == -1 && tag == LAUNCH_END && gomp_acc_is_host_quick ())
    fn (hosts);
  else
    launch_on_device (flags, fn, count, hosts, sizes, kinds, tag, &ap, HERE);
  va_end (ap);
}

/* GCC 5 made no device code that could be used here: the host runs it.  */
void
GOACC_parallel (int flags, void (*fn) (void *), size_t count, void **hosts,
                size_t *sizes, unsigned short *kinds, int gangs, int workers,
                int vector_length, int async, int wait_count, ...)
{
  const struct gomp_acc_region region
      = { .fn = fn,
          .flags = GOMP_ACC_WITHOUT_CODE,
          .list
          = { .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds },
          .order.async = GOMP_ACC_SYNC };
  (void)flags;
  (void)gangs;
  (void)workers;
  (void)vector_length;
  (void)async;
  (void)wait_count;
  set_here (HERE);
  check (gomp_acc_compute (&region));
}

/* ---- Data.  */

void
GOACC_data_start (int flags, size_t count, void **hosts, size_t *sizes,
                  unsigned short *kinds)
{
  struct gomp_clause_list list
      = { .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds };
  if (unlikely (has_device_pointer (&list)))
    list = renew_pointers (&list, false);
  set_here (HERE);
  check (gomp_acc_data_begin (~(unsigned)flags, &list));
  drop_list (&list, sizes);
}

void
GOACC_data_end (void)
{
  set_here (HERE);
  check (gomp_acc_data_end ());
}

void
GOACC_declare (int flags, size_t count, void **hosts, size_t *sizes,
               unsigned short *kinds)
{
  const struct gomp_clause_list list
      = { .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds };
  set_here (HERE);
  check (gomp_acc_declare (~(unsigned)flags, &list));
}

/* Entry points with an async value and waits: NAME does ACTION.  */
#define ORDERED(name, action)                                                  \
  void name (int flags, size_t count, void **hosts, size_t *sizes,             \
             unsigned short *kinds, int async, int wait_count, ...)            \
  {                                                                            \
    va_list ap;                                                                \
    struct waits waits;                                                        \
    const struct gomp_clause_list list                                         \
        = { .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds };  \
    va_start (ap, wait_count);                                                 \
    const struct gomp_acc_order order                                          \
        = { async, wait_count, take_waits (&waits, wait_count, &ap) };         \
    va_end (ap);                                                               \
    set_here (HERE);                                                           \
    check (gomp_acc_data_directive (action, ~(unsigned)flags, &list, &order)); \
    drop_waits (&waits);                                                       \
  }

ORDERED (GOACC_enter_data, GOMP_ACC_ENTER_DATA)
ORDERED (GOACC_exit_data, GOMP_ACC_EXIT_DATA)
ORDERED (GOACC_enter_exit_data, GOMP_ACC_ENTER_OR_EXIT)
ORDERED (GOACC_update, GOMP_ACC_UPDATE)

/* ---- The wait directive, and what GCC 5 called.  */

void
GOACC_wait (int async, int wait_count, ...)
{
  va_list ap;
  struct waits waits;
  va_start (ap, wait_count);
  const struct gomp_acc_order order
      = { async, wait_count, take_waits (&waits, wait_count, &ap) };
  va_end (ap);
  set_here (HERE);
  check (gomp_acc_wait_directive (&order));
  drop_waits (&waits);
}

int
GOACC_get_num_threads (void)
{
  return 1;
}

int
GOACC_get_thread_num (void)
{
  return 0;
}
