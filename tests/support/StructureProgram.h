// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of passes of a random model, in launch order and without times: roles (norm, projection, attention) in the order of
// the architecture, named by an engine's vocabulary.
#pragma once

#include "tests/support/StructureRandom.h"
#include "tests/support/StructureVocabulary.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::test {

// Properties of one trace: "key=value" words with the chances taken.
class Properties {
public:
    Properties(std::string_view defaults, std::string_view family, std::uint64_t seed);
    [[nodiscard]] const std::string &word(std::string_view key) const;
    [[nodiscard]] int number(std::string_view key) const;
    [[nodiscard]] bool is(std::string_view key, std::string_view value) const { return word(key) == value; }
    [[nodiscard]] bool on(std::string_view key) const { return number(key) != 0; }

private:
    std::map<std::string, std::string, std::less<>> m_values;
};

struct PlannedKernel {
    std::string_view name;
    std::int64_t ns = 0;
    int layer = 0;
    bool side = false; // on the stream of collectives
};
using PlannedPass = std::vector<PlannedKernel>;

class StructureProgram {
public:
    StructureProgram(const Properties &properties, std::uint64_t seed);

    [[nodiscard]] int layers() const { return m_layers; } // of a pass, encoder and decoder together
    [[nodiscard]] int encoderLayers() const { return m_encoder; }
    [[nodiscard]] int draftLayers() const { return std::max(1, m_properties.number("draftlayers")); }
    // Of an encoder-decoder: the encoder runs in the passes where `encodes`.
    [[nodiscard]] PlannedPass forward(const StepShape &shape, bool encodes);
    // Passes of a draft model, each on its own.
    [[nodiscard]] PlannedPass draft(const StepShape &shape);
    // Blocks of another kind before the layers, each kernel kAnyLayer: a vision tower, a text encoder.
    [[nodiscard]] PlannedPass tower(const StepShape &shape, int layers);
    // Forward or backward; whole: with the ends of the model, else those of a pipeline's stage.
    [[nodiscard]] PlannedPass training(core::Stage stage, int firstLayer, int layers, bool whole);
    [[nodiscard]] PlannedPass optimizer();
    // Networks without layers of one kind: convolutions whose shapes change, a few products, one kernel for the whole step.
    [[nodiscard]] PlannedPass unlayered();

private:
    void play(std::string_view steps, bool side = false);
    void gemm(std::string_view site, std::int64_t us);
    void norm(bool first, bool residual);
    void reduce();
    void attention(char mixer);
    void feedForward(char kind, int layer);
    void layer(int number, char mixer, char ffn, bool cross);
    void head(bool embeds);
    void tail(bool projects, bool samples);
    [[nodiscard]] std::int64_t duration(std::string_view name, std::int64_t us);

    const Properties &m_properties;
    Random m_random;
    std::uint64_t m_seed;
    Dialect m_dialect;
    StepShape m_shape;
    PlannedPass m_pass;
    int m_layers = 0;
    int m_encoder = 0;
    int m_layer = 0;
    std::string m_mixers; // a letter per layer
    std::string m_ffns;
    bool m_reduceFused = false;
    std::string_view m_quirk; // role that the layer has in place of its usual kernels; empty: none
};

} // namespace lamella::test
