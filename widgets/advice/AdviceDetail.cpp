// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/AdviceDetail.h"

#include "widgets/advice/AdviceCards.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

struct AdviceText {
    Q_DECLARE_TR_FUNCTIONS(AdviceText)
};

InspectorSection section(const char *id, const QString &title)
{
    InspectorSection made;
    made.id = QString::fromLatin1(id);
    made.title = title;
    return made;
}

// The kernels of the example that change, one below the other, with what they take together.
void addKernels(InspectorSection &evidence, const AdviceCard &card)
{
    std::int64_t longest = 1;
    for (const AdviceKernel &kernel : card.kernels)
        longest = std::max(longest, kernel.nowNs);
    for (const AdviceKernel &kernel : card.kernels) {
        InspectorRow row = factRow(qtext(kernel.name), durationText(kernel.nowNs));
        row.category = static_cast<int>(kernel.category);
        row.bar = static_cast<double>(kernel.nowNs) / static_cast<double>(longest);
        row.target = core::KernelSelection{kernel.kernel};
        evidence.rows.push_back(row);
    }
    if (card.kernels.size() < 2)
        return;
    InspectorRow total =
        factRow(card.example.layer >= 0 ? AdviceText::tr("in %1").arg(layerText(card.example.layer)) : AdviceText::tr("together"),
            durationText(card.kernelsNs));
    if (card.kernelsLeft > 0)
        total.note = AdviceText::tr("with %1 more").arg(card.kernelsLeft);
    total.total = true;
    evidence.rows.push_back(total);
}

QString howSure(const AdviceCard &card)
{
    const std::string &certainty = card.certainty;
    if (card.bytes == core::AdviceBytes::Lacking)
        return AdviceText::tr("%1: that it failed is recorded").arg(certaintyText(certainty));
    if (card.bytes == core::AdviceBytes::Moved)
        return AdviceText::tr("%1: that the bytes went back and were asked for again is recorded, what that costs is not")
            .arg(certaintyText(certainty));
    if (card.about == AdviceAbout::Memory)
        return certainty == "certain" ? AdviceText::tr("certain: the bytes are recorded")
            : certainty == "likely"   ? AdviceText::tr("likely: what it brings depends on where blocks in use lie")
                                      : AdviceText::tr("to check: the bytes are recorded, why they stay is not");
    return certainty == "certain" ? AdviceText::tr("certain: the same work could be fewer kernels")
        : certainty == "likely"   ? AdviceText::tr("likely: what it brings depends on what else limits the pass")
                                  : AdviceText::tr("to check: the time is measured, its cause is not");
}

// What the figure at the top is.
QString asideOf(const AdviceCard &card)
{
    return card.bytes != core::AdviceBytes::Saved   ? AdviceText::tr("bytes that it is about")
        : card.about == AdviceAbout::Memory         ? AdviceText::tr("gain: memory of the device")
                                                    : AdviceText::tr("gain: of the wall of the pass");
}

// The layers of "0-2,7" in the column `layers`; head and tail as in LayerSelection.
std::vector<int> layersIn(const QString &column)
{
    std::vector<int> layers;
    for (const QString &part : column.split(u',', Qt::SkipEmptyParts)) {
        const int first = part == QStringLiteral("head") ? core::kHeadLayer
            : part == QStringLiteral("tail")             ? core::kTailLayer
                                                         : part.section(u'-', 0, 0).toInt();
        const int last = part.contains(u'-') ? part.section(u'-', 1).toInt() : first;
        for (int layer = first; layer <= last && layers.size() < core::SeveralSelection::kMaxParts; ++layer)
            layers.push_back(layer);
    }
    return layers;
}

// Where the finding is found, if that is several layers: its target is a kernel of one of them.
core::Selection subjectOf(const AdviceCard &card, const core::ReportTable &table)
{
    core::PassSelection pass{{}, core::kNoPass};
    if (const auto *layer = std::get_if<core::LayerSelection>(&card.compared))
        pass = {layer->device, layer->pass};
    else if (const auto *whole = std::get_if<core::PassSelection>(&card.compared))
        pass = *whole;
    const std::size_t column = table.columnIndex("layers");
    if (pass.pass == core::kNoPass || table.isMissing(card.row, column))
        return {};
    const std::vector<int> layers = layersIn(qtext(table.text(card.row, column)));
    if (layers.size() < 2)
        return {};
    core::SeveralSelection several;
    for (const int layer : layers)
        several.parts.emplace_back(core::LayerSelection{pass.device, pass.pass, layer});
    return several;
}

} // namespace

InspectorContent adviceDetail(const AdviceCard &card, const core::ReportTable &table)
{
    const auto text = [&](const char *column) {
        const std::size_t at = table.columnIndex(column);
        return table.isMissing(card.row, at) ? QString() : translatedCell(table, card.row, at);
    };
    InspectorContent content;
    content.icon = QStringLiteral("info");
    content.title = text("title");
    content.path = AdviceText::tr("rule %1 · %2").arg(qtext(card.rule), text("where"));
    content.figure = gainText(card);
    content.subject = subjectOf(card, table);
    InspectorSection evidence = section("evidence", AdviceText::tr("Evidence"));
    evidence.aside = asideOf(card);
    evidence.rows.push_back(sentenceRow(text("evidence")));
    addKernels(evidence, card);
    content.sections.push_back(std::move(evidence));
    InspectorSection where = section("where", AdviceText::tr("Where"));
    InspectorRow everywhere = factRow(text("where"), {});
    everywhere.target = card.target;
    where.rows.push_back(everywhere);
    if (const QString layers = text("layers"); !layers.isEmpty())
        where.rows.push_back(factRow(AdviceText::tr("layers"), layers));
    content.sections.push_back(std::move(where));
    InspectorSection after = section("after", AdviceText::tr("After"));
    after.rows.push_back(factRow(AdviceText::tr("now"), amountText(card, card.now)));
    after.rows.push_back(factRow(AdviceText::tr("after, at best"), amountText(card, card.after)));
    after.rows.push_back(sentenceRow(text("basis")));
    content.sections.push_back(std::move(after));
    InspectorSection sure = section("sure", AdviceText::tr("How sure"));
    sure.rows.push_back(sentenceRow(howSure(card)));
    content.sections.push_back(std::move(sure));
    InspectorSection change = section("change", AdviceText::tr("What to change"));
    change.rows.push_back(sentenceRow(text("change")));
    if (!card.line.empty())
        change.rows.push_back(sentenceRow(AdviceText::tr("launched in %1").arg(qtext(card.line))));
    if (const QString source = text("source"); !source.isEmpty())
        change.rows.push_back(sentenceRow(AdviceText::tr("who has it: %1").arg(source)));
    content.sections.push_back(std::move(change));
    return content;
}

} // namespace lamella::ui
