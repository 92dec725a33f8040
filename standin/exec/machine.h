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
#define SIM_LOCAL_SIZE 65536 /* bytes of local memory for each lane */

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
  uint32_t extra;    /* further data for the handler */
};

struct sim_call
{
  struct ptx_function *callee; /* NULL: operand a has its address */
  unsigned count;              /* number of arguments */
  bool has_result;
  bool result_is_array; /* RESULT has the address of an array, for the callee */
  uint64_t arrays;      /* one bit for each argument that is an array */
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
  uint32_t array[PTX_MAX_PARAMETERS]; /* offset of each array parameter of a
                                         kernel in its frame */
  struct sim_call **calls;
  unsigned call_count;
};

/* Lanes of a frame that are at another position than its running lanes.  */
struct sim_group
{
  const struct sim_ins *pc;
  uint32_t mask;
  uint32_t need; /* lanes that it waits for at PC; 0: it may run */
};

/* A called function.  */
struct sim_frame
{
  struct sim_frame *caller;
  const struct ptx_code *code;
  const struct sim_ins *call; /* in the caller; NULL in a kernel */
  uint32_t mask;              /* lanes that are in it */
  uint32_t returned;          /* those of them that wait for the others */
  uint32_t active;            /* during a call: the lanes that make it */
  unsigned groups;
  uint64_t local_base;     /* address of its local variables */
  uint8_t *flag;           /* for each register: do lanes differ? */
  uint64_t *s;             /* the values that all lanes share */
  sim_lanes *v;            /* the values by lane */
  size_t size;             /* bytes of all this in the arena */
  struct sim_chunk *chunk; /* the chunk that has all this */
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
  /* The data of the running frame that each instruction needs.  */
  uint32_t active; /* lanes that run */
  uint32_t full;   /* lanes in the frame */
  uint8_t *flag;
  uint64_t *s;
  sim_lanes *v;
  const struct sim_ins *stop; /* lowest counter of the groups that may run */
  int budget;                 /* backward branches that are left in its turn */
  unsigned char *shared;      /* the block's */
  uint64_t shared_size;
  uint64_t near, near_size; /* the variable in shared memory that was used
                               last */

  const struct sim_ins *pc; /* if it is not running */
  enum sim_state state;
  unsigned barrier; /* the barrier that it waits at */
  uint32_t live;    /* lanes that have not ended */
  unsigned number;  /* its number in the block */
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
  unsigned have;     /* those of them whose predicate is true, for bar.red */
};

struct sim_block
{
  struct sim_block *next;
  struct sim_launch *launch;
  unsigned index[3];
  unsigned warps;
  unsigned ended;  /* warps */
  unsigned slices; /* time slices since something other than spinning
                      happened */
  struct sim_warp *warp;
  unsigned warp_room;
  unsigned char *shared;
  size_t shared_room;
  struct sim_barrier barrier[SIM_BARRIERS];
};

/* A block of memory that the executor has looked up before.  */
struct sim_view
{
  uint64_t start;
  uint64_t end;
  uint64_t write_end; /* START if programs may not write it */
  unsigned char *backing;
  /* The bytes of a line (exec/lines.h) accessed since then, one bit for
     each.  */
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
  unsigned generation; /* generation of the memory when VIEW was filled */
  /* For watch.c: the number of times that all its blocks were found to spin;
     the launch's changes, and the CPU time of the thread, when the last of
     them was seen.  */
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
  const uint64_t *arguments; /* one for each parameter; for an array, its
                                address on the host */
  uint64_t dynamic_shared;   /* bytes */
  uint64_t heap_size;        /* the largest size of malloc on the device */
  const void *heap_owner;    /* the owner of blocks from malloc, which are freed
                                with it */
  unsigned threads;          /* the largest number of threads of the host */
  unsigned clock_rate;
  uint64_t patience; /* CPU time in ns after which spinning is an error; 0:
                        never */
  struct sim_lines *lines; /* records accessed lines; NULL: not requested */

  atomic_ullong next_block;
  atomic_uint changes; /* number of changes that threads have seen; see
                          watch.c */
  atomic_uint fault;   /* enum sim_fault: the first fault */

  char message[2600];
};

static inline uint64_t
sim_blocks (const struct sim_launch *l)
{
  return (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
}

/* Run a launch to its end.  False: it has failed; LAUNCH->fault and ->message
   have the reason.  */
bool sim_run (struct sim_launch *);

/* The body of F, which is decoded first if necessary.  NULL: the launch has
   failed.  */
const struct ptx_code *sim_code (struct sim_warp *, struct ptx_function *,
                                 const struct sim_ins *);

/* Decode F, or report why that is impossible.  Any thread.  */
struct ptx_code *ptx_decode (const struct ptx_image *, struct ptx_function *,
                             struct ptx_error *);

/* Let the launch fail at instruction I.  Returns NULL.  */
const struct sim_ins *sim_fail (struct sim_warp *, const struct sim_ins *i,
                                enum sim_fault, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* Write the line of PTX and, if PTX has it, the line of the source, after a
   line break.  Returns as snprintf does.  */
int sim_describe_location (const struct sim_location *, char *text,
                           size_t room);

/* Enter CODE with LANES, called by CALL; NULL: as a kernel.  */
bool sim_enter (struct sim_warp *, const struct ptx_code *, uint32_t lanes,
                const struct sim_ins *call);
void sim_leave (struct sim_warp *);

/* Go on with the group that runs next; the lanes AT are one more group.  NULL:
   the warp has ended or failed.  */
const struct sim_ins *sim_switch (struct sim_warp *, const struct sim_ins *at);

/* Are the lanes MASK that execute I all that NEED names, so that I can be
   executed?  If not, *NEXT is the instruction to go on with.  */
bool sim_converged (struct sim_warp *, const struct sim_ins *i, uint32_t mask,
                    uint32_t need, const struct sim_ins **next);

/* The same for an instruction that the lanes named by a mask in register R
   execute together.  *MASK: the lanes with the same mask.  */
bool sim_gather (struct sim_warp *, const struct sim_ins *i, unsigned r,
                 uint32_t *mask, const struct sim_ins **next);

/* A warp has ended, or has arrived at a barrier: let complete barriers
   open.  */
void sim_barrier_check (struct sim_block *);

/* All blocks of a thread only spin: if that lasts, let the launch fail.  */
void sim_watch (struct sim_thread *);

/* Something other than spinning has happened in LAUNCH.  Relaxed: the count
   only has to differ from what sim_watch saw.  */
static inline void
sim_progress (struct sim_launch *launch)
{
  atomic_fetch_add_explicit (&launch->changes, 1, memory_order_relaxed);
}

/* Call the driver's own function.  */
const struct sim_ins *sim_builtin (struct sim_warp *, const struct sim_ins *,
                                   struct ptx_function *, uint32_t mask);

#endif
