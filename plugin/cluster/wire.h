/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The messages between a program (host) and the server of a node.

   Numbers have fixed widths and little-endian byte order, which both machines
   have.  No side follows a pointer of the other: addresses are the device's.
   All request numbers are the host's.

   Before any other byte is interpreted, both sides prove that they know the
   same secret (proof.h): the first three structures.  Then each message is a
   head and its payload.  The host sends START, the node answers READY.  If
   START says so, both make an end of a connection by UCX meanwhile: READY has
   the address of the node's, and ADDRESS that of the host's.  From then on
   messages go by UCX, an empty READY first, and the stream only shows whether
   the other side lives.  Then:

   - PUT, COPY, GUARD, CHANGE, FORGET and BEAT have no answer.  A write can only
     fail if the device has failed, and then the node sends FAILED;

   - every other message of the host has one answer with the same number: the
     one named below, or REFUSED with a text for the user;

   - the node takes the messages of the line in their order, and starts what
     they ask for in that order.  So a region or a GET sees all PUTs and COPYs
     that were sent before it, and LOOK all CHANGEs.  It waits for no other
     region but those that it names (chain): answers come in any order;

   - a REGION, GET or STORE that names others of its device which have not ended
     starts when they have; the host has sent these before.  If one of them is
     refused, so is this one;

   - DONE of a region comes after its OUTPUT and its REPORTS, and with its data.

   Data go from node to node without the host: MEET lets a node listen, SEND
   lets another one connect to it, which proves itself as a host does, by a key
   that both have from the host.  Over that line go PASS and its answer PASSED;
   the node stores the data of PASS when it has taken as many messages of the
   host as SEND says.

   A thread that reads the line never waits until it can send, on either side,
   so neither side can block the other.  */

#ifndef PLUGIN_CLUSTER_WIRE_H
#define PLUGIN_CLUSTER_WIRE_H

#include <stdint.h>

#define CLUSTER_MAGIC 0x31524554534c4347ull
#define CLUSTER_VERSION 10
#define CLUSTER_SECRET 32

/* Host, first of all, only through a pipe that the host made itself.  */
struct cluster_gift
{
  uint64_t magic;                 /* CLUSTER_MAGIC */
  uint8_t secret[CLUSTER_SECRET]; /* for the proofs */
};

struct cluster_challenge
{
  uint64_t magic;                /* CLUSTER_MAGIC */
  uint32_t version;              /* the host's CLUSTER_VERSION */
  uint32_t unused;               /* 0 */
  uint8_t nonce[CLUSTER_SECRET]; /* random */
};

struct cluster_proof
{
  uint64_t magic;                /* CLUSTER_MAGIC */
  uint32_t version;              /* the node's CLUSTER_VERSION */
  uint32_t unused;               /* 0 */
  uint8_t nonce[CLUSTER_SECRET]; /* random */
  uint8_t proof[CLUSTER_SECRET]; /* of the node */
};

struct cluster_welcome
{
  uint8_t proof[CLUSTER_SECRET]; /* of the host */
};

enum cluster_type
{
  CLUSTER_START = 1, /* h: cluster_start, "NAME=VALUE" strings, NUL each; may
                        be answered by REFUSED */
  CLUSTER_READY,     /* n: cluster_ready, address, name of the node */
  CLUSTER_OPEN,      /* h: cluster_open; start the device */
  CLUSTER_OPENED,    /* n: cluster_opened */
  CLUSTER_CLOSE,     /* h: empty; end the device */
  CLUSTER_CLOSED,    /* n: empty */
  CLUSTER_LOAD,      /* h: cluster_load, u64 indirect function..., strings */
  CLUSTER_NEED,      /* n: empty; the node does not have the image */
  CLUSTER_IMAGE,     /* h: cluster_load, ..., and then the image's bytes */
  CLUSTER_LOADED,    /* n: cluster_loaded, cluster_range... */
  CLUSTER_UNLOAD,    /* h: cluster_unload */
  CLUSTER_UNLOADED,  /* n: empty */
  CLUSTER_PUT,       /* h: cluster_put, cluster_range..., the bytes of each */
  CLUSTER_COPY,      /* h: cluster_copy */
  CLUSTER_REGION,    /* h: cluster_region, cluster_range... to send back, u64
                        numbers of regions that must have ended,
                        cluster_range... zones */
  CLUSTER_GET,       /* h: cluster_region, cluster_range... to send back, u64
                        numbers as in REGION */
  CLUSTER_DONE,      /* n: the bytes of the ranges */
  CLUSTER_REFUSED,   /* n: a text */
  CLUSTER_FAILED,    /* n: x86emul_failure_facts; before REFUSED of regions */
  CLUSTER_OUTPUT,    /* n: bytes; `device' is the descriptor, 1 or 2 */
  CLUSTER_BEAT,      /* both: empty */
  CLUSTER_QUIT,      /* h: empty; the node ends, no answer */
  CLUSTER_MEET,      /* h: cluster_meet */
  CLUSTER_MET,       /* n: cluster_met, numeric address */
  CLUSTER_SEND,      /* h: cluster_send, numeric address; answered by DONE
                        without data, or NEED: the other node is out of reach */
  CLUSTER_PASS,      /* n to n: cluster_pass, the bytes */
  CLUSTER_PASSED,    /* n to n: empty; `device' is 0, or 1: it cannot be */
  CLUSTER_CHANGE,    /* h: cluster_change */
  CLUSTER_LOOK,      /* h: cluster_look; answered by DONE with the states and
                        then the bytes, or with the marks */
  CLUSTER_FORGET,    /* h: cluster_forget */
  CLUSTER_REPORTS,   /* n: cluster_report..., of the mapping checker */
  CLUSTER_GUARD,     /* h: cluster_guard */
  CLUSTER_STORE,   /* h: cluster_region, cluster_range... to write, u64 numbers
                      as in REGION, the bytes of each range; answered by DONE
                      without data */
  CLUSTER_OVERRUN, /* n: cluster_range, bytes that a region has overwritten in
                      a zone; before its DONE */
  CLUSTER_ADDRESS, /* h: the address for UCX; directly after START */
  CLUSTER_TYPES
};

struct cluster_head
{
  uint32_t type;   /* enum cluster_type */
  uint32_t device; /* as the node counts its devices */
  uint64_t number; /* of a request and its answer; 0: none */
  uint64_t size;   /* bytes of payload that follow */
};

/* Most elements and bytes that are believed.  */
#define CLUSTER_RANGES_MAX (1u << 20)
#define CLUSTER_TABLE_MAX ((uint64_t)256 << 20)
#define CLUSTER_IMAGE_MAX ((uint64_t)1 << 32)
#define CLUSTER_TEXT_MAX 65536u
#define CLUSTER_UCX_ADDRESS_MAX 16384u
#define CLUSTER_DEVICES_MAX 256u
#define CLUSTER_NODES_MAX 16384u
#define CLUSTER_AFTER_MAX 64u
#define CLUSTER_ZONES_MAX 64u
#define CLUSTER_ZONE_MAX 64u
#define CLUSTER_LOGS_MAX 64u
#define CLUSTER_LOCATION_MAX 192

/* Addresses of a device.  */
struct cluster_range
{
  uint64_t start; /* first byte */
  uint64_t size;  /* bytes */
};

struct cluster_start
{
  uint32_t devices;   /* how many the node shall have */
  uint32_t first;     /* number of its first one among those of all nodes */
  uint32_t heartbeat; /* seconds until a silent side is lost; 0: never */
  uint32_t by_ucx;    /* 1: ADDRESS follows; 0: messages go on by this stream */
  uint32_t checks;    /* 1: under the mapping checker, and only then are there
                         CHANGE, LOOK, FORGET and REPORTS */
  uint32_t unused;    /* 0 */
};

struct cluster_ready
{
  uint64_t memory;    /* bytes of the machine */
  uint32_t cpus;      /* that the node may use */
  uint32_t page_size; /* bytes */
  uint32_t process;   /* number of the server */
  uint32_t address;   /* bytes of the node's address for UCX, or 0 */
};

struct cluster_open
{
  int32_t number;  /* as the program counts its devices */
  int32_t devices; /* how many the program has */
};

struct cluster_opened
{
  uint64_t start;        /* device memory that the host hands out */
  uint64_t size;         /* bytes */
  uint64_t window_start; /* other addresses of the device; */
  uint64_t window_size;  /* 0: not known */
};

/* An image: what its descriptor (x86emul_image.h) says, and its bytes if the
   node does not have them.  The strings are, NUL after each: its name, its
   compiler, name and source of each function, name of each variable.  After
   them, u32 gangs of each function, if there are gangs; and, if the image has
   no table of its entries, their lists: x86emul_named of x86emul's proto.h and
   what follows there, the libraries by their base names.  */
struct cluster_load
{
  uint8_t hash[32];        /* SHA-256 of the image */
  uint64_t descriptor;     /* number by which UNLOAD names it */
  uint64_t checksum;       /* as in the descriptor */
  uint64_t size;           /* bytes of the image */
  uint32_t version;        /* that it was registered with */
  uint32_t format;         /* as in the descriptor */
  uint32_t function_count; /* likewise */
  uint32_t variable_count; /* likewise */
  uint32_t indirect_count; /* host addresses that follow */
  uint32_t is_private;     /* 1: shares no variable with other images */
  uint32_t has_gangs;      /* 1: there are numbers of gangs */
  uint32_t list_size;      /* bytes of the lists; 0: it has a table */
  uint32_t is_checked;     /* 1: its code calls the mapping checker */
  uint32_t unused;         /* 0 */
};

struct cluster_loaded
{
  uint32_t count;  /* entries, as of load_image */
  uint32_t unused; /* 0 */
};

struct cluster_unload
{
  uint64_t descriptor; /* as in LOAD */
};

struct cluster_put
{
  uint64_t backed; /* bytes of the host's memory that are in use */
  uint32_t count;  /* ranges */
  uint32_t unused; /* 0 */
};

struct cluster_copy
{
  uint64_t backed; /* as in PUT */
  uint64_t to;
  uint64_t from;
  uint64_t size; /* bytes */
};

/* Pages that the host has freed, and that regions shall not use; or that it has
   allocated again.  */
struct cluster_guard
{
  uint64_t backed; /* as in PUT */
  uint64_t start;
  uint64_t size;          /* bytes */
  uint32_t is_accessible; /* 1: they are allocated */
  uint32_t unused;        /* 0 */
};

/* The key of the lines to a node; NONCE says how it is masked by the secret of
   the line that it is sent by.  */
struct cluster_key
{
  uint8_t nonce[CLUSTER_SECRET]; /* random */
  uint8_t masked[CLUSTER_SECRET];
};

struct cluster_meet
{
  struct cluster_key key;
  uint32_t is_local; /* 1: all nodes are on one machine */
  uint32_t unused;   /* 0 */
};

struct cluster_met
{
  uint32_t port;
  uint32_t unused; /* 0 */
};

struct cluster_send
{
  struct cluster_key key;
  uint64_t backed;    /* as in PUT */
  uint64_t from;      /* of the device that is asked */
  uint64_t size;      /* bytes */
  uint64_t to;        /* of the other one */
  uint64_t to_backed; /* its bytes in use */
  uint32_t to_device; /* as its node counts */
  uint32_t node;      /* number of its node; the same number: the same node */
  uint32_t own_node;  /* number of the node that is asked */
  uint32_t after;     /* messages that its node must have taken, modulo 2^32 */
  uint32_t port;
  uint32_t unused; /* 0 */
};

struct cluster_pass
{
  uint64_t to;
  uint64_t backed; /* as in PUT */
  uint64_t size;   /* bytes */
  uint32_t after;  /* as in SEND */
  uint32_t unused; /* 0 */
};

/* In a region: no thread of the program waits for it.  */
#define CLUSTER_DEFERRED UINT32_MAX

struct cluster_region
{
  uint64_t backed;      /* as in PUT */
  uint64_t function;    /* device address; 0 in GET, STORE */
  uint64_t block;       /* device address of the arguments */
  int32_t num_teams;    /* target argument; 0: none */
  int32_t thread_limit; /* likewise; INT32_MIN: num_teams are gangs; INT32_MIN
                           + 1: the arguments are words (named_image.h) */
  uint32_t count;       /* ranges */
  uint32_t log;         /* number of the log of its accesses; 0: none */
  uint32_t chain;       /* 0, CLUSTER_DEFERRED: no region names this one, which
                           names none; else the regions that it names, and 1 */
  uint32_t zones;       /* parts of memory beside its data, where it shall not
                           write; 0 in GET, STORE */
};

/* Of the mapping checker, for SIZE bytes from START on: a change to their
   states (struct gomp_check_change).  */
struct cluster_change
{
  uint64_t backed; /* as in PUT */
  uint64_t start;
  uint64_t size;    /* bytes */
  uint32_t cleared; /* bits, */
  uint32_t set;     /* likewise */
  uint32_t poisons; /* 1: the bytes get the pattern of unwritten memory */
  uint32_t unused;  /* 0 */
};

/* What regions did to them.  */
struct cluster_look
{
  uint64_t backed; /* as in PUT */
  uint64_t start;
  uint64_t size;   /* bytes */
  uint32_t log;    /* whose marks are wanted; 0: states and bytes */
  uint32_t unused; /* 0 */
};

/* The log of a region that has ended is not needed any more.  */
struct cluster_forget
{
  uint32_t log;    /* as in REGION */
  uint32_t unused; /* 0 */
};

/* As struct gomp_check_report.  */
struct cluster_report
{
  uint32_t kind;
  uint32_t is_write;
  uint64_t address;
  uint64_t start;
  uint64_t size;
  uint64_t function; /* device address, or 0 */
  char location[CLUSTER_LOCATION_MAX];
};

#endif
