/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target update (OpenMP 5.1 section 2.14.6).

   Runs in the encountering thread, or in the thread that runs the target task.
   The mapping of a clause is held while it is copied.

   If the host does not see the device's memory, the device's lock is held for
   its calls anyway (device.h), so no mapping has to be held: a mapping that is
   found alive with that lock exists until the lock is released, because a
   mapping is retired only after the lock was taken once after its death
   (gomp_device_await_visitors).  Small consecutive copies of one block are
   made together.

   If the device is remote, the mappings of several clauses are held, and all
   data from there come by one call.  */

#include "offload/construct/construct.h"
#include "offload/construct/mapping_copy.h"
#include "offload/construct/setup.h"

/* ---- One clause after the other.  */

static inline bool
is_update (const struct gomp_clause *clause)
{
  return clause->size != 0 && clause->host != 0
         && (clause->operation == GOMP_CLAUSE_MAP
             || clause->operation == GOMP_CLAUSE_PRESENT);
}

static void
blame (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_error_note ("in target update on %s",
                   gomp_device_describe (device, name));
}

static COLD enum gomp_status
refused (struct gomp_device *device)
{
  blame (device);
  gomp_error_hint (GOMP_CLAUSE_HINT);
  return GOMP_ERR_MAP;
}

static enum gomp_status
partial_update (struct gomp_device *device, struct gomp_mapping *mapping,
                uintptr_t start, uintptr_t end)
{
  gomp_error_set (GOMP_ERR_MAP,
                  "Trying to update [%p..%p) object when only [%p..%p) is "
                  "mapped",
                  (void *)start, (void *)end,
                  (void *)gomp_mapping_start (mapping),
                  (void *)gomp_mapping_end (mapping));
  blame (device);
  gomp_error_hint ("update only what is mapped, or map the whole object");
  return GOMP_ERR_MAP;
}

static SPECIALIZED enum gomp_status
update_mapping (struct gomp_download *f, struct gomp_mapping *mapping,
                const struct gomp_clause *clause, const bool observed)
{
  struct gomp_device *device = f->device;
  uintptr_t start = clause->host, end = start + clause->size;
  if (unlikely (start < gomp_mapping_start (mapping)
                || end > gomp_mapping_end (mapping)))
    return partial_update (device, mapping, start, end);
  gomp_map_await (&device->map, mapping, GOMP_READY_FILLED);
  enum gomp_status status = GOMP_OK;
  if (clause->flags & GOMP_CLAUSE_TO)
    status = (observed ? gomp_mapping_write_observed : gomp_mapping_write) (
        device, mapping, start, (const void *)start, clause->size);
  if ((clause->flags & GOMP_CLAUSE_FROM) && status == GOMP_OK)
    status = (observed ? gomp_mapping_read_observed (device, mapping, start,
                                                     clause->size)
                       : gomp_mapping_read (f, mapping, start, clause->size));
  return status;
}

/* Mappings that are held until the data from the device were copied.  */
struct held
{
  struct gomp_mapping *mapping[GOMP_DOWNLOAD_PIECES];
  unsigned count;
};

static enum gomp_status
flush_and_drop (struct gomp_download *f, struct held *h,
                enum gomp_status status)
{
  if (status == GOMP_OK)
    status = gomp_download_flush (f);
  while (h->count > 0)
    gomp_device_drop (f->device, h->mapping[--h->count]);
  return status;
}

/* Take clause I of LIST with the others.  False: it needs more, or a wait for
   another thread, which may wait for what is held.  */
static bool
joins (struct gomp_download *f, struct held *h,
       const struct gomp_clause_list *list, size_t i, enum gomp_status *status)
{
  struct gomp_clause clause = gomp_clause_get (list, i);
  if (!is_update (&clause))
    return true;
  if (h->count == GOMP_DOWNLOAD_PIECES
      || gomp_clause_check (&clause) != GOMP_OK)
    return false;
  struct gomp_mapping *m
      = gomp_map_hold (&f->device->map, clause.host, clause.host + clause.size);
  if (m == NULL)
    return clause.operation != GOMP_CLAUSE_PRESENT;
  h->mapping[h->count++] = m;
  if ((gomp_mapping_marks (m) & GOMP_READY_FILLED) == 0)
    return false;
  *status = update_mapping (f, m, &clause, false);
  return true;
}

/* Data of clause *I, with MAPPING, wait to be copied from the device.  If it is
   remote, take as many of the following clauses as possible with them, and
   store the last one in *I.  */
static NOINLINE enum gomp_status
download (struct gomp_download *f, struct gomp_mapping *mapping,
          const struct gomp_clause_list *list, size_t *i)
{
  struct held h = { .mapping = { mapping }, .count = 1 };
  bool remote = (f->device->plugin->capabilities & GOMP_CAP_REMOTE) != 0;
  enum gomp_status status = GOMP_OK;
  while (remote && *i + 1 < list->count && status == GOMP_OK
         && joins (f, &h, list, *i + 1, &status))
    ++*i;
  return flush_and_drop (f, &h, status);
}

/* Clause *I with MAPPING, which is held up to the end.  */
static SPECIALIZED enum gomp_status
update_and_drop (struct gomp_device *device, struct gomp_mapping *mapping,
                 const struct gomp_clause *clause,
                 const struct gomp_clause_list *list, size_t *i,
                 const bool observed)
{
  struct gomp_download fetch;
  gomp_download_init (&fetch, device);
  enum gomp_status status = update_mapping (&fetch, mapping, clause, observed);
  if (unlikely (fetch.count > 0) && status == GOMP_OK)
    return download (&fetch, mapping, list, i);
  gomp_device_drop (device, mapping);
  return status;
}

/* Clause *I, holding what it names.  */
static SPECIALIZED enum gomp_status
update_held (struct gomp_device *device, const struct gomp_clause *clause,
             const struct gomp_clause_list *list, size_t *i,
             const bool observed)
{
  enum gomp_status status = gomp_clause_check (clause);
  if (unlikely (status != GOMP_OK))
    return refused (device);
  struct gomp_mapping *mapping
      = gomp_map_hold (&device->map, clause->host, clause->host + clause->size);
  if (mapping == NULL)
    return clause->operation == GOMP_CLAUSE_PRESENT
               ? gomp_error_set (GOMP_ERR_MAP,
                                 "present clause: not present on the device "
                                 "(addr: %p, size: %lu (0x%lx), dev: %d)",
                                 (void *)clause->host,
                                 (unsigned long)clause->size,
                                 (unsigned long)clause->size, device->number)
               : GOMP_OK;
  return update_and_drop (device, mapping, clause, list, i, observed);
}

/* ---- Visits: with the device's lock.  */

/* Copies that wait: to the device, or from there.  */
struct visit
{
  struct gomp_device *device;
  const struct gomp_block *block; /* of those to the device */
  const char *first;              /* host address of the only one, or NULL */
  uintptr_t start;                /* device address */
  size_t size;                    /* bytes; 0: none */
  struct gomp_download fetch;     /* those from there */
  char buffer[GOMP_UPLOAD_SIZE];
};

static enum gomp_status
flush_puts (struct visit *v)
{
  size_t size = v->size;
  v->size = 0;
  return size == 0 ? GOMP_OK
                   : gomp_device_write_visiting (
                       v->device, v->start,
                       v->first == NULL ? v->buffer : v->first, size);
}

static inline bool
follows (const struct visit *v, const struct gomp_block *block,
         uintptr_t devptr, size_t size)
{
  return v->size > 0 && v->block == block && devptr == v->start + v->size
         && v->size + size <= GOMP_UPLOAD_SIZE;
}

static enum gomp_status
put (struct visit *v, const struct gomp_block *block, const char *host,
     uintptr_t devptr, size_t size)
{
  if (!follows (v, block, devptr, size))
    {
      enum gomp_status status = flush_puts (v);
      v->block = block;
      v->first = host;
      v->start = devptr;
      v->size = size;
      return status;
    }
  if (v->first != NULL)
    memcpy (v->buffer, v->first, v->size);
  v->first = NULL;
  memcpy (v->buffer + v->size, host, size);
  v->size += size;
  return GOMP_OK;
}

/* Copies in one direction come before those in the other.  */
static inline enum gomp_status
visit_mapping (struct visit *v, struct gomp_mapping *mapping,
               const struct gomp_clause *clause)
{
  enum gomp_status status = GOMP_OK;
  uintptr_t devptr = gomp_mapping_device (mapping, clause->host);
  char *host = (char *)clause->host;
  if (clause->flags & GOMP_CLAUSE_TO)
    {
      status = gomp_download_flush (&v->fetch);
      if (status == GOMP_OK)
        status = put (v, mapping->block, host, devptr, clause->size);
    }
  if ((clause->flags & GOMP_CLAUSE_FROM) && status == GOMP_OK)
    {
      status = flush_puts (v);
      if (status == GOMP_OK)
        status = gomp_download_add (&v->fetch, mapping->block, host, devptr,
                                    clause->size);
    }
  return status;
}

/* The mapping of CLAUSE, in the usual case.  */
static inline struct gomp_mapping *
find_plain (struct gomp_device *device, const struct gomp_clause *clause)
{
  if (clause->size > GOMP_UPLOAD_SIZE)
    return NULL;
  struct gomp_mapping *mapping = gomp_map_visit (&device->map, clause->host,
                                                 clause->host + clause->size);
  if (mapping == NULL || mapping->block == NULL
      || (gomp_mapping_marks (mapping)
          & (GOMP_READY_FILLED | GOMP_READY_ATTACHED))
             != GOMP_READY_FILLED)
    return NULL;
  return mapping;
}

/* Clauses from *I on, up to the first unusual one.  */
static NOINLINE enum gomp_status
visit (struct gomp_device *device, const struct gomp_clause_list *list,
       size_t *i)
{
  struct visit v;
  v.device = device;
  v.size = 0;
  gomp_download_init (&v.fetch, device);
  v.fetch.visiting = true;
  enum gomp_status status = GOMP_OK;
  gomp_device_serial_begin (device);
  for (; *i < list->count && status == GOMP_OK; ++*i)
    {
      struct gomp_clause clause = gomp_clause_get (list, *i);
      if (!is_update (&clause))
        continue;
      struct gomp_mapping *mapping = find_plain (device, &clause);
      if (mapping == NULL)
        break;
      status = visit_mapping (&v, mapping, &clause);
    }
  if (status == GOMP_OK)
    status = flush_puts (&v);
  if (status == GOMP_OK)
    status = gomp_download_flush (&v.fetch);
  gomp_device_serial_end (device);
  return status;
}

/* ---- The directive.  */

/* The host sees the device's memory.  */
static inline enum gomp_status
update_seen (struct gomp_device *device, const struct gomp_clause_list *list,
             size_t *i)
{
  enum gomp_status status = GOMP_OK;
  for (; *i < list->count && status == GOMP_OK; ++*i)
    {
      struct gomp_clause clause = gomp_clause_get (list, *i);
      if (!is_update (&clause))
        continue;
      struct gomp_mapping *mapping = gomp_map_hold_quick (
          &device->map, clause.host, clause.host + clause.size);
      if (mapping == NULL)
        break;
      status = update_and_drop (device, mapping, &clause, list, i, false);
    }
  return status;
}

enum gomp_status
gomp_update_whole (struct gomp_device *device,
                   const struct gomp_clause_list *list, size_t *i)
{
  return device->plugin->host_view == NULL ? visit (device, list, i)
                                           : update_seen (device, list, i);
}

static SPECIALIZED enum gomp_status
update (struct gomp_device *device, const struct gomp_clause_list *list,
        const bool observed)
{
  enum gomp_status status = GOMP_OK;
  bool visits = !observed && device->plugin->host_view == NULL;
  for (size_t i = 0; i < list->count && status == GOMP_OK; i++)
    {
      if (visits)
        status = visit (device, list, &i);
      if (i == list->count || status != GOMP_OK)
        return status;
      struct gomp_clause clause = gomp_clause_get (list, i);
      if (is_update (&clause))
        status = update_held (device, &clause, list, &i, observed);
    }
  return status;
}

enum gomp_status
gomp_update (struct gomp_device *device, const struct gomp_clause_list *list)
{
  return update (device, list, false);
}

enum gomp_status
gomp_update_observed (struct gomp_device *device,
                      const struct gomp_clause_list *list)
{
  return update (device, list, true);
}
