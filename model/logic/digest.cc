// model/logic/digest.cc -- hashes what a formula is made of, each part once.

#include "model/logic/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <string_view>

namespace model {

namespace {

// What the digest of a part begins with, so that parts of different kinds differ.
enum class Part : std::uint64_t { kList, kName, kSort, kFunction, kApplication, kBound, kForAll };

Digest Hashed(const void* data, std::size_t bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(data, bytes, seed);
  return {hash.low64, hash.high64};
}

Digest Hashed(Part part, const std::vector<Digest>& parts) {
  return Hashed(parts.data(), parts.size() * sizeof(Digest), static_cast<std::uint64_t>(part));
}

Digest Number(std::uint64_t value) { return {value, 0}; }

}  // namespace

Digest DigestOf(const std::vector<Digest>& list) { return Hashed(Part::kList, list); }

std::optional<Digest> Digests::Of(const z3::expr& formula) {
  kept_.push_back(formula);
  return OfNode(formula);
}

std::optional<Digest> Digests::OfNode(Z3_ast node) {
  const auto known = known_.find(node);
  if (known != known_.end()) return known->second;
  std::optional<Digest> digest;
  const Z3_ast_kind kind = Z3_get_ast_kind(context_, node);
  if (kind == Z3_APP_AST) digest = OfApplication(node);
  if (kind == Z3_QUANTIFIER_AST) digest = OfQuantifier(node);
  if (kind == Z3_VAR_AST) {
    digest = Hashed(Part::kBound, {Number(Z3_get_index_value(context_, node)),
                                   OfSort(Z3_get_sort(context_, node))});
  }
  known_.emplace(node, digest);
  return digest;
}

std::optional<Digest> Digests::OfApplication(Z3_ast node) {
  const Z3_app application = Z3_to_app(context_, node);
  const std::optional<Digest> function = OfFunction(Z3_get_app_decl(context_, application));
  if (!function) return std::nullopt;
  std::vector<Digest> parts = {*function};
  for (unsigned i = 0; i < Z3_get_app_num_args(context_, application); ++i) {
    const std::optional<Digest> part = OfNode(Z3_get_app_arg(context_, application, i));
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  return Hashed(Part::kApplication, parts);
}

// A bound variable is known by its number in the body, so that its name says nothing.
std::optional<Digest> Digests::OfQuantifier(Z3_ast node) {
  const bool plain = Z3_is_quantifier_forall(context_, node) &&
                     Z3_get_quantifier_num_patterns(context_, node) == 0 &&
                     Z3_get_quantifier_num_no_patterns(context_, node) == 0;
  const std::optional<Digest> body =
      plain ? OfNode(Z3_get_quantifier_body(context_, node)) : std::nullopt;
  if (!body) return std::nullopt;
  std::vector<Digest> parts = {*body};
  for (unsigned i = 0; i < Z3_get_quantifier_num_bound(context_, node); ++i) {
    parts.push_back(OfSort(Z3_get_quantifier_bound_sort(context_, node, i)));
  }
  return Hashed(Part::kForAll, parts);
}

std::optional<Digest> Digests::OfFunction(Z3_func_decl function) {
  const Z3_ast node = Z3_func_decl_to_ast(context_, function);
  const auto known = known_.find(node);
  if (known != known_.end()) return known->second;
  std::optional<Digest> digest;
  if (Z3_get_decl_num_parameters(context_, function) == 0) {
    std::vector<Digest> parts = {Number(Z3_get_decl_kind(context_, function)),
                                 OfName(Z3_get_decl_name(context_, function)),
                                 OfSort(Z3_get_range(context_, function))};
    for (unsigned i = 0; i < Z3_get_domain_size(context_, function); ++i) {
      parts.push_back(OfSort(Z3_get_domain(context_, function, i)));
    }
    digest = Hashed(Part::kFunction, parts);
  }
  known_.emplace(node, digest);
  return digest;
}

Digest Digests::OfName(Z3_symbol name) const {
  if (Z3_get_symbol_kind(context_, name) == Z3_INT_SYMBOL) {
    return Number(static_cast<std::uint64_t>(Z3_get_symbol_int(context_, name)));
  }
  const std::string_view text = Z3_get_symbol_string(context_, name);
  return Hashed(text.data(), text.size(), static_cast<std::uint64_t>(Part::kName));
}

Digest Digests::OfSort(Z3_sort sort) const {
  return Hashed(Part::kSort, {OfName(Z3_get_sort_name(context_, sort))});
}

}  // namespace model
