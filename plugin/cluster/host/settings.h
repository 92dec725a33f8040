/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables that say where devices are.  */

#ifndef PLUGIN_CLUSTER_HOST_SETTINGS_H
#define PLUGIN_CLUSTER_HOST_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin.h"

enum cluster_way
{
  CLUSTER_BY_LOCAL,   /* localhost: the server is started directly */
  CLUSTER_BY_NAMED,   /* OFFLOAD_LAUNCH NAME offgomp-node; by default ssh */
  CLUSTER_BY_LAUNCH,  /* OFFLOAD_LAUNCH offgomp-node */
  CLUSTER_BY_LISTEN,  /* somebody starts it, and it connects; so do the next */
  CLUSTER_BY_MEET,    /* somebody starts several, which read where */
  CLUSTER_BY_SEVERAL, /* OFFLOAD_LAUNCH starts several */
  CLUSTER_BY_SLURM    /* srun does */
};

/* A node, as an element of OFFLOAD_HOSTS names it; one element may name
   several.  */
struct cluster_element
{
  enum cluster_way way;
  char name[256];   /* of the host; for messages in any case */
  unsigned port;    /* where it is to connect; 0: anywhere */
  unsigned devices; /* how many there */
  unsigned group;   /* nodes that connect at one port have the same; 0: it does
                       not connect */
  char job_option[3][32]; /* CLUSTER_BY_SLURM: which nodes */
};

struct cluster_settings
{
  struct cluster_element *element; /* malloced */
  unsigned elements;               /* number; at least 1 */
  unsigned groups;                 /* the highest number of one */
  char **launch;           /* words of OFFLOAD_LAUNCH; malloced, or NULL */
  const char *cookie;      /* OFFLOAD_COOKIE, or NULL */
  const char *meet;        /* OFFLOAD_MEET: a file, or NULL */
  const char *net;         /* OFFLOAD_NET: where to listen, or NULL */
  const char *forward;     /* OFFLOAD_FORWARD: names, or NULL */
  bool by_ucx;             /* OFFLOAD_LINE=ucx */
  bool checks;             /* under the mapping checker, OFFLOAD_EMUL_CHECK */
  unsigned heartbeat;      /* OFFLOAD_HEARTBEAT: seconds; 0: none */
  unsigned start_timeout;  /* OFFLOAD_START_TIMEOUT: seconds */
  enum gomp_lost_way lost; /* OFFLOAD_LOST */
};

/* Read the environment.  On failure the error is recorded.  */
HIDDEN enum gomp_status cluster_settings_read (struct cluster_settings *s);
/* slurm.c: the nodes of the job that are this process's.  Recorded.  */
HIDDEN enum gomp_status cluster_slurm_read (struct cluster_element *p,
                                            unsigned *count);

#endif
