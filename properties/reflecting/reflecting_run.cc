#include "properties/reflecting/reflecting_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "properties/reflecting/drawing.h"
#include "properties/reflecting/turning.h"

namespace properties::reflecting {

using reference::reflecting::MembersOf;
using reference::reflecting::PaperClass;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;
using reference::reflecting::PaperValues;

namespace {

ReflectingRun Drawn(std::uint64_t seed, const std::vector<std::uint32_t>& left_out,
                    std::uint32_t most_objects) {
  ReflectingRun run{.seed = seed, .left_out = left_out, .most_objects = most_objects};
  DrawLayouts(run);
  DrawFunctions(seed, run.saved);
  DrawDefaults(Mix(seed), run.saved);
  DrawDefaults(Mix(seed) + 100, run.loaded);
  Random random(Mix(seed + 1));
  const Name objects = std::min(random.Between(1, 4), most_objects);
  for (Name i = 0; i < objects; ++i) {
    RunObject& object = run.objects.emplace_back();
    object.type = random.Below(static_cast<std::uint32_t>(run.saved.layout.classes.size()));
    object.outer = i == 0 ? 0 : random.Below(i);
    object.values = DrawValues(Mix(seed) + 200 + i, run.saved.layout, object.type, objects,
                               &run.saved.defaults[object.type]);
  }
  return run;
}

std::vector<std::uint32_t> Numbers(const ReflectingRun& run) {
  std::vector<std::uint32_t> numbers;
  for (const Version* const version : {&run.saved, &run.loaded}) {
    for (const auto* const types : {&version->layout.structs, &version->layout.classes}) {
      for (const PaperClass& type : *types) {
        for (const PaperMember& member : type.members) numbers.push_back(NumberOf(member.name));
      }
    }
  }
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  return numbers;
}

std::string TextOf(const PaperLayout& layout) {
  std::string text;
  for (const auto* const types : {&layout.structs, &layout.classes}) {
    for (const PaperClass& type : *types) {
      if (type.members.empty() && types == &layout.structs) continue;
      text += "  " + type.name + '\n';
      for (const PaperMember& member : type.members) {
        text += "    " + member.name + ": " + TextOf(*member.type);
        text += member.is_transient ? ", transient\n" : "\n";
      }
    }
  }
  return text;
}

std::string TextOf(const PaperValues& values) {
  std::string text;
  for (const PaperValue& value : values) text += ' ' + TextOf(value);
  return text + '\n';
}

}  // namespace

ReflectingRun DrawReflectingRun(std::uint64_t seed) { return Drawn(seed, {}, ~0u); }

ReflectingRun ShrunkReflecting(ReflectingRun run, ReflectingLie lie) {
  const auto still = [&](const ReflectingRun& shorter) {
    return !JudgeReflecting(shorter, lie).difference.empty();
  };
  for (Name objects = 1; objects < run.objects.size(); ++objects) {
    ReflectingRun shorter = Drawn(run.seed, run.left_out, objects);
    if (still(shorter)) run = std::move(shorter);
  }
  const std::vector<std::uint32_t> all = Numbers(run);
  Shortened(all, [&](const std::vector<std::uint32_t>& kept) {
    std::vector<std::uint32_t> left_out;
    std::ranges::set_difference(all, kept, std::back_inserter(left_out));
    ReflectingRun shorter = Drawn(run.seed, left_out, run.most_objects);
    if (!still(shorter)) return false;
    run = std::move(shorter);
    return true;
  });
  return run;
}

namespace {

std::string TextOfTurning(const ReflectingRun& run) {
  std::string text = "turned between\n" + TextOf(run.saved.layout);
  for (const PaperValues& values : run.saved.defaults) text += "default:" + TextOf(values);
  for (const RunObject& object : run.objects) {
    text += "object of C" + std::to_string(object.type) + " in " +
            std::to_string(object.outer + 1) + ':' + TextOf(object.values);
  }
  return text;
}

}  // namespace

std::string TextOf(const ReflectingRun& run) {
  std::string text = "seed " + std::to_string(run.seed) + "\nsaved as\n";
  text += TextOf(run.saved.layout) + "loaded as\n" + TextOf(run.loaded.layout);
  for (std::size_t i = 0; i < run.saved.defaults.size(); ++i) {
    text += "default of C" + std::to_string(i) + ':' + TextOf(run.saved.defaults[i]);
    text += "  when loaded:" + TextOf(run.loaded.defaults[i]);
  }
  for (std::size_t i = 0; i < run.objects.size(); ++i) {
    const RunObject& object = run.objects[i];
    text += "object " + std::to_string(i + 1) + " of C" + std::to_string(object.type) + " in " +
            std::to_string(object.outer + 1) + ':' + TextOf(object.values);
  }
  return text + TextOfTurning(TurningOf(run));
}

}  // namespace properties::reflecting
