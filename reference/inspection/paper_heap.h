// reference/inspection/paper_heap.h -- the objects of a small heap on paper, and what keeps them.
//
// The table is told what the program does, and what becomes of objects: which are doomed, which are
// freed, which slots marking has cleared. Out of that it draws the graph that an inspector has to
// see. Objects are numbers from 0; what they are called in graphs is their index in the heap.
//
// A slot may hold an object that is gone, of a holder that is about to go; it then leads to
// whatever is at that place now.
//
// Read next: reference/inspection/paper_clusters.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/inspection/paper_clusters.h"
#include "reference/inspection/paper_graph.h"

namespace reference::inspection {

struct PaperLine {
  std::string_view name;
  bool is_element = false;
  bool immutable = false;
  bool open = false;  // the slots are not in the object
};

struct PaperClass {
  std::string_view name;
  std::vector<PaperLine> lines;
  bool may_join = true;  // a cluster
  bool may_lead = false;
};

struct PaperObject {
  const PaperClass* type = nullptr;
  std::uint32_t index = 0;
  std::uintptr_t place = 0;
  std::size_t bytes = 0;
  std::vector<std::vector<int>> slots = {};  // by line
  std::uint32_t serial = 0;
  std::uint32_t pictures = 0;  // that it has been in
  std::uint32_t strong = 0;
  std::uint32_t keeps = 0;  // a bit for each of kKeepNames
  bool rooted = false;
  bool flagged = false;  // by its author
  bool masked = false;   // the cycle that is pending keeps it for that
  bool garbage = false;
  bool doomed = false;
  bool gone = false;
};

// In the order in which an inspector names them; behind the first, they keep out of clusters.
inline constexpr std::string_view kKeepNames[] = {"native", "async", "loading", "loading-late",
                                                  "loader-import"};

struct PaperReferencer {
  std::string_view name;
  std::vector<int> slots = {};
  std::size_t unprotected = 0;  // so many of its first slots may be cleared
};

// Slots of one field that were cleared in this cycle; holder kNone: a referencer's.
struct PaperCleared {
  int holder = kNone;
  std::string_view field = {};
  std::uint32_t count = 0;
};

struct PaperCount {
  std::string_view type;
  std::uint32_t objects = 0;
  std::uint32_t doomed = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const PaperCount&, const PaperCount&) = default;
};

class PaperHeap {
 public:
  int Make(PaperObject object);
  PaperObject& At(int object) { return objects_[static_cast<std::size_t>(object)]; }
  const PaperObject& At(int object) const { return objects_[static_cast<std::size_t>(object)]; }
  int Size() const { return static_cast<int>(objects_.size()); }
  std::uint32_t Count() const;     // of those that are not gone
  std::vector<int> There() const;  // by index
  // What has the index now; kNone: nothing.
  int AtIndex(std::uint32_t index) const;

  // `gathering`: a gather reads the clusters, and none ends before it is over.
  void Store(int holder, std::size_t line, std::size_t slot, int target, bool gathering);
  void MarkGarbage(int object, bool gathering);
  // Marking has cleared the slot.
  void Clear(int holder, std::size_t line, std::size_t slot);
  void ClearReported(std::size_t referencer, std::size_t slot);
  void LetGo(int object);  // of all that it refers to

  void Choose(bool eliminate) { chosen_ = eliminate; }
  // `mask`: the cycle keeps what its author has flagged.
  void BeginCycle(bool mask);
  void EndMask();
  const std::vector<PaperCleared>& cleared() const { return cleared_; }
  // A list that is made now has not heard of those before.
  void ForgetCleared() { cleared_.clear(); }
  void ForgetPictures();

  PaperGraph Draw() const;
  // By class, the most frequent first, equal ones by name.
  std::vector<PaperCount> Counts() const;
  // What is a root by a flag or a count.
  std::uint32_t Kept() const;

  std::vector<PaperReferencer> referencers;
  std::vector<int> locals;
  PaperClusters clusters;

 private:
  void NoteCleared(int holder, std::string_view field);
  int Resolved(int target) const;
  PaperEdge Led(PaperEdge edge, int target, bool clears) const;

  std::vector<PaperObject> objects_;
  std::vector<PaperCleared> cleared_;
  bool eliminate_ = true;
  bool chosen_ = true;
};

}  // namespace reference::inspection
