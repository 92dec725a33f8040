/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A libgomp.so.1 with nothing but what the plugin calls, so that the plugin
   can be tested by itself.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin.h"

void *
GOMP_PLUGIN_malloc (size_t size)
{
  return malloc (size);
}

void *
GOMP_PLUGIN_malloc_cleared (size_t size)
{
  return calloc (1, size);
}

void
GOMP_PLUGIN_debug (int kind, const char *fmt, ...)
{
  (void)kind;
  va_list ap;
  va_start (ap, fmt);
  if (getenv ("GOMP_DEBUG") != NULL)
    vfprintf (stderr, fmt, ap);
  va_end (ap);
}

void
GOMP_PLUGIN_error (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  fprintf (stderr, "\nlibgomp: ");
  vfprintf (stderr, fmt, ap);
  fprintf (stderr, "\n");
  va_end (ap);
}

void
GOMP_PLUGIN_fatal (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  fprintf (stderr, "\nlibgomp: ");
  vfprintf (stderr, fmt, ap);
  fprintf (stderr, "\n");
  va_end (ap);
  exit (1);
}

int tasks_completed;

void
GOMP_PLUGIN_target_task_completion (void *task)
{
  (void)task;
  __atomic_add_fetch (&tasks_completed, 1, __ATOMIC_SEQ_CST);
}

int
GOMP_PLUGIN_acc_default_dim (unsigned i)
{
  (void)i;
  return 0;
}

void
offgomp_device_enter (int device_num, int num_devices)
{
  (void)device_num;
  (void)num_devices;
}
