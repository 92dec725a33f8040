/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Objects of the interop construct (OpenMP 5.2 section 14.1), for devices whose
   plugin has the hook `foreign': what the foreign runtime of the device knows
   it by, and with targetsync a stream of its own for foreign tasks, one of the
   plugin's queues for OpenACC.

   The program owns an object from init to destroy.  Any thread; no lock: an
   object does not change.  The plugin orders the work in a stream.  */

#include "offload/directive/interop.h"

#include <string.h>

#include "base/mem.h"
#include "offload/device/device.h"

/* ---- The prefer_type clause.  */

/* A sequence of preferences, each MARK, numbers of foreign runtimes, MARK,
   attributes that end in a null byte, and a null byte; then one more.  */
#define MARK ((char)0x80)

/* The first offered runtime among the preferences in TEXT, else FOREIGN's own
   choice.  A preference without a runtime takes that, too.  No attribute is
   known; they are hints.  */
static int
choose_runtime (const struct gomp_foreign *foreign, const char *text)
{
  while (text != NULL && *text == MARK && *++text != MARK)
    {
      for (; *text != MARK; text++)
        {
          if (*text == '\0')
            return foreign->runtime;
          unsigned runtime = (unsigned char)*text;
          if (runtime < 32 && (foreign->runtimes >> runtime & 1) != 0)
            return (int)runtime;
        }
      for (text++; *text != '\0'; text++)
        text += strlen (text);
      text++;
    }
  return foreign->runtime;
}

/* ---- Objects.  */

enum gomp_status
gomp_interop_create (struct gomp_device *device, int types,
                     const char *preferred, struct interop_obj_t **object)
{
  struct gomp_foreign foreign;
  *object = NULL;
  if (device == NULL || device->plugin->foreign == NULL
      || !device->plugin->foreign (device->ordinal, &foreign))
    return GOMP_OK;
  const struct gomp_plugin *plugin = device->plugin;
  bool with_queue = (types & GOMP_INTEROP_TARGETSYNC) != 0;
  if (with_queue && plugin->openacc_cuda_get_stream == NULL)
    return GOMP_OK;
  struct interop_obj_t *made = gomp_alloc (sizeof (*made));
  if (made == NULL)
    return GOMP_ERR_NOMEM;
  *made
      = (struct interop_obj_t){ .device = device,
                                .device_number = device->number,
                                .runtime = choose_runtime (&foreign, preferred),
                                .foreign = foreign };
  if (with_queue)
    {
      made->queue = plugin->openacc_async_construct (device->ordinal);
      if (made->queue == NULL)
        {
          gomp_free (made);
          return GOMP_OK;
        }
      made->stream = plugin->openacc_cuda_get_stream (made->queue);
    }
  *object = made;
  return GOMP_OK;
}

static enum gomp_status
conclude (const struct interop_obj_t *object, bool ok)
{
  char name[GOMP_DEVICE_NAME_MAX];
  return ok ? GOMP_OK
            : gomp_error_set (GOMP_ERR_DEVICE,
                              "the tasks in an interop object of %s failed",
                              gomp_device_describe (object->device, name));
}

enum gomp_status
gomp_interop_wait (const struct interop_obj_t *object)
{
  if (object == NULL || object->queue == NULL)
    return GOMP_OK;
  return conclude (object, object->device->plugin->openacc_async_synchronize (
                               object->queue));
}

void
gomp_interop_call (const struct interop_obj_t *object, void (*f) (void *data),
                   void *data)
{
  object->device->plugin->openacc_async_queue_callback (object->queue, f, data);
}

enum gomp_status
gomp_interop_free (struct interop_obj_t *object)
{
  if (object == NULL)
    return GOMP_OK;
  enum gomp_status status = GOMP_OK;
  if (object->queue != NULL)
    status = conclude (
        object, object->device->plugin->openacc_async_destruct (object->queue));
  gomp_free (object);
  return status;
}
