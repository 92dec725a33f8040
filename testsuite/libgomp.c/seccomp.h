/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A process to which the system refuses some calls.  Needs _GNU_SOURCE.  */

#ifndef SECCOMP_H
#define SECCOMP_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECCOMP_ERROR(number) (SECCOMP_RET_ERRNO | (number))

/* For all threads of this process, for good: what becomes of the calls FIRST
   and SECOND, SECCOMP_RET_ALLOW being nothing.  Where there are no filters
   there is nothing to test: the process ends as if all was well.  */
static inline void
seccomp_answer (unsigned first, unsigned first_answer, unsigned second,
                unsigned second_answer)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, first, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, first_answer),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, second, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, second_answer),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                  SECCOMP_FILTER_FLAG_TSYNC, &program)
             != 0)
    _exit (0);
}

#endif
