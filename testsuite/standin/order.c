/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies that nothing orders are reported each time, whenever each operation
   runs, and other copies never.  */

#include "check.h"
#include "driver/api.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* add: each thread adds 1 to its word of P.  look: it reads it.  publish: as
   add, having written to Q.  */
static const char text[]
    = ".version 7.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry add (.param .u64 p, .param .u64 q)\n{\n"
      ".reg .u64 %p,%x;\n.reg .u32 %t,%b,%n;\n"
      "ld.param.u64 %p,[p];\nmov.u32 %t,%tid.x;\nmov.u32 %b,%ctaid.x;\n"
      "mov.u32 %n,%ntid.x;\nmad.lo.u32 %t,%b,%n,%t;\nmul.wide.u32 %x,%t,4;\n"
      "add.u64 %p,%p,%x;\nld.u32 %t,[%p];\nadd.u32 %t,%t,1;\n"
      "st.u32 [%p],%t;\nret;\n}\n"
      ".visible .entry look (.param .u64 p, .param .u64 q)\n{\n"
      ".reg .u64 %p,%x;\n.reg .u32 %t;\n"
      "ld.param.u64 %p,[p];\nmov.u32 %t,%tid.x;\nmul.wide.u32 %x,%t,4;\n"
      "add.u64 %p,%p,%x;\nld.u32 %t,[%p];\nret;\n}\n"
      ".visible .entry publish (.param .u64 p, .param .u64 q)\n{\n"
      ".reg .u64 %p,%q,%x;\n.reg .u32 %t;\n"
      "ld.param.u64 %p,[p];\nld.param.u64 %q,[q];\nmov.u32 %t,%tid.x;\n"
      "st.u32 [%q],%t;\nmul.wide.u32 %x,%t,4;\nadd.u64 %p,%p,%x;\n"
      "ld.u32 %t,[%p];\nadd.u32 %t,%t,1;\nst.u32 [%p],%t;\nret;\n}\n";

/* What a case has.  */
static CUmodule module;
static CUstream one, other;
static CUdeviceptr memory; /* 256 bytes, as HERE */
static char here[256];
static CUdeviceptr pinned;

/* Start NAME with THREADS on memory from AT on.  */
static void
start (const char *name, unsigned blocks, unsigned threads, size_t at,
       CUstream stream)
{
  CUfunction f;
  CUdeviceptr p = memory + at;
  void *arguments[] = { &p, &pinned };
  EXPECT (cuModuleGetFunction (&f, module, name) == 0);
  EXPECT (cuLaunchKernel (f, blocks, 1, 1, threads, 1, 1, 0, stream, arguments,
                          NULL)
          == 0);
}

static void
copy_in (size_t at, size_t size, CUstream stream)
{
  cuMemcpyHtoDAsync_v2 (memory + at, here, size, stream);
}

static void
copy_out (size_t at, size_t size, CUstream stream)
{
  cuMemcpyDtoHAsync_v2 (here, memory + at, size, stream);
}

/* ---- Races.  */

static void
copy_after (void)
{
  start ("add", 1, 64, 0, one);
  copy_out (0, 256, other);
}

static void
copy_long_after (void)
{
  start ("add", 1, 64, 0, one);
  usleep (10000);
  copy_out (0, 256, other);
}

static void
copy_before (void)
{
  copy_in (0, 256, other);
  start ("add", 1, 64, 0, one);
}

static void
copy_long_before (void)
{
  copy_in (0, 256, other);
  usleep (10000);
  start ("look", 1, 64, 0, one);
}

static void
two_copies (void)
{
  copy_in (0, 64, one);
  copy_in (63, 64, other);
}

static void
last_byte (void)
{
  start ("add", 1, 4, 8, one);
  copy_in (23, 8, other);
}

static void
first_byte (void)
{
  start ("look", 1, 4, 8, one);
  copy_in (0, 9, other);
}

/* Blocks that share a line, whoever executes them.  */
static void
word_of_a_block (void)
{
  start ("add", 8, 1, 0, one);
  copy_out (28, 4, other);
}

static void
copy_before_one_that_publishes (void)
{
  copy_in (0, 4, other);
  start ("publish", 1, 1, 0, one);
}

static void
event_of_the_wrong_stream (void)
{
  CUevent e;
  cuEventCreate (&e, 0);
  start ("add", 1, 64, 0, one);
  cuEventRecord (e, other);
  cuStreamWaitEvent (other, e, 0);
  copy_out (0, 256, other);
  cuStreamSynchronize (one);
  cuStreamSynchronize (other);
  cuEventDestroy_v2 (e);
}

static void
use_beside_the_allocation (void)
{
  cuMemAllocAsync (&memory, 256, other);
  start ("add", 1, 64, 0, one);
}

static void
free_beside_the_use (void)
{
  cuMemAllocAsync (&memory, 256, one);
  start ("add", 1, 64, 0, one);
  cuMemFreeAsync (memory, other);
}

/* Calls without a stream that return before the device has done it.  */
static void
copy_after_a_fill (void)
{
  cuMemsetD8_v2 (memory, 1, 256);
  copy_out (0, 256, other);
}

static void
copy_after_a_copy_on_the_device (void)
{
  cuMemcpyDtoD_v2 (memory, memory + 128, 128);
  copy_out (0, 256, other);
}

/* One after another, more than there are slots in clocks.  */
static void
copy_in_the_last_of_many_streams (void)
{
  for (unsigned n = 0; n < 80; n++)
    {
      cuStreamDestroy_v2 (other);
      cuStreamCreate (&other, CU_STREAM_NON_BLOCKING);
      copy_out (0, 256, other);
      cuStreamSynchronize (other);
    }
  copy_after ();
}

/* ---- What is not.  */

static void
both_read (void)
{
  start ("look", 1, 64, 0, one);
  copy_out (0, 256, other);
}

static void
bytes_beside (void)
{
  start ("add", 1, 4, 8, one);
  copy_in (0, 8, other);
  copy_out (24, 40, other);
}

static void
words_between_blocks (void)
{
  start ("add", 4, 1, 0, one);
  start ("add", 4, 1, 32, one);
  copy_in (16, 16, other);
}

static void
waited_for (void)
{
  start ("add", 1, 64, 0, one);
  cuStreamSynchronize (one);
  copy_in (0, 256, other);
}

static void
wait_for_gate (void *gate)
{
  while (!__atomic_load_n ((bool *)gate, __ATOMIC_ACQUIRE))
    usleep (100);
}

/* Destroyed before its copy is done; the host waits, but asks nobody.  */
static void
destroy_busy (CUstream stream)
{
  static bool is_open;
  __atomic_store_n (&is_open, false, __ATOMIC_RELAXED);
  cuLaunchHostFunc (stream, wait_for_gate, &is_open);
  copy_out (0, 256, stream);
  cuStreamDestroy_v2 (stream);
  __atomic_store_n (&is_open, true, __ATOMIC_RELEASE);
  usleep (10000);
}

static void
null_stream_after_destroyed (void)
{
  CUstream s;
  cuStreamCreate (&s, 0);
  destroy_busy (s);
  copy_out (0, 256, NULL);
}

static void
context_waited_after_destroyed (void)
{
  CUstream s;
  cuStreamCreate (&s, CU_STREAM_NON_BLOCKING);
  destroy_busy (s);
  cuCtxSynchronize ();
  copy_out (0, 256, one);
}

static bool gate;

static void
close_gate (CUstream stream)
{
  __atomic_store_n (&gate, false, __ATOMIC_RELAXED);
  cuLaunchHostFunc (stream, wait_for_gate, &gate);
}

static void
open_gate (void *nothing)
{
  (void)nothing;
  __atomic_store_n (&gate, true, __ATOMIC_RELEASE);
}

/* All is submitted before any of it is done.  */
static void
value_between (void)
{
  CUdeviceptr flag = pinned;
  *(uint32_t *)(uintptr_t)flag = 0;
  close_gate (one);
  copy_in (0, 256, one);
  cuStreamWriteValue32_v2 (one, flag, 1, 0);
  cuStreamWaitValue32_v2 (other, flag, 1, 0);
  copy_out (0, 256, other);
  open_gate (NULL);
}

static void
value_of_a_kernel_between (void)
{
  CUdeviceptr flag = memory;
  cuMemsetD8_v2 (memory, 0, 256);
  cuCtxSynchronize ();
  close_gate (one);
  start ("add", 1, 1, 0, one);
  cuStreamWaitValue32_v2 (other, flag, 1, 1);
  copy_out (0, 4, other);
  open_gate (NULL);
}

static void
host_functions_between (void)
{
  copy_in (0, 256, one);
  close_gate (other);
  copy_out (0, 256, other);
  cuLaunchHostFunc (one, open_gate, NULL);
}

/* The host waits for what waited in another context.  */
static void
context_between (void)
{
  CUcontext here_too, first;
  CUstream s;
  CUevent e;
  cuCtxGetCurrent (&first);
  cuEventCreate (&e, 0);
  copy_in (0, 256, one);
  cuEventRecord (e, one);
  cuCtxCreate_v2 (&here_too, 0, 0);
  cuStreamCreate (&s, 0);
  cuStreamWaitEvent (s, e, 0);
  cuStreamSynchronize (s);
  cuCtxDestroy_v2 (here_too);
  cuCtxSetCurrent (first);
  copy_out (0, 256, other);
}

/* What the host sees is filled when the call returns.  */
static void
copy_after_a_fill_of_host_memory (void)
{
  cuMemsetD8_v2 (pinned, 1, 4);
  cuMemcpyAsync (memory, pinned, 4, other);
}

static void
event_between (void)
{
  CUevent e;
  cuEventCreate (&e, 0);
  memset (here, 0, sizeof here);
  copy_in (0, 256, one);
  start ("add", 1, 64, 0, one);
  cuEventRecord (e, one);
  cuStreamWaitEvent (other, e, 0);
  copy_out (0, 256, other);
  cuEventDestroy_v2 (e);
  cuStreamSynchronize (other);
  EXPECT (here[252] == 1);
}

static void
use_behind_the_allocation (void)
{
  CUevent e;
  cuEventCreate (&e, 0);
  cuMemAllocAsync (&memory, 256, other);
  cuEventRecord (e, other);
  cuStreamWaitEvent (one, e, 0);
  start ("add", 1, 64, 0, one);
  cuEventRecord (e, one);
  cuStreamWaitEvent (other, e, 0);
  cuMemFreeAsync (memory, other);
  cuEventDestroy_v2 (e);
}

static void
one_stream (void)
{
  start ("add", 1, 64, 0, one);
  copy_out (0, 256, one);
}

/* As what it asks for would be, though it has not yet.  */
static void
copy_after_one_that_publishes (void)
{
  start ("publish", 1, 1, 0, one);
  copy_in (0, 4, other);
}

static void *
copy_and_wait (void *nothing)
{
  cuMemcpyHtoD_v2 (memory, here, 256);
  return nothing;
}

/* Threads may order them by means that the stand-in does not see.  */
static void
another_thread_waited (void)
{
  pthread_t id;
  pthread_create (&id, NULL, copy_and_wait, NULL);
  pthread_join (id, NULL);
  start ("add", 1, 64, 0, one);
}

/* In a context of its own, which an error breaks; the reports are in SAID.  */
static CUresult
run (void (*operations) (void), char *said, size_t room)
{
  CUcontext context;
  void *p;
  EXPECT (cuDevicePrimaryCtxRetain (&context, 0) == 0);
  EXPECT (cuCtxSetCurrent (context) == 0);
  EXPECT (cuModuleLoadData (&module, text) == 0);
  EXPECT (cuStreamCreate (&one, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuStreamCreate (&other, CU_STREAM_NON_BLOCKING) == 0);
  EXPECT (cuMemAlloc_v2 (&memory, sizeof here) == 0);
  EXPECT (cuMemAllocHost_v2 (&p, 4) == 0);
  pinned = (CUdeviceptr)(uintptr_t)p;
  FILE *file = tmpfile ();
  int old = dup (2);
  dup2 (fileno (file), 2);
  operations ();
  CUresult result = cuCtxSynchronize ();
  dup2 (old, 2);
  close (old);
  rewind (file);
  said[fread (said, 1, room - 1, file)] = 0;
  fclose (file);
  EXPECT (cuDevicePrimaryCtxReset_v2 (0) == 0);
  return result;
}

#define TIMES 25

static void
is_race (void (*operations) (void))
{
  char said[2048];
  for (unsigned n = 0; n < TIMES; n++)
    {
      EXPECT (run (operations, said, sizeof said) == CUDA_ERROR_LAUNCH_FAILED);
      EXPECT (strstr (said, ", and nothing orders them\n") != NULL);
    }
}

static void
is_ordered (void (*operations) (void))
{
  char said[2048];
  for (unsigned n = 0; n < TIMES; n++)
    {
      EXPECT (run (operations, said, sizeof said) == 0);
      EXPECT (!*said);
    }
}

static void
test_races (void)
{
  is_race (copy_after);
  is_race (copy_long_after);
  is_race (copy_before);
  is_race (copy_long_before);
  is_race (two_copies);
  is_race (first_byte);
  is_race (last_byte);
  is_race (word_of_a_block);
  is_race (copy_before_one_that_publishes);
  is_race (event_of_the_wrong_stream);
  is_race (use_beside_the_allocation);
  is_race (free_beside_the_use);
  is_race (copy_after_a_fill);
  is_race (copy_after_a_copy_on_the_device);
  is_race (copy_in_the_last_of_many_streams);
}

static void
test_no_races (void)
{
  is_ordered (both_read);
  is_ordered (bytes_beside);
  is_ordered (words_between_blocks);
  is_ordered (waited_for);
  is_ordered (null_stream_after_destroyed);
  is_ordered (context_waited_after_destroyed);
  is_ordered (value_between);
  is_ordered (value_of_a_kernel_between);
  is_ordered (host_functions_between);
  is_ordered (context_between);
  is_ordered (copy_after_a_fill_of_host_memory);
  is_ordered (event_between);
  is_ordered (one_stream);
  is_ordered (use_behind_the_allocation);
  is_ordered (copy_after_one_that_publishes);
  is_ordered (another_thread_waited);
}

static void
test_message (void)
{
  char said[2048];
  EXPECT (run (copy_after, said, sizeof said) == CUDA_ERROR_LAUNCH_FAILED);
  EXPECT (strstr (said, "kernel add in stream") != NULL);
  /* The write, not the read before it.  */
  EXPECT (strstr (said, "\n  in add, module 1 line 17: st.u32 [%p],%t;\n")
          != NULL);
}

int
main (int argc, char **argv)
{
  (void)argc;
  /* Settings are read when the program starts.  */
  if (!getenv ("STANDIN_CUDA_THREADS"))
    {
      setenv ("STANDIN_CUDA_THREADS", "4", 1);
      execv ("/proc/self/exe", argv);
    }
  EXPECT (cuInit (0) == 0);
  /* These are races, which a sanitizer would report as well.  */
#ifndef __SANITIZE_THREAD__
  RUN (test_races);
  RUN (test_message);
#endif
  RUN (test_no_races);
  return check_done ();
}
