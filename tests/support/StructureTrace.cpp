// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/StructureTrace.h"

#include "core/base/Typical.h"
#include "tests/support/StructureProgram.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lamella::test {

using core::kNoLayer;
using core::kNoPass;

namespace {

// engine: of StructureVocabulary.h; mixer, ffn: a letter per layer, repeated (a attention, s sliding window, m MLA, l linear
// attention, M Mamba, n none; d dense, e experts, n none); dense: first layers without experts; norm: pre, post, closing,
// sandwich; reduce: of tensor parallelism; pause: us between passes; gap: ns between kernels; prefill: percent of the passes;
// draft: none, head (with an lm_head), own (samples without one), silent (neither); pipeline: none, first, middle, last; shared:
// every n-th layer runs a shared attention block first; lost: per mille of the kernels; streams: one, beside (prefill on a second
// one), interleaved (two micro-batches); kind: inference, training, schedule (1F1B), chunks (interleaved 1F1B), unlayered.
// Of some families: norm=parallel (one for both halves: Falcon, Cohere), bert (closing, and one behind the embedding); fused:
// kernels of a layer that few hold; pipeline=silent: a stage whose transfers the capture does not hold; turns: the second model
// runs behind each pass of the first one, with half as many layers where half=1; draftlayers: of a draft model; mtp: a draft
// embeds nothing; doubled: every event is recorded twice; hyper: hyper-connections, two blocks a layer, whose mixers are w
// (sliding windows; so many first ones by leading), c and h (compressed); hash: first layers whose experts a hash chooses;
// chunked: prefill in chunks beside decoding requests, with two attention kernels a layer, merges: and one that merges both;
// quirk: percent of the layers whose first norm, or whose rotation, is fused into another kernel; fp8: products are quantized;
// scale: of the embedding. Mixer k: Kimi delta attention; ffn p: experts behind an exchange of all ranks, with shared ones; r:
// squared activation.
constexpr std::string_view kDefaults =
    "engine=vllm-nvidia|sglang-nvidia|trtllm-nvidia|vllm-amd|sglang-amd layers=10-48 encoder=0 passes=3-10 mixer=a ffn=d|e "
    "dense=0|0|1-3 norm=pre tp=0|1 reduce=main|fused|side copies=0|1 embeds=1 projects=1 samples=1 "
    "pause=0|30-400|400-3000 gap=300-1500 prefill=0-40 draft=none drafts=1-4 pipeline=none shared=0 lora=0 odd=0 towers=none "
    "tower=8-27 lost=0 streams=one opaque=0 kind=inference unlayered=none shard=none micro=2-6 models=1";

constexpr StructureFamily kFamilies[] = {
    {"dense", FamilyUse::Fitting, "ffn=d"},
    {"experts", FamilyUse::Fitting, "ffn=e"},
    {"draft with lm_head", FamilyUse::Fitting, "draft=head"},
    {"linear attention", FamilyUse::Fitting, "mixer=llla engine=vllm-nvidia|sglang-nvidia|vllm-amd layers=12-48"},
    {"lost events", FamilyUse::Fitting, "lost=5-15"},
    {"encoder-decoder", FamilyUse::Fitting, "encoder=4-24 ffn=d tp=0 prefill=0"},
    {"no names", FamilyUse::Fitting, "opaque=1"},
    {"pipeline rank", FamilyUse::Fitting, "pipeline=first|middle|last layers=4-24"},
    {"convolutions", FamilyUse::Fitting, "kind=unlayered unlayered=convolutions layers=8-30"},
    {"training", FamilyUse::Fitting,
        "kind=training engine=megatron-nvidia|pytorch-compiled|megatron-amd|pytorch-eager micro=1 passes=2-5"},
    {"single pass", FamilyUse::Fitting, "passes=1"},
    {"diffusion", FamilyUse::Fitting, "embeds=0 samples=0 norm=pre ffn=d tp=0 prefill=0 pause=0|30-200 passes=2-20"},
    {"draft, shared lm_head", FamilyUse::Testing, "draft=own|silent"},
    {"two-batch overlap", FamilyUse::Testing,
        "streams=interleaved prefill=0 reduce=side ffn=e mixer=a|m engine=sglang-nvidia|vllm-nvidia"},
    {"1F1B", FamilyUse::Testing,
        "kind=schedule engine=megatron-nvidia|pytorch-compiled|megatron-amd layers=3-12 micro=4-12 passes=1-3"},
    {"interleaved 1F1B", FamilyUse::Testing, "kind=chunks engine=megatron-nvidia|megatron-amd layers=4-12 micro=4-8 passes=1-3"},
    {"prefill beside decode", FamilyUse::Testing, "streams=beside prefill=0 passes=8-20"},
    {"shared attention", FamilyUse::Testing,
        "mixer=M ffn=n shared=5-7 layers=18-54 engine=vllm-nvidia|sglang-nvidia|vllm-amd tp=0"},
    {"norm behind", FamilyUse::Testing, "norm=post|closing ffn=d tp=0"},
    {"FSDP, accumulation", FamilyUse::Testing,
        "kind=training engine=pytorch-compiled|pytorch-eager shard=accumulate micro=2-4 passes=2-4"},
    {"whole-step kernel", FamilyUse::Testing, "kind=unlayered unlayered=whole passes=20-80"},
    {"Mamba and attention", FamilyUse::Testing, "mixer=MMMaMMMM ffn=d|de engine=vllm-nvidia|sglang-nvidia|vllm-amd"},
    {"single halves", FamilyUse::Testing, "mixer=MnMnMManMn ffn=nenennnene engine=vllm-nvidia|vllm-amd dense=0 layers=20-56"},
    {"llama.cpp", FamilyUse::Testing, "engine=llama.cpp tp=0"},
    {"multimodal", FamilyUse::Reliability, "towers=vision ffn=d|e"},
    {"text encoder and DiT", FamilyUse::Reliability,
        "towers=text embeds=0 samples=0 ffn=d tp=0 prefill=0 pause=0|30-200 passes=2-20"},
    {"two models", FamilyUse::Reliability, "models=2"},
    {"Ascend", FamilyUse::Reliability, "engine=ascend"},
    {"eager", FamilyUse::Reliability, "engine=eager tp=0 ffn=d"},
    {"XLA", FamilyUse::Reliability, "engine=xla ffn=d"},
    {"LoRA", FamilyUse::Reliability, "lora=1 ffn=d"},
    {"MLA", FamilyUse::Reliability,
        "mixer=m ffn=e dense=1-3 engine=vllm-nvidia|sglang-nvidia|trtllm-nvidia|sglang-amd draft=none|head|own"},
    {"sandwich norms", FamilyUse::Reliability, "norm=sandwich mixer=sssa|sa ffn=d|e"},
    {"no lm_head", FamilyUse::Reliability, "projects=0 samples=0"},
    {"nothing around layers", FamilyUse::Reliability, "embeds=0 projects=0 samples=0 copies=0"},
    {"an odd layer, lost events", FamilyUse::Reliability, "odd=1 lost=0|2-20"},
    {"small networks", FamilyUse::Reliability, "kind=unlayered unlayered=products passes=20-200 layers=3-9"},
    {"few layers", FamilyUse::Reliability, "layers=2-5 passes=4-30"},
    {"silent stage", FamilyUse::Testing, "pipeline=silent copies=0 layers=4-80 passes=2-12 pause=0|30-400"},
    {"models in turns", FamilyUse::Testing, "models=2 turns=1 passes=4-12"},
    {"models in turns, 2 to 1", FamilyUse::Reliability, "models=2 turns=1 half=1 layers=16-48 passes=4-12"},
    {"parallel halves", FamilyUse::Testing, "norm=parallel ffn=d reduce=main lost=0|1-5"},
    {"hybrids, lost events", FamilyUse::Testing,
        "mixer=MMMaMMMM|llla ffn=d|de engine=vllm-nvidia|sglang-nvidia|vllm-amd lost=1-5"},
    {"Mamba, lost events", FamilyUse::Testing, "mixer=M ffn=n|d dense=0 engine=vllm-nvidia|sglang-nvidia|vllm-amd tp=0 lost=1-5"},
    {"fused layers", FamilyUse::Testing, "fused=1|2|3"},
    {"BERT", FamilyUse::Testing, "norm=bert ffn=d tp=0 samples=0 prefill=100 engine=vllm-nvidia|sglang-nvidia|vllm-amd"},
    {"draft model", FamilyUse::Testing, "draft=head|own draftlayers=2-16 layers=24-64 drafts=2-5"},
    {"draft without embedding", FamilyUse::Testing, "draft=head mtp=1"},
    {"doubled events", FamilyUse::Testing, "doubled=1"},
    {"hyper-connections", FamilyUse::Testing,
        "hyper=1 mixer=ch leading=2 hash=3 fp8=0|1 ffn=e dense=0 engine=sglang-nvidia|vllm-nvidia layers=20-61 reduce=main"},
    {"chunked prefill", FamilyUse::Testing, "chunked=1 merges=0|1 prefill=40-60"},
    {"Kimi linear", FamilyUse::Testing, "mixer=kkkm ffn=e dense=1 layers=12-48 engine=vllm-nvidia|sglang-nvidia|vllm-amd"},
    {"exchanged experts", FamilyUse::Testing, "ffn=p engine=sglang-nvidia|vllm-nvidia"},
    {"Mamba and MLPs", FamilyUse::Testing,
        "mixer=MnMnMnManMnMn ffn=nrnrnrnnrnrnr dense=0 layers=26-56 engine=vllm-nvidia|sglang-nvidia|vllm-amd|trtllm-nvidia"},
    {"sliding windows", FamilyUse::Testing, "norm=sandwich mixer=sssa|sssssa|sa scale=1 ffn=d|e"},
    {"fused first norms", FamilyUse::Testing, "quirk=3-5 layers=16-48"},
    {"draft model, shared lm_head", FamilyUse::Testing, "draft=own|silent draftlayers=2-16 layers=24-64 drafts=2-5"},
    {"few layers, lost events", FamilyUse::Testing, "layers=4-12 passes=3-30 lost=2-15"},
    {"training, lost events", FamilyUse::Testing,
        "kind=training engine=megatron-nvidia|pytorch-compiled|megatron-amd|pytorch-eager micro=1 passes=2-5 lost=1-10"},
};

constexpr int kMainStream = 7;

class Timeline {
public:
    Timeline(const Properties &properties, std::uint64_t seed)
        : m_properties(properties)
        , m_random(Random::hashed(seed, "timeline"))
        , m_gap(properties.number("gap"))
    {
    }

    // The kernels one after the other from `start` on, or as soon as the stream is free; returns the end.
    std::int64_t place(const PlannedPass &kernels, int pass, int stream, std::int64_t start)
    {
        std::int64_t &clock = m_clock[stream];
        clock = std::max(clock, start);
        for (const PlannedKernel &kernel : kernels) {
            clock += m_random.around(m_gap, 30);
            m_rows.push_back({clock, kernel.ns, kernel.name, kernel.side ? stream + 20 : stream,
                kernel.layer == kAnyLayer ? kNoPass : pass, kernel.layer});
            clock += kernel.side ? 0 : kernel.ns;
        }
        return clock;
    }
    std::int64_t pause()
    {
        return 1000 * (m_properties.number("pause") == 0 ? 2 : m_random.around(m_properties.number("pause"), 40));
    }
    [[nodiscard]] std::int64_t clock(int stream) { return m_clock[stream]; }
    Random &random() { return m_random; }

    struct Row {
        std::int64_t start = 0;
        std::int64_t duration = 0;
        std::string_view name;
        int stream = 0;
        int pass = kNoPass;
        int layer = kNoLayer;
    };
    std::vector<Row> take()
    {
        const int lost = m_properties.number("lost");
        std::erase_if(m_rows, [&](const Row &) { return m_random.between(1, 1000) <= lost; });
        if (m_properties.on("doubled"))
            for (std::size_t r = 0, recorded = m_rows.size(); r < recorded; ++r)
                m_rows.push_back(Row(m_rows[r]));
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row &a, const Row &b) { return a.start < b.start; });
        return std::move(m_rows);
    }

private:
    const Properties &m_properties;
    Random m_random;
    std::int64_t m_gap;
    std::map<int, std::int64_t> m_clock;
    std::vector<Row> m_rows;
};

// inTurns: a model that runs behind each pass, or null.
void inference(const Properties &properties, StructureProgram &program, std::uint64_t seed, Timeline &timeline, int &number,
    StructureProgram *inTurns = nullptr)
{
    Random random(Random::hashed(seed, "run"));
    const int passes = properties.number("passes");
    const bool encoder = program.encoderLayers() > 0;
    const int batch = static_cast<int>(random.between(1, 64));
    for (int p = 0; p < passes; ++p) {
        const bool prefill =
            p == 0 ? random.chance(50) || !properties.is("towers", "none") : random.chance(properties.number("prefill"));
        const StepShape shape = prefill && properties.number("prefill") + p >= 0 && !encoder
            ? StepShape{properties.on("chunked") ? core::Stage::Mixed : core::Stage::Prefill, 2048}
            : StepShape{core::Stage::Decode, batch};
        const std::int64_t begin = timeline.clock(kMainStream) + timeline.pause();
        if (!properties.is("towers", "none") && (p == 0 || (prefill && properties.is("towers", "vision"))))
            timeline.place(program.tower(shape, properties.number("tower")), number, kMainStream, begin);
        const bool encodes = encoder && (p == 0 || random.chance(15));
        timeline.place(program.forward(shape, encodes), number, kMainStream, begin);
        if (properties.is("streams", "interleaved"))
            timeline.place(program.forward(shape, false), number, kMainStream + 1, begin + 60'000);
        ++number;
        if (inTurns != nullptr)
            timeline.place(inTurns->forward(shape, false), number++, kMainStream, timeline.clock(kMainStream) + timeline.pause());
        if (properties.is("draft", "none"))
            continue;
        const int drafts = properties.number("drafts");
        for (int d = 0; d < drafts; ++d)
            timeline.place(program.draft({core::Stage::Draft, batch}), number++, kMainStream, timeline.clock(kMainStream) + 4000);
    }
    for (std::int64_t at = timeline.clock(kMainStream) / 5;
         properties.is("streams", "beside") && at < timeline.clock(kMainStream);
         at = timeline.clock(kMainStream + 1) + timeline.clock(kMainStream) / 6)
        timeline.place(program.forward({core::Stage::Prefill, 2048}, false), number++, kMainStream + 1, at);
}

// Steps of forwards, backwards and an optimizer. A rank of a pipeline: forwards to warm up, one forward and one backward in turn,
// the backwards that are left. With chunks the rank holds two parts of the model, each a pass of its own.
void training(const Properties &properties, StructureProgram &program, Timeline &timeline, int &number)
{
    const bool ranks = !properties.is("kind", "training");
    const int chunks = properties.is("kind", "chunks") ? 2 : 1;
    const int layers = ranks ? std::max(2, program.layers() / chunks) : program.layers();
    const int all = properties.number("micro") * chunks;
    for (int step = 0; step < properties.number("passes"); ++step) {
        timeline.place({}, 0, kMainStream, timeline.clock(kMainStream) + timeline.pause());
        const auto place = [&](core::Stage stage, int chunk) {
            timeline.place(program.training(stage, chunk * layers, layers, !ranks), number++, kMainStream, 0);
        };
        const int warmUp = ranks ? std::min(all, static_cast<int>(timeline.random().between(1, 3)) * chunks) : 0;
        for (int n = 0; n < warmUp; ++n)
            place(core::Stage::Forward, n % chunks);
        for (int n = 0; n < all; ++n) {
            if (n + warmUp < all)
                place(core::Stage::Forward, (n + warmUp) % chunks);
            place(core::Stage::Backward, chunks - 1 - n % chunks);
        }
        timeline.place(program.optimizer(), number++, kMainStream, 0);
    }
}

using Rows = std::vector<Timeline::Row>;

void cutRows(Rows &rows, CaptureCut cut, int passes, Random &random)
{
    if (cut == CaptureCut::Whole || rows.empty())
        return;
    const auto within = [&](int pass, std::int64_t percent) { // the moment at which so much of the pass has started
        std::vector<std::int64_t> starts;
        for (const Timeline::Row &row : rows)
            if (row.pass == pass)
                starts.push_back(row.start);
        return starts.empty() ? std::int64_t{0} : starts[starts.size() * static_cast<std::size_t>(percent) / 100];
    };
    std::map<int, std::size_t> sizes;
    for (const Timeline::Row &row : rows)
        sizes[row.pass] += row.pass == kNoPass ? 0 : 1;
    const auto largest = core::mostFrequent(sizes);
    // A slice of a pass of a draft model would hold next to nothing.
    const int middle = 2 * sizes[passes / 2] >= largest->second ? passes / 2 : largest->first;
    const bool slice = cut == CaptureCut::Slice;
    const std::int64_t first = random.between(10, slice ? 35 : 60); // percent
    const std::int64_t last = random.between(slice ? 65 : 40, 90);
    const std::int64_t begin = within(slice ? middle : 0, first);
    const std::int64_t end = within(slice ? middle : passes - 1, passes > 1 ? last : std::max(last, first + 30));
    std::erase_if(rows, [&](const Timeline::Row &row) {
        return row.start < begin || row.start > end || (slice && row.pass != middle && row.layer != kAnyLayer);
    });
}

// Kernels of each layer of each pass.
std::map<std::pair<int, int>, std::size_t> layerSizes(const Rows &rows)
{
    std::map<std::pair<int, int>, std::size_t> sizes;
    for (const Timeline::Row &row : rows)
        sizes[{row.pass, row.layer}] += row.layer >= 0 ? 1 : 0;
    return sizes;
}

// Whether a pass that neither end of the capture can have cut runs both layers.
bool holdsWhole(const Rows &rows, int first, int last)
{
    Rows ofPasses = rows;
    std::erase_if(ofPasses, [](const Timeline::Row &row) { return row.pass == kNoPass; });
    std::map<int, std::set<int>> layers; // of each pass
    for (const Timeline::Row &row : ofPasses)
        layers[row.pass].insert(row.layer);
    if (!ofPasses.empty())
        for (const int cut : {ofPasses.front().pass, ofPasses.back().pass})
            layers.erase(cut);
    return std::ranges::any_of(
        layers, [&](const auto &pass) { return pass.second.contains(first) && pass.second.contains(last); });
}

void fill(StructureTrace &trace, const Rows &rows, bool opaque, std::uint64_t seed)
{
    trace.document = std::make_shared<core::TraceDocument>();
    core::TraceDocument &document = *trace.document;
    std::map<int, core::StreamId> streams;
    for (const Timeline::Row &row : rows)
        streams.emplace(row.stream, 0U);
    document.devices.push_back({0, {}});
    for (auto &[number, id] : streams) {
        id = core::StreamId(static_cast<std::uint32_t>(document.streams.size()));
        document.streams.push_back({core::DeviceId(0), number, {}});
    }
    core::KernelTable &kernels = document.kernels;
    document.bounds = {0, 0, 0, 0, rows.empty()};
    for (const Timeline::Row &row : rows) {
        kernels.event.push_back(core::EventId(kernels.size()));
        kernels.start.push_back(row.start);
        kernels.duration.push_back(row.duration);
        kernels.name.push_back(document.strings.intern(
            opaque ? "k_" + std::to_string(Random::hashed(seed, row.name) % 100'000) : std::string(row.name)));
        kernels.stream.push_back(streams.at(row.stream));
        kernels.kind.push_back(row.name.starts_with("Memcpy") && !opaque ? core::KernelKind::Memcpy : core::KernelKind::Kernel);
        kernels.shape.push_back({});
        kernels.correlation.push_back(0);
        kernels.launch.emplace_back();
        document.bounds.exactEnd = std::max(document.bounds.exactEnd, row.start + row.duration);
        trace.pass.push_back(row.pass);
        trace.layer.push_back(row.layer);
    }
    document.bounds.perfettoEnd = document.bounds.exactEnd;
    document.source.path = "structure.json";
}

// The found pass that shares most kernels with each true one; each serves one.
std::map<int, int> matchedPasses(const StructureTrace &trace, const core::Segmentation &found)
{
    std::map<std::pair<int, int>, int> shared; // kernels of (true, found) pass
    for (std::size_t k = 0; k < trace.pass.size(); ++k)
        if (trace.pass[k] != kNoPass && found.passOf[k] != kNoPass)
            ++shared[{trace.pass[k], found.passOf[k]}];
    std::set<std::pair<int, std::pair<int, int>>> mostFirst; // by their number, below 0
    for (const auto &[pair, count] : shared)
        mostFirst.emplace(-count, pair);
    std::map<int, int> matched;
    std::set<int> used;
    for (const auto &[count, pair] : mostFirst)
        if (!matched.contains(pair.first) && used.insert(pair.second).second)
            matched[pair.first] = pair.second;
    return matched;
}

// What has to be added to the found layer numbers of each true pass; 0 where the numbers can be known.
std::map<int, int> offsets(const StructureTrace &trace, const core::Segmentation &found, bool known)
{
    std::map<int, std::map<int, std::uint32_t>> votes;
    for (std::size_t k = 0; k < trace.pass.size(); ++k)
        if (!known && trace.layer[k] >= 0 && found.layerOf[k] >= 0)
            ++votes[trace.pass[k]][trace.layer[k] - found.layerOf[k]];
    std::map<int, int> best;
    for (const auto &[pass, counts] : votes)
        best[pass] = core::mostFrequentKey(counts);
    return best;
}

} // namespace

std::span<const StructureFamily> structureFamilies()
{
    return kFamilies;
}

std::string_view familyUseName(FamilyUse use)
{
    return use == FamilyUse::Fitting ? "fitting" : use == FamilyUse::Testing ? "testing" : "reliability";
}

StructureTrace structureTrace(const StructureFamily &family, std::uint64_t seed, CaptureCut cut)
{
    const std::uint64_t own = Random::hashed(seed, family.name);
    const Properties drawn(kDefaults, family.properties, own);
    // A part of a pass whose norms close layers shows the same kernels as one whose norms open them, which is the usual one.
    const std::string opening = std::string(family.properties) + " norm=pre";
    const bool sameAsOpening = cut == CaptureCut::Slice && drawn.is("norm", "closing");
    const Properties properties = sameAsOpening ? Properties(kDefaults, opening, own) : drawn;
    StructureProgram program(properties, own);
    Timeline timeline(properties, own);
    StructureTrace trace;
    int passes = 0;
    const std::string &kind = properties.word("kind");
    trace.config.layers = program.layers();
    trace.config.encoderLayers = program.encoderLayers();
    trace.config.draftLayers = properties.is("draft", "none") || program.draftLayers() > 1 ? 0 : 1; // one of its own has another
    if (kind == "training" || kind == "schedule" || kind == "chunks") {
        training(properties, program, timeline, passes);
        trace.config.layers *= kind == "training" ? 1 : 4;
        trace.offsetKnown = kind == "training";
    } else if (kind == "unlayered") {
        for (; passes < properties.number("passes"); ++passes)
            timeline.place(program.unlayered(), passes, kMainStream, timeline.clock(kMainStream) + timeline.pause());
        trace.layered = false;
        trace.config.layers = 0;
    } else {
        const std::string half = properties.on("half") ? " layers=" + std::to_string(program.layers() / 2) : "";
        const std::string text = std::string(family.properties) + half;
        const Properties others(kDefaults, text, own + 1);
        StructureProgram other(others, own + 1);
        const bool turns = properties.on("turns");
        inference(properties, program, own, timeline, passes, turns ? &other : nullptr);
        if (properties.number("models") > 1) {
            if (!turns)
                inference(others, other, own + 1, timeline, passes);
            trace.config.layers = 0;
        }
    }
    if (!properties.is("pipeline", "none"))
        trace.config.layers *= 4;
    Rows rows = timeline.take();
    Random random(Random::hashed(own, "cut"));
    auto whole = layerSizes(rows);
    cutRows(rows, cut, passes, random);
    const auto left = layerSizes(rows);
    trace.repeats = std::ranges::count_if(left, [&](const auto &layer) {
        return layer.second > 0 && layer.second == whole[layer.first];
    }) > 1;
    trace.offsetKnown = trace.offsetKnown && cut != CaptureCut::Slice && (cut == CaptureCut::Whole || passes > 1);
    const int encoder = program.encoderLayers();
    // Layers of a decoder are numbered after those of an encoder that the capture holds nothing of.
    if (std::none_of(rows.begin(), rows.end(), [&](const Timeline::Row &row) { return row.layer >= 0 && row.layer < encoder; }))
        trace.offsetKnown = trace.offsetKnown && encoder == 0;
    trace.offsetKnownByConfig = trace.offsetKnown;
    if (cut != CaptureCut::Whole)
        trace.offsetKnown = trace.offsetKnown && holdsWhole(rows, encoder, program.layers() - 1)
            && (encoder == 0 || holdsWhole(rows, 0, encoder - 1));
    if (!properties.is("pipeline", "none")) // the config does not tell how many of its layers a stage has
        trace.offsetKnownByConfig = trace.offsetKnown;
    trace.layersKnown = cut != CaptureCut::Slice || properties.number("fused") != 1;
    fill(trace, rows, properties.on("opaque"), own);
    return trace;
}

double shareRight(const StructureTrace &trace, const core::Segmentation &found, bool withConfig)
{
    if (!trace.repeats && std::ranges::none_of(found.layerOf, [](int layer) { return layer >= 0; }))
        return 1;
    const std::map<int, int> matched = matchedPasses(trace, found);
    const std::map<int, int> offset = offsets(trace, found, withConfig ? trace.offsetKnownByConfig : trace.offsetKnown);
    std::set<std::pair<int, int>> taken; // (pass, layer) of found layers that hold kernels with a layer of their own
    for (std::size_t k = 0; k < trace.pass.size(); ++k)
        if (trace.layer[k] != kAnyLayer)
            taken.emplace(found.passOf[k], found.layerOf[k]);
    std::size_t right = 0;
    for (std::size_t k = 0; k < trace.pass.size(); ++k) {
        const int layer = found.layerOf[k];
        if (!trace.layered || !(trace.layersKnown || withConfig)) {
            right += layer < 0 ? 1 : 0;
        } else if (trace.layer[k] == kAnyLayer) {
            right += layer < 0 || !taken.contains({found.passOf[k], layer}) ? 1 : 0;
        } else {
            const auto pass = matched.find(trace.pass[k]);
            const auto add = offset.find(trace.pass[k]);
            const int numbered = layer >= 0 && add != offset.end() ? layer + add->second : layer;
            right += pass != matched.end() && pass->second == found.passOf[k] && numbered == trace.layer[k] ? 1 : 0;
        }
    }
    return trace.pass.empty() ? 0 : static_cast<double>(right) / static_cast<double>(trace.pass.size());
}

} // namespace lamella::test
