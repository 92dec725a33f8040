/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Attached pointers are counted here (OpenMP 5.1 section 2.21.7.1): a pointer
   has its target's device address from its first attach to its last detach.

   Runs in the encountering thread, without the map's lock.  The device's
   `attaching' mutex protects the lists of attached pointers.  It is held while
   the device copy of an attached pointer changes, so that every thread sees a
   count and a pointer that match.  It is not the map's lock, so lookups go
   on.  */

#include "offload/construct/attach_count.h"
#include "offload/map/attach.h"

enum gomp_status
gomp_attach_write (struct gomp_setup *s, struct gomp_mapping *mapping,
                   uintptr_t host, uintptr_t value)
{
  uintptr_t device = gomp_mapping_device (mapping, host);
  if (gomp_setup_owns (s, mapping))
    return gomp_setup_put (s, device - s->block->address, &value,
                           sizeof (value));
  return gomp_device_write (s->c->device, device,
                            gomp_mapping_view (mapping, host), &value,
                            sizeof (value));
}

/* Must the pointer of ATTACHMENT, just counted, be set to VALUE?  */
static bool
is_to_set (const struct gomp_attachment *attachment, uintptr_t value,
           enum gomp_attach_when when)
{
  bool differs = attachment->value != value;
  switch (when)
    {
    case GOMP_ATTACH_FIRST:
      return attachment->count == 1 && (differs || !attachment->stays);
    case GOMP_ATTACH_OTHER:
      return differs;
    case GOMP_ATTACH_ALWAYS:
      return true;
    default:
      return false;
    }
}

enum gomp_status
gomp_attach_count (struct gomp_setup *s, size_t i, struct gomp_mapping *mapping,
                   const struct gomp_clause *clause, uintptr_t value,
                   enum gomp_attach_when when)
{
  struct gomp_device *device = s->c->device;
  gomp_hook_wait_lock (&device->attaching);
  if (unlikely (gomp_mapping_is_dead (gomp_mapping_owner (mapping)))
      || (when == GOMP_ATTACH_NOT_NEW
          && !gomp_attachments_have (gomp_mapping_attachments (mapping),
                                     clause->host)))
    {
      gomp_hook_unlock (&device->attaching);
      return GOMP_OK;
    }
  struct gomp_mapping_extra *extra = gomp_mapping_extra (mapping);
  struct gomp_attachment *attachment
      = extra == NULL
            ? NULL
            : gomp_attachments_add (&extra->attachments, clause->host);
  enum gomp_status status = attachment == NULL ? GOMP_ERR_NOMEM : GOMP_OK;
  if (attachment != NULL)
    {
      gomp_mapping_mark (mapping, GOMP_READY_ATTACHED);
      s->c->items[i].flags |= GOMP_ITEM_ATTACHED;
      s->c->items[i].attached = mapping;
    }
  if (attachment != NULL && is_to_set (attachment, value, when))
    {
      attachment->value = value;
      attachment->pointee = gomp_load_pointer (clause->host) + clause->size;
      status = gomp_attach_write (s, mapping, clause->host, value);
    }
  if (attachment != NULL
      && (when == GOMP_ATTACH_OTHER || when == GOMP_ATTACH_NOT_NEW))
    attachment->stays = true;
  gomp_hook_unlock (&device->attaching);
  return status;
}

/* ---- Detaching.  */

static enum gomp_status
never_attached (uintptr_t host)
{
  return gomp_error_set (GOMP_ERR_MAP,
                         "no attachment counters for struct: the pointer at %p "
                         "was never attached",
                         (void *)host);
}

static bool
is_mapped (uintptr_t pointee, void *arg)
{
  struct gomp_device *device = arg;
  struct gomp_map_answer answer;
  return gomp_map_peek (&device->map, pointee, pointee + 1, &answer);
}

/* The pointer of ITEM gets the host's value back if it is no longer attached.
   With the device's `attaching' mutex.  */
static enum gomp_status
give_back (struct gomp_device *device, const struct gomp_item *item)
{
  struct gomp_mapping *mapping = item->attached;
  if (!gomp_attachments_settle (gomp_mapping_attachments (mapping), item->host,
                                is_mapped, device))
    return GOMP_OK;
  uintptr_t value = gomp_load_pointer (item->host);
  return gomp_device_write (device, gomp_mapping_device (mapping, item->host),
                            gomp_mapping_view (mapping, item->host), &value,
                            sizeof (value));
}

/* If the host sees the device copy, the value is restored at once.  */
bool
gomp_detach (struct gomp_device *device, const struct gomp_item *item, bool all,
             enum gomp_status *status)
{
  struct gomp_mapping *mapping = item->attached;
  gomp_hook_wait_lock (&device->attaching);
  bool released = gomp_attachments_release (gomp_mapping_attachments (mapping),
                                            item->host, all);
  *status
      = released && mapping->view != NULL ? give_back (device, item) : GOMP_OK;
  gomp_hook_unlock (&device->attaching);
  return released;
}

enum gomp_status
gomp_detach_settle (struct gomp_device *device, struct gomp_item *item)
{
  enum gomp_status status = GOMP_OK;
  gomp_hook_wait_lock (&device->attaching);
  if (!gomp_mapping_is_dead (gomp_mapping_owner (item->attached)))
    status = give_back (device, item);
  gomp_hook_unlock (&device->attaching);
  gomp_device_drop (device, item->attached);
  item->attached = NULL;
  return status;
}

enum gomp_status
gomp_detach_clause (struct gomp_construct *c, size_t i,
                    const struct gomp_clause *clause)
{
  struct gomp_device *device = c->device;
  struct gomp_item *item = &c->items[i];
  enum gomp_status status;
  item->host = clause->host;
  item->attached = gomp_map_hold (&device->map, clause->host,
                                  clause->host + sizeof (void *));
  if (item->attached == NULL)
    return GOMP_OK;
  item->flags |= GOMP_ITEM_ATTACHED;
  gomp_map_await (&device->map, item->attached, GOMP_READY_FILLED);
  if (gomp_detach (device, item, clause->flags & GOMP_CLAUSE_ALWAYS, &status))
    return status;
  return clause->flags & GOMP_CLAUSE_OPTIONAL ? GOMP_OK
                                              : never_attached (clause->host);
}
