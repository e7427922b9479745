#include "fuzz/foreign/novelty.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "properties/base/random.h"

namespace fuzz {

using properties::Mix;

void Novelty::Note(std::uint64_t feature) {
  const std::size_t place = Mix(feature) % kPlaces;
  if (met_.test(place)) return;
  met_.set(place);
  is_new_ = true;
}

// A branch that is taken twice as often as ever is new too.
void Novelty::NoteBranches(std::span<std::uint8_t> counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    Note(Mix(i) + static_cast<std::uint64_t>(std::bit_width(counts[i])));
    counts[i] = 0;
  }
}

bool Novelty::EndRun() { return std::exchange(is_new_, false); }

reference::Answer NotedSubject::Apply(const reference::Operation& operation,
                                      std::vector<reference::Event>& events) {
  const std::size_t before = events.size();
  const reference::Answer answer = subject_->Apply(operation, events);
  std::uint64_t feature =
      Mix(static_cast<std::uint64_t>(operation.verb) * 8 + static_cast<std::uint64_t>(answer.kind));
  constexpr std::size_t kMostEvents = 4;
  const std::size_t end = std::min(events.size(), before + kMostEvents);
  for (std::size_t i = before; i < end; ++i) {
    feature = Mix(feature + static_cast<std::uint64_t>(events[i].kind) * 2 + events[i].flag % 2);
  }
  if (subject_->promises().colours) {
    subject_->Observe(seen_);
    feature = Mix(feature + static_cast<std::uint64_t>(seen_.phase));
    if (operation.object < seen_.colours.size()) {
      feature = Mix(feature + static_cast<std::uint64_t>(seen_.colours[operation.object]));
    }
    if (operation.target < seen_.colours.size()) {
      feature = Mix(feature + 8 * static_cast<std::uint64_t>(seen_.colours[operation.target]));
    }
  }
  novelty_.Note(feature);
  novelty_.Note(feature * 3 + before_);
  before_ = feature;
  return answer;
}

}  // namespace fuzz
