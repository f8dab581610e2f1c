// SPDX-License-Identifier: GPL-3.0-or-later
// Text of core (UTF-8) for the window: the one place of conversion and of translation of core's own words.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Error.h"
#include "core/model/TraceDocument.h"
#include "core/profile/Category.h"
#include "core/report/ReportTable.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::ui {

[[nodiscard]] inline QString qtext(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] inline std::string stdtext(const QString &text)
{
    return text.toStdString();
}
[[nodiscard]] QString categoryTitle(core::Category category);
[[nodiscard]] QString columnTitle(const core::ReportColumn &column);
// A cell for people, as in text output; "n/a" where there is none.
[[nodiscard]] QString cellText(const core::ReportTable &table, std::size_t row, std::size_t column);
// "L12", "head", "tail", "outside".
[[nodiscard]] QString layerText(int layer);
[[nodiscard]] QString passText(int pass);
// Name of a trace's file without what every trace is called: "a.pt.trace.json.gz" is "a"; for the names of what is made of it.
[[nodiscard]] QString traceStem(const QString &path);
// "8 passes · 16 layers"
[[nodiscard]] QString partsText(const core::Segmentation &segmentation);
// Word for a stage, a state or an evidence as core names it ("steady"), in the language of the window.
[[nodiscard]] QString wordText(std::string_view word);

// How a request names a layer ("12", "head", "tail") and a device (its number as recorded; empty for none).
[[nodiscard]] std::string layerWord(int layer);
[[nodiscard]] std::string deviceWord(const core::TraceDocument &document, core::DeviceId device);

} // namespace lamella::ui
