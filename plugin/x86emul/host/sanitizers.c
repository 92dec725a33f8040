/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The sanitizers that the program was compiled with; see sanitizers.h.  Owns no
   data; any thread.

   The image is compiled with them, too (mkoffload/x86emul/sanitize.c), and is
   loaded late.  But a sanitizer's library has to be there from the start, and
   before the C library.  So the device's process preloads the library that this
   process has.  It does so by itself (target/sanitizers.c): a command before it
   (OFFLOAD_EMUL_RUN) must not.  UndefinedBehaviorSanitizer's can come late. */

#include "host/sanitizers.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "os/process.h"
#include "proto.h"

static const struct
{
  const char *name;
  const char *function; /* of its library */
  const char *options;  /* environment variable */
} sanitizers[] = { { "AddressSanitizer", "__asan_init", "ASAN_OPTIONS" },
                   { "ThreadSanitizer", "__tsan_init", "TSAN_OPTIONS" },
                   { "LeakSanitizer", "__lsan_init", "LSAN_OPTIONS" } };

/* The file of the library with FUNCTION; NULL: there is none, or the program
   itself contains it.  */
static const char *
library_with (const char *function)
{
  const void *address = dlsym (RTLD_DEFAULT, function);
  const void *entry = (const void *)getauxval (AT_ENTRY);
  const char *file = address != NULL ? os_file_of_address (address) : NULL;
  const char *program = os_file_of_address (entry);
  bool own = file != NULL && program != NULL && strcmp (file, program) == 0;
  return own ? NULL : file;
}

char *
x86emul_sanitizers_preload (void)
{
  char text[PATH_MAX * 2];
  struct gomp_strbuf out;
  gomp_strbuf_init (&out, text, sizeof (text));
  gomp_strbuf_printf (&out, "%s=", X86EMUL_PRELOAD);
  size_t start = out.length;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (sanitizers); i++)
    {
      const char *file = library_with (sanitizers[i].function);
      if (file != NULL && strstr (text + start, file) == NULL)
        gomp_strbuf_printf (&out, "%s%s", out.length == start ? "" : ":", file);
    }
  if (out.length == start)
    return NULL;
  /* They look for functions of the C++ library when they start.  They have none
     of this name themselves.  */
  const char *cxx = library_with ("__cxa_get_globals");
  if (cxx != NULL && strstr (text + start, cxx) == NULL)
    gomp_strbuf_printf (&out, ":%s", cxx);
  return strdup (text);
}

bool
x86emul_sanitizers_check_addresses (void)
{
  return library_with (sanitizers[0].function) != NULL;
}

bool
x86emul_sanitizers_explain (struct gomp_strbuf *out)
{
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (sanitizers); i++)
    if (library_with (sanitizers[i].function) != NULL)
      {
        if (out != NULL)
          gomp_strbuf_printf (out,
                              "\n  hint: %s ends the process after its report,"
                              " which is on stderr, or where log_path of %s "
                              "says",
                              sanitizers[i].name, sanitizers[i].options);
        return true;
      }
  return false;
}
