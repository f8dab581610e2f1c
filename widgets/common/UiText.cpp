// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/UiText.h"

#include "core/base/Format.h"
#include "core/model/Selection.h"
#include "widgets/common/Counts.h"
#include "widgets/common/TraceWords.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

// Words that core writes into cells, listed for translators.
[[maybe_unused]] constexpr const char *kWords[] = {
    QT_TRANSLATE_NOOP("Word", "unknown"),
    QT_TRANSLATE_NOOP("Word", "prefill"),
    QT_TRANSLATE_NOOP("Word", "decode"),
    QT_TRANSLATE_NOOP("Word", "mixed"),
    QT_TRANSLATE_NOOP("Word", "draft"),
    QT_TRANSLATE_NOOP("Word", "dense"),
    QT_TRANSLATE_NOOP("Word", "attention"),
    QT_TRANSLATE_NOOP("Word", "forward"),
    QT_TRANSLATE_NOOP("Word", "backward"),
    QT_TRANSLATE_NOOP("Word", "optimizer"),
    QT_TRANSLATE_NOOP("Word", "cold"),
    QT_TRANSLATE_NOOP("Word", "warm-up"),
    QT_TRANSLATE_NOOP("Word", "steady"),
    QT_TRANSLATE_NOOP("Word", "certain"),
    QT_TRANSLATE_NOOP("Word", "likely"),
    QT_TRANSLATE_NOOP("Word", "check"),
    QT_TRANSLATE_NOOP("Word", "first"),
    QT_TRANSLATE_NOOP("Word", "last"),
    QT_TRANSLATE_NOOP("Word", "outlier"),
    QT_TRANSLATE_NOOP("Word", "head"),
    QT_TRANSLATE_NOOP("Word", "tail"),
    QT_TRANSLATE_NOOP("Word", "none"),
    QT_TRANSLATE_NOOP("Word", "user"),
    QT_TRANSLATE_NOOP("Word", "annotation"),
    QT_TRANSLATE_NOOP("Word", "profile"),
    QT_TRANSLATE_NOOP("Word", "discovered"),
    QT_TRANSLATE_NOOP("Word", "begins"),
    QT_TRANSLATE_NOOP("Word", "ends"),
    QT_TRANSLATE_NOOP("Word", "within"),
    QT_TRANSLATE_NOOP("Word", "partial"),
    QT_TRANSLATE_NOOP("Word", "info"),
    QT_TRANSLATE_NOOP("Word", "notice"),
    QT_TRANSLATE_NOOP("Word", "data_loss"),
    QT_TRANSLATE_NOOP("Word", "error"),
    QT_TRANSLATE_NOOP("Word", "outside"),
    QT_TRANSLATE_NOOP("Word", "yes"),
    QT_TRANSLATE_NOOP("Word", "no"),
    QT_TRANSLATE_NOOP("Word", "compute"),
    QT_TRANSLATE_NOOP("Word", "communication"),
    QT_TRANSLATE_NOOP("Word", "copy"),
    QT_TRANSLATE_NOOP("Word", "wait"),
    QT_TRANSLATE_NOOP("Word", "in_flight"),
    QT_TRANSLATE_NOOP("Word", "idle_inside"),
    QT_TRANSLATE_NOOP("Word", "idle_between"),
    QT_TRANSLATE_NOOP("Word", "typical"),
    QT_TRANSLATE_NOOP("Word", "light"),
    QT_TRANSLATE_NOOP("Word", "heavy"),
    QT_TRANSLATE_NOOP("Word", "slower"),
    QT_TRANSLATE_NOOP("Word", "faster"),
    QT_TRANSLATE_NOOP("Word", "unchanged"),
    QT_TRANSLATE_NOOP("Word", "equal"),
    QT_TRANSLATE_NOOP("Word", "differs"),
    QT_TRANSLATE_NOOP("Word", "only_a"),
    QT_TRANSLATE_NOOP("Word", "only_b"),
    QT_TRANSLATE_NOOP("Word", "only_recorded"),
    QT_TRANSLATE_NOOP("Word", "only_recomputed"),
    QT_TRANSLATE_NOOP("Word", "wall"),
    QT_TRANSLATE_NOOP("Word", "idle"),
    QT_TRANSLATE_NOOP("Word", "kernels"),
    QT_TRANSLATE_NOOP("Word", "ops"),
    QT_TRANSLATE_NOOP("Word", "layers"),
    QT_TRANSLATE_NOOP("Word", "passes"),
    QT_TRANSLATE_NOOP("Word", "whole passes"),
    QT_TRANSLATE_NOOP("Word", "steps"),
    QT_TRANSLATE_NOOP("Word", "whole steps"),
    QT_TRANSLATE_NOOP("Word", "duration"),
    QT_TRANSLATE_NOOP("Word", "input"),
    QT_TRANSLATE_NOOP("Word", "evidence"),
    QT_TRANSLATE_NOOP("Word", "tokens"),
    QT_TRANSLATE_NOOP("Word", "together"),
    QT_TRANSLATE_NOOP("Word", "sum"),
    QT_TRANSLATE_NOOP("Word", "streams"),
    QT_TRANSLATE_NOOP("Word", "stream"),
    QT_TRANSLATE_NOOP("Word", "stage"),
    QT_TRANSLATE_NOOP("Word", "role"),
    QT_TRANSLATE_NOOP("Word", "grid"),
    QT_TRANSLATE_NOOP("Word", "category"),
    QT_TRANSLATE_NOOP("Word", "device"),
    QT_TRANSLATE_NOOP("Word", "name"),
    QT_TRANSLATE_NOOP("Word", "kernel time"),
    QT_TRANSLATE_NOOP("Word", "shortest"),
    QT_TRANSLATE_NOOP("Word", "longest"),
    QT_TRANSLATE_NOOP("Word", "requests"),
    QT_TRANSLATE_NOOP("Word", "overlapped"),
    QT_TRANSLATE_NOOP("Word", "modelled"),
    QT_TRANSLATE_NOOP("Word", "median"),
    QT_TRANSLATE_NOOP("Word", "launch"),
    QT_TRANSLATE_NOOP("Word", "headroom"),
    QT_TRANSLATE_NOOP("Word", "busy"),
    QT_TRANSLATE_NOOP("Word", "before"),
    QT_TRANSLATE_NOOP("Word", "after"),
    QT_TRANSLATE_NOOP("Word", "long"),
    QT_TRANSLATE_NOOP("Word", "memory bound"),
    QT_TRANSLATE_NOOP("Word", "compute bound"),
    QT_TRANSLATE_NOOP("Word", "roofline time"),
    QT_TRANSLATE_NOOP("Word", "graph launch"),
    QT_TRANSLATE_NOOP("Word", "side stream"),
};

} // namespace

QString durationText(std::int64_t ns)
{
    return qtext(core::formatDuration(ns));
}

QString categoryTitle(core::Category category)
{
    return QCoreApplication::translate("Category", core::info(category).title);
}

QString columnTitle(const core::ReportColumn &column)
{
    return QCoreApplication::translate("Report", column.title.c_str());
}

QString translatedTerm(std::string_view word)
{
    return QCoreApplication::translate("Word", std::string(word).c_str());
}

QString sentenceCase(const QString &text)
{
    return text.left(1).toUpper() + text.mid(1);
}

QString listText(const QStringList &items)
{
    return items.join(QCoreApplication::translate("Word", ", "));
}

QString cellText(const core::ReportTable &table, std::size_t row, std::size_t column)
{
    if (table.isMissing(row, column))
        return QCoreApplication::translate("Table", "n/a");
    switch (table.columns()[column].kind) {
    case core::CellKind::Text:
        return qtext(table.text(row, column));
    case core::CellKind::Integer:
        return qtext(core::formatCount(table.integer(row, column)));
    case core::CellKind::TimeNs:
        return qtext(core::formatTime(table.integer(row, column)));
    case core::CellKind::DurationNs:
        return durationText(table.integer(row, column));
    case core::CellKind::Bytes:
        return qtext(core::formatBytes(table.integer(row, column)));
    case core::CellKind::Share:
        return qtext(core::formatShare(table.real(row, column)));
    case core::CellKind::Real:
        return QString::number(table.real(row, column), 'g', 4).replace(u'-', u'\u2212');
    case core::CellKind::Layer:
        return layerText(static_cast<int>(table.integer(row, column)));
    }
    return {};
}

QString layerText(int layer)
{
    if (layer == core::kHeadLayer)
        return translatedTerm("head");
    if (layer == core::kTailLayer)
        return translatedTerm("tail");
    return layer == core::kNoLayer ? QString() : QStringLiteral("L%1").arg(layer);
}

QString layerPairText(int layerA, int layerB)
{
    if (layerA == layerB || layerB == core::kNoLayer)
        return layerText(layerA);
    return layerA == core::kNoLayer ? layerText(layerB) : QStringLiteral("%1 – %2").arg(layerText(layerA), layerText(layerB));
}

QString partsText(const core::Segmentation &segmentation, const TraceWords &words)
{
    std::size_t passes = 0;
    std::int64_t devices = 0; // with passes
    int layers = 0;
    for (const core::DeviceSegmentation &device : segmentation.devices) {
        passes += device.passes.size();
        devices += device.passes.empty() ? 0 : 1;
        layers = std::max(layers, device.modelLayers);
    }
    const QString counted = words.passCount(static_cast<std::int64_t>(passes), devices);
    return layers == 0 ? counted : counted + QStringLiteral(" · ") + layerCount(layers); // 0: none, or not known
}

std::string layerArgument(int layer)
{
    return layer == core::kHeadLayer ? "head" : layer == core::kTailLayer ? "tail" : std::to_string(layer);
}

std::string deviceArgument(const core::TraceDocument &document, core::DeviceId device)
{
    return device.value < document.devices.size() ? std::to_string(document.devices[device.value].number) : std::string();
}

QString traceStem(const QString &path)
{
    static const QStringList kSuffixes{QStringLiteral(".gz"), QStringLiteral(".json"), QStringLiteral(".trace"),
        QStringLiteral(".pt"), QStringLiteral(".sqlite"), QStringLiteral(".csv"), QStringLiteral(".pb"),
        QStringLiteral(".xplane")};
    QString name = path.section(u'/', -1);
    for (bool found = true; found;) {
        found = false;
        for (const QString &suffix : kSuffixes) {
            if (name.size() <= suffix.size() || !name.endsWith(suffix, Qt::CaseInsensitive))
                continue;
            name.chop(suffix.size());
            found = true;
        }
    }
    return name;
}

QString passText(int pass)
{
    return pass == core::kNoPass ? QCoreApplication::translate("Word", "outside of passes") : QStringLiteral("P%1").arg(pass);
}

QString passTitle(const core::Pass &pass)
{
    const QString number = passText(pass.number);
    return pass.stage == core::Stage::Unknown ? number : number + u' ' + translatedTerm(core::stageName(pass.stage));
}

QString passLine(const core::Pass &pass)
{
    QStringList words{passTitle(pass), durationText(pass.range.length().value)};
    if (pass.state != core::PassState::Unknown && pass.state != core::PassState::Steady)
        words << translatedTerm(core::stateName(pass.state));
    return words.join(QStringLiteral(" · "));
}

} // namespace lamella::ui
