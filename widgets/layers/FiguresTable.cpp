// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/FiguresTable.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QGridLayout>

namespace lamella::ui {

namespace {

QString count(std::uint64_t value)
{
    return qtext(core::formatCount(static_cast<std::int64_t>(value)));
}

QString textOf(const SegmentationFigures &figures, FiguresTable::Row row)
{
    switch (row) {
    case FiguresTable::kLayers:
        return figures.passes == 0 ? FiguresTable::tr("none") : count(static_cast<std::uint64_t>(figures.layers));
    case FiguresTable::kPasses:
        return figures.passes == 0 ? FiguresTable::tr("none")
                                   : FiguresTable::tr("%1, %2 whole").arg(grouped(figures.passes), grouped(figures.wholePasses));
    case FiguresTable::kHits:
        if (!figures.hasAnchor)
            return FiguresTable::tr("no single kernel");
        if (figures.anchorHits == figures.hitsInLayers)
            return FiguresTable::tr("%1, all in layers").arg(count(figures.anchorHits));
        return FiguresTable::tr("%1, %2 in layers").arg(count(figures.anchorHits), count(figures.hitsInLayers));
    case FiguresTable::kLeft:
        return FiguresTable::tr("%1, %2 of the time")
            .arg(kernelCount(static_cast<std::int64_t>(figures.leftKernels)), qtext(core::formatShare(figures.leftShare())));
    case FiguresTable::kConfidence:
        return qtext(core::formatShare(figures.confidence));
    case FiguresTable::kRows:
        break;
    }
    return {};
}

} // namespace

FiguresTable::FiguresTable(QWidget *parent)
    : QWidget(parent)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    const QString heads[] = {tr("Now"), tr("Proposed")};
    for (int column = 0; column < kColumns; ++column)
        grid->addWidget(new ElidedLabel(heads[column], ElidedLabel::Rank::Secondary, this), 0, column + 1);
    const QString names[] = {tr("Layers"), tr("Passes"), tr("Boundary kernel"), tr("In no pass"), tr("Layers found")};
    for (int row = 0; row < kRows; ++row) {
        auto *name = new ElidedLabel(names[row], ElidedLabel::Rank::Secondary, this);
        name->setMinimumWidth(100_px);
        grid->addWidget(name, row + 1, 0);
        for (int column = 0; column < kColumns; ++column) {
            auto *cell = new ElidedLabel(QStringLiteral("…"), ElidedLabel::Rank::Text, this);
            cell->setElideMode(Qt::ElideRight);
            cell->setMaxLines(2);
            cell->setDigitGrid(true);
            m_cells[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)] = cell;
            grid->addWidget(cell, row + 1, column + 1);
        }
    }
}

void FiguresTable::setFigures(Column column, const std::optional<SegmentationFigures> &figures)
{
    for (int row = 0; row < kRows; ++row)
        m_cells[column][static_cast<std::size_t>(row)]->setText(
            figures ? textOf(*figures, static_cast<Row>(row)) : QStringLiteral("…"));
    markDifferences();
}

// By font weight, so that it does not depend on colour.
void FiguresTable::markDifferences()
{
    for (std::size_t row = 0; row < kRows; ++row) {
        const bool differs = m_cells[kProposed][row]->text() != m_cells[kNow][row]->text();
        m_cells[kProposed][row]->setFont(differs ? Theme::strongFont() : Theme::bodyFont());
    }
}

QString FiguresTable::text(Column column, Row row) const
{
    return m_cells[column][static_cast<std::size_t>(row)]->text();
}

} // namespace lamella::ui
