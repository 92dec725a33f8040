/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data of the thread that watches a device's process; watch.h starts
   it.  */

#ifndef PLUGIN_X86EMUL_HOST_MONITOR_H
#define PLUGIN_X86EMUL_HOST_MONITOR_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "os/child.h"
#include "os/held.h"
#include "os/rights.h"
#include "sync/wait.h"

struct x86emul_device;

/* Written by the monitor; others read it after the word that announces it.  */
struct x86emul_monitor
{
  unsigned long thread;          /* the monitor's thread */
  atomic_int process;            /* number of the device process */
  struct gomp_wait_word spawned; /* 1: process started, 2: spawn_error */
  struct gomp_wait_word ended;   /* 1: the process has ended */
  int spawn_error;               /* errno value of the start */
  struct os_child child;         /* process started: the device or a wrapper */
  struct os_rights rights;       /* of the process when it was started */
  struct os_rights_watch watch;  /* detects that they may have changed */
  atomic_int exit_status;        /* as of waitpid; -1: not known (yet) */
  struct os_held event;          /* signalled by the device: look at the fault
                                    record */
  atomic_bool unwanted;          /* the monitor shall kill the process */
  bool apart;                    /* only the monitor can use EVENT; of the
                                    stream it has a copy that the rest of this
                                    process cannot close */
};

/* Wait at most TIMEOUT_MS (< 0: for ever) for the process to end.  */
HIDDEN bool x86emul_monitor_ended (struct x86emul_device *d, int timeout_ms);
/* Have the monitor kill the process, if it has not ended.  */
HIDDEN void x86emul_monitor_kill (struct x86emul_device *d);
/* Kill the process.  Called by the monitor, or if the monitor cannot be
   reached.  */
HIDDEN void x86emul_monitor_kill_now (struct x86emul_device *d);

#endif
