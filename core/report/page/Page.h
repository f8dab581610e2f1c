// SPDX-License-Identifier: GPL-3.0-or-later
// A self-contained HTML page: style and script are inline and nothing is fetched. Its Content-Security-Policy (with the hash of
// the one script) prevents a browser from running anything that a name in a trace might contain. Light or dark follows the
// reader's desktop or a button. Without the script everything can still be read. The page is in the language of the given
// catalogue (null: English); a table that is in a language already stays in it.
#pragma once

#include "core/base/Message.h"
#include "core/report/ReportTable.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct PageSection {
    Message title;
    Message lead; // one sentence above the table, or empty
    std::shared_ptr<const ReportTable> table;
    // The chart shows everything, so the table is collapsed (such as the hundred columns of a heat map).
    bool folded = false;
};

struct Page {
    Message title;
    std::vector<Message> sentences; // the main findings, at the top
    std::vector<PageSection> sections;
};

// From <!DOCTYPE to <body>, which has the texts of the script as attributes; the end of the page includes the script.
void appendPageHead(std::string &out, const Message &title, const Catalogue *language);
void appendPageEnd(std::string &out);

// The whole page: title, sentences, contents, and each section with its table's chart (chartOf) and the table.
[[nodiscard]] std::string writePage(const Page &page, const Catalogue *language = nullptr);

} // namespace lamella::core
