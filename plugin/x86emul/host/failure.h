/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages about a failed device.  */

#ifndef PLUGIN_X86EMUL_HOST_FAILURE_H
#define PLUGIN_X86EMUL_HOST_FAILURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "proto.h"
#include "sync/mutex.h"

struct x86emul_device;
struct x86emul_failure_facts;
struct x86emul_mappings;

struct x86emul_failure
{
  struct x86emul_mappings *mappings; /* of the device when it failed */
  struct x86emul_fault record;       /* a copy of the record that it wrote */
  atomic_bool has_record;            /* it wrote a record */
  atomic_bool rights_changed;        /* it failed after this process had given
                                        up rights that the device still had */
  atomic_uint overwritten;           /* enum x86emul_overwritten */
  struct gomp_mutex lock;            /* guards the text */
  char *text;                        /* the message, once it is written;
                                        malloced */
};

/* Gather what is known about the failure of D.  */
HIDDEN void x86emul_failure_gather (struct x86emul_device *d,
                                    struct x86emul_failure_facts *facts);
/* Record why the failed device D cannot be used: the same message for all
   callers.  */
HIDDEN enum gomp_status x86emul_failure_record (struct x86emul_device *d);
/* WHAT, which D shares with this process, has impossible contents: mark D as
   failed and end its process, unless D is being stopped already.  Takes no
   lock.  */
HIDDEN void x86emul_failure_overwritten (struct x86emul_device *d,
                                         enum x86emul_overwritten what) COLD;
/* This process has given up rights that D has: mark D as failed and end its
   process, unless D is being stopped already.  */
HIDDEN void x86emul_failure_changed (struct x86emul_device *d) COLD;
#define X86EMUL_CHANGED_TEXT                                                   \
  "device %d (x86emul) has the user and the groups that this process had "     \
  "when "                                                                      \
  "it was started, and that have changed\n"                                    \
  "  hint: change them before the first target construct"
/* Copy the record that D wrote about its end.  False: there is none.  Called
   before D is marked as failed.  */
HIDDEN bool x86emul_failure_keep_record (struct x86emul_device *d);
/* Should the calling thread end the program with its recorded error?  Only the
   first thread does; its exit handlers may use the device again.  */
HIDDEN bool x86emul_failure_ends_program (void);
/* The stream to D failed with ERRNUM: wait until the monitor has determined the
   cause, and record it.  */
HIDDEN enum gomp_status x86emul_failure_lost (struct x86emul_device *d,
                                              int errnum);

#endif
