# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

# OFFGOMP_TOOLCHAIN
# What mkoffload/ and crtoffload/ need: with offload targets the plugin headers
# of USER_GCC, libelf and libiberty.  Sets USER_GCC_PLUGIN_DIR,
# USER_GCC_MULTIARCH, CRT_CFLAGS, ELF_LIBS and IBERTY_LIBS; each error names the
# package that has what is missing.
AC_DEFUN([OFFGOMP_TOOLCHAIN], [
  AS_IF([test -n "$OFFLOAD_TARGETS"], [
    OFFGOMP_PLUGIN_HEADERS
    OFFGOMP_LIBELF
    OFFGOMP_LIBIBERTY])
  OFFGOMP_CRT_CFLAGS
  # USER_GCC makes code for the multilib that the library is for.
  MULTILIB_FLAGS=
  for offgomp_word in $CC; do
    AS_CASE([$offgomp_word], [-m32 | -m64 | -mx32],
      [MULTILIB_FLAGS=$offgomp_word])
  done
  AC_SUBST([MULTILIB_FLAGS])
  AC_COMPUTE_INT([POINTER_BYTES], [sizeof (void *)])
  AC_SUBST([POINTER_BYTES])
  USER_GCC_MULTIARCH=`"$USER_GCC" -print-multiarch`
  AC_SUBST([USER_GCC_MULTIARCH])
  USER_GCC_MACHINE=`"$USER_GCC" -dumpmachine`
  AC_SUBST([USER_GCC_MACHINE])
])

AC_DEFUN([OFFGOMP_PLUGIN_HEADERS], [
  AC_MSG_CHECKING([for the plugin headers of $USER_GCC])
  USER_GCC_PLUGIN_DIR=`"$USER_GCC" -print-file-name=plugin`
  AS_IF([test -f "$USER_GCC_PLUGIN_DIR/include/gcc-plugin.h"],
    [AC_MSG_RESULT([$USER_GCC_PLUGIN_DIR/include])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([the plugin headers of $USER_GCC are missing
  (Debian, Ubuntu: apt-get install gcc-$USER_GCC_VERSION-plugin-dev).])])
  AC_ARG_VAR([PLUGIN_CXX],
    [compiler of GCC's plugins, in C++, as GCC was compiled @<:@the GCC that
     they are for@:>@])
  AS_IF([test -z "$PLUGIN_CXX"], [PLUGIN_CXX=$USER_GCC])
  AC_MSG_CHECKING([whether $PLUGIN_CXX builds plugins])
  echo '#include "gcc-plugin.h"' > conftest.cc
  AS_IF([$PLUGIN_CXX -x c++ -fsyntax-only -w \
           -I"$USER_GCC_PLUGIN_DIR/include" conftest.cc >&AS_MESSAGE_LOG_FD 2>&1],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$PLUGIN_CXX cannot compile C++ with its plugin headers; see config.log
  (Debian, Ubuntu: apt-get install g++-$USER_GCC_VERSION gcc-$USER_GCC_VERSION-plugin-dev).])])
  rm -f conftest.cc
  AC_SUBST([USER_GCC_PLUGIN_DIR])
])

AC_DEFUN([OFFGOMP_LIBELF], [
  AC_CHECK_HEADER([gelf.h], [],
    [AC_MSG_ERROR([gelf.h of libelf is missing (Debian, Ubuntu: apt-get install libelf-dev).])])
  AC_CHECK_LIB([elf], [gelf_getshdr], [ELF_LIBS=-lelf],
    [AC_MSG_ERROR([libelf is missing (Debian, Ubuntu: apt-get install libelf-dev).])])
  AC_SUBST([ELF_LIBS])
])

AC_DEFUN([OFFGOMP_LIBIBERTY], [
  AC_CHECK_HEADER([libiberty/libiberty.h], [],
    [AC_MSG_ERROR([libiberty.h is missing (Debian, Ubuntu: apt-get install libiberty-dev).])])
  AC_CHECK_LIB([iberty], [expandargv], [IBERTY_LIBS=-liberty],
    [AC_MSG_ERROR([libiberty is missing (Debian, Ubuntu: apt-get install libiberty-dev).])])
  AC_SUBST([IBERTY_LIBS])
])

# crtoffload objects must not take the marks of control-flow protection from
# the programs that they are linked into.
AC_DEFUN([OFFGOMP_CRT_CFLAGS], [
  CRT_CFLAGS=
  AC_MSG_CHECKING([whether $USER_GCC accepts -fcf-protection])
  echo 'int conftest;' > conftest.c
  AS_IF(["$USER_GCC" -fcf-protection -fsyntax-only conftest.c \
           >&AS_MESSAGE_LOG_FD 2>&1],
    [AC_MSG_RESULT([yes])
     CRT_CFLAGS=-fcf-protection],
    [AC_MSG_RESULT([no])])
  rm -f conftest.c
  AC_SUBST([CRT_CFLAGS])
])
