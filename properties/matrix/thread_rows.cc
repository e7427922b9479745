#include "properties/matrix/thread_rows.h"

#include <map>

#include "model/threads/table.h"
#include "properties/matrix/thread_sight.h"

namespace properties {
namespace {

namespace threads = model::threads;

// The exploration of a machine that obeys every rule: all its sizes, under both memory models.
struct Sound {
  std::uint64_t states = 0;
  bool holds = true;
};

std::map<std::string, Sound> SoundMachines() {
  std::map<std::string, Sound> machines;
  for (const threads::SoundRow& row : threads::SoundTable()) {
    Sound& sound = machines[row.machine];
    sound.states += row.result.states;
    sound.holds = sound.holds && row.Holds();
  }
  return machines;
}

std::string WordOf(Seen seen) {
  switch (seen) {
    case Seen::kYes:
      return kThreadSeen;
    case Seen::kNo:
      return kThreadUnseen;
    case Seen::kNotThere:
      break;
  }
  return kThreadNotThere;
}

std::string StatusOf(const threads::FaultRow& found, const Sound& sound) {
  if (!sound.holds) return kThreadUnsound;
  return found.witness_length > 0 ? kThreadShown : kThreadMissed;
}

ThreadRow RowOf(threads::Fault fault, const std::map<std::string, Sound>& machines) {
  const threads::FaultRow found = threads::RowOf(fault);
  const auto machine = machines.find(found.machine);
  const Sound sound = machine != machines.end() ? machine->second : Sound{0, false};
  const ThreadSight& sight = ThreadSightOf(fault);
  ThreadRow row;
  row.fault = threads::NameOf(fault);
  row.rule = std::string(found.rule_name);
  row.sentence = std::string(threads::EntryOf(fault).sentence);
  row.status = StatusOf(found, sound);
  row.machine = found.machine;
  row.sound_states = sound.states;
  row.sound = sound.holds;
  row.states = found.states;
  row.wrong = std::string(WordOf(found.kind));
  row.memory = std::string(WordOf(found.memory));
  row.length = found.witness_length;
  row.witness = found.witness;
  row.running = WordOf(sight.running);
  row.sanitizer = WordOf(sight.sanitizer);
  row.in_core = std::string(sight.how);
  row.reason = std::string(sight.why);
  return row;
}

}  // namespace

std::vector<ThreadRow> ComputeThreadRows(const std::vector<threads::Fault>& faults) {
  const std::map<std::string, Sound> machines = SoundMachines();
  std::vector<ThreadRow> rows;
  for (const threads::Fault fault : faults) rows.push_back(RowOf(fault, machines));
  return rows;
}

std::vector<ThreadRow> ComputeThreadRows() {
  std::vector<threads::Fault> faults;
  for (const threads::FaultEntry& entry : threads::kFaults) {
    if (threads::IsCores(entry.fault)) faults.push_back(entry.fault);
  }
  return ComputeThreadRows(faults);
}

}  // namespace properties
