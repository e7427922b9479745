// properties/page/page_assets.h -- the scripts and styles of the pages, as parts of the program.
//
// They are files of their own in assets/, so that an editor knows them, and a page is whole by
// itself: the build makes texts of them (page_assets.cmake).
//
// Read next: properties/page/trace_page.cc.

#pragma once

#include <string_view>

namespace properties {

std::string_view TraceScript();  // of the page of a trace
std::string_view TraceStyle();
std::string_view RunStyle();  // of the page of a run

}  // namespace properties
