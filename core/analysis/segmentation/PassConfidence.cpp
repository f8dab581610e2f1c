// SPDX-License-Identifier: GPL-3.0-or-later
// The confidence of each pass that its kernels are in their layers: a number and the sentences from which it follows.
#include "core/analysis/segmentation/Confidence.h"
#include "core/base/Format.h"
#include "core/base/Message.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace lamella::core {

namespace {

constexpr double kUsualOutside = 0.3; // share of a pass's time that head and tail may take
constexpr double kSure = 0.95; // probability of a pass that nothing is said about
constexpr double kAtEdge = 0.9; // of the confidence of training, for a pass that the capture cut

class PassJudge {
public:
    PassJudge(const ConfidenceInput &input, const DeviceSegmentation &device)
        : m_in(input)
        , m_device(device)
        , m_counted(input.evidence == Evidence::User || (input.config != nullptr && input.config->layers == device.modelLayers))
    {
        for (const PassLayout &layout : input.layouts) {
            for (const LayerLayout &layer : layout.layers)
                ++m_alike[contentHash(input.sequence, layer.span)];
        }
        for (const Pass &pass : device.passes)
            m_whole[pass.layers] += pass.complete ? 1 : 0;
    }

    void judge(std::size_t p, Judgement &judged) const
    {
        count(p, judged);
        compare(p, judged);
        leftOver(p, judged);
        boundaries(p, judged);
        if (const double posterior = p < m_in.runs.runs.size() ? m_in.runs.runs[p].posterior : 1; posterior < kSure)
            judged.doubt(kPathDoubt, 1 - posterior, true,
                msg("its begin and its end are right with a probability of %1", wholePercent(posterior)));
    }

private:
    void count(std::size_t p, Judgement &judged) const
    {
        const Pass &pass = m_device.passes[p];
        const auto sameCount = m_whole.find(pass.layers);
        const int others = (sameCount == m_whole.end() ? 0 : sameCount->second) - (pass.complete ? 1 : 0);
        const bool confirmed = m_counted || others > 0;
        if (pass.expectedLayers == 0)
            judged.doubt(kNoneOfSeveral, true, "no layer count to compare with");
        else if (pass.layers == pass.expectedLayers && !confirmed)
            judged.doubt(kOneWholePass, true, msg("%1 layers, which no other whole pass and no config confirm", pass.layers));
        else if (pass.layers == pass.expectedLayers)
            judged.say(true, msg("%1 of %2 layers", pass.layers, pass.expectedLayers));
        else if (pass.layers < pass.expectedLayers && (p == 0 || p + 1 == m_device.passes.size()))
            judged.doubt(kNoWholePass, true, msg("%1 of %2 layers, truncated by the capture", pass.layers, pass.expectedLayers));
        else
            judged.doubt(
                kPartPasses, true, msg("%1 of %2 layers in the middle of the capture", pass.layers, pass.expectedLayers));
    }

    // A layer whose kernels come in the same order in no other layer of the trace may hold what is not its own.
    void compare(std::size_t p, Judgement &judged) const
    {
        const std::vector<LayerLayout> &layers = m_in.layouts[p].layers;
        if (layers.size() < 2)
            return;
        // What the capture shows of a layer that it cut is compared with nothing.
        const auto cut = std::ranges::count(layers, true, &LayerLayout::cut);
        const auto alike = std::count_if(layers.begin(), layers.end(),
            [&](const LayerLayout &l) { return !l.cut && m_alike.at(contentHash(m_in.sequence, l.span)) > 1; });
        const auto whole = static_cast<std::ptrdiff_t>(layers.size()) - cut;
        if (whole > 0) {
            const double share = static_cast<double>(alike) / static_cast<double>(whole);
            judged.weigh(kUnlike, 1 - share);
            judged.say(share == 1,
                msg(cut > 0 ? "%1 of its whole layers run the same kernels as another layer"
                            : "%1 of its layers run the same kernels as another layer",
                    wholePercent(share)));
        }
        judged.doubt(kNoWholePass, cut > 0, "a layer that the capture truncated is compared with none");
    }

    void leftOver(std::size_t p, Judgement &judged) const
    {
        const PassLayout &layout = m_in.layouts[p];
        const auto time = [&](Span span) { return static_cast<double>(durationOf(m_in.kernels, m_in.sequence, span)); };
        const double outside = time(layout.head()) + time(layout.tail());
        const double inside = time(layout.inner());
        const double share = outside + inside > 0 ? outside / (outside + inside) : 0;
        if (share > kUsualOutside && m_device.passes[p].stage != Stage::Draft)
            judged.doubt(kOutside, share, true, msg("%1 of its time is outside of its layers", wholePercent(share)));
    }

    void boundaries(std::size_t p, Judgement &judged) const
    {
        const PassLayout &layout = m_in.layouts[p];
        judged.doubt(kCounted, layout.counted, "its begin is based only on counting layers");
        const int helped = layout.foundByComparison();
        judged.doubt(kCompared, static_cast<double>(helped) / layout.layerCount(), helped > 0,
            msg("%1 layer boundaries found by comparison", helped));
    }

    const ConfidenceInput &m_in;
    const DeviceSegmentation &m_device;
    bool m_counted = false; // the user or the config says how many layers there are
    std::unordered_map<int, int> m_whole; // number of layers -> complete passes that have it
    std::unordered_map<std::uint64_t, std::uint32_t> m_alike; // content of a layer -> layers of the trace
};

} // namespace

void judgePasses(const ConfidenceInput &input, double ofTrace, DeviceSegmentation &device)
{
    const PassJudge judge(input, device);
    // One bad pass lowers the trace; the good ones need not suffer as much, and none is less sure than all of them together.
    const double most = std::sqrt(std::max(ofTrace, 0.0));
    for (std::size_t p = 0; p < input.layouts.size(); ++p) {
        std::vector<SegmentationCheck> checks;
        Judgement judged{checks};
        judge.judge(p, judged);
        // The trace is right only if each of its passes is; of a lone pass both say the same.
        device.passes[p].confidence =
            device.passes.size() == 1 ? ofTrace : std::max(ofTrace, std::min(most, judged.probability()));
        for (const SegmentationCheck &check : checks)
            device.passes[p].confidenceWhy.append("%1; %2", check.sentence);
    }
}

void judgePassesByCount(double ofTrace, DeviceSegmentation &device)
{
    for (Pass &pass : device.passes) {
        const bool whole = pass.complete && (pass.expectedLayers == 0 || pass.layers == pass.expectedLayers);
        pass.confidence = ofTrace * (whole ? 1.0 : kAtEdge);
        pass.confidenceWhy = pass.expectedLayers > 0 ? msg("%1 of %2 layers", pass.layers, pass.expectedLayers)
                                                     : Message("no layers are expected in this stage");
    }
}

} // namespace lamella::core
