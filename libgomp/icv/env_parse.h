/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parsers of values of environment variables: the pieces, and one function
   for each kind of row of env.def.  */

#ifndef GOMP_ICV_ENV_PARSE_H
#define GOMP_ICV_ENV_PARSE_H

#include "icv/env.h"

/* A keyword and what it stands for.  */
struct gomp_env_word
{
  const char *word;
  int value;
};

/* The pieces skip blanks before what they parse.  If they return false, the
   cursor is at the text that does not match.  */
HIDDEN bool gomp_env_at_end (struct gomp_env_cursor *c);
HIDDEN bool gomp_env_take (struct gomp_env_cursor *c, char wanted);
/* One of COUNT words, in any case, not followed by a letter, digit or _.  */
HIDDEN bool gomp_env_take_word (struct gomp_env_cursor *c,
                                const struct gomp_env_word *words, size_t count,
                                int *value);
/* A decimal number from LOW to HIGH.  */
HIDDEN bool gomp_env_take_number (struct gomp_env_cursor *c, int64_t low,
                                  int64_t high, int64_t *value);
/* Record why the value is wrong; returns false.  */
HIDDEN bool gomp_env_wrong (struct gomp_env_cursor *c, const char *fmt, ...)
    PRINTF_LIKE (2, 3);

#define GOMP_ENV_PARSER(kind)                                                  \
  HIDDEN bool gomp_env_parse_##kind (const struct gomp_env_row *row,           \
                                     struct gomp_env_cursor *c)
GOMP_ENV_PARSER (boolean);
GOMP_ENV_PARSER (int32);
GOMP_ENV_PARSER (thread_limit);
GOMP_ENV_PARSER (max_levels);
GOMP_ENV_PARSER (nested);
GOMP_ENV_PARSER (nthreads);
GOMP_ENV_PARSER (schedule);
GOMP_ENV_PARSER (proc_bind);
GOMP_ENV_PARSER (stack_size);
GOMP_ENV_PARSER (wait_policy);
GOMP_ENV_PARSER (spin_count);
GOMP_ENV_PARSER (text);
GOMP_ENV_PARSER (allocator);
GOMP_ENV_PARSER (target_offload);
GOMP_ENV_PARSER (acc_dims);
GOMP_ENV_PARSER (offload_info);
GOMP_ENV_PARSER (offload_check);
GOMP_ENV_PARSER (file);
GOMP_ENV_PARSER (available_devices);
GOMP_ENV_PARSER (default_device);
GOMP_ENV_PARSER (threads_reserve);
GOMP_ENV_PARSER (display_env);
GOMP_ENV_PARSER (enabled);
GOMP_ENV_PARSER (debug_level);
GOMP_ENV_PARSER (places);
GOMP_ENV_PARSER (cpu_affinity);
GOMP_ENV_PARSER (foreign);

#endif
