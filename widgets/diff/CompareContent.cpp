// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareContent.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Translated.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/inspector/CrowdedMarks.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <vector>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxCategories = 5;
constexpr std::size_t kMaxLayers = 4;

std::int64_t sizeOf(std::int64_t ns)
{
    return ns < 0 ? core::subtractSaturated(0, ns) : ns;
}

QString shareOf(std::int64_t deltaNs, std::int64_t ofNs)
{
    return ofNs > 0 ? signedShare(static_cast<double>(deltaNs) / static_cast<double>(ofNs)) : QString();
}

QString withShare(std::int64_t deltaNs, std::int64_t ofNs)
{
    const QString share = shareOf(deltaNs, ofNs);
    return share.isEmpty() ? signedDuration(deltaNs) : QStringLiteral("%1 (%2)").arg(signedDuration(deltaNs), share);
}

InspectorRow deltaRow(const QString &label, std::int64_t ns)
{
    InspectorRow row = factRow(label, signedDuration(ns));
    row.delta = true;
    return row;
}

InspectorRow wallRow(std::int64_t ns)
{
    InspectorRow row = factRow(CompareText::tr("wall"), signedDuration(ns));
    row.total = true;
    return row;
}

// Bars of the first rows, which have these values.
void scaleBars(InspectorSection &section, const std::vector<std::int64_t> &values)
{
    std::int64_t largest = 1;
    for (const std::int64_t ns : values)
        largest = std::max(largest, sizeOf(ns));
    for (std::size_t i = 0; i < values.size(); ++i)
        section.rows[i].bar = static_cast<double>(values[i]) / static_cast<double>(largest);
}

// Of the section `limit` of the table inspect; what stands beside its title is the first.
std::vector<InspectorRow> limitRows(const core::ReportTable &table)
{
    std::vector<InspectorRow> rows;
    InspectorContent content = inspectorContent(nullptr, &table, core::Against::Type);
    for (InspectorSection &section : content.sections) {
        if (section.id != QStringLiteral("limit"))
            continue;
        if (!section.aside.isEmpty())
            rows.push_back(sentenceRow(section.aside));
        std::move(section.rows.begin(), section.rows.end(), std::back_inserter(rows));
    }
    return rows;
}

class Builder {
public:
    Builder(const CompareResults &results, std::optional<std::size_t> row)
        : m_results(results)
        , m_shown(*results.shown())
        , m_row(row)
        , m_pair(m_shown.outcome->passes.size() == 1 ? &m_shown.outcome->passes.front() : nullptr)
        , m_isLayer(m_pair != nullptr && m_shown.outcome->oneLayerPair && !m_pair->layers.empty())
        , m_deltaNs(core::subtractSaturated(m_shown.rows.b.wallNs, m_shown.rows.a.wallNs))
    {
    }
    InspectorContent take()
    {
        head();
        if (m_row)
            row();
        compared();
        why();
        step();
        elsewhere();
        limit();
        origin();
        return std::move(m_content);
    }

private:
    void head();
    void row();
    void compared();
    void addDots(InspectorSection &section, const std::vector<ComparedPass> &passes, bool ofA) const;
    void why();
    [[nodiscard]] QString sentence() const;
    void step();
    void elsewhere();
    void limit();
    void origin();
    [[nodiscard]] QString place(bool ofA) const; // "P3 L4"
    [[nodiscard]] QString cell(const char *column, std::size_t row) const;
    void push(InspectorSection section) { m_content.sections.push_back(std::move(section)); }

    const CompareResults &m_results;
    const DiffShown &m_shown;
    std::optional<std::size_t> m_row;
    const core::PassDiff *m_pair; // null: more than one, or compared by name
    bool m_isLayer;
    std::int64_t m_deltaNs;
    InspectorContent m_content;
};

QString Builder::cell(const char *column, std::size_t row) const
{
    const std::size_t at = m_shown.table->columnIndex(column);
    return m_shown.table->isMissing(row, at) ? QString() : translatedCell(*m_shown.table, row, at);
}

QString Builder::place(bool ofA) const
{
    if (m_pair == nullptr)
        return {};
    const QString pass = passText((ofA ? m_pair->passes.a : m_pair->passes.b).pass->number);
    const core::LayerPair layer = m_isLayer ? m_pair->layers.front().layer : core::LayerPair{};
    return m_isLayer ? QStringLiteral("%1 %2").arg(pass, layerText(ofA ? layer.a : layer.b)) : pass;
}

void Builder::head()
{
    m_content.icon = QStringLiteral("diff");
    const bool sameLayer = m_isLayer && m_pair->layers.front().layer.a == m_pair->layers.front().layer.b;
    m_content.title = m_pair == nullptr ? CompareText::tr("B against A")
        : sameLayer                     ? CompareText::tr("%1, B against A").arg(layerText(m_pair->layers.front().layer.a))
                                        : CompareText::tr("%1 of B against %2 of A").arg(place(false), place(true));
    QStringList path;
    if (m_pair != nullptr) {
        const core::Stage a = m_pair->passes.a.pass->stage;
        const core::Stage b = m_pair->passes.b.pass->stage;
        path << translatedTerm(core::stageName(b))
                + (a == b ? QString() : u' ' + CompareText::tr("against %1").arg(translatedTerm(core::stageName(a))));
    }
    if (m_isLayer) {
        const core::LayerDiff &layer = m_pair->layers.front();
        QStringList types{layerTypeText(layer.typeB), layerTypeText(layer.typeA)};
        types.removeDuplicates();
        types.removeAll(QString());
        if (!types.isEmpty())
            path.prepend(types.join(QStringLiteral(" / ")));
    }
    const auto countA = static_cast<std::int64_t>(m_shown.rows.a.count);
    const auto countB = static_cast<std::int64_t>(m_shown.rows.b.count);
    path << (countA == countB ? CompareText::tr("%1 kernels on both sides").arg(qtext(core::formatCount(countA)))
                              : CompareText::tr("%1 kernels in A, %2 in B")
                                    .arg(qtext(core::formatCount(countA)), qtext(core::formatCount(countB))));
    m_content.path = path.join(QStringLiteral(" · "));
    m_content.figure = signedDuration(m_deltaNs);
    const QString share = shareOf(m_deltaNs, m_shown.rows.a.wallNs);
    m_content.unit = share.isEmpty() ? CompareText::tr("in this pair") : CompareText::tr("%1 in this pair").arg(share);
    const auto &verdict = m_results.verdict();
    if (!verdict || !verdict->ofLayer() || !m_isLayer)
        return;
    std::size_t before = 0;
    std::size_t all = 0;
    bool among = false;
    for (const core::LayerDelta &layer : verdict->layers) {
        if (!layer.figure)
            continue;
        ++all;
        among = among || (layer.layerA == verdict->layerA && layer.layerB == verdict->layerB);
        before += sizeOf(layer.figure->deltaNs()) > sizeOf(verdict->figure.deltaNs()) ? 1 : 0;
    }
    if (among && all > 1)
        m_content.rank = before == 0 ? CompareText::tr("largest Δ of %1").arg(grouped(all))
                                     : CompareText::tr("Δ %1 of %2").arg(grouped(before + 1), grouped(all));
}

// Of the kernel that is selected.
void Builder::row()
{
    const core::DiffGroup &group = m_shown.rows.groups[*m_row];
    InspectorSection section;
    section.id = QStringLiteral("row");
    const QString role = cell("role_b", *m_row).isEmpty() ? cell("role_a", *m_row) : cell("role_b", *m_row);
    const QString nameA = cell("name_a", *m_row);
    const QString nameB = cell("name_b", *m_row);
    section.title = !role.isEmpty() ? role : nameB.isEmpty() ? nameA : nameB;
    section.aside = changeText(group.change);
    const auto side = [&](const QString &letter, const QString &name, std::uint64_t count, std::int64_t ns) {
        InspectorRow made = factRow(letter, count > 0 ? durationText(ns) : CompareText::tr("not there"));
        made.note =
            count > 1 ? CompareText::tr("%1 × %2").arg(qtext(core::formatCount(static_cast<std::int64_t>(count))), name) : name;
        made.tip = name;
        section.rows.push_back(made);
    };
    side(QStringLiteral("A"), nameA, group.countA, group.aNs);
    side(QStringLiteral("B"), nameB, group.countB, group.bNs);
    InspectorRow delta = factRow(CompareText::tr("Δ"), withShare(group.deltaNs(), group.aNs));
    section.rows.push_back(delta);
    for (const auto &[title, ofA, ofB] : {std::tuple(CompareText::tr("operator"), "op_a", "op_b"),
             std::tuple(CompareText::tr("source"), "source_line_a", "source_line_b")}) {
        const QString a = cell(ofA, *m_row);
        const QString b = cell(ofB, *m_row);
        if (a.isEmpty() && b.isEmpty())
            section.rows.push_back(factRow(title, CompareText::tr("n/a, not recorded")));
        else if (a == b)
            section.rows.push_back(factRow(title, a));
        else {
            section.rows.push_back(factRow(title + QStringLiteral(" A"), a.isEmpty() ? CompareText::tr("n/a, not recorded") : a));
            section.rows.push_back(factRow(title + QStringLiteral(" B"), b.isEmpty() ? CompareText::tr("n/a, not recorded") : b));
        }
    }
    push(std::move(section));
}

void Builder::addDots(InspectorSection &section, const std::vector<ComparedPass> &passes, bool ofA) const
{
    const core::PassRef *shown = m_pair == nullptr ? nullptr : ofA ? &m_pair->passes.a : &m_pair->passes.b;
    for (const ComparedPass &pass : passes) {
        InspectorMark mark{
            .label = (ofA ? QStringLiteral("A · ") : QStringLiteral("B · ")) + passText(pass.pass), .ns = pass.wallNs};
        mark.lane = ofA ? 0 : 1;
        mark.self = shown != nullptr && shown->device == pass.device && shown->pass->number == pass.pass;
        section.marks.push_back(std::move(mark));
    }
}

void Builder::compared()
{
    const auto &verdict = m_results.verdict();
    InspectorSection section;
    section.id = kComparedSection;
    if (!verdict) {
        section.title = CompareText::tr("Over all passes");
        section.rows.push_back(sentenceRow(CompareText::tr("n/a, this is no pair of passes")));
        push(std::move(section));
        return;
    }
    const core::Figure &figure = verdict->figure;
    const bool any = verdict->ofPasses || verdict->againstMedian;
    section.title = verdict->ofLevel ? CompareText::tr("Against the other passes")
        : verdict->ofPasses          ? CompareText::tr("Over all passes")
        : any                        ? CompareText::tr("Against the median")
                                     : CompareText::tr("Noise");
    if (any)
        section.aside = CompareText::tr("median %1").arg(withShare(figure.deltaNs(), figure.aNs()));
    if (any && std::max(verdict->a.size(), verdict->b.size()) <= kMaxDots) {
        section.picture = InspectorSection::Picture::Pair;
        addDots(section, verdict->a, true);
        addDots(section, verdict->b, false);
    }
    if (any)
        for (const auto &[letter, ns, passes] :
            {std::tuple("A", figure.aNs(), figure.a.passes), std::tuple("B", figure.bNs(), figure.b.passes)}) {
            InspectorRow made = factRow(QString::fromLatin1(letter), durationText(ns));
            made.note = passCount(static_cast<std::int64_t>(passes));
            section.rows.push_back(made);
        }
    const QString noise = durationText(figure.noiseNs);
    section.rows.push_back(sentenceRow(figure.verdict == core::Verdict::Unchanged
            ? CompareText::tr("within the noise, ±%1").arg(noise)
            : CompareText::tr("beyond the noise, ±%1: a real change").arg(noise)));
    if (verdict->noiseAssumed)
        section.rows.push_back(
            sentenceRow(CompareText::tr("noise assumed: 2 %, fewer than %1 passes on a side").arg(core::kMinPasses)));
    if (!any)
        section.rows.push_back(sentenceRow(CompareText::tr("of the pair alone: no side is a median over passes")));
    push(std::move(section));
}

// The largest categories, the others together, idle and overlap: they add up to the difference of the walls.
void Builder::why()
{
    InspectorSection section;
    section.id = QStringLiteral("why");
    section.title = CompareText::tr("What changed");
    section.aside = CompareText::tr("this pair, by category");
    std::vector<const core::DiffGroup *> groups;
    for (const core::DiffGroup &group : m_shown.categories.groups)
        groups.push_back(&group);
    std::stable_sort(groups.begin(), groups.end(),
        [](const core::DiffGroup *x, const core::DiffGroup *y) { return sizeOf(x->deltaNs()) > sizeOf(y->deltaNs()); });
    std::vector<std::int64_t> values;
    std::int64_t others = 0;
    std::int64_t rest = m_deltaNs;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::int64_t ns = groups[i]->deltaNs();
        rest = core::subtractSaturated(rest, ns);
        if (i >= kMaxCategories && groups.size() > kMaxCategories + 1) {
            others = core::addSaturated(others, ns);
            continue;
        }
        section.rows.push_back(deltaRow(categoryTitle(*groups[i]->category), ns));
        section.rows.back().category = static_cast<int>(*groups[i]->category);
        values.push_back(ns);
    }
    if (groups.size() > values.size()) {
        section.rows.push_back(deltaRow(CompareText::tr("%1 other categories").arg(groups.size() - values.size()), others));
        values.push_back(others);
    }
    section.rows.push_back(deltaRow(CompareText::tr("idle and overlap"), rest));
    values.push_back(rest);
    scaleBars(section, values);
    section.rows.push_back(wallRow(m_deltaNs));
    if (const QString facts = sentence(); !facts.isEmpty())
        section.rows.push_back(sentenceRow(facts));
    push(std::move(section));
}

// Counted over the rows of kernels: how many changed in the direction of the pair, which most, what is on one side alone.
QString Builder::sentence() const
{
    if (m_shown.rows.view != core::DiffView::Sequence && m_shown.rows.view != core::DiffView::Kernel)
        return {};
    const auto &groups = m_shown.rows.groups;
    std::array<std::size_t, 4> changes{};
    std::size_t same = 0; // direction
    std::size_t most = groups.size();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        ++changes[static_cast<std::size_t>(groups[i].change)];
        if (groups[i].deltaNs() == 0 || (groups[i].deltaNs() < 0) != (m_deltaNs < 0))
            continue;
        ++same;
        if (most == groups.size() || sizeOf(groups[i].deltaNs()) > sizeOf(groups[most].deltaNs()))
            most = i;
    }
    QStringList parts;
    if (m_deltaNs != 0 && most < groups.size()) {
        const QString role = cell("role_b", most);
        const QString name = !role.isEmpty() ? role : cell(groups[most].kernelB.valid() ? "name_b" : "name_a", most);
        parts << (m_deltaNs < 0 ? CompareText::tr("%1 of %2 rows shorter, most of all %3")
                                : CompareText::tr("%1 of %2 rows longer, most of all %3"))
                     .arg(qtext(core::formatCount(static_cast<std::int64_t>(same))),
                         qtext(core::formatCount(static_cast<std::int64_t>(groups.size()))), name);
    }
    if (changes[0] == groups.size())
        parts << CompareText::tr("the same kernels run in both");
    for (const core::DiffChange change : {core::DiffChange::Replaced, core::DiffChange::OnlyA, core::DiffChange::OnlyB})
        if (const std::size_t count = changes[static_cast<std::size_t>(change)]; count > 0)
            parts << QStringLiteral("%1 %2").arg(changeText(change), qtext(core::formatCount(static_cast<std::int64_t>(count))));
    return parts.join(QStringLiteral("; "));
}

// What a layer is a part of.
void Builder::step()
{
    const auto &step = m_results.step();
    if (!m_isLayer || !step)
        return;
    InspectorSection section;
    section.id = QStringLiteral("step");
    section.title = CompareText::tr("Whole pass");
    section.aside = CompareText::tr("this pair, %1 and %2")
                        .arg(passText(m_pair->passes.a.pass->number), passText(m_pair->passes.b.pass->number));
    InspectorRow first = deltaRow(qtext(step->name), step->nameNs);
    first.note = QStringLiteral("%1 ×").arg(qtext(core::formatCount(static_cast<std::int64_t>(step->count))));
    first.target = step->target;
    section.rows.push_back(std::move(first));
    section.rows.push_back(deltaRow(CompareText::tr("everything else"), step->wallNs - step->nameNs));
    scaleBars(section, {step->nameNs, step->wallNs - step->nameNs});
    section.rows.push_back(wallRow(step->wallNs));
    push(std::move(section));
}

void Builder::elsewhere()
{
    InspectorSection section;
    section.id = QStringLiteral("else");
    section.title = CompareText::tr("Where else");
    const auto &verdict = m_results.verdict();
    std::vector<const core::LayerDelta *> layers;
    if (verdict)
        for (const core::LayerDelta &layer : verdict->layers)
            if (layer.figure && !(verdict->ofLayer() && layer.layerA == verdict->layerA && layer.layerB == verdict->layerB))
                layers.push_back(&layer);
    if (layers.empty()) {
        section.rows.push_back(
            sentenceRow(m_pair != nullptr && m_shown.session->sameTrace() && m_pair->passes.a.pass == m_pair->passes.b.pass
                    ? CompareText::tr("n/a, both are in one pass")
                    : CompareText::tr("n/a, no layer has a counterpart")));
        push(std::move(section));
        return;
    }
    section.aside = verdict->ofPasses || verdict->againstMedian ? CompareText::tr("largest Δ of the medians")
                                                                : CompareText::tr("largest Δ of the pair");
    const std::size_t count = std::min(kMaxLayers, layers.size());
    std::partial_sort(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(count), layers.end(),
        [](const core::LayerDelta *x, const core::LayerDelta *y) {
            return sizeOf(x->figure->deltaNs()) > sizeOf(y->figure->deltaNs());
        });
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(layers[i]->figure->deltaNs());
        section.rows.push_back(deltaRow(layerPairText(layers[i]->layerA, layers[i]->layerB), values.back()));
        if (layers[i]->figure->verdict == core::Verdict::Unchanged)
            section.rows.back().note = CompareText::tr("within noise");
        if (const auto target = m_results.selectionOf(*layers[i]))
            section.rows.back().target = *target;
    }
    scaleBars(section, values);
    push(std::move(section));
}

// As the inspector says it of each side; once, where it says the same of both.
void Builder::limit()
{
    InspectorSection section;
    section.id = QStringLiteral("limit");
    section.title = CompareText::tr("Hardware limit");
    std::array<std::vector<InspectorRow>, 2> sides;
    for (const bool ofA : {true, false})
        if (const auto &table = m_results.limit(ofA))
            sides[ofA ? 0 : 1] = limitRows(*table);
    const bool same = std::equal(sides[0].begin(), sides[0].end(), sides[1].begin(), sides[1].end(),
        [](const InspectorRow &a, const InspectorRow &b) { return a.label == b.label && a.value == b.value; });
    for (std::size_t side = 0; side < (same ? 1U : sides.size()); ++side)
        for (InspectorRow &row : sides[side]) {
            QString &text = row.share ? row.value : row.label;
            if (!same && (row.share || &row == &sides[side].front()))
                text.prepend(side == 0 ? QStringLiteral("A · ") : QStringLiteral("B · "));
            section.rows.push_back(std::move(row));
        }
    if (section.rows.empty())
        section.rows.push_back(sentenceRow(m_pair == nullptr ? CompareText::tr("n/a, this is no pair of passes")
                : m_results.limitError()                     ? errorText(*m_results.limitError())
                                                             : CompareText::tr("n/a, not computed yet")));
    push(std::move(section));
}

void Builder::origin()
{
    CompareController &compare = m_results.compare();
    InspectorSection section;
    section.id = QStringLiteral("origin");
    section.title = CompareText::tr("Where they come from");
    QStringList devices;
    for (const bool ofA : {true, false}) {
        const bool second = !m_shown.isInWindow(ofA);
        InspectorRow made = factRow(ofA ? QStringLiteral("A") : QStringLiteral("B"), place(ofA));
        made.note = traceStem(second ? compare.second().path() : compare.first().path());
        made.tip = second ? compare.second().path() : compare.first().path();
        section.rows.push_back(made);
        if (m_pair == nullptr)
            continue;
        const core::TraceDocument &document = (ofA ? m_shown.session->inputA() : m_shown.session->inputB()).document;
        const core::DeviceId device = (ofA ? m_pair->passes.a : m_pair->passes.b).device;
        devices << qtext(document.devices[device.value].name);
    }
    devices.removeDuplicates();
    devices.removeAll(QString());
    if (!devices.isEmpty())
        section.rows.push_back(factRow(CompareText::tr("device"), devices.join(QStringLiteral(" · "))));
    for (const core::Message &note : m_shown.outcome->notes)
        section.rows.push_back(sentenceRow(translated(note)));
    push(std::move(section));
}

} // namespace

InspectorContent compareContent(const CompareResults &results, std::optional<std::size_t> row)
{
    if (results.shown())
        return Builder(results, row).take();
    InspectorContent none;
    none.icon = QStringLiteral("diff");
    none.title = CompareText::tr("B against A");
    none.path = CompareText::tr("nothing is compared yet");
    return none;
}

} // namespace lamella::ui
