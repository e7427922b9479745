#include "properties/reflecting/judging/core_parts.h"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/reflect/call.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/saving/saving.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/kin/classes_with_parts.h"
#include "properties/reflecting/judging/kin/copied.h"
#include "properties/reflecting/sound.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

namespace {

// Where a reference leads, as seen from the object that it belongs to.
enum class Where { kNowhere, kSelf, kLeft, kRight, kInside, kElsewhere, kGone };
constexpr std::uint32_t kStrongWheres = 6;  // a strong reference leads to nothing that is gone
constexpr std::uint32_t kWeakWheres = 7;
constexpr std::size_t kStrong = 4;  // slots, of which the first two are the object's own
constexpr std::size_t kLeastWeak = 7;
constexpr std::size_t kMostWeak = 10;

struct Slots {
  std::array<Where, kStrong> strong = {};  // strong, own, and those of its parts
  std::vector<Where> weak = {};            // weak, row, maybe, of its parts, and those of the list
};

class PartsJudge {
 public:
  PartsJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : verdict_(verdict), lies_(lie == ReflectingLie::kWrongPart), random_(Mix(run.seed + 21)) {}

  void Judge() {
    Bury();
    Whole* const original = make_.New<Whole>({.name = "original"});
    heap_.AddRoot(original);
    inside_ = make_.New<Leaf>({.outer = original, .name = "inside"});
    heap_.AddRoot(inside_);
    const Slots slots = DrawSlots();
    Set(*original, slots);
    FillSheets(*original);
    heap_.Start();
    heap_.Tick(random_.Below(40));
    CompareFunction(*original->left);
    CompareNew(*original, slots);
    CompareDuplicate(*original, slots);
    CompareLoaded(*original, slots);
    Check(*original, slots, inside_, "the original afterwards");
    if (verdict_.difference.empty()) Spoil(*original);
    heap_.Collect();
  }

 private:
  // The indices of what is gone are those of the next objects.
  void Bury() {
    heap_.AddRoot(outside_);
    make_.ClassOf<Whole>();
    for (std::size_t i = 0; i < kMostWeak; ++i) gone_.emplace_back(make_.New<Leaf>());
    heap_.Collect();
  }

  Slots DrawSlots() {
    Slots slots;
    for (Where& one : slots.strong) one = static_cast<Where>(random_.Below(kStrongWheres));
    if (random_.Chance(1, 2)) slots.strong[1] = Where::kLeft;
    slots.weak.resize(kLeastWeak + random_.Below(kMostWeak - kLeastWeak + 1));
    for (Where& one : slots.weak) one = static_cast<Where>(random_.Below(kWeakWheres));
    return slots;
  }

  gc::NamedObject* At(Where where, Whole& whole, gc::NamedObject* inside) const {
    switch (where) {
      case Where::kSelf:
        return &whole;
      case Where::kLeft:
        return whole.left.Get();
      case Where::kRight:
        return whole.right.Get();
      case Where::kInside:
        return inside;
      case Where::kElsewhere:
        return outside_;
      case Where::kNowhere:
      case Where::kGone:
        break;
    }
    return nullptr;
  }
  Weak WeakAt(Where where, std::size_t slot, Whole& whole) const {
    return where == Where::kGone ? gone_[slot] : Weak(At(where, whole, inside_));
  }

  void Set(Whole& whole, const Slots& slots) {
    whole.strong = At(slots.strong[0], whole, inside_);
    whole.own = At(slots.strong[1], whole, inside_);
    whole.left->up = At(slots.strong[2], whole, inside_);
    whole.right->up = At(slots.strong[3], whole, inside_);
    whole.weak = WeakAt(slots.weak[0], 0, whole);
    whole.row[0] = WeakAt(slots.weak[1], 1, whole);
    whole.row[1] = WeakAt(slots.weak[2], 2, whole);
    whole.maybe = WeakAt(slots.weak[3], 3, whole);
    whole.left->aside = WeakAt(slots.weak[4], 4, whole);
    whole.right->aside = WeakAt(slots.weak[5], 5, whole);
    whole.chosen = WeakAt(slots.weak[6], 6, whole);
    for (std::size_t i = kLeastWeak; i < slots.weak.size(); ++i) {
      whole.watched.push_back(WeakAt(slots.weak[i], i, whole));
    }
  }

  void FillSheets(Whole& whole) {
    const auto sheet = [this] {
      return Sheet{.stays = static_cast<int>(random_.Between(1, 3)), .passes = 3};
    };
    whole.binder.first = sheet();
    whole.binders.resize(random_.Below(3));
    for (Binder& one : whole.binders) {
      one.first = sheet();
      one.rest.resize(random_.Below(3), sheet());
    }
    if (random_.Chance(1, 2)) whole.either = sheet();
  }
  // Where each slot leads, beside where it should: seen from `whole`, whose inner object is
  // `inside`.
  void Check(Whole& whole, const Slots& slots, gc::NamedObject* inside, const std::string& what) {
    const gc::NamedObject* const strong[kStrong] = {whole.strong.Get(), whole.own.Get(),
                                                    whole.left->up.Get(), whole.right->up.Get()};
    for (std::size_t i = 0; i < kStrong; ++i) {
      Same(what + ", strong " + std::to_string(i), strong[i], At(slots.strong[i], whole, inside));
    }
    const Weak* const chosen = std::get_if<Weak>(&whole.chosen);
    const Weak maybe = whole.maybe.value_or(nullptr), of_left = whole.left->aside;
    std::vector<Weak> weak = {whole.weak, whole.row[0], whole.row[1], maybe, of_left};
    weak.insert(weak.end(), {whole.right->aside, chosen != nullptr ? *chosen : Weak()});
    weak.insert(weak.end(), whole.watched.begin(), whole.watched.end());
    verdict_.Same(what + ", weak references", weak.size(), slots.weak.size());
    for (std::size_t i = 0; i < weak.size() && i < slots.weak.size(); ++i) {
      Same(what + ", weak " + std::to_string(i), weak[i].Get(), At(slots.weak[i], whole, inside));
    }
  }
  void Same(const std::string& what, const gc::NamedObject* said, const gc::NamedObject* should) {
    ++verdict_.applied;
    if (lies_) said = outside_;
    verdict_.Same(what, PathOf(said), PathOf(should));
  }
  static std::string PathOf(const gc::NamedObject* object) {
    return object == nullptr ? "nothing" : object->PathName();
  }
  void CompareFunction(Leaf& leaf) {
    std::string error;
    const std::optional<int> twice = gc::Call<int>(leaf, "Twice", error, 21);
    verdict_.Same("calling what a class lists" + error, twice.value_or(0), std::uint64_t{42});
  }
  // Only what a class makes is made again: what is inside is shared.
  void CompareNew(Whole& original, const Slots& slots) {
    Whole* const made = make_.New<Whole>({.values_of = &original});
    verdict_.Same("a new object has parts of its own",
                  made->left != original.left && made->right != original.right, true);
    Check(*made, slots, inside_, "new");
    Album* const album = make_.New<Album>({.name = "album"});
    album->marked.insert(Weak(album->part.Get()));
    const Album* const like_it = make_.New<Album>({.values_of = album});
    verdict_.Same("a weak reference that is an element of a set leads where it led",
                  like_it->marked.contains(Weak(album->part.Get())), true);
  }
  void CompareDuplicate(Whole& original, const Slots& slots) {
    std::string error = "an earlier call";
    Whole* const copy = gc::Duplicate(heap_, original, {.name = "copy"}, error);
    verdict_.Same("duplicating", error, "");
    if (copy == nullptr) return;
    Check(*copy, slots, make_.Find(copy, "inside"), "copy");
    CheckSheets(*copy, original, "copy", verdict_);
  }
  // A document has what is not as it was when the object was made. The name of a member stands
  // nowhere else in it.
  void CompareSaved(Whole& original, const Slots& slots) {
    std::string error;
    const std::string text =
        gc::SaveObject(heap_, original, gc::Encoding::kJson, error).value_or("");
    verdict_.Same("saving as text", error, "");
    const auto compare = [&](const std::string& name, bool should) {
      verdict_.Same(name + " is saved", text.find('"' + name + '"') != std::string::npos, should);
    };
    compare("own", slots.strong[1] != Where::kLeft);
    compare("strong", slots.strong[0] != Where::kNowhere);
    compare("binder", original.binder.first.stays != Sheet().stays);
  }
  void CompareLoaded(Whole& original, const Slots& slots) {
    std::string error;
    const std::optional<std::string> bytes =
        gc::SaveObject(heap_, original, gc::Encoding::kBinary, error);
    verdict_.Same("saving", error, "");
    if (!bytes) return;
    CompareSaved(original, slots);
    gc::NamedObject* const loaded = gc::LoadObject(heap_, *bytes, gc::Encoding::kBinary,
                                                   {.name = "loaded"}, {.paths = &paths_}, error);
    verdict_.Same("loading", error, "");
    if (loaded == nullptr) return;
    Check(*static_cast<Whole*>(loaded), slots, make_.Find(loaded, "inside"), "loaded");
    CheckSheets(*static_cast<Whole*>(loaded), original, "loaded", verdict_);
  }

  // `save` and `copy`: what each call says; empty if it does what is asked.
  void Refused(gc::NamedObject& object, const std::string& save, const std::string& copy,
               const gc::Plan& plan = {}) {
    heap_.AddRoot(&object);
    heap_.Collect();
    const std::uint32_t before = heap_.ObjectCount();
    std::string error;
    const bool saved = gc::SaveObject(heap_, object, gc::Encoding::kJson, error).has_value();
    verdict_.Same("saving " + object.PathName(), error, save);
    verdict_.Same("saving is done", saved, save.empty());
    verdict_.Same("objects after saving", heap_.ObjectCount(), before);
    const GivenUp given_up(heap_);
    const bool copied = gc::DuplicateObject(heap_, object, plan, error) != nullptr;
    verdict_.Same("duplicating " + object.PathName(), error, copy);
    given_up.Compare(!copied, verdict_);
    verdict_.Same("duplicating is done", copied, copy.empty());
    heap_.Collect();  // nothing keeps a copy, nor what was made of one that was given up
    verdict_.Same("objects after duplicating", heap_.ObjectCount(), before);
  }

  void Spoil(Whole& whole) {
    ++verdict_.applied;
    switch (random_.Below(10)) {
      case 0:
        return SpoilByConstruction(whole);
      case 1:
        whole.bare = heap_.New<Nameless>();
        return Refused(whole, "./ bare: it refers to an object without a name, which has no path",
                       "");
      case 2:
        whole.tone = static_cast<Tone>(77);
        return Refused(whole, "./ tone: 77 is no value of Tone", "");
      case 3:
        whole.text = "\xff";
        return Refused(whole, "./ text: the text is not UTF-8", "");
      case 4:
        return SpoilByClass();
      case 5:
        return SpoilPart(whole);
      case 6:
        return Refused(whole, "", "the name outside is taken", {.name = "outside"});
      case 7:
        return Refused(whole, "", "'a/b' is no name: it contains a slash", {.name = "a/b"});
      case 8:
        return SpoilByKey();
      default:
        return SpoilByPointer();
    }
  }
  void SpoilByConstruction(Whole& whole) {
    gc::Reserved<Leaf> begun = make_.Reserve<Leaf>({.name = "begun"});
    whole.right->up = begun.object();
    std::string error;
    verdict_.Same("saving what refers to an object under construction",
                  gc::SaveObject(heap_, whole, gc::Encoding::kJson, error).has_value(), false);
    verdict_.Same("saving what refers to an object under construction", error,
                  "./right up: it refers to an object that is under construction");
    verdict_.Same("duplicating an object under construction",
                  gc::DuplicateObject(heap_, *begun.object(), {}, error) == nullptr, true);
    verdict_.Same("duplicating an object under construction", error,
                  "Transient/begun: it is under construction, and has no values yet");
    begun.Construct();
    Refused(whole, "", "");
  }
  void SpoilByClass() {
    gc::ClassObject* const derived = make_.Derive(make_.ClassOf<Leaf>(), {.name = "DerivedLeaf"});
    gc::NamedObject* const leaf = make_.New<Leaf>({.name = "leaf", .type = derived});
    heap_.AddRoot(derived);
    Refused(*leaf, "./: its class DerivedLeaf was made while the program runs", "");
    Refused(*make_.NewAlone<Lone>("lone", 0, 1), "./: it has no class object",
            "lone: it has no class that makes objects without arguments");
    std::string error;
    verdict_.Same("duplicating a class", gc::DuplicateObject(heap_, *derived, {}, error) == nullptr,
                  true);
    verdict_.Same("duplicating a class", error,
                  "Transient/DerivedLeaf: it is a class; derive from it instead");
  }
  // What has its part's name is no part of it.
  void SpoilPart(Whole& whole) {
    make_.Rename(*whole.left, {.outer = outside_, .name = "away"});
    gc::NamedObject* const other = make_.New<Whole>({.outer = &whole, .name = "left"});
    heap_.AddRoot(other);
    Refused(whole, "./left: its outer makes another part of this name",
            other->PathName() + ": the class of its outer makes another part there");
  }
  void SpoilByKey() {
    Ring* const ring = make_.New<Ring>({.name = "ring"});
    heap_.AddRoot(ring);
    ring->keys[Weak(outside_)] = 5;
    std::string error;
    const Ring* const copy = gc::Duplicate(heap_, *ring, {}, error);
    verdict_.Same("duplicating a key to what is outside", error, "");
    const auto found = copy != nullptr ? copy->keys.find(Weak(outside_)) : ring->keys.end();
    verdict_.Same("the copy has the key",
                  copy != nullptr && found != copy->keys.end() && found->second == 5, true);
    ring->keys[Weak(ring)] = 6;
    const GivenUp given_up(heap_);
    verdict_.Same("duplicating a key to what is inside",
                  gc::Duplicate(heap_, *ring, {}, error) == nullptr, true);
    given_up.Compare(true, verdict_);
    verdict_.Same("duplicating a key to what is inside", error,
                  "Transient/ring keys: a weak reference that is a key leads inside, and cannot "
                  "lead to the copy");
  }
  // There may be no such object while objects are marked in slices.
  void SpoilByPointer() {
    heap_.Collect();
    Signpost* const post = make_.New<Signpost>({.name = "post"});
    post->to = outside_;
    std::string error;
    const Signpost* const copy = gc::Duplicate(heap_, *post, {}, error);
    verdict_.Same("duplicating a plain pointer to what is outside", error, "");
    if (copy != nullptr) Same("the copy's plain pointer", copy->to, outside_);
    post->to = make_.New<Leaf>({.outer = post, .name = "leaf"});
    verdict_.Same("duplicating a plain pointer to what is inside",
                  gc::Duplicate(heap_, *post, {}, error) == nullptr, true);
    verdict_.Same("duplicating a plain pointer to what is inside", error,
                  "Transient/post to: a plain pointer leads inside, and cannot lead to the copy");
    post->to = nullptr;
  }

  ReflectingVerdict& verdict_;
  const bool lies_;
  Random random_;
  gc::Heap heap_;
  gc::Factory make_{heap_};
  gc::NameResolver resolver_{heap_};
  gc::PathTable paths_{resolver_};
  Leaf* const outside_ = make_.New<Leaf>({.name = "outside"});
  gc::NamedObject* inside_ = nullptr;
  std::vector<Weak> gone_;
  const SoundAtTheEnd sound_{heap_, verdict_};
};

}  // namespace

void JudgeParts(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  PartsJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
