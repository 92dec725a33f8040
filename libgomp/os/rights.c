/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whether the process has changed its user or its groups; see rights.h.  Owns
   the sections; any thread.

   A watch uses Linux's restartable sequences of instructions (rseq).  A thread
   names in a word of memory the sequence that it executes.  If a signal
   interrupts the thread anywhere outside that sequence, the kernel clears the
   word before the handler runs.  The sequences here are never executed, so each
   signal clears the word.  The C library changes the rights of a thread in a
   signal handler, which no signal mask can block, and waits for all threads.

   While the rights are compared, the word names a first section.  A change
   meanwhile clears the word, and then the step to the second section fails.

   The C library registers a word of its own for each thread.  A thread that
   keeps a watch does without it.  */

#include "os/rights.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<sys/rseq.h>)
#  include <sys/rseq.h>
#endif

#include "arch/arch.h"

/* An arbitrary number.  The kernel requires it before each handler.  */
#define SIGNATURE 0x6f6d7077u
/* The C library's differs between processors; without it there is no word of
   the C library.  */
#ifdef RSEQ_SIG
#  define LIBRARY_SIGNATURE RSEQ_SIG
#else
#  define LIBRARY_SIGNATURE 0x53053053u
#endif
#define UNREGISTER 1
#define LENGTH_MAX 256

static const struct
{
  uint32_t signature;
  uint32_t code;
} handler = { SIGNATURE, 0 };

#define SECTION                                                                \
  {                                                                            \
    .start = 1, .size = 1, .handler = &handler.code                            \
  }
static const struct os_rights_section looking = SECTION;
const struct os_rights_section os_rights_kept = SECTION;

/* Read into a local variable: ThreadSanitizer sees what the C library
   writes.  */
void
os_rights_read (struct os_rights *rights)
{
  struct os_rights now;
  getresuid (&now.user[0], &now.user[1], &now.user[2]);
  getresgid (&now.group[0], &now.group[1], &now.group[2]);
  now.groups = getgroups (0, NULL);
  *rights = now;
}

enum os_rights_change
os_rights_compare (const struct os_rights *rights)
{
  struct os_rights now;
  os_rights_read (&now);
  for (int i = 0; i < 3; i += 2)
    if (now.user[i] != rights->user[i] || now.group[i] != rights->group[i])
      return OS_RIGHTS_GONE;
  if (now.user[1] != rights->user[1] || now.group[1] != rights->group[1]
      || now.groups != rights->groups)
    return OS_RIGHTS_OTHER;
  return OS_RIGHTS_SAME;
}

#ifdef SYS_rseq
/* Unregister the thread's word of the C library, if it has one.  */
static bool
take_word (void)
{
  const ptrdiff_t *offset = dlsym (RTLD_DEFAULT, "__rseq_offset");
  const unsigned *size = dlsym (RTLD_DEFAULT, "__rseq_size");
  if (offset == NULL || size == NULL || *size == 0)
    return true;
  void *word = (char *)arch_thread () + *offset;
  /* Newer C libraries have larger words; only the kernel knows the size.  */
  for (unsigned length = 32; length <= LENGTH_MAX; length += 32)
    if (syscall (SYS_rseq, word, length, UNREGISTER, LIBRARY_SIGNATURE) == 0)
      return true;
  return false;
}

static bool
keep (struct os_rights_watch *watch)
{
  return take_word ()
         && syscall (SYS_rseq, watch, sizeof (*watch), 0, SIGNATURE) == 0;
}
#else
static bool
keep (struct os_rights_watch *watch)
{
  (void)watch;
  return false;
}
#endif

void
os_rights_watch (struct os_rights_watch *watch)
{
  memset (watch, 0, sizeof (*watch));
  watch->cpu[1] = UINT32_MAX;
  if (!keep (watch))
    atomic_store (&watch->section, (uintptr_t)&os_rights_kept);
}

enum os_rights_change
os_rights_renew (struct os_rights_watch *watch, const struct os_rights *rights)
{
  uint64_t section = (uintptr_t)&looking;
  bool can_watch = watch->cpu[1] != UINT32_MAX;
  if (can_watch)
    atomic_store (&watch->section, section);
  enum os_rights_change change = os_rights_compare (rights);
  if (can_watch && change == OS_RIGHTS_SAME)
    atomic_compare_exchange_strong (&watch->section, &section,
                                    (uintptr_t)&os_rights_kept);
  return change;
}
