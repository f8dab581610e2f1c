// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/ScopePath.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/CallCatalogue.h"

#include <map>

namespace lamella::core {

namespace {

constexpr int kUnknown = ScopeLayers::kUnknown;

// What stands before the number, where most operations have it; and the number of each operation.
ScopeLayers numberedOps(const TraceDocument &document, const MainSequence &sequence)
{
    struct Said {
        std::uint32_t prefix = 0; // row of counts
        int number = kUnknown;
    };
    std::map<std::string, std::uint32_t, std::less<>> rows;
    std::vector<Said> said(document.operations.size());
    for (std::size_t o = 0; o < said.size(); ++o) {
        for (const std::string &part : scopeParts(document.text(document.operations[o].scope))) {
            std::string_view prefix;
            if (int number = 0; splitLayerName(part, prefix, number)) {
                said[o] = {rows.try_emplace(std::string(prefix), static_cast<std::uint32_t>(rows.size())).first->second, number};
                break; // the outermost: blocks inside of layers have numbers too
            }
        }
    }
    std::vector<Said> of(sequence.size());
    std::vector<std::uint32_t> counts(rows.size(), 0);
    OperationOfKernel operationOf(document);
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const auto operation = operationOf(sequence.kernel[i]);
        if (!operation || said[*operation].number == kUnknown)
            continue;
        of[i] = said[*operation];
        ++counts[of[i].prefix];
    }
    ScopeLayers found;
    std::uint32_t most = 0;
    std::uint32_t chosen = 0;
    for (const auto &[prefix, row] : rows) { // of equally frequent ones the first by name
        if (counts[row] > most) {
            most = counts[row];
            chosen = row;
            found.label = prefix;
        }
    }
    found.layer.assign(of.size(), kUnknown);
    for (std::size_t i = 0; i < of.size(); ++i)
        if (of[i].number != kUnknown && of[i].prefix == chosen)
            found.layer[i] = of[i].number;
    return found;
}

// The compiler moves single operations ahead; one between two of another layer does not open its own.
void dropStrays(std::vector<int> &layer)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < layer.size(); ++i)
        if (layer[i] != kUnknown)
            places.push_back(i);
    for (std::size_t p = 1; p + 1 < places.size(); ++p) {
        const int before = layer[places[p - 1]];
        if (layer[places[p]] != before && before == layer[places[p + 1]])
            layer[places[p]] = before;
    }
}

} // namespace

ScopeLayers scopeLayers(const TraceDocument &document, const MainSequence &sequence)
{
    ScopeLayers found = numberedOps(document, sequence);
    dropStrays(found.layer);
    return found;
}

} // namespace lamella::core
