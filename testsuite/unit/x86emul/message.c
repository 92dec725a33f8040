/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages between host and device: payloads of any size, descriptors, and a
   peer that goes away in the middle of a message.  */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "message.h"
#include "os/channel.h"
#include "os/memory.h"

static int ends[2];

static void
test_empty (void)
{
  struct x86emul_outgoing out = { .type = X86EMUL_QUIT };
  struct x86emul_incoming in;
  EXPECT (os_channel_pair (ends) == 0);
  EXPECT (x86emul_message_send (ends[0], &out) == 0);
  EXPECT (x86emul_message_receive (ends[1], &in) == 0);
  EXPECT (in.head.type == X86EMUL_QUIT && in.head.size == 0);
  EXPECT (in.head.status == 0 && in.fd_count == 0);
  x86emul_message_free (&in);
  os_close (&ends[0]);
  os_close (&ends[1]);
}

static void *
send_large (void *data)
{
  struct x86emul_outgoing *out = data;
  EXPECT (x86emul_message_send (ends[0], out) == 0);
  return NULL;
}

/* Larger than any buffer of the system: both sides must go on.  */
static void
test_large (void)
{
  size_t size = (8u << 20) + 3;
  char *text = malloc (size);
  memset (text, 'x', size);
  struct x86emul_outgoing out = { .type = X86EMUL_LOADED,
                                  .status = -5,
                                  .part = { { "head", 4 }, { text, size } } };
  struct x86emul_incoming in;
  pthread_t thread;
  EXPECT (os_channel_pair (ends) == 0);
  pthread_create (&thread, NULL, send_large, &out);
  EXPECT (x86emul_message_receive (ends[1], &in) == 0);
  pthread_join (thread, NULL);
  EXPECT (in.head.size == size + 4 && in.head.status == -5);
  const char *payload = in.payload;
  EXPECT (memcmp (payload, "headx", 5) == 0 && payload[size + 3] == 'x'
          && payload[size + 4] == '\0');
  x86emul_message_free (&in);
  os_close (&ends[0]);
  os_close (&ends[1]);
  free (text);
}

static void
test_descriptors (void)
{
  int fds[2];
  struct x86emul_incoming in;
  struct x86emul_outgoing out = { .type = X86EMUL_WELCOME,
                                  .part = { { "text", 4 } },
                                  .fds = fds,
                                  .fd_count = 2 };
  EXPECT (os_channel_pair (ends) == 0);
  EXPECT (os_shared_create ("one", 100, &fds[0]) == 0);
  EXPECT (os_shared_create ("two", 200, &fds[1]) == 0);
  EXPECT (x86emul_message_send (ends[0], &out) == 0);
  EXPECT (x86emul_message_receive (ends[1], &in) == 0);
  EXPECT (in.fd_count == 2 && in.head.size == 4);
  EXPECT (lseek (in.fds[0], 0, SEEK_END) == 100);
  EXPECT (lseek (in.fds[1], 0, SEEK_END) == 200);
  for (int i = 0; i < 2; i++)
    {
      os_close (&fds[i]);
      os_close (&in.fds[i]);
    }
  x86emul_message_free (&in);
  os_close (&ends[0]);
  os_close (&ends[1]);
}

static void
test_end (void)
{
  struct x86emul_message head = { .type = X86EMUL_READY, .size = 100 };
  struct x86emul_outgoing out = { .type = X86EMUL_QUIT };
  struct x86emul_incoming in;
  EXPECT (os_channel_pair (ends) == 0);
  EXPECT (os_channel_send (ends[0], &head, sizeof (head), NULL, 0) == 0);
  os_close (&ends[0]);
  EXPECT (x86emul_message_receive (ends[1], &in) == ECONNRESET);
  EXPECT (x86emul_message_send (ends[1], &out) == EPIPE);
  os_close (&ends[1]);
}

/* A length that nobody sends is a broken peer, not a reason to allocate.  */
static void
test_nonsense (void)
{
  struct x86emul_message head = { .type = 77, .size = UINT64_MAX };
  struct x86emul_incoming in;
  EXPECT (os_channel_pair (ends) == 0);
  EXPECT (os_channel_send (ends[0], &head, sizeof (head), NULL, 0) == 0);
  EXPECT (x86emul_message_receive (ends[1], &in) == EPROTO);
  os_close (&ends[0]);
  os_close (&ends[1]);
}

int
main (void)
{
  RUN (test_empty);
  RUN (test_large);
  RUN (test_descriptors);
  RUN (test_end);
  RUN (test_nonsense);
  return check_done ();
}
