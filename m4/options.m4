# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

# OFFGOMP_USER_GCC(GCC,GCC...)
# The GCC whose users the toolchain directory serves, and which the tests run;
# it may be another than the one that compiles the library.  Sets USER_GCC
# (path), USER_GXX, USER_GFORTRAN (path, or "no") and USER_GCC_VERSION (major)
# of the first one, and OTHER_GCCS, the paths of the others.
AC_DEFUN([OFFGOMP_USER_GCC], [
  offgomp_gcc=`AS_ECHO(["$1"]) | sed 's/,.*//'`
  offgomp_others=`AS_ECHO(["$1"]) | sed 's/^@<:@^,@:>@*,*//; s/,/ /g'`
  AS_IF([test -z "$offgomp_gcc" || test "x$offgomp_gcc" = xyes],
    [AS_IF([test "$cross_compiling" = yes],
      [offgomp_gcc=$host_alias-gcc], [offgomp_gcc=gcc])])
  # A path is taken as it is.
  AS_CASE([$offgomp_gcc],
    [*/*], [AS_IF([test -x "$offgomp_gcc"], [USER_GCC=$offgomp_gcc])])
  AC_PATH_PROG([USER_GCC], [$offgomp_gcc], [no])
  AS_IF([test "$USER_GCC" = no],
    [AC_MSG_ERROR([cannot find '$offgomp_gcc'.
  The toolchain directory is made for a GCC: install one (Debian, Ubuntu:
  apt-get install gcc g++ gfortran) or name another one by --with-gcc=GCC.])])
  AS_CASE([`"$USER_GCC" --version 2>/dev/null | head -n 1`],
    [*clang*], [AC_MSG_ERROR([$USER_GCC is clang; name a GCC by --with-gcc=GCC])])
  AC_MSG_CHECKING([for the version of $USER_GCC])
  USER_GCC_VERSION=`"$USER_GCC" -dumpversion | sed 's/\..*//'`
  AC_MSG_RESULT([$USER_GCC_VERSION])
  AS_IF([test "$USER_GCC_VERSION" -ge 12 2>/dev/null], [],
    [AC_MSG_ERROR([$USER_GCC is GCC $USER_GCC_VERSION; GCC 12 or newer is needed])])

  # gcc-12 -> g++-12, /opt/bin/x86_64-linux-gnu-gcc -> .../x86_64-linux-gnu-g++
  offgomp_base=`AS_BASENAME(["$USER_GCC"])`
  offgomp_gxx=`AS_ECHO(["$offgomp_base"]) | sed 's/gcc\(-[[0-9.]]*\)\{0,1\}$/g++\1/'`
  offgomp_gfortran=`AS_ECHO(["$offgomp_base"]) | sed 's/gcc\(-[[0-9.]]*\)\{0,1\}$/gfortran\1/'`
  offgomp_path=`AS_DIRNAME(["$USER_GCC"])`$PATH_SEPARATOR$PATH
  AC_PATH_PROG([USER_GXX], [$offgomp_gxx], [no], [$offgomp_path])
  AC_PATH_PROG([USER_GFORTRAN], [$offgomp_gfortran], [no], [$offgomp_path])
  AC_SUBST([USER_GCC_VERSION])
  OFFGOMP_OTHER_GCCS
])

# Of two GCCs of one version GCC's driver cannot tell whose directory is whose.
AC_DEFUN([OFFGOMP_OTHER_GCCS], [
  OTHER_GCCS=
  offgomp_taken=" `"$USER_GCC" -dumpmachine`/`"$USER_GCC" -dumpversion` "
  for offgomp_gcc in $offgomp_others; do
    offgomp_path=`command -v "$offgomp_gcc"`
    AS_IF([test -x "$offgomp_path"], [],
      [AC_MSG_ERROR([cannot find '$offgomp_gcc', which --with-gcc names])])
    offgomp_version=`"$offgomp_path" -dumpversion`
    AS_IF([test "${offgomp_version%%.*}" -ge 12 2>/dev/null], [],
      [AC_MSG_ERROR([$offgomp_path is GCC $offgomp_version; GCC 12 or newer is
  needed])])
    offgomp_place=`"$offgomp_path" -dumpmachine`/$offgomp_version
    AS_CASE([$offgomp_taken], [*" $offgomp_place "*],
      [AC_MSG_ERROR([--with-gcc names two compilers of one version, $offgomp_version:
  $offgomp_path is the second])])
    offgomp_taken="$offgomp_taken$offgomp_place "
    OTHER_GCCS="${OTHER_GCCS:+$OTHER_GCCS }$offgomp_path"
  done
  AC_SUBST([OTHER_GCCS])
  AM_CONDITIONAL([OTHER_GCCS], [test -n "$OTHER_GCCS"])
])

# OFFGOMP_CC_FOR_BUILD
# The compiler of programs that run while the package is built.
AC_DEFUN([OFFGOMP_CC_FOR_BUILD], [
  AC_ARG_VAR([CC_FOR_BUILD],
    [C compiler of programs that run during a cross build])
  AS_IF([test -z "$CC_FOR_BUILD"],
    [AS_IF([test "$cross_compiling" = yes],
      [AC_CHECK_PROGS([CC_FOR_BUILD], [gcc cc clang], [no])
       AS_IF([test "$CC_FOR_BUILD" = no],
         [AC_MSG_ERROR([a cross build needs a compiler for programs that run
  here, too: install one (Debian, Ubuntu: apt-get install gcc) or name it by
  CC_FOR_BUILD=.])])],
      [CC_FOR_BUILD=$CC])])
])
