// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/StackedBar.h"

#include "core/base/Format.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr TextPx kBarPx{18};

QString partText(const BarPart &part, double total)
{
    return QStringLiteral("%1 · %2 · %3")
        .arg(part.name, qtext(core::formatDuration(part.ns)), qtext(core::formatShare(static_cast<double>(part.ns) / total)));
}

double totalOf(const std::vector<BarPart> &parts)
{
    double total = 0;
    for (const BarPart &part : parts)
        total += static_cast<double>(part.ns);
    return total;
}

} // namespace

StackedBar::StackedBar(QWidget *parent)
    : QWidget(parent)
{
    followTextSize(*this, [this] { setFixedHeight(kBarPx + 2 * 6); });
    setMinimumWidth(80);
}

void StackedBar::setParts(std::vector<BarPart> parts)
{
    m_parts = std::move(parts);
    const double total = totalOf(m_parts);
    QStringList said;
    for (const BarPart &part : m_parts)
        said << partText(part, total);
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

std::vector<int> StackedBar::edges() const
{
    const double total = totalOf(m_parts);
    const int room = std::max(1, width() - 2 * kMarginPx);
    std::vector<int> edges{kMarginPx};
    double sum = 0;
    for (const BarPart &part : m_parts) {
        sum += static_cast<double>(part.ns);
        edges.push_back(kMarginPx + (total > 0 ? static_cast<int>(std::lround(sum / total * room)) : 0));
    }
    return edges;
}

int StackedBar::partAt(int x) const
{
    const std::vector<int> at = edges();
    for (std::size_t i = 0; i + 1 < at.size(); ++i)
        if (x >= at[i] && x < at[i + 1])
            return static_cast<int>(i);
    return -1;
}

void StackedBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    const int top = (height() - kBarPx) / 2;
    if (m_parts.empty()) {
        painter.fillRect(kMarginPx, top, width() - 2 * kMarginPx, kBarPx, theme.track);
        return;
    }
    const std::vector<int> at = edges();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const int gap = at[i + 1] - at[i] > 3 ? 1 : 0;
        painter.fillRect(at[i], top, at[i + 1] - at[i] - gap, kBarPx, m_parts[i].fill);
    }
}

void StackedBar::mousePressEvent(QMouseEvent *event)
{
    if (const int part = partAt(event->position().toPoint().x()); part >= 0 && event->button() == Qt::LeftButton)
        emit partClicked(part);
}

bool StackedBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int part = partAt(help->pos().x());
        if (part >= 0)
            showPlainTip(help->globalPos(), partText(m_parts[static_cast<std::size_t>(part)], totalOf(m_parts)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace lamella::ui
