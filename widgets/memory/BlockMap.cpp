// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/BlockMap.h"

#include "core/base/Format.h"
#include "core/model/MemoryLog.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr int kGapPx = 2;
constexpr int kMinRowPx = 3;
constexpr int kMaxRowPx = 14;

} // namespace

BlockMap::BlockMap(QWidget *parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Segments and their blocks"));
}

void BlockMap::setDocument(std::shared_ptr<const core::TraceDocument> document)
{
    m_document = std::move(document);
    update();
}

bool BlockMap::hasSegments() const
{
    return m_document && m_document->memory && !m_document->memory->segments.empty();
}

int BlockMap::rowHeight() const
{
    const int count = static_cast<int>(std::min<std::size_t>(m_document->memory->segments.size(), 10'000));
    return std::clamp((height() - 2 * kMarginPx) / std::max(1, count) - kGapPx, kMinRowPx, kMaxRowPx);
}

void BlockMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    painter.fillRect(rect(), theme.base);
    if (!hasSegments())
        return;
    const core::MemoryLog &log = *m_document->memory;
    std::int64_t largest = 1;
    for (const core::MemorySegment &segment : log.segments)
        largest = std::max(largest, segment.bytes);
    const double scale = static_cast<double>(width() - 2 * kMarginPx) / static_cast<double>(largest);
    const int rowPx = rowHeight();
    int y = kMarginPx;
    for (std::size_t s = 0; s < log.segments.size() && y < height(); ++s, y += rowPx + kGapPx) {
        const core::MemorySegment &segment = log.segments[s];
        const auto at = [&](std::uint64_t address) {
            return kMarginPx + static_cast<int>(static_cast<double>(address - segment.address) * scale);
        };
        painter.fillRect(QRect(kMarginPx, y, std::max(1, static_cast<int>(static_cast<double>(segment.bytes) * scale)), rowPx), theme.track);
        for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b) {
            const core::SegmentBlock &block = log.blocks[b];
            if (block.state == core::BlockState::Free || block.address < segment.address)
                continue;
            const int from = at(block.address);
            const int until = std::max(from + 1, at(block.address + static_cast<std::uint64_t>(block.bytes)));
            painter.fillRect(QRect(from, y, until - from, rowPx), block.state == core::BlockState::Allocated ? theme.cellBar : theme.warning);
        }
    }
}

bool BlockMap::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !hasSegments())
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const core::MemoryLog &log = *m_document->memory;
    const int row = (help->pos().y() - kMarginPx) / (rowHeight() + kGapPx);
    if (row < 0 || static_cast<std::size_t>(row) >= log.segments.size()) {
        QToolTip::hideText();
        return true;
    }
    const core::MemorySegment &segment = log.segments[static_cast<std::size_t>(row)];
    std::int64_t used = 0;
    for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b)
        used += log.blocks[b].state == core::BlockState::Free ? 0 : log.blocks[b].bytes;
    showPlainTip(help->globalPos(),
        tr("Device %1, segment of %2: %3 in use, %4 free")
            .arg(segment.device)
            .arg(qtext(core::formatBytes(segment.bytes)), qtext(core::formatBytes(used)), qtext(core::formatBytes(segment.bytes - used))),
        this);
    return true;
}

} // namespace lamella::ui
