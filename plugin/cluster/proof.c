/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The proofs at the start of a line; see proof.h.  Owns no data; one thread for
   each line.

   Each proof is a keyed hash of the prover's role and of both random numbers,
   so no proof can be used again, nor as the other side's.  */

#include "proof.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "secret.h"

/* The proof of ROLE.  */
static void
prove (const char *role, const struct cluster_challenge *c,
       const struct cluster_proof *p, const uint8_t secret[CLUSTER_SECRET],
       uint8_t proof[CLUSTER_SECRET])
{
  const struct cluster_bytes part[] = { { role, strlen (role) + 1 },
                                        { c, sizeof (*c) },
                                        { &p->version, sizeof (p->version) },
                                        { p->nonce, sizeof (p->nonce) } };
  cluster_hmac (secret, part, GOMP_ARRAY_SIZE (part), proof);
}

static enum gomp_status
line_failed (const char *who, int errnum)
{
  if (errnum == ECONNRESET || errnum == EPIPE || errnum == ECHILD)
    return gomp_error_set (GOMP_ERR_NODEV, "%s ended before it was ready", who);
  if (errnum == ETIMEDOUT)
    return gomp_error_set (GOMP_ERR_NODEV, "%s does not answer", who);
  return gomp_error_errno (GOMP_ERR_NODEV, errnum, "cannot reach %s", who);
}

/* What came is something else, such as the greeting of a login shell.  */
static enum gomp_status
not_a_node (const char *who, const void *came, size_t size)
{
  char text[48];
  const unsigned char *p = came;
  size_t n = 0;
  for (; n < size && n < sizeof (text) - 1 && p[n] != '\n'; n++)
    text[n] = isprint (p[n]) ? (char)p[n] : '?';
  text[n] = '\0';
  gomp_error_set (GOMP_ERR_NODEV,
                  "%s does not talk as offgomp-node does, but says '%s'", who,
                  text);
  gomp_error_hint ("what starts the node must write nothing to its standard "
                   "output, which files like .bashrc do");
  return GOMP_ERR_NODEV;
}

static enum gomp_status
judge_node (const char *who, const struct cluster_challenge *c,
            const struct cluster_proof *p, const uint8_t secret[CLUSTER_SECRET])
{
  uint8_t expected[CLUSTER_SECRET];
  if (p->magic != CLUSTER_MAGIC)
    return not_a_node (who, p, sizeof (*p));
  prove ("node", c, p, secret, expected);
  if (!cluster_secret_equal (expected, p->proof))
    {
      gomp_error_set (GOMP_ERR_NODEV, "%s does not know the secret", who);
      gomp_error_hint ("give it the file of OFFLOAD_COOKIE: offgomp-node "
                       "--cookie FILE");
      return GOMP_ERR_NODEV;
    }
  if (p->version == CLUSTER_VERSION)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_NODEV,
                  "%s has version %u of the protocol, this program %u", who,
                  p->version, CLUSTER_VERSION);
  gomp_error_hint ("install the same version of offgomp on both");
  return GOMP_ERR_NODEV;
}

enum gomp_status
cluster_proof_host (struct cluster_line *line, const char *who, bool gift,
                    const uint8_t secret[CLUSTER_SECRET], uint64_t deadline_ns)
{
  struct cluster_gift given = { .magic = CLUSTER_MAGIC };
  struct cluster_challenge c
      = { .magic = CLUSTER_MAGIC, .version = CLUSTER_VERSION };
  struct cluster_proof p;
  struct cluster_welcome w;
  enum gomp_status status = cluster_secret_random (c.nonce, sizeof (c.nonce));
  if (status != GOMP_OK)
    return status;
  memcpy (given.secret, secret, sizeof (given.secret));
  int r = gift ? cluster_line_write_raw (line, &given, sizeof (given)) : 0;
  if (r == 0)
    r = cluster_line_write_raw (line, &c, sizeof (c));
  /* A text that is shorter than a proof is told, too.  */
  memset (&p, 0, sizeof (p));
  if (r == 0)
    r = cluster_line_read_raw (line, &p, sizeof (p), deadline_ns);
  if (r != 0 && p.magic != 0 && p.magic != CLUSTER_MAGIC)
    return not_a_node (who, &p, sizeof (p));
  if (r != 0)
    return line_failed (who, r);
  status = judge_node (who, &c, &p, secret);
  if (status != GOMP_OK)
    return status;
  prove ("host", &c, &p, secret, w.proof);
  r = cluster_line_write_raw (line, &w, sizeof (w));
  return r == 0 ? GOMP_OK : line_failed (who, r);
}

static enum gomp_status
judge_host (const struct cluster_challenge *c, const struct cluster_proof *p,
            const struct cluster_welcome *w,
            const uint8_t secret[CLUSTER_SECRET])
{
  uint8_t expected[CLUSTER_SECRET];
  prove ("host", c, p, secret, expected);
  if (!cluster_secret_equal (expected, w->proof))
    return gomp_error_set (GOMP_ERR_NODEV,
                           "the program does not know the secret");
  return GOMP_OK;
}

enum gomp_status
cluster_proof_node (struct cluster_line *line, bool gift,
                    uint8_t secret[CLUSTER_SECRET], uint64_t deadline_ns)
{
  static const char who[] = "the program";
  struct cluster_gift given;
  struct cluster_challenge c;
  struct cluster_welcome w;
  struct cluster_proof p
      = { .magic = CLUSTER_MAGIC, .version = CLUSTER_VERSION };
  enum gomp_status status = cluster_secret_random (p.nonce, sizeof (p.nonce));
  if (status != GOMP_OK)
    return status;
  int r = 0;
  if (gift)
    r = cluster_line_read_raw (line, &given, sizeof (given), deadline_ns);
  if (r == 0)
    r = cluster_line_read_raw (line, &c, sizeof (c), deadline_ns);
  if (r != 0)
    return line_failed (who, r);
  if (c.magic != CLUSTER_MAGIC || (gift && given.magic != CLUSTER_MAGIC))
    return gomp_error_set (GOMP_ERR_NODEV,
                           "what connects is no program of offgomp");
  if (gift)
    memcpy (secret, given.secret, sizeof (given.secret));
  prove ("node", &c, &p, secret, p.proof);
  r = cluster_line_write_raw (line, &p, sizeof (p));
  if (r == 0)
    r = cluster_line_read_raw (line, &w, sizeof (w), deadline_ns);
  return r == 0 ? judge_host (&c, &p, &w, secret) : line_failed (who, r);
}
