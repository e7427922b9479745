// reference/schedule/shown.cc -- what was shown, in words.

#include "reference/schedule/shown.h"

#include "reference/schedule/schedule_text.h"

namespace reference::schedule {
namespace {

template <typename Words, typename Value>
std::string WordIn(const Words& words, Value value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

std::string YesOrNo(bool value) { return value ? "yes" : "no"; }

}  // namespace

std::string TextOf(const Told& told) {
  std::string text = WordIn(kNoticeWords, told.notice);
  text += told.full ? " of a full collection" : "";
  text += ", cycle " + std::to_string(told.cycle) + ", lock " + WordIn(kLockWords, told.lock) +
          ", at " + std::to_string(told.milliseconds) + " ms";
  if (told.marking) text += ", marking pending";
  if (told.purge) text += ", purge pending";
  if (told.purging_fully) text += ", purging fully";
  if (told.collecting) text += ", collecting";
  if (told.names_locked) text += ", names locked";
  if (told.holds_memory) text += ", memory is held";
  return text;
}

std::vector<Field> FieldsOf(const Shown& shown) {
  std::vector<Field> fields = {
      {"decision", std::string(shown.row) + ' ' + WordIn(kActWords, shown.act)},
      {"started", YesOrNo(shown.started)},
      {"answer", YesOrNo(shown.answer)},
  };
  for (std::size_t i = 0; i < shown.told.size(); ++i) {
    fields.push_back({"notice", std::to_string(i + 1) + ": " + TextOf(shown.told[i])});
  }
  const std::vector<Field> rest = {
      {"asked by", WordIn(kAskedWords, shown.asked)},
      {"slices", std::to_string(shown.slices)},
      {"units", std::to_string(shown.units)},
      {"pause", std::to_string(shown.pause) + " ms"},
      {"longest step", std::to_string(shown.longest_step) + " ms"},
      {"marking pending", YesOrNo(shown.marking)},
      {"purge pending", YesOrNo(shown.purge)},
      {"collecting", YesOrNo(shown.collecting)},
      {"names locked", YesOrNo(shown.names_locked)},
      {"purging fully", YesOrNo(shown.purging_fully)},
      {"lock", WordIn(kLockWords, shown.lock)},
      {"elapsed", NumberText(shown.elapsed) + " s"},
      {"interval", NumberText(shown.interval) + " s"},
      {"limit of marking", NumberText(shown.marking_limit) + " s"},
      {"limit of a purge", NumberText(shown.purge_limit) + " s"},
      {"skipped tries", std::to_string(shown.skipped)},
      {"cycle", std::to_string(shown.cycle)},
      {"objects", std::to_string(shown.objects)},
      {"calls of subscribers", std::to_string(shown.calls)},
      {"time of subscribers", std::to_string(shown.called_for) + " ms"},
      {"duplicate subscriptions", std::to_string(shown.duplicates)},
      {"pauses for objects", std::to_string(shown.pauses)},
      {"objects given up", std::to_string(shown.given_up)},
      {"objects named", std::to_string(shown.named)},
      {"plain pointers named", std::to_string(shown.named_plain)},
      {"full collections in one step", std::to_string(shown.whole_steps)},
      {"waited for the section", YesOrNo(shown.waited)},
      {"loading", YesOrNo(shown.loading)},
  };
  fields.insert(fields.end(), rest.begin(), rest.end());
  return fields;
}

}  // namespace reference::schedule
