// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineGeometry.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

std::int64_t niceStep(double roughNs)
{
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 <= roughNs && power < 1'000'000'000'000'000'000)
        power *= 10;
    for (const int factor : {1, 2, 5}) {
        if (static_cast<double>(power) * factor >= roughNs)
            return power * factor;
    }
    return power < 1'000'000'000'000'000'000 ? power * 10 : power;
}

std::int64_t ceilTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return rest > 0 ? value - rest + step : value - rest;
}

} // namespace

TickScale niceTicks(core::TimeRange range, int max)
{
    TickScale scale;
    const std::int64_t length = range.length().value;
    if (length <= 0 || max <= 0)
        return scale;
    scale.stepNs = niceStep(static_cast<double>(length) / max);
    for (std::int64_t t = ceilTo(range.begin.value, scale.stepNs); t <= range.end.value; t += scale.stepNs)
        scale.ticks.push_back(t);
    return scale;
}

TimeUnit timeUnit(std::int64_t greatestNs, std::int64_t stepNs)
{
    TimeUnit unit;
    const std::int64_t greatest = std::abs(greatestNs);
    if (greatest >= 10'000'000'000)
        unit = {1'000'000'000, 0, "s"};
    else if (greatest >= 1'000'000)
        unit = {1'000'000, 0, "ms"};
    else if (greatest >= 1'000)
        unit = {1'000, 0, "µs"};
    for (std::int64_t digit = unit.ns; digit > std::max<std::int64_t>(1, stepNs); digit /= 10)
        ++unit.decimals;
    return unit;
}

QString timeLabel(std::int64_t nsFromZero, const TimeUnit &unit)
{
    const quint64 value = nsFromZero < 0 ? 0 - static_cast<quint64>(nsFromZero) : static_cast<quint64>(nsFromZero);
    const auto perUnit = static_cast<quint64>(unit.ns);
    QString text = QString::number(value / perUnit);
    for (qsizetype i = text.size(); i > 3; i -= 3)
        text.insert(i - 3, QChar(0x2009));
    if (unit.decimals > 0) {
        quint64 fraction = value % perUnit;
        quint64 scale = perUnit;
        for (int i = 0; i < unit.decimals; ++i)
            scale /= 10;
        fraction /= std::max<quint64>(1, scale);
        text += u'.' + QString::number(fraction).rightJustified(unit.decimals, u'0');
    }
    return (nsFromZero < 0 ? QString(QChar(0x2212)) : QString()) + text + QChar(0x00A0) + QString::fromUtf8(unit.name);
}

core::TimeRange rangeShowing(core::TimeRange visible, core::TimeRange target, double room)
{
    const auto length = static_cast<double>(target.length().value);
    const auto span = static_cast<double>(visible.length().value);
    const double wanted = length <= span * 0.9 && length >= span / 50 ? span : std::max(20.0, length * room);
    const std::int64_t centre = target.begin.value + target.length().value / 2;
    const auto half = static_cast<std::int64_t>(wanted / 2);
    return {{centre - half}, {centre + half}};
}

double roomAround(const core::Selection &selection)
{
    if (std::holds_alternative<core::PassSelection>(selection))
        return 1.04;
    return std::holds_alternative<core::LayerSelection>(selection) ? 1 / 0.55 : 12.0;
}

core::TimeRange between(core::TimeRange from, core::TimeRange to, double share)
{
    const auto mix = [share](std::int64_t a, std::int64_t b) {
        return a + static_cast<std::int64_t>(std::llround(static_cast<double>(b - a) * share));
    };
    if (share >= 1)
        return to;
    return {{mix(from.begin.value, to.begin.value)}, {mix(from.end.value, to.end.value)}};
}

bool isInView(core::TimeRange visible, core::TimeRange target)
{
    const bool inside = visible.begin <= target.begin && target.end <= visible.end;
    const bool around = target.begin <= visible.begin && visible.end <= target.end;
    return inside || around;
}

} // namespace lamella::ui
