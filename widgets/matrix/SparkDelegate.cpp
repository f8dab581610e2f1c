// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/matrix/SparkDelegate.h"

#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <utility>

namespace lamella::ui {

namespace {
constexpr TextPx kSparkWidth{96};
constexpr int kDot = 4;
} // namespace

QString gridCellText(const QString &raw)
{
    bool isNumber = false;
    const qlonglong ns = raw.toLongLong(&isNumber);
    return isNumber ? durationText(ns) : raw;
}

QString statisticTitle(const QString &id)
{
    const std::array<std::pair<const char *, QString>, 11> titles{{
        {"forward_median_ns", SparkDelegate::tr("median")},
        {"forward_mean_after_warm_up_ns", SparkDelegate::tr("mean after warm-up")},
        {"forward_mean_of_all_ns", SparkDelegate::tr("mean of all")},
        {"top_kernel_forward", SparkDelegate::tr("top in forward")},
        {"top_kernel_backward", SparkDelegate::tr("top in backward")},
        {"top_kernel_no_gemm", SparkDelegate::tr("top but GEMM")},
        {"gemm_share", SparkDelegate::tr("share of GEMM")},
        {"gemm_share_top_10", SparkDelegate::tr("of the ten longest")},
        {"softmax_ns", SparkDelegate::tr("softmax")},
        {"matmul_ns", SparkDelegate::tr("matmul")},
        {"softmax_to_matmul", SparkDelegate::tr("softmax ÷ matmul")},
    }};
    for (const auto &[known, title] : titles)
        if (id == QLatin1String(known))
            return title;
    return id;
}

GridCellDelegate::GridCellDelegate(std::function<bool(const QModelIndex &)> rowIsTime, QObject *parent)
    : TextDelegate(parent)
    , m_rowIsTime(std::move(rowIsTime))
{
}

void GridCellDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    const Theme &theme = Theme::current();
    QStyleOptionViewItem shown(option);
    if (m_rowIsTime(index))
        shown.text = gridCellText(option.text);
    if (option.text == QStringLiteral("OOM"))
        painter.setPen(theme.warning);
    else if (option.text.startsWith(QStringLiteral("n/a")))
        painter.setPen(theme.text3);
    TextDelegate::paintContent(painter, shown, index, cell);
}

SparkDelegate::SparkDelegate(std::function<Values(const QModelIndex &)> values, QObject *parent)
    : TextDelegate(parent)
    , m_values(std::move(values))
{
}

void SparkDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    const Values values = m_values(index);
    const bool any = std::any_of(values.begin(), values.end(), [](const auto &v) { return v.has_value(); });
    const bool fits = cell.width() > kSparkWidth + 60_px;
    QStyleOptionViewItem shown(option);
    shown.text = statisticTitle(option.text);
    TextDelegate::paintContent(painter, shown, index, any && fits ? cell.adjusted(0, 0, -kSparkWidth - 8, 0) : cell);
    if (!any || !fits)
        return;
    double max = 0;
    for (const auto &value : values)
        max = std::max(max, value.value_or(0));
    const QRectF plot(cell.right() - kSparkWidth, cell.top() + 5, kSparkWidth - kDot, cell.height() - 10);
    const auto point = [&](std::size_t i) {
        const double x = values.size() < 2 ? 0.5 : static_cast<double>(i) / static_cast<double>(values.size() - 1);
        const double y = max > 0 ? *values[i] / max : 0;
        return QPointF(plot.left() + x * plot.width(), plot.bottom() - y * plot.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().separatorStrong, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    QPainterPath line;
    bool open = false; // a missing value interrupts the line
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i])
            open = false;
        else if (std::exchange(open, true))
            line.lineTo(point(i));
        else
            line.moveTo(point(i));
    }
    painter.setPen(QPen(Theme::current().accent, 1.5));
    painter.drawPath(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().accent);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i])
            painter.drawEllipse(point(i), kDot / 2.0, kDot / 2.0);
    painter.restore();
}

} // namespace lamella::ui
