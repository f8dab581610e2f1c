// SPDX-License-Identifier: GPL-3.0-or-later
// A trace of two models that alternate, each with its own kernels and its own number of layers.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

#include <vector>

namespace lamella::core {

// A draft model of several layers that runs several times after each pass of its target, all of one number of layers each. Their
// kernels may be the same.
struct DraftModel {
    int target = 0; // layers of the target; 0 = no such draft
    int draft = 0;
    std::vector<char> drafts; // by pass: of the draft model
};
[[nodiscard]] DraftModel draftModel(const std::vector<PassLayout> &layouts, int modelLayers);

// Layers that a whole pass of each layout's model has: modelLayers, or those of the other model. All are modelLayers unless two
// passes at least, none of them at an end of the capture, have the same other number, and their kernels distinguish them from the
// rest. One or two layers fewer or more may be lost events: then the other model has to have layers of another kind.
[[nodiscard]] std::vector<int> layersOfModels(
    const MainSequence &sequence, const std::vector<PassLayout> &layouts, int modelLayers);

// Whether the layers of the first pass are of another kind than all of the second one: a vision tower before its language model.
[[nodiscard]] bool firstIsOther(const MainSequence &sequence, const std::vector<PassLayout> &layouts);

// Passes with two block kinds in succession: the layers of a decoder continue the numbers of those of its encoder, in passes of
// the decoder alone too.
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
