// properties/page/film_places_test.cc -- each object has a place of its own, near to what refers to
// it.

#include "properties/page/film_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

Film LinesFilmed(const std::string& lines) {
  const auto trace =
      std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + lines));
  const auto subject = MakeCoreSubject();
  return FilmOf(trace, *subject, Explain(trace, *subject));
}

// A long run of objects that come and go, in lists and circles.
std::string Busy() {
  std::string lines = "create a 3\nroot a\n";
  for (int i = 26; i < 146; ++i) {
    const std::string name = "o" + std::to_string(i);
    lines += "create " + name + " 2\nstore a." + std::to_string(i % 3) + " " + name + "\n";
    if (i > 26) lines += "store " + name + ".0 o" + std::to_string(i - 1) + "\n";
    if (i % 7 == 0) lines += "store a.0 null\nstore a.1 null\nstore a.2 null\n";
    if (i % 9 == 0) lines += "start\ntick 3\n";
    if (i % 20 == 0) lines += "collect\n";
  }
  return lines;
}

// Where two objects that are there at once are less than a column apart, and what is too far to the
// right. `used` gets all places.
std::vector<std::string> WrongPlaces(const Film& film, std::set<std::pair<double, double>>& used) {
  std::vector<std::string> wrong;
  std::vector<FilmedObject> states(film.objects.size());
  for (const FilmStep& step : film.run.steps) {
    for (const FilmChange& change : step.changes) {
      states[static_cast<std::size_t>(change.object)] = change.after;
    }
    std::map<std::pair<double, double>, std::string> taken;  // by row and column
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (states[i].life == reference::Life::kUnborn || states[i].life == reference::Life::kFreed)
        continue;
      const Film::Object& object = film.objects[i];
      const auto near = taken.upper_bound({object.row, object.column - 1});
      if (near != taken.end() && near->first < std::pair(object.row, object.column + 1)) {
        wrong.push_back(object.name + " and " + near->second);
      }
      if (object.column < 0 || object.column >= kWidestRow || object.row < 0) {
        wrong.push_back(object.name);
      }
      taken.try_emplace({object.row, object.column}, object.name);
      used.insert({object.row, object.column});
    }
  }
  return wrong;
}

TEST(FilmPlaces, NeverShowTwoObjectsAtOnePlace) {
  const Film film = LinesFilmed(Busy());
  std::set<std::pair<double, double>> used;
  EXPECT_THAT(WrongPlaces(film, used), IsEmpty());
  EXPECT_LT(used.size(), film.objects.size() * 3 / 4) << "places are used again";
}

TEST(FilmPlaces, AreThereIfNothingLaysThemOut) {
  Film film = LinesFilmed(Busy());
  PlaceObjects(film, [](const RowGraph&) { return std::vector<double>(); });
  std::set<std::pair<double, double>> used;
  EXPECT_THAT(WrongPlaces(film, used), IsEmpty());
  EXPECT_GT(used.size(), 20u);
}

// The lines of a list of so many objects, of which the first is held.
std::string ListOf(int count) {
  std::string lines = "create o26 1\nroot o26\n";
  for (int i = 27; i < 26 + count; ++i) {
    const std::string name = "o" + std::to_string(i);
    lines += "create " + name + " 1\nstore o" + std::to_string(i - 1) + ".0 " + name + "\n";
  }
  return lines;
}

TEST(FilmPlaces, OfALongListAreNotALongWayDown) {
  const Film film = LinesFilmed(ListOf(100));
  std::set<std::pair<double, double>> used;
  EXPECT_THAT(WrongPlaces(film, used), IsEmpty());
  EXPECT_THAT(used, SizeIs(100));
  EXPECT_LE(used.rbegin()->first, 15) << "the last row";
  EXPECT_LT(film.objects.front().row, film.objects.back().row);
}

// So many objects with eight fields each, which refer to any of them.
std::string Tangled(int objects) {
  std::string lines;
  unsigned any = 1;
  for (int i = 26; i < 26 + objects; ++i) {
    lines += "create o" + std::to_string(i) + " 8\nroot o" + std::to_string(i) + "\n";
  }
  for (int i = 0; i < objects * 4; ++i) {
    any = any * 1103515245 + 12345;
    const unsigned from = (any >> 8) % objects + 26, to = (any >> 18) % objects + 26;
    lines += "store o" + std::to_string(from) + "." + std::to_string(i % 8) + " o" +
             std::to_string(to) + "\n";
    if (i < objects - 3) lines += "unroot o" + std::to_string(i + 29) + "\n";
  }
  return lines;
}

TEST(FilmPlaces, OfHundredsOfTangledObjectsAreFound) {
  const Film film = LinesFilmed(Tangled(300));
  std::set<std::pair<double, double>> used;
  EXPECT_THAT(WrongPlaces(film, used), IsEmpty());
  EXPECT_THAT(used, SizeIs(300));
}

// b refers to c, and a to d: in that order their references do not cross.
TEST(FilmPlaces, AreOrderedSoThatReferencesDoNotCross) {
  const Film film = LinesFilmed(
      "create a 1\nroot a\ncreate b 1\nroot b\ncreate c 0\nstore b.0 c\ncreate d 0\n"
      "store a.0 d\n");
  const auto column = [&](std::size_t i) { return film.objects[i].column; };
  EXPECT_EQ(column(0) < column(1), column(3) < column(2));
  EXPECT_NEAR(column(0), column(3), 0.3) << "straight down";
}

TEST(FilmPlaces, AreTheSameEachTime) {
  const Film one = LinesFilmed(Busy()), other = LinesFilmed(Busy());
  ASSERT_EQ(one.objects.size(), other.objects.size());
  for (std::size_t i = 0; i < one.objects.size(); ++i) {
    EXPECT_EQ(one.objects[i].column, other.objects[i].column);
    EXPECT_EQ(one.objects[i].row, other.objects[i].row);
  }
}

TEST(FilmPlaces, PutWhatIsHeldAboveWhatItLeadsTo) {
  const Film film =
      LinesFilmed("create a 1\nroot a\ncreate b 1\nstore a.0 b\ncreate c 0\nstore b.0 c\n");
  EXPECT_LT(film.objects[0].row, film.objects[1].row);
  EXPECT_LT(film.objects[1].row, film.objects[2].row);
}

}  // namespace
}  // namespace properties
