/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" } */
/* { dg-skip-stock "from GCC 14 and 15 on" } */
/* The calls that newer compilers make for the interop construct and for calls
   through pointers of declare target indirect, and the routines about devices
   and interoperability that only newer libraries have.  */

#include "check.h"

#include <omp.h>
#include <string.h>

struct interop_obj_t;
extern void GOMP_interop (int, int, struct interop_obj_t ***, const int *,
                          const char **, int, struct interop_obj_t **, int,
                          struct interop_obj_t ***, unsigned, void **);
extern void *GOMP_target_map_indirect_ptr (void *);

static void
uids (void)
{
  int host = omp_get_initial_device ();
  CHECK (strcmp (omp_get_uid_from_device (host), "OMP_INITIAL_DEVICE") == 0);
  CHECK (strcmp (omp_get_uid_from_device (omp_initial_device),
                 "OMP_INITIAL_DEVICE")
         == 0);
  CHECK (omp_get_uid_from_device (host + 1) == NULL);
  CHECK (omp_get_uid_from_device (omp_invalid_device) == NULL);
  CHECK (omp_get_device_from_uid ("OMP_INITIAL_DEVICE") == omp_initial_device);
  CHECK (omp_get_device_from_uid ("OMP_DEV_999999") == omp_invalid_device);
  CHECK (omp_get_device_from_uid ("") == omp_invalid_device);
  CHECK (omp_get_device_from_uid (NULL) == omp_invalid_device);
  for (int i = 0; i < host; i++)
    {
      const char *uid = omp_get_uid_from_device (i);
      CHECK (uid != NULL && uid == omp_get_uid_from_device (i));
      CHECK (omp_get_device_from_uid (uid) == i);
    }
}

static void
default_device (void)
{
  int saved = omp_get_default_device ();
  omp_set_default_device (omp_initial_device);
  omp_set_default_device (omp_default_device);
  CHECK (omp_get_default_device () == omp_initial_device);
  CHECK (strcmp (omp_get_uid_from_device (omp_default_device),
                 "OMP_INITIAL_DEVICE")
         == 0);
  int *p = omp_target_alloc (sizeof *p, omp_default_device);
  CHECK (p != NULL);
  *p = 1;
  omp_target_free (p, omp_default_device);
  omp_set_default_device (saved);
}

/* With nowait, tasks are in order through it.  */
static void
in_between (struct interop_obj_t *object)
{
  int x = 0, y = 0;
  volatile int over = 0;
  void *depend[] = { (void *)2, (void *)1, &y, &x };
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task depend(out : x) detach(event)
    x = 1;
    GOMP_interop (omp_get_initial_device (), 0, NULL, NULL, NULL, 1, &object, 0,
                  NULL, 1, depend);
#pragma omp task depend(in : y) shared(over)
    CHECK (over);
    for (int i = 0; i < 10; i++)
      {
#pragma omp taskyield
      }
    over = 1;
    omp_fulfill_event (event);
  }
}

static void
objects (void)
{
  int x = 0, bits = 1, host = omp_get_initial_device ();
  struct interop_obj_t *object = (void *)&x, *gone = NULL;
  struct interop_obj_t **init = &object, **destroy = &gone;
  void *depend[] = { (void *)1, (void *)1, &x };
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
    GOMP_interop (host, 1, &init, &bits, NULL, 0, NULL, 1, &destroy, 0, depend);
    CHECK (x == 1 && object == NULL && gone == NULL);
#pragma omp task depend(out : x)
    x++;
    GOMP_interop (host, 0, NULL, NULL, NULL, 1, &object, 0, NULL, 1, depend);
#pragma omp task depend(inout : x)
    x++;
#pragma omp taskwait
    CHECK (x == 3);
  }
  in_between (object);
  GOMP_interop (-1, 1, &init, &bits, NULL, 0, NULL, 0, NULL, 0, NULL);
  CHECK (object == NULL);
}

static void
properties (void)
{
  omp_interop_rc_t why = omp_irc_success;
  CHECK (omp_get_num_interop_properties (omp_interop_none) == 0);
  const omp_intptr_t id
      = omp_get_interop_int (omp_interop_none, omp_ipr_fr_id, &why);
  CHECK (id == 0);
  CHECK (why == omp_irc_empty);
  why = omp_irc_success;
  CHECK (omp_get_interop_ptr (omp_interop_none, omp_ipr_targetsync, &why)
             == NULL
         && why == omp_irc_empty);
  CHECK (omp_get_interop_str (omp_interop_none, 0, &why) == NULL
         && why == omp_irc_out_of_range);
  CHECK (omp_get_interop_str (omp_interop_none, omp_ipr_first - 1, NULL)
         == NULL);
  CHECK (
      strcmp (omp_get_interop_name (omp_interop_none, omp_ipr_vendor), "vendor")
      == 0);
  CHECK (strcmp (omp_get_interop_name (omp_interop_none, omp_ipr_targetsync),
                 "targetsync")
         == 0);
  CHECK (omp_get_interop_name (omp_interop_none, 1) == NULL);
  CHECK (strcmp (omp_get_interop_type_desc (omp_interop_none, omp_ipr_fr_name),
                 "const char *")
         == 0);
  CHECK (omp_get_interop_type_desc (omp_interop_none, omp_ipr_device) == NULL);
  for (int i = omp_irc_other; i <= omp_irc_no_value; i++)
    CHECK (omp_get_interop_rc_desc (omp_interop_none, i) != NULL);
  CHECK (omp_get_interop_rc_desc (omp_interop_none, 2) == NULL);
}

int
main (void)
{
  int here;
  CHECK (GOMP_target_map_indirect_ptr (&here) == &here);
  uids ();
  default_device ();
  objects ();
  properties ();
  return 0;
}
