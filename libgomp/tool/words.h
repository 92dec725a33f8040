/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The words of reports, in the terms of whose construct they are about.  */

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

/* Those of a directive or routine: the names of OpenACC's begin with "acc".  */
HIDDEN const struct gomp_words *gomp_words_of (const char *directive) COLD;
/* The type of a mapping that copies in these directions.  */
HIDDEN const char *gomp_words_type (const struct gomp_words *words,
                                    bool to_device, bool from_device) COLD;

#endif
