#include "reference/inspection/paper_records.h"

#include <algorithm>
#include <numeric>

namespace reference::inspection {

namespace {

std::size_t PartOf(Unit what) {
  if (what == Unit::kFlip) return 0;
  if (what < Unit::kGather) return 1;
  return 2 + static_cast<std::size_t>(what) - static_cast<std::size_t>(Unit::kGather);
}

std::string Milliseconds(std::uint64_t nanoseconds) {
  const std::string micro = std::to_string(1000 + nanoseconds / 1000 % 1000);
  return std::to_string(nanoseconds / 1'000'000) + "." + micro.substr(1) + " ms";
}

std::string Padded(std::uint64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  while (text.size() < width) text.insert(0, " ");
  return text;
}

std::string LineOf(const PaperCount& count, const std::string& name) {
  std::string line =
      Padded(count.objects, 10) + " objects " + Padded(count.bytes, 12) + " bytes  " + name;
  if (count.doomed != 0) line += ", of them doomed " + std::to_string(count.doomed);
  return line + "\n";
}

template <class Numbers>
std::uint64_t Sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

}  // namespace

std::uint64_t PaperRecord::Units() const { return Sum(units); }
std::uint64_t PaperRecord::Time() const { return Sum(time); }

std::string TextOf(const PaperRecord& record) {
  const auto number = [](std::uint64_t of, const char* what) { return std::to_string(of) + what; };
  std::string text =
      record.cycle == 0 ? "the waiting list" : "cycle " + std::to_string(record.cycle);
  text += (record.full ? " (full): " : ": ") + number(record.objects_at_end, " objects, ") +
          number(record.doomed, " doomed, ") + number(record.freed, " freed, ") +
          number(record.not_ready, " not ready; units: ");
  for (std::size_t part = 0; part < kParts; ++part) {
    text += std::string(kPartNames[part]) + " " + std::to_string(record.units[part]);
    if (record.Time() != 0) text += " in " + Milliseconds(record.time[part]);
    text += part + 1 < kParts ? ", " : "; ";
  }
  text += number(record.slices, " slices, the longest ") + number(record.most_units, " units");
  if (record.Time() != 0) text += ", the slowest " + Milliseconds(record.slowest);
  if (record.barrier_objects == 0) return text;
  return text + "; by the barrier " + std::to_string(record.barrier_objects);
}

std::string TextOf(const std::vector<PaperCount>& counts, std::size_t most) {
  std::string text;
  PaperCount rest;
  std::size_t number = 0;
  for (const PaperCount& count : counts) {
    if (number++ < most) {
      text += LineOf(count, std::string(count.type));
      continue;
    }
    rest.objects += count.objects;
    rest.doomed += count.doomed;
    rest.bytes += count.bytes;
  }
  if (number <= most) return text;
  return text + LineOf(rest, "(" + std::to_string(number - most) + " other classes)");
}

std::string TextOf(const PaperHeap& heap, const PaperCleared& cleared) {
  const std::string what = cleared.count == 1 ? " reference to garbage was cleared in "
                                              : " references to garbage were cleared in ";
  const std::string text = std::to_string(cleared.count) + what;
  if (cleared.holder == kNone) return text + "what referencers report";
  const PaperObject& holder = heap.At(cleared.holder);
  return text + "." + std::string(cleared.field) + " of " + std::string(holder.type->name) + " " +
         std::to_string(holder.index);
}

void PaperLog::StepBegins(bool collect) {
  if (depth_++ != 0) return;
  ++step_;
  collect_ = collect;
}

void PaperLog::Flip(const Beginning& beginning) {
  marked_ = beginning.cycle;
  begun_[marked_] = {.cycle = beginning.cycle,
                     .full = collect_,
                     .started_at = timed_ ? beginning.now : 0,
                     .objects_at_start = beginning.objects,
                     .roots = beginning.roots};
}

void PaperLog::Write(Unit what, bool flag, std::uint64_t detail) {
  if (OwnerOf(what) == kUnheard) return;
  lines_.push_back({OwnerOf(what), step_, what, flag, true, detail});
  if (what == Unit::kGather) purged_ = marked_;
}

void PaperLog::Took(Unit what, std::uint64_t time) {
  if (!timed_ || time == 0 || OwnerOf(what) == kUnheard) return;
  lines_.push_back({OwnerOf(what), step_, what, false, false, time});
}

PaperRecord PaperLog::Ends(std::uint64_t now, const PaperHeap& heap, bool classes) {
  PaperRecord record = begun_[purged_];
  std::map<std::uint64_t, std::uint64_t> units, times;  // by step
  std::array<std::uint64_t, 9> of{}, flagged{}, details{};
  for (const Line& line : lines_) {
    if (line.cycle != purged_) continue;
    const std::size_t part = PartOf(line.what), what = static_cast<std::size_t>(line.what);
    (line.unit ? record.units : record.time)[part] += line.unit ? 1 : line.number;
    (line.unit ? units : times)[line.step] += line.unit ? 1 : line.number;
    if (!line.unit) continue;
    of[what] += 1;
    flagged[what] += line.flag;
    details[what] += line.number;
  }
  const auto at = [](const auto& list, Unit what) { return list[static_cast<std::size_t>(what)]; };
  record.initial_references = at(details, Unit::kInitialReferences);
  record.barrier_objects = at(details, Unit::kBarrierList);
  record.barrier_passes = at(of, Unit::kBarrierList);
  record.scanned = at(of, Unit::kScan);
  record.end_checks = at(of, Unit::kEndCheck);
  record.doomed = at(flagged, Unit::kGather);
  record.begun = at(of, Unit::kBegin);
  record.polled = at(of, Unit::kPoll);
  record.not_ready = record.polled - at(flagged, Unit::kPoll);
  record.freed = at(of, Unit::kFree);
  record.slices = units.size();
  for (const auto& [step, number] : units) record.most_units = std::max(record.most_units, number);
  for (const auto& [step, time] : times) record.slowest = std::max(record.slowest, time);
  record.ended_at = timed_ ? now : 0;
  record.objects_at_end = heap.Count();
  if (classes) record.classes = heap.Counts();
  std::erase_if(lines_, [this](const Line& line) { return line.cycle == purged_; });
  begun_.erase(purged_);
  purged_ = 0;
  AddToTotal(record);
  return record;
}

void PaperLog::AddToTotal(const PaperRecord& record) {
  for (std::size_t part = 0; part < kParts; ++part) {
    total_.units[part] += record.units[part];
    total_.time[part] += record.time[part];
  }
  total_.slices += record.slices;
  total_.most_units = std::max(total_.most_units, record.most_units);
  total_.slowest = std::max(total_.slowest, record.slowest);
  for (const auto field :
       {&PaperRecord::roots, &PaperRecord::initial_references, &PaperRecord::barrier_objects,
        &PaperRecord::barrier_passes, &PaperRecord::scanned, &PaperRecord::end_checks,
        &PaperRecord::doomed, &PaperRecord::begun, &PaperRecord::polled, &PaperRecord::not_ready,
        &PaperRecord::freed}) {
    total_.*field += record.*field;
  }
  total_.objects_at_end = record.objects_at_end;
  if (record.cycle == 0) return;
  total_.cycle = record.cycle;
  ++cycles_;
  last_start_ = static_cast<double>(record.started_at) / 1e9;
  last_duration_ = static_cast<double>(record.Time()) / 1e9;
}

}  // namespace reference::inspection
