// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/BlockMap.h"

#include "core/analysis/memory/FreeSpace.h"
#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kMarginPx{8};
constexpr TextPx kRowPx{18};
constexpr TextPx kHeadPx{22}; // the sentence about all segments
constexpr TextPx kBarPx{12};
constexpr TextPx kTextPx{190}; // "largest free 1.02 GB of 10.2 GB"
constexpr std::size_t kMaxRows = 200'000; // Qt's widgets are at most 2^24 pixels high

QString bytesText(std::int64_t bytes)
{
    return qtext(core::formatBytes(bytes));
}

} // namespace

BlockMap::BlockMap(QWidget *parent)
    : Chart(tr("Segments and their blocks"), parent)
{
    setObjectName(QStringLiteral("blockMap"));
}

void BlockMap::setDocument(std::shared_ptr<const core::TraceDocument> document, int device)
{
    m_document = std::move(document);
    m_rows.clear();
    m_largest = 1;
    m_selected = -1;
    if (m_document && m_document->memory) {
        const std::vector<core::MemorySegment> &all = m_document->memory->segments;
        for (std::uint32_t s = 0; s < all.size() && m_rows.size() < kMaxRows; ++s)
            if (all[s].device == device) {
                m_rows.push_back(s);
                m_largest = std::max(m_largest, all[s].bytes);
            }
    }
    m_summary = summaryText();
    partsChanged();
}

void BlockMap::clearSelection()
{
    if (m_selected < 0)
        return;
    m_selected = -1;
    describe();
    update();
}

const core::MemorySegment &BlockMap::segment(int part) const
{
    return m_document->memory->segments[m_rows[static_cast<std::size_t>(part)]];
}

QString BlockMap::summaryText() const
{
    std::int64_t free = 0;
    std::int64_t largest = 0;
    for (int part = 0; part < partCount(); ++part) {
        const core::SegmentUse use = core::segmentUse(*m_document->memory, segment(part));
        free += use.free;
        largest = std::max(largest, use.largest);
    }
    if (free == 0)
        return tr("nothing is free");
    const double scattered = static_cast<double>(free - largest) / static_cast<double>(free);
    return tr("%1 free, the largest block %2 · %3 fragmented")
        .arg(bytesText(free), bytesText(largest), qtext(core::formatShare(scattered)));
}

void BlockMap::layOut()
{
    setMinimumHeight(2 * kMarginPx + kHeadPx + partCount() * kRowPx);
}

QSize BlockMap::sizeHint() const
{
    return {360, minimumHeight()};
}

QRect BlockMap::partRect(int part) const
{
    return {kMarginPx / 2, kMarginPx + kHeadPx + part * kRowPx, width() - kMarginPx, kRowPx};
}

int BlockMap::hitAt(QPoint position) const
{
    const int below = position.y() - kMarginPx - kHeadPx;
    return below >= 0 && below / kRowPx < partCount() ? below / kRowPx : -1;
}

void BlockMap::pressPart(int hit)
{
    m_selected = hit;
    describe();
    emit chosen(partRect(hit));
}

std::optional<int> BlockMap::partAfterKey(int key) const
{
    constexpr int kPage = 10;
    const int last = partCount() - 1;
    switch (key) {
    case Qt::Key_Up:
        return std::max(m_selected - 1, 0);
    case Qt::Key_Down:
        return std::min(m_selected + 1, last);
    case Qt::Key_PageUp:
        return std::max(m_selected - kPage, 0);
    case Qt::Key_PageDown:
        return std::min(m_selected + kPage, last);
    default:
        return Chart::partAfterKey(key);
    }
}

QString BlockMap::freeText(int part) const
{
    const core::SegmentUse use = core::segmentUse(*m_document->memory, segment(part));
    return use.free == 0 ? tr("full") : tr("largest free %1 of %2").arg(bytesText(use.largest), bytesText(use.free));
}

TipText BlockMap::tipOf(int part) const
{
    const core::MemorySegment &own = segment(part);
    const core::SegmentUse use = core::segmentUse(*m_document->memory, own);
    return sentenceTip(
        tr("Device %1, segment of %2: %3 in use, %4 free")
            .arg(own.device)
            .arg(bytesText(own.bytes), bytesText(use.active), bytesText(std::max<std::int64_t>(own.bytes - use.active, 0)))
        + QStringLiteral(" · ") + freeText(part));
}

QRect BlockMap::barsRect(int part) const
{
    const QRect row = partRect(part);
    const int right = std::max(row.left() + 40_px, row.right() - kTextPx);
    return {kMarginPx, row.top() + (kRowPx - kBarPx) / 2, right - kMarginPx, kBarPx};
}

// Addresses are what the file says: what is outside of the segment is not drawn.
void BlockMap::paintBlocks(QPainter &painter, int part) const
{
    const Theme &theme = Theme::current();
    const core::MemoryLog &log = *m_document->memory;
    const core::MemorySegment &own = segment(part);
    const QRect bars = barsRect(part);
    const double scale = static_cast<double>(bars.width()) / static_cast<double>(m_largest);
    const auto bytes = static_cast<std::uint64_t>(own.bytes);
    const auto x = [&](std::uint64_t offset) {
        return bars.left() + static_cast<int>(static_cast<double>(std::min(offset, bytes)) * scale);
    };
    painter.fillRect(QRect(bars.left(), bars.top(), std::max(1, x(bytes) - bars.left()), bars.height()), theme.track);
    for (std::uint32_t b = own.firstBlock; b < own.firstBlock + own.blocks; ++b) {
        const core::SegmentBlock &block = log.blocks[b];
        if (block.state == core::BlockState::Free || block.address < own.address || block.address - own.address >= bytes)
            continue;
        const std::uint64_t offset = block.address - own.address;
        const int from = x(offset);
        const int until = std::max(from + 1, x(offset + static_cast<std::uint64_t>(block.bytes)));
        painter.fillRect(QRect(from, bars.top(), until - from, bars.height()),
            block.state == core::BlockState::Allocated ? theme.cellBar : theme.warning);
    }
}

void BlockMap::paintParts(QPainter &painter, const QRect &dirty)
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text);
    const QRect head(kMarginPx, kMarginPx / 2, width() - 2 * kMarginPx, kHeadPx);
    painter.drawText(
        head, Qt::AlignVCenter | Qt::AlignLeft, elided(painter.fontMetrics(), m_summary, Qt::ElideRight, head.width()));
    const int first = std::max(0, (dirty.top() - kMarginPx - kHeadPx) / kRowPx);
    for (int part = first; part < partCount() && partRect(part).top() <= dirty.bottom(); ++part) {
        if (part == m_selected)
            painter.fillRect(partRect(part), theme.selection);
        paintBlocks(painter, part);
        painter.setPen(theme.text2);
        const QRect row = partRect(part);
        painter.drawText(
            QRect(row.right() - kTextPx, row.top(), kTextPx, kRowPx), Qt::AlignVCenter | Qt::AlignRight, freeText(part));
    }
}

} // namespace lamella::ui
