// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/OtherModel.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

// Layer that an embedding opens inside the pass: the first one of the decoder; 0 where there is none, or several. Layers of a
// decoder attend to themselves and to the encoder; those of a language model behind a vision tower do not.
int firstDecoderLayer(const MainSequence &sequence, const PassLayout &layout)
{
    int found = 0;
    for (std::size_t l = 1; l < layout.layers.size(); ++l) {
        const LayerLayout &layer = layout.layers[l];
        const Span before = layout.layers[l - 1].core; // annotated layers hold what runs up to the next one
        const std::uint32_t begin = before.size() > 0 && before.end < layer.span.begin ? before.end : layer.span.begin;
        const std::uint32_t end = layer.core.size() > 0 ? layer.core.begin : layer.span.end;
        if (!sequence.holds({begin, end}, kTokenEmbedding))
            continue;
        if (found > 0)
            return 0;
        found = static_cast<int>(l);
    }
    if (found == 0)
        return 0;
    const int behind = attentionBlocks(sequence, layout.layers[static_cast<std::size_t>(found)].span);
    const int before = attentionBlocks(sequence, layout.layers[static_cast<std::size_t>(found) - 1].span);
    return behind == 0 || behind > before ? found : 0; // 0: no rule names its attention
}

SymbolSpan middleLayer(const MainSequence &sequence, const PassLayout &layout, std::size_t begin, std::size_t end)
{
    return symbols(sequence, layout.layers[begin + (end - begin) / 2].span);
}

// Of equally frequent numbers the largest counts: the capture may have cut the others.
using Votes = std::map<int, int, std::greater<>>;

} // namespace

EncoderDecoder encoderDecoder(const MainSequence &sequence, const std::vector<PassLayout> &layouts, bool frontCut, int configured)
{
    EncoderDecoder parts;
    parts.decoderOnly.assign(layouts.size(), 0);
    Votes encoders;
    Votes cutEncoders; // of the first pass, whose front the capture cut
    Votes decoders;
    std::vector<int> &starts = parts.ofEncoder;
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        starts.push_back(firstDecoderLayer(sequence, layouts[p]));
        if (starts.back() == 0)
            continue;
        ++(p == 0 && frontCut ? cutEncoders : encoders)[starts.back()];
        ++decoders[static_cast<int>(layouts[p].layers.size()) - starts.back()];
    }
    parts.wholeEncoder = !encoders.empty();
    parts.encoder = mostFrequentKey(parts.wholeEncoder ? encoders : cutEncoders);
    parts.decoder = mostFrequentKey(decoders);
    if (!parts.found())
        return parts;
    const auto whole = static_cast<std::size_t>(std::find(starts.begin(), starts.end(), parts.encoder) - starts.begin());
    const auto split = static_cast<std::size_t>(parts.encoder);
    // A cut one has no more layers than a whole one, which may have lost some.
    parts.encoder = std::max({parts.encoder, starts.front(), parts.wholeEncoder ? 0 : configured});
    const SymbolSpan ofEncoder = middleLayer(sequence, layouts[whole], 0, split);
    const SymbolSpan ofDecoder = middleLayer(sequence, layouts[whole], split, layouts[whole].layers.size());
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        if (starts[p] > 0)
            continue;
        const SymbolSpan layer = middleLayer(sequence, layouts[p], 0, layouts[p].layers.size());
        parts.decoderOnly[p] = similarity(layer, ofDecoder) >= similarity(layer, ofEncoder) ? 1 : 0;
        if (parts.decoderOnly[p] != 0 && p > 0)
            ++decoders[static_cast<int>(layouts[p].layers.size())];
    }
    parts.decoder = mostFrequentKey(decoders);
    return parts;
}

} // namespace lamella::core
