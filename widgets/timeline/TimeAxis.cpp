// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimeAxis.h"

#include "core/base/Saturate.h"
#include "widgets/common/AppSettings.h"
#include "widgets/theme/TextPx.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr TextPx kLongLabelPx{124}; // "12:34:56.123456789"
constexpr std::int64_t kYear2001 = 1'000'000'000 * kSecond;
constexpr std::int64_t kYear2100 = 4'102'444'800 * kSecond;

std::optional<TimeFormat> s_format; // read once from the settings

bool canBeUtc(std::int64_t ns)
{
    return ns >= kYear2001 && ns < kYear2100;
}

int digitsFor(std::int64_t unitNs, std::int64_t stepNs)
{
    int digits = 0;
    for (std::int64_t digit = unitNs; digit > std::max<std::int64_t>(1, stepNs); digit /= 10)
        ++digits;
    return digits;
}

} // namespace

TimeFormat timeFormat()
{
    if (!s_format) {
        const int stored = appSettings().value(QStringLiteral("timeline/timeFormat"), 0).toInt();
        const bool known = stored >= 0 && stored <= static_cast<int>(TimeFormat::Utc);
        s_format = known ? static_cast<TimeFormat>(stored) : TimeFormat::Fitting;
    }
    return *s_format;
}

void setTimeFormat(TimeFormat format)
{
    s_format = format;
    appSettings().setValue(QStringLiteral("timeline/timeFormat"), static_cast<int>(format));
}

std::optional<std::int64_t> utcOfZero(const core::TraceDocument &document)
{
    const std::int64_t zero = document.zero();
    if (document.metadata.baseTimeNs) {
        const std::int64_t sum = core::addSaturated(*document.metadata.baseTimeNs, zero);
        if (canBeUtc(sum))
            return sum;
    }
    return canBeUtc(zero) ? std::optional(zero) : std::nullopt;
}

TickScale axisTicks(
    TimeFormat format, std::optional<std::int64_t> utcOfZeroNs, core::TimeRange fromZero, int widthPx, double fittingPx)
{
    const double room = format == TimeFormat::Fitting ? fittingPx : std::max<double>(fittingPx, kLongLabelPx);
    const int max = std::max(1, static_cast<int>(widthPx / room));
    const std::int64_t shift = format == TimeFormat::Utc ? utcOfZeroNs.value_or(0) : 0;
    TickScale scale =
        niceTicks({{core::addSaturated(fromZero.begin.value, shift)}, {core::addSaturated(fromZero.end.value, shift)}}, max);
    for (std::int64_t &tick : scale.ticks)
        tick -= shift;
    return scale;
}

TimeAxis::TimeAxis(TimeFormat format, std::optional<std::int64_t> utcOfZeroNs, std::int64_t greatestNs, std::int64_t stepNs)
{
    const auto fixed = [stepNs](std::int64_t unitNs, const char *name) {
        return TimeUnit{unitNs, digitsFor(unitNs, stepNs), name};
    };
    switch (format) {
    case TimeFormat::Fitting:
        m_unit = timeUnit(greatestNs, stepNs);
        break;
    case TimeFormat::Milliseconds:
        m_unit = fixed(1'000'000, "ms");
        break;
    case TimeFormat::Nanoseconds:
        m_unit = fixed(1, "ns");
        break;
    case TimeFormat::Utc:
        m_utcOfZero = utcOfZeroNs;
        [[fallthrough]];
    case TimeFormat::Seconds:
        m_unit = fixed(kSecond, "s");
        break;
    }
}

QString TimeAxis::label(std::int64_t nsFromZero) const
{
    if (!m_utcOfZero)
        return timeLabel(nsFromZero, m_unit);
    const std::int64_t utc = core::addSaturated(*m_utcOfZero, nsFromZero);
    const std::int64_t second = utc / kSecond - (utc % kSecond < 0 ? 1 : 0);
    QString text = QDateTime::fromSecsSinceEpoch(second, QTimeZone::utc()).toString(QStringLiteral("HH:mm:ss"));
    if (m_unit.decimals > 0) {
        const QString fraction = QString::number(utc - second * kSecond).rightJustified(9, u'0');
        text += u'.' + fraction.left(m_unit.decimals);
    }
    return text;
}

} // namespace lamella::ui
