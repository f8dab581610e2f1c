// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr double kInformativeShare = 0.5;
constexpr std::uint32_t kLongestRow = 8; // drafts after one target pass
constexpr std::size_t kMinPlaces = 3; // of fewer, every one may be a boundary

} // namespace

PlaceIndex::PlaceIndex(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<LayerCore> &cores, const StepOfKernel &steps)
    : m_document(document)
    , m_sequence(sequence)
    , m_cores(cores)
    , m_steps(steps)
    , m_held(sequence.names, 0)
    , m_rows(sequence.names)
{
    for (std::uint32_t n = 0; n < size(); ++n) {
        for (const std::uint32_t code : part(sequence.code, (*this)[n])) {
            std::vector<Row> &rows = m_rows[code];
            if (!rows.empty() && rows.back().end > n)
                continue;
            ++m_held[code];
            if (!rows.empty() && rows.back().end == n)
                rows.back().end = n + 1;
            else
                rows.push_back({n, n + 1});
        }
    }
}

double PlaceIndex::share(std::uint32_t position) const
{
    return static_cast<double>(m_held[m_sequence.code[position]]) / static_cast<double>(size());
}

std::uint32_t PlaceIndex::rowLength(std::uint32_t position, std::size_t place) const
{
    const std::vector<Row> &rows = m_rows[m_sequence.code[position]];
    const auto row = std::ranges::upper_bound(rows, place, {}, &Row::begin);
    return row != rows.begin() && place < (row - 1)->end ? (row - 1)->end - (row - 1)->begin : 0;
}

bool PlaceIndex::inLongRow(std::uint32_t position, std::size_t place) const
{
    return rowLength(position, place) > kLongestRow;
}

bool PlaceIndex::informative(std::uint32_t position, std::size_t place) const
{
    // With two layers a pass, a capture that is cut may show one mark more than half of the places.
    const auto most = static_cast<std::uint32_t>(kInformativeShare * static_cast<double>(size() + 1));
    return (size() < kMinPlaces || m_held[m_sequence.code[position]] <= most) && !inLongRow(position, place);
}

} // namespace lamella::core
