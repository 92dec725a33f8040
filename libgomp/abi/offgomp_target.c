/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomptarget.so calls: see include/offgomp_target.h.  Any thread.  */

#include "offgomp_target.h"

#include <stdio.h>
#include <string.h>

#include "abi/offgomp_core_target.h"
#include "offload/device/image.h"
#include "offload/device/requires.h"
#include "offload/directive/stray.h"
#include "offload/directive/target.h"
#include "offload/observe.h"
#include "tool/tool.h"

#include "core_table.h"
#include "named_image.h"

EXPORT core_table_getter offgomp_target;

static void
check (enum gomp_status status)
{
  if (unlikely (status != GOMP_OK))
    gomp_fatal_recorded ();
}

/* ---- Images.  */

static void
register_image (const struct offgomp_host_table *table,
                const struct named_image *image, int type)
{
  check (gomp_image_register_named (table, image, type));
}

static void
unregister_image (const struct named_image *image)
{
  check (gomp_image_unregister_named (image));
}

static void
require (unsigned mask)
{
  check (gomp_requires_add (mask));
}

/* ---- Constructs.  */

static COLD enum gomp_device_choice
run_observed (const struct gomp_region *region, const void *at)
{
  gomp_observe_set_here (at);
  enum gomp_device_choice choice = gomp_target_run_observed (region);
  if (choice == GOMP_CHOICE_HOST)
    gomp_fallback_announce (region);
  return choice;
}

/* A region without a device starts as if it had no such construct, so the
   program calls its host version itself.  */
static bool
run (int device, const void *fn, const struct gomp_clause_list *list,
     uint64_t shape, const void *at)
{
  void *args[] = NAMED_IMAGE_ARGUMENTS (shape, list->count - list->extra);
  const struct gomp_region region = { .device = device,
                                      .fn = (void (*) (void *)) (uintptr_t)fn,
                                      .list = *list,
                                      .args = args };
  enum gomp_device_choice choice = gomp_target_run (&region);
  if (unlikely (choice == GOMP_CHOICE_OBSERVED))
    choice = run_observed (&region, at);
  if (unlikely (choice == GOMP_CHOICE_ERROR))
    gomp_fatal_recorded ();
  if (unlikely (choice == GOMP_CHOICE_STRAY))
    gomp_stray_warn (&region, at);
  return choice == GOMP_CHOICE_DEVICE;
}

static bool
run_nowait (int device, const void *fn, const struct gomp_clause_list *list,
            uint64_t shape, const void *at)
{
  void *args[] = NAMED_IMAGE_ARGUMENTS (shape, list->count - list->extra);
  const struct gomp_region region = { .device = device,
                                      .fn = (void (*) (void *)) (uintptr_t)fn,
                                      .list = *list,
                                      .args = args };
  return gomp_core_target_launch (&region, at)
         || run (device, fn, list, shape, at);
}

static enum gomp_status
update (int device, const struct gomp_clause_list *list, const char *directive)
{
  (void)directive;
  return gomp_data_update (device, list);
}

/* Clang's code says where its call is, if it is compiled with -g.  */
static COLD void
learn_location (const void *at, const char *text)
{
  char file[256], source[300];
  int line;
  if (text == NULL || sscanf (text, ";%255[^;];%*[^;];%d;", file, &line) != 2
      || strcmp (file, "unknown") == 0)
    return;
  const char *slash = strrchr (file, '/');
  snprintf (source, sizeof (source), "%s:%d", slash == NULL ? file : slash + 1,
            line);
  gomp_tool_locate (at, source);
}

static void
data (enum offgomp_data which, int device, const struct gomp_clause_list *list,
      const void *at, const char *text)
{
  static const struct
  {
    enum gomp_status (*run) (int device, const struct gomp_clause_list *list,
                             const char *directive);
    const char *name;
    enum gomp_construct_kind kind;
  } directives[] = {
    [OFFGOMP_DATA_BEGIN_OR_ENTER]
    = { gomp_data_enter, GOMP_DATA_BEGIN_OR_ENTER, GOMP_KIND_BEGIN_OR_ENTER },
    [OFFGOMP_DATA_END_OR_EXIT]
    = { gomp_data_exit, GOMP_DATA_END_OR_EXIT, GOMP_KIND_END_OR_EXIT },
    [OFFGOMP_DATA_ENTER]
    = { gomp_data_enter, GOMP_DATA_ENTER, GOMP_KIND_ENTER },
    [OFFGOMP_DATA_EXIT] = { gomp_data_exit, GOMP_DATA_EXIT, GOMP_KIND_EXIT },
    [OFFGOMP_DATA_UPDATE] = { update, NULL, GOMP_KIND_UPDATE }
  };
  enum gomp_status status
      = directives[which].run (device, list, directives[which].name);
  if (unlikely (status == GOMP_OBSERVE))
    {
      learn_location (at, text);
      gomp_observe_set_here (at);
      status = gomp_data_observe (directives[which].kind, device, list);
    }
  check (status);
}

/* ---- Messages.  */

static void
warning (const char *text)
{
  gomp_warning ("%s", text);
}

static _Noreturn void
fatal (const char *text)
{
  gomp_fatal ("%s", text);
}

static const struct offgomp_target target
    = { .codes = gomp_clause_codes,
        .register_image = register_image,
        .unregister_image = unregister_image,
        .require = require,
        .run = run,
        .run_nowait = run_nowait,
        .data = data,
        .warning = warning,
        .fatal = fatal };

const void *
offgomp_target (const char *version, size_t size)
{
  if (strcmp (version, PACKAGE_VERSION) != 0 || size != sizeof (target))
    return NULL;
  return &target;
}
