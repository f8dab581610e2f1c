// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/IdleLegend.h"

#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxCauses = 4;
constexpr TextPx kMarkPx{12};

} // namespace

IdleLegend::IdleLegend(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("idleLegend"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    hide();
}

void IdleLegend::setData(const TimelineDataPtr &shown)
{
    m_data = shown;
    follow();
}

void IdleLegend::setRange(core::TimeRange range)
{
    m_range = range;
    follow();
}

void IdleLegend::follow()
{
    std::array<std::int64_t, core::kGapCauses> sums{};
    if (m_data && m_data->idle && m_data->segmentation) {
        for (const core::DeviceSegmentation &device : m_data->segmentation->devices) {
            if (device.mainStream.value >= m_data->idle->levels.size())
                continue;
            for (const core::LodPart &part : m_data->idle->levels[device.mainStream.value].timesIn(m_range))
                sums[part.tag] += part.ns;
        }
    }
    std::vector<core::GapCause> causes;
    for (std::size_t cause = 0; cause < sums.size(); ++cause)
        if (sums[cause] > 0)
            causes.push_back(static_cast<core::GapCause>(cause));
    std::stable_sort(causes.begin(), causes.end(), [&sums](core::GapCause a, core::GapCause b) {
        return sums[static_cast<std::size_t>(a)] > sums[static_cast<std::size_t>(b)];
    });
    causes.resize(std::min(causes.size(), kMaxCauses));
    setVisible(!causes.empty());
    if (causes == m_causes)
        return;
    m_causes = std::move(causes);
    QStringList words;
    for (const core::GapCause cause : m_causes)
        words << gapCauseTitle(cause);
    setAccessibleName(tr("Idle by cause: %1").arg(listText(words)));
    setToolTip(tr("Strip below the lane: idle time in the colour of its main cause; the fainter, the less of the pixel is idle"));
    updateGeometry();
    update();
}

QSize IdleLegend::sizeHint() const
{
    const QFontMetrics metrics(Theme::captionFont());
    int width = metrics.horizontalAdvance(tr("idle by cause:")) + 8_px;
    for (const core::GapCause cause : m_causes)
        width += kMarkPx + 5_px + metrics.horizontalAdvance(gapCauseTitle(cause)) + 12_px;
    return {width, metrics.height() + 2};
}

// Causes that do not fit are left out from the end.
void IdleLegend::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    const QFontMetrics metrics(painter.font());
    const QString title = tr("idle by cause:");
    int x = metrics.horizontalAdvance(title);
    if (x > width())
        return;
    drawLine(painter, QRect(0, 0, x + 1, height()), Qt::AlignLeft, title);
    x += 8_px;
    for (const core::GapCause cause : m_causes) {
        const QString word = gapCauseTitle(cause);
        const int wide = metrics.horizontalAdvance(word);
        if (x + kMarkPx + 5_px + wide > width())
            return;
        painter.fillRect(x, height() / 2 - 1, kMarkPx, 3, gapCauseFill(theme, cause));
        x += kMarkPx + 5_px;
        drawLine(painter, QRect(x, 0, wide + 1, height()), Qt::AlignLeft, word);
        x += wide + 12_px;
    }
}

} // namespace lamella::ui
