/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The library itself, and the address spaces that a debugger shows it.  A
   device process of x86emul is an address space like the host process.  */

#include "libompd.h"

/* The version of OpenMP whose interface this is.  */
#define API_VERSION 202111

ompd_rc_t
ompd_initialize (ompd_word_t api_version, const ompd_callbacks_t *callbacks)
{
  if (callbacks == NULL || callbacks->alloc_memory == NULL
      || callbacks->free_memory == NULL || callbacks->read_memory == NULL
      || callbacks->symbol_addr_lookup == NULL)
    return ompd_rc_bad_input;
  if (api_version < 201811)
    return ompd_rc_unsupported;
  ompd_debugger = callbacks;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_api_version (ompd_word_t *version)
{
  if (version == NULL)
    return ompd_rc_bad_input;
  *version = API_VERSION;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_version_string (const char **string)
{
  if (string == NULL)
    return ompd_rc_bad_input;
  *string = PACKAGE_STRING " OMPD";
  return ompd_rc_ok;
}

ompd_rc_t
ompd_finalize (void)
{
  if (ompd_debugger == NULL)
    return ompd_rc_error;
  ompd_debugger = NULL;
  return ompd_rc_ok;
}

/* ---- Address spaces.  */

ompd_rc_t
ompd_process_initialize (ompd_address_space_context_t *context,
                         ompd_address_space_handle_t **handle)
{
  void *memory;
  if (context == NULL || handle == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_allocate (sizeof (**handle), &memory));
  ompd_address_space_handle_t *space = memory;
  space->context = context;
  ompd_rc_t rc = ompd_read_table (space);
  if (rc != ompd_rc_ok)
    {
      ompd_release (space);
      return rc;
    }
  *handle = space;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_device_initialize (ompd_address_space_handle_t *process,
                        ompd_address_space_context_t *device_context,
                        ompd_device_t kind, ompd_size_t sizeof_id, void *id,
                        ompd_address_space_handle_t **device)
{
  (void)sizeof_id;
  (void)id;
  if (process == NULL)
    return ompd_rc_bad_input;
  if (kind != OMPD_DEVICE_KIND_HOST)
    return ompd_rc_unsupported;
  return ompd_process_initialize (device_context, device);
}

ompd_rc_t
ompd_rel_address_space_handle (ompd_address_space_handle_t *handle)
{
  return ompd_release (handle);
}

/* pthread_t and the number of the kernel.  */
ompd_rc_t
ompd_get_device_thread_id_kinds (ompd_address_space_handle_t *device,
                                 ompd_thread_id_t **kinds,
                                 ompd_size_t **thread_id_sizes, int *count)
{
  void *memory;
  if (device == NULL || kinds == NULL || thread_id_sizes == NULL
      || count == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_allocate (2 * sizeof (**kinds), &memory));
  *kinds = memory;
  (*kinds)[0] = OMPD_THREAD_ID_PTHREAD;
  (*kinds)[1] = OMPD_THREAD_ID_LWP;
  TRY (ompd_allocate (2 * sizeof (**thread_id_sizes), &memory));
  *thread_id_sizes = memory;
  (*thread_id_sizes)[0] = device->table.row[DEBUG_thread_pthread].size;
  (*thread_id_sizes)[1] = device->table.row[DEBUG_thread_system_id].size;
  *count = 2;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_omp_version (ompd_address_space_handle_t *address_space,
                      ompd_word_t *omp_version)
{
  if (address_space == NULL || omp_version == NULL)
    return ompd_rc_bad_input;
  *omp_version = API_VERSION;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_omp_version_string (ompd_address_space_handle_t *address_space,
                             const char **string)
{
  char version[128];
  if (address_space == NULL || string == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_read_string (address_space,
                         ompd_root (address_space, DEBUG_ROOT_version),
                         sizeof (version), version));
  return ompd_copy_string (version, string);
}
