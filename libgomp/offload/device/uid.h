/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of devices; see uid.c.  Numbers are the program's.  */

#ifndef GOMP_OFFLOAD_DEVICE_UID_H
#define GOMP_OFFLOAD_DEVICE_UID_H

#include <stddef.h>

#include "base/compiler.h"

#define GOMP_UID_MAX 24
/* Write the name of device ACCESSIBLE, a number among all devices, to TEXT,
   which has GOMP_UID_MAX bytes.  */
HIDDEN void gomp_uid_write (char *text, int accessible);
/* The name of device NUMBER; NULL: there is no such device.  */
HIDDEN const char *gomp_uid_of (int number);
/* The device with the name of LENGTH bytes at TEXT; -1: the host;
   GOMP_DEVICE_INVALID: none.  */
HIDDEN int gomp_uid_find (const char *text, size_t length);

#endif
