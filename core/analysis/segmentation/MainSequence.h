// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of one device's main compute stream in start order: the input of the segmentation into passes and layers.
#pragma once

#include "core/analysis/segmentation/KernelTokens.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// Half-open range of positions in a MainSequence.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] std::uint32_t size() const { return end > begin ? end - begin : 0; }
    auto operator<=>(const Span &) const = default;
};

// First position of the span that fits; its end for none.
template <class Fits> [[nodiscard]] std::uint32_t firstIn(Span span, Fits fits)
{
    std::uint32_t i = span.begin;
    while (i < span.end && !fits(i))
        ++i;
    return i;
}
// Behind the last position of the span that fits; its begin for none.
template <class Fits> [[nodiscard]] std::uint32_t behindLastIn(Span span, Fits fits)
{
    while (span.end > span.begin && !fits(span.end - 1))
        --span.end;
    return span.end;
}
template <class Fits> [[nodiscard]] bool anyIn(Span span, Fits fits)
{
    return firstIn(span, fits) < span.end;
}
// How many positions of the span fit.
template <class Fits> [[nodiscard]] std::uint32_t countIn(Span span, Fits fits)
{
    std::uint32_t found = 0;
    for (std::uint32_t i = span.begin; i < span.end; ++i)
        found += fits(i) ? 1 : 0;
    return found;
}
// The positions of the span that fit.
template <class Fits> [[nodiscard]] std::vector<std::uint32_t> allIn(Span span, Fits fits)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = span.begin; i < span.end; ++i)
        if (fits(i))
            found.push_back(i);
    return found;
}
// What a vector by position holds of the span.
template <class T> [[nodiscard]] std::span<const T> part(const std::vector<T> &byPosition, Span span)
{
    return std::span(byPosition).subspan(span.begin, span.size());
}

// Annotation instance (step, batch) that each kernel was launched in, -1 = none; by position in the sequence.
using StepOfKernel = std::vector<std::int32_t>;

struct MainSequence {
    DeviceId device;
    StreamId stream; // invalid when the work of the device is spread over streams and taken as one sequence
    std::vector<std::uint32_t> kernel; // KernelId values, in start order
    std::vector<StringId> symbol; // name of each
    std::vector<TokenSet> token;
    std::vector<std::uint32_t> code; // number of each name, 0 .. names - 1 in order of first sight
    std::uint32_t names = 0; // distinct ones
    std::vector<std::uint32_t> work; // by code: the first one whose name differs by no more than a compiler's number
    std::vector<std::uint32_t> peers; // KernelId values of sends and receives between ranks on other streams, ascending
    double mixersElsewhere = 0; // share of the device's attention kernels that run on other streams

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(kernel.size()); }
    [[nodiscard]] bool has(std::uint32_t index, TokenSet wanted) const { return (token[index] & wanted) != 0; }
    [[nodiscard]] std::uint32_t find(Span span, TokenSet wanted) const // first kernel that has; the end of the span for none
    {
        return firstIn(span, [&](std::uint32_t i) { return has(i, wanted); });
    }
    [[nodiscard]] bool holds(Span span, TokenSet wanted) const { return find(span, wanted) < span.end; }
    [[nodiscard]] bool holds(TokenSet wanted) const { return holds({0, size()}, wanted); }
    [[nodiscard]] std::uint32_t count(Span span, TokenSet wanted) const // kernels that have
    {
        return countIn(span, [&](std::uint32_t i) { return has(i, wanted); });
    }
};

// The main stream is the one with most mixers and GEMMs, else the one with most time that is neither copy nor collective, else
// with most time. Where no stream has 60 % of those (graph replays spread over many streams), the device's work in start order is
// the sequence. The line of XLA's asynchronous operations has a part in neither while there is other work. work: KernelId values
// of the device, in start order.
[[nodiscard]] MainSequence mainSequence(
    const TraceDocument &document, const KernelTokens &tokens, DeviceId device, const std::vector<std::uint32_t> &work);

// The kernels at these positions alone, ascending.
[[nodiscard]] MainSequence partOf(const MainSequence &sequence, const std::vector<std::uint32_t> &positions);

// Equal for sequences of the same kernels in the same order.
[[nodiscard]] std::uint64_t contentHash(const MainSequence &sequence, Span span);
// How many kernels both spans begin with, and end with.
[[nodiscard]] std::uint32_t sameAtBegin(const MainSequence &sequence, Span a, Span b);
[[nodiscard]] std::uint32_t sameAtEnd(const MainSequence &sequence, Span a, Span b);
// Whether both spans begin with the same kernels, as far as the shorter one goes.
[[nodiscard]] bool beginAlike(const MainSequence &sequence, Span a, Span b);
// Sets the entry of each name that stands in the span. byCode: one entry a code.
void markCodes(const MainSequence &sequence, Span span, std::vector<char> &byCode);
// Whether the span holds names that have no entry.
[[nodiscard]] bool holdsOthers(const MainSequence &sequence, Span span, const std::vector<char> &byCode);
// Durations of the kernels added up, in ns.
[[nodiscard]] std::int64_t durationOf(const KernelTable &kernels, const MainSequence &sequence, Span span);
// From the first start to the last end of the kernels; {} for none.
[[nodiscard]] TimeRange rangeOf(const TraceDocument &document, const MainSequence &sequence, Span span);

// Attention written out as a matrix product, a softmax and another matrix product: takes kTokenSoftmax from every position where
// the softmax is not the middle of one (routers, sampling and losses run it too), and where full attention has kernels of its own
// from all of them but those of another network, several without any attention between. Linear in the length of the sequence.
void keepAttentionSoftmax(MainSequence &sequence);

} // namespace lamella::core
