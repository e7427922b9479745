// model/orders/check.cc -- finds the row of each access, and the access of each row.

#include "model/orders/check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "model/orders/weakening.h"
#include "model/threads/accesses.h"

namespace model::orders {

using threads::Access;
using threads::kAccesses;
using threads::kOthers;
using threads::Orders;
using threads::OtherAccess;

namespace {

constexpr std::string_view kRoom = "core/";

// What an access is known by: file, function, what it is done on, operation, and which of several.
using Key = std::tuple<std::string, std::string, std::string, std::string, std::size_t>;

std::map<Key, FoundAccess> Found(const std::vector<SourceFile>& files) {
  std::map<Key, FoundAccess> found;
  for (const SourceFile& file : files) {
    for (FoundAccess& access : AccessesIn(file)) {
      Key key(access.file, access.function, access.on, access.operation, 0);
      while (found.contains(key)) ++std::get<4>(key);
      found.emplace(std::move(key), std::move(access));
    }
  }
  return found;
}

template <typename Row>
Key KeyOf(const Row& row) {
  return {std::string(kRoom) + std::string(row.file), std::string(row.function),
          std::string(row.on), std::string(row.operation), row.which};
}

std::string PlaceOf(const FoundAccess& access) {
  return access.file + ":" + std::to_string(access.line) + ": " + access.function + ": " +
         access.on + "." + access.operation;
}

std::string OrdersOf(std::memory_order order, std::optional<std::memory_order> failure) {
  std::string text(WordOf(order));
  if (failure && *failure != std::memory_order_relaxed) {
    text += ", " + std::string(WordOf(*failure)) + " if it fails";
  }
  return text;
}

template <typename Row>
std::string RowName(const Row& row) {
  return std::string(kRoom) + std::string(row.file) + ": " + std::string(row.function) + ": " +
         std::string(row.on) + (row.operation.empty() ? "" : "." + std::string(row.operation));
}

// Compares rows with what was found, and takes out of `left` what has a row.
template <typename Rows>
void Compare(const Rows& rows, const std::map<Key, FoundAccess>& found,
             std::map<Key, FoundAccess>& left, std::vector<std::string>& differences) {
  for (const auto& row : rows) {
    if (row.operation.empty()) continue;
    const auto at = found.find(KeyOf(row));
    if (at == found.end()) {
      differences.push_back(RowName(row) + " is in the table of accesses and not in the source");
      continue;
    }
    left.erase(at->first);
    const FoundAccess& access = at->second;
    if (access.order == row.order && access.failure == row.failure) continue;
    differences.push_back(PlaceOf(access) + " is " + OrdersOf(access.order, access.failure) +
                          ", and in the table of accesses " + OrdersOf(row.order, row.failure));
  }
}

bool IsHeld(const Access& edge, const std::vector<SourceFile>& files) {
  return std::ranges::any_of(files, [&](const SourceFile& file) {
    return file.path == std::string(kRoom) + std::string(edge.file) &&
           FunctionHas(file, edge.function, edge.on);
  });
}

}  // namespace

std::vector<std::string> DifferencesFrom(const std::vector<SourceFile>& files) {
  const std::map<Key, FoundAccess> found = Found(files);
  std::map<Key, FoundAccess> left = found;
  std::vector<std::string> differences;
  Compare(kAccesses, found, left, differences);
  Compare(kOthers, found, left, differences);
  for (const auto& [key, access] : left) {
    differences.push_back(PlaceOf(access) + " (" + OrdersOf(access.order, access.failure) +
                          ") is in no row of the table of accesses");
  }
  for (const Access& access : kAccesses) {
    if (access.IsEdge() && !IsHeld(access, files)) {
      differences.push_back(RowName(access) + " is in the table of accesses and not in the source");
    }
  }
  for (const std::string& place : OperatorsOnAtomics(files)) {
    differences.push_back(place + " is used by an operator, whose order is in no row of the table");
  }
  std::ranges::sort(differences);
  return differences;
}

Orders OrdersIn(const std::vector<SourceFile>& files) {
  const std::map<Key, FoundAccess> found = Found(files);
  Orders orders;
  for (const Access& access : kAccesses) {
    if (access.IsEdge()) {
      if (!IsHeld(access, files)) orders.Set(access.at, {.left_out = true});
      continue;
    }
    const auto at = found.find(KeyOf(access));
    if (at == found.end()) continue;
    orders.Set(access.at, {.order = at->second.order, .failure = at->second.failure});
  }
  return orders;
}

std::size_t CountAccesses(const std::vector<SourceFile>& files) { return Found(files).size(); }

}  // namespace model::orders
