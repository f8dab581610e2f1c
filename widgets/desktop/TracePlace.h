// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a trace: selection and visible range, in a form that stays valid after the file was reloaded, segmented differently,
// or extended. Pure functions.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/session/AnalysisSession.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lamella::ui {

// The selection, or one of several selected items.
struct PlaceSubject {
    enum class Kind : std::uint8_t { None, Pass, Layer, Kernel, Range, Name, Several };

    Kind kind = Kind::None;
    std::int64_t device = -1; // as recorded
    int pass = core::kNoPass;
    int layer = core::kNoLayer;
    std::int64_t kernel = -1; // row
    std::int64_t startNs = 0; // of the selection, relative to zero
    std::int64_t lengthNs = 0;
    QString name; // of a kernel, as recorded
    bool operator==(const PlaceSubject &) const = default;
};

struct TracePlace : PlaceSubject {
    std::vector<PlaceSubject> parts; // of several
    std::int64_t visibleStartNs = 0; // relative to zero; length 0 = unknown
    std::int64_t visibleLengthNs = 0;
    std::map<QString, QString>
        orders; // sort order by table name: "-dur_ns"; empty text = the table's own. Also has the mode of LayerBarsPanel
    QString config; // model config in use; empty = none
    QString capture; // companions that name graph replays, likewise
    QString annotations;
    core::RooflineInputs roofline;
    bool operator==(const TracePlace &) const = default;
};

// `range`: the time range of the selection.
[[nodiscard]] TracePlace placeOf(const core::TraceDocument &document, const core::Segmentation *segmentation,
    const core::Selection &selection, core::TimeRange range, core::TimeRange visible);
// The part of the place that exists: the kernel if it is the same, else its layer, else its pass, else nothing (monostate). Of
// several, those that exist unchanged.
[[nodiscard]] core::Selection selectionAt(const TracePlace &place, const core::TraceDocument &document,
    const core::Segmentation &segmentation, const core::KernelNames &kernelNames);
// {0,0} if the place has no visible range or it is outside the trace.
[[nodiscard]] core::TimeRange visibleRangeAt(const TracePlace &place, const core::TraceDocument &document);

[[nodiscard]] QByteArray toJson(const TracePlace &place);
// Nothing for invalid text: damaged, another version, or impossible numbers.
[[nodiscard]] std::optional<TracePlace> placeFromJson(const QByteArray &text);

} // namespace lamella::ui
