/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Why a device may not be used; see condition.h.  Owns no data; any thread.  */

#include "host/condition.h"

#include "host/failure.h"

bool
x86emul_condition_has_rights (struct x86emul_device *d)
{
  enum os_rights_change change = os_rights_compare (&d->monitor.rights);
  if (change == OS_RIGHTS_SAME)
    return true;
  if (change == OS_RIGHTS_GONE)
    x86emul_failure_changed (d);
  gomp_error_set (GOMP_ERR_NODEV, X86EMUL_CHANGED_TEXT, d->number);
  return false;
}

bool
x86emul_condition_check (struct x86emul_device *d)
{
  switch (x86emul_device_condition (d))
    {
    case X86EMUL_UP:
      return true;
    case X86EMUL_FAILED:
      x86emul_failure_record (d);
      return false;
    case X86EMUL_FORKED:
      gomp_error_set (GOMP_ERR_NODEV,
                      "device %d (x86emul) cannot be used in this process: it "
                      "was forked after the device's first use\n  hint: fork "
                      "before the first target construct, or call exec in the "
                      "child",
                      d->number);
      return false;
    default:
      x86emul_device_await_end (d);
      gomp_error_set (GOMP_ERR_NODEV, "device %d (x86emul) is not started",
                      d->number);
      return false;
    }
}
