// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roofline/RooflineHints.h"

#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/theme/TextPx.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kNamePx{120};
constexpr TextPx kRowPx{20}; // with a link or without

RooflineHint hintOf(const RooflineFar &far, const core::ReportTable &table)
{
    RooflineHint hint{qtext(far.name), table.target(far.row), far.headroomNs, {}};
    hint.text = far.better.empty()
        ? RooflineHints::tr("%1 of its roofline, more than the other work of its bound").arg(shownPercent(far.ofFloor))
        : RooflineHints::tr("%1 of its roofline; %2 reaches %3")
              .arg(shownPercent(far.ofFloor), qtext(far.better), shownPercent(far.betterOfFloor));
    return hint;
}

} // namespace

std::optional<std::int64_t> idleLessOverlap(const RooflinePicture &picture)
{
    if (picture.part.wallNs <= 0 || !picture.table)
        return std::nullopt;
    return picture.part.wallNs - picture.durationNs;
}

std::vector<RooflineHint> rooflineHints(const RooflinePicture &picture)
{
    std::vector<RooflineHint> hints;
    for (const RooflineFar &far : picture.far)
        hints.push_back(hintOf(far, *picture.table));
    if (picture.unknownNs > 0 && !hints.empty())
        hints.push_back({RooflineHints::tr("not modelled"), {}, picture.unknownNs,
            RooflineHints::tr("%n row(s) whose FLOPs and bytes are not known; the time saved is at most theirs", nullptr,
                pluralCount(static_cast<std::int64_t>(picture.unknown)))});
    if (const auto idle = idleLessOverlap(picture); idle && *idle > 0 && !hints.empty())
        hints.push_back({RooflineHints::tr("idle"), {}, *idle,
            RooflineHints::tr("nothing runs, less what overlaps: %1 of the wall")
                .arg(shownPercent(static_cast<double>(*idle) / static_cast<double>(picture.part.wallNs)))});
    std::stable_sort(hints.begin(), hints.end(), [](const RooflineHint &a, const RooflineHint &b) { return a.ns > b.ns; });
    return hints;
}

RooflineHints::RooflineHints(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rooflineHints"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(2);
    column->addWidget(sectionTitle(tr("What to look at"), this));
}

void RooflineHints::setHints(std::vector<RooflineHint> hints)
{
    m_hints = std::move(hints);
    delete m_list;
    m_list = new QWidget(this);
    auto *grid = new QGridLayout(m_list);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    for (int row = 0; row < static_cast<int>(m_hints.size()); ++row) {
        const RooflineHint &hint = m_hints[static_cast<std::size_t>(row)];
        grid->setRowMinimumHeight(row, kRowPx);
        if (std::holds_alternative<std::monostate>(hint.target)) {
            grid->addWidget(plainLabel(hint.name, m_list), row, 0);
        } else {
            auto *link = new LinkButton(hint.name, m_list);
            link->setFocusPolicy(Qt::TabFocus);
            link->setMaximumWidth(kNamePx);
            connect(link, &QToolButton::clicked, this, [this, target = hint.target] { emit activated(target); });
            grid->addWidget(link, row, 0, Qt::AlignLeft);
        }
        grid->addWidget(plainLabel(durationText(hint.ns), m_list), row, 1, Qt::AlignRight);
        auto *text = new ElidedLabel(hint.text, ElidedLabel::Rank::Secondary, m_list);
        text->setElideMode(Qt::ElideRight);
        grid->addWidget(text, row, 2);
    }
    layout()->addWidget(m_list);
    setVisible(!m_hints.empty());
}

} // namespace lamella::ui
