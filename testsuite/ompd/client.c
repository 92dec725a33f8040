/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A debugger: client LIBOMPD (PID | CORE) [tracked].  It reads the
   memory of program.c's process, or of a core with the ranges that the process
   had, and compares what LIBOMPD says with the program's truth.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "truth.h"
#include <omp-tools.h>

static int failures;
#define CHECK(condition)                                                       \
  ((condition)                                                                 \
       ? (void)0                                                               \
       : (void)(failures++, printf ("line %d: %s\n", __LINE__, #condition)))
#define OK(call) CHECK ((call) == ompd_rc_ok)

/* ---- The program's memory.  */

struct range
{
  uint64_t begin, end; /* addresses */
  uint64_t offset;     /* in the core, or in the file */
  char file[512];      /* of the file; "": none */
};
static struct range ranges[4096], segments[4096];
static int range_count, segment_count;
static int memory; /* /proc/PID/mem, or the core */
static bool is_core;

static void *
map_file (const char *name)
{
  struct stat st;
  int fd = open (name, O_RDONLY);
  if (fd < 0 || fstat (fd, &st) != 0)
    return NULL;
  void *bytes = mmap (NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  return bytes == MAP_FAILED ? NULL : bytes;
}

static void
read_maps (const char *pid)
{
  char name[64], line[1024];
  snprintf (name, sizeof (name), "/proc/%s/maps", pid);
  FILE *maps = fopen (name, "r");
  while (maps != NULL && fgets (line, sizeof (line), maps) != NULL)
    {
      struct range *r = &ranges[range_count];
      unsigned long begin, end, offset;
      if (sscanf (line, "%lx-%lx %*s %lx %*s %*s %500s", &begin, &end, &offset,
                  r->file)
              == 4
          && range_count < 4095)
        {
          r->begin = begin, r->end = end, r->offset = offset;
          range_count++;
        }
    }
  if (maps != NULL)
    fclose (maps);
  snprintf (name, sizeof (name), "/proc/%s/mem", pid);
  memory = open (name, O_RDONLY);
}

/* The note lists: count, page size, then begin, end and page number of each
   range, then their names.  */
static void
read_files (const char *note)
{
  uint64_t numbers[3], count, page;
  memcpy (&count, note, 8);
  memcpy (&page, note + 8, 8);
  const char *name = note + 16 + count * sizeof (numbers);
  for (uint64_t i = 0; i < count && i < 4095; i++)
    {
      memcpy (numbers, note + 16 + i * sizeof (numbers), sizeof (numbers));
      struct range *r = &ranges[range_count++];
      r->begin = numbers[0], r->end = numbers[1];
      r->offset = numbers[2] * page;
      snprintf (r->file, sizeof (r->file), "%s", name);
      name += strlen (name) + 1;
    }
}

static void
read_notes (const char *bytes, uint64_t size)
{
  for (uint64_t at = 0; at + sizeof (Elf64_Nhdr) <= size;)
    {
      Elf64_Nhdr note;
      memcpy (&note, bytes + at, sizeof (note));
      at += sizeof (note) + ((note.n_namesz + 3) & ~3u);
      if (note.n_type == NT_FILE)
        read_files (bytes + at);
      at += (note.n_descsz + 3) & ~3u;
    }
}

static void
read_core (const char *name)
{
  const char *core = map_file (name);
  memory = open (name, O_RDONLY);
  is_core = true;
  if (core == NULL)
    return;
  const Elf64_Ehdr *header = (const void *)core;
  const Elf64_Phdr *p = (const void *)(core + header->e_phoff);
  for (int i = 0; i < header->e_phnum && i < 4095; i++)
    if (p[i].p_type == PT_LOAD && p[i].p_filesz != 0)
      segments[segment_count++]
          = (struct range){ p[i].p_vaddr, p[i].p_vaddr + p[i].p_filesz,
                            p[i].p_offset, "" };
    else if (p[i].p_type == PT_NOTE)
      read_notes (core + p[i].p_offset, p[i].p_filesz);
}

static const struct range *
range_with (const struct range *all, int count, uint64_t address)
{
  for (int i = 0; i < count; i++)
    if (all[i].begin <= address && address < all[i].end)
      return &all[i];
  return NULL;
}

/* What a core lacks is as in the file.  */
static bool
read_bytes (uint64_t address, size_t size, void *to)
{
  if (!is_core)
    return pread (memory, to, size, (off_t)address) == (ssize_t)size;
  const struct range *r = range_with (segments, segment_count, address);
  if (r != NULL)
    return pread (memory, to, size, (off_t)(r->offset + address - r->begin))
           == (ssize_t)size;
  r = range_with (ranges, range_count, address);
  int fd = r == NULL ? -1 : open (r->file, O_RDONLY);
  bool done = fd >= 0
              && pread (fd, to, size, (off_t)(r->offset + address - r->begin))
                     == (ssize_t)size;
  if (fd >= 0)
    close (fd);
  return done;
}

/* ---- Symbols, of dynamic symbol tables alone.  */

static uint64_t
symbol_in (const char *file, const char *symbol)
{
  const char *bytes = map_file (file);
  if (bytes == NULL || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return 0;
  const Elf64_Ehdr *header = (const void *)bytes;
  const Elf64_Shdr *s = (const void *)(bytes + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++)
    if (s[i].sh_type == SHT_DYNSYM)
      {
        const Elf64_Sym *symbols = (const void *)(bytes + s[i].sh_offset);
        const char *names = bytes + s[s[i].sh_link].sh_offset;
        for (uint64_t k = 0; k < s[i].sh_size / sizeof (*symbols); k++)
          if (symbols[k].st_shndx != SHN_UNDEF
              && strcmp (names + symbols[k].st_name, symbol) == 0)
            return symbols[k].st_value;
      }
  return 0;
}

static uint64_t
address_of (const char *symbol)
{
  for (int i = 0; i < range_count; i++)
    {
      uint64_t value = ranges[i].offset == 0 && ranges[i].file[0] == '/'
                           ? symbol_in (ranges[i].file, symbol)
                           : 0;
      if (value != 0)
        return ranges[i].begin + value;
    }
  return 0;
}

/* ---- The functions that the library calls.  */

static long blocks;
static bool damaged; /* all that is read are the same numbers */

static ompd_rc_t
alloc_memory (ompd_size_t size, void **memory_)
{
  blocks++;
  *memory_ = malloc (size);
  return *memory_ != NULL ? ompd_rc_ok : ompd_rc_nomem;
}

static ompd_rc_t
free_memory (void *block)
{
  blocks--;
  free (block);
  return ompd_rc_ok;
}

static ompd_rc_t
look_up (ompd_address_space_context_t *context, ompd_thread_context_t *thread,
         const char *symbol, ompd_address_t *address, const char *file)
{
  (void)context, (void)thread, (void)file;
  address->segment = ompd_segment_none;
  address->address = address_of (symbol);
  return address->address != 0 ? ompd_rc_ok : ompd_rc_error;
}

static ompd_rc_t
read_memory (ompd_address_space_context_t *context,
             ompd_thread_context_t *thread, const ompd_address_t *address,
             ompd_size_t size, void *to)
{
  (void)context, (void)thread;
  if (damaged)
    {
      memset (to, 1, size);
      return ompd_rc_ok;
    }
  return read_bytes (address->address, size, to) ? ompd_rc_ok : ompd_rc_error;
}

static const ompd_callbacks_t callbacks = { .alloc_memory = alloc_memory,
                                            .free_memory = free_memory,
                                            .symbol_addr_lookup = look_up,
                                            .read_memory = read_memory };

/* ---- The library.  */

#define FUNCTIONS(F)                                                           \
  F (initialize)                                                               \
  F (get_api_version)                                                          \
  F (get_version_string)                                                       \
  F (finalize) F (process_initialize) F (device_initialize) F (                \
      rel_address_space_handle) F (get_device_thread_id_kinds)                 \
      F (get_omp_version) F (get_omp_version_string) F (                       \
          get_thread_in_parallel) F (get_thread_handle) F (rel_thread_handle)  \
          F (thread_handle_compare) F (get_thread_id)                          \
              F (get_device_from_thread) F (get_curr_parallel_handle) F (      \
                  get_enclosing_parallel_handle) F (get_task_parallel_handle)  \
                  F (rel_parallel_handle) F (parallel_handle_compare) F (      \
                      get_curr_task_handle) F (get_generating_task_handle)     \
                      F (get_scheduling_task_handle) F (get_task_in_parallel)  \
                          F (rel_task_handle) F (task_handle_compare)          \
                              F (get_task_function) F (get_task_frame)         \
                                  F (enumerate_states) F (get_state)           \
                                      F (get_display_control_vars)             \
                                          F (rel_display_control_vars) F (     \
                                              enumerate_icvs)                  \
                                              F (get_icv_from_scope) F (       \
                                                  get_icv_string_from_scope)   \
                                                  F (get_tool_data)
static struct
{
#define F(name) __typeof__ (ompd_##name) *name;
  FUNCTIONS (F)
#undef F
} ompd;

static bool
load (const char *name)
{
  void *library = dlopen (name, RTLD_NOW | RTLD_LOCAL);
  bool complete = library != NULL;
#define F(name)                                                                \
  if (complete)                                                                \
    {                                                                          \
      void *symbol = dlsym (library, "ompd_" #name);                           \
      memcpy (&ompd.name, &symbol, sizeof (symbol));                           \
      complete = symbol != NULL;                                               \
    }
  FUNCTIONS (F)
#undef F
  return complete;
}

/* ---- What is checked.  */

static struct truth truth;
static bool tracked; /* threads are observed */
static ompd_address_space_handle_t *space;
static ompd_thread_handle_t *threads[4]; /* as truth.pthread */
static ompd_parallel_handle_t *inner, *outer, *implicit;

static void
check_library (void)
{
  ompd_word_t version = 0;
  const char *text = NULL;
  ompd_callbacks_t none = { 0 };
  CHECK (ompd.initialize (202111, NULL) == ompd_rc_bad_input);
  CHECK (ompd.initialize (202111, &none) == ompd_rc_bad_input);
  CHECK (ompd.initialize (201511, &callbacks) == ompd_rc_unsupported);
  OK (ompd.initialize (202111, &callbacks));
  OK (ompd.get_api_version (&version));
  CHECK (version == 202111);
  OK (ompd.get_version_string (&text));
  CHECK (text != NULL && strstr (text, "offgomp") != NULL);
}

static void
check_space (void)
{
  ompd_word_t version = 0;
  const char *text = NULL;
  ompd_thread_id_t *kinds;
  ompd_size_t *sizes;
  ompd_address_space_handle_t *device;
  void *context = &truth;
  int count = 0;
  OK (ompd.process_initialize (context, &space));
  OK (ompd.get_omp_version (space, &version));
  CHECK (version == 202111);
  OK (ompd.get_omp_version_string (space, &text));
  CHECK (text != NULL && strncmp (text, "offgomp", 7) == 0);
  free_memory ((void *)text);
  OK (ompd.get_device_thread_id_kinds (space, &kinds, &sizes, &count));
  CHECK (count == 2 && kinds[1] == OMPD_THREAD_ID_LWP && sizes[1] == 4);
  free_memory (kinds);
  free_memory (sizes);
  CHECK (ompd.device_initialize (space, context, OMPD_DEVICE_KIND_CUDA, 0, NULL,
                                 &device)
         == ompd_rc_unsupported);
  OK (ompd.device_initialize (space, context, OMPD_DEVICE_KIND_HOST, 0, NULL,
                              &device));
  OK (ompd.rel_address_space_handle (device));
}

static void
check_threads (void)
{
  ompd_thread_handle_t *same;
  pthread_t nobody = 12345;
  for (int i = 0; i < 4; i++)
    {
      int number = 0, order = 1;
      OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_PTHREAD,
                                  sizeof (pthread_t), &truth.pthread[i],
                                  &threads[i]));
      OK (ompd.get_thread_id (threads[i], OMPD_THREAD_ID_LWP, sizeof (int),
                              &number));
      CHECK (number == truth.system_id[i]);
      OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (int),
                                  &number, &same));
      OK (ompd.thread_handle_compare (threads[i], same, &order));
      CHECK (order == 0);
      OK (ompd.rel_thread_handle (same));
    }
  CHECK (ompd.get_thread_handle (space, OMPD_THREAD_ID_PTHREAD, sizeof (nobody),
                                 &nobody, &same)
         == ompd_rc_unavailable);
  CHECK (ompd.get_thread_handle (space, 7, sizeof (nobody), &nobody, &same)
         == ompd_rc_unsupported);
}

/* A thread that is in no region: its region is the implicit one.  */
static void
check_outside (void)
{
  ompd_thread_handle_t *thread, *same;
  ompd_parallel_handle_t *region;
  int order = 1;
  OK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (int),
                              &truth.outside, &thread));
  OK (ompd.get_curr_parallel_handle (thread, &region));
  CHECK (ompd.get_enclosing_parallel_handle (region, &implicit)
         == ompd_rc_unavailable);
  OK (ompd.get_thread_in_parallel (region, 0, &same));
  OK (ompd.thread_handle_compare (thread, same, &order));
  CHECK (order == 0);
  OK (ompd.rel_thread_handle (same));
  OK (ompd.rel_thread_handle (thread));
  OK (ompd.rel_parallel_handle (region));
}

static bool
same_region (ompd_parallel_handle_t *a, ompd_parallel_handle_t *b)
{
  int order = 1;
  return ompd.parallel_handle_compare (a, b, &order) == ompd_rc_ok
         && order == 0;
}

static void
check_members (ompd_parallel_handle_t *region, int count,
               ompd_thread_handle_t **members)
{
  ompd_thread_handle_t *thread;
  int order = 1;
  for (int i = 0; i < count; i++)
    {
      OK (ompd.get_thread_in_parallel (region, i, &thread));
      OK (ompd.thread_handle_compare (thread, members[i], &order));
      CHECK (order == 0);
      OK (ompd.rel_thread_handle (thread));
    }
  CHECK (ompd.get_thread_in_parallel (region, count, &thread)
         == ompd_rc_bad_input);
}

static void
check_regions (void)
{
  ompd_parallel_handle_t *same;
  ompd_thread_handle_t *inside[2] = { threads[1], threads[3] };
  OK (ompd.get_curr_parallel_handle (threads[1], &inner));
  OK (ompd.get_curr_parallel_handle (threads[2], &outer));
  OK (ompd.get_enclosing_parallel_handle (inner, &same));
  CHECK (same_region (outer, same) && !same_region (outer, inner));
  OK (ompd.rel_parallel_handle (same));
  OK (ompd.get_enclosing_parallel_handle (outer, &implicit));
  CHECK (ompd.get_enclosing_parallel_handle (implicit, &same)
         == ompd_rc_unavailable);
  check_members (outer, 3, threads);
  check_members (inner, 2, inside);
  check_members (implicit, 1, threads);
}

/* ---- Tasks.  */

static bool
same_task (ompd_task_handle_t *a, ompd_task_handle_t *b)
{
  int order = 1;
  return ompd.task_handle_compare (a, b, &order) == ompd_rc_ok && order == 0;
}

static void
check_frames (ompd_task_handle_t *task)
{
  ompd_frame_info_t out, in;
  if (!tracked)
    {
      CHECK (ompd.get_task_frame (task, &out, &in)
             == ompd_rc_needs_state_tracking);
      return;
    }
  OK (ompd.get_task_frame (task, &out, &in));
  uint64_t body = (uint64_t)(uintptr_t)truth.frame;
  CHECK (out.frame_address.address > body
         && out.frame_address.address - body < 4096);
  CHECK (in.frame_address.address == 0);
}

static void
check_scheduling (ompd_task_handle_t *task, ompd_task_handle_t *parent)
{
  ompd_task_handle_t *below;
  if (!tracked)
    {
      CHECK (ompd.get_scheduling_task_handle (task, &below)
             == ompd_rc_needs_state_tracking);
      return;
    }
  OK (ompd.get_scheduling_task_handle (task, &below));
  CHECK (same_task (below, parent));
  OK (ompd.rel_task_handle (below));
}

static void
check_tasks (void)
{
  ompd_task_handle_t *task, *member, *parent, *grandparent, *outermost;
  ompd_parallel_handle_t *region;
  ompd_address_t function = { 0 }, other = { 0 };
  OK (ompd.get_curr_task_handle (threads[1], &task));
  OK (ompd.get_task_parallel_handle (task, &region));
  CHECK (same_region (region, inner));
  OK (ompd.rel_parallel_handle (region));
  OK (ompd.get_generating_task_handle (task, &parent));
  OK (ompd.get_task_in_parallel (inner, 0, &member));
  CHECK (same_task (parent, member) && !same_task (task, member));
  check_scheduling (task, parent);
  check_frames (task);
  OK (ompd.rel_task_handle (member));
  OK (ompd.get_generating_task_handle (parent, &grandparent));
  OK (ompd.get_task_in_parallel (outer, 1, &member));
  CHECK (same_task (grandparent, member));
  OK (ompd.rel_task_handle (member));
  OK (ompd.get_generating_task_handle (grandparent, &outermost));
  OK (ompd.get_task_function (task, &function));
  CHECK (function.address != 0);
  OK (ompd.get_task_function (parent, &other));
  CHECK (other.address != 0 && other.address != function.address);
  OK (ompd.get_task_parallel_handle (outermost, &region));
  CHECK (same_region (region, implicit));
  CHECK (ompd.get_generating_task_handle (outermost, &member)
         == ompd_rc_unavailable);
  OK (ompd.rel_parallel_handle (region));
  OK (ompd.rel_task_handle (outermost));
  OK (ompd.rel_task_handle (grandparent));
  OK (ompd.rel_task_handle (parent));
  OK (ompd.rel_task_handle (task));
}

/* ---- States and variables.  */

static void
check_state (int i, ompd_word_t wanted, void *lock)
{
  ompd_word_t state = -1;
  ompd_wait_id_t wait = 1;
  if (!tracked)
    {
      CHECK (ompd.get_state (threads[i], &state, &wait)
             == ompd_rc_needs_state_tracking);
      return;
    }
  OK (ompd.get_state (threads[i], &state, &wait));
  CHECK (state == wanted);
  CHECK (wait == (ompd_wait_id_t)(uintptr_t)lock);
}

static void
check_states (void)
{
  ompd_word_t state = ompt_state_undefined, more = 1;
  const char *name;
  int count = 0;
  check_state (0, ompt_state_wait_barrier_explicit, NULL);
  check_state (1, ompt_state_work_parallel, NULL);
  check_state (2, ompt_state_wait_lock, truth.lock);
  check_state (3, ompt_state_wait_barrier_implicit_parallel, NULL);
  while (more && count < 100)
    {
      OK (ompd.enumerate_states (space, state, &state, &name, &more));
      CHECK (strncmp (name, "ompt_state_", 11) == 0);
      free_memory ((void *)name);
      count++;
    }
  CHECK (count == 15);
}

static ompd_icv_id_t
icv_of (const char *wanted, ompd_scope_t *scope)
{
  ompd_icv_id_t id = ompd_icv_undefined;
  int more = 1;
  bool found = false;
  while (more && !found)
    {
      const char *name;
      if (ompd.enumerate_icvs (space, id, &id, &name, scope, &more)
          != ompd_rc_ok)
        return 0;
      found = strcmp (name, wanted) == 0;
      free_memory ((void *)name);
    }
  return found ? id : 0;
}

static void
check_icv (const char *name, void *handle, ompd_rc_t rc, ompd_word_t wanted,
           const char *wanted_text)
{
  ompd_scope_t scope;
  ompd_icv_id_t id = icv_of (name, &scope);
  ompd_word_t value = -77;
  const char *text = NULL;
  ompd_rc_t answer = ompd.get_icv_from_scope (handle, scope, id, &value);
  if (answer != rc || (rc == ompd_rc_ok && value != wanted))
    failures++, printf ("%s: %d, %ld\n", name, answer, (long)value);
  OK (ompd.get_icv_string_from_scope (handle, scope, id, &text));
  if (text == NULL || strcmp (text, wanted_text) != 0)
    failures++, printf ("%s: '%s'\n", name, text);
  free_memory ((void *)text);
}

static void
check_icvs (void)
{
  ompd_task_handle_t *task;
  const char *const *lines;
  int count = 0;
  OK (ompd.get_curr_task_handle (threads[1], &task));
  check_icv ("nthreads-var", task, ompd_rc_incomplete, 6, "6,7");
  check_icv ("run-sched-var", task, ompd_rc_incomplete, 0,
             "monotonic:guided,3");
  check_icv ("ompd-final-var", task, ompd_rc_ok, 1, "true");
  check_icv ("ompd-implicit-var", task, ompd_rc_ok, 0, "false");
  check_icv ("max-active-levels-var", task, ompd_rc_ok, 3, "3");
  check_icv ("ompd-thread-num-var", threads[3], ompd_rc_ok, 1, "1");
  check_icv ("ompd-team-size-var", inner, ompd_rc_ok, 2, "2");
  check_icv ("ompd-team-size-var", outer, ompd_rc_ok, 3, "3");
  check_icv ("ompd-team-size-var", implicit, ompd_rc_ok, 1, "1");
  check_icv ("levels-var", inner, ompd_rc_ok, 2, "2");
  check_icv ("active-levels-var", implicit, ompd_rc_ok, 0, "0");
  check_icv ("cancel-var", space, ompd_rc_ok, 1, "true");
  check_icv ("debug-var", space, ompd_rc_ok, tracked,
             tracked ? "true" : "false");
  check_icv ("wait-policy-var", space, ompd_rc_ok, 0, "passive");
  check_icv ("tool-libraries-var", space, ompd_rc_ok, 0, "");
  check_icv ("default-device-var", task, ompd_rc_ok, 0,
             "the first one with code");
  OK (ompd.rel_task_handle (task));
  OK (ompd.get_display_control_vars (space, &lines));
  for (; lines[count] != NULL; count++)
    CHECK (strchr (lines[count], '=') != NULL);
  CHECK (count > 15);
  OK (ompd.rel_display_control_vars (&lines));
}

static void
check_tool_data (void)
{
  ompd_word_t value = -1;
  ompd_address_t pointer;
  ompd_rc_t wanted = tracked ? ompd_rc_ok : ompd_rc_needs_state_tracking;
  ompd_thread_handle_t *thread = threads[1];
  CHECK (ompd.get_tool_data (thread, ompd_scope_thread, &value, &pointer)
         == wanted);
  CHECK (ompd.get_tool_data (inner, ompd_scope_parallel, &value, &pointer)
         == wanted);
  CHECK (value == (tracked ? 0 : -1));
  CHECK (ompd.get_tool_data (space, ompd_scope_global, &value, &pointer)
         == ompd_rc_bad_input);
}

/* Every list is a ring.  */
static void
check_damaged (void)
{
  ompd_thread_handle_t *thread;
  ompd_task_handle_t *task, *below;
  int number = 1;
  OK (ompd.get_curr_task_handle (threads[1], &task));
  damaged = true;
  CHECK (ompd.get_thread_handle (space, OMPD_THREAD_ID_LWP, sizeof (number),
                                 &number, &thread)
         == ompd_rc_unavailable);
  CHECK (ompd.get_thread_in_parallel (outer, 0, &thread)
         == ompd_rc_unavailable);
  CHECK (ompd.get_scheduling_task_handle (task, &below) == ompd_rc_unavailable);
  damaged = false;
  OK (ompd.rel_task_handle (task));
}

static void
release (void)
{
  ompd_address_space_handle_t *same;
  OK (ompd.get_device_from_thread (threads[0], &same));
  OK (ompd.rel_address_space_handle (same));
  for (int i = 0; i < 4; i++)
    OK (ompd.rel_thread_handle (threads[i]));
  OK (ompd.rel_parallel_handle (inner));
  OK (ompd.rel_parallel_handle (outer));
  OK (ompd.rel_parallel_handle (implicit));
  OK (ompd.rel_address_space_handle (space));
  OK (ompd.finalize ());
  CHECK (ompd.finalize () != ompd_rc_ok);
  CHECK (blocks == 0);
}

/* The program names the library; the breakpoints are symbols.  */
static void
check_symbols (const char *name)
{
  static const char *const stops[]
      = { "thread_begin", "thread_end", "parallel_begin", "parallel_end",
          "task_begin",   "task_end",   "device_begin",   "device_end",
          "teams_begin",  "teams_end" };
  uint64_t vector = 0, first = 0;
  char path[1024], symbol[64];
  CHECK (read_bytes (address_of ("ompd_dll_locations"), 8, &vector));
  CHECK (read_bytes (vector, 8, &first));
  size_t length = strlen (name) + 1;
  CHECK (first != 0 && length < sizeof (path)
         && read_bytes (first, length, path));
  CHECK (address_of ("ompd_dll_locations_valid") != 0);
  for (size_t i = 0; i < sizeof (stops) / sizeof (stops[0]); i++)
    {
      snprintf (symbol, sizeof (symbol), "ompd_bp_%s", stops[i]);
      CHECK (address_of (symbol) != 0);
    }
}

int
main (int argc, char **argv)
{
  if (argc < 3 || !load (argv[1]))
    {
      printf ("%s\n", argc < 3 ? "what?" : dlerror ());
      return 2;
    }
  tracked = argc > 3;
  if (strspn (argv[2], "0123456789") == strlen (argv[2]))
    read_maps (argv[2]);
  else
    read_core (argv[2]);
  if (!read_bytes (address_of ("truth"), sizeof (truth), &truth))
    {
      printf ("the program cannot be read\n");
      return 2;
    }
  check_symbols (argv[1]);
  check_library ();
  check_space ();
  check_threads ();
  check_outside ();
  check_regions ();
  check_tasks ();
  check_states ();
  check_icvs ();
  check_tool_data ();
  check_damaged ();
  release ();
  return failures != 0;
}
