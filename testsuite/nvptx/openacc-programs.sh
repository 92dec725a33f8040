# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The suite's OpenACC programs, and each reduction, on the stand-in: with images
# of our mkoffload on our library with our plugin.  ACC_REDUCTIONS="usual small
# large": reductions of types of these sizes.
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
    ! is_for_nvidia "$file" || ! is_compiled "$file" "$1" ||
      try_acc "$1" "$file"
  done
}
try_directory "$GCC" libgomp.oacc-c .c
try_directory "$GXX" libgomp.oacc-c++ .cc
try_directory "$GFORTRAN" libgomp.oacc-fortran .f90

# reductions LANGUAGE COMPILER SOURCE SIZE TYPES: what GCC 12's code is right for
# (doc/openacc.texi).  It crashes at && of float.  -O2 makes the lanes of a warp
# wait for each other in nested loops of all levels.
reductions () {
  if test -z "$2" || test "$2" = no; then
    return
  fi
  for option in -O0 -O2; do
    left_out=none
    test "$option" = -O0 || left_out=all_nested
    grep -v "^level[[:space:]]$left_out[[:space:]]" \
      "$testsuite/lib/acc-reductions.tsv" |
      sed '/^operator.*[&|][&|]/s/ real / /' >table
    awk -v "language=$1" -v "types=$5" \
      -f "$testsuite/lib/acc-reductions.awk" table >"$3"
    compile "$2" $option "$3" && on_device env ACC_DEVICE_TYPE=nvidia ./program
    conclude "reductions of $1, $4, $option"
  done
}
usual='int unsigned long ulong llong wchar char32 float double cfloat'
usual="$usual i4 i8 r4 r8 c4 l4 l8"
small='schar uchar short ushort bool i1 i2 l1'
large='cdouble c8'
# The others take minutes.
for size in ${ACC_REDUCTIONS:-usual}; do
  eval "types=\$$size"
  reductions c "$GCC" reductions.c $size "$types"
  reductions c++ "$GXX" reductions.cc $size "$types"
  reductions fortran "$GFORTRAN" reductions.f90 $size "$types"
done
finish
