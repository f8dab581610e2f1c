// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/DiffNotes.h"

#include "core/base/Counted.h"
#include "core/base/Format.h"

#include <algorithm>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxNamed = 6; // passes or layers named one by one in a sentence

std::string deviceNames(const TraceDocument &document)
{
    std::set<std::string> names;
    for (const Device &device : document.devices)
        if (!device.name.empty())
            names.insert(device.name);
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

// "1 device", "8 devices"; empty where there is no work.
std::string devicesWithWork(const TraceDocument &document)
{
    std::vector<char> works(document.devices.size(), 0);
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        works[document.deviceOf(KernelId{k}).value] = 1;
    const auto count = static_cast<std::uint64_t>(std::count(works.begin(), works.end(), 1));
    return count > 0 ? counted(count, "device", "devices") : std::string();
}

std::string passText(const PassRef &ref)
{
    return "P" + std::to_string(ref.pass->number) + " (" + std::string(stageName(ref.pass->stage)) + ", "
        + std::string(stateName(ref.pass->state)) + ")";
}

std::string passList(const std::vector<PassRef> &passes)
{
    std::string text;
    for (std::size_t i = 0; i < passes.size() && i < kMaxNamed; ++i)
        text += (i > 0 ? ", " : "") + passText(passes[i]);
    return passes.size() > kMaxNamed ? text + ", ..." : text;
}

} // namespace

std::string_view processorOf(const TraceDocument &document)
{
    if (document.metadata.format.starts_with("Ascend kernel table"))
        return "Ascend NPU";
    for (const Track &track : document.tracks) {
        if (track.processName == "Ascend Hardware")
            return "Ascend NPU";
        if (track.processName.starts_with("/device:TPU") || track.process.starts_with("/device:TPU"))
            return "TPU";
    }
    const bool tpu = std::any_of(document.devices.begin(), document.devices.end(),
        [](const Device &device) { return device.name.find("TPU") != std::string::npos; });
    return tpu ? "TPU" : "GPU";
}

void noteFit(const TraceDocument &a, const ModelConfig *configA, const TraceDocument &b, const ModelConfig *configB,
    std::vector<std::string> &notes)
{
    if (configA && configB && configA->modelType != configB->modelType)
        notes.push_back("Other model: A is " + configA->modelType + ", B is " + configB->modelType + ".");
    const std::string gpuA = deviceNames(a);
    const std::string gpuB = deviceNames(b);
    if (gpuA != gpuB && !gpuA.empty() && !gpuB.empty())
        notes.push_back("Other hardware: A ran on " + gpuA + ", B on " + gpuB + ".");
    if (const std::string_view one = processorOf(a), other = processorOf(b); one != other)
        notes.push_back("A is of a processor of the sort " + std::string(one) + ", B of the sort " + std::string(other)
            + ": their kernels cannot be paired, so this compares layers and categories.");
    if (a.metadata.format != b.metadata.format)
        notes.push_back("Other format: A is " + a.metadata.format + ", B is " + b.metadata.format
            + "; the tools may record different things.");
}

std::vector<JobDifference> jobDifferences(const JobSide &a, const JobSide &b)
{
    std::vector<JobDifference> found;
    const auto add = [&found](Verdict verdict, const std::string &ofA, const std::string &ofB) {
        if (!ofA.empty() && !ofB.empty() && ofA != ofB)
            found.push_back({verdict, ofA, ofB});
    };
    const auto layers = [](const JobSide &side) {
        const int count = side.cut != nullptr ? side.cut->modelLayers : 0;
        return count > 0 ? std::to_string(count) + " layers" : std::string();
    };
    const bool otherType = a.config != nullptr && b.config != nullptr && a.config->modelType != b.config->modelType;
    add(Verdict::OtherModel, otherType ? a.config->modelType : layers(a), otherType ? b.config->modelType : layers(b));
    const std::string deviceA = deviceNames(a.document);
    const std::string deviceB = deviceNames(b.document);
    const bool named = !deviceA.empty() && !deviceB.empty();
    add(Verdict::OtherDevice, named ? deviceA : std::string(processorOf(a.document)),
        named ? deviceB : std::string(processorOf(b.document)));
    add(Verdict::OtherCount, devicesWithWork(a.document), devicesWithWork(b.document));
    const auto ranks = [](const TraceDocument &document) {
        const auto world = document.metadata.worldSize;
        return world ? counted(static_cast<std::uint64_t>(*world), "rank", "ranks") : std::string();
    };
    add(Verdict::OtherCount, ranks(a.document), ranks(b.document));
    return found;
}

void noteByName(const Segmentation &a, const Segmentation &b, bool askedFor, std::vector<std::string> &notes)
{
    std::string reason = askedFor ? "all GPU work was asked for" : "";
    const auto without = [&reason](const char *side, const Segmentation &segmentation) {
        const bool any = std::any_of(segmentation.devices.begin(), segmentation.devices.end(),
            [](const DeviceSegmentation &d) { return !d.passes.empty(); });
        if (!any)
            reason += (reason.empty() ? "" : "; ") + std::string(side) + " has no passes"
                + (segmentation.whyNone.empty() ? "" : " (" + segmentation.whyNone + ")");
    };
    without("A", a);
    without("B", b);
    notes.push_back("All GPU work compared by kernel name, without passes and layers: "
        + (reason.empty() ? "there are no passes to compare" : reason) + ".");
}

void notePairing(const PassPairing &pairing, std::vector<std::string> &notes)
{
    if (pairing.pairs.size() == 1) {
        const PassPair &pair = pairing.pairs.front();
        notes.push_back("A is pass " + passText(pair.a) + ", B is pass " + passText(pair.b) + ".");
        if (pair.a.pass->stage != pair.b.pass->stage)
            notes.emplace_back("The passes are of different stages.");
    } else {
        std::string text = counted(pairing.pairs.size(), "pair", "pairs")
            + " of passes, by stage, state and order; every number is the sum over them: ";
        for (std::size_t i = 0; i < pairing.pairs.size() && i < kMaxNamed; ++i)
            text += (i > 0 ? ", P" : "P") + std::to_string(pairing.pairs[i].a.pass->number) + "-P"
                + std::to_string(pairing.pairs[i].b.pass->number);
        notes.push_back(text + (pairing.pairs.size() > kMaxNamed ? ", ..." : "") + " (A-B).");
    }
    const auto left = [&notes](const char *side, const std::vector<PassRef> &passes) {
        if (!passes.empty())
            notes.push_back("Left out, no counterpart: " + counted(passes.size(), "pass", "passes") + " of " + side + ": "
                + passList(passes) + ".");
    };
    left("A", pairing.onlyA);
    left("B", pairing.onlyB);
}

void noteLayers(const std::vector<PassDiff> &passes, std::vector<std::string> &notes)
{
    std::size_t onlyA = 0;
    std::size_t onlyB = 0;
    std::size_t otherType = 0;
    std::size_t unproven = 0;
    for (const PassDiff &pass : passes)
        for (const LayerDiff &layer : pass.layers) {
            onlyA += layer.layer.a >= 0 && layer.layer.b == kNoCounterpart ? 1 : 0;
            onlyB += layer.layer.b >= 0 && layer.layer.a == kNoCounterpart ? 1 : 0;
            otherType += layer.layer.a >= 0 && layer.layer.b >= 0 && layer.typeA != layer.typeB ? 1 : 0;
            unproven += layer.proven ? 0 : 1;
        }
    if (onlyA + onlyB > 0)
        notes.push_back("Layer counts differ: " + counted(onlyA, "layer", "layers") + " of A and " + std::to_string(onlyB)
            + " of B have no counterpart; all their kernels count as only_a or only_b.");
    if (otherType > 0)
        notes.push_back(counted(otherType, "pair", "pairs") + " of layers of different types.");
    if (unproven > 0)
        notes.push_back(counted(unproven, "pair", "pairs")
            + " of layers are too long and too different for the best alignment; theirs holds on to kernels that occur once.");
}

} // namespace lamella::core
