// SPDX-License-Identifier: GPL-3.0-or-later
// Converts core's UTF-8 text for the window, and translates core's own words.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Error.h"
#include "core/model/TraceDocument.h"
#include "core/profile/Category.h"
#include "core/report/ReportTable.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::ui {

class TraceWords;

[[nodiscard]] inline QString qtext(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] inline std::string stdtext(const QString &text)
{
    return text.toStdString();
}
[[nodiscard]] QString durationText(std::int64_t ns); // "1.23 ms"
[[nodiscard]] QString categoryTitle(core::Category category);
[[nodiscard]] QString columnTitle(const core::ReportColumn &column);
// Formatted cell text, as in text output; "n/a" if missing.
[[nodiscard]] QString cellText(const core::ReportTable &table, std::size_t row, std::size_t column);
// "L12", "head", "tail", "outside".
[[nodiscard]] QString layerText(int layer);
// "L5", "L5 – L1" where the layers compared have different numbers; kNoLayer: one side has none.
[[nodiscard]] QString layerPairText(int layerA, int layerB);
[[nodiscard]] QString passText(int pass);
[[nodiscard]] QString passTitle(const core::Pass &pass); // "P6 decode"
[[nodiscard]] QString passLine(const core::Pass &pass); // in a list, with what tells passes apart: "P6 decode · 10.4 ms · outlier"
// File name of a trace without its usual endings: "a.pt.trace.json.gz" -> "a"; for the names of exported files.
[[nodiscard]] QString traceStem(const QString &path);
// "8 passes · 16 layers"
[[nodiscard]] QString partsText(const core::Segmentation &segmentation, const TraceWords &words);
// Translates core's word for a stage, state or evidence ("steady").
[[nodiscard]] QString translatedTerm(std::string_view word);
// The text with a capital first letter, for words that begin a title or a sentence.
[[nodiscard]] QString sentenceCase(const QString &text);
// "a, b, c", with the comma of the language.
[[nodiscard]] QString listText(const QStringList &items);

// How requests name a layer ("12", "head", "tail") and a device (its number as recorded; empty if invalid).
[[nodiscard]] std::string layerArgument(int layer);
[[nodiscard]] std::string deviceArgument(const core::TraceDocument &document, core::DeviceId device);

} // namespace lamella::ui
