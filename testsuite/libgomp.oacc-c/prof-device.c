/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Events of a device: launches, copies, memory; also of queues.  */
/* { dg-skip-stock "no such device" } */
/* { dg-acc-modes "x86emul" } */

#include <acc_prof.h>
#include <string.h>

#include "check.h"

static int counts[acc_ev_last];
static int a[100];
static size_t sent, got;

static void
note (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  __atomic_fetch_add (&counts[prof->event_type], 1, __ATOMIC_RELAXED);
  CHECK (prof->device_type == acc_device_x86emul && prof->device_number == 0);
  CHECK (api->device_api == acc_device_api_other);
  switch (prof->event_type)
    {
    case acc_ev_enqueue_launch_start:
      CHECK (event->launch_event.valid_bytes == 56);
      CHECK (strstr (event->launch_event.kernel_name, "main") != NULL);
      CHECK (event->launch_event.num_gangs == 4);
      break;
    case acc_ev_enqueue_upload_start:
    case acc_ev_enqueue_download_start:
      CHECK (event->data_event.valid_bytes == 56);
      CHECK (event->data_event.device_ptr != NULL);
      *(prof->event_type == acc_ev_enqueue_upload_start ? &sent : &got)
          += event->data_event.bytes;
      break;
    case acc_ev_alloc:
    case acc_ev_free:
      CHECK (event->data_event.bytes >= sizeof (a));
      break;
    default:
      break;
    }
}

static void
expect (void)
{
  CHECK (counts[acc_ev_enqueue_launch_start] == 1);
  CHECK (counts[acc_ev_enqueue_launch_end] == 1);
  CHECK (counts[acc_ev_enqueue_upload_start] > 0);
  CHECK (counts[acc_ev_enqueue_upload_start]
         == counts[acc_ev_enqueue_upload_end]);
  CHECK (counts[acc_ev_enqueue_download_start] == 1);
  CHECK (counts[acc_ev_enqueue_download_end] == 1);
  CHECK (counts[acc_ev_alloc] == 1 && counts[acc_ev_free] == 1);
  CHECK (sent >= sizeof (a) && got == sizeof (a));
  memset (counts, 0, sizeof (counts));
  sent = got = 0;
}

int
main (void)
{
  int gangs = 4;
  for (int i = acc_ev_alloc; i < acc_ev_last; i++)
    acc_prof_register ((acc_event_t)i, note, acc_reg);
#pragma acc parallel copy(a) num_gangs(gangs)
  a[0] = 1;
  expect ();
#pragma acc parallel copy(a) num_gangs(gangs) async(3)
  a[0] = 1;
#pragma acc wait
  CHECK (counts[acc_ev_wait_start] == 1 && counts[acc_ev_wait_end] == 1);
  expect ();
  return 0;
}
