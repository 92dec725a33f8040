/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How the host reaches a device that is up: requests and launches.  The
   rest of the plugin knows nothing of sockets and shared memory; another
   transport implements these calls.  */

#ifndef PLUGIN_X86EMUL_HOST_TRANSPORT_H
#define PLUGIN_X86EMUL_HOST_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "message.h"
#include "os/held.h"
#include "proto.h"
#include "sync/mutex.h"

struct x86emul_device;

struct x86emul_channel
{
  struct x86emul_control *control; /* the control block */
  uint32_t first_number;           /* of launches, as in the welcome */
  struct gomp_mutex lock;          /* one request at a time */
  struct os_held stream;           /* the host's end; guarded by the lock */

  /* The device's descriptors, until it is up.  */
  int control_fd; /* memory of the control block */
  int event_end;  /* by which it signals the event */
  int device_end; /* the stream's other end, until started */
};

/* Send a request and receive its answer, which must be of type ANSWER.  If the
   device answers with a text instead, or ends, an error is recorded.  */
HIDDEN enum gomp_status x86emul_transport_request (
    struct x86emul_device *d, const struct x86emul_outgoing *request,
    enum x86emul_message_type answer, struct x86emul_incoming *result);
/* Send a message without an answer, unless a request is in progress; false if
   it was not sent.  */
HIDDEN bool x86emul_transport_send (struct x86emul_device *d,
                                    const struct x86emul_outgoing *message);
/* Have the device look whether the threads that run its regions live: a region
   can end one by a system call, which nobody else notices.  If not, the device
   fails with that reason.  Does not wait for the result.  */
HIDDEN void x86emul_transport_look (struct x86emul_device *d);
/* As x86emul_transport_request, as a part of an exchange of several messages,
   with an answer of any type: the caller holds channel.lock.  */
HIDDEN enum gomp_status
x86emul_transport_exchange (struct x86emul_device *d,
                            const struct x86emul_outgoing *request,
                            struct x86emul_incoming *result);

/* Hand slot I, which is filled in, to the device.  */
HIDDEN void x86emul_transport_post (struct x86emul_device *d, unsigned i) HOT;
/* Wait until the latest launch of slot I has ended; false: the device has
   failed.  WAITS: as in struct x86emul_launch.  */
HIDDEN bool x86emul_transport_wait (struct x86emul_device *d, unsigned i,
                                    void (*waits) (bool sleeps)) HOT;
/* Has the latest launch of slot I ended?  Does not wait.  */
HIDDEN bool x86emul_transport_is_done (struct x86emul_device *d, unsigned i);

#endif
