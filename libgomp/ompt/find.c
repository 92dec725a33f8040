/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The search for a tool: in the program and the libraries that it has loaded,
   then in the libraries of OMP_TOOL_LIBRARIES; see ompt.h.  One thread.

   The library refers to the program's own ompt_start_tool by a weak symbol.
   So a program that is linked with this library exports the function
   automatically.  */

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/tsan.h"
#include "base/uncancelled.h"
#include "config.h"
#include "icv/icv.h"
#include "ompt/ompt.h"
#include "os/process.h"

/* The version of OpenMP whose interface this is.  */
#define OPENMP_VERSION 202111

typedef ompt_start_tool_result_t *start_tool (unsigned version,
                                              const char *runtime);

extern start_tool ompt_start_tool __attribute__ ((weak));

bool
gomp_ompt_may_find (void)
{
  const char *list = gomp_icv_global.tool_libraries;
  bool named = ompt_start_tool != NULL || (list != NULL && *list != '\0');
  return (named && gomp_icv_global.tool) || gomp_icv_global.trace != NULL;
}

/* If there may be a tool, locks are watched from now on: before any other call
   of the library.  */
void
gomp_tool_expect (void)
{
  if (!gomp_icv_is_device ()
      && (gomp_ompt_may_find () || gomp_icv_global.debug))
    gomp_lock_watch ();
}

static ompt_start_tool_result_t *
ask (start_tool *start)
{
  return start (OPENMP_VERSION, "offgomp " PACKAGE_VERSION);
}

static ompt_start_tool_result_t *
find_loaded (void)
{
  start_tool *start = ompt_start_tool;
  if (start == NULL)
    {
      gomp_ompt_say ("no tool in the program or a library that it has loaded");
      return NULL;
    }
  const char *file = os_file_of_address ((const void *)(uintptr_t)start);
  ompt_start_tool_result_t *tool = ask (start);
  gomp_ompt_say ("%s has a tool, which %s", file != NULL ? file : "the program",
                 tool != NULL ? "is used" : "declines");
  return tool;
}

/* Load the library NAME and start its tool.  The library stays loaded if the
   tool is used.  */
static ompt_start_tool_result_t *
find_in (const char *name)
{
  void *library = dlopen (name, RTLD_LAZY);
  if (library == NULL)
    {
      gomp_ompt_say ("%s cannot be loaded: %s", name, dlerror ());
      return NULL;
    }
  void *symbol = dlsym (library, "ompt_start_tool");
  start_tool *start;
  memcpy (&start, &symbol, sizeof (start));
  ompt_start_tool_result_t *tool = start != NULL ? ask (start) : NULL;
  if (start == NULL)
    gomp_ompt_say ("%s has no ompt_start_tool", name);
  else
    gomp_ompt_say ("%s has a tool, which %s", name,
                   tool != NULL ? "is used" : "declines");
  if (tool == NULL)
    dlclose (library);
  return tool;
}

static ompt_start_tool_result_t *
find_in_list (const char *list)
{
  ompt_start_tool_result_t *tool = NULL;
  char *names = strdup (list), *rest = NULL;
  char *name = names == NULL ? NULL : strtok_r (names, ":", &rest);
  for (; name != NULL && tool == NULL; name = strtok_r (NULL, ":", &rest))
    tool = find_in (name);
  free (names);
  return tool;
}

ompt_start_tool_result_t *
gomp_ompt_find (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  const char *list = gomp_icv_global.tool_libraries;
  if (!gomp_icv_global.tool)
    {
      gomp_ompt_say ("OMP_TOOL is disabled: no tool is looked for");
      return NULL;
    }
  ompt_start_tool_result_t *tool = find_loaded ();
  if (tool != NULL || list == NULL || *list == '\0')
    return tool;
  /* dlopen would bring a second C library.  */
  if (os_process_is_static ())
    {
      gomp_ompt_say ("the program is linked statically: OMP_TOOL_LIBRARIES "
                     "has no effect");
      return NULL;
    }
  return find_in_list (list);
}
