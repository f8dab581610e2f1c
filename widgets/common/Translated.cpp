// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Translated.h"

#include "core/base/Catalogue.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lamella::ui {

namespace {

struct WordColumn {
    std::string_view table; // empty: of every table
    std::string_view column;
};

// Columns whose cells are words of core, kept raw for exports and filters, rather than names of the trace.
constexpr std::array kWords{WordColumn{"passes", "evidence"}, WordColumn{"anchors", "role"}, WordColumn{"anchors", "chosen"},
    WordColumn{{}, "stage"}, WordColumn{{}, "state"}, WordColumn{{}, "complete"}, WordColumn{{}, "yours"},
    WordColumn{{}, "severity"}, WordColumn{{}, "side"}, WordColumn{{}, "verdict"}, WordColumn{{}, "certainty"},
    WordColumn{"step-classes", "class"}, WordColumn{"steps", "class"}, WordColumn{"ops", "kind"},
    WordColumn{"breakdown", "part"}};

bool holdsWords(const core::ReportTable &table, std::size_t column)
{
    const std::string_view id = table.columns()[column].id;
    return std::any_of(kWords.begin(), kWords.end(),
        [&](const WordColumn &each) { return each.column == id && (each.table.empty() || each.table == table.id()); });
}

// Options that sentences of core name for the command line, and what takes their place in the window.
QString inWordsOfTheWindow(QString text)
{
    if (!text.contains(QStringLiteral("--")))
        return text;
    const auto control = [](const char *english) { return QCoreApplication::translate("Controls", english); };
    const std::array<std::pair<QLatin1String, QString>, 6> controls{{
        {QLatin1String("--config"), control(QT_TRANSLATE_NOOP("Controls", "a config.json (link in Roofline)"))},
        {QLatin1String("--peaks"), control(QT_TRANSLATE_NOOP("Controls", "“Peaks” in Roofline"))},
        {QLatin1String("--tokens"), control(QT_TRANSLATE_NOOP("Controls", "“Tokens” in Roofline"))},
        {QLatin1String("--context"), control(QT_TRANSLATE_NOOP("Controls", "“Context” in Roofline"))},
        {QLatin1String("--anchor"), control(QT_TRANSLATE_NOOP("Controls", "Analyze › Layers…"))},
        {QLatin1String("--capture"), control(QT_TRANSLATE_NOOP("Controls", "a capture trace beside this file"))},
    }};
    for (const auto &[option, words] : controls) {
        const QRegularExpression whole(QRegularExpression::escape(option) + QStringLiteral("(?![\\w-])"));
        text.replace(whole, words);
    }
    return text;
}

} // namespace

const core::Catalogue *catalogue()
{
    //: The code of the language, such as zh_CN; while it is not translated, sentences of core stay English
    return core::catalogueOf(stdtext(QCoreApplication::translate("Core", "en")));
}

QString translated(const core::Message &message)
{
    return inWordsOfTheWindow(qtext(message.translated(catalogue())));
}

QString errorText(const core::Error &error)
{
    return qtext(error.message(catalogue()));
}

QString filterProblem(const core::Error &error)
{
    return translated(error.detail.pattern() == "filter: %1" ? error.detail.arguments().front() : error.detail);
}

QString diagnosticTitle(std::string_view id)
{
    std::string words(id);
    std::replace(words.begin(), words.end(), '_', ' ');
    return sentenceCase(translated(words));
}

QString translatedCell(const core::ReportTable &table, std::size_t row, std::size_t column)
{
    if (const core::Message *message = table.message(row, column))
        return translated(*message);
    const std::string_view text = table.text(row, column);
    return holdsWords(table, column) ? translated(text) : qtext(text);
}

QStringList noteTexts(const core::ReportTable &table)
{
    const std::vector<core::Message> &warnings = table.warnings();
    QStringList notes;
    for (const core::Message &note : table.notes()) {
        if (std::find(warnings.begin(), warnings.end(), note) == warnings.end())
            notes << translated(note);
    }
    return notes;
}

} // namespace lamella::ui
