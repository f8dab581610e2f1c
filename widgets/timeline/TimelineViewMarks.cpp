// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: painting of the ranges marked by panels and of the arrows of the selection.
#include "widgets/timeline/TimelineView.h"

#include <QPainter>

namespace lamella::ui {

void TimelineView::setMarks(std::vector<core::TimeRange> ascending)
{
    m_marks = std::move(ascending);
    update();
}

void TimelineView::setMatches(std::shared_ptr<const core::KernelMatches> matches)
{
    m_matches = std::move(matches);
    invalidate();
}

void TimelineView::setLit(std::optional<core::KernelsOfName> lit)
{
    if (lit == m_lit)
        return;
    m_lit = std::move(lit);
    invalidate();
}

void TimelineView::paintMarks(QPainter &painter, const TimelineFrame &now)
{
    const Theme &theme = Theme::current();
    const QColor hue = theme.fill(core::Category::Communication);
    QColor veil = hue;
    veil.setAlpha(theme.kind == ThemeKind::Light ? 40 : 56);
    for (const auto &[left, right] : pixelSpans(m_marks, now.range, now.laneWidth())) {
        painter.fillRect(kLabelColumnPx + left, now.rowsTop(), right - left, height() - now.rowsTop(), veil);
        painter.fillRect(kLabelColumnPx + left, now.rowsTop(), right - left, 3, hue);
    }
}

void TimelineView::paintFlows(QPainter &painter)
{
    if (!m_flow.launch.valid())
        return;
    const QRect from = rectOf(core::EventSelection{m_flow.launch});
    for (const core::KernelId kernel : m_flow.kernels)
        paintArrow(painter, from, rectOf(core::KernelSelection{kernel}), Theme::current());
}

void TimelineView::updateFlow()
{
    m_flow = m_data ? flowOf(*m_data->document, m_bus.selection()) : TimelineFlow{};
}

} // namespace lamella::ui
