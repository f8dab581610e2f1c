// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassNumbering.h"

#include "core/analysis/segmentation/OtherModel.h"
#include "core/base/Message.h"

#include <algorithm>
#include <utility>

namespace lamella::core {

namespace {

bool isDraft(const NumberingInput &in, const PassLayout &layout)
{
    if (!in.language || in.modelLayers < 4 || layout.truncatedAtFront)
        return false;
    // A draft model embeds and samples like the target model; a lone block of work does neither.
    if (!in.sequence.holds(layout.head(), kTokenEmbedding) && !in.sequence.holds(layout.tail(), kTokenSampling))
        return false;
    return layout.layerCount() <= (in.draftLayers > 0 ? in.draftLayers : std::max(1, in.modelLayers / 8));
}

// A capture that ends inside a pass leaves a last pass without lm_head and sampling.
bool hasTail(const NumberingInput &in, const PassLayout &layout)
{
    return in.sequence.holds(layout.tail(), kTokenSampling | kTokenGemm);
}

// What stands before the first layer is the end of another one where it names no input, and the heads of the other passes do.
bool hasHead(const NumberingInput &in, const PassLayout &layout)
{
    if (layout.truncatedAtFront || layout.head().size() == 0 || layout.layers.front().cut)
        return false;
    return in.sequence.holds(layout.head(), kTokenInput) || std::ranges::none_of(in.layouts, [&](const PassLayout &other) {
        return in.sequence.holds(other.head(), kTokenInput);
    });
}

// Whether what stands before the first layer is anything but the end of one more, or behind the last one anything but the begin.
// Annotations would tell that of such a layer.
bool isNoLayer(const NumberingInput &in, const PassLayout &layout, Span rest, bool atEnd)
{
    return in.evidence == Evidence::Annotation || std::ranges::none_of(layout.layers, [&](const LayerLayout &layer) {
        return (atEnd ? sameAtEnd : sameAtBegin)(in.sequence, rest, layer.span) == rest.size();
    });
}

bool showsBegin(const NumberingInput &in, const PassLayout &layout)
{
    return hasHead(in, layout) && isNoLayer(in, layout, layout.head(), true);
}

bool showsEnd(const NumberingInput &in, const PassLayout &layout)
{
    return layout.tail().size() > 0 && !layout.layers.back().cut && isNoLayer(in, layout, layout.tail(), false);
}

// A pass in the middle of the capture is whole if none of its layers is missing. Those at its ends may have more layers than the
// capture holds, unless another pass, the config or the user says how many there are.
std::vector<char> shownWhole(const NumberingInput &in)
{
    std::vector<char> whole(in.layouts.size(), 1);
    bool known = in.layersKnown;
    for (std::size_t p = 0; p < in.layouts.size(); ++p) {
        const PassLayout &layout = in.layouts[p];
        const bool shown = (p > 0 || showsBegin(in, layout)) && (p + 1 < in.layouts.size() || showsEnd(in, layout));
        whole[p] = shown ? 1 : 0;
        known = known || (shown && layout.layerCount() >= in.modelLayers);
    }
    if (known)
        std::fill(whole.begin(), whole.end(), 1);
    return whole;
}

// decoder: an encoder runs the attention kernels of a prefill too.
Stage stageOfKernels(const NumberingInput &in, const PassLayout &layout, bool decoder)
{
    std::uint32_t prefill = 0;
    std::uint32_t decode = 0;
    for (const LayerLayout &layer : layout.layers) {
        prefill += in.sequence.count(layer.core, kTokenPrefill);
        decode += in.sequence.count(layer.core, kTokenDecode);
    }
    if (prefill > 0 && decode > 0)
        return 4 * std::min(prefill, decode) >= std::max(prefill, decode) ? Stage::Mixed
            : prefill > decode                                            ? Stage::Prefill
                                                                          : Stage::Decode;
    return prefill > 0 && decoder ? Stage::Prefill : decode > 0 ? Stage::Decode : Stage::Unknown;
}

Stage stageOf(const NumberingInput &in, const PassLayout &layout, bool decoder)
{
    ProgramUse use = in.programs;
    for (const LayerLayout &layer : layout.layers) {
        const StringId step = in.steps.nameAt(layer.span.begin);
        if (!step.valid())
            continue;
        const std::string_view name = in.document.text(step);
        const Stage named = stageFromStepName(name);
        if (named != Stage::Unknown)
            return named;
        const ProgramUse said = useOfProgram(name);
        use = said == ProgramUse::Unknown ? use : said;
    }
    return use == ProgramUse::Training ? Stage::Unknown : stageOfKernels(in, layout, decoder);
}

void addNote(Pass &pass, Message text)
{
    pass.note.append("%1; %2", std::move(text));
}

void describe(Pass &pass, const PassLayout &layout, bool shown)
{
    if (!shown && pass.layers >= pass.expectedLayers)
        addNote(pass, "layers may be missing from the capture");
    else if (!pass.complete && pass.expectedLayers > 0)
        addNote(pass, msg("partial (%1 of %2 layers)", pass.layers, pass.expectedLayers));
    const auto bridged = std::ranges::count(layout.layers, true, &LayerLayout::bridged);
    const auto realigned = std::ranges::count(layout.layers, true, &LayerLayout::realigned);
    if (std::ranges::any_of(layout.layers, &LayerLayout::cut))
        addNote(pass, "truncated inside a layer");
    if (bridged > 0)
        addNote(pass, msg(bridged == 1 ? "%1 missing anchor bridged" : "%1 missing anchors bridged", bridged));
    if (realigned > 0)
        addNote(pass,
            msg(realigned == 1 ? "%1 layer boundary found by comparison" : "%1 layer boundaries found by comparison", realigned));
    if (layout.counted)
        addNote(pass, "boundary by counting layers only");
}

// Number of the first layer by the annotations, from that of the first one that they count; -1 where they count none.
int annotatedFirst(const PassLayout &layout)
{
    const auto counted = std::ranges::find_if(layout.layers, [](const LayerLayout &layer) { return layer.exactNumber >= 0; });
    return counted == layout.layers.end()
        ? -1
        : std::max(-1, counted->exactNumber - static_cast<int>(counted - layout.layers.begin()));
}

// Number of the first layer; those of a pass are consecutive.
int firstNumber(const NumberingInput &in, const PassLayout &layout, bool firstPass, bool lastPass, int expected)
{
    if (const int annotated = annotatedFirst(layout); annotated >= 0)
        return annotated;
    const int layers = layout.layerCount();
    if (expected <= layers)
        return 0;
    // The last layer shows its number by what follows it: a pass with a tail but without a head was cut at its front.
    if (firstPass && (layout.truncatedAtFront || !hasHead(in, layout)) && (!lastPass || hasTail(in, layout)))
        return expected - layers;
    return 0;
}

void assignKernels(const NumberingInput &in, const PassLayout &layout, const Pass &pass, int first, Segmentation &s)
{
    const auto mark = [&](Span span, int layer) {
        for (std::uint32_t i = span.begin; i < span.end; ++i) {
            s.passOf[in.sequence.kernel[i]] = pass.number;
            s.layerOf[in.sequence.kernel[i]] = layer;
        }
    };
    mark(layout.head(), kHeadLayer);
    mark(layout.tail(), kTailLayer);
    for (std::size_t l = 0; l < layout.layers.size(); ++l)
        mark(layout.layers[l].span, first + static_cast<int>(l));
}

// A tower that the capture cut at its front, without a result of its own: nothing but the config tells how many layers it has, the
// first entry of ofModel then.
bool beginsInTower(const NumberingInput &in, std::vector<int> &ofModel)
{
    const bool tower = ofModel[0] == in.modelLayers && !in.sequence.holds(in.layouts[0].tail(), kTokenResult)
        && firstIsOther(in.sequence, in.layouts)
        && std::ranges::any_of(
            in.layouts, [&](const PassLayout &layout) { return in.sequence.holds(layout.tail(), kTokenSampling); });
    if (tower)
        ofModel[0] = std::max(in.visionLayers, in.layouts[0].layerCount());
    return tower;
}

} // namespace

bool showsWholePass(const NumberingInput &in)
{
    if (in.layouts.size() != 1)
        return false;
    const PassLayout &pass = in.layouts.front();
    return in.sequence.holds(pass.head(), kTokenEmbedding | kTokenHostCopy)
        && in.sequence.holds(pass.tail(), kTokenSampling | kTokenToHost | kTokenGemm) && showsBegin(in, pass)
        && showsEnd(in, pass);
}

void numberPasses(const NumberingInput &in, DeviceSegmentation &device, Segmentation &segmentation)
{
    const bool frontCut = !hasHead(in, in.layouts.front());
    const EncoderDecoder parts = encoderDecoder(in.sequence, in.layouts, frontCut, in.encoderLayers);
    const std::vector<char> whole = shownWhole(in);
    const bool decoder = in.sequence.holds(kTokenSampling | kTokenDecoder | kTokenPaged);
    std::vector<int> ofModel = layersOfModels(in.sequence, in.layouts, in.modelLayers);
    const bool cutTower = frontCut && !parts.found() && beginsInTower(in, ofModel);
    const DraftModel drafting = parts.found() || in.draftLayers > 0 ? DraftModel{} : draftModel(in.layouts, in.modelLayers);
    device.modelLayers = parts.found() ? parts.encoder + parts.decoder : drafting.target > 0 ? drafting.target : in.modelLayers;
    for (std::size_t p = 0; p < in.layouts.size(); ++p) {
        const PassLayout &layout = in.layouts[p];
        Pass pass;
        pass.number = static_cast<int>(p);
        pass.layers = layout.layerCount();
        // The first pass may be the last layers of another one, the last pass the first layers.
        const bool cutShort =
            (p == 0 && (in.layouts.size() <= 2 || !hasHead(in, layout))) || (p + 1 == in.layouts.size() && !hasTail(in, layout));
        const bool draft = drafting.target > 0 ? drafting.drafts[p] != 0 : isDraft(in, layout) && !cutShort;
        pass.stage = draft ? Stage::Draft : stageOf(in, layout, decoder);
        pass.expectedLayers = drafting.target > 0 ? (draft ? drafting.draft : drafting.target)
            : draft                               ? (in.draftLayers > 0 ? in.draftLayers : pass.layers)
            : parts.found()                       ? parts.expected(p)
                                                  : ofModel[p];
        const bool truncatedInside = std::ranges::any_of(layout.layers, &LayerLayout::cut);
        const bool joined = parts.found() && parts.ofEncoder[p] > 0;
        const bool cutEncoder = joined && !parts.wholeEncoder && parts.encoder == parts.ofEncoder[p] && !in.encoderLayers;
        const bool shown = draft || (whole[p] != 0 && !cutEncoder && !(cutTower && p == 0));
        pass.complete = pass.layers >= pass.expectedLayers && !truncatedInside && shown;
        pass.evidence = in.evidence;
        pass.range = rangeOf(in.document, in.sequence, layout.span);
        pass.kernels = layout.span.size();
        pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
        describe(pass, layout, shown);
        if (ofModel[p] != in.modelLayers && !draft && !parts.found() && drafting.target == 0)
            addNote(pass, "of another model than most passes");
        const int first = joined && p == 0 && frontCut && annotatedFirst(layout) < 0
            ? parts.encoder - parts.ofEncoder[p]
            : parts.first(p) + firstNumber(in, layout, p == 0, p + 1 == in.layouts.size(), pass.expectedLayers);
        for (int l = first; const LayerLayout &layer : layout.layers)
            device.layers.push_back({pass.number, l++, -1, rangeOf(in.document, in.sequence, layer.span), layer.span.size()});
        assignKernels(in, layout, pass, first, segmentation);
        device.passes.push_back(std::move(pass));
    }
    // What a compiled program does is not told by how long it takes.
    const bool weighed = in.programs == ProgramUse::Kernels || in.programs == ProgramUse::Inference;
    if (in.language && weighed)
        fillUnknownStages(in.document, in.sequence, in.layouts, device);
    for (Pass &pass : device.passes)
        if (!weighed && pass.stage == Stage::Unknown)
            addNote(pass,
                in.programs == ProgramUse::Training ? kWholeTrainingStep
                                                    : "stage unknown: neither programs nor operations indicate it");
    countBatches(in.document, in.sequence, in.layouts, in.steps, device);
}

} // namespace lamella::core
