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
    , m_rowBegin(sequence.names + 1, 0)
{
    // Two walks over the places: count the rows of each name, then write them one name after the other.
    constexpr std::uint32_t kNever = UINT32_MAX;
    const auto walk = [&](auto visit) {
        std::vector<std::uint32_t> last(sequence.names, kNever);
        for (std::uint32_t n = 0; n < size(); ++n) {
            const Span place = (*this)[n];
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                const std::uint32_t code = sequence.code[i];
                if (last[code] == n)
                    continue;
                visit(code, n, last[code] == kNever || last[code] + 1 < n);
                last[code] = n;
            }
        }
    };
    walk([&](std::uint32_t code, std::uint32_t, bool newRow) {
        ++m_held[code];
        m_rowBegin[code + 1] += newRow ? 1 : 0;
    });
    for (std::size_t c = 1; c < m_rowBegin.size(); ++c)
        m_rowBegin[c] += m_rowBegin[c - 1];
    m_rows.resize(m_rowBegin.back());
    std::vector<std::uint32_t> next(m_rowBegin.begin(), m_rowBegin.end() - 1);
    walk([&](std::uint32_t code, std::uint32_t n, bool newRow) {
        if (newRow)
            m_rows[next[code]++] = {n, n + 1};
        else
            m_rows[next[code] - 1].end = n + 1;
    });
}

double PlaceIndex::share(std::uint32_t position) const
{
    return static_cast<double>(m_held[m_sequence.code[position]]) / static_cast<double>(size());
}

std::uint32_t PlaceIndex::rowLength(std::uint32_t position, std::size_t place) const
{
    const std::uint32_t code = m_sequence.code[position];
    const auto begin = m_rows.begin() + m_rowBegin[code];
    const auto end = m_rows.begin() + m_rowBegin[code + 1];
    const auto row = std::upper_bound(begin, end, place, [](std::size_t n, const Row &r) { return n < r.begin; });
    return row != begin && place < (row - 1)->end ? (row - 1)->end - (row - 1)->begin : 0;
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
