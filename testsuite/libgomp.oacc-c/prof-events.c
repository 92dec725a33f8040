/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profiling interface: which events there are, in which order, and what they
   say.  */

#include <acc_prof.h>

#include "check.h"

#define MOST 200
static struct
{
  acc_event_t event;
  acc_construct_t parent;
  int implicit;
  long async;
} seen[MOST];
static int count, type, number = 0;

/* Are A and B the beginning and the end of a pair?  */
static int
is_pair (acc_event_t a, acc_event_t b)
{
  return b == a + 1;
}

static void
note (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  CHECK (prof->valid_bytes == sizeof (acc_prof_info));
  CHECK (prof->version == 201711);
  CHECK (prof->event_type == event->event_type);
  CHECK (prof->thread_id == -1 && prof->line_no == -1);
  CHECK (prof->src_file == NULL && prof->func_name == NULL);
  CHECK (api != NULL && api->valid_bytes == sizeof (*api) && api->vendor == -1);
  if (prof->event_type != acc_ev_device_init_start
      && prof->event_type != acc_ev_device_init_end)
    {
      CHECK (prof->device_type == type && prof->device_number == number);
      CHECK (api->device_type == type);
    }
  CHECK (event->other_event.valid_bytes == sizeof (acc_other_event_info));
  CHECK (count < MOST);
  seen[count].event = prof->event_type;
  seen[count].parent = event->other_event.parent_construct;
  seen[count].implicit = event->other_event.implicit;
  seen[count].async = prof->async;
  /* What is stored at the beginning is there at the end.  */
  if (prof->event_type % 2 == (prof->event_type < 3))
    CHECK (event->other_event.tool_info == NULL);
  event->other_event.tool_info = &seen[count];
  count++;
}

static const acc_event_t events[]
    = { acc_ev_device_init_start,       acc_ev_device_init_end,
        acc_ev_enter_data_start,        acc_ev_enter_data_end,
        acc_ev_exit_data_start,         acc_ev_exit_data_end,
        acc_ev_update_start,            acc_ev_update_end,
        acc_ev_compute_construct_start, acc_ev_compute_construct_end };

static void
expect (int i, acc_event_t start, acc_construct_t parent, int implicit)
{
  CHECK (seen[i].event == start && seen[i].parent == parent);
  CHECK (seen[i].implicit == implicit);
}

/* One pair without pairs in it, but implicit ones.  */
static void
expect_pair (acc_event_t start, acc_construct_t parent)
{
  CHECK (count >= 2);
  expect (0, start, parent, 0);
  CHECK (is_pair (start, seen[count - 1].event));
  CHECK (seen[count - 1].parent == parent);
  for (int i = 1; i < count - 1; i++)
    CHECK (seen[i].implicit == 1);
  count = 0;
}

int
main (void)
{
  int a[10] = { 0 };
  type = acc_get_device_type ();
  for (unsigned i = 0; i < sizeof (events) / sizeof (*events); i++)
    acc_prof_register (events[i], note, acc_reg);
#pragma acc parallel copy(a)
  a[0]++;
  expect (0, acc_ev_device_init_start, acc_construct_parallel, 1);
  expect (1, acc_ev_device_init_end, acc_construct_parallel, 1);
  expect (2, acc_ev_compute_construct_start, acc_construct_parallel, 0);
  expect (count - 1, acc_ev_compute_construct_end, acc_construct_parallel, 0);
  CHECK (count == (is_shared () ? 4 : 8));
  count = 0;
#pragma acc parallel copy(a)
  a[0]++;
  expect_pair (acc_ev_compute_construct_start, acc_construct_parallel);
#pragma acc data copy(a)
  {
    expect_pair (acc_ev_enter_data_start, acc_construct_data);
#pragma acc update self(a)
    expect_pair (acc_ev_update_start, acc_construct_update);
#pragma acc host_data use_device(a)
    {
      expect_pair (acc_ev_enter_data_start, acc_construct_host_data);
    }
    expect_pair (acc_ev_exit_data_start, acc_construct_data);
  }
  expect_pair (acc_ev_exit_data_start, acc_construct_data);
#pragma acc enter data copyin(a)
  expect_pair (acc_ev_enter_data_start, acc_construct_enter_data);
#pragma acc update device(a) async(2)
  CHECK (seen[0].async == 2);
  expect_pair (acc_ev_update_start, acc_construct_update);
#pragma acc wait
#pragma acc exit data copyout(a)
  expect_pair (acc_ev_exit_data_start, acc_construct_exit_data);
  acc_shutdown (acc_get_device_type ());
  count = 0;
  acc_init (acc_get_device_type ());
  expect (0, acc_ev_device_init_start, acc_construct_runtime_api, 0);
  CHECK (count == 2 && seen[1].event == acc_ev_device_init_end);
  /* A profiling library has its own.  */
  void (*volatile library) (acc_prof_reg, acc_prof_reg, acc_prof_lookup_func)
      = acc_register_library;
  CHECK (library != NULL);
  CHECK (acc_prof_lookup ("acc_prof_register") == NULL);
  return 0;
}
