/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Listeners to target constructs that are added when devices are already in
   use, and are removed again (base/observe.h, offload/observe.h).  */

#define REGIONS(X) X (nothing)
#include "target.h"

#include "offload/observe.h"

static struct gomp_listener early = { .name = "early" };
static struct gomp_listener late = { .name = "late" };
static int data[8];

static void
nothing (void **slots)
{
  (void)slots;
}

/* What was heard: a letter a row.  */
static char heard[64];

static void
note (char what)
{
  size_t length = strlen (heard);
  if (length + 1 < sizeof (heard))
    heard[length] = what;
}

static void
hear (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  switch (event->row)
    {
    case GOMP_EVENT_CONSTRUCT_BEGIN:
      note ('(');
      break;
    case GOMP_EVENT_CONSTRUCT_END:
      note (')');
      break;
    case GOMP_EVENT_MAPPED:
      note ('m');
      break;
    case GOMP_EVENT_UNMAPPED:
      note ('u');
      break;
    case GOMP_EVENT_COPY_BEGIN:
      note ('c');
      break;
    default:
      note ('l');
      break;
    }
  EXPECT (event->device == device && event->at != NULL);
}

/* The word of a launch lasts from its beginning to its end.  */
static void
hear_launch (const struct gomp_listener *self, const struct gomp_event *event)
{
  *gomp_observe_word (self, event->identity) = &data;
  hear (self, event);
}

static void
hear_launch_end (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  EXPECT (*gomp_observe_word (self, event->identity) == &data);
}

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_CONSTRUCT_BEGIN] = hear,
        [GOMP_EVENT_CONSTRUCT_END] = hear,
        [GOMP_EVENT_MAPPED] = hear,
        [GOMP_EVENT_UNMAPPED] = hear,
        [GOMP_EVENT_COPY_BEGIN] = hear,
        [GOMP_EVENT_LAUNCH_BEGIN] = hear_launch,
        [GOMP_EVENT_LAUNCH_END] = hear_launch_end };

static void
come (struct gomp_listener *listener)
{
  EXPECT (gomp_listener_join (listener));
  gomp_listen_to_all (listener, rows);
  gomp_device_observe ();
}

static void
go (struct gomp_listener *listener)
{
  gomp_listener_leave (listener);
  gomp_device_observe ();
}

static bool
was_heard (const char *expected)
{
  bool same = strcmp (heard, expected) == 0;
  if (!same)
    printf ("heard \"%s\", not \"%s\"\n", heard, expected);
  memset (heard, 0, sizeof (heard));
  return same;
}

static void
run_target (void)
{
  clause (TOFROM, data, sizeof (data));
  target (host_nothing);
}

static void
comes_late (void)
{
  run_target ();
  EXPECT (was_heard (""));
  come (&late);
  run_target ();
  EXPECT (was_heard ("(mclcu)"));
  go (&late);
  run_target ();
  EXPECT (was_heard (""));
}

/* The first that hears the whole of it, and one that comes between two ends of
   a pair: no end without a beginning.  */
static void
comes_between (void)
{
  come (&early);
  clause (TO, data, sizeof (data));
  enter ();
  EXPECT (was_heard ("(mc)"));
  come (&late);
  clause (FROM, data, sizeof (data));
  leave ();
  EXPECT (was_heard ("((ccuu))"));
  go (&early);
  go (&late);
}

/* What no clause names may be constant, and is not written back, however large
   it is.  */
static void
constants (void)
{
  static const int numbers[10000] = { 7 };
  clause (IMPLICIT_TOFROM, (void *)(uintptr_t)numbers, sizeof (numbers));
  target (host_nothing);
  come (&late);
  clause (IMPLICIT_TOFROM, (void *)(uintptr_t)numbers, sizeof (numbers));
  target (host_nothing);
  EXPECT (was_heard (device == 0 ? "(mclu)" : "(mclcu)"));
  go (&late);
}

/* A construct takes no observed way any more when nobody is left.  */
static void
all_gone (void)
{
  struct gomp_device *chosen;
  EXPECT (gomp_device_choose (device, &chosen) == GOMP_CHOICE_DEVICE);
  come (&late);
  EXPECT (gomp_device_choose (device, &chosen) == GOMP_CHOICE_OBSERVED);
  go (&late);
  EXPECT (gomp_device_choose (device, &chosen) == GOMP_CHOICE_DEVICE);
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (comes_late);
      RUN (comes_between);
      RUN (constants);
      RUN (all_gone);
    }
  return check_done ();
}
