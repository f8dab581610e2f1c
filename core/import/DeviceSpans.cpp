// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DeviceSpans.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/import/DiagnosticKinds.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::int64_t kPsPerNs = 1000;
constexpr std::int64_t kSameLengthPs = 1000; // spans whose lengths differ by no more are equal

// b - a, saturated.
std::int64_t picoseconds(const PsTime &a, const PsTime &b)
{
    std::int64_t ps = 0;
    const std::int64_t ns = subtractSaturated(b.ns, a.ns);
    return __builtin_mul_overflow(ns, kPsPerNs, &ps) ? (ns < 0 ? INT64_MIN : INT64_MAX) : addSaturated(ps, b.ps - a.ps);
}

std::int64_t lengthPs(const DeviceSpan &span)
{
    return picoseconds(span.start, span.end);
}

// Length of the union; spans sorted by start.
std::int64_t unionNs(const std::vector<DeviceSpan> &spans)
{
    std::int64_t total = 0;
    for (std::size_t i = 0; i < spans.size();) {
        const PsTime begin = spans[i].start;
        PsTime end = spans[i].end;
        for (++i; i < spans.size() && spans[i].start <= end; ++i)
            end = std::max(end, spans[i].end);
        total = addSaturated(total, subtractSaturated(end.ns, begin.ns));
    }
    return total;
}

} // namespace

PsTime psTime(std::int64_t ns, std::int64_t ps)
{
    const std::int64_t rest = ps % kPsPerNs;
    const std::int64_t whole = ps / kPsPerNs - (rest < 0 ? 1 : 0);
    return {addSaturated(ns, whole), static_cast<std::int32_t>(rest < 0 ? rest + kPsPerNs : rest)};
}

void Containers::add(const Containers &other)
{
    count += other.count;
    of += other.of;
    ownNs = addSaturated(ownNs, other.ownNs);
}

void Containers::report(ImportDiagnostics &diagnostics) const
{
    if (count == 0)
        return;
    diagnostics.add(diagnostics::kContainerOperation, -1,
        "of " + std::to_string(of) + " operations; " + formatDuration(ownNs) + " lie in nothing that they hold", count);
}

Containers keepLeaves(std::vector<DeviceSpan> &spans, std::int64_t resolutionPs)
{
    std::sort(spans.begin(), spans.end(), [](const DeviceSpan &a, const DeviceSpan &b) {
        return std::tie(a.start, b.end, a.item) < std::tie(b.start, a.end, b.item);
    });
    // Iterates backwards, keeping the next span that is long enough to compare and the next one not equal to it.
    std::vector<bool> holds(spans.size(), false);
    const DeviceSpan *next = nullptr;
    const DeviceSpan *behindEquals = nullptr;
    for (std::size_t i = spans.size(); i-- > 0;) {
        const std::int64_t length = lengthPs(spans[i]);
        const auto equals = [&](const DeviceSpan &other) {
            return other.end <= spans[i].end && length - lengthPs(other) <= kSameLengthPs;
        };
        const DeviceSpan *const inside = next != nullptr && equals(*next) ? behindEquals : next;
        holds[i] = inside != nullptr && inside->end <= spans[i].end && !equals(*inside);
        if (length > resolutionPs) {
            behindEquals = inside;
            next = &spans[i];
        }
    }
    Containers found;
    found.of = spans.size();
    found.count = static_cast<std::uint64_t>(std::count(holds.begin(), holds.end(), true));
    if (found.count == 0)
        return found;
    const std::int64_t all = unionNs(spans);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < spans.size(); ++i)
        if (!holds[i])
            spans[kept++] = spans[i];
    spans.resize(kept);
    found.ownNs = subtractSaturated(all, unionNs(spans));
    return found;
}

std::int64_t decimalResolutionPs(const std::vector<DeviceSpan> &spans)
{
    std::int64_t unit = kPsPerNs * 1000;
    std::int64_t largestNs = 0;
    for (const DeviceSpan &span : spans) {
        largestNs = std::max({largestNs, span.start.ns, -span.start.ns});
        if (span.start.ps != 0 || span.end.ps != 0)
            unit = 1;
        else if (span.start.ns % 1000 != 0 || span.end.ns % 1000 != 0)
            unit = std::min(unit, kPsPerNs);
    }
    // A double has 53 bits, so its step is at most 2^-52 of the value. Each of two starts is off by up to half a step.
    return std::max(unit, largestNs / ((std::int64_t{1} << 52) / kPsPerNs));
}

} // namespace lamella::core
