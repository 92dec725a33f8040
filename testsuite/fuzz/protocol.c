/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device process with arbitrary answers.  An input is what the host asks for,
   then a control block as the device left it, then the stream of its answers.
   The host gets an answer that it can use, or an error.  */

#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "host/arena.h"
#include "host/device.h"
#include "host/failure.h"
#include "host/freed.h"
#include "host/greet.h"
#include "host/guard.h"
#include "host/image.h"
#include "host/launch.h"
#include "host/options.h"
#include "host/transport.h"
#include "image.h"

#define ARENA_SIZE ((uint64_t)1 << 20)

static char *no_words[] = { NULL };
static struct x86emul_options options
    = { .devices = 1, .memory = ARENA_SIZE, .wrapper = no_words };

static uint64_t
checksum (const char *bytes, size_t size)
{
  uint64_t hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3ull;
  return hash;
}

static struct x86emul_device *
create (void)
{
  void *p = NULL;
  REQUIRE (posix_memalign (&p, 64, sizeof (struct x86emul_device)) == 0);
  memset (p, 0, sizeof (struct x86emul_device));
  struct x86emul_device *d = p;
  d->options = &options;
  d->memory.view_size = d->memory.size = ARENA_SIZE;
  d->channel.control_fd = d->memory.fd = d->checker.shadow_fd
      = d->channel.event_end = -1;
  d->memory.view = mmap (NULL, ARENA_SIZE, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE (d->memory.view != MAP_FAILED);
  REQUIRE (posix_memalign (&p, 64, sizeof (*d->channel.control)) == 0);
  memset (p, 0, sizeof (*d->channel.control));
  d->channel.control = p;
  d->memory.backing.view = d->memory.view;
  d->memory.backing.announced = &d->channel.control->in_use;
  REQUIRE (x86emul_arena_create (ARENA_SIZE, x86emul_backing_grow,
                                 &d->memory.backing, &d->memory.arena)
           == GOMP_OK);
  /* Nobody waits for a process that has ended already.  */
  atomic_store (&d->monitor.ended.value, 1);
  d->monitor.exit_status = -1;
  return d;
}

static void
destroy (struct x86emul_device *d)
{
  x86emul_images_clear (d);
  x86emul_memory_clear (d);
  free (d->failure.text);
  x86emul_arena_destroy (d->memory.arena);
  munmap (d->memory.view, ARENA_SIZE);
  free (d->memory.window.ranges);
  free (d->channel.control);
  free (d);
}

static void
load (struct x86emul_device *d, struct gomp_strbuf *out)
{
  struct addr_pair *table = NULL;
  int count = 0;
  if (x86emul_image_load (d, X86EMUL_REGISTER_VERSION, &image, &table, &count)
      != GOMP_OK)
    return;
  REQUIRE (count >= 1 && table != NULL);
  const char *name, *source;
  for (int i = 0; i < count; i++)
    {
      x86emul_images_function (d, table[i].start, &name, &source);
      x86emul_images_symbol (d, table[i].start, out);
      uint64_t size = table[i].end - table[i].start;
      char *view = x86emul_memory_view (d, table[i].start, size);
      if (view != NULL && size > 0)
        view[0] = view[size - 1] = 1;
    }
  free (table);
}

/* As the host would for a program that uses memory.  */
static void
use_memory (struct x86emul_device *d, uint64_t size)
{
  uint64_t offset = x86emul_arena_alloc (d->memory.arena, size);
  if (offset == X86EMUL_NO_OFFSET)
    return;
  x86emul_guard_set (d, offset, size);
  x86emul_freed_covers (d, offset);
  x86emul_guard_clear (d, offset, size);
  x86emul_arena_free (d->memory.arena, offset);
}

static void
ask (struct x86emul_device *d, unsigned request)
{
  char text[512];
  struct gomp_strbuf out;
  gomp_strbuf_init (&out, text, sizeof (text));
  int slot;
  switch (request % 6)
    {
    case 0:
      x86emul_greet (d, "program");
      break;
    case 1:
      load (d, &out);
      break;
    case 2:
      if (d->images.list != NULL)
        x86emul_image_unload (d, &image);
      break;
    case 3:
      use_memory (d, 1 + request * 64);
      break;
    case 4:
      slot = x86emul_launch_claim (d, NULL);
      if (slot >= 0)
        x86emul_launch_release (d, (unsigned)slot);
      break;
    default:
      x86emul_failure_record (d);
      free (d->failure.text);
      d->failure.text = NULL;
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size };
  struct x86emul_device *d = create ();
  unsigned char requests[8];
  int ends[2];
  image.checksum = checksum (image.start, 5);
  fuzz_bytes (&in, requests, sizeof (requests));
  fuzz_bytes (&in, &d->channel.control->fault,
              sizeof (d->channel.control->fault));
  REQUIRE (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  os_held_set (&d->channel.stream, ends[0]);
  if (in.left > 60000)
    in.left = 60000;
  REQUIRE (write (ends[1], in.at, in.left) == (ssize_t)in.left);
  shutdown (ends[1], SHUT_WR);
  int room = 1 << 20;
  setsockopt (ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof (room));
  for (size_t i = 0; i < sizeof (requests); i++)
    {
      char heard[4096];
      ask (d, requests[i]);
      while (recv (ends[1], heard, sizeof (heard), MSG_DONTWAIT) > 0)
        ;
    }
  close (ends[0]);
  close (ends[1]);
  destroy (d);
  return 0;
}
