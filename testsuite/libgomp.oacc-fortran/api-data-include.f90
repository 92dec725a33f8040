! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Routines on data, in all forms, by the include file.

program api_data
  implicit none
  include 'openacc_lib.h'
  include 'api-data.inc'
