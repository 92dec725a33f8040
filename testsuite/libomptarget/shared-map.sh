# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs with target regions of gcc and of clang: data that one maps is
# present for the other, whichever compiled the program or the library.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm

cat >part.c <<'END'
/* Both compilers' part, as NAME.  */
#define PASTE_2(a, b) a##b
#define PASTE(a, b) PASTE_2 (a, b)
extern int shared[100];
struct list
{
  int n;
  int *values;
};
void
PASTE (NAME, _enter) (void)
{
#pragma omp target enter data map(to : shared)
}
void
PASTE (NAME, _exit) (void)
{
#pragma omp target exit data map(from : shared)
}
void
PASTE (NAME, _delete) (void)
{
#pragma omp target exit data map(delete : shared)
}
void
PASTE (NAME, _update) (void)
{
#pragma omp target update from(shared[10 : 5])
}
void
PASTE (NAME, _add) (int n)
{
#pragma omp target map(tofrom : shared)
  for (int i = 0; i < 100; i++)
    shared[i] += n;
}
/* With data that is passed.  */
void
PASTE (NAME, _map) (struct list *l, int enters)
{
  if (enters)
    {
#pragma omp target enter data map(to : l[0 : 1]) map(to : l->values[0 : l->n])
    }
  else
    {
#pragma omp target exit data map(from : l->values[0 : l->n])
#pragma omp target exit data map(release : l[0 : 1])
    }
}
void
PASTE (NAME, _sum) (struct list *l)
{
#pragma omp target map(to : l[0 : 1])
  for (int i = 0; i < l->n; i++)
    l->values[i]++;
}
END

cat >main.c <<'END'
#include <stdio.h>
struct list
{
  int n;
  int *values;
};
#define DECLARE(name)                                                          \
  void name##_enter (void), name##_exit (void), name##_delete (void),          \
      name##_update (void), name##_add (int), name##_map (struct list *, int), \
      name##_sum (struct list *);
DECLARE (mine)
DECLARE (theirs)
int omp_target_is_present (const void *, int), omp_get_default_device (void);
static int device;
extern int shared[100];
static int bad;
#define EXPECT(condition)                                                      \
  (condition ? (void)0                                                         \
             : (bad++, (void)printf ("%d: %s\n", __LINE__, #condition)))
#define BOTH(a, b)                                                             \
  static void a##_##b (void)                                                   \
  {                                                                            \
    int values[4] = { 1, 2, 3, 4 };                                            \
    struct list l = { 4, values };                                             \
    for (int i = 0; i < 100; i++)                                              \
      shared[i] = 0;                                                           \
    a##_add (1), b##_add (2);                                                  \
    EXPECT (shared[5] == 3);                                                   \
    a##_enter ();                                                              \
    b##_add (10), a##_add (20);                                                \
    EXPECT (shared[5] == 3);                                                   \
    b##_update ();                                                             \
    EXPECT (shared[9] == 3 && shared[10] == 33 && shared[15] == 3);            \
    b##_enter (), a##_exit ();                                                 \
    EXPECT (shared[5] == 3 && omp_target_is_present (shared, device));         \
    b##_exit ();                                                               \
    EXPECT (shared[5] == 33 && !omp_target_is_present (shared, device));       \
    a##_enter (), a##_enter (), b##_delete ();                                 \
    EXPECT (!omp_target_is_present (shared, device));                          \
    a##_map (&l, 1);                                                           \
    b##_sum (&l), a##_sum (&l);                                                \
    EXPECT (values[3] == 4);                                                   \
    b##_map (&l, 0);                                                           \
    EXPECT (values[3] == 6 && l.values == values);                             \
    EXPECT (!omp_target_is_present (&l, device)                                \
            && !omp_target_is_present (values, device));                       \
  }
BOTH (mine, theirs)
BOTH (theirs, mine)
int
main (void)
{
  device = omp_get_default_device ();
  mine_theirs ();
  theirs_mine ();
  puts (bad == 0 ? "right" : "wrong");
  return bad != 0;
}
END
echo 'int shared[100];' >shared.c

gcc_flags="-O2 -fopenmp -B$TOOLCHAIN"
clang_flags="-O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L$llvm"
build () {
  "$GCC" -shared -fPIC shared.c -o libshared.so \
    && "$GCC" $gcc_flags -shared -fPIC -DNAME=theirs part.c ./libshared.so \
      -o by-gcc.so \
    && "$1" $clang_flags -shared -fPIC -DNAME=theirs part.c ./libshared.so \
      -o by-clang.so \
    && "$1" $clang_flags main.c -DNAME=mine part.c ./by-gcc.so ./libshared.so \
      -Wl,-rpath-link,$LIBDIR -o of-clang \
    && "$GCC" $gcc_flags main.c -DNAME=mine part.c ./by-clang.so \
      ./libshared.so -Wl,-rpath-link,$llvm -o of-gcc
}

# build_one CLANG NAME: one file with device images of both, the part NAME of
# clang.  Clang links its objects to one, with their image, gcc the program.
build_one () {
  other=mine
  test "$2" = mine && other=theirs
  "$1" $clang_flags -c -DNAME=$2 part.c -o by-clang.o \
    && "$1" -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -r -nostdlib \
      -Xoffload-linker -L"$llvm" -Xoffload-linker -lomp by-clang.o \
      -o linked.o \
    && "$GCC" $gcc_flags main.c shared.c -DNAME=$other part.c linked.o \
      -L"$llvm" -Wl,-rpath-link,"$llvm" -lomp -lomptarget -o one-file
}

right () {
  test "$(OMP_TARGET_OFFLOAD=mandatory LD_LIBRARY_PATH=$llvm "./$1" 2>&1)" \
    = right
}

if ! has_clang_offload \
  || test ! -e "$llvm/libomptarget.so"; then
  unsupported "programs of gcc and clang: no clang-tools-19, or no libomptarget"
  finish
fi
for clang in $CLANGS; do
  if build $clang; then
    check "the program of $clang, the library of gcc" right of-clang
    check "the program of gcc, the library of $clang" right of-gcc
  else
    fail "programs of gcc and $clang: not built"
  fi
done
# Earlier ones cannot link like this, and this one only with LLVM's objcopy.
names=
case " $CLANGS " in *' clang-19 '*)
  if command -v "$(clang-19 -print-prog-name=llvm-objcopy)" >/dev/null; then
    names='mine theirs'
  else
    unsupported "one file with images of both: no llvm-objcopy (llvm-19)"
  fi ;;
esac
for name in $names; do
  if build_one clang-19 $name; then
    check "one file with images of both, $name of clang" right one-file
    check "one file on a second device, $name of clang" env OFFLOAD_EMUL_NUM=2 \
      OMP_DEFAULT_DEVICE=1 OMP_TARGET_OFFLOAD=mandatory LD_LIBRARY_PATH="$llvm" \
      ./one-file
  else
    fail "one file with images of both, $name of clang: not built"
  fi
done
finish
