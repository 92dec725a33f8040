/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The driver of the host's compiler, and the environment in which it runs.  */

#ifndef MKOFFLOAD_COMMON_DRIVER_H
#define MKOFFLOAD_COMMON_DRIVER_H

#include "list.h"
#include "options.h"

/* The driver, as the user ran it.  */
const char *driver_find (void);

/* The toolchain directory that this program is in.  */
const char *driver_toolchain (void);

/* The driver that we run must neither find TOOLCHAIN's files (it would run us
   again) nor take the outer driver's state for its own.  */
void driver_clean_environment (const char *toolchain);

/* Start COMMAND with PROGRAM, a driver.  */
void driver_start (struct list *command, const char *program,
                   const struct options *options);

/* Assemble the file TEXT to options->output.  */
void driver_assemble (const char *driver, const struct options *options,
                      const char *text);

#endif
