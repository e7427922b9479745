// properties/mutate/sites/operators.cc -- all sites of a file, and of the collector.

#include "properties/mutate/sites/operators.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "properties/mutate/sites/other_builds.h"
#include "properties/mutate/sites/site_list.h"

namespace properties::mutate {

Site& SiteList::Add(Operator made, std::size_t at, std::string was, std::string becomes) {
  Site& site = sites_.emplace_back();
  site.made = made;
  site.file = file_;
  site.line = source_.tokens()[at].line;
  if (const std::size_t of = source_.tokens()[at].function; of != kNone) {
    site.function = source_.functions()[of].name;
    site.computed = source_.functions()[of].may_be_computed;
  }
  site.was = std::move(was);
  site.becomes = std::move(becomes);
  return site;
}

void SiteList::Choose(Operator made, std::size_t at, Span span, const std::string& other) {
  const auto& tokens = source_.tokens();
  Add(made, at, source_.Written(span.from, span.to), other).edits = {
      {tokens[span.from].begin, tokens[span.to - 1].end, "(@ ? (" + other + ") : (", "))"}};
}

std::string Site::Key() const {
  std::string key = file + " | " + function + " | " + std::string(NameOf(made)) + " | " + was +
                    " | " + (becomes.empty() ? "nothing" : becomes);
  if (occurrence != 0) key += " | " + std::to_string(occurrence + 1);
  return key;
}

std::vector<Site> SitesOf(const tidy::File& file) {
  const Source source(file.text);
  SiteList list(file.path, source);
  FindStatements(source, list);
  FindExpressions(source, list);
  std::vector<Site> sites = std::move(list.sites());
  std::ranges::stable_sort(
      sites, {}, [](const Site& site) { return std::pair(site.line, site.edits.front().begin); });
  std::map<std::string, std::size_t> seen;
  for (Site& site : sites) {
    site.occurrence = seen[site.Key()]++;
    site.last_line = site.line;
    const auto begin = file.text.begin() + static_cast<std::ptrdiff_t>(site.edits.front().begin);
    const auto end = file.text.begin() + static_cast<std::ptrdiff_t>(site.edits.back().end);
    site.last_line += static_cast<std::size_t>(std::count(begin, end, '\n'));
  }
  return sites;
}

bool IsOfCore(std::string_view path) {
  if (!path.starts_with("core/") || tidy::IsTest(path)) return false;
  if (path.ends_with("_bench.cc") || path.ends_with("_main.cc")) return false;
  for (const std::string_view other : {"core/testing/", "core/bench/", "core/examples/",
                                       "core/pointer/builds/", "core/reflect/tool/"}) {
    if (path.starts_with(other)) return false;
  }
  return true;
}

std::vector<Site> SitesOfCore(const tidy::Tree& tree) {
  const std::set<std::string> others = OfOtherBuilds(tree);
  std::vector<Site> sites;
  for (const tidy::File& file : tree) {
    if (!IsOfCore(file.path)) continue;
    for (Site& site : SitesOf(file)) {
      const std::size_t name = site.function.rfind(':') + 1;
      if (!others.contains(site.function.substr(name))) sites.push_back(std::move(site));
    }
  }
  return sites;
}

}  // namespace properties::mutate
