/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How the host reaches a device that is up: requests, memory, launches.  The
   rest of the plugin knows nothing of sockets and shared memory; another
   transport implements these calls.  */

#ifndef X86EMUL_HOST_TRANSPORT_H
#define X86EMUL_HOST_TRANSPORT_H

#include <stddef.h>

#include "host/device.h"
#include "message.h"

/* Send a request and receive its answer, which must be of type ANSWER.  A
   text that the device answers instead is recorded as the error, and so is
   the device's end.  */
HIDDEN enum gomp_status x86emul_transport_request (
    struct x86emul_device *d, const struct x86emul_outgoing *request,
    enum x86emul_message_type answer, struct x86emul_incoming *result);
/* The same within an exchange of several messages: the caller holds
   stream_lock.  */
HIDDEN enum gomp_status
x86emul_transport_exchange (struct x86emul_device *d,
                            const struct x86emul_outgoing *request,
                            struct x86emul_incoming *result);

/* Where [ADDRESS, ADDRESS + SIZE) of device memory can be read and written in
   this process; NULL: it is not all device memory.  */
HIDDEN void *x86emul_transport_view (struct x86emul_device *d, uint64_t address,
                                     uint64_t size) HOT;

/* Where in the arena variables of an image, at [ADDRESS, ADDRESS + SIZE), lie;
   X86EMUL_NO_OFFSET: nowhere.  */
HIDDEN uint64_t x86emul_transport_place (struct x86emul_device *d,
                                         uint64_t address, uint64_t size) HOT;

/* Hand slot I, filled in, to the device.  */
HIDDEN void x86emul_transport_post (struct x86emul_device *d, unsigned i) HOT;
/* Wait until that launch is done; false: the device has failed.  */
HIDDEN bool x86emul_transport_wait (struct x86emul_device *d, unsigned i) HOT;
/* Whether it is done, without waiting.  */
HIDDEN bool x86emul_transport_is_done (struct x86emul_device *d, unsigned i);

#endif
