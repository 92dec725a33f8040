/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The words of reports, in the terms of OpenMP or of OpenACC.  */

#ifndef GOMP_TOOL_WORDS_H
#define GOMP_TOOL_WORDS_H

#include <stdbool.h>

#include "base/compiler.h"

enum gomp_model
{
  GOMP_OPENMP,
  GOMP_OPENACC,
  GOMP_MODELS
};

struct gomp_words
{
#define WORD(name, openmp, openacc) const char *name;
#include "tool/words.def"
#undef WORD
};
HIDDEN extern const struct gomp_words gomp_words[GOMP_MODELS];

/* OpenACC's compute constructs.  All call the library in the same way; a note
   of the compiler plugin says which one a region belongs to.  */
enum gomp_compute
{
  GOMP_COMPUTE_ANY, /* not known */
  GOMP_COMPUTE_PARALLEL,
  GOMP_COMPUTE_KERNELS,
  GOMP_COMPUTE_SERIAL,
  GOMP_COMPUTES
};

struct gomp_compute_words
{
  const char *directive;
  const char *region;
};
HIDDEN extern const struct gomp_compute_words gomp_compute_words[GOMP_COMPUTES];

/* The name of a region of MODEL; CONSTRUCT: of OpenACC.  */
static inline const char *
gomp_words_region (enum gomp_model model, enum gomp_compute compute)
{
  return model == GOMP_OPENACC ? gomp_compute_words[compute].region
                               : gomp_words[model].region;
}

/* The words for a directive or a routine.  OpenACC's have names that begin
   with "acc".  */
HIDDEN const struct gomp_words *gomp_words_of (const char *directive) COLD;
/* The type of a mapping that copies in these directions.  */
HIDDEN const char *gomp_words_type (const struct gomp_words *words,
                                    bool to_device, bool from_device) COLD;

#endif
