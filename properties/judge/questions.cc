#include "properties/judge/questions.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "properties/judge/cluster_questions.h"
#include "reference/oracle/clusters.h"

namespace properties {

using reference::Heap;
using reference::kNull;
using reference::Life;
using reference::Name;
using reference::NameText;
using reference::Oracle;
using reference::Property;
using reference::Survey;

namespace {

reference::Finding WrongAnswer(Name object, std::string message) {
  return reference::Wrong(Property::kSurvey, object, std::move(message));
}

std::string Times(std::uint32_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

class Questions {
 public:
  Questions(const Survey& survey, const Oracle& oracle, std::uint64_t bytes_given)
      : survey_(survey), oracle_(oracle), heap_(oracle.heap()), bytes_given_(bytes_given) {}

  reference::Finding Check() {
    if (reference::Finding wrong = CheckNumbers()) return wrong;
    if (reference::Finding wrong = CheckVisits()) return wrong;
    if (reference::Finding wrong = CheckClusters(survey_.clusters, oracle_)) return wrong;
    // What is under construction has no references yet by which a search could go on; and of a
    // cluster that was dissolved in a cycle the collector may still have the record.
    with_clusters_ = survey_.with_clusters || !heap_.Clusters().empty();
    searches_ = heap_.ConstructingCount() == 0 && (!with_clusters_ || Settled()) && !AnyMasked();
    if (searches_) Search();
    for (const Survey::Object& answer : survey_.objects) {
      if (reference::Finding wrong = CheckObject(answer)) return wrong;
    }
    return CheckSearches();
  }

 private:
  // What a mask names is a root of a search until the gather is over, which the judge sees later.
  bool AnyMasked() const {
    return std::ranges::any_of(heap_.Present(), [this](Name name) { return heap_[name].masked; });
  }
  bool IsGathered(Name name) const { return heap_[name].life >= Life::kGathered; }
  // Whether the collector may choose: it has found what is unreachable, and not gathered it yet.
  bool MayBeDoomed(Name name) const {
    return oracle_.Gathering() && !IsGathered(name) && !oracle_.IsReachable(name);
  }
  bool IsCleared(const Heap::Object& holder, std::size_t field) const {
    return heap_[holder.fields[field]].garbage && heap_.clears().Of(holder) &&
           !holder.IsOuter(field);
  }
  bool IsCleared(const Heap::Referencer& by) const {
    return heap_[by.target].garbage && heap_.clears().code && !by.raw && !by.protecting;
  }
  // With several hands, referencers are asked beside the flip (S6.8), and lose their garbage before
  // a unit says that they were asked.
  bool MayHaveBeenCleared(const Survey::Reference& one) const {
    return one.holder == kNull && one.cleared && oracle_.Marking() &&
           oracle_.variant().Number(reference::Setting::kHands) > 1;
  }

  reference::Finding CheckNumbers() const {
    std::array<std::uint32_t, 3> of_class{};
    std::uint32_t gathered = 0, open = 0;
    for (const Name name : heap_.Present()) {
      const Heap::Object& object = heap_[name];
      ++of_class[object.container ? 1 : object.named ? 2 : 0];
      gathered += IsGathered(name);
      open += MayBeDoomed(name);
    }
    for (std::size_t kind = 0; kind < of_class.size(); ++kind) {
      if (of_class[kind] == survey_.of_class[kind]) continue;
      static constexpr const char* kWords[] = {"plain object", "container", "named object"};
      return WrongAnswer(kNull, "a count by class says " +
                                    Times(survey_.of_class[kind], kWords[kind]) +
                                    ", and there are " + std::to_string(of_class[kind]));
    }
    if (survey_.bytes != bytes_given_) {
      return WrongAnswer(kNull, "a count by class says " + std::to_string(survey_.bytes) +
                                    " bytes, and objects were given " +
                                    std::to_string(bytes_given_));
    }
    if (survey_.doomed < gathered || survey_.doomed > gathered + open) {
      return WrongAnswer(kNull, "a count by class says that " + std::to_string(survey_.doomed) +
                                    " are doomed, and " + std::to_string(gathered) +
                                    " were gathered");
    }
    if (survey_.objects.size() != heap_.Present().size()) {
      return WrongAnswer(kNull, "there are " + std::to_string(heap_.Present().size()) +
                                    " objects, and " + std::to_string(survey_.objects.size()) +
                                    " were asked about");
    }
    if (!survey_.unseen.empty()) {
      return WrongAnswer(kNull, "the collector's own verifier does not see " + survey_.unseen);
    }
    if (survey_.breaches == 0) return std::nullopt;
    return WrongAnswer(kNull, "the collector's own searches find " +
                                  Times(survey_.breaches, "breach") +
                                  " of what must never be, and there is none");
  }

  bool Shows(Survey::Visit visit, const Heap::Object& object) const {
    switch (visit) {
      case Survey::Visit::kAll:
      case Survey::Visit::kTogether:
        return true;
      case Survey::Visit::kValid:
        return !object.garbage;
      case Survey::Visit::kContainers:
        return object.container && !object.garbage;
      case Survey::Visit::kNamed:
        return object.named && !object.garbage;
      case Survey::Visit::kRoots:
        return object.root;
      case Survey::Visit::kUnkept:
        return !object.root && !object.kept;
    }
    return false;
  }

  reference::Finding CheckVisits() const {
    if (!survey_.visits_made) return std::nullopt;
    if (!survey_.visits_ascend) return WrongAnswer(kNull, "a visit leaves the order of indices");
    for (std::size_t visit = 0; visit < Survey::kVisits; ++visit) {
      if (reference::Finding wrong = CheckVisit(static_cast<Survey::Visit>(visit))) return wrong;
    }
    return std::nullopt;
  }

  reference::Finding CheckVisit(Survey::Visit visit) const {
    std::vector<std::uint32_t> times(heap_.NameCount(), 0);
    for (const Name name : survey_.visited[static_cast<std::size_t>(visit)]) {
      if (name >= times.size()) return WrongAnswer(kNull, "a visit shows what was never made");
      ++times[name];
    }
    for (const Name name : heap_.Present()) {
      const Heap::Object& object = heap_[name];
      const bool found = !IsGathered(name) && !object.constructing && Shows(visit, object);
      if (times[name] == found || (times[name] == 0 && MayBeDoomed(name))) continue;
      return WrongAnswer(name, "a visit shows " + NameText(name) + " " +
                                   Times(times[name], "time") + ", and should " +
                                   (found ? "once" : "not"));
    }
    return std::nullopt;
  }

  // Breadth first, from all roots at once.
  void Search() {
    distance_.assign(heap_.NameCount(), 0);
    std::vector<Name> queue;
    const auto reach = [&](Name name, std::uint32_t distance) {
      if (distance_[name] != 0) return;
      distance_[name] = distance;
      queue.push_back(name);
    };
    for (const Name name : heap_.Present()) {
      if (heap_[name].InRootSet()) reach(name, 1);
    }
    for (std::size_t i = 0; i < heap_.ReferencerCount(); ++i) {
      const Heap::Referencer& by = heap_.ReferencerAt(i);
      if (by.target != kNull && !IsCleared(by)) reach(by.target, 1);
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Heap::Object& holder = heap_[queue[head]];
      for (std::size_t field = 0; field < holder.fields.size(); ++field) {
        const Name target = holder.fields[field];
        if (target != kNull && !IsCleared(holder, field)) reach(target, distance_[queue[head]] + 1);
      }
      if (holder.cluster == kNull) continue;
      ForEachInFate(heap_, queue[head], [&](Name fellow) {
        const bool is_cleared = heap_[fellow].garbage && heap_.clears().Any();
        if (!is_cleared) reach(fellow, distance_[queue[head]] + 1);
      });
    }
  }

  // How many ways without a circle lead from roots to the object, and the longest of them; nothing
  // if there are many.
  struct Ways {
    std::uint32_t count = 0;
    std::uint32_t longest = 0;
    std::uint32_t steps = 0;
    std::vector<Name> on_way;
  };
  static constexpr std::uint32_t kMostSteps = 200;
  void CountWays(Name name, Ways& ways) const {
    if (++ways.steps > kMostSteps) return;
    ways.on_way.push_back(name);
    for (const Survey::Reference& one : References(name)) {
      if (one.cleared) continue;
      if (one.holder == kNull) {
        ++ways.count;
        ways.longest = std::max(ways.longest, static_cast<std::uint32_t>(ways.on_way.size()));
      } else if (std::find(ways.on_way.begin(), ways.on_way.end(), one.holder) ==
                 ways.on_way.end()) {
        CountWays(one.holder, ways);
      }
    }
    ways.on_way.pop_back();
  }

  // All that refers to the object, from what is reachable.
  std::vector<Survey::Reference> References(Name name) const {
    std::vector<Survey::Reference> references;
    const Heap::Object& object = heap_[name];
    const int reasons = object.permanent + object.root + object.kept + object.constructing +
                        object.held + (object.strong > 0);
    references.assign(static_cast<std::size_t>(reasons), {});
    for (std::size_t i = 0; i < heap_.ReferencerCount(); ++i) {
      const Heap::Referencer& by = heap_.ReferencerAt(i);
      if (by.target == name) references.push_back({.holder = kNull, .cleared = IsCleared(by)});
    }
    for (const Name holder : heap_.Present()) {
      const Heap::Object& by = heap_[holder];
      if (by.constructing || !oracle_.IsReachable(holder)) continue;
      for (std::size_t field = 0; field < by.fields.size(); ++field) {
        if (by.fields[field] != name) continue;
        references.push_back({.holder = holder, .cleared = IsCleared(by, field)});
      }
    }
    std::sort(references.begin(), references.end());
    return references;
  }

  reference::Finding CheckObject(const Survey::Object& answer) const {
    const Name name = answer.name;
    if (name >= heap_.NameCount() || !oracle_.Exists(name)) {
      return WrongAnswer(kNull, "an object answers that was never made, or is freed");
    }
    const Heap::Object& object = heap_[name];
    const bool doomed = IsGathered(name), open = MayBeDoomed(name);
    if (answer.doomed != doomed && !open) {
      return WrongAnswer(name, NameText(name) + (doomed ? " is doomed and said not to be"
                                                        : " is said to be doomed"));
    }
    const bool valid = !answer.doomed && !object.garbage && !object.constructing;
    if (answer.valid != valid) {
      return WrongAnswer(
          name, NameText(name) + (valid ? " is said not to be valid" : " is said to be valid"));
    }
    if (doomed || open) return std::nullopt;
    if (answer.garbage != object.garbage || answer.root != object.root ||
        answer.kept != (object.root || object.kept || object.strong > 0)) {
      return WrongAnswer(name, NameText(name) + " is said to be " +
                                   (answer.garbage ? "garbage, " : "no garbage, ") +
                                   (answer.root ? "a root, " : "no root, ") +
                                   (answer.kept ? "kept" : "not kept"));
    }
    if (oracle_.IsReachable(name) && Settled() && answer.cluster != object.cluster) {
      return WrongAnswer(
          name, NameText(name) + " is said to be in the cluster of " + NameText(answer.cluster));
    }
    if (reference::Finding wrong = CheckReferences(answer)) return wrong;
    return searches_ ? CheckChains(answer) : std::nullopt;
  }
  bool Settled() const {
    return !oracle_.Marking() && !oracle_.Gathering() && !oracle_.PurgePending();
  }

  reference::Finding CheckReferences(const Survey::Object& answer) const {
    std::vector<Survey::Reference> said;
    for (const Survey::Reference& one : answer.references) {
      if (one.holder == kNull || oracle_.IsReachable(one.holder)) said.push_back(one);
    }
    std::sort(said.begin(), said.end());
    std::vector<Survey::Reference> there = References(answer.name);
    for (std::vector<Survey::Reference>* const list : {&said, &there}) {
      std::erase_if(*list, [this](const auto& one) { return MayHaveBeenCleared(one); });
    }
    if (said == there) return std::nullopt;
    std::string text = NameText(answer.name) + " is said to be held by";
    for (const Survey::Reference& one : said) text += " " + TextOf(one);
    text += said.empty() ? " nothing, and is by" : ", and is by";
    for (const Survey::Reference& one : there) text += " " + TextOf(one);
    return WrongAnswer(answer.name, text + (there.empty() ? " nothing" : ""));
  }
  static std::string TextOf(const Survey::Reference& one) {
    return (one.holder == kNull ? "a root" : NameText(one.holder)) +
           (one.cleared ? " (to be cleared)" : "");
  }

  reference::Finding CheckChains(const Survey::Object& answer) const {
    const Name name = answer.name;
    for (const std::uint32_t said : {answer.chain, answer.in_place}) {
      const bool right =
          with_clusters_ ? (said != 0) == (distance_[name] != 0) : said == distance_[name];
      if (right) continue;
      return WrongAnswer(name, "the shortest chain to " + NameText(name) + " is said to have " +
                                   Times(said, "edge") + ", and has " +
                                   std::to_string(distance_[name]));
    }
    if (with_clusters_ || answer.chains == Survey::kNotSought) return std::nullopt;
    Ways ways;
    CountWays(name, ways);
    if (ways.steps > kMostSteps || (answer.chains == ways.count && answer.longest == ways.longest))
      return std::nullopt;
    return WrongAnswer(
        name, NameText(name) + " is said to be reached by " + Times(answer.chains, "chain") +
                  " of " + std::to_string(answer.longest) + " edges at most, and is by " +
                  std::to_string(ways.count) + " of " + std::to_string(ways.longest));
  }

  reference::Finding CheckSearches() const {
    if (!searches_ || with_clusters_) return std::nullopt;
    std::uint32_t holders = 0;
    for (const Name name : heap_.Present()) {
      if (!heap_[name].garbage || IsGathered(name)) continue;
      for (const Survey::Reference& one : References(name)) holders += !one.cleared;
    }
    if (holders != survey_.garbage_holders) {
      return WrongAnswer(kNull, Times(survey_.garbage_holders, "reference") +
                                    " to garbage are said to keep it, and " +
                                    std::to_string(holders) + " do");
    }
    std::vector<Name> leaks;
    for (std::uint32_t weak = 0; weak < oracle_.WeakCount(); ++weak) {
      const Name name = oracle_.WeakTarget(weak);
      if (name == kNull || !oracle_.Exists(name) || IsGathered(name)) continue;
      if (distance_[name] != 0) leaks.push_back(name);
    }
    std::vector<Name> said = survey_.leaks;
    std::sort(leaks.begin(), leaks.end());
    std::sort(said.begin(), said.end());
    if (leaks == said) return std::nullopt;
    return WrongAnswer(kNull, "a search for leaks finds " + std::to_string(said.size()) +
                                  ", and there are " + std::to_string(leaks.size()));
  }

  const Survey& survey_;
  const Oracle& oracle_;
  const Heap& heap_;
  const std::uint64_t bytes_given_;
  bool searches_ = false;
  bool with_clusters_ = false;
  std::vector<std::uint32_t> distance_;  // by name: edges from a root; 0: not reached
};

}  // namespace

reference::Finding CheckSurvey(const Survey& survey, const Oracle& oracle,
                               std::uint64_t bytes_given) {
  return Questions(survey, oracle, bytes_given).Check();
}

}  // namespace properties
