// properties/explain/seen/watch.cc -- runs a trace and keeps what each step showed.

#include "properties/explain/seen/watch.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace properties {

namespace {

// Whether the oracle's heap means something behind the last step: it does not if the subject did
// there what the oracle has no heap for.
bool OracleIsWhole(const Verdict& verdict) {
  const std::optional<Finding>& outcome = verdict.Of(Checker::kOutcome);
  return !outcome || outcome->property == reference::Property::kCount ||
         outcome->property == reference::Property::kSurvey;
}

}  // namespace

Sight Look(JudgeSession& session, const reference::Operation& operation) {
  const reference::Promises& promises = session.subject().promises();
  Sight sight;
  sight.applied = session.last_applied();
  sight.declared = promises.verbs.Has(operation.verb) || reference::IsExpectation(operation.verb);
  sight.answer = session.last_answer();
  sight.events = session.last_events();
  if (sight.applied && sight.declared) sight.how = session.subject().HowDone();
  if (promises.colours) session.subject().Observe(sight.after);
  return sight;
}

Watched Watch(const reference::Trace& trace, reference::Subject& subject,
              const JudgeOptions& options, std::size_t kept) {
  JudgeSession session(subject);
  session.Begin(trace.header, options);
  Watched watched;
  watched.options = options;
  for (const reference::Operation& operation : trace.operations) {
    if (watched.steps.size() == kept) {
      if (!session.Step(operation)) break;
      continue;
    }
    reference::Heap before = session.oracle().heap();
    const bool goes_on = session.Step(operation);
    Sight sight = Look(session, operation);
    sight.heap = std::move(before);
    if (goes_on || OracleIsWhole(session.so_far())) sight.heap = session.oracle().heap();
    watched.steps.push_back(std::move(sight));
    if (!goes_on) break;
  }
  watched.verdict = session.End();
  return watched;
}

Verdict JudgeObeying(const reference::Trace& trace, reference::Subject& subject,
                     const JudgeOptions& options, const std::function<bool(std::size_t)>& obeys) {
  JudgeSession session(subject);
  session.Begin(trace.header, options);
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    subject.ObeyAll(obeys(i));
    if (!session.Step(trace.operations[i])) break;
  }
  subject.ObeyAll(false);
  return session.End();
}

bool WouldBeMarked(const reference::Trace& trace, reference::Subject& subject, std::size_t step,
                   reference::Name object) {
  JudgeSession session(subject);
  session.Begin(trace.header, {.invariant = false, .verifier = false, .stop_at_first = false});
  for (std::size_t i = 0; i < step; ++i) session.Step(trace.operations[i]);
  subject.ObeyAll(true);
  const reference::Heap& heap = session.oracle().heap();
  for (const reference::Name name : std::vector(heap.Present())) {
    if (heap[name].constructing) session.Step(reference::op::Complete(name));
  }
  session.Step(reference::op::Tick(reference::kTickLimit));
  subject.ObeyAll(false);
  return std::ranges::none_of(session.last_events(), [&](const reference::Event& event) {
    return event.kind == reference::EventKind::kGather && event.flag != 0 && event.object == object;
  });
}

Verdict JudgeShading(const reference::Trace& trace, reference::Subject& subject,
                     const JudgeOptions& options, std::size_t step,
                     const std::vector<reference::Name>& objects) {
  JudgeSession session(subject);
  session.Begin(trace.header, options);
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (!session.Step(trace.operations[i])) break;
    if (i != step) continue;
    subject.ObeyAll(true);
    for (const reference::Name object : objects) {
      for (reference::Operation pointer :
           {reference::op::StrongTake(object), reference::op::StrongDrop(object)}) {
        pointer.lane = trace.operations[i].lane;
        session.Step(pointer);
      }
    }
    subject.ObeyAll(false);
  }
  return session.End();
}

reference::Colour ColourIn(const reference::Observation& observation, reference::Name object) {
  return object < observation.colours.size() ? observation.colours[object]
                                             : reference::Colour::kNone;
}

}  // namespace properties
