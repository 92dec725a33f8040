/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's routines that map, copy and update the program's data (OpenACC 2.6
   sections 3.2.18 to 3.2.25, 3.2.30, 3.2.33).  */

#include "abi/acc.h"
#include "openacc/openacc.h"

/* ---- Enter.  */

static SPECIALIZED void *
enter (enum gomp_acc_action action, void *host, size_t size, int async)
{
  void *devptr;
  ACC_HERE;
  gomp_acc_check (gomp_acc_enter_range (action, host, size, async, &devptr));
  return devptr;
}

void *
acc_copyin (void *host, size_t size)
{
  return enter (GOMP_ACC_COPYIN, host, size, GOMP_ACC_SYNC);
}

void
acc_copyin_async (void *host, size_t size, int async)
{
  enter (GOMP_ACC_COPYIN, host, size, async);
}

void *
acc_create (void *host, size_t size)
{
  return enter (GOMP_ACC_CREATE, host, size, GOMP_ACC_SYNC);
}

void
acc_create_async (void *host, size_t size, int async)
{
  enter (GOMP_ACC_CREATE, host, size, async);
}

/* Since OpenACC 2.5 they do the same.  */
ACC_ALIAS (acc_present_or_copyin, acc_copyin);
ACC_ALIAS (acc_pcopyin, acc_copyin);
ACC_ALIAS (acc_present_or_create, acc_create);
ACC_ALIAS (acc_pcreate, acc_create);

/* ---- Exit.  */

#define EXIT(name, kind, finalize)                                             \
  void name (void *host, size_t size)                                          \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (                                                           \
        gomp_acc_exit_range (kind, host, size, GOMP_ACC_SYNC, finalize));      \
  }                                                                            \
  void name##_async (void *host, size_t size, int async)                       \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (gomp_acc_exit_range (kind, host, size, async, finalize));  \
  }
EXIT (acc_copyout, GOMP_ACC_COPYOUT, false)
EXIT (acc_copyout_finalize, GOMP_ACC_COPYOUT, true)
EXIT (acc_delete, GOMP_ACC_DELETE, false)
EXIT (acc_delete_finalize, GOMP_ACC_DELETE, true)

/* ---- Update.  */

#define UPDATE(name, action)                                                   \
  void name (void *host, size_t size)                                          \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (                                                           \
        gomp_acc_update_range (action, host, size, GOMP_ACC_SYNC));            \
  }                                                                            \
  void name##_async (void *host, size_t size, int async)                       \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (gomp_acc_update_range (action, host, size, async));        \
  }
UPDATE (acc_update_device, GOMP_ACC_UPDATE_DEVICE)
UPDATE (acc_update_self, GOMP_ACC_UPDATE_SELF)

int
acc_is_present (void *host, size_t size)
{
  int present = gomp_acc_is_present (host, size);
  if (unlikely (present < 0))
    gomp_fatal_recorded ();
  return present;
}

/* ---- Pointers.  */

void
acc_attach (void **host)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_attach (host, GOMP_ACC_SYNC));
}

void
acc_attach_async (void **host, int async)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_attach (host, async));
}

#define DETACH(name, finalize)                                                 \
  void name (void **host)                                                      \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (gomp_acc_detach (host, GOMP_ACC_SYNC, finalize));          \
  }                                                                            \
  void name##_async (void **host, int async)                                   \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (gomp_acc_detach (host, async, finalize));                  \
  }
DETACH (acc_detach, false)
DETACH (acc_detach_finalize, true)
