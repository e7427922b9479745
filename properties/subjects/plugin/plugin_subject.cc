// properties/subjects/plugin/plugin_subject.cc -- says operations to a library's collector, and
// hears what it tells.

#include "properties/subjects/plugin/plugin_subject.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/faults.h"
#include "properties/base/fault_names.h"
#include "properties/subjects/plugin/packaged.h"

namespace properties {
namespace {

using reference::Answer;
using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::kDangling;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Phase;

// The header promises that its numbers are ours.
static_assert(TRICOLOUR_NULL == kNull && TRICOLOUR_DANGLING == kDangling);
static_assert(TRICOLOUR_PURGE == static_cast<unsigned>(reference::Verb::kPurge));
static_assert(TRICOLOUR_PERMANENT == static_cast<unsigned>(reference::Verb::kPermanent));
static_assert(TRICOLOUR_TICK == static_cast<unsigned>(reference::Verb::kTick));
static_assert(TRICOLOUR_RESURRECT == static_cast<unsigned>(reference::Verb::kResurrect));
static_assert(TRICOLOUR_CLUSTER == static_cast<unsigned>(reference::Verb::kCluster));
static_assert(TRICOLOUR_ABANDON == static_cast<unsigned>(reference::Verb::kAbandon));
static_assert(TRICOLOUR_FRAME == static_cast<unsigned>(reference::Verb::kFrame));
static_assert(TRICOLOUR_RULE_BROKEN == static_cast<unsigned>(EventKind::kFaultCommitted));
static_assert(TRICOLOUR_RESOLVE == static_cast<unsigned>(reference::Verb::kResolve));
static_assert(TRICOLOUR_UNIT_FREE == static_cast<unsigned>(EventKind::kFree));
static_assert(TRICOLOUR_FREED == static_cast<unsigned>(EventKind::kFreed));
static_assert(TRICOLOUR_DOOMED == static_cast<unsigned>(Colour::kDoomed));
static_assert(TRICOLOUR_PHASE_UNKNOWN == static_cast<unsigned>(Phase::kUnknown));
static_assert(TRICOLOUR_LOCALS_BLACK == static_cast<unsigned>(reference::Locals::kBlack));

class PluginSubject final : public reference::Subject {
 public:
  PluginSubject(const PluginLibrary& library, std::uint32_t fault, std::size_t most_bytes)
      : library_(library),
        promises_(library.promises),
        fault_(fault),
        quarantine_(BytesOf(library, most_bytes)) {
    promises_.obeys = library.table.obey != nullptr && (fault != 0 || promises_.shapes);
    if (fault != 0) known_fault_ = FaultNamed(library.faults.at(fault - 1));
    TRICOLOUR_INIT(host_);
    host_.judge = this;
    host_.publish = &PluginSubject::Publish;
    host_.allocate = &PluginSubject::Allocate;
    host_.release = &PluginSubject::Release;
    host_.name_of = &PluginSubject::NameOf;
  }
  ~PluginSubject() override { Drop(); }

  bool was_refused() const { return was_refused_; }

  std::string_view name() const override { return library_.name; }
  const reference::Promises& promises() const override { return promises_; }

  void Reset(const reference::TraceHeader& header) override {
    Drop();
    tricolour_header said = {};
    TRICOLOUR_INIT(said);
    said.locals = static_cast<std::uint32_t>(header.locals);
    said.shape = header.shape;
    said.fault = fault_;
    std::array<std::uint8_t, reference::kSettingCount> settings;
    for (const reference::SettingEntry& entry : reference::kSettings) {
      settings[static_cast<std::size_t>(entry.setting)] = header.heap.Choice(entry.setting);
    }
    said.settings = settings.data();
    said.setting_count = settings.size();
    heap_ = library_.table.create(&host_, &said);
    born_ = 0;
  }

  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    if (heap_ == nullptr) return {.kind = Answer::Kind::kExhausted};
    tricolour_operation said = {};
    TRICOLOUR_INIT(said);
    said.verb = static_cast<std::uint32_t>(operation.verb);
    said.object = operation.object;
    said.target = operation.target;
    said.field = operation.field;
    said.target_field = operation.target_field;
    said.number = operation.number;
    said.other = operation.other;
    said.flag = operation.flag;
    said.lane = operation.lane;
    tricolour_answer answer = {};
    TRICOLOUR_INIT(answer);
    answer.object = kNull;
    events_ = &events;
    library_.table.apply(heap_, &said, &answer);
    events_ = nullptr;
    if (reference::IsBirth(operation.verb)) born_ = std::max(born_, operation.object + 1);
    if (!misuse_.empty()) return {.kind = Answer::Kind::kStopped};
    return Understood(answer);
  }

  bool Peek(Name object, std::vector<Name>& fields) const override {
    fields.clear();
    if (heap_ == nullptr) return false;
    std::array<tricolour_name, 64> few;
    const std::int32_t count = library_.table.peek(heap_, object, few.data(), few.size());
    if (count < 0) return false;
    const auto all = static_cast<std::size_t>(count);
    if (all <= few.size()) {
      fields.assign(few.begin(), few.begin() + count);
      return true;
    }
    fields.resize(all);
    return library_.table.peek(heap_, object, fields.data(), static_cast<std::uint32_t>(all)) >= 0;
  }

  void Observe(reference::Observation& observation) const override {
    observation.colours.assign(born_, Colour::kNone);
    observation.phase = Phase::kUnknown;
    if (heap_ == nullptr || library_.table.observe == nullptr) return;
    colours_.assign(born_, TRICOLOUR_NONE);
    tricolour_observation said = {};
    TRICOLOUR_INIT(said);
    said.phase = TRICOLOUR_PHASE_UNKNOWN;
    said.count = born_;
    said.colours = colours_.data();
    library_.table.observe(heap_, &said);
    observation.phase =
        said.phase < TRICOLOUR_PHASE_UNKNOWN ? static_cast<Phase>(said.phase) : Phase::kUnknown;
    observation.initial_references_taken = said.initial_references_taken != 0;
    observation.purge_pending = said.purge_pending != 0;
    for (Name name = 0; name < born_; ++name) {
      if (colours_[name] <= TRICOLOUR_DOOMED) {
        observation.colours[name] = static_cast<Colour>(colours_[name]);
      }
    }
  }

  std::optional<reference::Breach> Verify() const override {
    if (!misuse_.empty()) return reference::Breach{"adapter", kNull, misuse_};
    if (heap_ == nullptr) return reference::Breach{"adapter", kNull, "create gave no heap"};
    if (library_.table.verify == nullptr) return std::nullopt;
    tricolour_breach said = {};
    TRICOLOUR_INIT(said);
    said.object = kNull;
    if (library_.table.verify(heap_, &said) == 0) return std::nullopt;
    const auto text = [](const char* given) { return std::string(given == nullptr ? "" : given); };
    return InWords({text(said.rule), said.object, text(said.detail)});
  }

  bool HasRule(std::string_view rule) const override {
    return std::ranges::any_of(library_.faults, [rule](const std::string& fault) {
      return fault == rule || fault.starts_with(std::string(rule) + "/");
    });
  }

  std::string OwnRuleBroken() const override {
    return fault_ == 0 || known_fault_ ? "" : library_.faults[fault_ - 1];
  }

  std::optional<std::uint64_t> Fingerprint() const override {
    if (heap_ == nullptr || library_.table.fingerprint == nullptr) return std::nullopt;
    return library_.table.fingerprint(heap_);
  }

  void ObeyAll(bool all) override {
    if (heap_ != nullptr && library_.table.obey != nullptr) library_.table.obey(heap_, all ? 1 : 0);
  }

  std::string HowDone() const override {
    if (heap_ == nullptr || library_.table.how_done == nullptr) return {};
    const char* const how = library_.table.how_done(heap_);
    return how == nullptr ? "" : how;
  }

 private:
  static std::size_t BytesOf(const PluginLibrary& library, std::size_t most) {
    const std::uint64_t promised = library.said.most_bytes;
    return promised == 0 ? most : static_cast<std::size_t>(std::min<std::uint64_t>(promised, most));
  }
  static PluginSubject& Of(void* judge) { return *static_cast<PluginSubject*>(judge); }

  static void Publish(void* judge, const tricolour_event* event) {
    PluginSubject& self = Of(judge);
    if (self.dropping_) return;
    if (self.events_ == nullptr) return self.Misused("it published an event outside of apply");
    if (event->kind == TRICOLOUR_RULE_BROKEN) return self.TakeBrokenRule(*event);
    if (event->kind > TRICOLOUR_RULE_BROKEN) {
      return self.Misused("it published an event of kind " + std::to_string(event->kind) +
                          ", which there is not");
    }
    self.events_->push_back({.kind = static_cast<EventKind>(event->kind),
                             .flag = static_cast<std::uint8_t>(event->flag != 0),
                             .object = event->object,
                             .detail = event->detail});
  }

  // Reports speak of a rule of ours by its name. Of another they know nothing, so that its breach
  // is told with the rule and the object.
  static reference::Breach InWords(reference::Breach breach) {
    if (breach.rule.empty() || RuleNamed(breach.rule)) return breach;
    const std::string object =
        breach.object == kNull ? "" : " at " + reference::NameText(breach.object);
    breach.detail = breach.rule + object + (breach.detail.empty() ? "" : ": " + breach.detail);
    return breach;
  }

  void TakeBrokenRule(const tricolour_event& event) {
    if (fault_ == 0) return Misused("it told of a broken rule, and was told to break none");
    const bool has_place = event.size >= offsetof(tricolour_event, where) + sizeof event.where;
    events_->push_back(
        {.kind = EventKind::kFaultCommitted,
         .flag = known_fault_ ? static_cast<std::uint8_t>(*known_fault_) : reference::kOwnRule,
         .object = event.object,
         .detail = event.detail,
         .where = has_place ? event.where : nullptr});
  }

  static void* Allocate(void* judge, tricolour_name object, std::size_t bytes) {
    PluginSubject& self = Of(judge);
    void* const memory = self.quarantine_.Allocate(object, bytes);
    if (memory == nullptr) self.was_refused_ = self.is_full_ = true;
    return memory;
  }

  static void Release(void* judge, void* memory) {
    PluginSubject& self = Of(judge);
    if (self.dropping_) return;
    const Name object = self.quarantine_.Release(memory);
    if (object == kNull) return self.Misused("it released memory that is no object's");
    if (object == kDangling) return self.Misused("it released the memory of an object twice");
    if (self.events_ == nullptr) return self.Misused("it released an object outside of apply");
    self.events_->push_back({.kind = EventKind::kFreed, .object = object});
  }

  static tricolour_name NameOf(void* judge, const void* memory) {
    return Of(judge).quarantine_.NameOf(memory);
  }

  Answer Understood(const tricolour_answer& said) {
    switch (said.kind) {
      case TRICOLOUR_DONE:
        return {};
      case TRICOLOUR_READ:
        return {.kind = Answer::Kind::kRead, .object = said.object};
      case TRICOLOUR_REFUSED:
        return {.kind = Answer::Kind::kRefused};
      case TRICOLOUR_EXHAUSTED:
        return {.kind = is_full_ && library_.said.most_bytes != 0 ? Answer::Kind::kFull
                                                                  : Answer::Kind::kExhausted};
      case TRICOLOUR_STOPPED:
        return {.kind = Answer::Kind::kStopped};
    }
    Misused("it answered kind " + std::to_string(said.kind) + ", which there is not");
    return {.kind = Answer::Kind::kStopped};
  }

  void Misused(std::string how) {
    if (misuse_.empty()) misuse_ = std::move(how);
  }

  void Drop() {
    dropping_ = true;
    if (heap_ != nullptr) library_.table.destroy(std::exchange(heap_, nullptr));
    dropping_ = false;
    quarantine_.Clear();
    is_full_ = false;
    misuse_.clear();
  }

  const PluginLibrary& library_;
  reference::Promises promises_;
  const std::uint32_t fault_;
  std::optional<gc::Fault> known_fault_;  // the same, if it has a name of ours
  tricolour_host host_ = {};
  tricolour_heap* heap_ = nullptr;
  Quarantine quarantine_;
  std::vector<Event>* events_ = nullptr;  // while an operation is applied
  std::string misuse_;                    // of the host's functions; empty: none
  bool dropping_ = false;
  bool was_refused_ = false;  // memory of the quarantine, ever
  bool is_full_ = false;      // the same in this run
  Name born_ = 0;             // names are below this
  mutable std::vector<std::uint8_t> colours_;
};

}  // namespace

std::unique_ptr<reference::Subject> MakePluginSubject(const PluginLibrary& library,
                                                      std::uint32_t fault, std::size_t most_bytes) {
  return std::make_unique<PluginSubject>(library, fault, most_bytes);
}

bool WasRefusedMemory(const reference::Subject& plugin) {
  return dynamic_cast<const PluginSubject&>(plugin).was_refused();
}

std::optional<PluginChoice> PluginChoiceFrom(const std::string& name) {
  if (name.starts_with("pipe:")) return std::nullopt;
  PluginChoice choice{.path = name, .fault = {}};
  // A rule may have a '/' in its name, as core's have, and a folder an '@'.
  const std::size_t at = name.rfind('@');
  const bool behind_library = name.substr(0, at).ends_with(".so");
  if (at != std::string::npos && (behind_library || name.find('/', at) == std::string::npos)) {
    choice.path = name.substr(0, at);
    choice.fault = name.substr(at + 1);
  }
  if (const auto packaged = PathOfPackaged(choice.path)) {
    choice.path = *packaged;
    return choice;
  }
  const bool is_path = choice.path.find('/') != std::string::npos || choice.path.ends_with(".so");
  return is_path ? std::optional(choice) : std::nullopt;
}

}  // namespace properties
