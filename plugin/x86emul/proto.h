/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The protocol between the plugin (host) and the device program.

   Numbers have fixed widths and native byte order.  No side follows a pointer
   of the other: an address is an offset, or an address in the device process,
   which means nothing to the host.  There are three parts:

   - messages, request and answer, over a stream (start, images, new servers);

   - the control block, shared memory, for what must be fast (launches) and
     for what a dying device can still report (the fault record).  A region's
     wild store may change any of it.  So each side keeps its own copy of what
     it wrote there, reads each value of the other side once, and rejects
     impossible ones;

   - device memory: offsets [0, arena size) that the host allocates and the
     device maps at ARENA_START.

   At the start the device sends HELLO.  The host answers RESTART (the device's
   addresses clash with the host's: try another layout) or WELCOME; the device
   answers WELCOME with READY.  Then the host sends requests, one at a time,
   which the device answers in order.  An answer with a status other than 0 has
   a text for the user as its payload.

   Model: testsuite/models/launch-queue.pml.  */

#ifndef PLUGIN_X86EMUL_PROTO_H
#define PLUGIN_X86EMUL_PROTO_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sync/wait.h"
#include "user/omp-tools.h"

#define X86EMUL_PROTO_MAGIC 0x4c554d4550474f4full
#define X86EMUL_PROTO_VERSION 11
/* Descriptor of the stream in a device process at its start.  */
#define X86EMUL_STREAM_FD 3
/* The environment variable that names the libraries of sanitizers that the
   device program preloads, separated by colons.  */
#define X86EMUL_PRELOAD "OFFGOMP_PRELOAD"
/* The largest number of concurrent launches on one device.  */
#define X86EMUL_SLOTS 128
/* A device restarts itself at most so often for other addresses.  */
#define X86EMUL_RESTARTS 8

enum x86emul_message_type
{
  X86EMUL_HELLO = 1, /* device: x86emul_hello, x86emul_range... */
  X86EMUL_RESTART,   /* host: empty */
  X86EMUL_WELCOME,   /* host: x86emul_welcome, path of libgomp;
                        descriptors: control block, arena, event, and
                        the arena's states where that is checked, its
                        shadow for AddressSanitizer */
  X86EMUL_READY,     /* device: x86emul_ready */
  X86EMUL_LOAD,      /* host: x86emul_load, uint64_t indirect function..., and
                        if entries are found by their names: x86emul_named,
                        uint64_t start function..., end function...,
                        function..., variable and its size..., names of
                        library files; descriptor: the image */
  X86EMUL_EXTENTS,   /* device: x86emul_range... that the arena must hold;
                      host: uint64_t offset... of each */
  X86EMUL_LOADED,    /* device: x86emul_loaded, uint64_t function...,
                        x86emul_range variable... */
  X86EMUL_UNLOAD,    /* host: x86emul_unload */
  X86EMUL_UNLOADED,  /* device: x86emul_unloaded */
  X86EMUL_SERVE,     /* host: x86emul_serve */
  X86EMUL_SERVING,   /* device: empty */
  X86EMUL_GUARD,     /* host: x86emul_guard */
  X86EMUL_GUARDED,   /* device: empty */
  X86EMUL_TRACE,     /* host: empty; descriptor: struct x86emul_trace; sent
                        once */
  X86EMUL_TRACING,   /* device: empty */
  X86EMUL_POPULATE,  /* host: x86emul_populate; no answer */
  X86EMUL_LOOK,      /* host: empty; the device ends if it has lost a thread
                        that runs regions, no answer */
  X86EMUL_QUIT       /* host: empty; the device ends, no answer */
};

struct x86emul_message
{
  uint32_t type;  /* enum x86emul_message_type */
  int32_t status; /* 0, or the payload is a text about an error */
  uint64_t size;  /* bytes of payload that follow */
};

/* Addresses of the device process.  */
struct x86emul_range
{
  uint64_t start; /* first byte */
  uint64_t size;  /* bytes */
};

struct x86emul_hello
{
  uint64_t magic;       /* X86EMUL_PROTO_MAGIC */
  uint32_t version;     /* X86EMUL_PROTO_VERSION */
  int32_t process;      /* process number of the device */
  uint32_t attempt;     /* restarts so far */
  uint32_t window_shut; /* 1: nothing will be mapped outside of the window and
                           the following ranges, which were mapped before */
  uint64_t page_size;   /* bytes */
};

struct x86emul_welcome
{
  int32_t device_number; /* as the program counts its devices */
  int32_t device_count;  /* how many the program has */
  int32_t host_process;  /* process number of the host */
  uint32_t slot_count;   /* slots in the control block */
  uint64_t control_size; /* bytes of the control block */
  uint64_t arena_size;   /* bytes of device memory, at most */
  uint32_t size_chosen;  /* 1: the user asked for that size */
  uint32_t checked;      /* 1: the mapping checker is on */
  uint64_t logs; /* offset of struct x86emul_access_logs in the memory of
                    states; 0: there is none */
  uint32_t first_number; /* launches and entries are numbered from here; a
                            region cannot guess it */
  uint32_t poisoned;     /* 1: AddressSanitizer's shadow is sent */
  uint32_t lent;         /* 1: regions may use pages of the host */
  uint32_t unused;       /* 0 */
};

struct x86emul_ready
{
  uint64_t arena_start;  /* where device memory begins */
  uint64_t arena_size;   /* how much of it could be mapped */
  uint64_t arena_backed; /* bytes that can be accessed already */
};

struct x86emul_load
{
  uint32_t image;          /* number under which UNLOAD will name it */
  uint32_t function_count; /* entries that its table must have */
  uint32_t variable_count; /* likewise */
  uint32_t is_private;     /* 1: shares no variable with other images */
  uint32_t indirect_count; /* host addresses that follow: of functions that
                              regions call through them */
  uint32_t is_named;       /* 1: the image has no table of its entries; what
                              follows lists them */
};

/* The lists that follow have addresses as the image's file counts them; 0: the
   image does not have the entry.  */
struct x86emul_named
{
  uint32_t start_count;    /* functions to be run when it is loaded */
  uint32_t end_count;      /* before it is unloaded */
  uint32_t indirect_count; /* functions that regions call through pointers of
                              the host: pairs of this pointer and the address
                              of a pointer in the image */
  uint32_t library_count;  /* files to be loaded before, each name with a NUL */
  uint32_t library_size;   /* bytes of these names */
  uint32_t unused;         /* what follows is aligned */
};

struct x86emul_loaded
{
  uint64_t bias;           /* added to the addresses in the file */
  uint64_t start;          /* of the mapped image */
  uint64_t end;            /* one past it */
  uint64_t device_num;     /* variable for the device number, or 0 */
  uint32_t function_count; /* entries that follow */
  uint32_t variable_count; /* likewise */
};

struct x86emul_unload
{
  uint32_t image; /* as in LOAD */
};

struct x86emul_unloaded
{
  uint32_t resident; /* 1: it could not be unloaded, its variables remain */
};

struct x86emul_serve
{
  uint32_t slot; /* start a thread that serves it */
};

struct x86emul_guard
{
  uint64_t offset;     /* in the arena, whole pages */
  uint64_t size;       /* bytes */
  uint32_t accessible; /* 0: accesses fault; 1: as usual */
  uint32_t unused;     /* 0 */
};

/* A large copy to device memory, for which the device should obtain pages.  */
struct x86emul_populate
{
  uint64_t offset; /* in the arena, whole pages */
  uint64_t size;   /* bytes */
  uint32_t bulk;   /* index in `bulks' of the control block */
  uint32_t number; /* number of the copy in that element */
  uint32_t huge;   /* 1: the system gives shared memory huge pages */
  uint32_t unused; /* 0 */
};

/* As a thread limit: this is an OpenACC region, and num_teams its number of
   gangs; 0: as many as the device has CPUs.  */
#define X86EMUL_GANGS INT32_MIN
/* As a thread limit: the region gets its arguments as words (named_image.h),
   and its thread limit is num_teams.  */
#define X86EMUL_WORDS (INT32_MIN + 1)

/* A launch.  One thread of the host owns a slot from claim to release; one
   thread of the device serves it.  The host fills in the first pair of cache
   lines, then sets POSTED to the next number.  The device runs the region, then
   sets DONE to that number.  Numbers have 31 bits; the first one follows the
   number in the welcome.  If the device has failed, the host sets X86EMUL_DEAD
   in DONE.  If either word has a number other than the last or the next one, a
   region wrote there.

   A waiting thread reads STAGE while it spins.  When the region has ended,
   STAGE is DONE's number.  Before that it is the number with X86EMUL_CROWDED,
   if the device's threads and this one outnumber the CPUs.  STAGE is a hint,
   and so are the CPU numbers, by which the two threads see that they share a
   CPU: no thread sleeps on them.  */
struct x86emul_slot
{
  struct gomp_wait_word posted; /* number of the latest launch */
  _Atomic uint64_t function;    /* device address of the region; 0: serve the
                                   queue; also read for messages */
  uint64_t block;               /* device address of its argument block */
  int32_t num_teams;            /* target argument; 0: none */
  int32_t thread_limit;         /* target argument; 0: none; X86EMUL_GANGS */
  uint32_t notify;              /* 1: count up async_done at its end */
  uint32_t log;                 /* see x86emul_log_number */
  uint32_t sum;                 /* x86emul_launch_sum of these members */
  atomic_uint host_cpu;         /* where the host's thread waited: its CPU plus
                                   one */
  struct gomp_wait_word done GOMP_CACHE_ALIGNED; /* latest launch done */
  atomic_uint stage;      /* state of the latest launch */
  atomic_uint device_cpu; /* the same for the device's thread */
} GOMP_CACHE_ALIGNED;

/* The log of a launch: of its accesses, in the lowest byte; 0: none.  Above,
   the number by which records of its events name it; 0: it is not traced.  */
static inline uint32_t
x86emul_log_number (uint32_t log)
{
  return (uint8_t)log;
}
#define X86EMUL_LOG_LAUNCH_SHIFT 8
#define X86EMUL_LOG_LAUNCH_MASK 0xffffffu

/* A hash of a launch or an entry with this NUMBER, so that the device runs only
   what the host asked for.  (Constants of the 64-bit mixer in D.  Stafford,
   "Better bit mixing", 2011.)  */
static inline uint32_t
x86emul_launch_sum (uint32_t number, uint64_t function, uint64_t block,
                    int32_t num_teams, int32_t thread_limit, uint32_t log)
{
  uint64_t sum = function ^ (uint64_t)number << 32 ^ log;
  sum *= UINT64_C (0xbf58476d1ce4e5b9);
  sum ^= block ^ (uint64_t)(uint32_t)num_teams << 32 ^ (uint32_t)thread_limit;
  sum *= UINT64_C (0x94d049bb133111eb);
  return (uint32_t)(sum >> 32);
}

/* A wait for the other side has lasted for some microseconds: is its thread on
   the same CPU?  OWN and OTHER: the words in which the two sides store their
   CPUs.  Relaxed: hints.  */
static inline bool
x86emul_slot_shares_cpu (atomic_uint *own, atomic_uint *other)
{
  unsigned cpu = os_current_cpu () + 1;
  atomic_store_explicit (own, cpu, memory_order_relaxed);
  return atomic_load_explicit (other, memory_order_relaxed) == cpu;
}

static inline uint64_t
x86emul_slot_function (const struct x86emul_slot *s)
{
  /* Relaxed: pairs with the stores at launches.  If the caller needs the
     function of a certain launch, POSTED has ordered it.  */
  return atomic_load_explicit (&s->function, memory_order_relaxed);
}

/* The queue of launches without a separate waiting thread.  The host appends
   entries and increments TAIL.  Servers, threads of slots that were launched
   with no function, take entries at HEAD until there are none left.  The host
   increments SERVERS before it launches a server.  A server that finds no entry
   decrements SERVERS and then looks for entries once more; the host reads
   SERVERS after incrementing TAIL.  So at least one of the two sees a new
   entry.  */
#define X86EMUL_QUEUE 256
struct x86emul_entry
{
  uint64_t function;    /* as in a slot */
  uint64_t block;       /* likewise */
  int32_t num_teams;    /* likewise */
  int32_t thread_limit; /* likewise */
  atomic_uint done;     /* the entry's number, set by the device: the region has
                           ended; before that, the complement of the number, set
                           by the host */
  uint32_t log;         /* as in a slot */
  uint32_t sum;         /* likewise */
  uint32_t unused;      /* 0 */
};

struct x86emul_queue
{
  struct gomp_wait_word tail GOMP_CACHE_ALIGNED; /* entries posted so far */
  atomic_uint head GOMP_CACHE_ALIGNED;           /* entries taken so far */
  atomic_uint servers GOMP_CACHE_ALIGNED;        /* servers that look for
                                                    entries */
  struct x86emul_entry entry[X86EMUL_QUEUE];     /* by number modulo size */
};

/* A large copy to memory that may never have been touched.  Obtaining such
   memory takes much longer than filling it.  So the device obtains pages from
   the end on, while the host obtains them and copies from the front on.  Both
   claim chunks by incrementing one word: its value is the number of chunks that
   host and device have claimed together.  Then each side maps the pages that
   the other one obtained, and the host copies the rest.  The host copies all
   data.  No thread waits for the device's pages or relies on them, so the
   device may be late, end, or have its numbers corrupted.

   The host begins a copy, under a new number, only if the device's main thread
   has seen the message about the previous one.

   Model: testsuite/models/bulk.pml.  */
#define X86EMUL_BULKS 8
/* Bytes of a chunk (rows first-copy-*).  */
#define X86EMUL_BULK_CHUNK (512ull << 10)

struct x86emul_bulk
{
  _Atomic uint64_t claimed; /* chunks; the copy's number in the upper half */
  atomic_uint seen;         /* number of the latest message */
} GOMP_CACHE_ALIGNED;

/* Chunks lie at multiples of their size.  How many of them [OFFSET, OFFSET +
   SIZE) of the arena touches, and which part of it lies in chunk I of
   these.  */
static inline uint64_t
x86emul_bulk_count (uint64_t offset, uint64_t size)
{
  return (offset + size - 1) / X86EMUL_BULK_CHUNK - offset / X86EMUL_BULK_CHUNK
         + 1;
}

static inline struct x86emul_range
x86emul_bulk_part (uint64_t offset, uint64_t size, uint64_t i)
{
  uint64_t start = (offset / X86EMUL_BULK_CHUNK + i) * X86EMUL_BULK_CHUNK;
  uint64_t end = start + X86EMUL_BULK_CHUNK;
  if (start < offset)
    start = offset;
  if (end > offset + size)
    end = offset + size;
  return (struct x86emul_range){ .start = start, .size = end - start };
}

/* Claim a chunk of copy NUMBER, which has COUNT chunks; false: none is left, or
   a region wrote there.  Relaxed: it orders no data.  */
static inline bool
x86emul_bulk_claim (struct x86emul_bulk *b, uint32_t number, uint64_t count)
{
  uint64_t seen = atomic_load_explicit (&b->claimed, memory_order_relaxed);
  if (seen >> 32 != number || (uint32_t)seen >= count)
    return false;
  /* A surplus claim, by a late thread, only shifts work.  */
  seen = atomic_fetch_add_explicit (&b->claimed, 1, memory_order_relaxed);
  return seen >> 32 == number && (uint32_t)seen < count;
}

/* A side that has seen the other one's thread on its own CPU assumes this for
   so many launches.  */
#define X86EMUL_SHARED_CPU_LAUNCHES 64

#define X86EMUL_DEAD 0x80000000u
#define X86EMUL_CROWDED 0x80000000u
#define X86EMUL_LAUNCH_MASK 0x7fffffffu

enum x86emul_fault_kind
{
  X86EMUL_FAULT_SIGNAL = 1, /* a signal's default would have ended it */
  X86EMUL_FAULT_EXIT,       /* a region called exit */
  X86EMUL_FAULT_THREAD,     /* a region ended a thread that ran it */
  X86EMUL_FAULT_OVERWRITTEN /* shared memory has impossible contents */
};

/* The part of shared memory that was overwritten.  */
enum x86emul_overwritten
{
  X86EMUL_OVERWRITTEN_NOTHING = 0,
  X86EMUL_OVERWRITTEN_LAUNCHES, /* a slot */
  X86EMUL_OVERWRITTEN_QUEUE,    /* of launches */
  X86EMUL_OVERWRITTEN_REPORTS,  /* of the mapping checker */
  X86EMUL_OVERWRITTEN_LOGS,     /* likewise */
  X86EMUL_OVERWRITTEN_TRACE,    /* the records of events */
  X86EMUL_OVERWRITTEN_FAULT     /* the fault record */
};

enum x86emul_fault_state
{
  X86EMUL_FAULT_NONE = 0,
  X86EMUL_FAULT_WRITING, /* a thread of the device writes the record */
  X86EMUL_FAULT_WRITTEN  /* it is complete; an event was signalled */
};

/* Why the device is about to end.  The first thread to die writes the record,
   signals the event and waits a while for `seen', so that the host can examine
   the process.  The device records elsewhere which thread that is.  */
struct x86emul_fault
{
  atomic_uint state;          /* enum x86emul_fault_state */
  uint32_t kind;              /* enum x86emul_fault_kind */
  struct gomp_wait_word seen; /* host: 1, it has looked */
  int32_t slot;               /* launch that did it; -1: not known */
  int32_t signal;             /* its number */
  int32_t code;               /* si_code; enum x86emul_overwritten */
  int32_t status;             /* argument of exit */
  uint32_t access;            /* enum gomp_access */
  uint32_t first_number;      /* as in the welcome: proves that no wild store
                                 made this record */
  uint64_t address;           /* si_addr */
  uint64_t pc;                /* of the instruction; 0: not known */
  uint64_t sp;                /* stack pointer; 0: not known */
};

/* The mapping checker's findings, in order.  A thread of the device takes a
   number from COUNT, fills in the report with that number and sets READY.
   Reports that do not fit are only counted.  */
#define X86EMUL_REPORTS 256
#define X86EMUL_LOCATION_MAX 192
struct x86emul_report
{
  atomic_uint ready; /* 1: the rest is written; pairs with the host's load */
  uint32_t kind;     /* enum gomp_check_kind */
  uint32_t is_write; /* as in struct gomp_check_report, like the rest */
  int32_t slot;      /* launch that did it; -1: not known */
  uint64_t address;
  uint64_t start;
  uint64_t size;
  char location[X86EMUL_LOCATION_MAX];
};

struct x86emul_check
{
  atomic_uint count;
  struct x86emul_report reports[X86EMUL_REPORTS];
};

/* Logs of the accesses of regions, one log for each region.  A chunk has the
   marks (enum gomp_check_mark) for the bytes of one page of the arena; a hash
   of the page leads to it.  The host gives a log to a launch.  While the launch
   is in progress, only the device's threads enter chunks.  Then the host reads
   and clears the chunks, and leaves them in the log.  If there is no room,
   accesses are not logged.  */
#define X86EMUL_ACCESS_LOGS 64
#define X86EMUL_ACCESS_LOG_ENTRIES 65536u
/* Fewer where an object cannot have their size.  */
#define X86EMUL_ACCESS_LOG_CHUNKS (sizeof (void *) > 4 ? 1u << 19 : 1u << 16)
#define X86EMUL_ACCESS_LOG_PAGE 4096u
struct x86emul_access_log
{
  atomic_uint used;  /* first in the list of its chunks; 0: none */
  atomic_uint spare; /* first in the list of its cleared chunks; 0: none */
  atomic_uint times; /* how often it was cleared */
  /* The chunk in the lower half, the page's number plus one in the upper one;
     0: free.  */
  atomic_uint_least64_t entries[X86EMUL_ACCESS_LOG_ENTRIES];
};

/* For each chunk.  */
struct x86emul_access_log_link
{
  uint32_t next;  /* in its list */
  uint32_t entry; /* index of its entry; X86EMUL_ACCESS_LOG_ENTRIES: none */
};

struct x86emul_access_logs
{
  atomic_uint given;  /* logs that launches have */
  atomic_uint chunks; /* how many were ever taken; their numbers begin with
                         1 */
  struct x86emul_access_log log[X86EMUL_ACCESS_LOGS]; /* numbers from 1 */
  struct x86emul_access_log_link links[X86EMUL_ACCESS_LOG_CHUNKS];
  unsigned char marks[X86EMUL_ACCESS_LOG_CHUNKS][X86EMUL_ACCESS_LOG_PAGE];
};

/* Find the entry of PAGE in LOG, or the free entry where it would be; NULL:
   there is no room near its position.  The acquire pairs with the release in
   the device's enter_page.  */
static inline atomic_uint_least64_t *
x86emul_access_log_find (struct x86emul_access_log *log, uint64_t page,
                         uint64_t *word)
{
  for (unsigned i = 0; i < 256; i++)
    {
      atomic_uint_least64_t *e
          = &log->entries[(page + i) % X86EMUL_ACCESS_LOG_ENTRIES];
      *word = atomic_load_explicit (e, memory_order_acquire);
      if (*word == 0 || *word >> 32 == page + 1)
        return e;
    }
  return NULL;
}

/* Records of the events in regions, in memory of its own: a ring that the
   device's threads fill, one at a time, and the host empties, one thread at a
   time.  Each side counts the records, and keeps its own count apart.  If the
   ring is full, the device increments CALLS and waits for HEAD: no record is
   lost.  It also increments CALLS at each quarter of the ring, for a thread of
   the host that sleeps on it.

   Model: testsuite/models/trace.pml.  */
#define X86EMUL_TRACE_RECORDS 4096u
struct x86emul_trace_record
{
  uint32_t launch; /* of the region, see x86emul_log_number; 0: none */
  uint32_t unused; /* 0 */
  ompt_record_ompt_t record; /* all but its target_id */
};

struct x86emul_trace
{
  _Atomic uint64_t types; /* that are wanted, a bit for each
                             ompt_callbacks_t */
  struct gomp_wait_word calls GOMP_CACHE_ALIGNED;
  atomic_uint tail GOMP_CACHE_ALIGNED;           /* records put so far */
  struct gomp_wait_word head GOMP_CACHE_ALIGNED; /* records taken so far */
  struct x86emul_trace_record records[X86EMUL_TRACE_RECORDS];
};

struct x86emul_control
{
  uint64_t magic;          /* X86EMUL_PROTO_MAGIC */
  uint32_t version;        /* X86EMUL_PROTO_VERSION */
  uint32_t slot_count;     /* elements of slots */
  _Atomic uint64_t in_use; /* bytes of device memory that regions may access;
                              raised by the host before it launches them */
  struct gomp_wait_word async_done GOMP_CACHE_ALIGNED; /* `notify' launches,
                                                          and entries of the
                                                          queue, that have
                                                          ended */
  struct x86emul_fault fault GOMP_CACHE_ALIGNED; /* the record of its end */
  atomic_uint stopped; /* 1: the device stops, like the host, and waits to be
                          woken; an event was signalled */
  struct x86emul_slot slots[X86EMUL_SLOTS]; /* launches */
  struct x86emul_queue queue;               /* more of them */
  struct x86emul_bulk bulks[X86EMUL_BULKS]; /* copies of much data */
  struct x86emul_check check;               /* untouched unless it is on */
  /* What sanitizers of the device have reported; untouched without one.  */
  struct x86emul_check sanitizers;
};

#endif
