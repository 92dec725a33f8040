/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a signal handler can find out from the processor about a fault.
   Async-signal safe.  On a processor without code here the result is
   GOMP_ACCESS_UNKNOWN and 0.  */

#ifndef GOMP_ARCH_FAULT_H
#define GOMP_ARCH_FAULT_H

#include <stdint.h>
#include <ucontext.h>

/* How the faulting instruction used the address.  Stored in shared memory.  */
enum gomp_access
{
  GOMP_ACCESS_UNKNOWN = 0,
  GOMP_ACCESS_READ = 1,
  GOMP_ACCESS_WRITE = 2,
  GOMP_ACCESS_EXECUTE = 3
};

#if defined __x86_64__ && defined REG_ERR
/* Page fault error code: bit 1 a write, bit 4 an instruction fetch.  */
static inline enum gomp_access
arch_fault_access (const ucontext_t *context)
{
  uint64_t code = (uint64_t)context->uc_mcontext.gregs[REG_ERR];
  if (code & 0x10)
    return GOMP_ACCESS_EXECUTE;
  return code & 2 ? GOMP_ACCESS_WRITE : GOMP_ACCESS_READ;
}

static inline uint64_t
arch_fault_pc (const ucontext_t *context)
{
  return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
}

static inline uint64_t
arch_fault_sp (const ucontext_t *context)
{
  return (uint64_t)context->uc_mcontext.gregs[REG_RSP];
}

/* When the handler returns, the thread goes on at PC.  */
static inline void
arch_fault_continue (ucontext_t *context, uint64_t pc)
{
  context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}
#else
static inline enum gomp_access
arch_fault_access (const ucontext_t *context)
{
  (void)context;
  return GOMP_ACCESS_UNKNOWN;
}

static inline uint64_t
arch_fault_pc (const ucontext_t *context)
{
  (void)context;
  return 0;
}

static inline uint64_t
arch_fault_sp (const ucontext_t *context)
{
  (void)context;
  return 0;
}

static inline void
arch_fault_continue (ucontext_t *context, uint64_t pc)
{
  (void)context, (void)pc;
}
#endif

#endif
