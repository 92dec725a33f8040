/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When kernels and copies ran; see times.h.  Owns the events of each stream,
   which belong to the thread of the stream.

   The driver tells how much time passed between two events of the GPU.  So each
   stream has an event more, the reference, whose time on the host is known.
   The driver gives milliseconds as a float: a reference that is older than a
   second would cost precision, and is recorded anew.  The GPU's clock and the
   host's differ a little, so that a kernel could seem to run before it was
   launched or after its end was seen; such times are corrected to these
   bounds.

   While it is measured, a copy is in the thread's stream, between two events,
   and not one of the driver's synchronous ones.  A copy that comes back in
   several runs is measured with what the host does between them.  */

#include "times.h"

#include "os/os.h"

#define REFERENCE_LASTS_NS 1000000000
#define NS_PER_MS 1e6

void
nvptx_times_measure (struct nvptx_device *d, bool on)
{
  atomic_store_explicit (&d->is_measured, on, memory_order_relaxed);
}

bool
nvptx_times_take (struct nvptx_stream *s, uint64_t *start, uint64_t *end)
{
  if (s == NULL
      || !atomic_load_explicit (&s->device->is_measured, memory_order_relaxed)
      || s->times.end == 0)
    return false;
  *start = s->times.start;
  *end = s->times.end;
  s->times.end = 0;
  return s->times.is_known;
}

/* Create EVENT, unless it exists, and record it in S.  */
static bool
record (struct nvptx_stream *s, CUevent *event)
{
  if (*event == NULL && nvptx_cu.event_create (event, 0) != CUDA_SUCCESS)
    {
      *event = NULL;
      return false;
    }
  return nvptx_cu.event_record (*event, s->handle) == CUDA_SUCCESS;
}

/* The middle of the time that the calls take is nearest to the event, if
   nothing else is in the stream any more: so another event comes first.  The
   errors of copies are left to the launch.  */
static bool
record_reference (struct nvptx_stream *s)
{
  struct nvptx_times *t = &s->times;
  uint64_t before = 0;
  t->referred = 0;
  for (int i = 0; i < 2; i++)
    {
      before = os_time_ns ();
      if (!record (s, &t->reference)
          || nvptx_cu.event_wait (t->reference) != CUDA_SUCCESS)
        return false;
    }
  t->referred = before + (os_time_ns () - before) / 2;
  return true;
}

/* Another one was measured, or could not be: START is 0.  */
static void
add (struct nvptx_times *t, uint64_t start, uint64_t end)
{
  bool is_first = t->end == 0;
  t->is_known = start != 0 && (is_first || t->is_known);
  if (is_first)
    t->start = start;
  t->end = end;
}

void
nvptx_times_record_start (struct nvptx_stream *s)
{
  struct nvptx_times *t = &s->times;
  uint64_t now = os_time_ns ();
  t->is_over = false;
  t->is_open = (t->referred != 0 && now - t->referred <= REFERENCE_LASTS_NS)
               || record_reference (s);
  t->begun = os_time_ns ();
  t->is_open = t->is_open && record (s, &t->before);
  if (!t->is_open)
    add (t, 0, now);
}

void
nvptx_times_record_end (struct nvptx_stream *s)
{
  if (!s->times.is_over)
    s->times.is_over = record (s, &s->times.after);
}

/* The host's time of EVENT, between FIRST and LAST; 0: not known.  */
static uint64_t
time_of (const struct nvptx_times *t, CUevent event, uint64_t first,
         uint64_t last)
{
  float ms;
  if (nvptx_cu.event_elapsed (&ms, t->reference, event) != CUDA_SUCCESS)
    return 0;
  uint64_t time = t->referred + (uint64_t)((double)ms * NS_PER_MS);
  return ms < 0 || time < first ? first : time > last ? last : time;
}

void
nvptx_times_store (struct nvptx_stream *s)
{
  struct nvptx_times *t = &s->times;
  uint64_t now = os_time_ns ();
  uint64_t start = t->is_over ? time_of (t, t->before, t->begun, now) : 0;
  uint64_t end = start != 0 ? time_of (t, t->after, start, now) : 0;
  add (t, end != 0 ? start : 0, end != 0 ? end : now);
  t->is_open = false;
}

/* A destroyed event could be one of a context that the program has reset.  */
static void
destroy (CUevent *event)
{
  if (*event != NULL)
    nvptx_cu.event_destroy (*event);
  *event = NULL;
}

void
nvptx_times_close (struct nvptx_stream *s)
{
  struct nvptx_times *t = &s->times;
  destroy (&t->reference);
  destroy (&t->before);
  destroy (&t->after);
  t->referred = 0;
}
