// SPDX-License-Identifier: GPL-3.0-or-later
// Where one is in a trace: what is selected and which stretch is visible, in words that hold after the file was read anew, cut
// otherwise, or written again with more in it. Pure functions.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>

namespace lamella::ui {

struct TracePlace {
    enum class Kind : std::uint8_t { None, Pass, Layer, Kernel, Range };

    Kind kind = Kind::None;
    std::int64_t device = -1; // as recorded
    int pass = core::kNoPass;
    int layer = core::kNoLayer;
    std::int64_t kernel = -1; // row
    std::int64_t startNs = 0; // of the selection, from zero
    std::int64_t lengthNs = 0;
    std::int64_t visibleStartNs = 0; // from zero; length 0 = not known
    std::int64_t visibleLengthNs = 0;
    std::map<QString, QString>
        orders; // of tables by their name: "-dur_ns"; empty text = the table's own. And the mode of LayerBarsPanel
    QString config; // model config in use; empty = none
    bool operator==(const TracePlace &) const = default;
};

// `range` is what the selection covers.
[[nodiscard]] TracePlace placeOf(const core::TraceDocument &document, const core::Segmentation *cut,
    const core::Selection &selection, core::TimeRange range, core::TimeRange visible);
// What is there of the place: the kernel if it is the same, else its layer, else its pass, else nothing (monostate).
[[nodiscard]] core::Selection selectionAt(
    const TracePlace &place, const core::TraceDocument &document, const core::Segmentation &cut);
// {0,0} when the place has none or it lies outside of the trace.
[[nodiscard]] core::TimeRange visibleRangeAt(const TracePlace &place, const core::TraceDocument &document);

[[nodiscard]] QByteArray toJson(const TracePlace &place);
// Nothing for what is no place: damaged, of another version, with numbers that cannot be.
[[nodiscard]] std::optional<TracePlace> placeFromJson(const QByteArray &text);

} // namespace lamella::ui
