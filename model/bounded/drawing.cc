// model/bounded/drawing.cc -- the words for flags.

#include "model/bounded/drawing.h"

#include <utility>

namespace model {

namespace {

void AddPart(std::string& text, const std::string& part) {
  if (part.empty()) return;
  text += (text.empty() ? "" : ", ") + part;
}

}  // namespace

std::string TextOf(const Term& element) {
  const std::string number = std::to_string(element.element);
  switch (element.sort) {
    case Sort::kObject:
      return std::string(1, static_cast<char>('a' + element.element));
    case Sort::kField:
      return "." + number;
    case Sort::kWeak:
      return "w" + number;
    case Sort::kReferencer:
      return "r" + number;
    case Sort::kSerial:
      return "s" + number;
    case Sort::kWorker:  // only the proof of the parallel marker has workers
      break;
  }
  return "t" + number;
}

std::string Drawing::Those(Sort sort, const std::function<Bool(const Term&)>& property) const {
  std::string text;
  for (int i = 0; i < logic_.SizeOf(sort); ++i) {
    const Term element = logic_.Element(sort, i);
    if (Holds(property(element))) AddPart(text, TextOf(element));
  }
  return text;
}

Terms Drawing::ChosenOf(const Terms& parameters) const {
  Terms chosen;
  for (const Term& parameter : parameters) {
    for (std::size_t i = 0; i < parameter.choice.size(); ++i) {
      if (!Holds(parameter.choice[i])) continue;
      chosen.push_back(logic_.Element(parameter.sort, static_cast<int>(i)));
      break;
    }
  }
  return chosen;
}

std::string Drawing::StepOf(const Action& action, const Terms& parameters) const {
  std::string text = action.name;
  for (const Term& parameter : parameters) text += " " + TextOf(parameter);
  return text;
}

// Where the relations contradict each other, the words are put side by side.
std::string Drawing::ColourOf(const Relations& state, const Term& x) const {
  const bool alloc = Holds(state[R::kAlloc](x)), doomed = Holds(state[R::kUnreachable](x));
  const bool reads = Holds(system_.Reads(state, x)), white = Holds(system_.Maybe(state, x));
  if (!alloc && !doomed && !reads && !white) return "free";
  std::string colour;
  if (!alloc) AddPart(colour, "free");
  if (doomed) AddPart(colour, "doomed");
  if (white) AddPart(colour, "white");
  if (reads) AddPart(colour, Holds(system_.Listed(state, x)) ? "grey" : "black");
  if (colour.empty()) colour = Holds(state[R::kPermanent](x)) ? "permanent" : "without colour";
  return colour;
}

std::vector<std::string> Drawing::MarksOf(const Relations& state, const Term& x) const {
  static constexpr std::pair<R, const char*> kWords[] = {
      {R::kPermanent, "permanent"},
      {R::kRoot, "root"},
      {R::kKept, "kept"},
      {R::kConstructing, "under construction"},
      {R::kStrong, "counted"},
      {R::kHeld, "held by a local"},
      {R::kNamed, "named"},
      {R::kFresh, "fresh"},
      {R::kWork, "in the work list"},
      {R::kBarrier, "in the barrier list"},
      {R::kTwice, "listed twice"},
      {R::kScanned, "scanned"},
      {R::kUnvisited, "to be gathered"},
      {R::kBatch, "in the batch"},
      {R::kWaiting, "waiting"},
      {R::kPolling, "to be polled"},
      {R::kBegun, "begun"},
      {R::kFinished, "finished"},
      {R::kGarbage, "garbage"},
      {R::kClusterRoot, "cluster root"},
      {R::kToDissolve, "cluster to be dissolved"},
      {R::kMay, "may outlive the cycle"},
      {R::kDenied, "denied by a read"},
      {R::kPromised, "promised by a read"},
  };
  std::vector<std::string> marks;
  for (const auto& [relation, word] : kWords) {
    if (Holds(state[relation](x))) marks.emplace_back(word);
  }
  if (Holds(state[R::kAlloc](x) && !state[R::kReady](x))) marks.emplace_back("not ready");
  return marks;
}

std::string Drawing::PhaseOf(const Relations& state) const {
  std::string phase;
  if (Holds(state[R::kMarking]())) {
    AddPart(phase, Holds(state[R::kInitialPending]()) ? "marking, initial references not taken"
                                                      : "marking");
  }
  if (Holds(state[R::kGathering]())) AddPart(phase, "gathering");
  if (phase.empty()) phase = "idle";
  if (Holds(state[R::kPurgePending]())) AddPart(phase, "a purge is pending");
  return phase;
}

std::vector<std::string> Drawing::NotesOf(const Relations& state) const {
  std::vector<std::string> notes;
  const auto add = [&notes](const std::string& subject, const char* verb, const std::string& what,
                            const std::string& more = "") {
    if (!what.empty()) notes.push_back(subject + verb + what + more);
  };
  for (int i = 0; i < logic_.SizeOf(Sort::kWeak); ++i) {
    const Term w = logic_.Element(Sort::kWeak, i);
    const std::string serial =
        Those(Sort::kSerial, [&](const Term& s) { return state[R::kWeakSerial](w, s); });
    add(TextOf(w), " refers weakly to ",
        Those(Sort::kObject, [&](const Term& x) { return state[R::kWeakTo](w, x); }),
        (serial.empty() ? "" : ", serial " + serial) +
            (Holds(state[R::kGone](w)) ? "; its object is gone" : ""));
  }
  for (int i = 0; i < logic_.SizeOf(Sort::kReferencer); ++i) {
    const Term r = logic_.Element(Sort::kReferencer, i);
    const std::string kind = Holds(state[R::kRaw](r))        ? " (raw)"
                             : Holds(state[R::kProtects](r)) ? " (protects)"
                                                             : "";
    add(TextOf(r) + kind, " reports ",
        Those(Sort::kObject, [&](const Term& x) { return state[R::kReports](r, x); }));
  }
  for (int i = 0; i < logic_.SizeOf(Sort::kObject); ++i) {
    const Term x = logic_.Element(Sort::kObject, i);
    add(TextOf(x), " has serial ",
        Those(Sort::kSerial, [&](const Term& s) { return state[R::kSerial](x, s); }));
    add(TextOf(x), " is in a cluster with ",
        Those(Sort::kObject, [&](const Term& y) { return state[R::kTogether](x, y); }));
    add(TextOf(x), "'s cluster lists ",
        Those(Sort::kObject, [&](const Term& y) { return system_.Lists(state, x, y); }));
  }
  const std::string open = Those(Sort::kField, [&](const Term& f) { return state[R::kOpen](f); });
  add(open, "", open.empty() ? "" : " is open: a container's");
  const std::string immutable =
      Those(Sort::kField, [&](const Term& f) { return state[R::kImmutable](f); });
  add(immutable, "", immutable.empty() ? "" : " is immutable");
  return notes;
}

DrawnHeap Drawing::HeapOf(const Relations& whole) const {
  const Relations state = system_.Restrict(whole);
  DrawnHeap heap{.phase = PhaseOf(state), .objects = {}, .notes = NotesOf(state)};
  for (int i = 0; i < logic_.SizeOf(Sort::kObject); ++i) {
    const Term x = logic_.Element(Sort::kObject, i);
    DrawnObject object{
        .name = TextOf(x), .colour = ColourOf(state, x), .marks = MarksOf(state, x), .fields = {}};
    for (int j = 0; j < logic_.SizeOf(Sort::kField); ++j) {
      const Term f = logic_.Element(Sort::kField, j);
      const std::string to =
          Those(Sort::kObject, [&](const Term& y) { return state[R::kField](x, f, y); });
      object.fields.push_back(to.empty() ? "null" : to);
    }
    heap.objects.push_back(std::move(object));
  }
  return heap;
}

}  // namespace model
