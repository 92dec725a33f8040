/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The words of reports; see words.h.  Any thread; owns nothing.  */

#include "tool/words.h"

#include <string.h>

const struct gomp_words gomp_words[GOMP_MODELS] = {
#define WORD(name, openmp, openacc) .name = openmp,
  [GOMP_OPENMP] = {
#include "tool/words.def"
  },
#undef WORD
#define WORD(name, openmp, openacc) .name = openacc,
  [GOMP_OPENACC] = {
#include "tool/words.def"
  }
#undef WORD
};

const struct gomp_compute_words gomp_compute_words[GOMP_COMPUTES]
    = { [GOMP_COMPUTE_ANY] = { "acc compute", "compute region" },
        [GOMP_COMPUTE_PARALLEL] = { "acc parallel", "acc parallel region" },
        [GOMP_COMPUTE_KERNELS] = { "acc kernels", "acc kernels region" },
        [GOMP_COMPUTE_SERIAL] = { "acc serial", "acc serial region" } };

const struct gomp_words *
gomp_words_of (const char *directive)
{
  return &gomp_words[strncmp (directive, "acc", 3) == 0 ? GOMP_OPENACC
                                                        : GOMP_OPENMP];
}

const char *
gomp_words_type (const struct gomp_words *words, bool to_device,
                 bool from_device)
{
  return to_device ? (from_device ? words->tofrom : words->to)
                   : (from_device ? words->from : words->alloc);
}
