/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The exported functions, made from entries.def: each asks the script of
   faults, checks what it needs to be there, does its work and is logged.  The
   log has a lock of its own.  Settings are read when the library is loaded.  */

#include "driver/driver.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drv_settings drv_settings = {
#define NUMBER(field, variable, value, ...) .field = value,
#include "driver/settings.def"
};
pthread_mutex_t drv_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t drv_changed = PTHREAD_COND_INITIALIZER;

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *log_file;

void
drv_report (const char *format, ...)
{
  char text[2700];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  fprintf (stderr, "standin-cuda: %s\n", text);
}

/* -------------------------------------------------------------- settings */

static void
read_number (const char *variable, uint64_t *field, uint64_t least,
             uint64_t largest)
{
  const char *text = getenv (variable);
  char *end;
  if (!text || !*text)
    return;
  uint64_t value = strtoull (text, &end, 0);
  if (*end || strchr (text, '-'))
    drv_report ("%s=%s is no number and is ignored", variable, text);
  else if (value < least || value > largest)
    drv_report ("%s=%s is not from %" PRIu64 " to %" PRIu64 " and is ignored",
                variable, text, least, largest);
  else
    *field = value;
}

static void
open_log (const char *name)
{
  if (!name || !*name)
    return;
  log_file = strcmp (name, "stderr") == 0 ? stderr : fopen (name, "ae");
  if (!log_file)
    drv_report ("cannot write the log %s", name);
}

static __attribute__ ((constructor)) void
read_settings (void)
{
  const char *mode = getenv ("STANDIN_CUDA_MODE");
#define NUMBER(field, variable, value, least, largest)                         \
  read_number (variable, &drv_settings.field, least, largest);
#include "driver/settings.def"
  drv_settings.records = mode && strcmp (mode, "record") == 0;
  if (mode && *mode && !drv_settings.records && strcmp (mode, "execute") != 0)
    drv_report ("STANDIN_CUDA_MODE=%s is neither execute nor record, and is "
                "ignored",
                mode);
  open_log (getenv ("STANDIN_CUDA_LOG"));
  drv_hide_symbols ();
}

/* --------------------------------------------------------------- entries */

enum needs
{
  NOTHING,
  INIT,
  CONTEXT,
  OUT = 4
};

enum entry
{
#define ENTRY(name) ENTRY_##name,
#include "driver/entries.def"
  ENTRIES
};

CUresult
drv_set_error (CUcontext context, CUresult error)
{
  CUresult none = CUDA_SUCCESS;
  if (context && error)
    __atomic_compare_exchange_n (&context->error, &none, error, false,
                                 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return error;
}

static CUresult
check_needs (unsigned needs)
{
  if (needs == NOTHING)
    return CUDA_SUCCESS;
  if (!drv_is_initialized)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (drv_is_at_exit)
    return CUDA_ERROR_DEINITIALIZED;
  if (drv_is_in_host_call ())
    return CUDA_ERROR_NOT_PERMITTED;
  CUcontext context = drv_current ();
  if (needs == INIT)
    return CUDA_SUCCESS;
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!drv_is (context, CONTEXT))
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return __atomic_load_n (&context->error, __ATOMIC_SEQ_CST);
}

static CUresult
begin (enum entry entry, const char *name, unsigned needs, uint64_t first)
{
  bool is_sticky = false;
  drv_context_use ();
  CUresult fault = drv_fault (entry, name, (needs & ~(unsigned)OUT) != NOTHING,
                              &is_sticky);
  if (fault && is_sticky)
    drv_set_error (drv_current (), fault);
  if (!fault)
    fault = check_needs (needs & ~(unsigned)OUT);
  return !fault && needs & OUT && !first ? CUDA_ERROR_INVALID_VALUE : fault;
}

static CUresult
end (const char *name, CUresult result, unsigned count,
     const uint64_t *arguments)
{
  drv_context_leave ();
  if (!log_file)
    return result;
  pthread_mutex_lock (&log_lock);
  fprintf (log_file, "%s", name);
  for (unsigned n = 0; drv_settings.arguments && n < count; n++)
    fprintf (log_file, "%s%#" PRIx64, n ? ", " : " (", arguments[n]);
  if (drv_settings.arguments && count)
    fputc (')', log_file);
  if (result)
    fprintf (log_file, " = %d", result);
  fputc ('\n', log_file);
  fflush (log_file);
  pthread_mutex_unlock (&log_lock);
  return result;
}

#define EXPORT __attribute__ ((visibility ("default")))
#define BODY(name, needs, call, count, ...)                                    \
  {                                                                            \
    const uint64_t arguments[] = { __VA_ARGS__ };                              \
    CUresult result = begin (ENTRY_##name, #name, needs, arguments[0]);        \
    if (!result)                                                               \
      result = drv_##name call;                                                \
    return end (#name, result, count, arguments);                              \
  }
#define V(argument) ((uint64_t)(uintptr_t)(argument))

#define ENTRY0(name, needs)                                                    \
  EXPORT CUresult name (void) BODY (name, needs, (), 0, 0)
#define ENTRY1(name, needs, A)                                                 \
  EXPORT CUresult name (A a) BODY (name, needs, (a), 1, V (a))
#define ENTRY2(name, needs, A, B)                                              \
  EXPORT CUresult name (A a, B b) BODY (name, needs, (a, b), 2, V (a), V (b))
#define ENTRY3(name, needs, A, B, C)                                           \
  EXPORT CUresult name (A a, B b, C c)                                         \
      BODY (name, needs, (a, b, c), 3, V (a), V (b), V (c))
#define ENTRY4(name, needs, A, B, C, D)                                        \
  EXPORT CUresult name (A a, B b, C c, D d)                                    \
      BODY (name, needs, (a, b, c, d), 4, V (a), V (b), V (c), V (d))
#define ENTRY5(name, needs, A, B, C, D, E)                                     \
  EXPORT CUresult name (A a, B b, C c, D d, E e) BODY (                        \
      name, needs, (a, b, c, d, e), 5, V (a), V (b), V (c), V (d), V (e))
#define ENTRY6(name, needs, A, B, C, D, E, F)                                  \
  EXPORT CUresult name (A a, B b, C c, D d, E e, F f)                          \
      BODY (name, needs, (a, b, c, d, e, f), 6, V (a), V (b), V (c), V (d),    \
            V (e), V (f))
#define ENTRY8(name, needs, A, B, C, D, E, F, G, H)                            \
  EXPORT CUresult name (A a, B b, C c, D d, E e, F f, G g, H h)                \
      BODY (name, needs, (a, b, c, d, e, f, g, h), 8, V (a), V (b), V (c),     \
            V (d), V (e), V (f), V (g), V (h))
#define ENTRY9(name, needs, A, B, C, D, E, F, G, H, I)                         \
  EXPORT CUresult name (A a, B b, C c, D d, E e, F f, G g, H h, I i)           \
      BODY (name, needs, (a, b, c, d, e, f, g, h, i), 9, V (a), V (b), V (c),  \
            V (d), V (e), V (f), V (g), V (h), V (i))
#define ENTRY11(name, needs, A, B, C, D, E, F, G, H, I, J, K)                  \
  EXPORT CUresult name (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k) \
      BODY (name, needs, (a, b, c, d, e, f, g, h, i, j, k), 11, V (a), V (b),  \
            V (c), V (d), V (e), V (f), V (g), V (h), V (i), V (j), V (k))
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "driver/entries.def"

/* ---------------------------------------------------------------- lookup */

static const struct
{
  const char *name;
  void *function;
} entries[] = {
#define ENTRY(name) { #name, (void *)name },
#include "driver/entries.def"
};

static bool hidden_found;
static const char *hidden_wanted;

static void
compare_hidden (const char *name)
{
  hidden_found |= strcmp (name, hidden_wanted) == 0;
}

static bool
is_hidden (const char *name)
{
  pthread_mutex_lock (&drv_lock);
  hidden_found = false;
  hidden_wanted = name;
  drv_for_hidden (compare_hidden);
  bool found = hidden_found;
  pthread_mutex_unlock (&drv_lock);
  return found;
}

static void *
find_entry (const char *name)
{
  for (unsigned n = 0; n < ENTRIES; n++)
    if (strcmp (entries[n].name, name) == 0 && !is_hidden (name))
      return entries[n].function;
  return NULL;
}

/* A name without a version means the newest one.  */
static void *
find_newest (const char *name)
{
  static const char *const versions[] = { "_v4", "_v3", "_v2", "" };
  void *function = NULL;
  for (unsigned n = 0; n < 4 && !function; n++)
    {
      char full[128];
      snprintf (full, sizeof full, "%s%s", name, versions[n]);
      function = find_entry (full);
    }
  return function;
}

CUresult
drv_cuGetProcAddress_v2 (const char *name, void **function, int version,
                         uint64_t flags, int *status)
{
  (void)version;
  (void)flags;
  if (!name || !function)
    return CUDA_ERROR_INVALID_VALUE;
  *function = find_newest (name);
  if (status)
    *status = *function ? 0 : 1; /* success, symbol not found */
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
drv_cuGetProcAddress (const char *name, void **function, int version,
                      uint64_t flags)
{
  return drv_cuGetProcAddress_v2 (name, function, version, flags, NULL);
}
