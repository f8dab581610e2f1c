// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/InspectorContent.h"

#include "core/analysis/Segmentation.h"
#include "core/analysis/gaps/Gaps.h"
#include "core/base/Format.h"
#include "core/profile/Category.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Translated.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/CrowdedMarks.h"
#include "widgets/inspector/InspectorRows.h"
#include "widgets/inspector/LevelSection.h"
#include "widgets/inspector/OtherwiseSections.h"
#include "widgets/inspector/ShapeText.h"
#include "widgets/theme/GapColors.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lamella::ui {

namespace {

using inspector::Columns;
using inspector::Row;
using RowList = std::vector<Row>;

// "models/qwen3.py:217 forward": the value of the row becomes a link to that line.
void linkToLine(InspectorRow &row)
{
    static const QRegularExpression kPlace(QStringLiteral("^(.+):(\\d+)(?: |$)"));
    const QRegularExpressionMatch place = kPlace.match(row.value);
    if (!place.hasMatch())
        return;
    row.file = place.captured(1);
    row.line = place.captured(2).toLongLong();
    row.tip = InspectorText::tr("Shows what this line costs; from there it opens in the editor");
}

InspectorSection sectionOf(const char *id, const QString &title)
{
    InspectorSection section;
    section.id = QString::fromLatin1(id);
    section.title = title;
    return section;
}

class Builder {
public:
    Builder(const core::ReportTable *figures, const core::ReportTable *limits, core::Against against, QStringList hidden)
        : m_against(against)
        , m_hidden(std::move(hidden))
    {
        m_columns.reserve(2);
        for (const core::ReportTable *table : {figures, limits}) {
            if (table == nullptr)
                continue;
            Columns &columns = m_columns.emplace_back(*table);
            RowList *rows = nullptr; // of the section before
            std::string_view before;
            for (std::size_t at = 0; at < table->rowCount(); ++at) {
                const Row row(columns, at);
                const std::string_view section = row.section();
                if (rows == nullptr || section != before)
                    rows = &m_sections[before = section];
                rows->push_back(row);
            }
        }
    }
    InspectorContent take();

private:
    // Valid as long as the builder.
    [[nodiscard]] const RowList &of(std::string_view section) const
    {
        static const RowList kNone;
        const auto found = m_sections.find(section);
        return found == m_sections.end() ? kNone : found->second;
    }
    void head();
    void compared();
    void passes();
    void why();
    void listed(const char *id, const QString &title, const QString &aside = {});
    void elsewhere();
    void durations();
    void parts();
    void busy();
    void idle();
    void onHost();
    void limit();
    void advice();
    void facts(const char *id, const QString &title);
    void fullName();
    void sums();
    InspectorSection marksOf(const RowList &rows, InspectorSection section) const;
    void pictureOfGap(InspectorSection &section) const;
    static InspectorRow plainRow(const Row &row);
    static void scaleBars(InspectorSection &section, const std::vector<std::int64_t> &values);
    void push(InspectorSection section) { m_content.sections.push_back(std::move(section)); }

    core::Against m_against;
    QStringList m_hidden; // rules of advice
    std::vector<Columns> m_columns; // of the tables
    std::map<std::string_view, RowList> m_sections;
    QString m_kind; // key of the first row of the title
    InspectorContent m_content;
};

InspectorRow Builder::plainRow(const Row &row)
{
    InspectorRow made;
    made.label = row.word("what");
    made.category = row.category();
    if (const auto cause = core::gapCauseFromId(row.key())) {
        made.cause = static_cast<int>(*cause);
        made.label = gapCauseTitle(*cause);
        made.tip = gapCauseMeaning(*cause);
    }
    if (const auto ns = row.number("dur_ns"))
        made.value = durationText(*ns);
    else if (const auto count = row.number("count"))
        made.value = qtext(core::formatCount(*count));
    made.target = row.target();
    return made;
}

void Builder::scaleBars(InspectorSection &section, const std::vector<std::int64_t> &values)
{
    double largest = 0;
    for (const std::int64_t value : values)
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    for (std::size_t i = 0; i < values.size() && largest > 0; ++i)
        section.rows[i].bar = static_cast<double>(values[i]) / largest;
}

void Builder::head()
{
    static const std::array<std::pair<const char *, const char *>, 8> kIcons{
        {{"trace", "table"}, {"several", "table"}, {"pass", "passes"}, {"layer", "layers"}, {"name", "kernels"},
            {"kernel", "kernels"}, {"range", "zoom-fit"}, {"gap", "gaps"}}};
    QStringList path;
    for (const Row &row : of("title")) {
        if (m_kind.isEmpty()) {
            m_kind = qtext(row.key());
            m_content.title = row.word("what");
            if (m_kind == QStringLiteral("name") && row.category() >= 0)
                path << categoryTitle(static_cast<core::Category>(row.category()));
            const bool named = m_kind == QStringLiteral("kernel") && row.word("value") == m_content.title;
            if (!named && row.raw("value") != core::stageName(core::Stage::Unknown))
                path << (m_kind == QStringLiteral("layer") ? layerTypeText(row.raw("value")) : row.word("value"));
            continue;
        }
        const auto count = row.number("count");
        const auto ns = row.number("dur_ns");
        const QString value = row.word("value");
        const QString what = row.word("what");
        if (row.key() == "layer" && !value.isEmpty())
            path << what << layerTypeText(row.raw("value"));
        else if (ns)
            path << InspectorText::tr("%1 idle").arg(durationText(*ns));
        else if (row.key() == "stream" || row.key() == "device")
            path << (count ? what + u' ' + QString::number(*count) : what) << value;
        else if (count && row.key() != "requests" && row.key() != "tokens" && (*count > 0 || row.key() != "layers"))
            path << (m_kind == QStringLiteral("name")
                    ? InspectorText::tr("%1 %2", "a count, and where: 62 in P6").arg(qtext(core::formatCount(*count)), what)
                    : QString(qtext(core::formatCount(*count)) + u' ' + what));
        else if (!count) // the note of a pass begins with its requests and tokens
            path << (value.isEmpty() ? what : value);
    }
    path.removeAll(QString());
    m_content.path = path.join(QStringLiteral(" · "));
    for (const auto &[kind, icon] : kIcons)
        if (m_kind == QLatin1String(kind))
            m_content.icon = QString::fromLatin1(icon);
    bool stateShown = false; // that a pass is an outlier says more than its rank
    for (const Row &row : of("figure")) {
        if (row.key() == "rank") {
            if (!stateShown)
                m_content.rank = row.word("value");
        } else if (row.key() == "cut") {
            m_content.rank = row.word("value");
            m_content.isWarning = stateShown = true;
        } else if (row.key() == "state") {
            if (row.raw("value") == "outlier" || row.raw("value") == "cold") {
                m_content.rank = row.word("value");
                m_content.isWarning = row.raw("value") == "outlier";
                stateShown = true;
            }
        } else if (m_content.figure.isEmpty()) {
            m_content.figure = row.number("dur_ns") ? durationText(*row.number("dur_ns")) : QString();
            m_content.unit = row.word("what");
            m_content.rank = row.word("value");
        } else if (const auto count = row.number("count")) {
            m_content.rank = qtext(core::formatCount(*count)) + u' ' + row.word("what");
        }
    }
}

InspectorSection Builder::marksOf(const RowList &rows, InspectorSection section) const
{
    std::vector<const Row *> marked;
    std::vector<CrowdedValue> values;
    marked.reserve(rows.size());
    values.reserve(rows.size());
    for (const Row &row : rows) {
        const std::string_view key = row.key();
        if (key == "reference") {
            section.medianNs = row.number("dur_ns");
            section.medianWord = m_kind == QStringLiteral("kernel") ? InspectorText::tr("median layer")
                : m_kind == QStringLiteral("name")                  ? InspectorText::tr("median pass")
                                                                    : InspectorText::tr("median");
            const std::int64_t delta = row.number("delta_ns").value_or(0);
            section.aside = delta == 0 && !row.share() ? QString() : deltaText(delta);
            if (const auto share = row.share())
                section.aside += QStringLiteral(" (%1)").arg(signedShare(*share));
        } else if (key == "none") {
            section.rows.push_back(sentenceRow(row.word("value")));
        } else if (key == "self" || key == "sibling" || key == "uncounted") {
            values.push_back({row.number("dur_ns").value_or(0), key == "self", key != "uncounted"});
            marked.push_back(&row);
        }
    }
    const MarkOfValue markOf = [&](std::size_t i) {
        return InspectorMark{marked[i]->word("what"), values[i].ns, 1, values[i].self, values[i].counted, marked[i]->target()};
    };
    if (section.picture == InspectorSection::Picture::Dots && values.size() > kMaxDots) {
        section.picture = InspectorSection::Picture::Bins;
        section.marks = histogramOf(values, markOf);
    } else if (section.picture == InspectorSection::Picture::Bars && values.size() > kMaxBars) {
        section.picture = InspectorSection::Picture::Bands;
        section.marks = bandsOf(values, markOf);
    } else {
        for (std::size_t i = 0; i < values.size(); ++i)
            section.marks.push_back(markOf(i));
    }
    return section;
}

void Builder::compared()
{
    const RowList &rows = of("compared");
    if (rows.empty())
        return;
    InspectorSection section;
    section.id = QStringLiteral("compared");
    section.title = m_kind == QStringLiteral("name") ? InspectorText::tr("Sum per pass") : InspectorText::tr("Compared with");
    const bool byPass = m_kind == QStringLiteral("pass") || m_kind == QStringLiteral("name");
    section.picture = byPass ? InspectorSection::Picture::Bars : InspectorSection::Picture::Dots;
    section.referenceSwitch = !byPass;
    section = marksOf(rows, std::move(section));
    for (const Row &row : rows)
        if (row.key() == "reference") {
            InspectorRow reference;
            reference.label = row.word("what");
            reference.value = durationText(row.number("dur_ns").value_or(0));
            reference.target = row.target();
            reference.wraps = true;
            section.rows.push_back(reference);
        }
    if (section.marks.size() < 2)
        section.marks.clear();
    push(std::move(section));
}

void Builder::passes()
{
    const RowList &rows = of("passes");
    if (rows.empty())
        return;
    InspectorSection section;
    section.id = QStringLiteral("passes");
    section.picture = InspectorSection::Picture::Bars;
    section = marksOf(rows, std::move(section));
    for (const Row &row : rows)
        if (row.key() == "reference")
            section.title = row.word("what");
    if (section.title.isEmpty())
        section.title = InspectorText::tr("In other passes");
    if (section.marks.size() < 2)
        section.marks.clear();
    push(std::move(section));
}

void Builder::why()
{
    const RowList &rows = of("why");
    if (rows.empty())
        return;
    const bool gap = m_kind == QStringLiteral("gap");
    InspectorSection section;
    section.id = QStringLiteral("why");
    section.title = gap ? InspectorText::tr("What happened") : InspectorText::tr("Why");
    std::vector<std::int64_t> values;
    for (const Row &row : rows) {
        const std::string_view key = row.key();
        if (key == "none" || key == "sentence") {
            section.rows.push_back(sentenceRow(row.word("value")));
            continue;
        }
        InspectorRow made = plainRow(row);
        if (gap) {
            if (key == "cause")
                if (const auto cause = std::find_if(core::gapCauseInfos().begin(), core::gapCauseInfos().end(),
                        [&](const core::GapCauseInfo &info) { return row.raw("what") == info.title; });
                    cause != core::gapCauseInfos().end()) {
                    made.cause = static_cast<int>(cause->cause);
                    made.label = gapCauseTitle(cause->cause);
                }
            if (key == "evidence")
                made.value = row.word("value");
            section.rows.push_back(made);
            if (key != "evidence" && !row.word("value").isEmpty())
                section.rows.push_back(sentenceRow(row.word("value")));
            continue;
        }
        const std::int64_t delta = row.number("delta_ns").value_or(0);
        made.value = deltaText(delta);
        made.note = row.word("value");
        made.delta = true;
        made.total = key == "wall";
        if (made.total) {
            section.title = delta > 0 ? InspectorText::tr("Why slower")
                : delta < 0           ? InspectorText::tr("Why faster")
                                      : InspectorText::tr("Why");
            made.delta = false;
        } else {
            values.push_back(delta);
        }
        section.rows.push_back(made);
    }
    if (gap)
        pictureOfGap(section);
    if (!gap && !values.empty()) {
        scaleBars(section, values); // contributors come first
        const bool ofPass = m_kind == QStringLiteral("pass") || m_kind == QStringLiteral("name");
        const RowList &compared = of("compared"); // without others of its type the steady passes are the reference
        const bool ofType = m_against == core::Against::Type
            && std::none_of(compared.begin(), compared.end(), [](const Row &row) { return row.key() == "none"; });
        section.aside = ofPass ? InspectorText::tr("Δ to the median pass")
            : ofType           ? InspectorText::tr("Δ to the median layer")
                               : InspectorText::tr("Δ to the steady passes");
    }
    push(std::move(section));
}

// Marks as GapPicture wants them. A gap whose neighbours are not known has no picture.
void Builder::pictureOfGap(InspectorSection &section) const
{
    const auto workOf = [this](std::string_view key) -> std::optional<InspectorMark> {
        for (const Row &row : of("neighbours"))
            if (row.key() == key)
                return InspectorMark{.label = row.word("value"), .ns = row.number("dur_ns").value_or(0),
                    .count = std::max(0, row.category()), .target = row.target()};
        return std::nullopt;
    };
    const std::optional<InspectorMark> before = workOf("before");
    const std::optional<InspectorMark> after = workOf("after");
    const RowList &range = of("range");
    const std::int64_t begin = range.empty() ? 0 : range.front().number("at_ns").value_or(0);
    int cause = static_cast<int>(core::GapCause::Unknown);
    std::vector<InspectorMark> parts;
    std::optional<InspectorMark> call;
    for (const Row &row : of("why")) {
        for (const core::GapCauseInfo &info : core::gapCauseInfos())
            if (row.key() == "cause" && row.raw("what") == info.title)
                cause = static_cast<int>(info.cause);
        if (row.key() == "part" || row.key() == "cause")
            parts.push_back({.label = row.word("what"), .ns = row.number("dur_ns").value_or(0), .target = row.target(), .cause = cause});
        if (const auto launched = row.number("at_ns"))
            call = InspectorMark{.label = {}, .ns = *launched - begin, .target = row.target()};
    }
    if (!before || !after || parts.empty())
        return;
    if (parts.size() > 1)
        parts.erase(parts.begin()); // the whole gap, where its parts are known
    if (parts.size() > 1) // after the call only the launch itself is waited for
        parts.back().cause = static_cast<int>(core::GapCause::LaunchLatency);
    section.picture = InspectorSection::Picture::Gap;
    section.marks = {*before};
    section.marks.insert(section.marks.end(), parts.begin(), parts.end());
    section.marks.push_back(*after);
    for (const Row &row : of("origin"))
        if (call && row.key() == "launch") {
            call->label = row.word("value");
            section.marks.push_back(*call);
        }
}

void Builder::listed(const char *id, const QString &title, const QString &aside)
{
    const RowList &rows = of(id);
    if (rows.empty())
        return;
    InspectorSection section = sectionOf(id, title);
    section.aside = aside;
    std::vector<std::int64_t> values;
    for (const Row &row : rows) {
        if (row.key() == "none" || row.key() == "sentence") {
            section.rows.push_back(sentenceRow(row.word("value")));
            continue;
        }
        InspectorRow made = plainRow(row);
        made.note = section.id == QStringLiteral("layers") ? layerTypeText(row.raw("value")) : row.word("value");
        if (row.number("dur_ns") && row.number("count") && made.note.isEmpty())
            made.note = qtext(core::formatCount(*row.number("count"))) + QStringLiteral(" ×");
        made.wraps = section.id == QStringLiteral("else");
        values.push_back(row.number("dur_ns").value_or(0));
        section.rows.push_back(made);
    }
    if (section.rows.size() == values.size() || !section.rows.back().bar)
        scaleBars(section, values);
    push(std::move(section));
}

void Builder::elsewhere()
{
    const RowList &rows = of("else");
    if (rows.empty())
        return;
    if (m_kind == QStringLiteral("gap")) {
        InspectorSection section = sectionOf("else", InspectorText::tr("Where else"));
        section.picture = InspectorSection::Picture::Bars;
        section = marksOf(rows, std::move(section));
        for (const Row &row : rows)
            if (row.key() == "sum") {
                section.aside = row.word("value");
                InspectorRow sum = plainRow(row);
                sum.note = qtext(core::formatCount(row.number("count").value_or(0))) + QStringLiteral(" ×");
                section.rows.push_back(sum);
            }
        if (section.marks.size() < 2)
            section.marks.clear();
        push(std::move(section));
        return;
    }
    if (m_kind == QStringLiteral("pass") && rows.front().key() == "level") {
        push(levelSection(rows));
        return;
    }
    listed("else", m_kind == QStringLiteral("name") ? InspectorText::tr("Longest") : InspectorText::tr("Where else"),
        m_kind == QStringLiteral("name") ? InspectorText::tr("N for the next") : QString());
}

void Builder::durations()
{
    const RowList &rows = of("durations");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("durations", InspectorText::tr("Durations"));
    section.picture = InspectorSection::Picture::Bins;
    for (const Row &row : rows) {
        if (row.key() == "bin")
            section.marks.push_back({{}, row.number("dur_ns").value_or(0), row.number("count").value_or(0), false, true, {}});
        else if (row.key() == "median")
            section.medianNs = row.number("dur_ns");
    }
    if (section.medianNs)
        section.aside = InspectorText::tr("median %1").arg(durationText(*section.medianNs));
    for (const Row &row : of("uses")) {
        InspectorRow made = plainRow(row);
        made.note = qtext(core::formatCount(row.number("count").value_or(0))) + QStringLiteral(" ×");
        made.value = InspectorText::tr("median %1").arg(made.value);
        section.rows.push_back(made);
    }
    push(std::move(section));
}

void Builder::parts()
{
    const RowList &rows = of("parts");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("parts", InspectorText::tr("Where the wall goes"));
    section.picture = InspectorSection::Picture::Stack;
    std::vector<std::int64_t> values;
    for (const Row &row : rows) {
        if (row.key() == "wall")
            continue;
        InspectorRow made = plainRow(row);
        if (row.share())
            made.note = qtext(core::formatShare(*row.share()));
        const bool isOwn = row.key() != "idle" && row.key() != "other";
        section.marks.push_back({made.label, row.number("dur_ns").value_or(0), 1, false, isOwn, {}});
        section.marks.back().count = made.category;
        if (row.key() == "idle" && row.share())
            section.aside = InspectorText::tr("%1 idle").arg(qtext(core::formatShare(*row.share())));
    }
    push(std::move(section));
}

void Builder::busy()
{
    const RowList &rows = of("busy");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("busy", InspectorText::tr("GPU"));
    section.picture = InspectorSection::Picture::Share;
    for (const Row &row : rows) {
        if (row.key() == "busy") {
            section.share = row.share().value_or(0);
            section.aside = InspectorText::tr("%1 busy").arg(qtext(core::formatShare(section.share)));
        }
        InspectorRow made = plainRow(row);
        if (row.key() == "idle")
            made.note = InspectorText::tr("%1 gaps").arg(qtext(core::formatCount(row.number("count").value_or(0))));
        if (row.key() == "streams") {
            made.label = InspectorText::tr("kernel time");
            made.note = InspectorText::tr("%1 streams").arg(qtext(core::formatCount(row.number("count").value_or(0))));
        }
        section.rows.push_back(made);
    }
    push(std::move(section));
}

void Builder::idle()
{
    const RowList &rows = of("idle");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("idle", InspectorText::tr("Idle by cause"));
    std::vector<std::int64_t> values;
    for (const Row &row : rows) {
        if (row.key() == "idle") {
            section.aside += durationText(row.number("dur_ns").value_or(0));
            continue;
        }
        if (row.key() == "sentence") {
            section.aside += u' ' + row.word("value");
            continue;
        }
        InspectorRow made = plainRow(row);
        if (const auto count = row.number("count"); count && *count > 0)
            made.note = qtext(core::formatCount(*count)) + QStringLiteral(" ×");
        if (row.key() == "rest") { // a sentence, beside which no bar has room
            made.tip = made.label;
            made.label = InspectorText::tr("shorter, edges", "idle time: gaps below the threshold, and at the edges");
        }
        values.push_back(row.number("dur_ns").value_or(0));
        section.rows.push_back(made);
    }
    scaleBars(section, values);
    push(std::move(section));
}

// Of a layer its calls; of a gap the call of the operating system and the samples of the launching thread.
void Builder::onHost()
{
    const RowList &rows = of("host");
    if (rows.empty())
        return;
    InspectorSection section;
    section.id = QStringLiteral("host");
    section.title = m_kind == QStringLiteral("gap") ? InspectorText::tr("What the launching thread did") : InspectorText::tr("On the host");
    for (const Row &row : rows) {
        const std::string_view key = row.key();
        if (key == "none" || key == "unknown" || key == "callers") {
            section.rows.push_back(sentenceRow(row.word("value")));
            continue;
        }
        InspectorRow made = plainRow(row);
        if (key == "system")
            made.tip = row.word("value");
        else if (key == "caller")
            made.label = InspectorText::tr("from %1").arg(made.label);
        else if (key.starts_with("sampled"))
            made.tip = made.label; // names are long
        if (key.starts_with("sample"))
            made.value = row.word("value"); // "4 samples"
        if (const auto count = row.number("count"); count && row.number("dur_ns"))
            made.note = qtext(core::formatCount(*count)) + QStringLiteral(" ×");
        if (key == "longest") {
            made.note.clear();
            made.tip = row.word("value");
            made.label = row.word("value");
        }
        section.rows.push_back(made);
    }
    push(std::move(section));
}

void Builder::limit()
{
    const RowList &rows = of("limit");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("limit", InspectorText::tr("Hardware limit"));
    QStringList small;
    for (const Row &row : rows) {
        const std::string_view key = row.key();
        if (key == "none" || key == "wrong") {
            section.rows.push_back(sentenceRow(row.word("value")));
        } else if (key == "roofline") {
            section.aside =
                InspectorText::tr("roofline %1, %2").arg(durationText(row.number("dur_ns").value_or(0)), row.word("value"));
            InspectorRow made;
            made.share = row.share().value_or(0);
            made.value = InspectorText::tr("%1 of roofline").arg(qtext(core::formatShare(*made.share)));
            section.rows.push_back(made);
        } else if (key == "headroom" && row.number("dur_ns")) {
            small << InspectorText::tr("headroom %1").arg(durationText(*row.number("dur_ns")));
        } else if ((key == "mbu" || key == "mfu") && row.share()) {
            small << row.word("what") + u' ' + qtext(core::formatShare(*row.share()));
        } else if (key == "bytes") {
            small << InspectorText::tr("%1 moved at least").arg(row.word("value"));
        } else if (key == "modelled" && row.share()) {
            small << InspectorText::tr("%1 modelled").arg(qtext(core::formatShare(*row.share())));
        }
    }
    if (!small.isEmpty())
        section.rows.push_back(sentenceRow(small.join(QStringLiteral(" · "))));
    push(std::move(section));
}

void Builder::advice()
{
    const RowList &rows = of("advice");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("advice", InspectorText::tr("Advice"));
    section.aside = InspectorText::tr("of the pass, at best");
    std::vector<std::int64_t> values;
    for (const Row &row : rows) {
        if (m_hidden.contains(row.word("value")))
            continue;
        if (row.key() == "none") {
            section.aside.clear();
            section.rows.push_back(sentenceRow(row.word("value")));
            continue;
        }
        InspectorRow made = plainRow(row);
        const std::int64_t gain = row.number("dur_ns").value_or(0); // about memory: no bar beside times
        const std::optional<std::int64_t> bytes = row.number("bytes");
        made.value = bytes ? qtext(core::formatBytes(*bytes)) : deltaText(-gain); // bytes may be lacking or moved, not saved
        made.wraps = true;
        values.push_back(gain);
        section.rows.push_back(made);
    }
    scaleBars(section, values);
    push(std::move(section));
}

void Builder::facts(const char *id, const QString &title)
{
    const RowList &rows = of(id);
    if (rows.empty())
        return;
    InspectorSection section = sectionOf(id, title);
    for (const Row &row : rows) {
        InspectorRow made = plainRow(row);
        const QString text = row.word("value");
        if (made.label.isEmpty()) {
            section.rows.push_back(sentenceRow(text));
            continue;
        }
        if (row.key() == "launch" && row.number("dur_ns"))
            section.aside = InspectorText::tr("%1 earlier").arg(durationText(*row.number("dur_ns")));
        made.value = text.isEmpty() ? made.value : text;
        made.wraps = true;
        if (row.key() == "source")
            linkToLine(made);
        if (row.key() == "shape") {
            made.label = inspector::shapeText(made.label);
            made.value = qtext(core::formatCount(row.number("count").value_or(0))) + QStringLiteral(" ×");
        } else if (section.id == QStringLiteral("shape")) {
            made.value = inspector::shapeText(made.value);
        }
        section.rows.push_back(made);
    }
    push(std::move(section));
}

void Builder::fullName()
{
    for (const Row &row : of("name")) {
        InspectorSection section = sectionOf("name", InspectorText::tr("Full name"));
        section.rows.push_back(sentenceRow(row.word("value")));
        push(std::move(section));
    }
}

// Of several: what they add up to.
void Builder::sums()
{
    const RowList &rows = of("sums");
    if (rows.empty())
        return;
    InspectorSection section = sectionOf("sums", InspectorText::tr("Together"));
    for (const Row &row : rows)
        section.rows.push_back(row.key() == "none" ? sentenceRow(row.word("value")) : plainRow(row));
    push(std::move(section));
}

InspectorContent Builder::take()
{
    head();
    listed("stages", InspectorText::tr("Stages"), InspectorText::tr("wall of the median pass"));
    durations();
    busy();
    compared();
    passes();
    why();
    parts();
    sums();
    listed("selected", InspectorText::tr("Selected"), InspectorText::tr("each alone"));
    facts("spread", InspectorText::tr("Spread"));
    facts("common", InspectorText::tr("In common"));
    listed("roles", InspectorText::tr("Time by role"), InspectorText::tr("kernel time"));
    facts("neighbours", InspectorText::tr("Before and after"));
    listed("layers", InspectorText::tr("Slowest layers"));
    elsewhere();
    listed("categories", InspectorText::tr("Time by category"), InspectorText::tr("kernel time"));
    listed("kernels", InspectorText::tr("Top kernels"), InspectorText::tr("kernel time"));
    if (m_kind == QStringLiteral("range") && !of("kernels").empty()) {
        InspectorRow all;
        all.label = InspectorText::tr("table of all");
        all.view = QStringLiteral("within");
        m_content.sections.back().rows.push_back(all);
    }
    idle();
    onHost();
    limit();
    advice();
    facts(
        "origin", m_kind == QStringLiteral("gap") ? InspectorText::tr("Who owns it") : InspectorText::tr("Where it comes from"));
    facts("shape", InspectorText::tr("Shape"));
    fullName();
    if (const RowList &same = of("same"); !same.empty())
        push(sameSection(same, of("title")));
    for (const Row &row : of("gain"))
        push(gainSection(row));
    return std::move(m_content);
}

} // namespace

QString deltaText(std::int64_t ns)
{
    return ns > 0 ? u'+' + durationText(ns) : durationText(ns);
}

InspectorRow sentenceRow(const QString &text)
{
    InspectorRow row;
    row.label = text;
    row.sentence = true;
    return row;
}

InspectorRow factRow(const QString &label, const QString &value)
{
    InspectorRow row;
    row.label = label;
    row.value = value;
    return row;
}

InspectorContent inspectorContent(
    const core::ReportTable *figures, const core::ReportTable *limits, core::Against against, const QStringList &hidden)
{
    return Builder(figures, limits, against, hidden).take();
}

QString InspectorContent::asText() const
{
    QStringList lines{title, path};
    if (!figure.isEmpty())
        lines << figure + u' ' + unit + (rank.isEmpty() ? QString() : QStringLiteral(" · ") + rank);
    for (const InspectorSection &section : sections) {
        lines << QString() << section.title + (section.aside.isEmpty() ? QString() : QStringLiteral(": ") + section.aside);
        for (const InspectorRow &row : section.rows) {
            if (row.otherThan || !row.view.isEmpty())
                continue; // no fact
            QStringList cells{row.label, row.note, row.value};
            cells.removeAll(QString());
            lines << QStringLiteral("  ") + cells.join(QStringLiteral("  "));
        }
        if (section.rows.empty() && section.picture == InspectorSection::Picture::Stack)
            for (const InspectorMark &mark : section.marks)
                lines << QStringLiteral("  ") + mark.label + QStringLiteral("  ") + durationText(mark.ns);
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace lamella::ui
