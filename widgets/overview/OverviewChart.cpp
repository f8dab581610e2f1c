// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/OverviewChart.h"

#include "widgets/common/Elide.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LineText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kHeightPx{50};

} // namespace

OverviewChart::OverviewChart(const QString &name, QWidget *parent)
    : Chart(name, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    fixHeight(*this, kHeightPx);
    setEmptyText(QString());
}

void OverviewChart::showCells(std::vector<OverviewCell> cells)
{
    if (cells.empty())
        m_widest.clear();
    const int parts = partCount();
    const QString described = description();
    const bool sameCells = cells.size() == m_cells.size();
    m_cells = std::move(cells);
    layOut();
    if (!sameCells || partCount() != parts)
        partsChanged();
    else if (description() != described)
        describe();
    else
        update(); // the part under the pointer and what a screen reader has said stay
}

void OverviewChart::layOut()
{
    m_places = layOutOverview(m_cells, size(), m_widest);
    m_links.clear();
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
        for (const OverviewPlace::Piece &piece : m_places[cell].pieces)
            if (m_cells[cell].line[piece.run].look == OverviewRun::Look::Link)
                m_links.push_back({cell, piece.run, piece.rect});
    if (partCount() == 0)
        return; // cells come again
    m_cursor = std::min(m_cursor, partCount() - 1);
    for (int part = 0; part < partCount() && !acts(m_cursor); ++part)
        m_cursor = acts(part) ? part : m_cursor;
}

bool OverviewChart::acts(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    return part >= 0 && part < partCount() && (at >= m_cells.size() || m_cells[at].action != OverviewAction::None);
}

int OverviewChart::partOf(OverviewCell::Id id) const
{
    const auto found = std::find_if(m_cells.begin(), m_cells.end(), [id](const OverviewCell &cell) { return cell.id == id; });
    return found == m_cells.end() ? -1 : static_cast<int>(found - m_cells.begin());
}

int OverviewChart::partCount() const
{
    return static_cast<int>(m_cells.size() + m_links.size());
}

QString OverviewChart::partName(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    if (part < 0 || part >= partCount())
        return {};
    return at < m_cells.size() ? m_cells[at].plain()
                               : m_cells[m_links[at - m_cells.size()].cell].line[m_links[at - m_cells.size()].run].text.trimmed();
}

QRect OverviewChart::partRect(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    if (part < 0 || part >= partCount())
        return {};
    return at < m_cells.size() ? m_places[at].rect : m_links[at - m_cells.size()].rect.adjusted(-2, -2, 2, 2);
}

int OverviewChart::selectedPart() const
{
    return hasFocus() && partCount() > 0 ? m_cursor : -1;
}

int OverviewChart::hitAt(QPoint position) const
{
    for (std::size_t link = 0; link < m_links.size(); ++link)
        if (m_links[link].rect.adjusted(0, -2, 0, 2).contains(position))
            return static_cast<int>(m_cells.size() + link);
    for (std::size_t cell = 0; cell < m_places.size(); ++cell)
        if ((acts(static_cast<int>(cell)) || !m_cells[cell].tip.isEmpty()) && m_places[cell].rect.contains(position))
            return static_cast<int>(cell);
    return -1;
}

void OverviewChart::pressPart(int hit)
{
    const auto at = static_cast<std::size_t>(hit);
    if (!acts(hit))
        return;
    m_cursor = hit;
    if (at < m_cells.size()) {
        act(m_cells[at].action, m_cells[at].target, m_places[at].rect);
        return;
    }
    const Link &link = m_links[at - m_cells.size()];
    const OverviewRun &run = m_cells[link.cell].line[link.run];
    act(run.action, run.target, link.rect);
}

TipText OverviewChart::tipOf(int hit) const
{
    const auto at = static_cast<std::size_t>(hit);
    if (hit < 0 || at >= m_cells.size() || m_cells[at].tip.isEmpty())
        return {};
    TipText tip;
    tip.name = m_cells[at].plain();
    tip.where = m_cells[at].tip;
    return tip;
}

std::optional<int> OverviewChart::partAfterKey(int) const
{
    return std::nullopt; // the arrows move the cursor, and Enter is the click
}

void OverviewChart::keyPressEvent(QKeyEvent *event)
{
    const auto move = [&](int from, int step) {
        for (int part = from; part >= 0 && part < partCount(); part += step) {
            if (acts(part)) {
                m_cursor = part;
                break;
            }
        }
        describe();
    };
    switch (event->key()) {
    case Qt::Key_Left:
        move(m_cursor - 1, -1);
        break;
    case Qt::Key_Right:
        move(m_cursor + 1, 1);
        break;
    case Qt::Key_Home:
        move(0, 1);
        break;
    case Qt::Key_End:
        move(partCount() - 1, -1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        pressPart(m_cursor);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void OverviewChart::mouseMoveEvent(QMouseEvent *event)
{
    Chart::mouseMoveEvent(event);
    if (acts(hitAt(event->position().toPoint())))
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void OverviewChart::focusInEvent(QFocusEvent *event)
{
    Chart::focusInEvent(event);
    describe();
}

void OverviewChart::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
        paintCell(painter, cell);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
    if (hasFocusRing() && partCount() > 0) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(partRect(m_cursor).adjusted(1, 1, -2, -2));
    }
}

void OverviewChart::paintCell(QPainter &painter, std::size_t index) const
{
    const Theme &theme = Theme::current();
    const OverviewCell &cell = m_cells[index];
    const OverviewPlace &place = m_places[index];
    const QColor tone = cell.tone == OverviewCell::Tone::Ok ? theme.ok : theme.warning;
    if (cell.id == OverviewCell::Id::Warning)
        painter.fillRect(place.rect, theme.header);
    if (hover() == static_cast<int>(index) && cell.action != OverviewAction::None)
        painter.fillRect(place.rect, theme.hover);
    painter.fillRect(place.rect.right(), 0, 1, height(), theme.separator);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    const QRect caption = place.rect.adjusted(place.insetPx, 7_px, 4_px - place.insetPx, 0);
    drawLine(painter, {caption.topLeft(), QSize(caption.width(), 15_px)}, Qt::AlignLeft,
        elidedLine(
            painter.font(), cell.caption, cell.id == OverviewCell::Id::File ? Qt::ElideMiddle : Qt::ElideRight, caption.width()));
    if (!place.bar.isNull()) {
        painter.fillRect(place.bar, theme.track);
        const int wide = static_cast<int>(std::lround(place.bar.width() * std::clamp(*cell.share, 0.0, 1.0)));
        painter.fillRect(QRect(place.bar.topLeft(), QSize(std::max(*cell.share > 0 ? 1 : 0, wide), place.bar.height())),
            cell.accentBar ? theme.accent : theme.text2);
    }
    if (!place.icon.isNull())
        painter.drawPixmap(place.icon, iconPixmap(cell.icon, tone, place.icon.width(), devicePixelRatioF()));
    painter.save();
    painter.setClipRect(place.rect.adjusted(0, 0, -4, 0), Qt::IntersectClip);
    for (const OverviewPlace::Piece &piece : place.pieces) {
        const OverviewRun &run = cell.line[piece.run];
        const bool link = run.look == OverviewRun::Look::Link;
        painter.setFont(run.look == OverviewRun::Look::Strong ? Theme::strongFont() : Theme::bodyFont());
        painter.setPen(link ? theme.accent : run.look == OverviewRun::Look::Muted ? theme.text3 : theme.text);
        drawLine(painter, piece.rect.adjusted(0, 0, 4, 0), Qt::AlignLeft, piece.text);
        const int part = hover() - static_cast<int>(m_cells.size());
        if (link && part >= 0 && part < static_cast<int>(m_links.size()) && m_links[static_cast<std::size_t>(part)].cell == index)
            painter.fillRect(piece.rect.left(), piece.rect.bottom(), piece.rect.width() - 1, 1, theme.accent);
    }
    painter.restore();
}

// What a click does, and the text of the cell to copy.
void OverviewChart::contextMenuEvent(QContextMenuEvent *event)
{
    hideTip();
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int hit = byKey ? m_cursor : hitAt(event->pos());
    const auto cell = std::find_if(m_places.begin(), m_places.end(), [&](const OverviewPlace &place) {
        return place.rect.contains(byKey && hit < partCount() ? partRect(hit).center() : event->pos());
    });
    if (cell == m_places.end())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const OverviewCell &shown = m_cells[static_cast<std::size_t>(cell - m_places.begin())];
    if (acts(hit)) { // when it is chosen, other cells may be there
        const auto at = static_cast<std::size_t>(hit);
        const bool link = at >= m_cells.size();
        const OverviewRun *const run =
            link ? &m_cells[m_links[at - m_cells.size()].cell].line[m_links[at - m_cells.size()].run] : nullptr;
        menu->addAction(link ? partName(hit) : tr("&Open"), this,
            [this, action = link ? run->action : shown.action, target = link ? run->target : shown.target,
                from = link ? m_links[at - m_cells.size()].rect : m_places[at].rect] { act(action, target, from); });
    }
    menu->addAction(tr("&Copy"), this, [text = shown.plain()] { QApplication::clipboard()->setText(text); });
    menu->popup(byKey ? mapToGlobal(partRect(hit).bottomLeft()) : event->globalPos());
}

} // namespace lamella::ui
