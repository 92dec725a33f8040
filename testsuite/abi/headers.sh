# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# omp.h, omp_lib and omp_lib.h, and OpenACC's openacc.h, acc_prof.h, openacc and
# openacc_lib.h have every name that the headers of the compiler under test have,
# constants with the same values and kinds.
. "$testsuite/lib/script.sh"

theirs=$(dirname "$($GCC -print-file-name=include/omp.h)")
test -f "$theirs/omp.h" || { unsupported "the compiler has no omp.h"; finish; }

# Names of the interface in a header.
names () {
  tr A-Z a-z <"$1" | grep -v '^ *! ' | grep -oE '\b(omp|acc)_[a-z0-9_]+' | sort -u
}

# has_all WHAT THEIRS OURS: each name of THEIRS is in OURS.
has_all () {
  names "$2" >theirs.names
  names "$3" >ours.names
  # What the compiler's own header calls the parts of lock types, and itself.
  comm -23 theirs.names ours.names | grep -vE '^omp_(nest_)?lock_(size|align)$' \
    | grep -vE '^(omp_lib_kinds|acc_device_host_nonshm)$' >missing.names
  check "$1 has all names$(sed 's/^/ /' missing.names | tr -d '\n')" \
    test ! -s missing.names
}

# same_output NAME COMMAND-FOR-THEIRS COMMAND-FOR-OURS: what is built prints
# the same.
same_output () {
  if ! { $2 && ./theirs >theirs.txt && $3 && ./ours >ours.txt; } >log 2>&1; then
    cat log
    fail "$1: compile and run"
    return
  fi
  diff theirs.txt ours.txt
  check "$1 ($(wc -l <ours.txt))" cmp -s theirs.txt ours.txt
}

has_all omp.h "$theirs/omp.h" "$TOOLCHAIN/include/omp.h"
{
  cat <<'EOC'
#include <omp.h>
#include <stdio.h>
#define CONSTANT(n) printf ("%s %lld\n", #n, (long long)n);
#define TYPE(n) printf ("%s %zu %zu\n", #n, sizeof (n), _Alignof (n));
int main (void) {
EOC
  grep -oE '^ *omp_[a-z0-9_]+ *=' "$theirs/omp.h" | tr -d ' =' \
    | sed 's/.*/CONSTANT (&)/'
  for type in lock nest_lock sched proc_bind depend event_handle alloctrait \
      memspace_handle allocator_handle pause_resource; do
    echo "TYPE (omp_${type}_t)"
  done
  echo 'return 0; }'
} >constants.c
same_output "constants and types of omp.h" \
  "$GCC -fopenmp constants.c -o theirs" \
  "$GCC -B$TOOLCHAIN -fopenmp constants.c -o ours"

# OpenACC: the types of the routines, which C++ can compare, as well.
types_of () {
  grep -oE '\bacc_[a-z0-9_]+ *\(' "$1" | tr -d ' (' | sort -u \
    | grep -vE '^acc_(on_device|prof_info|event_info)$'
}
acc='-fopenacc -foffload=disable'
test -f "$theirs/openacc.h" || theirs=
if test -n "$theirs"; then
  has_all openacc.h "$theirs/openacc.h" "$TOOLCHAIN/include/openacc.h"
  {
    cat <<'EOC'
#include <openacc.h>
#include <cstdio>
#include <typeinfo>
#define CONSTANT(n) std::printf ("%s %ld\n", #n, (long)n);
#define ROUTINE(n) std::printf ("%s %s\n", #n, typeid (n).name ());
int main () {
EOC
    grep -oE '^ *_?(acc|ACC)_[a-zA-Z0-9_]+ *(=|,|$)' "$theirs/openacc.h" \
      | tr -d ' =,' | sed 's/.*/CONSTANT (&)/'
    types_of "$theirs/openacc.h" | sed 's/.*/ROUTINE (&)/'
    echo 'CONSTANT (sizeof (acc_device_t)) CONSTANT (sizeof (acc_async_t))'
    echo 'ROUTINE (acc_on_device (acc_device_host)) ROUTINE (acc_on_device (2))'
    echo '}'
  } >openacc.cc
  for standard in c++98 c++17; do
    same_output "constants and routines of openacc.h, $standard" \
      "$GXX -std=$standard $acc openacc.cc -o theirs" \
      "$GXX -std=$standard -B$TOOLCHAIN $acc openacc.cc -o ours"
  done
fi
if test -n "$theirs" && test -f "$theirs/acc_prof.h"; then
  has_all acc_prof.h "$theirs/acc_prof.h" "$TOOLCHAIN/include/acc_prof.h"
  {
    cat <<'EOC'
#include <acc_prof.h>
#include <stdio.h>
#define CONSTANT(n) printf ("%s %lld\n", #n, (long long)n);
#define TYPE(n) printf ("%s %zu %zu\n", #n, sizeof (n), _Alignof (n));
int main (void) {
EOC
    grep -oE '\b(acc_ev|acc_construct|acc_device_api|acc_reg|acc_toggle)[a-z_]*[,= ]|acc_ev_last' \
      "$theirs/acc_prof.h" | tr -d ' =,' | grep -v '_t$' | grep -v '_info$' \
      | grep -vE '^acc_(device_api|register_library)$' | sort -u | sed 's/.*/CONSTANT (&)/'
    grep -oE '^#define _ACC_[A-Z_]*(_INFO_VALID_BYTES|VERSION)' \
      "$theirs/acc_prof.h" | sed 's/#define \(.*\)/CONSTANT (\1)/'
    for type in acc_event_t acc_construct_t acc_device_api acc_register_t \
        acc_prof_info acc_event_info acc_api_info acc_data_event_info \
        acc_launch_event_info acc_other_event_info acc_prof_callback; do
      echo "TYPE ($type)"
    done
    for name in register unregister; do
      echo "__typeof__ (&acc_prof_$name) ${name}_ = (acc_prof_reg)0;"
    done
    echo '__typeof__ (&acc_prof_lookup) lookup = (acc_prof_lookup_func)0;'
    echo 'return register_ || unregister_ || lookup; }'
  } >acc_prof.c
  same_output "constants and types of acc_prof.h" \
    "$GCC $acc acc_prof.c -o theirs" \
    "$GCC -B$TOOLCHAIN $acc acc_prof.c -o ours"
fi

test -n "$GFORTRAN" || finish
fortran=$(dirname "$($GFORTRAN -print-file-name=finclude/omp_lib.h)")
test -f "$fortran/omp_lib.h" || finish
has_all omp_lib.h "$fortran/omp_lib.h" "$TOOLCHAIN/finclude/omp_lib.h"
for module in omp_lib omp_lib_kinds openacc openacc_kinds; do
  test -f "$fortran/$module.mod" || continue
  gzip -dc "$fortran/$module.mod" >theirs.txt 2>/dev/null
  gzip -dc "$TOOLCHAIN/finclude/$module.mod" >ours.txt 2>/dev/null
  has_all "module $module" theirs.txt ours.txt
done
test ! -f "$fortran/openacc_lib.h" \
  || has_all openacc_lib.h "$fortran/openacc_lib.h" \
    "$TOOLCHAIN/finclude/openacc_lib.h"

# constants NAME PROLOGUE: a program that shows each constant of NAME (omp_lib,
# openacc) and its kind.
constants () {
  case $1 in omp_lib) include=omp_lib.h ;; *) include=openacc_lib.h ;; esac
  echo 'program constants'
  test "$2" = include || echo "use $1"
  echo 'implicit none'
  test "$2" = use || echo "include '$include'"
  tr A-Z a-z <"$fortran/$include" \
    | grep -oE '(parameter *\(|parameter *::|& +) *(omp|acc)[a-z0-9_]+ *=' \
    | sed 's/ *=//; s/.*[ (]//' | sort -u \
    | grep -vE '^acc_device_(current|host_nonshm)$' \
    | sed "s/.*/print *, '&', &, kind (&)/"
  echo 'end program'
}
# Some GCCs have the modules of one multilib alone, with its kinds.
has_own_kinds () {
  multilib=$($GFORTRAN -print-multi-directory)
  case $fortran in */"$multilib"/finclude) return ;; esac
  test "$multilib" = . || test "$1" != omp_lib
}
for name in omp_lib openacc; do
  test -f "$fortran/$name.mod" || continue
  has_own_kinds $name || {
    unsupported "constants of Fortran, $name: the compiler's are for other programs"
    continue
  }
  for way in use include; do
    constants $name $way >constants-$name-$way.f90
    same_output "constants of Fortran, $name, $way" \
      "$GFORTRAN -fopenmp constants-$name-$way.f90 -o theirs" \
      "$GFORTRAN -B$TOOLCHAIN -fopenmp constants-$name-$way.f90 -o ours"
  done
done

# calls PROLOGUE: each procedure of openacc, called as a program may.
calls () {
  cat <<'EOF2'
subroutine calls
EOF2
  test "$1" = include || echo 'use openacc'
  echo 'use iso_c_binding, only: c_size_t'
  echo 'implicit none'
  test "$1" = use || echo "include 'openacc_lib.h'"
  cat <<'EOF2'
integer :: i, a(10), b(2, 3)
integer (8) :: n
logical :: l
character (10) :: s
integer (c_size_t) :: z
real (8), allocatable :: r(:, :)
i = acc_get_num_devices (acc_device_host); call acc_set_device_type (5)
i = acc_get_device_type (); call acc_set_device_num (0, acc_device_host)
i = acc_get_device_num (acc_device_host)
z = acc_get_property (0, acc_device_host, acc_property_memory)
call acc_get_property_string (0, acc_device_host, acc_property_name, s)
call acc_init (acc_device_host); call acc_shutdown (acc_device_host)
l = acc_on_device (acc_device_host)
l = acc_async_test (1); l = acc_async_test_all ()
call acc_wait (1); call acc_async_wait (1); call acc_wait_async (1, 2)
call acc_wait_all (); call acc_async_wait_all (); call acc_wait_all_async (1)
EOF2
  for name in copyin present_or_copyin pcopyin create present_or_create pcreate \
      copyout copyout_finalize delete delete_finalize update_device \
      update_self; do
    for form in 'a, 40' 'a(2), 4_8' 'a' 'b' 'r' 'r, n' 'a(1:5)'; do
      echo "call acc_$name ($form)"
    done
  done
  for name in copyin create copyout delete update_device update_self; do
    for form in 'a, 40, 1' 'b, 4_8, async = i' 'a, i' 'r, i'; do
      echo "call acc_${name}_async ($form)"
    done
  done
  for form in 'a, 40' 'a, n' 'a' 'r' 'len = 8, a = b'; do
    echo "l = acc_is_present ($form)"
  done
  echo 'end subroutine'
}
# undefined COMMAND...: the symbols that it takes from libraries.
undefined () { "$@" -c calls.f90 -o calls.o && nm -u calls.o | sort -u; }
test -f "$fortran/openacc.mod" || finish
for way in use include; do
  calls $way >calls.f90
  undefined $GFORTRAN $acc >theirs.txt
  undefined $GFORTRAN -B$TOOLCHAIN $acc >ours.txt
  diff theirs.txt ours.txt
  check "procedures of openacc, $way ($(wc -l <ours.txt))" \
    eval 'test -s ours.txt && cmp -s theirs.txt ours.txt'
done
finish
