#include "properties/reflecting/judging/core_scarce.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/reflect/editing/duplicate.h"
#include "core/reflect/editing/reload.h"
#include "properties/base/random.h"
#include "properties/reflecting/sound.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::reflecting {
namespace {

constexpr int kTries = 5;

class ScarcityJudge {
 public:
  ScarcityJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : run_(run), verdict_(verdict), compare_(verdict, lie), stage_(run.saved) {}

  void Judge() {
    stage_.Make(run_);
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      stage_.Set(Object(i), TypeOf(i), run_.objects[i].values);
      paths_.push_back(Object(i).PathName());
    }
    stage_.heap.Start();
    stage_.heap.Tick(random_.Below(30));
    Try("a duplicate that lacks memory", [this](std::string& error) { return Duplicate(error); });
    Try("a change of class that lacks memory",
        [this](std::string& error) { return Reload(error); });
  }

 private:
  gc::NamedObject& Object(std::size_t i) const {
    return *stage_.named.At(static_cast<Name>(i + 1));
  }
  std::size_t TypeOf(std::size_t i) const { return run_.objects[i].type; }
  bool Differs() const { return !verdict_.difference.empty(); }

  // Later and later allocations fail, until one does not come. What was given up in between goes.
  void Try(const std::string& what, const std::function<bool(std::string& error)>& call) {
    if (Differs()) return;
    std::uint64_t number = random_.Below(4);
    for (int tries = 0; tries < kTries; ++tries, number += 1 + random_.Below(40)) {
      std::string error;
      bool done = false, failed = false;
      {
        const FailingAllocation failing(number);
        const MayFail may;
        done = call(error);
        failed = failing.failed();
      }
      if (!failed) return verdict_.Same(what + " after all", error, "");
      if (done) return;                                      // it did without
      if (error.starts_with("out of memory; some")) return;  // and what was undone is not known
      const bool lies = compare_.Lies(ReflectingLie::kSilentWithoutMemory);
      verdict_.Same(what, lies ? "" : error, "out of memory");
      CompareAll(what);
      if (Differs()) return;
      stage_.heap.Collect();
      stage_.heap.Start();
      stage_.heap.Tick(random_.Below(30));
    }
  }

  void CompareAll(const std::string& what) {
    for (std::size_t i = 0; i < run_.objects.size() && !Differs(); ++i) {
      const std::string called = "after " + what + ", object " + std::to_string(i + 1);
      verdict_.Same(called, Object(i).PathName(), paths_[i]);
      compare_.Values(run_.saved.layout, TypeOf(i), stage_.Get(Object(i), TypeOf(i), stage_.named),
                      run_.objects[i].values, called);
    }
    const gc::NamedObject* const found = stage_.factory.Find(Object(0).outer(), "copy");
    verdict_.Same("after " + what + ", what was not made", found == nullptr ? "gone" : "there",
                  "gone");
  }

  bool Duplicate(std::string& error) {
    gc::NamedObject* const copy = gc::DuplicateObject(
        stage_.heap, Object(0), {.outer = Object(0).outer(), .name = "copy"}, error);
    if (copy == nullptr) return false;
    const MayFail not_now(false);
    stage_.factory.Rename(*copy, {.name = "duplicate"});
    return true;
  }
  // Of the first object, which is then another one: so this comes last.
  bool Reload(std::string& error) {
    const auto classes = run_.saved.layout.classes.size();
    if (classes < 2) return true;
    const std::size_t from = TypeOf(0), to = (from + 1) % classes;
    const gc::ReloadedClass change{stage_.DefaultOf(from).type(), stage_.DefaultOf(to).type()};
    return gc::Reload(stage_.heap, {&change, 1}, &stage_.paths, error).has_value();
  }

  const ReflectingRun& run_;
  ReflectingVerdict& verdict_;
  Comparison compare_;
  Stage stage_;
  Random random_{Mix(run_.seed + 21)};
  std::vector<std::string> paths_;
  const SoundAtTheEnd sound_{stage_.heap, verdict_};
};

}  // namespace

void JudgeScarcity(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  if (NoListMemory::kWorks) ScarcityJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
