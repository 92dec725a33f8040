/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Events of routines, of declare and of what the host does instead; what a
   launch says.  */

#include <acc_prof.h>

#include "check.h"

/* acc_device_x86emul, which GCC's header has not.  */
#define EMULATED 7

/* Volatile: GCC for AArch64 takes for granted that a construct does not change
   it.  */
static volatile int counts[acc_ev_last];
static int type, ended_on_host, gangs;
static acc_construct_t parent;

static void
forget (void)
{
  for (int i = 0; i < acc_ev_last; i++)
    counts[i] = 0;
}

static void
note (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  (void)api;
  counts[prof->event_type]++;
  switch (prof->event_type)
    {
    case acc_ev_enter_data_start:
      parent = event->other_event.parent_construct;
      CHECK (prof->device_type == type);
      break;
    case acc_ev_compute_construct_start:
      CHECK (prof->device_type == type);
      break;
    case acc_ev_compute_construct_end:
    case acc_ev_enter_data_end:
      ended_on_host = prof->device_type == acc_device_host;
      break;
    case acc_ev_enqueue_launch_start:
      gangs = (int)event->launch_event.num_gangs;
      CHECK (type != EMULATED
             || (event->launch_event.num_workers == 1
                 && event->launch_event.vector_length == 1));
      break;
    case acc_ev_enqueue_upload_start:
      CHECK (event->data_event.host_ptr != NULL);
      CHECK (event->data_event.device_ptr != NULL);
      CHECK (event->data_event.var_name == NULL);
      break;
    default:
      break;
    }
}

/* There were N events of this kind where the device has memory of its own, else
   none; and all are forgotten.  */
static void
expect (acc_event_t event, int n)
{
  CHECK (counts[event] == (is_shared () ? 0 : n));
  forget ();
}

static void
declare (void)
{
  int local[10];
#pragma acc declare create(local)
  CHECK (counts[acc_ev_enter_data_end] == counts[acc_ev_enter_data_start]);
  CHECK (is_shared () || parent == acc_construct_enter_data);
  expect (acc_ev_enter_data_start, 1);
#pragma acc parallel present(local)
  local[0] = 1;
}

static void
routines (void)
{
  static int a[10], *p, **q = &p;
  void *d = acc_malloc (sizeof (a));
  expect (acc_ev_alloc, 1);
  acc_memcpy_to_device (d, a, sizeof (a));
  expect (acc_ev_enqueue_upload_start, 1);
  acc_memcpy_from_device (a, d, sizeof (a));
  expect (acc_ev_enqueue_download_end, 1);
  acc_memcpy_to_device_async (d, a, sizeof (a), 1);
  acc_wait (1);
  expect (acc_ev_enqueue_upload_end, 1);
  acc_free (d);
  expect (acc_ev_free, 1);
  p = a;
  acc_copyin (&p, sizeof (p));
  expect (acc_ev_enqueue_upload_start, 1);
  acc_create (a, sizeof (a));
  CHECK (counts[acc_ev_enqueue_upload_start] == 0);
  expect (acc_ev_alloc, 1);
  /* Pointers are no data of the program's.  */
  acc_attach ((void **)q);
  acc_detach ((void **)q);
  expect (acc_ev_enqueue_upload_start, 0);
  acc_update_self (a, sizeof (a));
  expect (acc_ev_enqueue_download_start, 1);
  acc_delete (a, sizeof (a));
  expect (acc_ev_free, 1);
  acc_copyout (&p, sizeof (p));
  expect (acc_ev_enqueue_download_start, 1);
}

int
main (void)
{
  int x = 0;
  type = acc_get_device_type ();
  acc_init (acc_device_default);
  for (int i = 1; i < acc_ev_last; i++)
    acc_prof_register ((acc_event_t)i, note, acc_reg);
  declare ();
  forget ();

  /* What is done on the host ends there.  */
#pragma acc parallel copy(x) if (x == 12)
  x++;
  CHECK (counts[acc_ev_compute_construct_start] == 1 && ended_on_host);
  CHECK (counts[acc_ev_compute_construct_end] == 1);
#pragma acc data copy(x) if (x == 12)
  {
    CHECK (counts[acc_ev_enter_data_end] == 1 && ended_on_host);
  }
  forget ();
#pragma acc parallel copy(x)
  x++;
  CHECK (ended_on_host == is_shared ());
  forget ();
  if (type != EMULATED)
    return 0;

  /* GCC's plugins report fewer.  */
  routines ();
#pragma acc parallel num_gangs(3)
  ;
  CHECK (gangs == 3);
  return 0;
}
