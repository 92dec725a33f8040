/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of libgomp that x86emul's host part calls.  On a node the
   server loads this part, not libgomp, and defines them.  Owns no data; any
   thread.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/libgomp_symbols.h"
#include "os/process.h"
#include "plugin.h"
#include "server.h"

/* libgomp.so.1 beside the server, as it is installed or as it is built; devices
   load it.  */
const char *
x86emul_libgomp_path (void)
{
  static char path[4096];
  static const char *const paths[]
      = { LIBGOMP_RELATIVE, "../../libgomp/.libs/libgomp.so.1" };
  char self[2048];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof (self) - 1);
  self[n > 0 ? n : 0] = '\0';
  const char *slash = strrchr (self, '/');
  for (unsigned i = 0; slash != NULL && i < GOMP_ARRAY_SIZE (paths); i++)
    {
      snprintf (path, sizeof (path), "%.*s/%s", (int)(slash - self), self,
                paths[i]);
      if (access (path, R_OK) == 0)
        return path;
    }
  return LIBGOMP_ABSOLUTE;
}

/* The program's number of a device.  */
static int
device_number (int type, int n, int *count)
{
  (void)type;
  *count = node_server.program_devices;
  uint32_t i = (uint32_t)n - node_server.first;
  return i < node_server.devices ? node_server.device[i].number : n;
}

static int
wants_check (void)
{
  return node_server.checks;
}

void *
x86emul_libgomp_symbol (const char *name)
{
  if (strcmp (name, "offgomp_device_number") == 0)
    return (void *)(uintptr_t)device_number;
  if (strcmp (name, "offgomp_wants_check") == 0)
    return (void *)(uintptr_t)wants_check;
  return NULL;
}

/* ---- Services of plugin.h.  */

void *
GOMP_PLUGIN_malloc (size_t size)
{
  void *p = malloc (size + (size == 0));
  if (p == NULL)
    GOMP_PLUGIN_fatal ("out of memory");
  return p;
}

void *
GOMP_PLUGIN_malloc_cleared (size_t size)
{
  return memset (GOMP_PLUGIN_malloc (size), 0, size);
}

static void
print (const char *fmt, va_list ap)
{
  char text[CLUSTER_TEXT_MAX];
  int n = snprintf (text, sizeof (text), "\nlibgomp: %s: ", node_server.name);
  vsnprintf (text + n, sizeof (text) - (size_t)n - 1, fmt, ap);
  size_t length = strlen (text);
  text[length++] = '\n';
  ssize_t written = write (STDERR_FILENO, text, length);
  (void)written;
}

void
GOMP_PLUGIN_debug (int kind, const char *fmt, ...)
{
  (void)kind;
  (void)fmt;
}

void
GOMP_PLUGIN_error (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  print (fmt, ap);
  va_end (ap);
}

void
GOMP_PLUGIN_fatal (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  print (fmt, ap);
  va_end (ap);
  node_output_drain (&node_server);
  _exit (EXIT_FAILURE);
}

/* The host has chosen the number of gangs.  */
int
GOMP_PLUGIN_acc_default_dim (unsigned i)
{
  (void)i;
  return 0;
}

void
GOMP_PLUGIN_target_task_completion (void *task)
{
  node_deferred_ended (task);
}
