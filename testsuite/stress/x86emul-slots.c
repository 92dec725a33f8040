/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The launch slots under load: threads of one process launch, threads of
   another one serve, as the device does.  Both sides pause, so that both also
   sleep and are woken; the stage is stored or not.  */

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "host/device.h"
#include "host/launch.h"
#include "host/transport.h"
#include "os/memory.h"

#define THREADS 6
#define LAUNCHES 20000

static struct x86emul_device *device;

/* Adds its block number to a sum in the slot's own `function' word, which the
   host reads back: the two sides see each other's stores.  */
static void *
serve (void *data)
{
  struct x86emul_slot *s = data;
  unsigned seed = (unsigned)(uintptr_t)data;
  unsigned seen = 0;
  for (;;)
    {
      unsigned now = gomp_spin_for (&s->posted.value, seen, 2000);
      if (now == seen)
        now = gomp_wait_sleep (&s->posted, seen, GOMP_WAIT_SHARED, -1);
      seen = now;
      s->function = s->block * 3;
      if (rand_r (&seed) % 4 == 0)
        s->stage = seen | X86EMUL_CROWDED;
      if (rand_r (&seed) % 512 == 0)
        usleep (100);
      if (rand_r (&seed) % 64 != 0)
        s->stage = seen;
      gomp_wait_set (&s->done, seen, GOMP_WAIT_SHARED);
    }
  return NULL;
}

static void
be_device (void)
{
  for (int i = 0; i < THREADS; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, serve, &device->channel.control->slots[i]);
    }
  for (;;)
    pause ();
}

static void *
launch (void *data)
{
  unsigned seed = (unsigned)(uintptr_t)data;
  int wrong = 0;
  for (uint64_t i = 1; i <= LAUNCHES; i++)
    {
      struct x86emul_launch l = { .block = i };
      int slot = x86emul_launch_claim (device, NULL);
      if (slot < 0 || slot >= THREADS)
        {
          wrong++;
          continue;
        }
      x86emul_launch_start (device, (unsigned)slot, &l, false);
      wrong += !x86emul_transport_wait (device, (unsigned)slot, NULL);
      wrong += device->channel.control->slots[slot].function != i * 3;
      x86emul_launch_release (device, (unsigned)slot);
      if (rand_r (&seed) % 512 == 0)
        usleep (100);
    }
  EXPECT (wrong == 0);
  return NULL;
}

static void
prepare (void)
{
  void *p;
  int fd;
  EXPECT (os_shared_create ("control", sizeof (struct x86emul_control), &fd)
          == 0);
  EXPECT (os_shared_map (fd, 0, sizeof (struct x86emul_control),
                         OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
          == 0);
  close (fd);
  EXPECT (posix_memalign ((void **)&device, 128, sizeof (*device)) == 0);
  memset (device, 0, sizeof (*device));
  device->channel.control = p;
  for (int i = 0; i < X86EMUL_SLOTS; i++)
    {
      device->slots.slot[i].served = i < THREADS;
      device->slots.slot[i].unusable = i >= THREADS;
    }
  atomic_store (&device->condition, X86EMUL_UP);
  atomic_store (&device->slots.used, THREADS);
}

static void
test_launches (void)
{
  pthread_t threads[THREADS];
  prepare ();
  pid_t child = fork ();
  if (child == 0)
    be_device ();
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, launch, (void *)(uintptr_t)(i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  free (device);
}

int
main (void)
{
  RUN (test_launches);
  return check_done ();
}
