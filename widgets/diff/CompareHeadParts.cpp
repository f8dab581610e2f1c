// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareHeadParts.h"

#include "core/analysis/StagePasses.h"
#include "widgets/common/Elide.h"
#include "widgets/common/Icons.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QMenu>
#include <QPainter>
#include <QStyleOptionToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kPadPx{12};
constexpr TextPx kBadgePx{20};
constexpr TextPx kMaxChipPx{260};
constexpr TextPx kDotPx{6};

} // namespace

CompareChip::CompareChip(const QString &side, QWidget *parent)
    : QToolButton(parent)
    , m_side(side)
{
    setObjectName(QStringLiteral("compareChip") + side);
    setPopupMode(QToolButton::InstantPopup);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
}

void CompareChip::show(const QString &name, const QString &details)
{
    m_name = name;
    m_details = details;
    setAccessibleName(QStringLiteral("%1: %2, %3").arg(m_side, name, details));
    setToolTip(QStringLiteral("%1\n%2").arg(name, details));
    updateGeometry();
    update();
}

QSize CompareChip::sizeHint() const
{
    const int name = QFontMetrics(Theme::strongFont()).horizontalAdvance(m_name) + 20_px;
    const int details = QFontMetrics(Theme::captionFont()).horizontalAdvance(m_details);
    return {std::min<int>(kMaxChipPx, std::max(name, details) + kBadgePx + 3 * kPadPx), 49_px};
}

QSize CompareChip::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), static_cast<int>(150_px)), 49_px};
}

void CompareChip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (option.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(rect(), theme.hover);
    if (hasFocus() && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        drawBox(painter, rect().adjusted(1, 1, -1, -2), {}, theme.accent, 2);
    painter.fillRect(width() - 1, 0, 1, height(), theme.separator);
    const QRect badge(kPadPx, (height() - kBadgePx) / 2, kBadgePx, kBadgePx);
    const bool a = m_side == QStringLiteral("A");
    drawBox(painter, badge, a ? theme.text2 : theme.accent, {});
    painter.setFont(Theme::strongFont());
    painter.setPen(a ? theme.base : theme.onAccent);
    painter.drawText(badge, Qt::AlignCenter, m_side);
    const int left = badge.right() + 1 + kPadPx * 2 / 3;
    const int room = width() - left - kPadPx;
    const int line = height() / 2;
    painter.setPen(theme.text);
    const QString name = elided(QFontMetrics(painter.font()), m_name, Qt::ElideMiddle, room - 18_px);
    painter.drawText(QRect(left, line - 19_px, room, 18_px), Qt::AlignLeft | Qt::AlignVCenter, name);
    const int used = QFontMetrics(painter.font()).horizontalAdvance(name);
    painter.drawPixmap(left + used + 4_px, line - 16_px,
        iconPixmap(QStringLiteral("chevron-down"), theme.text2, 12_px, devicePixelRatioF()));
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(left, line, room, 17_px), Qt::AlignLeft | Qt::AlignVCenter,
        elided(QFontMetrics(painter.font()), m_details, Qt::ElideRight, room));
}

HeadCell::HeadCell(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void HeadCell::show(const QString &caption, const QString &figure)
{
    m_caption = caption;
    m_figure = figure;
    setAccessibleName(caption);
    setAccessibleDescription(figure);
    updateGeometry();
    update();
}

QSize HeadCell::sizeHint() const
{
    const int caption = QFontMetrics(Theme::captionFont()).horizontalAdvance(m_caption);
    const int figure = QFontMetrics(Theme::strongFont()).horizontalAdvance(m_figure);
    return {std::max(caption, figure) + 2 * kPadPx + 2, 49_px};
}

void HeadCell::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    const int line = height() / 2;
    const int room = width() - 2 * kPadPx + 2;
    painter.fillRect(width() - 1, 0, 1, height(), theme.separator);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(kPadPx, line - 19_px, room, 18_px), Qt::AlignLeft | Qt::AlignVCenter, m_caption);
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    painter.drawText(QRect(kPadPx, line - 1, room, 18_px), Qt::AlignLeft | Qt::AlignVCenter, m_figure);
}

PassDots::PassDots(QWidget *parent)
    : Chart(tr("Passes compared"), parent)
{
    setObjectName(QStringLiteral("passDots"));
    setFocusPolicy(Qt::TabFocus);
}

QSize PassDots::sizeHint() const
{
    return {200_px, 49_px};
}

QSize PassDots::minimumSizeHint() const
{
    return {110_px, 40_px};
}

void PassDots::show(std::vector<ComparedPass> a, std::vector<ComparedPass> b)
{
    m_a = std::move(a);
    m_b = std::move(b);
    m_minNs = INT64_MAX;
    m_maxNs = 0;
    for (int part = 0; part < partCount(); ++part) {
        m_minNs = std::min(m_minNs, passOf(part).wallNs);
        m_maxNs = std::max(m_maxNs, passOf(part).wallNs);
    }
    partsChanged();
    describe();
}

const ComparedPass &PassDots::passOf(int part) const
{
    return isOfA(part) ? m_a[static_cast<std::size_t>(part)] : m_b[static_cast<std::size_t>(part) - m_a.size()];
}

int PassDots::x(std::int64_t ns) const
{
    const int room = width() - 2 * kPadPx - kDotPx;
    const double share = m_maxNs > m_minNs
        ? static_cast<double>(ns - m_minNs) / static_cast<double>(m_maxNs - m_minNs)
        : 0.5;
    return kPadPx + kDotPx / 2 + static_cast<int>(std::lround(share * room));
}

QRect PassDots::partRect(int part) const
{
    const int line = isOfA(part) ? height() / 2 - 7_px : height() / 2 + 8_px;
    return {x(passOf(part).wallNs) - kDotPx / 2, line - kDotPx / 2, kDotPx, kDotPx};
}

// The nearest within reach: dots are small.
int PassDots::hitAt(QPoint position) const
{
    int best = -1;
    int nearest = 8_px;
    for (int part = 0; part < partCount(); ++part) {
        const QPoint off = partRect(part).center() - position;
        if (off.manhattanLength() < nearest) {
            nearest = off.manhattanLength();
            best = part;
        }
    }
    return best;
}

void PassDots::pressPart(int part)
{
    emit passActivated(isOfA(part), passOf(part));
}

TipText PassDots::tipOf(int part) const
{
    TipText tip;
    tip.name = QStringLiteral("%1 · %2").arg(isOfA(part) ? QStringLiteral("A") : QStringLiteral("B"), passText(passOf(part).pass));
    tip.figures = {{tr("wall"), durationText(passOf(part).wallNs)}};
    tip.hint = tr("Click shows this pass");
    return tip;
}

void PassDots::paintRow(QPainter &painter, bool ofA) const
{
    const Theme &theme = Theme::current();
    const std::vector<ComparedPass> &passes = ofA ? m_a : m_b;
    if (passes.empty())
        return;
    const int line = ofA ? height() / 2 - 7_px : height() / 2 + 8_px;
    painter.fillRect(kPadPx, line, width() - 2 * kPadPx, 1, theme.separator);
    std::vector<std::int64_t> walls;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ofA ? theme.text3 : theme.accent);
    for (int part = ofA ? 0 : static_cast<int>(m_a.size()); part < partCount() && isOfA(part) == ofA; ++part) {
        painter.drawEllipse(partRect(part));
        walls.push_back(passOf(part).wallNs);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(x(core::medianNs(std::move(walls))), line - 5_px, 1, 11_px, theme.text);
}

void PassDots::paintParts(QPainter &painter, const QRect &)
{
    paintRow(painter, true);
    paintRow(painter, false);
    painter.fillRect(width() - 1, 0, 1, height(), Theme::current().separator);
}

} // namespace lamella::ui
