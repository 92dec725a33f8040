/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The libgomp that loaded this plugin; see libgomp_symbols.h.  Owns no data;
   any thread.  */

#include "host/libgomp_symbols.h"

#include <dlfcn.h>
#include <stddef.h>

#include "os/process.h"
#include "plugin.h"

const char *
x86emul_libgomp_path (void)
{
  return os_file_of_address ((const void *)GOMP_PLUGIN_malloc);
}

/* Look in the library itself, not in the global scope: a program may have
   loaded libgomp with RTLD_LOCAL.  */
void *
x86emul_libgomp_symbol (const char *name)
{
  const char *path = x86emul_libgomp_path ();
  void *handle = path != NULL ? dlopen (path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (handle == NULL)
    return dlsym (RTLD_DEFAULT, name);
  void *symbol = dlsym (handle, name);
  dlclose (handle);
  return symbol;
}
