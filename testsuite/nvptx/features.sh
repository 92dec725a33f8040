# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What GCC 13 and later compile of OpenMP, ../features, by our mkoffload, on our
# library with our plugin.  That earlier ones refuse it: ../toolchain/features.sh.
. "$testsuite/nvptx/programs.inc"

if ! has_target nvptx-none; then
  unsupported "this build has no plugin for nvptx"
  finish
fi
runtime=$LIBDIR
library=ours
ours=yes
major=$("$GCC" -dumpversion)
major=${major%%.*}

# setting NAME FILE: what "{ NAME VALUE }" in the file says.
setting () { sed -n "s/.*{ $1 \([^}]*\) }.*/\1/p" "$testsuite/$2"; }

# declines NAME TEXT: no device, and if offloading is mandatory the program says
# why.
declines () {
  policy=default
  on_device ./program
  conclude "$1, without a device"
  policy=mandatory
  on_device ./program
  test $? != 0 && grep -qF "$2" out
  conclude "$1, mandatory"
}

# try_feature COMPILER FILE
try_feature () {
  if is_left_out "$2" || test "$1" = no ||
     test "$major" -lt "$(setting since "$2")"; then
    return
  fi
  for option in -O0 -O2; do
    text=$(setting 'nvptx declines' "$2")
    if compile "$1" $option $(setting options "$2") "$testsuite/$2"; then
      if test -n "$text"; then
        declines "$2 $option" "$text"
        continue
      fi
      on_device ./program
    fi
    conclude "$2 $option"
  done
}

for path in "$testsuite"/features/*; do
  file=features/${path##*/}
  case $file in
    *.c) try_feature "$GCC" "$file" ;;
    *.f90) try_feature "$GFORTRAN" "$file" ;;
  esac
done
test "$major" -ge 13 || pass "GCC $major knows none of ../features"
finish
