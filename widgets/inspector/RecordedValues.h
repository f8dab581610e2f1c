// SPDX-License-Identifier: GPL-3.0-or-later
// The values that the file records for a kernel or another event, as a section of the inspector. Reads the file: on a worker.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/session/AnalysisSession.h"
#include "widgets/inspector/InspectorContent.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::ui {

struct RecordedValues {
    std::vector<std::pair<std::string, std::string>> args; // key, JSON text
    std::optional<core::Error> error; // reason if they are missing
    bool ofAllocator = false; // the event is one of PyTorch's allocator, whose args have words of the window
};

// Of a kernel or event; nothing for other selections. Errors: Cancelled.
[[nodiscard]] core::Result<RecordedValues> recordedValues(
    core::AnalysisSession &session, const core::Selection &selection, const core::JobControl &control);

[[nodiscard]] InspectorSection recordedSection(const RecordedValues &values);
// The facts about an event of the host that are known without reading the file.
[[nodiscard]] InspectorContent eventContent(const core::TraceDocument &document, core::EventId event);

// JSON text for display: a plain string without quotes, anything else as recorded.
[[nodiscard]] std::string plainJson(std::string_view json);

} // namespace lamella::ui
