/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The contents of a file that the user names; see file.c.  */

#ifndef INFO_FILE_H
#define INFO_FILE_H

#include <stdbool.h>

#include "report.h"

/* Add the file PATH to the list IN.  False: it cannot be read (reported).  */
bool file_report (struct report *in, const char *path);

#endif
