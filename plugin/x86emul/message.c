/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sending and receiving messages; see message.h.  Owns no data; one thread at
   a time per stream.  */

#include "message.h"

#include <errno.h>
#include <stdlib.h>

#include "os/channel.h"

/* The largest payload that is believed.  Real ones are tables with 16 bytes an
   entry, far below this.  */
#define PAYLOAD_MAX (256u << 20)

int
x86emul_message_send (int stream, const struct x86emul_outgoing *message)
{
  struct x86emul_message head
      = { .type = message->type,
          .status = message->status,
          .size = message->part[0].size + message->part[1].size };
  int r = os_channel_send (stream, &head, sizeof (head), message->fds,
                           message->fd_count);
  for (int i = 0; i < 2 && r == 0; i++)
    r = os_channel_send (stream, message->part[i].data, message->part[i].size,
                         NULL, 0);
  return r;
}

int
x86emul_message_receive (int stream, struct x86emul_incoming *message)
{
  message->payload = NULL;
  message->fd_count = 0;
  int r = os_channel_receive (stream, &message->head, sizeof (message->head),
                              message->fds, &message->fd_count);
  if (r != 0)
    return r;
  if (message->head.size > PAYLOAD_MAX)
    return EPROTO;
  char *payload = malloc (message->head.size + 1);
  if (payload == NULL)
    return ENOMEM;
  r = os_channel_receive (stream, payload, message->head.size, NULL, NULL);
  if (r != 0)
    {
      free (payload);
      return r;
    }
  payload[message->head.size] = '\0';
  message->payload = payload;
  return 0;
}

void
x86emul_message_free (struct x86emul_incoming *message)
{
  free (message->payload);
  message->payload = NULL;
}
