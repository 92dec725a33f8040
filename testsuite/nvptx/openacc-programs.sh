# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The suite's OpenACC programs, and each reduction, on the stand-in: with images
# of our mkoffload on our library with our plugin.
. "$testsuite/nvptx/programs.inc"

if ! has_target nvptx-none; then
  unsupported 'this build has no plugin for nvptx'
  finish
fi
runtime=$LIBDIR
library=ours
ours=yes
model=-fopenacc

# is_for_nvidia FILE: in which modes do directives want it?
is_for_nvidia () {
  is_left_out "$1" && return 1
  modes=$(sed -n 's/.*dg-acc-modes "\([^"]*\)".*/\1/p' "$testsuite/$1")
  case " $modes " in '  '|*' nvptx '*) ;; *) false ;; esac
}

# try_acc COMPILER FILE
try_acc () {
  source=$testsuite/$2
  beside=$(dirname "$source")
  also=$(sed -n 's/.*{ *dg-additional-sources "\([^"]*\)".*/\1/p' "$source")
  more=$(sed -n 's/.*{ *dg-additional-options "\([^"]*\)".*/\1/p' "$source")
  for option in -O0 -O2; do
    # GCC's code for the host calls such routines unless they are inlined.
    test "$option" != -O0 || ! grep -q nohost "$source" || continue
    compile "$1" $option $more -I"$beside" "$source" \
      ${also:+"$beside/$also"} &&
      on_device env ACC_DEVICE_TYPE=nvidia ./program
    conclude "$2 $option"
  done
}

# try_directory COMPILER DIRECTORY SUFFIX
try_directory () {
  if test -z "$1" || test "$1" = no; then
    return
  fi
  for path in "$testsuite/$2"/*"$3"; do
    file=$2/${path##*/}
    # A part of another program.
    if grep -q "dg-additional-sources \"${path##*/}\"" "$testsuite/$2"/*"$3"
    then
      continue
    fi
    ! is_for_nvidia "$file" || try_acc "$1" "$file"
  done
}
try_directory "$GCC" libgomp.oacc-c .c
try_directory "$GXX" libgomp.oacc-c++ .cc
try_directory "$GFORTRAN" libgomp.oacc-fortran .f90

# reductions LANGUAGE COMPILER SOURCE: of the types and levels that GCC 12's code
# is right for (doc/openacc.texi); it crashes at && of float.
reductions () {
  if test -z "$2" || test "$2" = no; then
    return
  fi
  for option in -O0 -O2; do
    left_out=none
    test "$option" = -O0 || left_out=all_nested
    grep -v "^level[[:space:]]$left_out[[:space:]]" \
      "$testsuite/lib/acc-reductions.tsv" >table
    awk -v "language=$1" -v "types=$wide" \
      -f "$testsuite/lib/acc-reductions.awk" table >"$3"
    compile "$2" $option "$3" && on_device env ACC_DEVICE_TYPE=nvidia ./program
    conclude "reductions of $1 $option"
  done
}
wide='int unsigned long ulong llong wchar char32 cfloat i4 i8 r4 r8 c4 l4 l8'
reductions c "$GCC" reductions.c
reductions c++ "$GXX" reductions.cc
reductions fortran "$GFORTRAN" reductions.f90
finish
