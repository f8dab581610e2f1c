// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/source/OriginContent.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/CrowdedMarks.h"

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxRows = 5;
constexpr std::size_t kMaxLayers = 3;

QString nameOf(const core::FrameLabel &label)
{
    return qtext(label.kind == core::FrameKind::Line ? label.place() : label.text);
}

QString titleOf(const OriginFacts &facts)
{
    switch (facts.place.query.by) {
    case core::SourceBy::Line:
        return qtext(facts.label.place());
    case core::SourceBy::File:
        return qtext(facts.label.file);
    default:
        return qtext(facts.label.text);
    }
}

InspectorRow timeRow(const QString &label, std::int64_t ns, std::int64_t kernels)
{
    InspectorRow row = factRow(label, durationText(ns));
    row.note = QStringLiteral("%1 ×").arg(qtext(core::formatCount(kernels)));
    return row;
}

void scaleBars(InspectorSection &section, const std::vector<std::int64_t> &values)
{
    const std::int64_t largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size() && largest > 0; ++i)
        section.rows[i].bar = static_cast<double>(values[i]) / static_cast<double>(largest);
}

InspectorSection sectionOf(const char *id, const QString &title, const QString &aside = {})
{
    InspectorSection section;
    section.id = QString::fromLatin1(id);
    section.title = title;
    section.aside = aside;
    return section;
}

// Own time in each pass that has some.
InspectorSection passesOf(const OriginFacts &facts)
{
    InspectorSection section = sectionOf("compared", OriginText::tr("Own time per pass"));
    std::vector<CrowdedValue> values;
    std::vector<int> passes;
    std::vector<std::int64_t> times;
    for (const auto &[pass, ns] : facts.all.ownOfGroup) {
        values.push_back({ns, pass == facts.place.pass});
        passes.push_back(pass);
        times.push_back(ns);
    }
    if (passes.size() < 2) {
        section.rows.push_back(sentenceRow(OriginText::tr("n/a, no other pass has work of it")));
        return section;
    }
    const MarkOfValue markOf = [&](std::size_t i) {
        return InspectorMark{
            passText(passes[i]), values[i].ns, 1, values[i].self, true, core::PassSelection{facts.place.device, passes[i]}};
    };
    section.medianNs = core::meanMedian(times);
    section.medianWord = OriginText::tr("median");
    section.aside = OriginText::tr("median %1").arg(durationText(*section.medianNs));
    section.picture = values.size() > kMaxBars ? InspectorSection::Picture::Bands : InspectorSection::Picture::Bars;
    if (values.size() > kMaxBars)
        section.marks = bandsOf(values, markOf);
    else
        for (std::size_t i = 0; i < values.size(); ++i)
            section.marks.push_back(markOf(i));
    return section;
}

// They add up to the own time.
InspectorSection kernelsOf(const OriginFacts &facts, const core::KernelNames &names)
{
    InspectorSection section = sectionOf("kernels", OriginText::tr("Kernels"), OriginText::tr("own"));
    std::vector<std::int64_t> values;
    std::int64_t rest = facts.here.ownNs;
    for (std::size_t i = 0; i < std::min(kMaxRows, facts.here.names.size()); ++i) {
        const core::OriginCost::Name &name = facts.here.names[i];
        section.rows.push_back(timeRow(qtext(names[name.name].shortName), name.ns, name.kernels));
        section.rows.back().category = static_cast<int>(names.category(name.name));
        section.rows.back().target = core::NameSelection{name.name};
        values.push_back(name.ns);
        rest = core::subtractSaturated(rest, name.ns);
    }
    if (facts.here.names.size() > kMaxRows) {
        section.rows.push_back(
            factRow(OriginText::tr("%1 other names").arg(facts.here.names.size() - kMaxRows), durationText(rest)));
        values.push_back(rest);
    }
    if (section.rows.empty())
        section.rows.push_back(sentenceRow(OriginText::tr("none of its own: all work belongs to lines that it calls")));
    scaleBars(section, values);
    return section;
}

InspectorSection calleesOf(const OriginFacts &facts)
{
    InspectorSection section = sectionOf("callees", OriginText::tr("Lines that it calls"));
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < std::min(kMaxRows, facts.callees.size()); ++i) {
        const core::OriginCost::Callee &callee = facts.here.callees[i];
        const QString name = nameOf(facts.callees[i]);
        section.rows.push_back(timeRow(name.isEmpty() ? OriginText::tr("no source line") : name, callee.ns, callee.kernels));
        section.rows.back().tip = qtext(facts.callees[i].file);
        values.push_back(callee.ns);
    }
    if (section.rows.empty())
        section.rows.push_back(sentenceRow(OriginText::tr("none launch GPU work: all of it is its own")));
    scaleBars(section, values);
    return section;
}

InspectorSection layersOf(const OriginFacts &facts)
{
    InspectorSection section = sectionOf("else", OriginText::tr("Where else"), OriginText::tr("own, by layer"));
    std::vector<std::pair<int, std::int64_t>> layers(facts.here.ownOfGroup.begin(), facts.here.ownOfGroup.end());
    std::stable_sort(layers.begin(), layers.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < std::min(kMaxLayers, layers.size()) && facts.place.layer == core::kNoLayer; ++i) {
        section.rows.push_back(factRow(layerText(layers[i].first), durationText(layers[i].second)));
        section.rows.back().target = core::LayerSelection{facts.place.device, facts.place.pass, layers[i].first};
        values.push_back(layers[i].second);
    }
    scaleBars(section, values);
    if (section.rows.empty())
        section.rows.push_back(sentenceRow(facts.place.layer == core::kNoLayer
                ? OriginText::tr("n/a, its work is in no layer")
                : OriginText::tr("n/a, a layer is selected: select its pass to see the others")));
    else if (layers.size() > section.rows.size())
        section.rows.push_back(
            sentenceRow(OriginText::tr("in %1 in all").arg(layerCount(static_cast<std::int64_t>(layers.size())))));
    return section;
}

InspectorSection originOf(const OriginFacts &facts)
{
    InspectorSection section = sectionOf("origin", OriginText::tr("Origin"));
    const QString module = qtext(facts.place.module);
    section.rows.push_back(
        factRow(OriginText::tr("module"), module.isEmpty() ? OriginText::tr("n/a, no module is recorded around it") : module));
    if (!facts.label.file.empty()) {
        if (facts.place.query.by != core::SourceBy::File)
            section.rows.push_back(factRow(OriginText::tr("function"), qtext(facts.label.text)));
        InspectorRow source = factRow(OriginText::tr("source"), nameOf(facts.label));
        source.file = qtext(facts.label.file);
        source.line = std::max<std::int64_t>(1, facts.label.line);
        source.tip = source.file;
        section.rows.push_back(std::move(source));
    }
    return section;
}

} // namespace

OriginPlace originPlace(core::OriginQuery query, const Focus &focus, const core::Segmentation &segmentation)
{
    OriginPlace place;
    place.query = std::move(query);
    const bool none = focus.pass == core::kNoPass;
    place.device = none ? segmentation.mainDevice : focus.device;
    if (place.device.value >= segmentation.devices.size())
        place.device = {};
    else
        place.pass = none ? segmentation.devices[place.device.value].selectedPass : focus.pass;
    place.layer = focus.layer;
    return place;
}

core::Result<OriginFacts> originFacts(core::AnalysisSession &session, const OriginPlace &place, const core::JobControl &control)
{
    const auto tree = session.callTree(control);
    if (!tree)
        return tree.error();
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    const core::TraceDocument &document = session.document();
    std::vector<core::KernelId> here;
    std::vector<core::KernelId> all;
    OriginFacts facts;
    facts.place = place;
    facts.label = place.query.label;
    for (const core::FrameLabel &label : (*tree)->labels)
        if (place.query.by == core::SourceBy::Line && facts.label.text.empty() && label.kind == core::FrameKind::Line
            && label.file == facts.label.file && label.line == facts.label.line) {
            facts.label = label; // with its function
            break;
        }
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        const core::KernelId kernel(k);
        if (document.deviceOf(kernel) != place.device)
            continue;
        all.push_back(kernel);
        if ((place.pass != core::kNoPass && (*segmentation)->passOf[k] != place.pass)
            || (place.layer != core::kNoLayer && (*segmentation)->layerOf[k] != place.layer))
            continue;
        here.push_back(kernel);
        facts.sumNs = core::addSaturated(facts.sumNs, document.kernels.duration[k]);
    }
    facts.here = core::originCost(document.kernels, **tree, place.query, here, (*segmentation)->layerOf);
    facts.all = core::originCost(document.kernels, **tree, place.query, all, (*segmentation)->passOf);
    for (const core::OriginCost::Callee &callee : facts.here.callees)
        facts.callees.push_back(callee.label == core::CallNode::kNone ? core::FrameLabel() : (*tree)->labels[callee.label]);
    return facts;
}

InspectorContent originContent(const OriginFacts &facts, const core::KernelNames &names)
{
    InspectorContent content;
    content.icon = QStringLiteral("table");
    content.title = titleOf(facts);
    QStringList path;
    if (facts.place.query.by == core::SourceBy::Line)
        path << qtext(facts.label.text);
    if (facts.label.yours)
        path << OriginText::tr("your code");
    path << (facts.place.pass == core::kNoPass ? OriginText::tr("all GPU work") : passText(facts.place.pass));
    if (facts.place.layer != core::kNoLayer)
        path << layerText(facts.place.layer);
    content.path = path.join(QStringLiteral(" · "));
    content.figure = durationText(facts.here.ownNs);
    content.unit = OriginText::tr("own");
    if (facts.sumNs > 0)
        content.rank =
            OriginText::tr("%1 of kernel time")
                .arg(qtext(core::formatShare(static_cast<double>(facts.here.ownNs) / static_cast<double>(facts.sumNs))));
    InspectorSection time = sectionOf("time", OriginText::tr("GPU time"));
    time.rows = {timeRow(OriginText::tr("own"), facts.here.ownNs, facts.here.ownKernels),
        timeRow(OriginText::tr("with what it calls"), facts.here.withNs, facts.here.withKernels)};
    InspectorSection limit = sectionOf("limit", OriginText::tr("Hardware limit"));
    limit.rows = {sentenceRow(OriginText::tr("n/a, it is one of kernels: select one of them"))};
    content.sections = {std::move(time), passesOf(facts), kernelsOf(facts, names), calleesOf(facts), layersOf(facts),
        std::move(limit), originOf(facts)};
    return content;
}

} // namespace lamella::ui
