// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of a comparison as plain values: the pair and its difference, the passes of both sides with their noise, what
// changed by category, the whole passes, the layers that changed most, where the sides come from. Texts in the language of the
// window. GUI thread.
#pragma once

#include "widgets/diff/CompareResults.h"
#include "widgets/inspector/InspectorContent.h"

#include <QCoreApplication>

#include <optional>

namespace lamella::ui {

class CompareText {
    Q_DECLARE_TR_FUNCTIONS(CompareText)
};

inline const QString kComparedSection = QStringLiteral("compared");

// `row` is the row of the pair that is selected (DiffShown::rows), if one is.
[[nodiscard]] InspectorContent compareContent(const CompareResults &results, std::optional<std::size_t> row);

} // namespace lamella::ui
