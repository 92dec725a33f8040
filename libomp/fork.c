/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parallel regions and leagues.

   A region's function takes its arguments as words, one for each variable.
   __kmpc_fork_call gets these words in the places in which it would pass them
   on: the first three in registers and the others on the stack.  It stores the
   three below the others; then all form an array, and no word has to be
   copied.  */

#include "libomp.h"

#ifndef __x86_64__
#  error "fork.c: the calls of this processor are not known"
#endif

EXPORT void __kmpc_fork_call (struct ident *at, int32_t count, microtask fn,
                              ...);
EXPORT void __kmpc_fork_teams (struct ident *at, int32_t count, microtask fn,
                               ...);
EXPORT void __kmpc_fork_call_if (struct ident *at, int32_t count, microtask fn,
                                 int32_t condition, void *args);
EXPORT void __kmpc_push_num_threads (struct ident *at, int32_t thread,
                                     int32_t n);
EXPORT void __kmpc_push_num_threads_strict (struct ident *at, int32_t thread,
                                            int32_t n, int32_t severity,
                                            const char *text);
EXPORT void __kmpc_pop_num_threads (struct ident *at, int32_t thread);
EXPORT void __kmpc_push_proc_bind (struct ident *at, int32_t thread,
                                   int32_t bind);
EXPORT void __kmpc_push_num_teams (struct ident *at, int32_t thread,
                                   int32_t teams, int32_t limit);
EXPORT void __kmpc_push_num_teams_51 (struct ident *at, int32_t thread,
                                      int32_t lower, int32_t upper,
                                      int32_t limit);
EXPORT void __kmpc_set_thread_limit (struct ident *at, int32_t thread,
                                     int32_t limit);
EXPORT void __kmpc_serialized_parallel (struct ident *at, int32_t thread);
EXPORT void __kmpc_end_serialized_parallel (struct ident *at, int32_t thread);
EXPORT int32_t __kmpc_ok_to_fork (struct ident *at);

/* The regular part of __kmpc_fork_call and __kmpc_fork_teams: ARGS is an array
   of COUNT words.  */
HIDDEN void libomp_fork (struct ident *at, int32_t count, microtask fn,
                         void **args) __attribute__ ((used));
HIDDEN void libomp_fork_teams (struct ident *at, int32_t count, microtask fn,
                               void **args) __attribute__ ((used));

/* Call FN (THREAD, NUMBER, ARGS[0], ..., ARGS[COUNT - 1]).  At least four
   words of ARGS are readable.  The second one stores its frame pointer in EXIT
   meanwhile.  */
HIDDEN void libomp_invoke (microtask fn, int32_t *thread, int32_t *number,
                           int32_t count, void **args);
HIDDEN void libomp_invoke_observed (microtask fn, int32_t *thread,
                                    int32_t *number, int32_t count, void **args,
                                    void *_Atomic *exit);

#define GATHER(name, function)                                                 \
  "	.globl	" name "\n"                                                    \
  "	.type	" name ", @function\n"                                         \
  "	.p2align 4\n" name ":\n"                                               \
  "	.cfi_startproc\n"                                                          \
  "	endbr64\n"                                                                 \
  "	popq	%r10\n"                                                               \
  "	.cfi_adjust_cfa_offset -8\n"                                               \
  "	.cfi_register %rip, %r10\n"                                                \
  "	pushq	%r9\n"                                                               \
  "	.cfi_adjust_cfa_offset 8\n"                                                \
  "	pushq	%r8\n"                                                               \
  "	.cfi_adjust_cfa_offset 8\n"                                                \
  "	pushq	%rcx\n"                                                              \
  "	.cfi_adjust_cfa_offset 8\n"                                                \
  "	movq	%rsp, %rcx\n"                                                         \
  "	pushq	%r10\n"                                                              \
  "	.cfi_adjust_cfa_offset 8\n"                                                \
  "	.cfi_offset %rip, -32\n"                                                   \
  "	call	" function "\n"                                                \
  "	popq	%r10\n"                                                               \
  "	.cfi_adjust_cfa_offset -8\n"                                               \
  "	.cfi_register %rip, %r10\n"                                                \
  "	addq	$24, %rsp\n"                                                          \
  "	.cfi_adjust_cfa_offset -24\n"                                              \
  "	pushq	%r10\n"                                                              \
  "	.cfi_adjust_cfa_offset 8\n"                                                \
  "	.cfi_offset %rip, -8\n"                                                    \
  "	ret\n"                                                                     \
  "	.cfi_endproc\n"                                                            \
  "	.size	" name ", . - " name "\n"

__asm__("	.text\n" GATHER ("__kmpc_fork_call", "libomp_fork")
            GATHER ("__kmpc_fork_teams", "libomp_fork_teams"));

/* Arguments from the fifth on are pushed, the last one first; the stack pointer
   is a multiple of 16 at the call.  ENTER and LEAVE stand at the beginning and
   the end of the frame, and may push an even number of words.  */
#define INVOKE(name, enter, leave)                                             \
  "	.globl	" name "\n"                                                    \
  "	.hidden	" name "\n"                                                    \
  "	.type	" name ", @function\n"                                         \
  "	.p2align 4\n" name ":\n"                                               \
  "	.cfi_startproc\n"                                                          \
  "	endbr64\n"                                                                 \
  "	pushq	%rbp\n"                                                              \
  "	.cfi_adjust_cfa_offset 8\n"                                                \
  "	.cfi_offset %rbp, -16\n"                                                   \
  "	movq	%rsp, %rbp\n"                                                         \
  "	.cfi_def_cfa_register %rbp\n" enter "	movq	%rdi, %rax\n"               \
  "	movq	%rsi, %rdi\n"                                                         \
  "	movq	%rdx, %rsi\n"                                                         \
  "	movslq	%ecx, %r10\n"                                                       \
  "	movq	%r8, %r11\n"                                                          \
  "	cmpq	$4, %r10\n"                                                           \
  "	jle	2f\n"                                                                  \
  "	testb	$1, %r10b\n"                                                         \
  "	jz	1f\n"                                                                   \
  "	subq	$8, %rsp\n"                                                           \
  "1:	pushq	-8(%r11,%r10,8)\n"                                                 \
  "	decq	%r10\n"                                                               \
  "	cmpq	$4, %r10\n"                                                           \
  "	jg	1b\n"                                                                   \
  "2:	movq	(%r11), %rdx\n"                                                     \
  "	movq	8(%r11), %rcx\n"                                                      \
  "	movq	16(%r11), %r8\n"                                                      \
  "	movq	24(%r11), %r9\n"                                                      \
  "	call	*%rax\n" leave "	leave\n"                                      \
  "	.cfi_def_cfa %rsp, 8\n"                                                    \
  "	ret\n"                                                                     \
  "	.cfi_endproc\n"                                                            \
  "	.size	" name ", . - " name "\n"

__asm__("	.text\n" INVOKE ("libomp_invoke", "", "")
            INVOKE ("libomp_invoke_observed",
                    "	pushq	%r9\n"
                    "	pushq	(%r9)\n"
                    "	movq	%rbp, (%r9)\n",
                    "	movq	-8(%rbp), %r9\n"
                    "	movq	-16(%rbp), %r8\n"
                    "	movq	%r8, (%r9)\n"));

struct region
{
  microtask fn;
  int32_t count;
  void **args;
};

/* Threads may be observed.  */
static COLD void
run_observed (const struct region *region)
{
  int32_t thread = libomp_number ();
  int32_t number = core.thread_num ();
  void *_Atomic none;
  void *_Atomic *exit = core.exit_frame ();
  libomp_invoke_observed (region->fn, &thread, &number, region->count,
                          region->args, exit != NULL ? exit : &none);
}

static void
run (void *data)
{
  const struct region *region = data;
  struct offgomp_thread *me = libomp_thread_fast ();
  if (unlikely (me == NULL))
    {
      run_observed (region);
      return;
    }
  int32_t thread = libomp_number_of (me);
  int32_t number = core.thread_num ();
  libomp_invoke (region->fn, &thread, &number, region->count, region->args);
}

/* The number of threads that was pushed for the next region.  */
static inline uint32_t
take (uint32_t *pushed)
{
  uint32_t value = *pushed;
  *pushed = 0;
  return value;
}

void
libomp_fork (struct ident *at, int32_t count, microtask fn, void **args)
{
  struct region region = { .fn = fn, .count = count, .args = args };
  struct offgomp_thread *me = libomp_thread ();
  (void)at;
  core.parallel (run, &region, take (&me->threads), take (&me->bind));
}

void
libomp_fork_teams (struct ident *at, int32_t count, microtask fn, void **args)
{
  struct region region = { .fn = fn, .count = count, .args = args };
  struct offgomp_thread *me = libomp_thread ();
  (void)at;
  core.teams (run, &region, take (&me->teams), take (&me->limit));
}

void
libomp_fork_words (int32_t count, microtask fn, uint32_t threads, uint32_t bind,
                   void **args)
{
  void *few[4] = { NULL };
  struct region region = { .fn = fn, .count = count, .args = args };
  if (count < 4)
    {
      for (int32_t i = 0; i < count; i++)
        few[i] = args[i];
      region.args = few;
    }
  core.parallel (run, &region, threads, bind);
}

void
__kmpc_fork_call_if (struct ident *at, int32_t count, microtask fn,
                     int32_t condition, void *args)
{
  void *words[4] = { args };
  struct region region = { .fn = fn, .count = count, .args = words };
  struct offgomp_thread *me = libomp_thread ();
  uint32_t threads = take (&me->threads);
  (void)at;
  core.parallel (run, &region, condition != 0 ? threads : 1, take (&me->bind));
}

void
__kmpc_push_num_threads (struct ident *at, int32_t thread, int32_t n)
{
  (void)at;
  (void)thread;
  libomp_thread ()->threads = n > 0 ? (uint32_t)n : 0;
}

void
__kmpc_push_num_threads_strict (struct ident *at, int32_t thread, int32_t n,
                                int32_t severity, const char *text)
{
  (void)severity;
  (void)text;
  __kmpc_push_num_threads (at, thread, n);
}

void
__kmpc_pop_num_threads (struct ident *at, int32_t thread)
{
  (void)at;
  (void)thread;
  libomp_thread ()->threads = 0;
}

void
__kmpc_push_proc_bind (struct ident *at, int32_t thread, int32_t bind)
{
  (void)at;
  (void)thread;
  libomp_thread ()->bind = (uint32_t)bind;
}

void
__kmpc_push_num_teams (struct ident *at, int32_t thread, int32_t teams,
                       int32_t limit)
{
  (void)at;
  (void)thread;
  struct offgomp_thread *me = libomp_thread ();
  me->teams = teams > 0 ? (uint32_t)teams : 0;
  me->limit = limit > 0 ? (uint32_t)limit : 0;
}

/* LOWER, UPPER: the clause num_teams.  The league gets UPPER teams.  */
void
__kmpc_push_num_teams_51 (struct ident *at, int32_t thread, int32_t lower,
                          int32_t upper, int32_t limit)
{
  __kmpc_push_num_teams (at, thread, upper > 0 ? upper : lower, limit);
}

void
__kmpc_set_thread_limit (struct ident *at, int32_t thread, int32_t limit)
{
  (void)at;
  (void)thread;
  if (limit > 0)
    core.limit_threads ((unsigned)limit);
}

/* Called around a region that the code runs itself.  */
void
__kmpc_serialized_parallel (struct ident *at, int32_t thread)
{
  (void)at;
  (void)thread;
  struct offgomp_thread *me = libomp_thread ();
  me->threads = 0;
  me->bind = 0;
  core.serial_begin ();
}

void
__kmpc_end_serialized_parallel (struct ident *at, int32_t thread)
{
  (void)at;
  (void)thread;
  core.serial_end ();
}

int32_t
__kmpc_ok_to_fork (struct ident *at)
{
  (void)at;
  return 1;
}
