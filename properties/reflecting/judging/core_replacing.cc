// properties/reflecting/judging/core_replacing.cc -- references that are replaced, and those that
// stay for a reason.
//
// Objects of a few classes refer to one object in each way that there is. It is replaced by one of
// its own class, or of another; the paper says which references lead to the new one then, and of
// each other one the sentence that tells why it does not.

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/reflect/editing/replace_references.h"
#include "core/reflect/raw_property.h"
#include "core/reflect/reflected.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/core_parts.h"
#include "properties/reflecting/sound.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

// Of bits nothing is known but that no reference is in them.
struct Knot {
  GC_REFLECTED_STRUCT(Knot)
  std::vector<bool> bits;
  gc::ObjectPtr<gc::NamedObject> any;
};

// Shows what it holds by a function, and holds nothing.
struct Silent {
  void VisitReferences(const gc::SlotVisitor&) {}
};
// What the first of these might hold is not known, whatever comes behind it.
struct Wrapped {
  GC_REFLECTED_STRUCT(Wrapped)
  Silent silent;
  std::vector<bool> bits;
  gc::ObjectPtr<gc::NamedObject> any;
};

class Rope : public gc::NamedObject {
  GC_REFLECTED(Rope, gc::NamedObject)
  explicit Rope(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<gc::NamedObject> any;
  gc::ObjectPtr<Rope> typed;
  gc::WeakPtr<gc::NamedObject> weak;
  gc::WeakPtr<Rope> weak_of_class;
  gc::Container<std::vector<Knot>> knots;
  gc::Container<std::vector<Wrapped>> wrapped;
};

class Hook : public gc::NamedObject {
  GC_REFLECTED(Hook, gc::NamedObject)
  explicit Hook(const gc::Birth& birth) : NamedObject(birth) {}
  std::unordered_map<gc::WeakPtr<gc::NamedObject>, int> keys;
  std::unordered_set<gc::WeakPtr<gc::NamedObject>> set;
  gc::Map<gc::ObjectPtr<gc::NamedObject>, int> strong_keys;
};

class Nail : public gc::NamedObject {
  GC_REFLECTED(Nail, gc::NamedObject)
  explicit Nail(const gc::Birth& birth) : NamedObject(birth) {}
  gc::NamedObject* plain = nullptr;
  std::vector<gc::NamedObject*> several;
};

}  // namespace properties::reflecting

GC_DESCRIBE_STRUCT(properties::reflecting::Knot, "/Script/Replacing", GC_PROPERTY_OF(bits),
                   GC_PROPERTY_OF(any))
GC_DESCRIBE_STRUCT(properties::reflecting::Wrapped, "/Script/Replacing", GC_PROPERTY_OF(silent),
                   GC_PROPERTY_OF(bits), GC_PROPERTY_OF(any))
GC_DESCRIBE(properties::reflecting::Rope, "/Script/Replacing", GC_PROPERTY_OF(any),
            GC_PROPERTY_OF(typed), GC_PROPERTY_OF(weak), GC_PROPERTY_OF(weak_of_class),
            GC_PROPERTY_OF(knots), GC_PROPERTY_OF(wrapped))
GC_DESCRIBE(properties::reflecting::Hook, "/Script/Replacing", GC_PROPERTY_OF(keys),
            GC_PROPERTY_OF(set), GC_PROPERTY_OF(strong_keys))
template <>
struct gc::Reflector<properties::reflecting::Nail> {
  static constexpr const char* kName = "Nail";
  static constexpr const char* kModule = "/Script/Replacing";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::RawPropertyOf(&properties::reflecting::Nail::plain, "plain"),
        gc::RawPropertyOf(&properties::reflecting::Nail::several, "several"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(properties::reflecting::Nail)

namespace properties::reflecting {
namespace {

class ReplacingJudge {
 public:
  ReplacingJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : verdict_(verdict), lies_(lie == ReflectingLie::kWrongPart), random_(Mix(run.seed + 33)) {}

  void Judge() {
    fixed_ = make_.New<Rope>({.name = "fixed"});
    heap_.CloseDisregardWindow();
    from_ = make_.New<Rope>({.name = "from"});
    const bool of_its_class = random_.Chance(1, 2);
    to_ = of_its_class ? static_cast<gc::NamedObject*>(make_.New<Rope>({.name = "to"}))
                       : make_.New<Hook>({.name = "to"});
    heap_.AddRoot(from_);
    heap_.AddRoot(to_);
    HoldFromDisregarded();
    for (std::uint32_t i = random_.Between(1, 12); i > 0; --i) Hold(of_its_class);
    const gc::Replaced replaced = gc::ReplaceReferences(heap_, *from_, to_);
    ++verdict_.applied;
    verdict_.Same("strong references that were replaced", replaced.strong, strong_);
    verdict_.Same("weak references that were replaced", replaced.weak, weak_);
    verdict_.Same("there was memory", replaced.ran_out, false);
    std::string said, should;
    for (const gc::LeftReference& one : replaced.left) said += DescriptionOf(heap_, one) + '\n';
    for (const std::string& one : left_) should += one + '\n';
    verdict_.Same("references that stay", said, should);
    for (const auto& target : targets_) CompareTarget(target());
    for (const auto& [rope, other] : others_) {
      verdict_.Same("a weak reference into another heap stays", rope->weak.Get() == other, true);
    }
    heap_.Collect();
  }

 private:
  void CompareTarget(const gc::NamedObject* said) {
    if (lies_) said = from_;
    verdict_.Same("where a reference leads", said != nullptr ? said->PathName() : "nothing",
                  to_->PathName());
  }

  template <class T>
  T* NewHolder(const gc::Plan& plan = {}) {
    T* const holder = make_.New<T>(plan);
    heap_.AddRoot(holder);
    return holder;
  }
  void Stays(const gc::NamedObject& holder, const char* type, const char* field,
             const char* sentence) {
    left_.push_back(std::string(type) + ' ' + std::to_string(holder.header().index) + '.' + field +
                    ", 1 times: " + sentence);
  }

  // No cycle scans the holder, so it may have what is kept otherwise only.
  void HoldFromDisregarded() {
    if (random_.Chance(1, 2)) return;
    fixed_->any = from_;
    if (random_.Chance(1, 2)) {
      targets_.push_back([this] { return fixed_->any.Get(); });
      strong_ += 1;
      return;
    }
    NewHolder<Rope>()->any = to_;
    heap_.RemoveRoot(to_);
    Stays(*fixed_, "Rope", "any", "its holder is disregarded, and would not keep the new one");
  }

  // An object that refers to the one that is replaced.
  void Hold(bool of_its_class) {
    switch (random_.Below(10)) {
      case 9:
        return HoldAnothers();
      case 7:
        return HoldWrapped(of_its_class);
      case 8:
        return HoldAsAKey();
      case 0:
        return HoldStrongly();
      case 5:
        return HoldWeaklyByItsClass(of_its_class);
      case 1:
        return HoldByItsClass(of_its_class);
      case 2: {
        Rope* const rope = NewHolder<Rope>();
        rope->weak = from_;
        targets_.push_back([rope] { return rope->weak.Get(); });
        weak_ += 1;
        return;
      }
      case 3: {
        Nail* const nail = NewHolder<Nail>();
        const bool as_one = random_.Chance(1, 2);
        if (as_one) {
          nail->plain = from_;
        } else {
          nail->several = {nullptr, from_, nail};
        }
        return Stays(*nail, "Nail", as_one ? "plain" : "several", "a plain pointer has no barrier");
      }
      case 4: {
        Hook* const hook = NewHolder<Hook>();
        const gc::WeakPtr<gc::NamedObject> weak(from_);
        const bool in_a_set = random_.Chance(1, 2);
        if (in_a_set) {
          hook->set.insert(weak);
        } else {
          hook->keys[weak] = 1;
        }
        return Stays(*hook, "Hook", in_a_set ? "set" : "keys",
                     "it is a key, and its container has the new one already or cannot move it");
      }
      default:
        return Stays(*NewHolder<Rope>({.outer = from_}), "Rope", "outer", "it never changes");
    }
  }
  void HoldStrongly() {
    Rope* const rope = NewHolder<Rope>();
    if (random_.Chance(1, 2)) rope->knots.resize(2);
    gc::ObjectPtr<gc::NamedObject>& any = rope->knots.empty() ? rope->any : rope->knots[1].any;
    any = from_;
    targets_.push_back([&any] { return any.Get(); });
    strong_ += 1;
  }
  // An object of another heap stays, though it has the same index.
  void HoldAnothers() {
    gc::Factory make(elsewhere_);
    Rope* other = make.New<Rope>();
    while (other->header().index < from_->header().index) other = make.New<Rope>();
    if (other->header().index != from_->header().index) return;
    Rope* const rope = NewHolder<Rope>();
    rope->weak = other;
    others_.emplace_back(rope, other);
  }
  // What may take its place there is told by the class of the one that is held.
  void HoldWrapped(bool of_its_class) {
    Rope* const rope = NewHolder<Rope>();
    rope->wrapped.emplace_back().any = from_;
    if (!of_its_class) {
      return Stays(*rope, "Rope", "wrapped",
                   "it may not refer to an object of the new one's class");
    }
    targets_.push_back([rope] { return rope->wrapped.front().any.Get(); });
    strong_ += 1;
  }
  void HoldAsAKey() {
    Hook* const hook = NewHolder<Hook>();
    hook->strong_keys.emplace(from_, 1);
    if (random_.Chance(1, 2)) {
      hook->strong_keys.emplace(to_, 2);
      return Stays(*hook, "Hook", "strong_keys",
                   "it is a key, and its container has the new one already or cannot move it");
    }
    targets_.push_back([hook] { return hook->strong_keys.begin()->first.Get(); });
    strong_ += 1;
  }
  void HoldByItsClass(bool of_its_class) {
    Rope* const rope = NewHolder<Rope>();
    rope->typed = from_;
    if (!of_its_class) {
      return Stays(*rope, "Rope", "typed", "it may not refer to an object of the new one's class");
    }
    targets_.push_back([rope]() -> gc::NamedObject* { return rope->typed.Get(); });
    strong_ += 1;
  }
  void HoldWeaklyByItsClass(bool of_its_class) {
    Rope* const rope = NewHolder<Rope>();
    rope->weak_of_class = from_;
    if (!of_its_class) {
      return Stays(*rope, "Rope", "weak_of_class",
                   "it may not refer to an object of the new one's class");
    }
    targets_.push_back([rope]() -> gc::NamedObject* { return rope->weak_of_class.Get(); });
    weak_ += 1;
  }

  ReflectingVerdict& verdict_;
  const bool lies_;
  Random random_;
  gc::Heap heap_{{.max_disregarded = 20}};
  gc::Factory make_{heap_};
  gc::Heap elsewhere_;
  std::vector<std::pair<Rope*, Rope*>> others_;  // the first refers to the second, of elsewhere
  Rope* fixed_ = nullptr;                        // disregarded
  Rope* from_ = nullptr;
  gc::NamedObject* to_ = nullptr;
  // On paper: how many lead to the new one, where they lead, and what is said of the others.
  std::size_t strong_ = 0, weak_ = 0;
  std::vector<std::function<gc::NamedObject*()>> targets_;
  std::vector<std::string> left_;
  const SoundAtTheEnd sound_{heap_, verdict_};
};

}  // namespace

void JudgeReplacing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  ReplacingJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
