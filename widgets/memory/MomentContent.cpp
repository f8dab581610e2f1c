// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says of a moment. Each figure is one of the tables; what they do not say is named as such.
#include "core/analysis/source/FrameLabel.h"
#include "core/base/Format.h"
#include "core/profile/SourceRule.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryMoment.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr double kMinTold = 0.5; // share that is worth a sentence
constexpr std::int64_t kMinShare = 200; // of what is allocated, as a divisor: less explains nothing

class MomentText {
    Q_DECLARE_TR_FUNCTIONS(MomentText)
};

QString bytesText(std::int64_t bytes)
{
    return qtext(core::formatBytes(bytes));
}

QString countText(std::int64_t count)
{
    return qtext(core::formatCount(count));
}

double shareOf(std::int64_t part, std::int64_t whole)
{
    return whole <= 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

QString bytesAndShare(std::int64_t part, std::int64_t whole)
{
    return bytesText(part) + QStringLiteral(" · ") + qtext(core::formatShare(shareOf(part, whole)));
}

class Card {
public:
    Card(const MemoryPicture &picture, const MemoryMoment &moment)
        : m_picture(picture)
        , m_moment(moment)
        , m_isPeak(moment.row == picture.peak)
        , m_allocated(picture.allocated[moment.row])
    {
    }
    InspectorContent take()
    {
        head();
        if (m_moment.failure)
            failed();
        made();
        why();
        reserved();
        growth();
        if (!m_moment.failure) // it made no block
            source();
        return std::move(m_content);
    }

private:
    void head();
    void failed();
    void made();
    void why();
    void reserved();
    void growth();
    void source();
    [[nodiscard]] QString before() const;
    [[nodiscard]] QString lastLayer() const;
    [[nodiscard]] QString mostOfTrace() const;
    [[nodiscard]] QString passing() const;
    [[nodiscard]] QString largest() const;
    [[nodiscard]] const core::Pass *pass() const
    {
        const auto &passes = m_picture.host.passes;
        const auto own =
            std::find_if(passes.begin(), passes.end(), [this](const core::Pass &p) { return p.number == m_moment.pass; });
        return own == passes.end() ? nullptr : &*own;
    }
    InspectorSection &add(const char *id, const QString &title)
    {
        InspectorSection &section = m_content.sections.emplace_back();
        section.id = QString::fromLatin1(id);
        section.title = title;
        return section;
    }
    // With the reason where it is not known.
    static InspectorRow fact(const QString &label, const core::ReportTable &table, std::size_t row, const char *column)
    {
        const std::size_t at = table.columnIndex(column);
        return factRow(label,
            table.isMissing(row, at) ? MomentText::tr("n/a, %1").arg(translated(table.missingReason(row, at)))
                                     : cellText(table, row, at));
    }
    // Of the block that the moment is about.
    [[nodiscard]] InspectorRow blockFact(const QString &label, const char *column) const
    {
        return fact(label, *m_picture.blocks, m_moment.block, column);
    }
    static InspectorRow lineFact(const core::ReportTable &table, std::size_t row);

    const MemoryPicture &m_picture;
    const MemoryMoment &m_moment;
    bool m_isPeak;
    std::int64_t m_allocated;
    InspectorContent m_content;
};

void Card::head()
{
    m_content.icon = QStringLiteral("layers");
    const QString place = m_moment.layer >= 0 ? MomentText::tr("in layer %1").arg(m_moment.layer)
        : m_moment.layer == core::kHeadLayer  ? MomentText::tr("before the layers")
        : m_moment.layer == core::kTailLayer  ? MomentText::tr("behind the layers")
                                              : QString();
    const QString title = m_moment.failure ? MomentText::tr("Out of memory")
        : m_isPeak                         ? MomentText::tr("Peak")
                                           : MomentText::tr("Moment");
    m_content.title = place.isEmpty() ? title : MomentText::tr("%1, %2").arg(title, place);
    QStringList path;
    if (m_moment.pass != core::kNoPass) {
        const core::Pass *own = pass();
        const bool staged = own != nullptr && own->stage != core::Stage::Unknown;
        path << passText(m_moment.pass) + (staged ? u' ' + translatedTerm(core::stageName(own->stage)) : QString());
    }
    path << MomentText::tr("at %1").arg(momentText(m_picture, m_picture.time[m_moment.row]));
    if (m_moment.is == MemoryMoment::Is::Allocated) {
        const std::size_t module = m_picture.blocks->columnIndex("module");
        if (!m_picture.blocks->isMissing(m_moment.block, module))
            path << qtext(m_picture.blocks->text(m_moment.block, module)).remove(QStringLiteral("nn.Module: "));
    }
    path << qtext(m_moment.op);
    path.removeAll(QString());
    m_content.path = path.join(QStringLiteral(" · "));
    m_content.figure = bytesText(m_allocated);
    m_content.unit = MomentText::tr("allocated");
    if (m_picture.deviceBytes > 0)
        m_content.rank =
            MomentText::tr("%1 of %2")
                .arg(qtext(core::formatShare(shareOf(m_allocated, m_picture.deviceBytes))), bytesText(m_picture.deviceBytes));
}

void Card::made()
{
    InspectorSection &section = add("made", MomentText::tr("Made of"));
    section.picture = InspectorSection::Picture::Stack;
    for (const MemoryBand &band : m_picture.lifetimes.bands) {
        const std::int64_t held = band.held[m_moment.row];
        if (held == 0)
            continue;
        InspectorRow row = factRow(memoryPartText(band.part, m_picture.source), bytesAndShare(held, m_allocated));
        row.color = memoryColor(band.part);
        // What was there before the trace is what is left of the total: the blocks of it that were freed are a part.
        if (const std::int64_t blocks = m_moment.blocks[static_cast<std::size_t>(band.part)];
            blocks > 0 && band.part != MemoryPart::Before)
            row.note = MomentText::tr("%1 blocks", nullptr, pluralCount(blocks)).arg(countText(blocks));
        InspectorMark mark;
        mark.label = row.label;
        mark.ns = held;
        mark.color = row.color;
        mark.value = row.value;
        section.marks.push_back(mark);
        section.rows.push_back(row);
    }
}

QString Card::before() const
{
    const MemoryBand *band = m_picture.lifetimes.lifetime(MemoryPart::Before);
    const double share = band == nullptr ? 0 : shareOf(band->held[m_moment.row], m_allocated);
    return share < kMinTold
        ? QString()
        : MomentText::tr("%1 of it is in no block that the file knows: allocated before the trace, or not recorded.")
              .arg(qtext(core::formatShare(share)));
}

// The lifetime that holds most, but for what was there before the trace.
QString Card::mostOfTrace() const
{
    const MemoryBand *most = nullptr;
    for (const MemoryBand &band : m_picture.lifetimes.bands)
        if (band.part != MemoryPart::Before && (most == nullptr || band.held[m_moment.row] > most->held[m_moment.row]))
            most = &band;
    const std::int64_t held = most == nullptr ? 0 : most->held[m_moment.row];
    const std::int64_t blocks = most == nullptr ? 0 : m_moment.blocks[static_cast<std::size_t>(most->part)];
    if (held == 0 || held < m_allocated / kMinShare)
        return {};
    if (blocks == 0) // the file knows lifetimes, but no blocks
        return MomentText::tr("The largest part: %1, %2.").arg(memoryPartText(most->part), bytesText(held));
    return MomentText::tr("The largest part that blocks are known of: %1, %2 in %3.")
        .arg(memoryPartText(most->part), bytesText(held),
            MomentText::tr("%1 blocks", nullptr, pluralCount(blocks)).arg(countText(blocks)));
}

// Where all layers leave more memory in use than before, the last is where it is most.
QString Card::lastLayer() const
{
    const std::span<const MemoryLayer> layers = m_picture.layersOf(m_moment.pass);
    if (!m_isPeak || layers.size() < 2 || layers.back().pass != m_moment.pass || layers.back().layer != m_moment.layer)
        return {};
    const auto [least, most] = std::minmax_element(
        layers.begin(), layers.end(), [](const MemoryLayer &a, const MemoryLayer &b) { return a.net < b.net; });
    if (least->net <= 0)
        return {};
    if (least->net == most->net)
        return MomentText::tr("Each of the %1 layers adds %2, and layer %3 is the last.")
            .arg(layers.size())
            .arg(bytesText(least->net))
            .arg(m_moment.layer);
    return MomentText::tr("Each of the %1 layers adds %2 to %3, and layer %4 is the last.")
        .arg(layers.size())
        .arg(bytesText(least->net), bytesText(most->net))
        .arg(m_moment.layer);
}

QString Card::passing() const
{
    if (m_moment.largestCount == 0 || m_moment.largest < m_allocated / kMinShare)
        return {};
    QStringList ops;
    for (const std::string &op : m_moment.largestOps)
        ops << qtext(op);
    const QString size = bytesText(m_moment.largest);
    if (m_moment.largestCount == 1)
        return ops.isEmpty()
            ? MomentText::tr("The largest block here that does not stay has %1.").arg(size)
            : MomentText::tr("The largest block here that does not stay has %1, allocated by %2.").arg(size, listText(ops));
    const QString count = countText(m_moment.largestCount);
    return ops.isEmpty() ? MomentText::tr("Of what does not stay, %1 blocks of %2 are in use at once.").arg(count, size)
                         : MomentText::tr("Of what does not stay, %1 blocks of %2 are in use at once, allocated by %3.")
                               .arg(count, size, listText(ops));
}

// The one block that holds a large part, and when it came.
QString Card::largest() const
{
    constexpr double kLarge = 0.1; // of what is allocated
    if (!m_moment.largestBlock)
        return {};
    const core::ReportTable &blocks = *m_picture.blocks;
    const std::size_t row = *m_moment.largestBlock;
    const std::int64_t bytes = blocks.integer(row, blocks.columnIndex("bytes"));
    const std::size_t line = blocks.columnIndex(blocks.isMissing(row, blocks.columnIndex("line")) ? "op" : "line");
    const std::size_t begin = blocks.columnIndex("allocated_ns");
    const MemoryPart part = memoryPartOf(blocks.text(row, blocks.columnIndex("category")));
    if (bytes == m_moment.largest || m_moment.blocks[static_cast<std::size_t>(part)] == 1) // named already
        return {};
    if (shareOf(bytes, m_allocated) < kLarge || blocks.isMissing(row, begin) || blocks.isMissing(row, line))
        return {};
    const std::int64_t ns = m_picture.time[m_moment.row] - blocks.integer(row, begin);
    return ns == 0
        ? MomentText::tr("The largest block, %1, is allocated here by %2.").arg(bytesText(bytes), cellText(blocks, row, line))
        : MomentText::tr("The largest block, %1, was allocated %2 before by %3.")
              .arg(bytesText(bytes), durationText(ns), cellText(blocks, row, line));
}

void Card::why()
{
    InspectorSection &section = add("why", m_isPeak ? MomentText::tr("Why here") : MomentText::tr("What is largest"));
    QStringList sentences;
    if (m_picture.rows[m_moment.row] == MemoryPicture::kNoRow)
        sentences << MomentText::tr("Most was allocated before the first event, so that the file does not say by what.");
    sentences << before() << (lastLayer().isEmpty() ? mostOfTrace() : lastLayer()) << passing() << largest();
    if (!m_isPeak)
        sentences << MomentText::tr("%1 below the peak.").arg(bytesText(m_picture.allocated[m_picture.peak] - m_allocated));
    sentences.removeAll(QString());
    if (sentences.isEmpty())
        sentences << MomentText::tr("Unknown: the file records no larger live block here.");
    for (const QString &text : sentences)
        section.rows.push_back(sentenceRow(text));
}

void Card::reserved()
{
    InspectorSection &section = add("reserved", MomentText::tr("Reserved, not allocated"));
    if (m_picture.reserved.empty()) {
        section.rows.push_back(sentenceRow(MomentText::tr("n/a, the file does not record what is reserved")));
        return;
    }
    section.aside = m_isPeak ? MomentText::tr("at the peak") : QString();
    const std::int64_t reserved = m_picture.reserved[m_moment.row];
    const std::int64_t rest = std::max<std::int64_t>(reserved - m_allocated, 0);
    section.picture = InspectorSection::Picture::Share;
    section.share = shareOf(rest, reserved);
    section.rows.push_back(factRow(MomentText::tr("of %1").arg(bytesText(reserved)), bytesAndShare(rest, reserved)));
    // Before its first event, which is known only if an event stands before it.
    if (const core::Pass *own = pass(); own != nullptr && m_picture.time.front() < own->range.begin.value) {
        const std::int64_t first = m_picture.reserved[m_picture.rowAt(own->range.begin.value - 1)];
        const std::int64_t last = m_picture.reserved[m_picture.rowAt(own->range.end.value)];
        section.rows.push_back(sentenceRow(last == first
                ? MomentText::tr("kept by the caching allocator; no growth over %1").arg(passText(m_moment.pass))
                : last > first ? MomentText::tr("kept by the caching allocator; %1 more over %2")
                                     .arg(bytesText(last - first), passText(m_moment.pass))
                               : MomentText::tr("kept by the caching allocator; %1 less over %2")
                                     .arg(bytesText(first - last), passText(m_moment.pass))));
    }
}

void Card::growth()
{
    InspectorSection &section = add("growth", MomentText::tr("Grows from pass to pass"));
    section.rows.push_back(sentenceRow(
        m_picture.passes.empty() ? MomentText::tr("n/a, no passes were found in the file") : memoryGrowthText(m_picture)));
    if (!m_picture.growing)
        return;
    const GrowingLines &lines = *m_picture.growing;
    const auto count = static_cast<std::int64_t>(lines.count);
    if (count == 0)
        section.rows.push_back(sentenceRow(MomentText::tr("No line keeps memory from pass to pass.")));
    else
        section.rows.push_back(
            sentenceRow(MomentText::tr("%1 lines keep memory from pass to pass: %2.", nullptr, pluralCount(count))
                            .arg(countText(count), bytesText(lines.bytes))));
    if (!lines.most.empty())
        section.rows.push_back(factRow(MomentText::tr("most by"), qtext(lines.most)));
}

void Card::source()
{
    InspectorSection &section = add("source", MomentText::tr("Source of this block"));
    if (m_moment.is == MemoryMoment::Is::Nothing) {
        section.rows.push_back(sentenceRow(m_picture.blocks->rowCount() == 0
                ? MomentText::tr("n/a, the file records no blocks")
                : MomentText::tr("n/a, no block in the list begins or ends with this event")));
        return;
    }
    const core::ReportTable &blocks = *m_picture.blocks;
    section.aside = m_moment.is == MemoryMoment::Is::Allocated ? MomentText::tr("allocated here")
        : m_moment.is == MemoryMoment::Is::Freed               ? MomentText::tr("freed here")
                                                               : MomentText::tr("selected");
    section.rows.push_back(blockFact(MomentText::tr("size"), "bytes"));
    section.rows.push_back(blockFact(MomentText::tr("live for"), "lifetime_ns"));
    section.rows.push_back(blockFact(MomentText::tr("operator"), "op"));
    InspectorRow module = blockFact(MomentText::tr("module"), "module");
    module.value.remove(QStringLiteral("nn.Module: "));
    section.rows.push_back(module);
    section.rows.push_back(lineFact(blocks, m_moment.block));
}

// A link where the line names a file.
InspectorRow Card::lineFact(const core::ReportTable &table, std::size_t row)
{
    InspectorRow line = fact(MomentText::tr("source"), table, row, "line");
    if (const std::size_t at = table.columnIndex("line"); !table.isMissing(row, at)) {
        const core::FrameLabel label = core::labelOfFrame(table.text(row, at), core::SourceRule());
        if (label.kind == core::FrameKind::Line && !label.file.empty()) {
            line.value = qtext(label.place());
            line.file = qtext(label.file);
            line.line = label.line;
        }
    }
    return line;
}

// What was asked for, what there was, and what is in the way.
void Card::failed()
{
    const core::ReportTable &table = *m_picture.failed;
    const std::size_t row = *m_moment.failure;
    InspectorSection &section = add("failed", MomentText::tr("Failed allocation"));
    section.rows.push_back(fact(MomentText::tr("asked for"), table, row, "asked_bytes"));
    section.rows.push_back(fact(MomentText::tr("free at the driver"), table, row, "driver_free_bytes"));
    section.rows.push_back(fact(MomentText::tr("free of what is reserved"), table, row, "free_bytes"));
    section.rows.push_back(fact(MomentText::tr("largest free block"), table, row, "largest_free_bytes"));
    section.rows.push_back(lineFact(table, row));
    section.rows.push_back(sentenceRow(translatedCell(table, row, table.columnIndex("why"))));
}

} // namespace

InspectorContent momentContent(const MemoryPicture &picture, const MemoryMoment &moment)
{
    return Card(picture, moment).take();
}

QString memoryGrowthText(const MemoryPicture &picture)
{
    const MemoryPass &first = picture.passes.front();
    const MemoryPass &last = picture.passes.back();
    if (first.begin == last.end)
        return MomentText::tr("No growth: %1 before P%2 and after P%3")
            .arg(bytesText(first.begin))
            .arg(first.pass)
            .arg(last.pass);
    const QString text = last.end > first.begin ? MomentText::tr("%1 more after P%2 than before P%3")
                                                : MomentText::tr("%1 less after P%2 than before P%3");
    return text.arg(bytesText(std::max(last.end, first.begin) - std::min(last.end, first.begin))).arg(last.pass).arg(first.pass);
}

} // namespace lamella::ui
