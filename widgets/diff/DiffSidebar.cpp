// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/DiffSidebar.h"

#include "core/base/Saturate.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/DigitGrid.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffDelegates.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <optional>

namespace lamella::ui {

namespace {

constexpr TextPx kWidthPx{300};
constexpr TextPx kRowPx{20};
constexpr int kPadPx = 8;
constexpr TextPx kChipPx{10};
constexpr int kLegendRows = 4;

std::int64_t wallDelta(const DiffShown &shown)
{
    return core::addSaturated(shown.rows.b.wallNs, -shown.rows.a.wallNs);
}

// What the sums of the categories leave of the difference of the walls.
std::int64_t restDelta(const DiffShown &shown)
{
    std::int64_t rest = wallDelta(shown);
    for (const core::DiffGroup &g : shown.categories.groups)
        rest = core::subtractSaturated(rest, g.deltaNs());
    return rest;
}

// What explains most of the difference between the sums of kernels.
QString reason(const DiffShown &shown)
{
    std::int64_t onlyA = 0;
    std::int64_t onlyB = 0;
    std::int64_t replaced = 0;
    std::uint64_t gone = 0;
    std::uint64_t added = 0;
    std::uint64_t other = 0;
    for (const core::DiffGroup &g : shown.rows.groups) {
        if (g.change == core::DiffChange::OnlyA) {
            onlyA = core::addSaturated(onlyA, g.aNs);
            gone += g.countA;
        } else if (g.change == core::DiffChange::OnlyB) {
            onlyB = core::addSaturated(onlyB, g.bNs);
            added += g.countB;
        } else if (g.change == core::DiffChange::Replaced) {
            replaced = core::addSaturated(replaced, g.deltaNs());
            other += g.countB;
        }
    }
    if (gone + added + other == 0)
        return DiffSidebar::tr("The same kernels run in both.");
    QStringList parts;
    if (gone > 0)
        parts << DiffSidebar::tr("%1 only in A (−%2)").arg(gone).arg(durationText(onlyA));
    if (added > 0)
        parts << DiffSidebar::tr("%1 only in B (+%2)").arg(added).arg(durationText(onlyB));
    if (other > 0)
        parts << DiffSidebar::tr("%1 replaced (%2)").arg(other).arg(signedDuration(replaced));
    return DiffSidebar::tr("Kernels: %1").arg(parts.join(QStringLiteral(" · ")));
}

} // namespace

DiffSidebar::DiffSidebar(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("diffSidebar"));
    setAccessibleName(tr("Difference by category"));
    fixWidth(*this, kWidthPx);
}

void DiffSidebar::setAnyWidth()
{
    followTextSize(*this, [this] {
        setMinimumWidth(kWidthPx - 20);
        setMaximumWidth(QWIDGETSIZE_MAX);
    });
}

QSize DiffSidebar::sizeHint() const
{
    return {kWidthPx, 320};
}

void DiffSidebar::setShown(std::shared_ptr<const DiffShown> shown)
{
    m_shown = std::move(shown);
    QString description = headline();
    if (m_shown)
        for (const core::DiffGroup &g : m_shown->categories.groups)
            description += QStringLiteral("; %1 %2").arg(categoryTitle(*g.category), signedDuration(g.deltaNs()));
    if (m_shown)
        description += QStringLiteral("; %1 %2").arg(tr("idle and overlap"), signedDuration(restDelta(*m_shown)));
    setAccessibleDescription(description);
    update();
}

QString DiffSidebar::headline() const
{
    if (!m_shown)
        return {};
    const std::int64_t delta = wallDelta(*m_shown);
    if (delta == 0)
        return tr("A and B take equally long");
    const std::int64_t wall = m_shown->rows.a.wallNs;
    const QString words = tr("B − A: %1").arg(signedDuration(delta));
    if (wall <= 0)
        return words;
    return words + QStringLiteral(" · ")
        + tr("%1 of A's wall").arg(signedShare(static_cast<double>(delta) / static_cast<double>(wall)));
}

void DiffSidebar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, 0, 1, height(), theme.separator);
    if (!m_shown)
        return;
    paintCategories(painter, paintHead(painter));
    paintLegend(painter);
}

int DiffSidebar::paintHead(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const std::int64_t delta = wallDelta(*m_shown);
    const std::int64_t wall = m_shown->rows.a.wallNs;
    const int wide = width() - 2 * kPadPx;
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(kPadPx, 6_px, wide, 16_px), Qt::AlignLeft | Qt::AlignVCenter,
        delta != 0 ? tr("Wall of the pair, B − A") : tr("A and B take equally long"));
    painter.setFont(Theme::titleFont());
    painter.setPen(theme.text);
    const QString size = signedDuration(delta);
    painter.drawText(QRect(kPadPx, 22_px, wide, 26_px), Qt::AlignLeft | Qt::AlignVCenter, size);
    const int used = QFontMetrics(painter.font()).horizontalAdvance(size);
    painter.setFont(Theme::bodyFont());
    painter.setPen(theme.text2);
    if (wall > 0)
        painter.drawText(QRect(kPadPx + used + 6_px, 24_px, wide - used - 6_px, 26_px), Qt::AlignLeft | Qt::AlignVCenter,
            tr("%1 of A's wall").arg(signedShare(static_cast<double>(delta) / static_cast<double>(wall))));
    painter.setFont(Theme::captionFont());
    const QRect area(kPadPx, 50_px, wide, 32_px);
    painter.drawText(area, static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, reason(*m_shown));
    return 86_px;
}

void DiffSidebar::paintCategories(QPainter &painter, int top) const
{
    const Theme &theme = Theme::current();
    painter.fillRect(1, top, width() - 1, 22_px, theme.header);
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    painter.drawText(QRect(kPadPx, top, 140_px, 22_px), Qt::AlignLeft | Qt::AlignVCenter, tr("By category"));
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(
        QRect(kPadPx, top, width() - 2 * kPadPx, 22_px), Qt::AlignRight | Qt::AlignVCenter, tr("Δ = B − A of the sums"));
    struct Row {
        std::optional<core::Category> category; // none: idle and overlap, last
        std::int64_t deltaNs = 0;
    };
    const auto size = [](const Row &row) { return row.deltaNs < 0 ? core::subtractSaturated(0, row.deltaNs) : row.deltaNs; };
    std::vector<Row> rows;
    for (const core::DiffGroup &g : m_shown->categories.groups)
        rows.push_back({g.category, g.deltaNs()});
    std::stable_sort(rows.begin(), rows.end(), [&size](const Row &x, const Row &y) { return size(x) > size(y); });
    rows.push_back({std::nullopt, restDelta(*m_shown)});
    std::int64_t largest = 1;
    for (const Row &row : rows)
        largest = std::max(largest, size(row));
    const QFont body = Theme::bodyFont();
    const int number = static_cast<int>(digitGridWidth(QStringLiteral("+888.88\u00A0ms"), body)) + 2;
    int y = top + 24_px;
    const int limit = height() - kLegendRows * 18_px - 30_px;
    for (const Row &row : rows) {
        if (y + kRowPx > limit) {
            painter.setFont(Theme::captionFont());
            painter.setPen(theme.text2);
            painter.drawText(QRect(kPadPx, y, width() - 2 * kPadPx, kRowPx), Qt::AlignLeft | Qt::AlignVCenter,
                tr("more under Rows: categories"));
            break;
        }
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(row.category ? theme.brush(*row.category, devicePixelRatioF()) : QBrush(theme.track));
        painter.drawRoundedRect(QRect(kPadPx, y + (kRowPx - kChipPx) / 2, kChipPx, kChipPx), 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme.text);
        painter.setFont(body);
        const QRect name(kPadPx + kChipPx + 6_px, y, 104_px, kRowPx);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(body).elidedText(
                row.category ? categoryTitle(*row.category) : tr("idle and overlap"), Qt::ElideRight, name.width()));
        const QRect zone(name.right() + 6, y, width() - name.right() - number - kPadPx - 12_px, kRowPx);
        paintDeltaBar(painter, zone, static_cast<double>(row.deltaNs) / static_cast<double>(largest));
        painter.setPen(theme.text);
        drawDigitGrid(painter, QRect(width() - kPadPx - number, y, number, kRowPx), signedDuration(row.deltaNs), body);
        y += kRowPx;
    }
}

void DiffSidebar::paintLegend(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    int y = height() - kLegendRows * 18_px - 4_px;
    painter.fillRect(1, y - 4, width() - 1, 1, theme.separator);
    painter.setFont(Theme::captionFont());
    const auto row = [&](const QString &text, const auto &swatch) {
        swatch(QRect(kPadPx, y + 4_px, 24_px, 10_px));
        painter.setPen(theme.text2);
        painter.drawText(QRect(kPadPx + 32_px, y, width() - 40_px - kPadPx, 18_px), Qt::AlignLeft | Qt::AlignVCenter, text);
        y += 18_px;
    };
    row(tr("B shorter than A (−)"), [&](const QRect &r) { painter.fillRect(r, theme.diverging[1]); });
    row(tr("B longer than A (+)"), [&](const QRect &r) { painter.fillRect(r, theme.diverging[5]); });
    row(tr("replaced: other kernel, same position"),
        [&](const QRect &r) { painter.fillRect(r.left(), r.top(), 3, r.height(), theme.accent); });
    row(tr("no counterpart on this side"), [&](const QRect &r) { paintAbsent(painter, r); });
}

void DiffSidebar::changeEvent(QEvent *event)
{
    update();
    QWidget::changeEvent(event);
}

} // namespace lamella::ui
