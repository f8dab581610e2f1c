// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of BoundaryEditor: frame and hint of the mode, handles, and the moving handle with its position and neighbours.
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/BoundaryEditor.h"
#include "widgets/timeline/TimelineGeometry.h"
#include "widgets/timeline/TimelineView.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kHintPx{22};
constexpr TextPx kMaxName{180}; // maximum width of a kernel name

void dottedLine(QPainter &painter, int x, int top, int bottom, const QColor &colour)
{
    for (int y = top; y < bottom; y += 5)
        painter.fillRect(x, y, 1, 2, colour);
}

} // namespace

void BoundaryEditor::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (m_model) {
        painter.save();
        painter.setClipRect(QRect(kLabelColumnPx - 3, 0, width() - kLabelColumnPx + 3, height() - kHintPx));
        paintHandles(painter);
        paintMoving(painter);
        painter.restore();
    }
    paintFrame(painter);
}

// Makes the mode visible everywhere: a frame, a label in the corner and a line of instructions.
void BoundaryEditor::paintFrame(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect corner(0, 0, kLabelColumnPx - 4, kRulerPx);
    painter.fillRect(corner, theme.accent);
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.onAccent);
    painter.drawText(corner.adjusted(8_px, 0, -4_px, 0), Qt::AlignVCenter | Qt::AlignLeft,
        elided(QFontMetrics(painter.font()), tr("Edit boundaries"), Qt::ElideRight, corner.width() - 12));
    const QRect hint(0, height() - kHintPx, width(), kHintPx);
    painter.fillRect(hint, theme.band);
    painter.fillRect(hint.x(), hint.y(), hint.width(), 1, theme.accent);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text);
    QString text = tr("Drag a boundary to another kernel · Alt+↑ ↓ chooses one · Alt+← → moves it by a kernel · Esc ends");
    if (m_controller.isSegmenting())
        text = tr("Segmenting the trace again…");
    else if (!m_model)
        text = tr("Looking for the boundaries…");
    else if (m_model->boundaries.empty())
        text = tr("There are no passes on this device whose boundaries could be moved.");
    else if (!showsLayers())
        text = tr("Zoom in to move layers · ") + text;
    painter.drawText(hint.adjusted(8_px, 1, -8_px, 0), Qt::AlignVCenter | Qt::AlignLeft,
        elided(QFontMetrics(painter.font()), text, Qt::ElideRight, hint.width() - 16));
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void BoundaryEditor::paintHandles(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const auto [first, last] = m_model->rowsIn(m_view.frame().range);
    const bool layers = showsLayers();
    for (std::size_t row = first; row < last; ++row) {
        const MovableBoundary &boundary = m_model->boundaries[row];
        const bool layer = boundary.part == core::BoundaryPart::LayerStart;
        if (layer && !layers)
            continue;
        const bool strong = row == m_selected || row == m_hover;
        const int x = xOf(boundary, boundary.position);
        const QColor line = strong ? theme.accent : theme.text2;
        const int top = layer ? kRulerPx : 0;
        if (layer)
            dottedLine(painter, x, top, height(), line);
        else
            painter.fillRect(x, top, 1, height(), line);
        // A plate in the background colour behind the grip makes it visible on any band.
        const QPoint centre(x, layer ? kRulerPx + kBandRowPx / 2 : kRulerPx / 2);
        const QRect grip(centre.x() - 3, centre.y() - 7, 7, 14);
        painter.fillRect(grip.adjusted(-1, -1, 1, 1), theme.base);
        painter.fillRect(grip, strong ? theme.accent : theme.text2);
        painter.fillRect(centre.x(), centre.y() - 4, 1, 8, strong ? theme.onAccent : theme.base);
        // The tooth points into the pass that the boundary belongs to.
        if (!layer) {
            const int tooth = boundary.part == core::BoundaryPart::PassStart ? grip.right() + 1 : grip.left() - 4;
            painter.fillRect(tooth, grip.top(), 4, 4, strong ? theme.accent : theme.text2);
        }
    }
}

void BoundaryEditor::paintMoving(QPainter &painter) const
{
    if (!m_selected)
        return;
    const Theme &theme = Theme::current();
    const MovableBoundary &boundary = m_model->boundaries[*m_selected];
    const bool moved = (m_dragging || m_pending) && m_position != boundary.position;
    const std::uint32_t position = m_dragging || m_pending ? m_position : boundary.position;
    const int x = xOf(boundary, position);
    painter.fillRect(x - 1, 0, 3, height(), theme.accent);
    const auto nameAt = [&](std::uint32_t at) {
        const core::TraceDocument &document = *m_model->document;
        return qtext((*m_controller.names())[document.kernels.name[m_model->kernels[at]]].shortName);
    };
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    QString head = sentenceCase(description(boundary, position));
    if (moved) {
        const std::int64_t by = m_model->timeOf(position) - m_model->timeOf(boundary.position);
        head += QStringLiteral(" (%1%2)").arg(by > 0 ? u"+" : u"", durationText(by));
    }
    const auto neighbour = [&](const QString &pattern, bool there, std::uint32_t at) {
        return pattern.arg(there ? elided(metrics, nameAt(at), Qt::ElideMiddle, kMaxName) : tr("nothing"));
    };
    const QString lines[] = {head, neighbour(tr("after %1"), position > 0, position - (position > 0 ? 1 : 0)),
        neighbour(tr("before %1"), position < m_model->kernels.size(), position)};
    int wide = 0;
    for (const QString &line : lines)
        wide = std::max(wide, metrics.horizontalAdvance(line));
    const int high = metrics.height();
    QRect box(x + 8, kRulerPx + kBandRowPx + 6, wide + 16_px, 3 * high + 10_px);
    if (box.right() > width() - 4)
        box.moveRight(std::min(x - 8, width() - 4));
    box.moveLeft(std::max<int>(box.left(), kLabelColumnPx));
    painter.fillRect(box, theme.tooltip);
    painter.setPen(theme.separatorStrong);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    for (int line = 0; line < 3; ++line) {
        painter.setPen(line == 0 ? theme.text : theme.text2);
        painter.drawText(QRect(box.x() + 8_px, box.y() + 5_px + line * high, wide, high), Qt::AlignVCenter, lines[line]);
    }
}

} // namespace lamella::ui
