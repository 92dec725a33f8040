/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies between the host and its devices, for the mapping checker; see
   check.h.

   After a copy both sides have the same bytes.  A copy in the wrong direction
   gives both sides an older value than one of them had; a read of this value is
   reported.

   - To the device, over data that the device has written and the host never
     got: the host must not read its value, but a region may, since a program
     may want the initial values back.
   - From the device, which has written nothing since the last copy, over data
     that the host has changed: a region must not read this value.  If the
     device has written some of the range, the copy is useful, and the host's
     changes may have been in a receive buffer.

   gomp_check_lock guards the ranges.  */

#include "offload/check/check_internal.h"

#include <string.h>

#include "os/pages.h"

/* The live range of which a copy between DEVPTR and HOST copies bytes, or
   NULL.  */
static struct gomp_check_range *
range_of (struct gomp_device *device, uintptr_t devptr, uintptr_t host,
          size_t size)
{
  struct gomp_check_range *r = gomp_check_range_find_on (device, host, size);
  return r != NULL && r->copy + (host - r->host) == devptr ? r : NULL;
}

/* ---- Before it.  */

/* The host's bytes are about to replace those that the device has written of
   R.  */
static void
record_dropped (struct gomp_check_range *r, uintptr_t host, size_t size)
{
  const unsigned char *now = (const unsigned char *)host;
  const unsigned char *known
      = r->known == NULL ? now : r->known + (host - r->host);
  struct gomp_check_states_run run = { .device = r->device };
  struct gomp_check_view view;
  if (!gomp_check_range_look (r, host, size, &view))
    return;
  for (size_t i = 0; i < size; i++)
    if ((view.states[i] & (GOMP_CHECK_DEVICE | GOMP_CHECK_OWN))
            == GOMP_CHECK_DEVICE
        && view.bytes[i] != now[i] && known[i] == now[i])
      {
        gomp_check_states_run_add (&run, r->copy + (host - r->host) + i,
                                   view.states[i],
                                   view.states[i] | GOMP_CHECK_DROPPED);
        r->dropped_at = gomp_check_host_construct ();
      }
  gomp_check_states_run_end (&run);
}

/* The device's bytes are about to replace those that the host has changed of
   R.  */
static void
record_undone (struct gomp_check_range *r)
{
  size_t size = r->end - r->host;
  struct gomp_check_view view;
  if (gomp_check_range_look (r, r->host, size, &view)
      && gomp_check_states_skip (view.states, size, GOMP_CHECK_DEVICE) < size)
    r->fresh = true;
  if (r->fresh)
    r->brought = gomp_check_launches;
  r->fresh = false;
  gomp_check_range_record_host (r);
  if (r->brought != gomp_check_launches)
    r->undone_at = gomp_check_host_construct ();
}

void
gomp_check_copy_begins (struct gomp_device *device, uintptr_t devptr,
                        uintptr_t host, size_t size, bool to_device)
{
  if (size == 0 || !gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  struct gomp_check_range *r = range_of (device, devptr, host, size);
  if (r != NULL && os_is_mapped ((const void *)host, size))
    {
      if (to_device)
        record_dropped (r, host, size);
      else
        {
          gomp_check_race_copy (r, host, size);
          record_undone (r);
        }
    }
  gomp_mutex_unlock (&gomp_check_lock);
}

/* ---- After it.  */

/* Both sides of [HOST, HOST + SIZE) now have the same bytes.  */
static void
record_sync (struct gomp_check_range *r, uintptr_t host, size_t size)
{
  r->synced = true;
  if (r->known != NULL)
    memcpy (r->known + (host - r->host), (const void *)host, size);
}

/* The bits that a copy of bytes of R clears; NULL: between other places.  */
static unsigned
cleared_by (const struct gomp_check_range *r, bool to_device)
{
  if (r == NULL)
    return to_device ? GOMP_CHECK_HOST : 0;
  return GOMP_CHECK_DEVICE | GOMP_CHECK_OWN
         | (to_device || r->brought == gomp_check_launches ? GOMP_CHECK_HOST
                                                           : 0);
}

/* The host has got what was at DEVPTR.  */
static void
record_brought (struct gomp_device *device, struct gomp_check_range *r,
                uintptr_t devptr, uintptr_t host, size_t size)
{
  if (gomp_check_unwritten_record (device, devptr, host, size) && r != NULL)
    {
      r->unwritten = true;
      r->unwritten_at = gomp_check_host_construct ();
    }
}

static void
copied (struct gomp_device *device, uintptr_t devptr, uintptr_t host,
        size_t size, bool to_device)
{
  if (size == 0 || !gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  struct gomp_check_range *r = range_of (device, devptr, host, size);
  if (!to_device)
    gomp_check_host_written (host, size, r);
  gomp_check_states_change (device, devptr, size, cleared_by (r, to_device),
                            to_device ? GOMP_CHECK_WRITTEN : 0);
  if (r != NULL)
    record_sync (r, host, size);
  if (!to_device)
    record_brought (device, r, devptr, host, size);
  gomp_mutex_unlock (&gomp_check_lock);
}

void
gomp_check_copy_to (struct gomp_device *device, uintptr_t devptr,
                    uintptr_t host, size_t size)
{
  copied (device, devptr, host, size, true);
}

void
gomp_check_copy_from (struct gomp_device *device, uintptr_t devptr,
                      uintptr_t host, size_t size)
{
  copied (device, devptr, host, size, false);
}

/* The copied bytes get the states of their source; both ranges may overlap.  */
void
gomp_check_copy_within (struct gomp_device *device, uintptr_t to,
                        uintptr_t from, size_t size)
{
  if (size == 0 || !gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  struct gomp_check_states_run run = { .device = device };
  struct gomp_check_view source, target;
  bool seen = gomp_check_states_look (device, from, size, &source)
              && gomp_check_states_look (device, to, size, &target);
  for (size_t i = 0; seen && i < size; i++)
    {
      size_t k = to > from ? size - 1 - i : i;
      gomp_check_states_run_add (&run, to + k, target.states[k],
                                 target.states[k]
                                     | (source.states[k] & GOMP_CHECK_WRITTEN));
    }
  gomp_check_states_run_end (&run);
  gomp_mutex_unlock (&gomp_check_lock);
}
