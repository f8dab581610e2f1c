// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of two segmentations side by side: the current and the proposed one.
#pragma once

#include "widgets/layers/SegmentationPreview.h"

#include <QWidget>

#include <array>
#include <optional>

namespace lamella::ui {

class ElidedLabel;

class FiguresTable : public QWidget {
    Q_OBJECT
public:
    explicit FiguresTable(QWidget *parent = nullptr);

    enum Column { kNow, kProposed, kColumns };
    enum Row { kLayers, kPasses, kHits, kLeft, kConfidence, kRows };
    void setFigures(Column column, const std::optional<SegmentationFigures> &figures); // empty: "…"
    [[nodiscard]] QString text(Column column, Row row) const;

private:
    void markDifferences();
    std::array<std::array<ElidedLabel *, kRows>, kColumns> m_cells{};
};

} // namespace lamella::ui
