// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/TimelinePage.h"

#include "core/base/FileName.h"
#include "core/base/Resources.h"
#include "core/report/TableColumns.h"
#include "core/report/TableWriters.h"
#include "core/report/page/HtmlText.h"
#include "core/session/JsonText.h"

#include <algorithm>
#include <set>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxKernels = 200'000; // that a browser draws
constexpr std::string_view kPlace = "/*DATA*/null";
constexpr std::string_view kLanguagePlace = "lang=\"en\"";
constexpr const char *kKernelColumns = "index,layer,part,stream,category,short_name,start_ns,dur_ns,grid,block,cpu_op,module";

// As a text of a script inside HTML: "</script" would end it, and "<!--" with "<script" keep its end from being found.
std::string scriptText(std::string_view text)
{
    std::string quoted = json::quoted(text);
    for (std::size_t at = quoted.find('<'); at != std::string::npos; at = quoted.find('<', at))
        quoted.replace(at, 1, "\\u003c");
    return quoted;
}

struct PageText {
    const char *id; // in the script
    Message text;
};

// What the page says beside its data.
std::vector<PageText> pageTexts()
{
    return {{"find", msg("Find")}, {"findHint", msg("part of a kernel's name, then Enter")},
        {"keys",
            msg("W and S or the wheel zoom, A and D or dragging move, Left and Right go to the next kernel of the stream, Home "
                "shows the whole pass.")},
        {"view", msg("Timeline of the pass; the table below holds the same layers")}, {"layers", msg("Layers")},
        {"stream", msg("Stream %1")}, {"missing", msg("n/a")}, {"pair", msg("%1: %2")}};
}

std::string textsObject(const Catalogue *language)
{
    std::string object;
    for (const PageText &each : pageTexts())
        object += (object.empty() ? "{\"" : ",\"") + std::string(each.id) + "\":" + scriptText(each.text.translated(language));
    return object + "}";
}

// The titles of the columns by id.
std::string titlesObject(const ReportTable &table, const Catalogue *language)
{
    std::string object;
    for (const ReportColumn &column : table.columns())
        object +=
            (object.empty() ? "{" : ",") + scriptText(column.id) + ":" + scriptText(Message(column.title).translated(language));
    return object + "}";
}

Result<std::shared_ptr<const ReportTable>> tableOf(
    AnalysisSession &session, TableRequest request, const char *name, bool each, const JobControl &control)
{
    request.table = name;
    request.each = each;
    return session.table(request, control);
}

} // namespace

Result<OnePass> tablesOfOnePass(AnalysisSession &session, const TableRequest &asked, const JobControl &control)
{
    TableRequest request;
    request.pass = asked.pass;
    request.device = asked.device;
    const auto layers = tableOf(session, request, "layers", false, control);
    if (!layers)
        return layers.error();
    std::set<std::int64_t> passes;
    const std::size_t column = (*layers)->columnIndex("pass");
    for (std::size_t row = 0; row < (*layers)->rowCount() && column != ReportTable::npos; ++row)
        if (!(*layers)->isMissing(row, column))
            passes.insert((*layers)->integer(row, column));
    if (passes.size() != 1)
        return Error{ErrorCode::BadRequest,
            passes.empty() ? msg("no layers were found, so there is no pass to draw; see lamella-cli passes")
                           : msg("one pass is drawn, and %1 were chosen; give --pass N", passes.size()),
            {}, -1};
    request.pass = std::to_string(*passes.begin());
    const auto kernels = tableOf(session, request, "kernels", true, control);
    if (!kernels)
        return kernels.error();
    if (const std::size_t count = (*kernels)->rowCount(); count > kMaxKernels)
        return Error{ErrorCode::Limit, msg("the pass has %1 kernels, and a page draws at most %2", count, kMaxKernels), {}, -1};
    return OnePass{request.pass, *layers, *kernels};
}

Message titleOf(const AnalysisSession &session, const OnePass &one)
{
    return msg("%1, pass %2", fileNameOf(session.document().source.path), one.pass);
}

Result<std::string> timelinePage(
    AnalysisSession &session, const TableRequest &asked, const Catalogue *language, const JobControl &control)
{
    const auto one = tablesOfOnePass(session, asked, control);
    if (!one)
        return one.error();
    const auto chosen = chosenColumns(*one->kernels, kKernelColumns);
    if (!chosen)
        return chosen.error();
    const Message facts = msg("%1. Times are nanoseconds from the zero of the trace. Lamella %2",
        session.document().metadata.format, std::string_view(LAMELLA_VERSION));
    const std::string data = "{\"title\":" + scriptText(titleOf(session, *one).translated(language))
        + ",\"facts\":" + scriptText(facts.translated(language)) + ",\"texts\":" + textsObject(language)
        + ",\"titles\":{\"layers\":" + titlesObject(*one->layers, language) + ",\"kernels\":" + titlesObject(*chosen, language)
        + "},\"layers\":" + scriptText(writeTable(*one->layers, TableFormat::Csv))
        + ",\"kernels\":" + scriptText(writeTable(*chosen, TableFormat::Csv)) + "}";
    std::string page(resource("report/timeline.html").value_or(std::string_view()));
    page.replace(page.find(kPlace), kPlace.size(), data);
    page.replace(page.find(kLanguagePlace), kLanguagePlace.size(), "lang=\"" + languageTag(language) + "\"");
    return page;
}

} // namespace lamella::core
