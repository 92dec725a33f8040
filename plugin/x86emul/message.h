/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sending and receiving the messages of proto.h; both sides.  */

#ifndef PLUGIN_X86EMUL_MESSAGE_H
#define PLUGIN_X86EMUL_MESSAGE_H

#include <stddef.h>

#include "base/compiler.h"
#include "os/channel.h"
#include "proto.h"

/* A message to send: PART[0] and then PART[1] are its payload.  */
struct x86emul_outgoing
{
  uint32_t type;  /* enum x86emul_message_type */
  int32_t status; /* 0; otherwise the payload is a text about an error */
  struct
  {
    const void *data; /* of the caller */
    size_t size;      /* bytes; 0: nothing */
  } part[2];
  const int *fds;    /* descriptors that are sent with it */
  unsigned fd_count; /* how many */
};

/* A message received; x86emul_message_free releases the payload.  */
struct x86emul_incoming
{
  struct x86emul_message head; /* as sent */
  void *payload;               /* head.size bytes and a NUL */
  int fds[OS_CHANNEL_MAX_FDS]; /* descriptors that came with it */
  unsigned fd_count;           /* how many */
};

/* Return 0 or an errno value; ECONNRESET or EPIPE: the other side is gone.  */
HIDDEN int x86emul_message_send (int stream,
                                 const struct x86emul_outgoing *message);
HIDDEN int x86emul_message_receive (int stream,
                                    struct x86emul_incoming *message);
HIDDEN void x86emul_message_free (struct x86emul_incoming *message);

#endif
