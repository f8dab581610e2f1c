// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/StructureProgram.h"

#include <charconv>
#include <span>
#include <utility>

namespace lamella::test {

namespace {

using core::kHeadLayer;
using core::kTailLayer;

int parsed(std::string_view text)
{
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// One of the values, or a number of the range.
std::string chosen(std::string_view values, Random &random)
{
    const std::vector<std::string_view> all = split(values, '|');
    const std::string_view value = all.at(static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(all.size()) - 1)));
    const std::size_t dash = value.find('-');
    const bool range = dash != std::string_view::npos && value.find_first_not_of("0123456789-") == std::string_view::npos;
    if (!range)
        return std::string(value);
    return std::to_string(random.between(parsed(value.substr(0, dash)), parsed(value.substr(dash + 1))));
}

// As for StructureProgram::play(), by the letter of the property.
constexpr std::pair<char, std::string_view> kMixers[] = {
    {'a', "qkv:14 QkNorm:2 Rope:2 KvStore:2 Attention:18"},
    {'s', "qkv:14 QkNorm:2 Rope:2 KvStore:2 SlidingAttention:18"},
    {'l', "in_proj:14 LinearPrepare:2 LinearConv:4 LinearScan:9 LinearNorm:3 out_proj:10"},
    {'k', "in_proj:14 LinearConv:4 KdaScan:9 LinearNorm:3 out_proj:10"},
    {'M', "mamba_in:16 MambaConv:4 MambaScan:10 LinearNorm:3 mamba_out:10"},
    {'m', "qkv_a:10 LatentNorm:3 q_b:8 LatentBmm:4 Rope:2 LatentStore:2 LatentAttention:20 LatentBmm:4 o_proj:9"},
    {'w', "qkv_a:10 LatentNorm:3 q_b:8 LatentStore:2 AttentionSwa:12 LatentBmm:4 o_proj:9"},
    {'c', "qkv_a:10 LatentNorm:3 q_b:8 LatentStore:2 AttentionCsa:12 LatentBmm:4 o_proj:9"},
    {'h', "qkv_a:10 LatentNorm:3 q_b:8 LatentStore:2 AttentionHca:12 LatentBmm:4 o_proj:9"},
};
constexpr std::pair<char, std::string_view> kFeedForwards[] = {
    {'d', "gate_up:26 Activation:3 down:18"},
    {'r', "gate_up:26 SquaredActivation:3 down:18"},
    {'e', "router:4 Router:4 ExpertGemm:30 ExpertActivation:3 ExpertGemmDown:22 ExpertSum:3"},
    {'p',
        "router:4 Router:4 Dispatch:12 shared_up:8 Activation:2 shared_down:6 ExpertGemm:30 ExpertActivation:3 ExpertGemmDown:22 "
        "ExpertSum:3 Combine:12 SharedAdd:2"},
};
constexpr std::string_view kBackwardLayer =
    "down_dgrad:40 down_wgrad:40 ActivationBackward:5 gate_up_dgrad:60 gate_up_wgrad:60 NormBackward:6 GradientAdd:3 "
    "o_dgrad:20 o_wgrad:20 AttentionBackward:80 RopeBackward:4 qkv_dgrad:30 qkv_wgrad:30 NormBackward:6 GradientAdd:3";

std::string replaced(std::string_view text, std::string_view part, std::string_view by)
{
    std::string result(text);
    if (const std::size_t at = result.find(part); at != std::string::npos)
        result.replace(at, part.size(), by);
    return result;
}

std::string_view ofLetter(std::span<const std::pair<char, std::string_view>> kinds, char letter)
{
    return std::find_if(kinds.begin(), kinds.end(), [letter](const auto &kind) { return kind.first == letter; })->second;
}

} // namespace

Properties::Properties(std::string_view defaults, std::string_view family, std::uint64_t seed)
{
    Random random(seed);
    const auto texts = [](std::string_view list) {
        std::map<std::string, std::string_view, std::less<>> found;
        for (const std::string_view word : split(list, ' '))
            found[std::string(word.substr(0, word.find('=')))] = word.substr(word.find('=') + 1);
        return found;
    };
    const auto own = texts(family);
    // Chances of properties that only the family has are taken last: they change nothing of other families.
    for (const auto &[key, values] : texts(defaults)) {
        const auto given = own.find(key);
        m_values[key] = chosen(given == own.end() ? values : given->second, random);
    }
    for (const auto &[key, values] : own)
        if (!m_values.contains(key))
            m_values[key] = chosen(values, random);
}

const std::string &Properties::word(std::string_view key) const
{
    static const std::string none = "0"; // of properties that only some families have
    const auto found = m_values.find(key);
    return found == m_values.end() ? none : found->second;
}

int Properties::number(std::string_view key) const
{
    return parsed(word(key));
}

StructureProgram::StructureProgram(const Properties &properties, std::uint64_t seed)
    : m_properties(properties)
    , m_random(Random::hashed(seed, "program"))
    , m_seed(seed)
    , m_dialect(properties.word("engine"), seed)
    , m_layers(properties.number("layers"))
    , m_encoder(properties.number("encoder"))
{
    m_layers += m_encoder;
    const std::string &mixers = properties.word("mixer");
    const std::string &ffns = properties.word("ffn");
    const int dense = properties.number("dense");
    for (int l = 0; l < m_layers; ++l) {
        const auto n = static_cast<std::size_t>(l);
        m_mixers += l < m_encoder ? 'a' : l < properties.number("leading") ? 'w' : mixers[n % mixers.size()];
        m_ffns += l < dense ? 'd' : ffns[n % ffns.size()];
    }
    m_reduceFused = properties.on("tp") && properties.is("reduce", "fused") && m_dialect.has("ReduceAddNorm");
}

// The same kernel of the same site takes about the same time everywhere.
std::int64_t StructureProgram::duration(std::string_view name, std::int64_t us)
{
    const auto base = static_cast<std::int64_t>(Random::hashed(m_seed, name) % 100) + 50; // 50 to 149 %
    const std::int64_t scale = m_shape.prefillLike() ? 4 : 1;
    return std::max<std::int64_t>(600, m_random.around(us * 10 * base * scale, 6));
}

// "Role:us" or, in lower case, the product of "site:us"; several, with blanks between them.
void StructureProgram::play(std::string_view steps, bool side)
{
    for (const std::string_view step : split(steps, ' ')) {
        const std::string_view name = step.substr(0, step.find(':'));
        const int us = parsed(step.substr(name.size() + 1));
        if (name.front() >= 'a') {
            gemm(name, us);
            continue;
        }
        for (const std::string_view kernel : m_dialect.names(name, m_shape))
            m_pass.push_back({kernel, duration(kernel, us), m_layer, side});
    }
}

void StructureProgram::gemm(std::string_view site, std::int64_t us)
{
    if (m_properties.on("lora") && site != "lm_head")
        play("LoraShrink:3 LoraExpand:3");
    if (m_properties.on("fp8") && site != "lm_head")
        play("Quantize:2");
    for (const std::string_view name : m_dialect.gemm(site, m_shape))
        m_pass.push_back({name, duration(site, us), m_layer, false});
}

void StructureProgram::norm(bool first, bool residual)
{
    play(first || !m_dialect.has("AddNorm") ? "FirstNorm:3" : m_reduceFused && residual ? "ReduceAddNorm:8" : "AddNorm:3");
}

void StructureProgram::reduce()
{
    if (m_properties.on("tp") && !m_reduceFused)
        play("AllReduce:12", m_properties.is("reduce", "side"));
}

void StructureProgram::attention(char mixer)
{
    std::string steps(ofLetter(kMixers, mixer));
    if (m_properties.is("norm", "bert")) // which has neither rotary positions nor a cache
        steps = replaced(steps, "QkNorm:2 Rope:2 KvStore:2 ", "");
    else if (m_quirk == "RopeAndStore")
        steps = replaced(steps, "Rope:2 KvStore:2", "RopeAndStore:3");
    play(steps);
    if (mixer != 'a' && mixer != 's')
        return;
    if (m_shape.stage == core::Stage::Mixed && m_properties.on("merges"))
        play("AttentionMerge:3");
    play("o_proj:9");
}

void StructureProgram::feedForward(char kind, int layer)
{
    const std::string_view steps = ofLetter(kFeedForwards, kind);
    play(layer < m_properties.number("hash") ? replaced(steps, "Router:4", "HashRouter:4") : std::string(steps));
    if (kind != 'e' && kind != 'p' && m_properties.on("odd") && layer == m_layers / 2) // one layer has a kernel of its own
        play("Odd:3");
}

// Kinds of norm: before each half (pre), behind each half (post: OLMo 2; closing: BERT, with the addition), on both sides.
void StructureProgram::layer(int number, char mixer, char ffn, bool cross)
{
    m_layer = number;
    const std::string &norms = m_properties.word("norm");
    const bool before = norms == "pre" || norms == "sandwich";
    const bool first = number == 0 && !m_properties.is("pipeline", "silent"); // a stage takes the sum of the one before
    if (const int fused = m_properties.number("fused"); fused > 0) {
        for (int part = 0; part < fused; ++part)
            play("FusedLayer" + std::to_string(part) + ":30");
        return;
    }
    if (m_properties.on("hyper")) {
        for (const bool second : {false, true}) {
            play("HyperBegin:3 FirstNorm:3");
            if (second)
                feedForward(ffn, number);
            else
                attention(mixer);
            reduce();
            play("HyperEnd:3");
        }
        return;
    }
    m_quirk = !m_properties.on("quirk") || m_random.between(1, 100) > m_properties.number("quirk") ? ""
        : m_random.chance(50)                                                                      ? "FusedInputNorm"
                                                                                                   : "RopeAndStore";
    if (norms == "parallel") { // one norm for attention and feed-forward work, and one addition of both
        play("FirstNorm:3");
        attention(mixer);
        feedForward(ffn, number);
        play("Add:2");
        reduce();
        return;
    }
    const auto close = [&] {
        if (norms == "pre" && !m_dialect.has("AddNorm"))
            play("ResidualAdd:2");
        if (norms == "post" || norms == "sandwich")
            norm(true, false);
        if (norms == "post")
            play("Add:2");
        if (norms == "closing" || norms == "bert")
            norm(false, true);
    };
    if (mixer != 'n') {
        if (before && m_quirk == "FusedInputNorm" && !first)
            play("FusedInputNorm:4");
        else if (before)
            norm(first, !first);
        attention(mixer);
        reduce();
        close();
    }
    if (cross) {
        norm(false, true);
        play("q:6 Attention:14 o_proj:8");
    }
    if (ffn == 'n')
        return;
    if (before)
        norm(false, true);
    feedForward(ffn, number);
    reduce();
    close();
}

void StructureProgram::head(bool embeds)
{
    m_layer = kHeadLayer;
    if (m_properties.is("pipeline", "silent"))
        return;
    if (m_properties.on("copies"))
        play("Prepare:2");
    if (m_properties.is("pipeline", "middle") || m_properties.is("pipeline", "last"))
        play("PeerToPeer:40");
    else if (embeds)
        play("Embedding:3");
    if (m_properties.on("scale"))
        play("EmbeddingScale:2");
    if (m_properties.on("hyper"))
        play("HyperExpand:3");
    if (m_properties.is("norm", "bert"))
        norm(true, false);
}

void StructureProgram::tail(bool projects, bool samples)
{
    m_layer = kTailLayer;
    if (m_properties.is("pipeline", "silent"))
        return;
    if (m_properties.is("norm", "bert")) { // nothing but a pooler: the last layer has closed with its norm
        if (projects)
            play("pooler:8 Tanh:2");
        return;
    }
    if (m_properties.is("pipeline", "middle") || m_properties.is("pipeline", "first")) {
        play("PeerToPeer:12");
        return;
    }
    if (m_properties.on("hyper"))
        play("HyperHead:3");
    norm(m_properties.is("norm", "post") || m_properties.is("norm", "closing") || m_properties.on("hyper"), true);
    if (projects)
        play("LastToken:2 lm_head:60 Logits:3");
    if (samples)
        play("Sampling:5");
}

PlannedPass StructureProgram::forward(const StepShape &shape, bool encodes)
{
    m_shape = shape;
    head(m_properties.on("embeds"));
    for (int l = encodes ? 0 : m_encoder; l < m_layers; ++l) {
        if (m_encoder > 0 && l == m_encoder) {
            m_layer = encodes ? m_encoder - 1 : kHeadLayer;
            if (encodes)
                norm(true, false); // closes the encoder
            m_layer = encodes ? l : kHeadLayer;
            if (encodes || !m_properties.on("embeds"))
                play("Embedding:3");
        }
        // A block that several layers share runs before them: one attention block between Mamba layers (Zamba).
        const auto n = static_cast<std::size_t>(l);
        const int every = m_properties.number("shared");
        if (every > 0 && l % every == every - 1) {
            m_layer = l;
            play("Concat:3");
            norm(true, false);
            attention('a');
            norm(true, false);
            feedForward('d', l);
            play("shared_out:9");
        }
        layer(l, m_mixers[n], m_ffns[n], m_encoder > 0 && l >= m_encoder);
    }
    tail(m_properties.on("projects"), m_properties.on("samples"));
    return std::exchange(m_pass, {});
}

PlannedPass StructureProgram::draft(const StepShape &shape)
{
    m_shape = shape;
    m_layer = kHeadLayer;
    if (!m_properties.on("mtp"))
        play("Embedding:3");
    play(m_dialect.has("DraftInput") ? "DraftInput:2" : "FirstNorm:2 Concat:2 draft_in:8");
    for (int l = 0; l < draftLayers(); ++l)
        layer(l, m_mixers.back(), m_ffns.back(), false);
    m_layer = kTailLayer;
    norm(false, true);
    if (m_properties.is("draft", "head"))
        play("lm_head:60 Logits:3");
    if (!m_properties.is("draft", "silent"))
        play("ArgMax:5");
    return std::exchange(m_pass, {});
}

PlannedPass StructureProgram::tower(const StepShape &shape, int layers)
{
    m_shape = shape;
    m_layer = kHeadLayer;
    play(m_properties.is("towers", "vision") ? "Prepare:3 patch_embed:12" : "Embedding:3 patch_embed:12");
    for (int l = 0; l < layers; ++l)
        play("FirstNorm:3 vision_qkv:12 Attention:16 vision_o:9 Add:2 FirstNorm:3 vision_up:20 Gelu:3 vision_down:16 Add:2");
    play("FirstNorm:3");
    for (PlannedKernel &kernel : m_pass)
        kernel.layer = -100; // kAnyLayer
    return std::exchange(m_pass, {});
}

PlannedPass StructureProgram::training(core::Stage stage, int firstLayer, int layers, bool whole)
{
    const bool backward = stage == core::Stage::Backward;
    const bool adds = m_dialect.has("AddNorm");
    const std::string norm = adds ? "AddNorm:4 " : "FirstNorm:4 ";
    const std::string sum = adds ? " " : " ResidualAdd:3 ";
    const std::string forward = "qkv:30 Rope:3 Attention:40 o_proj:20" + sum + norm + "gate_up:60 Activation:4 down:40" + sum;
    m_shape = {stage, 4096};
    m_layer = kHeadLayer;
    if (whole)
        play(backward ? "LossBackward:5 lm_head_dgrad:90 lm_head_wgrad:90 NormBackward:6" : "Prepare:3 Embedding:5");
    else
        play("SendRecv:40");
    for (int l = 0; l < layers; ++l) {
        m_layer = firstLayer + (backward ? layers - 1 - l : l);
        play(backward ? std::string(kBackwardLayer) : (m_layer > 0 ? norm : "FirstNorm:4 ") + forward);
        if (!m_properties.is("shard", "none"))
            play(backward ? "ReduceScatter:60" : "AllGather:60", true);
        if (backward && m_properties.is("shard", "accumulate"))
            play("GradientBucket:3");
    }
    m_layer = kTailLayer;
    if (whole)
        play(backward ? "EmbeddingBackward:10" : norm + "lm_head:90 Loss:8");
    else
        play("SendRecv:12");
    return std::exchange(m_pass, {});
}

PlannedPass StructureProgram::optimizer()
{
    m_shape = {core::Stage::Optimizer, 1};
    m_layer = kHeadLayer;
    play("GradientNorm:10");
    for (int chunk = 0; chunk < std::max(1, m_layers / 4); ++chunk)
        play("Optimizer:20");
    return std::exchange(m_pass, {});
}

PlannedPass StructureProgram::unlayered()
{
    m_shape = {core::Stage::Unknown, 64};
    m_layer = core::kNoLayer;
    const std::string &kind = m_properties.word("unlayered");
    if (m_properties.on("copies"))
        play("HostToDevice:4");
    const auto hashed = [this](std::string_view label, int n) {
        return Random::hashed(m_seed, label, static_cast<std::uint64_t>(n));
    };
    if (kind == "whole") {
        play("WholeStep:900 ArgMax:6 DeviceToHost:3");
    } else if (kind == "convolutions") {
        for (int block = 0; block < m_layers; ++block) {
            const int stage = 4 * block / m_layers;
            for (int n = 0; n < 2 + (stage + block) % 2; ++n)
                play("Convolution" + std::to_string(hashed("conv", stage * 3 + n) % 6) + ":" + std::to_string(30 + 10 * stage)
                    + " BatchNorm:5 Relu:3");
            play("Add:3");
        }
        play("Sgemm:10");
    } else { // a few products of different size, and what a GAN adds to them
        for (int n = 0; n < 3 + m_layers % 3; ++n)
            play((hashed("mlp", n) % 2 == 0 ? "Sgemm:" : "SgemmWide:") + std::to_string(8 + 6 * n) + " Add:2"
                + (n % 2 == 0 ? " Relu:2" : ""));
        play("Sigmoid:2");
    }
    return std::exchange(m_pass, {});
}

} // namespace lamella::test
