/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Program and node prove to each other that they know the same secret.  No
   other byte of a line is interpreted before.  */

#ifndef PLUGIN_CLUSTER_PROOF_H
#define PLUGIN_CLUSTER_PROOF_H

#include "base/compiler.h"
#include "base/diag.h"
#include "line.h"

/* The host's side of LINE to the node that messages call WHO.  GIFT: the line
   is a pipe that the host made, so the node gets the secret through it.  */
HIDDEN enum gomp_status
cluster_proof_host (struct cluster_line *line, const char *who, bool gift,
                    const uint8_t secret[CLUSTER_SECRET], uint64_t deadline_ns);
/* The node's side.  SECRET is stored first if GIFT.  */
HIDDEN enum gomp_status cluster_proof_node (struct cluster_line *line,
                                            bool gift,
                                            uint8_t secret[CLUSTER_SECRET],
                                            uint64_t deadline_ns);

#endif
