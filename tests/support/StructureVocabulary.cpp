// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/StructureVocabulary.h"

#include "tests/support/StructureRandom.h"

#include <QFile>

#include <algorithm>
#include <map>
#include <string>

namespace lamella::test {

namespace {

// The places choose among alternatives: a new one stands at the end.
constexpr std::string_view kRoles =
    "Prepare Embedding FirstNorm AddNorm ReduceAddNorm FusedInputNorm QkNorm Rope KvStore RopeAndStore Attention AllReduce "
    "Activation Router ExpertGemm ExpertActivation ExpertGemmDown ExpertSum Dispatch Combine SharedAdd Quantize LatentNorm "
    "LatentBmm LatentStore LatentAttention HyperBegin HyperEnd HyperExpand HyperHead AttentionCsa AttentionHca "
    "AttentionSwa HashRouter DraftInput LastToken Logits Sampling Gemm ResidualAdd Loss LossBackward NormBackward "
    "RopeBackward AttentionBackward ActivationBackward GradientAdd EmbeddingBackward GradientBucket AllGather "
    "ReduceScatter GradientNorm Optimizer LinearPrepare LinearConv LinearScan KdaScan LinearNorm MambaConv MambaScan "
    "SquaredActivation SlidingAttention AttentionMerge EmbeddingScale PeerToPeer Add ArgMax Concat SendRecv DeviceToHost "
    "HostToDevice Convolution0 Convolution1 Convolution2 Convolution3 Convolution4 Convolution5 BatchNorm Relu Sgemm Tanh "
    "FusedLayer0 FusedLayer1 FusedLayer2 WholeStep Gelu Sigmoid SgemmWide Odd LoraShrink LoraExpand";

std::size_t numberOf(std::string_view role)
{
    static const std::vector<std::string_view> roles = split(kRoles, ' ');
    const auto found = std::find(roles.begin(), roles.end(), role);
    if (found == roles.end())
        qFatal("engines.tsv: no role %s", std::string(role).c_str());
    return static_cast<std::size_t>(found - roles.begin());
}

using Engines = std::map<std::string_view, std::vector<VocabularyEntry>>;

// engine,engine (* for all)<tab>role<tab>always|decode|prefill<tab>name<tab>name…; a line that begins with # is a remark.
Engines readEngines(std::string_view text)
{
    Engines engines;
    for (const std::string_view line : split(text, '\n')) {
        if (line.empty() || line.starts_with('#'))
            continue;
        const std::vector<std::string_view> cells = split(line, '\t');
        const std::size_t role = numberOf(cells.at(1));
        for (const std::string_view engine : split(cells.front(), ','))
            engines[engine].push_back({role, cells.at(2).front(), {cells.begin() + 3, cells.end()}});
    }
    for (auto &[name, entries] : engines)
        if (name != "*")
            entries.insert(entries.end(), engines["*"].begin(), engines["*"].end());
    return engines;
}

const Engines &engines()
{
    static const std::string text = [] {
        QFile file(QStringLiteral(LAMELLA_TEST_DATA "/engines.tsv"));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", qPrintable(file.fileName()));
        return file.readAll().toStdString();
    }();
    static const Engines all = readEngines(text);
    return all;
}

// Batches of like size run the same GEMM tiles.
std::uint64_t sizeClass(const StepShape &shape)
{
    std::uint64_t result = 0;
    for (int tokens = shape.tokens; tokens > 4; tokens /= 4)
        ++result;
    return result;
}

} // namespace

std::vector<std::string_view> split(std::string_view text, char by)
{
    std::vector<std::string_view> found;
    while (!text.empty()) {
        const std::size_t at = text.find(by);
        if (const std::string_view part = text.substr(0, at); !part.empty())
            found.push_back(part);
        text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    }
    return found;
}

Dialect::Dialect(std::string_view engine, std::uint64_t seed)
    : m_seed(seed)
{
    const auto found = engines().find(engine);
    if (found == engines().end())
        qFatal("engines.tsv: no engine %s", std::string(engine).c_str());
    m_entries = &found->second;
}

std::vector<const Names *> Dialect::alternatives(std::size_t role, char when) const
{
    std::vector<const Names *> found;
    for (const VocabularyEntry &entry : *m_entries)
        if (entry.role == role && entry.when == when)
            found.push_back(&entry.names);
    return found.empty() && when != 'a' ? alternatives(role, 'a') : found;
}

Names Dialect::names(std::string_view name, const StepShape &shape) const
{
    const std::size_t role = numberOf(name);
    const auto chosen = [&](char when) -> Names {
        const std::vector<const Names *> list = alternatives(role, when);
        return list.empty() ? Names{} : *list[Random::hashed(m_seed, "role", role) % list.size()];
    };
    Names result = chosen(shape.prefillLike() ? 'p' : 'd');
    // A mixed step runs the attention of both kinds one after the other.
    const bool attention = name == "Attention" || name == "LatentAttention";
    if (shape.stage == core::Stage::Mixed && attention && chosen('d') != result) {
        const Names decode = chosen('d');
        result.insert(result.end(), decode.begin(), decode.end());
    }
    return result;
}

Names Dialect::gemm(std::string_view site, const StepShape &shape) const
{
    const std::size_t role = numberOf("Gemm");
    const std::vector<const Names *> pool = alternatives(role, shape.prefillLike() ? 'p' : 'd');
    return *pool[Random::hashed(m_seed, site, sizeClass(shape)) % pool.size()];
}

bool Dialect::has(std::string_view name) const
{
    return std::ranges::find(*m_entries, numberOf(name), &VocabularyEntry::role) != m_entries->end();
}

} // namespace lamella::test
