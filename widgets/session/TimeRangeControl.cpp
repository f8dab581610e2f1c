// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/TimeRangeControl.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr std::int64_t kShortestNs = 20;
constexpr std::int64_t kMarginDivisor = 50; // 2 % at each end

// Saturates far from overflow, because hostile files may have times at both ends of int64.
std::int64_t safeDifference(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    if (__builtin_sub_overflow(a, b, &result))
        return a > b ? INT64_MAX / 4 : INT64_MIN / 4;
    return result;
}

std::int64_t safeSum(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result))
        return b > 0 ? INT64_MAX : INT64_MIN;
    return result;
}

} // namespace

TimeRangeControl::TimeRangeControl(QObject *parent)
    : QObject(parent)
{
}

void TimeRangeControl::setTraceRange(core::TimeRange range)
{
    if (range.end < range.begin)
        range.end = range.begin;
    m_trace = range;
    m_visible = range;
    emit traceRangeChanged(m_trace);
    emit visibleRangeChanged(m_visible);
}

core::TimeRange TimeRangeControl::reach() const
{
    const std::int64_t whole = std::max(safeDifference(m_trace.end.value, m_trace.begin.value), kShortestNs);
    const std::int64_t margin = whole / kMarginDivisor;
    return {{safeSum(m_trace.begin.value, -margin)}, {safeSum(safeSum(m_trace.begin.value, whole), margin)}};
}

void TimeRangeControl::setVisibleRange(core::TimeRange range)
{
    const std::int64_t first = reach().begin.value;
    const std::int64_t last = reach().end.value;
    const std::int64_t longest = safeDifference(last, first);
    const std::int64_t length =
        std::clamp(safeDifference(range.end.value, range.begin.value), kShortestNs, std::max(longest, kShortestNs));
    std::int64_t begin = range.begin.value;
    if (safeDifference(range.end.value, range.begin.value) < kShortestNs) // grow around the middle of the requested range
        begin = safeSum(begin, -(length - std::max<std::int64_t>(0, safeDifference(range.end.value, range.begin.value))) / 2);
    begin = std::clamp(begin, first, std::max(first, safeSum(last, -length)));
    const core::TimeRange visible{{begin}, {safeSum(begin, length)}};
    if (visible == m_visible)
        return;
    m_visible = visible;
    emit visibleRangeChanged(m_visible);
}

void TimeRangeControl::zoom(double factor, core::TimeNs around)
{
    if (!(factor > 0) || !std::isfinite(factor))
        return;
    const auto before = static_cast<double>(safeDifference(around.value, m_visible.begin.value)) * factor;
    const auto length = static_cast<double>(safeDifference(m_visible.end.value, m_visible.begin.value)) * factor;
    constexpr double kFar = 4e18;
    const std::int64_t begin = safeSum(around.value, -static_cast<std::int64_t>(std::clamp(before, -kFar, kFar)));
    setVisibleRange({{begin}, {safeSum(begin, static_cast<std::int64_t>(std::min(std::ceil(length), kFar)))}});
}

void TimeRangeControl::pan(core::DurationNs by)
{
    setVisibleRange({{safeSum(m_visible.begin.value, by.value)}, {safeSum(m_visible.end.value, by.value)}});
}

} // namespace lamella::ui
