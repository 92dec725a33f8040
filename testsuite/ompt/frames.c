/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that interrupts each thread of the program FRAMES_HZ times a second
   (10000) and compares the frames that ompt_get_task_info reports with the
   stack, as the unwinder finds it:

   - each frame that is reported is on the stack, and the library's
     (libgomp.so.1 or libomp.so.5);
   - the program has called the function that a task has entered, or jumped to
     it from the end of the task's own function;
   - older tasks have older frames;
   - a task that waits has entered a function;
   - a task that runs code of the program has entered no function, and its exit
     frame is the library's youngest one.

   It exits with status 99 if a sample is wrong, and with 98 if fewer than
   FRAMES_LEAST samples were taken in a task.  In a program that has the library
   in itself, and in a child process, it takes none.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <omp-tools.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "start.h"

#define DEPTH 400
#define THREADS 256

static ompt_get_task_info_t get_task_info;
static ompt_get_state_t get_state;
static atomic_uint wrong, samples, in_program;
static atomic_int tids[THREADS];
static atomic_bool is_over;
static pthread_t helper;
static pid_t process;

/* The text of the library, in two files, and of the program.  */
struct text
{
  const char *name;
  uintptr_t start, end;
};
static struct text core = { .name = "libgomp.so.1" };
static struct text llvm = { .name = "libomp.so.5" };
static struct text program = { .name = "program" };

static bool
is_in (const struct text *text, uintptr_t address)
{
  return address >= text->start && address < text->end;
}

static bool
is_library (uintptr_t address)
{
  return is_in (&core, address) || is_in (&llvm, address);
}

static int
find_text (struct dl_phdr_info *info, size_t size, void *arg)
{
  struct text *text = strstr (info->dlpi_name, core.name)   ? &core
                      : strstr (info->dlpi_name, llvm.name) ? &llvm
                      : info->dlpi_name[0] == '\0'          ? &program
                                                            : NULL;
  (void)size;
  (void)arg;
  for (int i = 0; text != NULL && i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD
        && (info->dlpi_phdr[i].p_flags & PF_X) != 0)
      {
        text->start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        text->end = text->start + info->dlpi_phdr[i].p_memsz;
      }
  return 0;
}

/* ---- The stack: from the interrupted function on.  */

struct stack
{
  uintptr_t interrupted;
  int depth;
  bool has_begun;
  struct
  {
    uintptr_t ip;
    uintptr_t frame; /* what its frame pointer is, or would be */
  } at[DEPTH];
};

/* What the unwinder calls a frame's canonical address is where the frame that
   it has called ends: that one's own.  */
static _Unwind_Reason_Code
add (struct _Unwind_Context *context, void *arg)
{
  struct stack *stack = arg;
  uintptr_t ip = _Unwind_GetIP (context);
  if (ip == stack->interrupted)
    stack->has_begun = true;
  if (!stack->has_begun)
    return _URC_NO_REASON;
  if (stack->depth == DEPTH)
    return _URC_END_OF_STACK;
  uintptr_t frame = _Unwind_GetCFA (context) - 2 * sizeof (void *);
  if (stack->depth > 0)
    stack->at[stack->depth - 1].frame = frame;
  stack->at[stack->depth].ip = ip;
  stack->at[stack->depth++].frame = frame;
  return _URC_NO_REASON;
}

static int
find_frame (const struct stack *stack, uintptr_t frame)
{
  for (int i = 0; i < stack->depth; i++)
    if (stack->at[i].frame == frame && is_library (stack->at[i].ip))
      return i;
  return -1;
}

/* A worker's implicit task is on top of one on another stack.  A stack with
   DEPTH frames may have more.  */
static bool
is_here (const struct stack *stack, const ompt_frame_t *frame)
{
  uintptr_t enter = (uintptr_t)frame->enter_frame.ptr;
  uintptr_t exit = (uintptr_t)frame->exit_frame.ptr;
  if (stack->depth == 0)
    return false;
  uintptr_t oldest = stack->at[stack->depth - 1].frame;
  return (enter == 0 || (enter >= stack->at[0].frame && enter <= oldest))
         && (stack->depth < DEPTH || exit <= oldest);
}

/* ---- Samples.  */

static void
bad (const struct stack *stack, int level, const ompt_frame_t *frame,
     const char *what)
{
  char text[200];
  if (atomic_fetch_add (&wrong, 1) >= 5)
    return;
  int n = snprintf (text, sizeof (text), "frames: task %d: %s: %p, %p\n", level,
                    what, frame->enter_frame.ptr, frame->exit_frame.ptr);
  if (write (2, text, (size_t)n) < 0)
    return;
  for (int i = 0; i < stack->depth && i < 20; i++)
    {
      uintptr_t ip = stack->at[i].ip;
      const struct text *in = is_in (&core, ip)   ? &core
                              : is_in (&llvm, ip) ? &llvm
                                                  : &program;
      bool is_known = is_in (in, ip);
      n = snprintf (text, sizeof (text), "  %s+%lx, frame %lx\n",
                    is_known ? in->name : "other",
                    (long)(is_known ? ip - in->start : ip),
                    (long)stack->at[i].frame);
      if (write (2, text, (size_t)n) < 0)
        return;
    }
}

/* FRAME, of the task LEVEL, lies above AGE; returns the age of its oldest
   one.  */
static uintptr_t
check_task (const struct stack *stack, int level, const ompt_frame_t *frame,
            uintptr_t age)
{
  uintptr_t enter = (uintptr_t)frame->enter_frame.ptr;
  uintptr_t exit = (uintptr_t)frame->exit_frame.ptr;
  int i = enter == 0 ? -1 : find_frame (stack, enter);
  if (enter != 0 && i < 0)
    bad (stack, level, frame, "the frame that it has entered is not there");
  else if (enter != 0 && i + 1 < stack->depth
           && is_library (stack->at[i + 1].ip)
           && stack->at[i + 1].frame != exit)
    bad (stack, level, frame, "the library called what it has entered");
  if (exit != 0 && find_frame (stack, exit) < 0)
    bad (stack, level, frame, "its exit frame is not there");
  if (enter != 0 && enter < age)
    bad (stack, level, frame, "it has entered a younger task's frame");
  age = enter != 0 ? enter : age;
  if (exit != 0 && exit < age)
    bad (stack, level, frame, "its exit frame is too young");
  return exit != 0 ? exit : age;
}

static uintptr_t
frame_at (const struct stack *stack, int i)
{
  return i < stack->depth ? stack->at[i].frame : 0;
}

/* The first frame from FROM on that is not the library's (LIBRARY), or that
   is.  */
static int
skip (const struct stack *stack, int from, bool library)
{
  while (from < stack->depth && is_library (stack->at[from].ip) == library)
    from++;
  return from;
}

/* The program's code was interrupted, or code that it has called.  The library
   may have called it, for memory or to copy an object: then the task has
   entered the library, as check_task finds.  A signal handler, or a function
   that another library has called, may have interrupted anything.  */
static void
check_program (const struct stack *stack, const ompt_frame_t *frame)
{
  int i = 0;
  while (i < stack->depth && !is_in (&program, stack->at[i].ip)
         && !is_library (stack->at[i].ip))
    i++;
  if (i == stack->depth || !is_in (&program, stack->at[i].ip))
    return;
  atomic_fetch_add (&in_program, 1);
  if (frame->enter_frame.ptr != NULL
      && find_frame (stack, (uintptr_t)frame->enter_frame.ptr) > i)
    return;
  if (frame->enter_frame.ptr != NULL)
    bad (stack, 0, frame, "the program runs, but has entered the library");
  for (; i < stack->depth && !is_library (stack->at[i].ip); i++)
    if (!is_in (&program, stack->at[i].ip))
      return;
  uintptr_t exit = (uintptr_t)frame->exit_frame.ptr;
  /* Code of clang may call a task's body itself (if (0)): its exit frame is
     that of the task below.  */
  ompt_frame_t *below;
  for (int level = 1;
       exit == 0 && i < stack->depth && llvm.end != 0
       && get_task_info (level, NULL, NULL, &below, NULL, NULL) == 2;
       level++)
    exit = (uintptr_t)below->exit_frame.ptr;
  /* libomp.so.5 may have called it to copy or combine variables.  */
  int caller = skip (stack, i, true);
  if (frame_at (stack, i) != exit && caller < stack->depth
      && is_in (&llvm, stack->at[i].ip)
      && is_in (&program, stack->at[caller].ip))
    i = skip (stack, caller, false);
  if (frame_at (stack, i) != exit)
    bad (stack, 0, frame, "its exit frame is not the library's youngest one");
}

/* The last barrier of a region is in the function that calls its body.  */
static bool
is_last (int state)
{
  return state == ompt_state_wait_barrier_implicit_parallel;
}

static void
sample (int signal, siginfo_t *info, void *context)
{
  int saved = errno;
  struct stack stack = { .depth = 0 };
  ompt_frame_t *frame;
  uintptr_t age = 0;
  (void)signal;
  (void)info;
  stack.interrupted
      = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  if (!atomic_load (&is_over)
      && get_task_info (0, NULL, NULL, &frame, NULL, NULL) == 2)
    {
      _Unwind_Backtrace (add, &stack);
      check_program (&stack, frame);
      int state = get_state (NULL);
      if (frame->enter_frame.ptr == NULL
          && state >= ompt_state_wait_barrier_implicit_parallel
          && state <= ompt_state_wait_taskgroup && !is_last (state))
        bad (&stack, 0, frame, "it waits, but has not entered the library");
      for (int level = 0;
           get_task_info (level, NULL, NULL, &frame, NULL, NULL) == 2
           && is_here (&stack, frame);
           level++)
        age = check_task (&stack, level, frame, age);
      atomic_fetch_add (&samples, 1);
    }
  errno = saved;
}

static void *
interrupt (void *arg)
{
  const char *text = getenv ("FRAMES_HZ");
  long hz = text == NULL ? 10000 : strtol (text, NULL, 10);
  struct timespec pause = { .tv_nsec = 1000000000 / hz };
  while (!atomic_load (&is_over))
    {
      for (int i = 0; i < THREADS; i++)
        if (atomic_load (&tids[i]) != 0)
          syscall (SYS_tgkill, getpid (), atomic_load (&tids[i]), SIGPROF);
      nanosleep (&pause, NULL);
    }
  return arg;
}

/* ---- The tool.  */

static void
thread_begin (ompt_thread_t type, ompt_data_t *data)
{
  int tid = (int)syscall (SYS_gettid);
  (void)type;
  for (int i = 0; i < THREADS; i++)
    {
      int none = 0;
      if (atomic_compare_exchange_strong (&tids[i], &none, tid))
        {
          data->value = (uint64_t)i + 1;
          return;
        }
    }
}

static void
thread_end (ompt_data_t *data)
{
  if (data->value != 0)
    atomic_store (&tids[data->value - 1], 0);
}

static _Unwind_Reason_Code
no_more (struct _Unwind_Context *context, void *arg)
{
  (void)context;
  (void)arg;
  return _URC_NO_REASON;
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  sigset_t prof, before;
  (void)device;
  (void)data;
  get_state = (ompt_get_state_t)lookup ("ompt_get_state");
  get_task_info = (ompt_get_task_info_t)lookup ("ompt_get_task_info");
  set (ompt_callback_thread_begin, (ompt_callback_t)thread_begin);
  set (ompt_callback_thread_end, (ompt_callback_t)thread_end);
  dl_iterate_phdr (find_text, NULL);
  process = getpid ();
  is_over = !is_library ((uintptr_t)get_task_info);
  if (is_over)
    return 1;
  /* The unwinder allocates memory at its first use.  */
  _Unwind_Backtrace (no_more, NULL);
  struct sigaction action
      = { .sa_sigaction = sample, .sa_flags = SA_RESTART | SA_SIGINFO };
  sigaction (SIGPROF, &action, NULL);
  sigemptyset (&prof);
  sigaddset (&prof, SIGPROF);
  pthread_sigmask (SIG_BLOCK, &prof, &before);
  pthread_create (&helper, NULL, interrupt, NULL);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  const char *text = getenv ("FRAMES_LEAST");
  unsigned least = text == NULL ? 0 : (unsigned)strtol (text, NULL, 10);
  (void)data;
  if (is_over || getpid () != process)
    return;
  atomic_store (&is_over, true);
  pthread_join (helper, NULL);
  if (getenv ("FRAMES_SHOW") != NULL)
    fprintf (stderr, "%u samples, %u in the program, %u wrong\n", samples,
             in_program, wrong);
  if (wrong != 0)
    _exit (99);
  if (samples < least)
    _exit (98);
}
