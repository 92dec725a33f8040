/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The executor's state: a launch, its blocks, their warps, a warp's frames.

   A warp runs in lockstep: one program counter for all its lanes.  Lanes that
   branch apart are groups, each with a counter of its own, of which the one
   with the lowest counter runs, until counters meet again (Collange, "Stack-
   less SIMT reconvergence at low cost", 2011: MinPC).  A warp that waits, for a
   barrier or for its turn, is only data: no stack of the host is held for it.

   Registers hold 64 bits a lane.  A register in which all lanes have the same
   value is kept once (flag 0), and an instruction on such registers that all
   lanes execute is done once.  A predicate is a mask with a bit a lane.  */

#ifndef STANDIN_EXEC_MACHINE_H
#define STANDIN_EXEC_MACHINE_H

#include "exec/lines.h"
#include "exec/memory.h"
#include "ptx/image.h"

#define SIM_LANES 32
#define SIM_BARRIERS 16
#define SIM_LOOKS 8
#define SIM_LOCAL_SIZE 65536 /* bytes of local memory a lane */

/* Windows in the generic address space.  */
#define SIM_SHARED_BASE UINT64_C (0x0000200000000000)
#define SIM_LOCAL_BASE UINT64_C (0x0000300000000000)

typedef uint64_t sim_lanes[SIM_LANES];

struct sim_warp;
struct sim_ins;

/* Execute an instruction; returns the next one, NULL if the warp waits, has
   ended or has failed.  */
typedef const struct sim_ins *sim_handler (struct sim_warp *,
                                           const struct sim_ins *);

/* A decoded instruction.  Constants are registers, too; register 0 is the
   predicate that is true in all lanes.  */
struct sim_ins
{
  sim_handler *run;
  uint16_t d;       /* result */
  uint16_t a, b, c; /* operands */
  uint16_t guard;   /* predicate */
  uint16_t e;       /* second result, or fourth operand */
  uint32_t flip;    /* all ones if the guard is negated */
  union
  {
    const struct sim_ins *target;
    int64_t offset; /* of an address */
    struct sim_call *call;
    uint64_t value;
  };
  uint32_t position; /* in the text of the module */
  uint32_t extra;    /* what else the handler knows it by */
};

struct sim_call
{
  struct ptx_function *callee; /* NULL: its address is in operand a */
  unsigned count;              /* of arguments */
  bool has_result;
  bool result_is_array; /* then RESULT has its address, for the callee */
  uint64_t arrays;      /* a bit for each argument that is one, likewise */
  uint16_t result;
  uint16_t argument[PTX_MAX_PARAMETERS];
};

/* A variable in a frame's local memory.  */
struct ptx_local
{
  uint32_t offset, size;
};

/* A function's body.  Registers 0 to CONSTANTS - 1 are constants.  */
struct ptx_code
{
  struct ptx_function *function;
  struct sim_ins *ins;
  unsigned count;
  unsigned registers;
  unsigned constants;
  uint64_t *constant;
  uint64_t local_size;
  struct ptx_local *local; /* by their offsets */
  unsigned local_count;
  uint16_t result;
  uint16_t parameter[PTX_MAX_PARAMETERS];
  uint32_t array[PTX_MAX_PARAMETERS]; /* of a kernel: where in its frame */
  struct sim_call **calls;
  unsigned call_count;
};

/* Lanes of a frame that are not where its running lanes are.  */
struct sim_group
{
  const struct sim_ins *pc;
  uint32_t mask;
  uint32_t need; /* lanes for which it waits at PC; 0: it may run */
};

/* A called function.  */
struct sim_frame
{
  struct sim_frame *caller;
  const struct ptx_code *code;
  const struct sim_ins *call; /* in the caller; NULL in a kernel */
  uint32_t mask;              /* lanes that are in it */
  uint32_t returned;          /* of them, those that wait for the others */
  uint32_t active;            /* while it calls: the lanes that do */
  unsigned groups;
  uint64_t local_base;     /* of its local variables */
  uint8_t *flag;           /* of each register: lanes differ */
  uint64_t *s;             /* the value, if they do not */
  sim_lanes *v;            /* the values, if they do */
  size_t size;             /* of all this in the arena */
  struct sim_chunk *chunk; /* where that is */
  struct sim_group group[SIM_LANES];
};

struct sim_chunk
{
  struct sim_chunk *next;
  struct sim_chunk *previous;
  size_t size;
  size_t used;
  _Alignas(64) unsigned char bytes[];
};

enum sim_state
{
  SIM_READY,
  SIM_AT_BARRIER,
  SIM_ENDED,
  SIM_FAILED
};

struct sim_warp
{
  /* What each instruction needs, of the running frame.  */
  uint32_t active; /* lanes that run */
  uint32_t full;   /* lanes in the frame */
  uint8_t *flag;
  uint64_t *s;
  sim_lanes *v;
  const struct sim_ins *stop; /* lowest counter of a group that may run */
  int budget;                 /* backward branches until its turn ends */
  unsigned char *shared;      /* the block's */
  uint64_t shared_size;
  uint64_t near, near_size; /* the variable in it that was used last */

  const struct sim_ins *pc; /* while it does not run */
  enum sim_state state;
  unsigned barrier; /* where it waits */
  uint32_t live;    /* lanes that have not ended */
  unsigned number;  /* in the block */
  struct sim_frame *frame;
  struct sim_block *block;
  struct sim_thread *thread;
  struct sim_chunk *arena;
  struct sim_chunk *chunk; /* in use */
  unsigned char *local;    /* of all lanes, NULL until it is used */
  uint64_t local_used;
  uint64_t seen[SIM_LOOKS]; /* states at the last looks (watch.c) */
  unsigned looks;
};

struct sim_barrier
{
  unsigned arrived;  /* threads */
  unsigned expected; /* 0: all of the block */
  unsigned have;     /* of them, those whose predicate is true: bar.red */
};

struct sim_block
{
  struct sim_block *next;
  struct sim_launch *launch;
  unsigned index[3];
  unsigned warps;
  unsigned ended;  /* warps */
  unsigned slices; /* of time, since something other than spinning happened */
  struct sim_warp *warp;
  unsigned warp_room;
  unsigned char *shared;
  size_t shared_room;
  struct sim_barrier barrier[SIM_BARRIERS];
};

/* A block that the executor remembers to have seen.  */
struct sim_view
{
  uint64_t start;
  uint64_t end;
  uint64_t write_end; /* START if programs may not write */
  unsigned char *backing;
  /* Of a line (exec/lines.h), the bytes since then, a bit each.  */
  uint64_t touched, written;
};

#define SIM_VIEWS 256

/* A thread of the host that executes blocks.  */
struct sim_thread
{
  struct sim_launch *launch;
  struct sim_thread *next; /* while it is idle */
  struct sim_block *resident;
  struct sim_block *spare;
  unsigned generation; /* of the memory that VIEW is of */
  /* For watch.c: how often all its blocks were found to spin; the launch's
     changes, and its CPU's time, when the last was seen.  */
  unsigned rounds;
  unsigned changes;
  uint64_t since;
  struct sim_view view[SIM_VIEWS];
};

enum sim_fault
{
  SIM_NO_FAULT,
  SIM_ILLEGAL_ADDRESS,
  SIM_MISALIGNED,
  SIM_TRAP,
  SIM_ASSERT,
  SIM_ILLEGAL_INSTRUCTION,
  SIM_INVALID_PC,
  SIM_DEADLOCK,
  SIM_STACK_OVERFLOW
};

struct sim_launch
{
  const struct ptx_image *image;
  struct ptx_function *kernel;
  struct memory *memory;
  unsigned grid[3];
  unsigned block[3];
  const uint64_t *arguments; /* one a parameter; the host's address of one
                                that is an array */
  uint64_t dynamic_shared;   /* bytes */
  uint64_t heap_size;        /* bytes that malloc on the device may give */
  const void *heap_owner;    /* with whom these go away */
  unsigned threads;          /* of the host, at most */
  unsigned clock_rate;
  uint64_t patience; /* ns of CPU until spinning is an error; 0: for ever */
  struct sim_lines *lines; /* that are touched; NULL: nobody asks */

  atomic_ullong next_block;
  atomic_uint changes; /* that threads have seen; see watch.c */
  atomic_uint fault;   /* enum sim_fault: the first */

  char message[2600];
};

static inline uint64_t
sim_blocks (const struct sim_launch *l)
{
  return (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
}

/* Run a launch to its end.  False: it failed, as LAUNCH->fault and ->message
   say.  */
bool sim_run (struct sim_launch *);

/* The body of F, decoded if it was not; NULL if the launch has failed.  */
const struct ptx_code *sim_code (struct sim_warp *, struct ptx_function *,
                                 const struct sim_ins *);

/* Decode F, or say why not; any thread.  */
struct ptx_code *ptx_decode (const struct ptx_image *, struct ptx_function *,
                             struct ptx_error *);

/* Let the launch fail at I; returns NULL.  */
const struct sim_ins *sim_fail (struct sim_warp *, const struct sim_ins *i,
                                enum sim_fault, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* The line of PTX and, where that says so, of the source, begun with a line
   break; as snprintf.  */
int sim_describe_location (const struct sim_location *, char *text,
                           size_t room);

/* Enter CODE with LANES, as called by CALL (NULL: as a kernel).  */
bool sim_enter (struct sim_warp *, const struct ptx_code *, uint32_t lanes,
                const struct sim_ins *call);
void sim_leave (struct sim_warp *);

/* Go on with the group that is to run now, with the lanes AT as one more.
   NULL: the warp has ended or failed.  */
const struct sim_ins *sim_switch (struct sim_warp *, const struct sim_ins *at);

/* Whether the lanes that execute I, MASK, are all that NEED names, so that it
   can happen; else *NEXT is where to go on.  */
bool sim_converged (struct sim_warp *, const struct sim_ins *i, uint32_t mask,
                    uint32_t need, const struct sim_ins **next);

/* The same of what is executed together by the lanes that a mask in register R
   names: of *MASK those that give the same one.  */
bool sim_gather (struct sim_warp *, const struct sim_ins *i, unsigned r,
                 uint32_t *mask, const struct sim_ins **next);

/* A warp has ended or arrived: let go whom the barriers held.  */
void sim_barrier_check (struct sim_block *);

/* All blocks of a thread only spin: let the launch fail if that lasts.  */
void sim_watch (struct sim_thread *);

/* Something else than spinning has happened in LAUNCH.  Relaxed: it only shall
   differ from what sim_watch saw.  */
static inline void
sim_progress (struct sim_launch *launch)
{
  atomic_fetch_add_explicit (&launch->changes, 1, memory_order_relaxed);
}

/* Call the driver's own function.  */
const struct sim_ins *sim_builtin (struct sim_warp *, const struct sim_ins *,
                                   struct ptx_function *, uint32_t mask);

#endif
