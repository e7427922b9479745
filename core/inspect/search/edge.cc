#include "core/inspect/search/edge.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string WordsOf(const Edge& edge) {
  const std::string element = std::to_string(edge.element);
  switch (edge.kind) {
    case EdgeKind::kField:
      return std::string(".") + edge.name + (edge.is_element ? "[" + element + "]" : "");
    case EdgeKind::kCluster:
      return std::string("cluster ") + edge.name + (edge.is_element ? " " + element : "");
    case EdgeKind::kRootSet:
      return "root set";
    case EdgeKind::kKeepFlag:
      return std::string("keep flag ") + edge.name;
    case EdgeKind::kConstruction:
      return "under construction";
    case EdgeKind::kDisregarded:
      return "disregarded";
    case EdgeKind::kMask:
      return "mask of the caller";
    case EdgeKind::kStrongCount:
      return "strong count " + element;
    case EdgeKind::kReferencer:
      return std::string("referencer ") + edge.name + ", reference " + element;
    case EdgeKind::kLocal:
      return "local " + element;
    case EdgeKind::kBarrier:
      return "barrier";
  }
  return "";
}

}  // namespace

std::string TextOf(const Edge& edge) {
  return WordsOf(edge) + (edge.is_cleared ? ", which marking clears" : "");
}

}  // namespace GC_BUILD
}  // namespace gc
