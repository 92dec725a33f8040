/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the nvptx plugin takes for constants of the program, which it must not
   write: also in libraries that come and go, and with questions of several
   threads.  */

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"
#include "nvptx/readonly.h"

static const char text[] = "constant";
static const char *const relocated[] = { text, text };
static char data[100], filled[] = "variable";

static void
test_own (void)
{
  char local[8];
  char *heap = malloc (100);
  EXPECT (nvptx_readonly_has (text, sizeof (text)));
  EXPECT (nvptx_readonly_has (&relocated[1], sizeof (relocated[1])));
  EXPECT (nvptx_readonly_has ((void *)(uintptr_t)test_own, 1));
  EXPECT (!nvptx_readonly_has (data, sizeof (data)));
  EXPECT (!nvptx_readonly_has (filled, sizeof (filled)));
  EXPECT (!nvptx_readonly_has (local, sizeof (local)));
  EXPECT (!nvptx_readonly_has (heap, 100));
  free (heap);
}

/* Part of it is enough.  */
static void
test_parts (void)
{
  uintptr_t start = (uintptr_t)text;
  EXPECT (nvptx_readonly_has ((void *)(start - 8), 9));
  EXPECT (nvptx_readonly_has ((void *)(start + sizeof (text) - 1), 100));
}

/* A library that nothing has loaded yet.  */
static void
test_library (void)
{
  void *library = dlopen ("libresolv.so.2", RTLD_NOW);
  void *function = library != NULL ? dlsym (library, "ns_name_ntop") : NULL;
  if (function == NULL && library != NULL)
    function = dlsym (library, "__ns_name_ntop");
  if (function == NULL)
    return;
  EXPECT (nvptx_readonly_has (function, 1));
  EXPECT (!nvptx_readonly_has (data, sizeof (data)));
  dlclose (library);
  EXPECT (nvptx_readonly_has (text, sizeof (text)));
}

static void *
ask (void *unused)
{
  (void)unused;
  for (int i = 0; i < 200; i++)
    {
      EXPECT (nvptx_readonly_has (text, sizeof (text)));
      EXPECT (!nvptx_readonly_has (data, sizeof (data)));
    }
  return NULL;
}

static void
test_threads (void)
{
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    EXPECT (pthread_create (&thread[i], NULL, ask, NULL) == 0);
  for (int i = 0; i < 20; i++)
    test_library ();
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
}

int
main (void)
{
  RUN (test_own);
  RUN (test_parts);
  RUN (test_library);
  RUN (test_threads);
  return check_done ();
}
