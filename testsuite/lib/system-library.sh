#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# system-library.sh NAME: print the path of the library NAME that the system has
# for programs of the ABI of this shell, not for those of -m32 or -mx32.  Status
# 1 if there is none.

# abi FILE: its ELF class and machine.
abi () {
  od -An -tx1 -j4 -N1 "$1"
  od -An -tx1 -j18 -N2 "$1"
}

mine=$(abi /proc/self/exe)
{ ldconfig -p 2>/dev/null || /sbin/ldconfig -p; } \
  | sed -n "s/^[[:space:]]*$1 (.*=> //p" \
  | {
    while read -r path; do
      if test "$(abi "$path")" = "$mine"; then
        echo "$path"
        exit 0
      fi
    done
    exit 1
  }
