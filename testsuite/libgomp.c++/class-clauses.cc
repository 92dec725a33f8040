// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// Classes in every clause that makes, copies or merges objects: private,
// firstprivate, lastprivate, copyprivate, copyin, threadprivate, linear,
// reductions of templates, of members and of bases.  Every object that is made
// is destroyed.

#include <map>
#include <memory>
#include <omp.h>
#include <set>
#include <string>
#include <vector>

#include "../libgomp.c/check.h"

static int alive, copies;

struct counted
{
  std::string text;
  explicit counted (const char *t = "new") : text (t) { change (alive, 1); }
  counted (const counted &other) : text (other.text)
  {
    change (alive, 1);
    change (copies, 1);
  }
  counted &
  operator= (const counted &other)
  {
    text = other.text;
    return *this;
  }
  ~counted () { change (alive, -1); }
  static void
  change (int &what, int by)
  {
#pragma omp atomic
    what += by;
  }
};

static void
private_objects ()
{
  counted a ("a"), b ("b"), c ("c");
  counted array[3] = { counted ("x"), counted ("y"), counted ("z") };
  copies = 0;
  int threads = 0;
#pragma omp parallel private(a) firstprivate(b, array)
  {
#pragma omp single
    threads = omp_get_num_threads ();
    CHECK (a.text == "new" && b.text == "b");
    CHECK (array[0].text == "x" && array[2].text == "z");
    a.text = b.text = std::to_string (omp_get_thread_num ());
    array[1].text = a.text;
#pragma omp barrier
    CHECK (b.text == std::to_string (omp_get_thread_num ()));
    CHECK (array[1].text == a.text);
  }
  CHECK (copies == 4 * threads);
  CHECK (a.text == "a" && b.text == "b" && array[1].text == "y");
#pragma omp parallel for lastprivate(c, array) schedule(dynamic)
  for (int i = 0; i < 30; i++)
    {
      c.text = std::to_string (i);
      array[i % 3].text = c.text;
      array[2].text = "last" + c.text;
    }
  CHECK (c.text == "29" && array[2].text == "last29");
#pragma omp parallel sections lastprivate(c) firstprivate(b)
  {
    c.text = b.text + "1";
#pragma omp section
    c.text = b.text + "2";
  }
  CHECK (c.text == "b2");
}

static void
broadcast ()
{
  std::shared_ptr<int> one;
  std::vector<std::string> words;
  counted c;
#pragma omp parallel private(one, words) firstprivate(c)
  {
#pragma omp single copyprivate(one, words, c)
    {
      one = std::make_shared<int> (7);
      words = { "to", "all" };
      c.text = "told";
    }
    CHECK (*one == 7 && words.size () == 2 && words[1] == "all");
    CHECK (c.text == "told");
#pragma omp barrier
#pragma omp single
    CHECK (one.use_count () == omp_get_num_threads ());
  }
}

struct holder
{
  static counted own;
  static std::vector<int> list;
#pragma omp threadprivate(own, list)
};
counted holder::own ("each");
std::vector<int> holder::list (2, 5);

static void
thread_objects ()
{
#pragma omp parallel
  {
    CHECK (holder::own.text == "each");
    CHECK (holder::list.size () == 2 && holder::list[1] == 5);
    holder::own.text = std::to_string (omp_get_thread_num ());
    holder::list.push_back (omp_get_thread_num ());
  }
#pragma omp parallel
  CHECK (holder::own.text == std::to_string (omp_get_thread_num ())
         && holder::list.back () == omp_get_thread_num ());
  holder::own.text = "copied";
  holder::list.assign (4, 9);
#pragma omp parallel copyin(holder::own, holder::list)
  CHECK (holder::own.text == "copied" && holder::list.size () == 4
         && holder::list[3] == 9);
}

template <typename T> struct statistics
{
  T total{}, least{ 1000 };
  std::size_t count = 0;
  void
  add (T value)
  {
    total += value;
    least = value < least ? value : least;
    count++;
  }
  void
  merge (const statistics &other)
  {
    total += other.total;
    least = other.least < least ? other.least : least;
    count += other.count;
  }
};

template <typename T>
static statistics<T>
collect (int n)
{
  statistics<T> all;
#pragma omp declare reduction(merge : statistics <T> : omp_out.merge(omp_in))
#pragma omp parallel for reduction(merge : all) schedule(guided)
  for (int i = 1; i <= n; i++)
    all.add (static_cast<T> (i));
  return all;
}

struct base
{
  int value = 0;
};
struct derived : base
{
  int other = 0;
};
#pragma omp declare reduction(+ : base : omp_out.value += omp_in.value)

#pragma omp declare reduction(unite : std::set<int> : omp_out.insert (         \
        omp_in.begin (), omp_in.end ()))
#pragma omp declare reduction(join                                             \
                              : std::string                                    \
                              : omp_out += omp_in)                             \
    initializer(omp_priv = std::string("<"))

struct integer
{
  long value;
  integer &
  operator+= (const integer &other)
  {
    value += other.value;
    return *this;
  }
};
#pragma omp declare reduction(+ : integer : omp_out += omp_in)                 \
    initializer(omp_priv = integer{ 0 })

static void
reductions ()
{
  auto whole = collect<long> (200);
  auto real = collect<double> (99);
  CHECK (whole.total == 20100 && whole.least == 1 && whole.count == 200);
  CHECK (real.total == 4950.0 && real.count == 99);
  derived d;
  std::set<int> seen;
  std::string text;
  integer number{ 5 }, table[4] = {};
  int threads = 0;
#pragma omp parallel reduction(+ : d, number, table) reduction(unite : seen)   \
    reduction(join : text)
  {
#pragma omp single nowait
    threads = omp_get_num_threads ();
    d.value += 2;
    text += 't';
    number += { 1 };
#pragma omp for
    for (int i = 0; i < 100; i++)
      {
        seen.insert (i);
        table[i % 4] += { i };
      }
  }
  CHECK (d.value == 2 * threads && number.value == 5 + threads);
  CHECK (seen.size () == 100 && table[3].value - table[0].value == 75);
  CHECK (text.size () == static_cast<std::size_t> (2 * threads));
}

// Members as if they were variables, and references.
struct model
{
  int steps = 0;
  std::vector<int> data;
  counted label{ "model" };

  void
  run ()
  {
#pragma omp parallel for firstprivate(data, label) reduction(+ : steps)
    for (int i = 0; i < 50; i++)
      {
        CHECK (data.size () == 3 && label.text == "model");
        data[0] = i;
        steps++;
      }
    CHECK (steps == 50 && data[0] == 1);
#pragma omp parallel for lastprivate(label, steps) private(data)
    for (int i = 0; i < 50; i++)
      {
        CHECK (data.empty ());
        label.text = "end";
        steps = i;
      }
    CHECK (steps == 49 && label.text == "end");
  }
};

static void
references (int &number, counted &object, const counted &constant)
{
#pragma omp parallel firstprivate(object) reduction(+ : number)
  {
    CHECK (object.text == "referred" && constant.text == "constant");
    object.text = "changed";
    number += omp_get_thread_num () == 0;
  }
  CHECK (number == 1 && object.text == "referred");
#pragma omp parallel
#pragma omp single
#pragma omp task firstprivate(object, number)
  {
    CHECK (object.text == "referred" && number == 1);
    object.text = "a copy";
    number = 5;
  }
  CHECK (object.text == "referred" && number == 1);
  int position = 0;
#pragma omp parallel for linear(position : 2)
  for (int i = 0; i < 40; i++)
    {
      CHECK (position == 2 * i);
      position += 2;
    }
  CHECK (position == 80);
}

int
main ()
{
  private_objects ();
  broadcast ();
  thread_objects ();
  reductions ();
  {
    model m;
    m.data = { 1, 2, 3 };
    m.run ();
    counted object ("referred"), constant ("constant");
    int number = 0;
    references (number, object, constant);
  }
  // What is left are the threads' own copies.
  CHECK (alive >= 1 && alive <= omp_get_max_threads () + 1);
  return 0;
}
