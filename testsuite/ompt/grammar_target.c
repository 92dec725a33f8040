/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of devices and target constructs; see grammar.c.  A construct is
   open between its two events, an operation between its own; all refer to
   devices that are initialized, or to the host.  Storage that a construct
   allocates on a device must be released.  GRAMMAR_TARGET=plain registers the
   callbacks without words of the tool (not the _emi ones).  */

#include "grammar.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CONSTRUCTS (1 << 22) /* memory is used for those that there are */
#define DEVICES 16
#define MODULES 64

/* By number, which is the tool's word.  */
static struct construct
{
  atomic_int state; /* 1 open, 2 over */
  ompt_target_t kind;
  int device;
  const void *at;
  atomic_int operations; /* that are open */
  atomic_int launches;
} * constructs;
static atomic_uint construct_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct
{
  bool is_open;
  uint64_t module[MODULES]; /* 0: none */
} devices[DEVICES];         /* the mutex */
/* Plain callbacks: identifiers of the runtime that are open.  */
static ompt_id_t *ids; /* the mutex */

static ompt_get_num_devices_t get_num_devices;
static ompt_get_target_info_t get_target_info;
static bool is_plain;

/* What came: targets by kind, operations by type, the rest.  */
static atomic_uint targets[16], operations[32];
static atomic_uint submits, maps, initialized, loaded;
static __thread ompt_id_t operation; /* that is open */
static atomic_bool is_ending;        /* other threads may be at anything */

/* ---- Devices.  */

static bool
is_host (int number)
{
  return number == get_num_devices ();
}

static void
check_device (int number, const char *what)
{
  if (is_host (number))
    return;
  pthread_mutex_lock (&lock);
  bool is_open = number >= 0 && number < DEVICES && devices[number].is_open;
  pthread_mutex_unlock (&lock);
  if (!is_open && !is_ending)
    grammar_bad ("%s on device %d, which is not initialized", what, number);
}

static void
device_initialize (int number, const char *type, ompt_device_t *device,
                   ompt_function_lookup_t lookup, const char *documentation)
{
  grammar_event (ompt_callback_device_initialize);
  (void)lookup;
  if (number < 0 || number >= get_num_devices () || number >= DEVICES)
    {
      grammar_bad ("device %d is initialized", number);
      return;
    }
  if (type == NULL || *type == '\0' || device == NULL || documentation == NULL)
    grammar_bad ("device %d has no type", number);
  pthread_mutex_lock (&lock);
  if (devices[number].is_open)
    grammar_bad ("device %d is initialized again", number);
  devices[number].is_open = true;
  pthread_mutex_unlock (&lock);
  atomic_fetch_add (&initialized, 1);
}

static void
device_finalize (int number)
{
  grammar_event (ompt_callback_device_finalize);
  check_device (number, "the end");
  if (grammar_exits ())
    is_ending = true;
  pthread_mutex_lock (&lock);
  for (int i = 0; i < MODULES; i++)
    if (devices[number].module[i] != 0)
      grammar_bad ("device %d ends with module %lx", number,
                   (long)devices[number].module[i]);
  devices[number].is_open = false;
  pthread_mutex_unlock (&lock);
}

/* Replace FROM by TO in the modules of a device.  */
static void
change_module (int number, uint64_t from, uint64_t to)
{
  int i = 0;
  check_device (number, "a module");
  pthread_mutex_lock (&lock);
  while (i < MODULES && devices[number].module[i] != from)
    i++;
  if (i < MODULES)
    devices[number].module[i] = to;
  else
    grammar_bad ("device %d has no module %lx", number, (long)from);
  pthread_mutex_unlock (&lock);
}

static void
device_load (int number, const char *file, int64_t offset, void *vma,
             size_t bytes, void *host, void *address, uint64_t module)
{
  grammar_event (ompt_callback_device_load);
  (void)vma;
  (void)bytes;
  (void)address;
  if (host == NULL || (file == NULL && offset != -1) || module == 0)
    grammar_bad ("module %lx is loaded from %p", (long)module, host);
  change_module (number, 0, module);
  atomic_fetch_add (&loaded, 1);
}

static void
device_unload (int number, uint64_t module)
{
  grammar_event (ompt_callback_device_unload);
  change_module (number, module, 0);
}

/* ---- Constructs.  */

static bool
is_deferred (ompt_target_t kind)
{
  return kind >= ompt_target_nowait;
}

static struct construct *
construct_of (const ompt_data_t *data, const char *what)
{
  uint64_t n = data == NULL ? 0 : data->value;
  if (n == 0 || n > construct_count)
    grammar_bad ("%s in construct %lu, which is unknown", what, (long)n);
  else if (constructs[n].state != 1)
    grammar_bad ("%s in construct %lu, which is over", what, (long)n);
  return &constructs[n > construct_count ? 0 : n % CONSTRUCTS];
}

static uint64_t
begin (ompt_target_t kind, int device, const void *at)
{
  uint64_t n = atomic_fetch_add (&construct_count, 1) + 1;
  struct construct *c = &constructs[n % CONSTRUCTS];
  if (n == CONSTRUCTS)
    grammar_bad ("too many target constructs");
  *c = (struct construct){ .kind = kind, .device = device, .at = at };
  c->state = 1;
  if ((kind & 7) < ompt_target || (kind & 7) > ompt_target_update || kind > 15)
    grammar_bad ("target construct of kind %d", kind);
  else
    atomic_fetch_add (&targets[kind], 1);
  if (at == NULL)
    grammar_bad ("a target construct begins nowhere");
  check_device (device, "a construct");
  return n;
}

static void
end (struct construct *c, ompt_target_t kind, int device, const void *at)
{
  if (c->kind != kind || c->device != device || c->at != at)
    grammar_bad ("a construct of kind %d on device %d ends as %d on %d",
                 c->kind, c->device, kind, device);
  if (c->operations != 0 || c->launches != 0)
    grammar_bad ("a construct ends with %d operations, %d launches",
                 c->operations, c->launches);
  c->state = 2;
}

static void
target_emi (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
            ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data,
            const void *at)
{
  uint64_t target_device;
  ompt_id_t id, operation_id;
  grammar_event (ompt_callback_target_emi);
  if (is_deferred (kind) != (target_task != NULL))
    grammar_bad ("kind %d with target task %p", kind, (void *)target_task);
  grammar_is_current (is_deferred (kind) ? target_task : task, "target");
  if (endpoint == ompt_scope_begin)
    {
      if (data->value != 0)
        grammar_bad ("a new construct's word is %lu", (long)data->value);
      data->value = begin (kind, device, at);
    }
  if (get_target_info (&target_device, &id, &operation_id) != 1
      || (int)target_device != device || id != data->value)
    grammar_bad ("construct %lu is not where the thread is", (long)data->value);
  if (endpoint == ompt_scope_end)
    end (construct_of (data, "an end"), kind, device, at);
}

/* ---- Operations.  */

static void
check_operation (ompt_target_data_op_t type, const void *from, int from_device,
                 const void *to, int to_device, size_t bytes, const void *at)
{
  check_device (from_device, "an operation");
  check_device (to_device, "an operation");
  bool copies = type == ompt_target_data_transfer_to_device
                || type == ompt_target_data_transfer_from_device;
  if (to == NULL || (copies && (from == NULL || bytes == 0)) || at == NULL)
    grammar_bad ("operation %d from %p to %p, %zu bytes, at %p", type, from, to,
                 bytes, at);
  if (is_host (to_device) != (type == ompt_target_data_transfer_from_device))
    grammar_bad ("operation %d on device %d", type, to_device);
  if (type < ompt_target_data_alloc || type > ompt_target_data_memset
      || type == ompt_target_data_transfer)
    grammar_bad ("operation of type %d", type);
  else
    atomic_fetch_add (&operations[type], 1);
}

static void
target_data_op_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *target_task,
                    ompt_data_t *data, ompt_id_t *id,
                    ompt_target_data_op_t type, void *from, int from_device,
                    void *to, int to_device, size_t bytes, const void *at)
{
  static atomic_ulong last;
  grammar_event (ompt_callback_target_data_op_emi);
  struct construct *c
      = data == NULL ? NULL : construct_of (data, "an operation");
  if (c != NULL && is_deferred (c->kind) != (target_task != NULL))
    grammar_bad ("operation of kind %d with target task %p", c->kind,
                 (void *)target_task);
  if (endpoint == ompt_scope_begin)
    {
      if (operation != 0)
        grammar_bad ("an operation begins in another");
      operation = *id = UINT64_C (1) << 40 | (atomic_fetch_add (&last, 1) + 1);
      if (c != NULL)
        atomic_fetch_add (&c->operations, 1);
      check_operation (type, from, from_device, to, to_device, bytes, at);
      return;
    }
  if (*id != operation)
    grammar_bad ("operation %lx ends, not %lx", (long)*id, (long)operation);
  operation = 0;
  if (c != NULL)
    atomic_fetch_sub (&c->operations, 1);
}

static void
target_submit_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *data,
                   ompt_id_t *id, unsigned teams)
{
  grammar_event (ompt_callback_target_submit_emi);
  struct construct *c = construct_of (data, "a launch");
  (void)teams;
  if (is_host (c->device) || (c->kind & 7) != ompt_target)
    grammar_bad ("a launch of kind %d on device %d", c->kind, c->device);
  if (endpoint == ompt_scope_begin)
    {
      *id = UINT64_C (1) << 41 | data->value;
      c->launches++;
      atomic_fetch_add (&submits, 1);
    }
  else if (*id != (UINT64_C (1) << 41 | data->value) || --c->launches != 0)
    grammar_bad ("launch %lx ends", (long)*id);
}

static void
check_map (unsigned count, void **host, void **device, unsigned *flags)
{
  if (count == 0)
    grammar_bad ("nothing is mapped");
  for (unsigned i = 0; i < count; i++)
    if (host[i] == NULL || device[i] == NULL || flags[i] == 0)
      grammar_bad ("%p is mapped to %p, flags %x", host[i], device[i],
                   flags[i]);
  atomic_fetch_add (&maps, count);
}

static void
target_map_emi (ompt_data_t *data, unsigned count, void **host, void **device,
                size_t *bytes, unsigned *flags, const void *at)
{
  grammar_event (ompt_callback_target_map_emi);
  (void)bytes;
  if (construct_of (data, "a map")->at != at)
    grammar_bad ("a map at %p", at);
  check_map (count, host, device, flags);
}

/* ---- Without words of the tool.  */

/* The construct with identifier ID of the runtime; forget the identifier if it
   ENDS.  */
static struct construct *
plain_construct (ompt_id_t id, bool ends)
{
  pthread_mutex_lock (&lock);
  unsigned n = construct_count;
  while (n > 0 && (id == 0 || ids[n] != id))
    n--;
  if (n == 0)
    grammar_bad ("identifier %lu is unknown", (long)id);
  else if (ends)
    ids[n] = 0;
  pthread_mutex_unlock (&lock);
  return &constructs[n];
}

static void
target (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
        ompt_data_t *task, ompt_id_t id, const void *at)
{
  grammar_event (ompt_callback_target);
  if (!is_deferred (kind))
    grammar_is_current (task, "target");
  if (endpoint != ompt_scope_begin)
    {
      end (plain_construct (id, true), kind, device, at);
      return;
    }
  uint64_t n = begin (kind, device, at);
  pthread_mutex_lock (&lock);
  ids[n % CONSTRUCTS] = id;
  pthread_mutex_unlock (&lock);
}

static void
target_data_op (ompt_id_t id, ompt_id_t operation_id,
                ompt_target_data_op_t type, void *from, int from_device,
                void *to, int to_device, size_t bytes, const void *at)
{
  grammar_event (ompt_callback_target_data_op);
  if (id != 0)
    plain_construct (id, false);
  if (operation_id == 0)
    grammar_bad ("an operation without identifier");
  check_operation (type, from, from_device, to, to_device, bytes, at);
}

static void
target_submit (ompt_id_t id, ompt_id_t operation_id, unsigned teams)
{
  grammar_event (ompt_callback_target_submit);
  (void)teams;
  plain_construct (id, false);
  if (operation_id == 0)
    grammar_bad ("a launch without identifier");
  atomic_fetch_add (&submits, 1);
}

static void
target_map (ompt_id_t id, unsigned count, void **host, void **device,
            size_t *bytes, unsigned *flags, const void *at)
{
  grammar_event (ompt_callback_target_map);
  (void)bytes;
  if (plain_construct (id, false)->at != at)
    grammar_bad ("a map at %p", at);
  check_map (count, host, device, flags);
}

/* ---- The tool.  */

void
grammar_target_register (ompt_function_lookup_t lookup)
{
  const char *way = getenv ("GRAMMAR_TARGET");
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  get_num_devices = (ompt_get_num_devices_t)lookup ("ompt_get_num_devices");
  get_target_info = (ompt_get_target_info_t)lookup ("ompt_get_target_info");
  constructs = grammar_map (CONSTRUCTS * sizeof (*constructs));
  ids = grammar_map (CONSTRUCTS * sizeof (*ids));
  is_plain = way != NULL && strcmp (way, "plain") == 0;
#define SET(name)                                                              \
  if (set (ompt_callback_##name, (ompt_callback_t)name) != ompt_set_always)    \
  grammar_bad ("%s is not always told", #name)
  SET (device_initialize);
  SET (device_finalize);
  SET (device_load);
  SET (device_unload);
  if (is_plain)
    {
      SET (target);
      SET (target_data_op);
      SET (target_submit);
      SET (target_map);
      return;
    }
  SET (target_emi);
  SET (target_data_op_emi);
  SET (target_submit_emi);
  SET (target_map_emi);
#undef SET
}

void
grammar_target_finish (FILE *file, bool open)
{
  static const char *const kinds[16]
      = { [ompt_target] = "target",
          [ompt_target_enter_data] = "enter",
          [ompt_target_exit_data] = "exit",
          [ompt_target_update] = "update",
          [ompt_target_nowait] = "target_nowait",
          [ompt_target_enter_data_nowait] = "enter_nowait",
          [ompt_target_exit_data_nowait] = "exit_nowait",
          [ompt_target_update_nowait] = "update_nowait" };
  static const char *const types[]
      = { [ompt_target_data_alloc] = "alloc",
          [ompt_target_data_transfer_to_device] = "to",
          [ompt_target_data_transfer_from_device] = "from",
          [ompt_target_data_delete] = "delete",
          [ompt_target_data_associate] = "associate",
          [ompt_target_data_disassociate] = "disassociate",
          [ompt_target_data_memset] = "memset" };
  for (unsigned i = 1; i <= construct_count && i < CONSTRUCTS && !open; i++)
    if (constructs[i].state != 2)
      grammar_bad ("construct %u of kind %d is not over at the end", i,
                   constructs[i].kind);
  for (int i = 0; i < DEVICES; i++)
    if (devices[i].is_open)
      grammar_bad ("device %d is not finalized", i);
  if (file == NULL)
    return;
  for (int i = 0; i < 16; i++)
    if (kinds[i] != NULL)
      fprintf (file, "%s %u\n", kinds[i], targets[i]);
  for (unsigned i = 1; i < sizeof (types) / sizeof (types[0]); i++)
    if (types[i] != NULL)
      fprintf (file, "%s %u\n", types[i], operations[i]);
  fprintf (file, "submit %u\nmap %u\ninitialize %u\nload %u\n", submits, maps,
           initialized, loaded);
}
