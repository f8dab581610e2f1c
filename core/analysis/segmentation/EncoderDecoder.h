// SPDX-License-Identifier: GPL-3.0-or-later
// Passes with two block kinds in succession: the layers of a decoder continue the numbers of those of its encoder, in passes of
// the decoder alone too.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

#include <vector>

namespace lamella::core {

struct EncoderDecoder {
    int encoder = 0; // layers; 0 = the trace has no such passes
    int decoder = 0;
    std::vector<char> decoderOnly; // by layout
    std::vector<int> ofEncoder; // by layout: its layers that belong to the encoder
    bool wholeEncoder = false; // a pass shows the begin of one
    [[nodiscard]] bool found() const { return encoder > 0 && decoder > 0; }
    [[nodiscard]] int first(std::size_t layout) const { return found() && decoderOnly[layout] != 0 ? encoder : 0; }
    [[nodiscard]] int expected(std::size_t layout) const { return decoderOnly[layout] != 0 ? decoder : encoder + decoder; }
};

// frontCut: the capture cut the first pass at its front. configured: layers of the encoder by the config, 0 = unknown; they are
// used if every encoder is cut off.
[[nodiscard]] EncoderDecoder encoderDecoder(
    const MainSequence &sequence, const std::vector<PassLayout> &layouts, bool frontCut, int configured);

} // namespace lamella::core
