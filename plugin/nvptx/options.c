/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables; see options.h.  Owns their values, which one
   thread reads before any other can see a device.  */

#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "plugin.h"

struct nvptx_options nvptx_options;

static const char *
setting (const char *name)
{
  const char *text = getenv (name);
  return text != NULL && *text != '\0' ? text : NULL;
}

static int
read_level (void)
{
  const char *text = setting ("GOMP_NVPTX_JIT");
  if (text == NULL)
    return -1;
  if (strncmp (text, "-O", 2) == 0 && text[2] >= '0' && text[2] <= '4'
      && text[3] == '\0')
    return text[2] - '0';
  GOMP_PLUGIN_error ("invalid value '%s' of environment variable "
                     "GOMP_NVPTX_JIT: -O0 to -O4 are accepted; using the "
                     "driver's default",
                     text);
  return -1;
}

static uint64_t
read_cache_size (void)
{
  const char *text = setting ("GOMP_NVPTX_CACHE_SIZE");
  uint64_t size = UINT64_C (256) << 20;
  if (text != NULL && !gomp_number_parse (text, "KMGT", &size))
    GOMP_PLUGIN_error ("invalid value '%s' of environment variable "
                       "GOMP_NVPTX_CACHE_SIZE: a size is accepted, in bytes or "
                       "with one of the suffixes K, M, G, T; using 256M",
                       text);
  return size;
}

/* Return a copy, since the program may change its environment.  A set-user-ID
   program ignores the variable: otherwise the user would choose what it
   writes.  */
static const char *
read_cache (void)
{
  const char *text = secure_getenv ("GOMP_NVPTX_CACHE");
  if (text == NULL || *text == '\0')
    return NULL;
  return strcmp (text, "none") == 0 ? "" : strdup (text);
}

void
nvptx_options_read (void)
{
  const char *sync = setting ("GOMP_OFFLOAD_SYNC");
  nvptx_options.sync = sync != NULL && strcmp (sync, "0") != 0;
  nvptx_options.level = read_level ();
  nvptx_options.cache = read_cache ();
  nvptx_options.cache_size = read_cache_size ();
}
