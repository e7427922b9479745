#include "properties/explain/check_claims.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include "properties/explain/seen/watch.h"
#include "reference/oracle/clusters.h"
#include "reference/oracle/path.h"

namespace properties {

using reference::Answer;
using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Trace;
using reference::Verb;

namespace {

bool Refers(const reference::Heap& heap, Name holder, Name target) {
  if (!heap.Born(holder)) return false;
  const std::vector<Name>& fields = heap[holder].fields;
  return std::ranges::find(fields, target) != fields.end();
}

bool IsReachable(const reference::Heap& heap, Name object) {
  return heap.Born(object) && heap.Reachable()[object] != 0;
}

// The object of this name, as it is printed; kNull if there is none.
Name NameOfText(const reference::Heap& heap, const std::string& text) {
  for (Name name = 0; name < heap.NameCount(); ++name) {
    if (NameText(name) == text) return name;
  }
  return kNull;
}

bool InOneFate(const reference::Heap& heap, Name from, Name to) {
  bool found = false;
  if (heap[from].cluster == kNull) return false;
  reference::ForEachInFate(heap, from, [&](Name fellow) { found |= fellow == to; });
  return found;
}

// Checks claims about one run. There is one function for each kind.
class ClaimCheck {
 public:
  ClaimCheck(const Trace& trace, reference::Subject& subject, const JudgeOptions& options)
      : trace_(trace),
        subject_(subject),
        options_(options),
        watched_(Watch(trace, subject, options, trace.operations.size())) {
    for (Name name = 0; watched_.verdict.First() != nullptr && name < kPeeked; ++name) {
      std::vector<Name> fields;
      there_.push_back(subject.Peek(name, fields));
    }
  }

  bool Holds(const Claim& claim) {
    return std::visit([this](const auto& one) { return IsTrue(one); }, claim);
  }

 private:
  static constexpr Name kPeeked = 256;

  const Sight& After(std::size_t step) const { return watched_.steps.at(step); }
  const Sight& Before(std::size_t step) const { return watched_.Before(step); }
  std::size_t Steps() const { return watched_.steps.size(); }
  bool Publishes(std::size_t step, EventKind kind, Name object = kNull) const {
    return std::ranges::any_of(After(step).events, [&](const Event& event) {
      const bool counts = kind != EventKind::kGather || event.flag != 0;
      return event.kind == kind && counts && (object == kNull || event.object == object);
    });
  }

  bool IsTrue(const ColouredSince& claim) {
    const bool at_flip = Publishes(claim.step, EventKind::kFlip);
    if (!at_flip && ColourIn(Before(claim.step).after, claim.object) == claim.colour) return false;
    for (std::size_t i = claim.step; i < claim.until; ++i) {
      if (ColourIn(After(i).after, claim.object) != claim.colour) return false;
      if (i > claim.step && Publishes(i, EventKind::kFlip)) return false;
    }
    return true;
  }
  bool IsTrue(const NotScannedAgain& claim) {
    for (std::size_t i = claim.step; i < Steps(); ++i) {
      for (const Event& event : After(i).events) {
        if (event.kind == EventKind::kFlip) return true;
        if (event.kind == EventKind::kScan && event.object == claim.object) return false;
      }
    }
    return true;
  }
  bool IsTrue(const LastEventAt& claim) {
    for (std::size_t i = claim.step + 1; i < claim.before; ++i) {
      if (Publishes(i, claim.kind)) return false;
    }
    return claim.step < claim.before && Publishes(claim.step, claim.kind);
  }
  bool IsTrue(const EventOfAt& claim) { return Publishes(claim.step, claim.kind, claim.object); }
  bool IsTrue(const MadeAt& claim) {
    const Operation& operation = trace_.operations[claim.step];
    return After(claim.step).applied && reference::IsBirth(operation.verb) &&
           operation.object == claim.object;
  }
  bool IsTrue(const ReadAt& claim) {
    return reference::IsRead(trace_.operations[claim.step].verb) &&
           After(claim.step).answer.object == claim.object;
  }
  bool IsTrue(const ReachableFrom& claim) {
    return IsReachable(After(claim.step).heap, claim.object) == claim.reachable &&
           IsReachable(Before(claim.step).heap, claim.object) != claim.reachable;
  }
  bool IsTrue(const WayBefore& claim) {
    for (std::size_t i = 0; i + 1 < claim.way.size(); ++i) {
      const Sight& at = Before(claim.step);
      if (!Refers(at.heap, claim.way[i], claim.way[i + 1])) return false;
      if (ColourIn(at.after, claim.way[i + 1]) != Colour::kWhite) return false;
    }
    return claim.way.size() > 1;
  }
  // Reads the path as a reader does: "root -> a.1 -> b => c".
  bool IsTrue(const PathBefore& claim) {
    std::size_t field = 0;
    const reference::Heap& heap = Before(claim.step).heap;
    std::istringstream words(claim.path);
    std::string word, joint;
    while (words >> joint && joint != "->") {
    }
    Name last = kNull;
    while (words >> word) {
      const bool by_cluster = joint == "=>";
      const Name name = NameOfText(heap, word.substr(0, word.find('.')));
      if (!heap.Born(name)) return false;
      if (last == kNull && !reference::InRootSet(heap, name)) return false;
      if (last != kNull && by_cluster && !InOneFate(heap, last, name)) return false;
      if (last != kNull && !by_cluster) {
        if (field >= heap[last].fields.size() || heap[last].fields[field] != name) return false;
      }
      last = name;
      if (word.find('.') != std::string::npos) field = std::stoul(word.substr(word.find('.') + 1));
      words >> joint;
    }
    return last != kNull;
  }
  bool IsTrue(const ReportedBefore& claim) {
    const reference::Heap& heap = Before(claim.step).heap;
    return claim.referencer < heap.ReferencerCount() &&
           heap.ReferencerAt(claim.referencer).target == claim.object;
  }
  bool IsTrue(const EdgeCutAt& claim) {
    return Refers(Before(claim.step).heap, claim.holder, claim.target) &&
           !Refers(After(claim.step).heap, claim.holder, claim.target);
  }
  bool IsTrue(const PathOpenedAt& claim) {
    const std::string path = reference::PathTo(Before(Steps() - 1).heap, claim.object);
    return !path.empty() && IsTrue(PathBefore{path, claim.step + 1}) &&
           !IsTrue(PathBefore{path, claim.step});
  }
  bool IsTrue(const LastStoreInto& claim) {
    const auto is_one = [&](std::size_t i) {
      const Operation& operation = trace_.operations[i];
      const Name object = claim.object;
      const bool between = operation.verb == Verb::kMove || operation.verb == Verb::kSwap;
      if (!After(i).applied || (!between && operation.verb != Verb::kStore)) return false;
      return operation.object == object || (between && operation.target == object);
    };
    for (std::size_t i = claim.step + 1; i <= claim.before; ++i) {
      if (is_one(i)) return false;
    }
    return is_one(claim.step);
  }
  bool IsTrue(const MarkedFrom& claim) {
    return WouldBeMarked(trace_, subject_, claim.step, claim.object) == claim.marked;
  }
  bool IsTrue(const UnshadedAt& claim) {
    return std::ranges::any_of(claim.objects, [&](Name object) {
      return ColourIn(After(claim.step).after, object) == Colour::kWhite;
    });
  }
  bool IsTrue(const BlackToWhiteAt& claim) {
    const auto is_bad = [&](const Sight& at) {
      return Refers(at.heap, claim.holder, claim.target) &&
             ColourIn(at.after, claim.holder) == Colour::kBlack &&
             ColourIn(at.after, claim.target) == Colour::kWhite;
    };
    return is_bad(After(claim.step)) && !is_bad(Before(claim.step));
  }
  bool IsTrue(const FaultAt& claim) {
    return std::ranges::any_of(After(claim.step).events, [&](const Event& event) {
      return event.kind == EventKind::kFaultCommitted &&
             event.flag == static_cast<std::uint8_t>(claim.fault);
    });
  }
  bool IsTrue(const OwnRuleAt& claim) {
    return std::ranges::any_of(After(claim.step).events, [](const Event& event) {
      return event.kind == EventKind::kFaultCommitted && event.flag == reference::kOwnRule;
    });
  }
  bool IsTrue(const InvariantBreaksAt& claim) {
    const Verdict verdict =
        Judge(trace_, subject_, {.invariant = true, .verifier = false, .stop_at_first = false});
    const std::optional<Finding>& finding = verdict.Of(Checker::kInvariant);
    return finding && finding->step == claim.step && finding->message == claim.message;
  }
  bool IsTrue(const FoundAt& claim) {
    const Finding* const finding = watched_.verdict.First();
    return finding != nullptr && finding->step == claim.step && finding->message == claim.message;
  }
  bool IsTrue(const GoneAt& claim) {
    if (!subject_.promises().colours) {
      return claim.object < there_.size() && !there_[claim.object];
    }
    const Colour colour = ColourIn(After(claim.step).after, claim.object);
    if (Publishes(claim.step, EventKind::kGather, claim.object)) return true;
    return colour == Colour::kDoomed || colour == Colour::kNone;
  }
  bool IsTrue(const NoMutatorNotices&) {
    const Verdict verdict =
        Judge(trace_, subject_, {.invariant = false, .verifier = false, .stop_at_first = false});
    return !verdict.Of(Checker::kOutcome);
  }
  bool IsTrue(const StopsItself&) {
    return Steps() > 0 && After(Steps() - 1).answer.kind == Answer::Kind::kStopped;
  }
  bool Agrees(const std::vector<std::size_t>& steps) {
    const auto obeys = [&](std::size_t i) { return std::ranges::find(steps, i) != steps.end(); };
    return JudgeObeying(trace_, subject_, options_, obeys).outcome == Outcome::kAgree;
  }
  bool IsTrue(const ObeyingAt& claim) { return Agrees(claim.steps) == claim.agrees; }
  bool IsTrue(const ObeyingNowhereHelps&) {
    for (std::size_t i = 0; i < Steps(); ++i) {
      if (Agrees({i})) return false;
    }
    return true;
  }
  bool IsTrue(const ShadingAt& claim) {
    return JudgeShading(trace_, subject_, options_, claim.step, claim.objects).outcome ==
           Outcome::kAgree;
  }
  bool IsTrue(const WithoutIt& claim) {
    Trace rest = trace_;
    rest.operations.erase(rest.operations.begin() + static_cast<std::ptrdiff_t>(claim.step));
    const Verdict verdict = Judge(rest, subject_, options_);
    const Finding* const was = watched_.verdict.First();
    const Finding* const is = verdict.First();
    using Then = WithoutIt::Then;
    const Then then = is == nullptr && verdict.outcome == Outcome::kAgree ? Then::kAgrees
                      : is != nullptr && is->property == was->property    ? Then::kFailsSo
                                                                          : Then::kFailsOtherwise;
    return then == claim.then;
  }
  bool IsTrue(const ClusterAt& claim) {
    const Sight& at = claim.before ? Before(claim.step) : After(claim.step);
    return std::ranges::any_of(at.heap.Clusters(), [&](const reference::Heap::Cluster& cluster) {
      return cluster.root == claim.root && cluster.members == claim.members &&
             cluster.outside == claim.outside && cluster.others == claim.others;
    });
  }
  bool IsTrue(const HoldsAfter& claim) {
    const reference::Heap& heap = After(claim.step).heap;
    return heap.Born(claim.holder) && claim.field < heap[claim.holder].fields.size() &&
           heap[claim.holder].fields[claim.field] == claim.value;
  }

  const Trace& trace_;
  reference::Subject& subject_;
  const JudgeOptions options_;
  const Watched watched_;
  std::vector<bool> there_;  // whether the memory of an object is there after the finding
};

// The numbers of the steps that a claim is about, as they are printed.
std::set<std::size_t> NumbersOf(const Claim& claim) {
  return std::visit(
      [](const auto& one) -> std::set<std::size_t> {
        if constexpr (requires { one.steps; }) {
          std::set<std::size_t> numbers;
          for (const std::size_t step : one.steps) numbers.insert(step + 1);
          return numbers;
        } else if constexpr (requires { one.step; }) {
          return {one.step + 1};
        } else {
          return {};
        }
      },
      claim);
}

// The text without what a claim has word for word: a finding's message has numbers of its own.
std::string WithoutMessages(const Sentence& sentence) {
  std::string text = sentence.text;
  for (const Claim& claim : sentence.claims) {
    const auto* const found = std::get_if<FoundAt>(&claim);
    const auto* const breaks = std::get_if<InvariantBreaksAt>(&claim);
    const std::string message = found != nullptr    ? found->message
                                : breaks != nullptr ? breaks->message
                                                    : std::string();
    const std::size_t at = message.empty() ? std::string::npos : text.find(message);
    if (at != std::string::npos) text.erase(at, message.size());
  }
  return text;
}

// The first number of the text that stands by itself and is no step of a claim; empty if all are.
std::string NumberWithoutClaim(const Sentence& sentence) {
  std::set<std::size_t> claimed;
  for (const Claim& claim : sentence.claims) claimed.merge(NumbersOf(claim));
  std::istringstream words(WithoutMessages(sentence));
  std::string word;
  while (words >> word) {
    while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.back()))) word.pop_back();
    const bool number = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
      return std::isdigit(c) != 0;
    });
    if (number && !claimed.contains(std::stoul(word))) return word;
  }
  return {};
}

}  // namespace

std::vector<std::string> FalseSentences(const Trace& trace, reference::Subject& subject,
                                        const Explanation& explanation) {
  ClaimCheck check(trace, subject, explanation.judged);
  std::vector<std::string> refuted;
  for (const Sentence& sentence : explanation.said) {
    if (sentence.claims.empty()) refuted.push_back("claims nothing: " + sentence.text);
    const std::string number = NumberWithoutClaim(sentence);
    if (!number.empty()) refuted.push_back("no claim is about " + number + ": " + sentence.text);
    for (const Claim& claim : sentence.claims) {
      if (check.Holds(claim)) continue;
      refuted.push_back("claim of kind " + std::to_string(claim.index()) +
                        " is false: " + sentence.text);
    }
  }
  return refuted;
}

}  // namespace properties
