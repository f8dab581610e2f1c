// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notes/NoteFlags.h"

#include "core/base/Saturate.h"
#include "widgets/common/Elide.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/notes/NotesController.h"
#include "widgets/notes/NotesPanel.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kFlagPx{9};
constexpr int kLabelGapPx = 3;
constexpr TextPx kMaxLabelPx{140};
constexpr TextPx kMinLabelPx{24}; // a narrower label would be unreadable
constexpr int kSpanPx = 3;

} // namespace

NoteFlags::NoteFlags(NotesController &notes, TimeRangeControl &range, QWidget *timeline)
    : QWidget(timeline)
    , m_notes(notes)
    , m_range(range)
{
    setObjectName(QStringLiteral("noteFlags"));
    setAccessibleName(tr("Notes on the ruler"));
    setCursor(Qt::PointingHandCursor);
    timeline->installEventFilter(this);
    connect(&notes, &NotesController::notesChanged, this, &NoteFlags::place);
    connect(&range, &TimeRangeControl::visibleRangeChanged, this, &NoteFlags::place);
    place();
}

void NoteFlags::setZero(std::int64_t zeroNs)
{
    m_zero = zeroNs;
    place();
}

QRect NoteFlags::flagRect(int row) const
{
    const core::Note &note = m_notes.notes()[static_cast<std::size_t>(row)];
    const core::TimeRange visible = m_range.visibleRange();
    const std::int64_t at = core::addSaturated(m_zero, note.startNs);
    if (visible.length().value <= 0 || at < visible.begin.value || at >= visible.end.value)
        return {};
    const int lane = width() - kLabelColumnPx - kRightMarginPx;
    const double share = static_cast<double>(at - visible.begin.value) / static_cast<double>(visible.length().value);
    return {kLabelColumnPx + static_cast<int>(share * lane), 1, kFlagPx, kRulerPx - 2};
}

int NoteFlags::xOf(std::int64_t timeNs) const
{
    const core::TimeRange visible = m_range.visibleRange();
    const int lane = width() - kLabelColumnPx - kRightMarginPx;
    if (visible.length().value <= 0)
        return kLabelColumnPx;
    const double share =
        (static_cast<double>(timeNs) - static_cast<double>(visible.begin.value)) / static_cast<double>(visible.length().value);
    return kLabelColumnPx + static_cast<int>(std::clamp(share * lane, -2.0, lane + 2.0));
}

QRect NoteFlags::spanRect(int row) const
{
    const core::Note &note = m_notes.notes()[static_cast<std::size_t>(row)];
    const core::TimeRange visible = m_range.visibleRange();
    const core::TimeRange span{{core::addSaturated(m_zero, note.startNs)},
        {core::addSaturated(m_zero, core::addSaturated(note.startNs, note.durationNs))}};
    if (note.durationNs <= 0 || visible.length().value <= 0 || !span.overlaps(visible))
        return {};
    const int left = std::max<int>(kLabelColumnPx, xOf(span.begin.value));
    return {left, kRulerPx - kSpanPx - 1, std::max(1, xOf(span.end.value) - left), kSpanPx};
}

QString NoteFlags::labelOf(int row) const
{
    const core::Note &note = m_notes.notes()[static_cast<std::size_t>(row)];
    return note.text.empty() ? notePlaceText(note) : qtext(note.text).section(u'\n', 0, 0);
}

// Extends to the next visible flag: notes are in time order.
QRect NoteFlags::labelRect(int row) const
{
    const QRect flag = flagRect(row);
    if (flag.isNull())
        return {};
    int right = width() - kRightMarginPx;
    for (int next = row + 1; next < static_cast<int>(m_notes.notes().size()); ++next) {
        const QRect other = flagRect(next);
        if (other.isNull())
            break;
        if (other.left() > flag.left()) {
            right = other.left() - 2;
            break;
        }
        return {}; // another flag is at the same position
    }
    const int left = flag.right() + kLabelGapPx;
    const int wide = QFontMetrics(Theme::captionFont()).horizontalAdvance(labelOf(row)) + 6;
    const int room = std::min<int>({right - left, wide, kMaxLabelPx});
    return room < std::min<int>(wide, kMinLabelPx) ? QRect() : QRect(left, 2, room, kRulerPx - kSpanPx - 4);
}

void NoteFlags::place()
{
    setGeometry(0, 0, parentWidget()->width(), kRulerPx);
    QRegion flags;
    for (int row = 0; row < static_cast<int>(m_notes.notes().size()); ++row)
        flags += QRegion(flagRect(row)) + spanRect(row) + labelRect(row);
    setVisible(!flags.isEmpty());
    if (!flags.isEmpty())
        setMask(flags);
    raise();
    update();
}

int NoteFlags::rowAt(const QPoint &point) const
{
    for (int row = static_cast<int>(m_notes.notes().size()); row-- > 0;)
        if (flagRect(row).contains(point) || labelRect(row).contains(point) || spanRect(row).contains(point))
            return row;
    return -1;
}

bool NoteFlags::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

bool NoteFlags::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const int row = rowAt(help->pos()); row >= 0) {
        const core::Note &note = m_notes.notes()[static_cast<std::size_t>(row)];
        const QString where = notePlaceText(note);
        showPlainTip(help->globalPos(), note.text.empty() ? where : where + QStringLiteral("\n") + qtext(note.text), this);
    }
    return true;
}

void NoteFlags::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    for (int row = 0; row < static_cast<int>(m_notes.notes().size()); ++row) {
        if (const QRect span = spanRect(row); !span.isNull())
            painter.fillRect(span, theme.accent);
        const QRect flag = flagRect(row);
        if (flag.isNull())
            continue;
        if (const QRect label = labelRect(row); !label.isNull()) {
            painter.fillRect(label, theme.base);
            painter.setFont(Theme::captionFont());
            painter.setPen(theme.accent);
            painter.drawText(label.adjusted(2, 0, -2, 0), Qt::AlignVCenter | Qt::AlignLeft,
                elided(QFontMetrics(painter.font()), labelOf(row), Qt::ElideRight, label.width() - 4));
        }
        painter.fillRect(flag.adjusted(0, 0, 0, -kSpanPx), theme.base);
        painter.fillRect(flag.left(), flag.top(), 1, flag.height(), theme.accent);
        painter.setRenderHint(QPainter::Antialiasing, true);
        QPainterPath cloth;
        cloth.moveTo(flag.left() + 1, flag.top());
        cloth.lineTo(flag.right() + 1, flag.top() + 4);
        cloth.lineTo(flag.left() + 1, flag.top() + 8);
        cloth.closeSubpath();
        painter.fillPath(cloth, theme.accent);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void NoteFlags::mousePressEvent(QMouseEvent *event)
{
    if (const int row = rowAt(event->position().toPoint()); row >= 0 && event->button() == Qt::LeftButton)
        m_notes.jump(row);
}

} // namespace lamella::ui
