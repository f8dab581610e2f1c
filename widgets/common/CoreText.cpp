// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/CoreText.h"

#include "widgets/common/CoreMatcher.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lamella::ui {

namespace {

// Translation contexts for texts of core, most likely first.
constexpr std::array kContexts{"Core", "Word", "Category", "Report", "GapCause"};

std::optional<QString> wholeText(std::string_view text)
{
    const std::string source(text); // null-terminated
    const QString english = qtext(text);
    for (const char *context : kContexts) {
        QString found = QCoreApplication::translate(context, source.c_str());
        if (found != english)
            return found;
    }
    return std::nullopt;
}

// The matcher for the installed language; null in English.
const CoreMatcher *matcher()
{
    static QString language = QStringLiteral("en");
    static std::unique_ptr<CoreMatcher> made;
    //: The code of the language, such as zh_CN; while it is not translated, sentences of core stay English
    const QString now = QCoreApplication::translate("Core", "en");
    if (now != language) {
        std::vector<CoreTemplate> all;
        for (const auto &topic : {cutTemplates(), tableTemplates(), programTemplates(), compareTemplates(), fileErrorTemplates(),
                 requestErrorTemplates()})
            all.insert(all.end(), topic.begin(), topic.end());
        made = now == QStringLiteral("en") ? nullptr : std::make_unique<CoreMatcher>(all, wholeText);
        language = now;
    }
    return made.get();
}

struct SaidColumn {
    std::string_view table; // empty: any table
    std::string_view column;
};

// Columns whose cells are sentences or words of core rather than names from the trace.
constexpr std::array kSaid{SaidColumn{"findings", "title"}, SaidColumn{"findings", "evidence"}, SaidColumn{"findings", "advice"},
    SaidColumn{"passes", "evidence"}, SaidColumn{"anchors", "role"}, SaidColumn{"anchors", "chosen"},
    SaidColumn{"ranks_by_rank", "method"}, SaidColumn{"ranks_by_rank", "number_from"}, SaidColumn{"architecture", "source"},
    SaidColumn{"info", "note"}, SaidColumn{"passes", "note"}, SaidColumn{{}, "meaning"}, SaidColumn{{}, "why"},
    SaidColumn{{}, "confidence_why"}, SaidColumn{{}, "stage"}, SaidColumn{{}, "state"}, SaidColumn{{}, "complete"},
    SaidColumn{{}, "severity"}, SaidColumn{{}, "side"}, SaidColumn{{}, "verdict"}, SaidColumn{"step-classes", "class"},
    SaidColumn{"steps", "class"}, SaidColumn{"ops", "kind"}, SaidColumn{"breakdown", "part"}};

} // namespace

QString coreText(std::string_view english)
{
    const CoreMatcher *sentences = matcher();
    const std::optional<QString> said = sentences != nullptr ? sentences->translated(english) : std::nullopt;
    return said ? *said : qtext(english);
}

QString errorText(const core::Error &error)
{
    QString text = error.source.empty() ? QString() : qtext(error.source) + QStringLiteral(": ");
    if (error.byteOffset >= 0)
        text += QCoreApplication::translate("Core", "byte %1: ", "place in a file").arg(error.byteOffset);
    return text + coreText(error.detail);
}

QString filterProblem(const core::Error &error)
{
    constexpr std::string_view kHead = "filter: ";
    const std::string_view detail = error.detail;
    return coreText(detail.starts_with(kHead) ? detail.substr(kHead.size()) : detail);
}

QString diagnosticTitle(std::string_view id)
{
    std::string words(id);
    std::replace(words.begin(), words.end(), '_', ' ');
    QString title = coreText(words);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QString columnHelp(const core::ReportColumn &column)
{
    return coreText(column.help);
}

bool isSaid(const core::ReportTable &table, std::size_t column)
{
    const std::string_view id = table.columns()[column].id;
    return std::any_of(kSaid.begin(), kSaid.end(),
        [&](const SaidColumn &each) { return each.column == id && (each.table.empty() || each.table == table.id()); });
}

QString coreCell(const core::ReportTable &table, std::size_t row, std::size_t column)
{
    const std::string_view text = table.text(row, column);
    return isSaid(table, column) ? coreText(text) : qtext(text);
}

QStringList noteTexts(const core::ReportTable &table)
{
    const std::vector<std::string> &warnings = table.warnings();
    QStringList notes;
    for (const std::string &note : table.notes()) {
        if (std::find(warnings.begin(), warnings.end(), note) == warnings.end())
            notes << coreText(note);
    }
    return notes;
}

} // namespace lamella::ui
