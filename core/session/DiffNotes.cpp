// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/DiffNotes.h"

#include "core/base/Counted.h"
#include "core/base/Format.h"
#include "core/base/Message.h"

#include <algorithm>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxNamed = 6; // passes or layers listed in a sentence

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

// "1 device", "8 devices"; empty if no device has work.
Message devicesWithWork(const TraceDocument &document)
{
    std::vector<char> works(document.devices.size(), 0);
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        works[document.deviceOf(KernelId{k}).value] = 1;
    const auto count = static_cast<std::uint64_t>(std::count(works.begin(), works.end(), 1));
    return count > 0 ? counted(count, "%1 device", "%1 devices") : Message();
}

Message passText(const PassRef &ref)
{
    return msg("P%1 (%2, %3)", ref.pass->number, Message(stageName(ref.pass->stage)), Message(stateName(ref.pass->state)));
}

Message passList(const std::vector<PassRef> &passes)
{
    Message text;
    for (std::size_t i = 0; i < passes.size() && i < kMaxNamed; ++i)
        text.append("%1, %2", passText(passes[i]));
    if (passes.size() > kMaxNamed)
        text.append("%1, %2", Message::name("..."));
    return text;
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
    std::vector<Message> &notes)
{
    if (configA && configB && configA->modelType != configB->modelType)
        notes.push_back(msg("Other model: A is %1, B is %2.", configA->modelType, configB->modelType));
    const std::string gpuA = deviceNames(a);
    const std::string gpuB = deviceNames(b);
    if (gpuA != gpuB && !gpuA.empty() && !gpuB.empty())
        notes.push_back(msg("Other hardware: A ran on %1, B on %2.", gpuA, gpuB));
    if (const std::string_view one = processorOf(a), other = processorOf(b); one != other)
        notes.push_back(msg(
            "A ran on a %1, B on a %2: kernels of different processors cannot be paired, so this compares layers and categories.",
            one, other));
    if (a.metadata.format != b.metadata.format)
        notes.push_back(
            msg("Other format: A is %1, B is %2; the tools may record different things.", a.metadata.format, b.metadata.format));
}

std::vector<JobDifference> jobDifferences(const JobSide &a, const JobSide &b)
{
    std::vector<JobDifference> found;
    const auto add = [&found](Verdict verdict, const Message &ofA, const Message &ofB) {
        if (!ofA.empty() && !ofB.empty() && !(ofA == ofB))
            found.push_back({verdict, ofA, ofB});
    };
    const auto layers = [](const JobSide &side) {
        const int count = side.segmentation != nullptr ? side.segmentation->modelLayers : 0;
        return count > 0 ? msg("%1 layers", count) : Message();
    };
    const bool otherType = a.config != nullptr && b.config != nullptr && a.config->modelType != b.config->modelType;
    add(Verdict::OtherModel, otherType ? Message::name(a.config->modelType) : layers(a),
        otherType ? Message::name(b.config->modelType) : layers(b));
    const std::string deviceA = deviceNames(a.document);
    const std::string deviceB = deviceNames(b.document);
    const bool named = !deviceA.empty() && !deviceB.empty();
    add(Verdict::OtherDevice, Message::name(named ? deviceA : std::string(processorOf(a.document))),
        Message::name(named ? deviceB : std::string(processorOf(b.document))));
    add(Verdict::OtherCount, devicesWithWork(a.document), devicesWithWork(b.document));
    const auto ranks = [](const TraceDocument &document) {
        const auto world = document.metadata.worldSize;
        return world ? counted(static_cast<std::uint64_t>(*world), "%1 rank", "%1 ranks") : Message();
    };
    add(Verdict::OtherCount, ranks(a.document), ranks(b.document));
    return found;
}

void noteByName(const Segmentation &a, const Segmentation &b, bool askedFor, std::vector<Message> &notes)
{
    Message reason = askedFor ? "all GPU work was requested" : "";
    const auto without = [&reason](bool ofA, const Segmentation &segmentation) {
        const bool any = std::any_of(segmentation.devices.begin(), segmentation.devices.end(),
            [](const DeviceSegmentation &d) { return !d.passes.empty(); });
        if (!any)
            reason.append("%1; %2",
                segmentation.whyNone.empty() ? Message(ofA ? "A has no passes" : "B has no passes")
                                             : msg(ofA ? "A has no passes (%1)" : "B has no passes (%1)", segmentation.whyNone));
    };
    without(true, a);
    without(false, b);
    notes.push_back(msg("All GPU work compared by kernel name, without passes and layers: %1.",
        reason.empty() ? Message("there are no passes to compare") : reason));
}

void notePairing(const PassPairing &pairing, std::vector<Message> &notes)
{
    if (pairing.pairs.size() == 1) {
        const PassPair &pair = pairing.pairs.front();
        notes.push_back(msg("A is pass %1, B is pass %2.", passText(pair.a), passText(pair.b)));
        if (pair.a.pass->stage != pair.b.pass->stage)
            notes.emplace_back("The passes are of different stages.");
    } else {
        std::string text;
        for (std::size_t i = 0; i < pairing.pairs.size() && i < kMaxNamed; ++i)
            text += (i > 0 ? ", P" : "P") + std::to_string(pairing.pairs[i].a.pass->number) + "-P"
                + std::to_string(pairing.pairs[i].b.pass->number);
        text += pairing.pairs.size() > kMaxNamed ? ", ..." : "";
        notes.push_back(counted(pairing.pairs.size(),
            "%1 pair of passes, by stage, state and order; every number is the sum over them: %2 (A-B).",
            "%1 pairs of passes, by stage, state and order; every number is the sum over them: %2 (A-B).", text));
    }
    if (!pairing.onlyA.empty())
        notes.push_back(counted(pairing.onlyA.size(), "Left out, no counterpart: %1 pass of A: %2.",
            "Left out, no counterpart: %1 passes of A: %2.", passList(pairing.onlyA)));
    if (!pairing.onlyB.empty())
        notes.push_back(counted(pairing.onlyB.size(), "Left out, no counterpart: %1 pass of B: %2.",
            "Left out, no counterpart: %1 passes of B: %2.", passList(pairing.onlyB)));
}

void noteLayers(const std::vector<PassDiff> &passes, std::vector<Message> &notes)
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
        notes.push_back(counted(onlyA,
            "Layer counts differ: %1 layer of A and %2 of B have no counterpart; all their kernels count as only_a or only_b.",
            "Layer counts differ: %1 layers of A and %2 of B have no counterpart; all their kernels count as only_a or only_b.",
            onlyB));
    if (otherType > 0)
        notes.push_back(counted(otherType, "%1 pair of layers of different types.", "%1 pairs of layers of different types."));
    if (unproven > 0)
        notes.push_back(counted(unproven,
            "%1 pair of layers is too long and too different for the best alignment; it was aligned at kernels that occur once.",
            "%1 pairs of layers are too long and too different for the best alignment; they were aligned at kernels that occur "
            "once."));
}

} // namespace lamella::core
