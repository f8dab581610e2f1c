// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/IdleLegend.h"

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

constexpr std::size_t kMaxCauses = 3;
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
    m_causes.clear();
    std::array<std::int64_t, core::kGapCauses> sums{};
    if (shown && shown->idle && shown->segmentation) {
        for (const core::DeviceSegmentation &device : shown->segmentation->devices) {
            if (device.mainStream.value >= shown->idle->levels.size())
                continue;
            const core::LodLane &lane = shown->idle->levels[device.mainStream.value];
            const core::TraceBounds &bounds = shown->document->bounds;
            for (const core::LodPart &part : lane.timesIn({{bounds.exactBegin}, {bounds.exactEnd}}))
                sums[part.tag] += part.ns;
        }
    }
    for (std::size_t cause = 0; cause < sums.size(); ++cause)
        if (sums[cause] > 0)
            m_causes.push_back(static_cast<core::GapCause>(cause));
    std::stable_sort(m_causes.begin(), m_causes.end(), [&sums](core::GapCause a, core::GapCause b) {
        return sums[static_cast<std::size_t>(a)] > sums[static_cast<std::size_t>(b)];
    });
    m_causes.resize(std::min(m_causes.size(), kMaxCauses));
    QStringList words;
    for (const core::GapCause cause : m_causes)
        words << gapCauseTitle(cause);
    setAccessibleName(tr("Idle by cause: %1").arg(listText(words)));
    setToolTip(tr("Strip below the lane: idle time in the colour of its main cause; the fainter, the less of the pixel is idle"));
    setVisible(!m_causes.empty());
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
    painter.drawText(QRect(0, 0, x + 1, height()), Qt::AlignVCenter, title);
    x += 8_px;
    for (const core::GapCause cause : m_causes) {
        const QString word = gapCauseTitle(cause);
        const int wide = metrics.horizontalAdvance(word);
        if (x + kMarkPx + 5_px + wide > width())
            return;
        painter.fillRect(x, height() / 2 - 1, kMarkPx, 3, gapCauseFill(theme, cause));
        x += kMarkPx + 5_px;
        painter.drawText(QRect(x, 0, wide + 1, height()), Qt::AlignVCenter, word);
        x += wide + 12_px;
    }
}

} // namespace lamella::ui
