// SPDX-License-Identifier: GPL-3.0-or-later
// A page of HTML that needs nothing beside itself: style and script stand inside, nothing is fetched, and the page's own policy
// (Content-Security-Policy with the hash of the one script) keeps a browser from running anything that a name in a trace might
// smuggle in. Light and dark follow the reader's desktop or a button; without script everything is still there to read.
#pragma once

#include "core/report/ReportTable.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct PageSection {
    std::string title;
    std::string lead; // one sentence above the table, or empty
    std::shared_ptr<const ReportTable> table;
    // A picture shows everything that matters, so the table is folded away (a heat map's hundred columns).
    bool folded = false;
};

struct Page {
    std::string title;
    std::vector<std::string> sentences; // what stands out, at the top
    std::vector<PageSection> sections;
};

// From <!DOCTYPE to the opening of <body>, and the end with the script.
void appendPageHead(std::string &out, std::string_view title);
void appendPageEnd(std::string &out);

// Title, sentences, contents, and each section with the picture of its table (chartOf) and the table itself.
[[nodiscard]] std::string writePage(const Page &page);

} // namespace lamella::core
