/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The message for a device's failure, from facts that the machine of the device
   has gathered, in the words of the machine of the program, which knows what is
   mapped.  */

#ifndef PLUGIN_X86EMUL_HOST_FAILURE_WORDS_H
#define PLUGIN_X86EMUL_HOST_FAILURE_WORDS_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"

/* Flat, with fixed widths: it can be sent.  Texts end with NUL.  */
struct x86emul_failure_facts
{
  uint64_t function;      /* device address of the region; 0: not known */
  uint64_t address;       /* of a memory fault */
  uint64_t sp;            /* stack pointer; 0: not known */
  uint64_t memory_start;  /* where device memory begins */
  uint64_t memory_size;   /* bytes */
  uint64_t memory_backed; /* bytes of it that could be accessed */
  uint32_t is_acc;        /* 1: the region is a compute construct of OpenACC */
  uint32_t overwritten;   /* enum x86emul_overwritten; 0: the next is valid */
  uint32_t fault;         /* enum x86emul_fault_kind; 0: the process has
                             ended without a record */
  int32_t signal;         /* as in struct x86emul_fault, with the next three */
  int32_t code;
  int32_t status;
  uint32_t access;
  int32_t process;     /* its number */
  int32_t exit_status; /* of it, as of waitpid; -1: not known */
  uint32_t prot;       /* OS_PROT_* of the mapping at the address; 0: there
                          is none */
  uint32_t is_freed;   /* 1: the address is in a freed block */
  uint32_t is_shared;  /* 1: the device is in the program's process */
  char mapping[1024];  /* name of the mapping at the address */
  char pc[1024];       /* where the instruction is; "": not known */
};

/* What only the machine of the program knows.  */
struct x86emul_failure_names
{
  const char *device; /* "device 5 (x86emul)" */
  const char *region; /* symbol of the region; NULL: not known */
  const char *source; /* its position, or "" */
  int type;           /* device and plugin for offgomp_explain_address */
  int ordinal;
};

HIDDEN void x86emul_failure_words (struct gomp_strbuf *out,
                                   const struct x86emul_failure_facts *facts,
                                   const struct x86emul_failure_names *names);

#endif
