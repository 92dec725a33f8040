/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The message for a device's failure, from facts; see failure_words.h.  Owns no
   data; any thread, no lock.  libgomp takes no lock when it describes an
   address.  */

#include "host/failure_words.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "base/symbol.h"
#include "host/libgomp_symbols.h"
#include "host/sanitizers.h"
#include "os/memory.h"
#include "os/process.h"
#include "plugin.h"
#include "proto.h"

#define NULL_AREA 65536u
/* Addresses that are at most so far from device memory are reported relative to
   it.  */
#define AROUND_ARENA (1ull << 30)
#define NEAR_STACK 65536u

/* Write the subject of the message: "target region 'NAME' (SOURCE) on device N
   (x86emul)".  */
static void
write_subject (struct gomp_strbuf *out, const struct x86emul_failure_facts *f,
               const struct x86emul_failure_names *n)
{
  if (n->region != NULL)
    {
      gomp_strbuf_printf (out, "%s '",
                          f->is_acc ? "compute region" : "target region");
      gomp_symbol_write (out, n->region);
      gomp_strbuf_printf (out, "'%s%s%s on ", *n->source != '\0' ? " (" : "",
                          n->source, *n->source != '\0' ? ")" : "");
    }
  gomp_strbuf_printf (out, "%s", n->device);
}

/* Where the instruction is.  */
static void
write_pc (struct gomp_strbuf *out, const struct x86emul_failure_facts *f)
{
  if (f->pc[0] != '\0')
    gomp_strbuf_printf (out, " at pc %s", f->pc);
}

/* Write libgomp's description of the address, indented; false: it has none.  */
static bool
write_libgomp_says (struct gomp_strbuf *out,
                    const struct x86emul_failure_names *n, uint64_t address)
{
  char text[1024];
  __typeof__ (&offgomp_explain_address) explain
      = (__typeof__ (explain))x86emul_libgomp_symbol (
          "offgomp_explain_address");
  if (explain == NULL
      || explain (n->type, n->ordinal, address, text, sizeof (text)) == 0)
    return false;
  gomp_strbuf_printf (out, "\n  %s", text);
  return true;
}

/* Explain an address in or near device memory, or anywhere else where nothing
   is mapped.  */
static void
write_no_memory (struct gomp_strbuf *out, const struct x86emul_failure_facts *f)
{
  uint64_t address = f->address;
  unsigned long long where = address;
  uint64_t offset = address - f->memory_start;
  if (f->is_shared)
    gomp_strbuf_printf (out, "\n  0x%llx is no address of the program", where);
  else if (offset >= f->memory_size + AROUND_ARENA
           && f->memory_start - address > AROUND_ARENA)
    gomp_strbuf_printf (out, "\n  0x%llx is not mapped on the device", where);
  else if (offset >= f->memory_size + AROUND_ARENA)
    gomp_strbuf_printf (out, "\n  0x%llx is %llu bytes before device memory",
                        where, (unsigned long long)(f->memory_start - address));
  else if (offset >= f->memory_backed)
    gomp_strbuf_printf (out,
                        "\n  0x%llx is %llu bytes past the end of the device "
                        "memory in use",
                        where, (unsigned long long)(offset - f->memory_backed));
  else if (f->is_freed)
    gomp_strbuf_printf (out, "\n  0x%llx is device memory that was freed",
                        where);
  else
    gomp_strbuf_printf (out,
                        "\n  0x%llx is device memory: the machine has no "
                        "memory left for it",
                        where);
}

/* Is the address in pages that fault although their mapping does not say so?
   libc makes the guard of a thread's stack like this (MADV_GUARD_INSTALL).  */
static bool
is_guarded (const struct x86emul_failure_facts *f)
{
  static const unsigned needs[]
      = { 0, OS_PROT_READ, OS_PROT_WRITE, OS_PROT_EXEC };
  unsigned need = needs[f->access & 3];
  return f->signal == SIGSEGV && need != 0 && (f->prot & need) != 0;
}

static void
write_explanation (struct gomp_strbuf *out,
                   const struct x86emul_failure_facts *f,
                   const struct x86emul_failure_names *n)
{
  uint64_t address = f->address;
  if (address < NULL_AREA)
    {
      gomp_strbuf_printf (
          out, "\n  0x%llx is %sthe null pointer%s",
          (unsigned long long)address, address == 0 ? "" : "near ",
          f->is_shared ? ""
                       : "\n  hint: a pointer that is null on the host, "
                         "or whose target is not mapped, is null on the "
                         "device");
      return;
    }
  bool accessible = f->prot != 0;
  if ((!accessible || is_guarded (f)) && f->sp != 0
      && address + NEAR_STACK > f->sp && address < f->sp + NEAR_STACK)
    {
      gomp_strbuf_printf (out,
                          "\n  0x%llx is next to the stack pointer: the "
                          "stack of the thread has overflowed\n  hint: raise "
                          "`ulimit -s' or OMP_STACKSIZE",
                          (unsigned long long)address);
      return;
    }
  if (accessible && f->mapping[0] != '\0'
      && address - f->memory_start >= f->memory_size)
    gomp_strbuf_printf (out, "\n  0x%llx lies in %s%s%s",
                        (unsigned long long)address, f->mapping,
                        f->is_shared ? "" : " of the device process",
                        f->prot & OS_PROT_WRITE ? "" : ", read-only");
  else if (f->is_shared || f->is_freed
           || !write_libgomp_says (out, n, address))
    write_no_memory (out, f);
}

static const char *
exception_name (int code)
{
  switch (code)
    {
    case FPE_INTDIV:
      return "integer division by zero";
    case FPE_INTOVF:
      return "integer overflow";
    case FPE_FLTDIV:
      return "floating-point division by zero";
    case FPE_FLTOVF:
      return "floating-point overflow";
    case FPE_FLTINV:
      return "invalid floating-point operation";
    default:
      return "arithmetic exception";
    }
}

/* Describe a memory fault.  If there is no address, the pointer had a form that
   the processor refuses.  */
static void
write_memory_fault (struct gomp_strbuf *out,
                    const struct x86emul_failure_facts *f,
                    const struct x86emul_failure_names *n)
{
  static const char *const access[]
      = { "access to", "read of", "write to", "jump to" };
  bool has_address = f->code > 0 && f->code != SI_KERNEL;
  gomp_strbuf_printf (out, "%s", os_signal_name (f->signal));
  if (has_address)
    gomp_strbuf_printf (out, ": %s address 0x%llx", access[f->access & 3],
                        (unsigned long long)f->address);
  write_pc (out, f);
  if (has_address)
    write_explanation (out, f, n);
  else if (f->code == SI_KERNEL)
    gomp_strbuf_printf (out, "\n  the pointer used is not a valid address on "
                             "this machine (not initialised, or overwritten?)");
}

static void
write_signal (struct gomp_strbuf *out, const struct x86emul_failure_facts *f,
              const struct x86emul_failure_names *n)
{
  switch (f->signal)
    {
    case SIGSEGV:
    case SIGBUS:
      write_memory_fault (out, f, n);
      break;
    case SIGFPE:
      gomp_strbuf_printf (out, "%s", exception_name (f->code));
      write_pc (out, f);
      break;
    case SIGABRT:
      gomp_strbuf_printf (out, "abort was called");
      break;
    case SIGILL:
    case SIGSYS:
      gomp_strbuf_printf (out, "%s", os_signal_name (f->signal));
      write_pc (out, f);
      break;
    default:
      gomp_strbuf_printf (out, "killed by signal %d (%s)", f->signal,
                          strsignal (f->signal));
    }
}

static void
write_end (struct gomp_strbuf *out, const struct x86emul_failure_facts *f)
{
  int status = f->exit_status;
  gomp_strbuf_printf (out, "the device process (%d) ", f->process);
  if (status == -1)
    gomp_strbuf_printf (out, "has ended");
  else if (WIFSIGNALED (status))
    gomp_strbuf_printf (out, "was killed by signal %d (%s)", WTERMSIG (status),
                        strsignal (WTERMSIG (status)));
  else
    {
      gomp_strbuf_printf (out, "has ended with exit status %d",
                          WEXITSTATUS (status));
      x86emul_sanitizers_explain (out);
    }
  if (status != -1 && WIFSIGNALED (status) && WTERMSIG (status) == SIGSEGV)
    gomp_strbuf_printf (out, "\n  hint: if the stack of a thread overflowed, "
                             "raise OMP_STACKSIZE");
}

static void
write_overwritten (struct gomp_strbuf *out, unsigned what)
{
  static const char *const names[]
      = { [X86EMUL_OVERWRITTEN_LAUNCHES] = "the record of launches",
          [X86EMUL_OVERWRITTEN_QUEUE] = "the queue of launches",
          [X86EMUL_OVERWRITTEN_REPORTS] = "the mapping checker's reports",
          [X86EMUL_OVERWRITTEN_LOGS] = "the mapping checker's access logs",
          [X86EMUL_OVERWRITTEN_TRACE] = "the records of its events",
          [X86EMUL_OVERWRITTEN_FAULT] = "the record of its end" };
  gomp_strbuf_printf (out, "the device overwrote memory that it shares with "
                           "the host");
  if (what > 0 && what < GOMP_ARRAY_SIZE (names))
    gomp_strbuf_printf (out, ": %s", names[what]);
  gomp_strbuf_printf (out,
                      "\n  hint: a store through a wrong pointer can do this; "
                      "the mapping checker (OFFLOAD_EMUL_CHECK) finds it");
}

static void
write_words (struct gomp_strbuf *out, const struct x86emul_failure_facts *f,
             const struct x86emul_failure_names *n)
{
  switch (f->fault)
    {
    case X86EMUL_FAULT_SIGNAL:
      write_signal (out, f, n);
      break;
    case X86EMUL_FAULT_EXIT:
      gomp_strbuf_printf (out, "exit was called, with status %d", f->status);
      break;
    case X86EMUL_FAULT_THREAD:
      gomp_strbuf_printf (out, "the region ended a thread that ran it "
                               "(by pthread_exit, or by a system call)");
      break;
    case X86EMUL_FAULT_OVERWRITTEN:
      write_overwritten (out, (unsigned)f->code);
      break;
    default:
      write_overwritten (out, X86EMUL_OVERWRITTEN_FAULT);
    }
}

void
x86emul_failure_words (struct gomp_strbuf *out,
                       const struct x86emul_failure_facts *f,
                       const struct x86emul_failure_names *n)
{
  write_subject (out, f, n);
  gomp_strbuf_printf (out, ": ");
  if (f->overwritten != X86EMUL_OVERWRITTEN_NOTHING)
    write_overwritten (out, f->overwritten);
  else if (f->fault != 0)
    write_words (out, f, n);
  else
    write_end (out, f);
}
