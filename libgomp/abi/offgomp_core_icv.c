/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomp.so.5 reads and changes of the control variables: see
   include/offgomp_core.h.  Any thread.  */

#include "abi/offgomp_core_icv.h"

#include <pthread.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "icv/env.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "os/cpu.h"
#include "os/os.h"
#include "os/process.h"
#include "team/self.h"

int
gomp_core_target_offload (void)
{
  static const int numbers[] = { [GOMP_OFFLOAD_DISABLED] = 0,
                                 [GOMP_OFFLOAD_DEFAULT] = 1,
                                 [GOMP_OFFLOAD_MANDATORY] = 2 };
  return numbers[gomp_icv_globals ()->target_offload];
}

/* Where none is set, libc chooses.  */
size_t
gomp_core_stack_size (void)
{
  size_t size = gomp_icv_globals ()->stack_size;
  pthread_attr_t attr;
  if (size == 0 && pthread_getattr_default_np (&attr) == 0)
    {
      pthread_attr_getstacksize (&attr, &size);
      pthread_attr_destroy (&attr);
    }
  return size;
}

void
gomp_core_set_stack_size (size_t size)
{
  gomp_icv_globals ()->stack_size = size;
}

/* The calling task's variables become those of the environment if one of them
   has changed there.  */
void
gomp_core_set_variables (const char *text)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_icv before = *gomp_icv_initial ();
  if (!os_process_is_single_threaded ())
    {
      gomp_warning ("kmp_set_defaults has no effect, since the process has "
                    "more than one thread already");
      return;
    }
  char *copy = gomp_xalloc (strlen (text) + 1);
  char *rest = strcpy (copy, text);
  for (char *entry; (entry = strsep (&rest, "|")) != NULL;)
    if (!gomp_icv_set_variable (entry))
      gomp_warning (
          "kmp_set_defaults: there is no environment variable '%.100s'", entry);
  gomp_free (copy);
  if (memcmp (&before, &gomp_icv_global.initial, sizeof (before)) != 0)
    *gomp_icv_writable (self) = gomp_icv_global.initial;
}

void
gomp_core_add_variables (const char *text)
{
  char *copy = gomp_xalloc (strlen (text) + 1);
  char *rest = strcpy (copy, text);
  for (char *entry; (entry = strsep (&rest, "|")) != NULL;)
    gomp_env_add (entry);
  gomp_free (copy);
  gomp_icv_read_again ();
}

bool
gomp_core_cpu_siblings (unsigned cpu, bool of_socket, unsigned long *mask,
                        size_t words)
{
  return os_cpu_siblings ("", cpu, of_socket ? OS_CPU_SOCKET : OS_CPU_CORE,
                          mask, words)
         == 0;
}

void
gomp_core_use_cpus (const unsigned long *mask, size_t words)
{
  if (gomp_icv_is_device () || os_bind_thread (0, mask, words) != 0)
    return;
  gomp_places_restrict (mask, words);
  gomp_icv_read_again ();
}
