// properties/bench/show/chart.cc -- scales, ticks and shapes.

#include "properties/bench/show/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "properties/bench/show/table.h"

namespace bench {
namespace {

constexpr double kWidth = 720, kHeight = 300;
constexpr double kLeft = 64, kRight = 190, kTop = 12, kBottom = 40;
constexpr double kBarHeight = 22, kBarLeft = 190;
constexpr int kColours = 6;

// Maps values of one axis to places of the drawing.
class Scale {
 public:
  Scale(double from, double to, double start, double end, bool logarithmic)
      : logarithmic_(logarithmic), from_(At(from)), to_(At(to)), start_(start), end_(end) {
    if (to_ <= from_) to_ = from_ + 1;
  }
  double Place(double value) const {
    return start_ + (At(value) - from_) / (to_ - from_) * (end_ - start_);
  }
  // Where lines are drawn across: powers of ten, or five steps.
  std::vector<double> Ticks() const {
    std::vector<double> ticks;
    if (logarithmic_) {
      for (double power = std::ceil(from_); power <= to_; ++power)
        ticks.push_back(std::pow(10, power));
    } else {
      for (int step = 0; step <= 5; ++step) ticks.push_back(from_ + (to_ - from_) * step / 5);
    }
    return ticks;
  }

 private:
  double At(double value) const { return logarithmic_ ? std::log10(value) : value; }
  bool logarithmic_;
  double from_, to_, start_, end_;
};

std::string Number(double number) {
  if (number >= 1e6) return fmt::format("{:.0f}M", number / 1e6);
  if (number >= 1e4) return fmt::format("{:.0f}k", number / 1e3);
  return number == std::floor(number) ? fmt::format("{:.0f}", number) : Three(number);
}

std::string Text(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     Escaped(text));
}
std::string Stroke(const char* kind, double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

std::string Opened(double height) {
  return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" role=\"img\">\n", kWidth,
                     height, kWidth);
}

std::string AxesDrawn(const Axes& axes, const Scale& x, const Scale& y) {
  std::string text;
  for (const double tick : y.Ticks()) {
    text += Stroke("grid", kLeft, y.Place(tick), kWidth - kRight, y.Place(tick));
    text += Text(kLeft - 6, y.Place(tick) + 4, "end", Number(tick));
  }
  for (const double tick : x.Ticks()) {
    text += Stroke("grid", x.Place(tick), kTop, x.Place(tick), kHeight - kBottom);
    text += Text(x.Place(tick), kHeight - kBottom + 16, "middle", Number(tick));
  }
  text += Text((kLeft + kWidth - kRight) / 2, kHeight - 6, "middle", axes.x);
  return text + Text(4, kTop + 2, "start", axes.y);
}

std::vector<Series> Drawable(const Axes& axes, const std::vector<Series>& all) {
  std::vector<Series> drawable;
  for (const Series& one : all) {
    Series kept{.name = one.name};
    for (std::size_t i = 0; i < one.xs.size(); ++i) {
      if (axes.logarithmic && (one.xs[i] <= 0 || one.ys[i] <= 0)) continue;
      kept.xs.push_back(one.xs[i]);
      kept.ys.push_back(one.ys[i]);
    }
    if (!kept.xs.empty()) drawable.push_back(kept);
  }
  return drawable;
}

std::string LineDrawn(const Series& one, std::size_t number, const Scale& x, const Scale& y) {
  const std::size_t colour = number % kColours;
  std::string points, text;
  for (std::size_t i = 0; i < one.xs.size(); ++i) {
    points += fmt::format("{:.1f},{:.1f} ", x.Place(one.xs[i]), y.Place(one.ys[i]));
  }
  text += fmt::format("<polyline class=\"line{}\" points=\"{}\"/>\n", colour, points);
  if (one.xs.size() <= 12) {
    for (std::size_t i = 0; i < one.xs.size(); ++i) {
      text += fmt::format("<circle class=\"dot{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", colour,
                          x.Place(one.xs[i]), y.Place(one.ys[i]));
    }
  }
  const double place = kTop + 14 + 18 * static_cast<double>(number);
  text += fmt::format("<polyline class=\"line{}\" points=\"{:.0f},{:.0f} {:.0f},{:.0f}\"/>\n",
                      colour, kWidth - kRight + 10, place - 4, kWidth - kRight + 28, place - 4);
  return text + Text(kWidth - kRight + 34, place, "start", one.name);
}

}  // namespace

std::string Escaped(std::string_view text) {
  static const std::map<char, std::string_view> names = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  std::string escaped;
  for (const char c : text) {
    const auto name = names.find(c);
    escaped += name == names.end() ? std::string(1, c) : std::string(name->second);
  }
  return escaped;
}

std::string LinesDrawn(const Axes& axes, const std::vector<Series>& all) {
  const std::vector<Series> series = Drawable(axes, all);
  if (series.empty()) return "";
  double x_least = std::numeric_limits<double>::max(), x_most = 0, y_least = x_least, y_most = 0;
  for (const Series& one : series) {
    x_least = std::min(x_least, *std::ranges::min_element(one.xs));
    x_most = std::max(x_most, *std::ranges::max_element(one.xs));
    y_least = std::min(y_least, *std::ranges::min_element(one.ys));
    y_most = std::max(y_most, *std::ranges::max_element(one.ys));
  }
  if (!axes.logarithmic) y_least = 0;
  const Scale x(x_least, x_most, kLeft, kWidth - kRight, axes.logarithmic);
  const Scale y(y_least, y_most, kHeight - kBottom, kTop, axes.logarithmic);
  std::string text = Opened(kHeight) + AxesDrawn(axes, x, y);
  for (std::size_t i = 0; i < series.size(); ++i) text += LineDrawn(series[i], i, x, y);
  return text + "</svg>\n";
}

std::string BarsDrawn(const std::string& unit, const std::vector<Bar>& bars) {
  if (bars.empty()) return "";
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.most);
  const Scale x(0, most, kBarLeft, kWidth - 90, false);
  const double height = kBarHeight * static_cast<double>(bars.size()) + 8;
  std::string text = Opened(height);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double top = kBarHeight * static_cast<double>(i) + 4, middle = top + kBarHeight / 2 - 2;
    text += Text(kBarLeft - 8, middle + 4, "end", bar.name);
    text += fmt::format(
        "<rect class=\"bar{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\"/>\n",
        bar.colour, kBarLeft, top, x.Place(bar.median) - kBarLeft, kBarHeight - 6);
    text += Stroke("spread", x.Place(bar.least), middle, x.Place(bar.most), middle);
    text += Text(x.Place(bar.most) + 6, middle + 4, "start", Three(bar.median) + " " + unit);
  }
  return text + "</svg>\n";
}

}  // namespace bench
