/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The origin of a signal; see signal_origin.h.  Owns no data; any thread. */

#include "target/signal_origin.h"

#include <unistd.h>

#include "os/process.h"
#include "target/process.h"

bool
x86emul_signal_is_stop (int number)
{
  return number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

/* Signals that the kernel sends to all processes of a terminal's group.  */
static bool
is_of_terminal (int number)
{
  return x86emul_signal_is_stop (number) || number == SIGINT
         || number == SIGQUIT || number == SIGHUP;
}

bool
x86emul_signal_is_foreign (const siginfo_t *info)
{
  if (info->si_code == SI_KERNEL)
    return is_of_terminal (info->si_signo);
  if (info->si_code != SI_USER && info->si_code != SI_QUEUE
      && info->si_code != SI_TKILL)
    return false;
  int parent = getppid ();
  return info->si_pid != os_process_id ()
         && (info->si_pid != parent || parent == x86emul_process.host);
}
