// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/TracePlace.h"

#include "core/base/Saturate.h"
#include "widgets/common/UiText.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <functional>
#include <limits>
#include <string>

namespace lamella::ui {

namespace {

constexpr int kVersion = 1;
constexpr std::array kKinds{"none", "pass", "layer", "kernel", "range", "name", "several"};

// JSON numbers are doubles, so 64-bit times are written as text.
bool readNumber(const QJsonObject &object, const char *name, std::int64_t &value)
{
    bool ok = false;
    value = object.value(QLatin1String(name)).toString().toLongLong(&ok);
    return ok;
}

core::DeviceId deviceWith(const core::TraceDocument &document, std::int64_t number)
{
    for (std::uint32_t d = 0; d < document.devices.size(); ++d)
        if (document.devices[d].number == number)
            return core::DeviceId(d);
    return {};
}

} // namespace

namespace {

std::int64_t numberOf(const core::TraceDocument &document, core::DeviceId id)
{
    return id.valid() && id.value < document.devices.size() ? document.devices[id.value].number : std::int64_t{-1};
}

// `range`: of the selection.
PlaceSubject subjectOf(const core::TraceDocument &document, const core::Segmentation *segmentation,
    const core::Selection &selection, core::TimeRange range)
{
    using Kind = PlaceSubject::Kind;
    PlaceSubject subject;
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        subject.kind = Kind::Pass;
        subject.device = numberOf(document, pass->device);
        subject.pass = pass->pass;
    } else if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        subject.kind = Kind::Layer;
        subject.device = numberOf(document, layer->device);
        subject.pass = layer->pass;
        subject.layer = layer->layer;
    } else if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        const std::uint32_t row = kernel->kernel.value;
        subject.kind = Kind::Kernel;
        subject.kernel = row;
        subject.device = numberOf(document, document.deviceOf(kernel->kernel));
        if (segmentation != nullptr && row < segmentation->passOf.size()) {
            subject.pass = segmentation->passOf[row];
            subject.layer = segmentation->layerOf[row];
        }
    } else if (const auto *name = std::get_if<core::NameSelection>(&selection)) {
        subject.kind = Kind::Name;
        subject.device = numberOf(document, name->device);
        subject.pass = name->pass;
        subject.layer = name->layer;
        subject.name = qtext(document.text(name->name));
    } else if (!core::partsOf(selection).empty()) {
        subject.kind = Kind::Several;
    } else if (range.length().value > 0) {
        subject.kind = Kind::Range;
    }
    if (subject.kind != Kind::None) {
        subject.startNs = core::subtractSaturated(range.begin.value, document.zero());
        subject.lengthNs = range.length().value;
    }
    return subject;
}

using Names = std::map<std::string, core::StringId, std::less<>>;

// Those of the place that kernels of the trace have.
Names namesOf(const TracePlace &place, const core::TraceDocument &document, const core::KernelNames &kernelNames)
{
    Names names;
    if (!place.name.isEmpty())
        names.emplace(stdtext(place.name), core::StringId());
    for (const PlaceSubject &part : place.parts)
        if (!part.name.isEmpty())
            names.emplace(stdtext(part.name), core::StringId());
    if (names.empty())
        return names;
    for (const auto &[name, known] : kernelNames.all())
        if (const auto found = names.find(document.text(name)); found != names.end())
            found->second = name;
    return names;
}

std::optional<core::NameSelection> nameAt(
    const PlaceSubject &subject, const Names &names, const core::TraceDocument &document, const core::Segmentation &segmentation)
{
    const auto found = names.find(stdtext(subject.name));
    if (found == names.end() || !found->second.valid())
        return std::nullopt;
    const core::DeviceId device = deviceWith(document, subject.device);
    if (!device.valid() || segmentation.pass(device, subject.pass) == nullptr)
        return core::NameSelection{found->second};
    const bool layer = subject.layer >= 0 && segmentation.layer(device, subject.pass, subject.layer) != nullptr;
    return core::NameSelection{found->second, device, subject.pass, layer ? subject.layer : core::kNoLayer};
}

core::Selection selectionOf(
    const PlaceSubject &subject, const Names &names, const core::TraceDocument &document, const core::Segmentation &segmentation)
{
    using Kind = PlaceSubject::Kind;
    const core::DeviceId device = deviceWith(document, subject.device);
    const std::int64_t start = core::addSaturated(document.zero(), subject.startNs);
    if (subject.kind == Kind::Kernel && subject.kernel >= 0 && subject.kernel < std::int64_t{document.kernels.size()}
        && document.kernels.start[static_cast<std::size_t>(subject.kernel)] == start
        && document.kernels.duration[static_cast<std::size_t>(subject.kernel)] == subject.lengthNs)
        return core::KernelSelection{core::KernelId(static_cast<std::uint32_t>(subject.kernel))};
    if (subject.kind == Kind::Name)
        if (const auto name = nameAt(subject, names, document, segmentation))
            return *name;
    if (subject.kind == Kind::Range && subject.lengthNs > 0)
        return core::RangeSelection{{{start}, {core::addSaturated(start, subject.lengthNs)}}};
    if (!device.valid() || segmentation.pass(device, subject.pass) == nullptr)
        return {};
    const bool edge = subject.layer == core::kHeadLayer || subject.layer == core::kTailLayer;
    if (edge || (subject.layer >= 0 && segmentation.layer(device, subject.pass, subject.layer) != nullptr))
        return core::LayerSelection{device, subject.pass, subject.layer};
    return core::PassSelection{device, subject.pass};
}

PlaceSubject::Kind kindOf(const core::Selection &selection)
{
    using Kind = PlaceSubject::Kind;
    return std::holds_alternative<core::PassSelection>(selection)  ? Kind::Pass
        : std::holds_alternative<core::LayerSelection>(selection)  ? Kind::Layer
        : std::holds_alternative<core::KernelSelection>(selection) ? Kind::Kernel
        : std::holds_alternative<core::NameSelection>(selection)   ? Kind::Name
                                                                   : Kind::None;
}

QJsonObject objectOf(const PlaceSubject &subject)
{
    const auto text = [](std::int64_t value) { return QString::number(value); };
    QJsonObject object{{QStringLiteral("kind"), QString::fromLatin1(kKinds[static_cast<std::size_t>(subject.kind)])},
        {QStringLiteral("device"), text(subject.device)}, {QStringLiteral("pass"), subject.pass},
        {QStringLiteral("layer"), subject.layer}, {QStringLiteral("kernel"), text(subject.kernel)},
        {QStringLiteral("start_ns"), text(subject.startNs)}, {QStringLiteral("length_ns"), text(subject.lengthNs)}};
    if (!subject.name.isEmpty())
        object.insert(QStringLiteral("name"), subject.name);
    return object;
}

// False for impossible numbers and unknown kinds.
bool readSubject(const QJsonObject &object, PlaceSubject &subject)
{
    const QString kind = object.value(QStringLiteral("kind")).toString();
    std::size_t at = 0;
    while (at < kKinds.size() && kind != QLatin1String(kKinds[at]))
        ++at;
    if (at == kKinds.size())
        return false;
    subject.kind = static_cast<PlaceSubject::Kind>(at);
    constexpr int kNoNumber = std::numeric_limits<int>::min();
    subject.pass = object.value(QStringLiteral("pass")).toInt(kNoNumber);
    subject.layer = object.value(QStringLiteral("layer")).toInt(kNoNumber);
    subject.name = object.value(QStringLiteral("name")).toString();
    return subject.pass >= core::kNoPass && subject.layer >= core::kNoLayer && readNumber(object, "device", subject.device)
        && readNumber(object, "kernel", subject.kernel) && readNumber(object, "start_ns", subject.startNs)
        && readNumber(object, "length_ns", subject.lengthNs) && subject.lengthNs >= 0;
}

} // namespace

TracePlace placeOf(const core::TraceDocument &document, const core::Segmentation *segmentation, const core::Selection &selection,
    core::TimeRange range, core::TimeRange visible)
{
    TracePlace place;
    static_cast<PlaceSubject &>(place) = subjectOf(document, segmentation, selection, range);
    for (const core::SelectedPart &part : core::partsOf(selection)) {
        const auto *kernel = std::get_if<core::KernelSelection>(&part); // the others are found by their numbers
        place.parts.push_back(subjectOf(document, segmentation, core::selectionOf(part),
            kernel == nullptr
                ? core::TimeRange{}
                : core::TimeRange{{document.kernels.start[kernel->kernel.value]}, {document.kernels.end(kernel->kernel.value)}}));
    }
    place.visibleStartNs = core::subtractSaturated(visible.begin.value, document.zero());
    place.visibleLengthNs = visible.length().value;
    return place;
}

core::Selection selectionAt(const TracePlace &place, const core::TraceDocument &document, const core::Segmentation &segmentation,
    const core::KernelNames &kernelNames)
{
    const Names names = namesOf(place, document, kernelNames);
    if (place.kind != PlaceSubject::Kind::Several)
        return selectionOf(place, names, document, segmentation);
    std::vector<core::Selection> parts;
    for (const PlaceSubject &part : place.parts)
        if (core::Selection found = selectionOf(part, names, document, segmentation); kindOf(found) == part.kind)
            parts.push_back(std::move(found));
    return core::severalOf(parts);
}

core::TimeRange visibleRangeAt(const TracePlace &place, const core::TraceDocument &document)
{
    if (place.visibleLengthNs <= 0)
        return {};
    const std::int64_t begin = core::addSaturated(document.zero(), place.visibleStartNs);
    const std::int64_t end = core::addSaturated(begin, place.visibleLengthNs);
    if (end <= document.bounds.exactBegin || begin >= document.bounds.exactEnd)
        return {};
    return {{begin}, {end}};
}

QByteArray toJson(const TracePlace &place)
{
    const auto text = [](std::int64_t value) { return QString::number(value); };
    QJsonObject object = objectOf(place);
    object.insert(QStringLiteral("format"), QStringLiteral("lamella.place"));
    object.insert(QStringLiteral("version"), kVersion);
    object.insert(QStringLiteral("visible_start_ns"), text(place.visibleStartNs));
    object.insert(QStringLiteral("visible_length_ns"), text(place.visibleLengthNs));
    QJsonArray parts;
    for (const PlaceSubject &part : place.parts)
        parts.append(objectOf(part));
    if (!parts.isEmpty())
        object.insert(QStringLiteral("parts"), parts);
    QJsonObject orders;
    for (const auto &[table, order] : place.orders)
        orders.insert(table, order);
    if (!orders.isEmpty())
        object.insert(QStringLiteral("orders"), orders);
    if (!place.config.isEmpty())
        object.insert(QStringLiteral("config"), place.config);
    if (!place.capture.isEmpty())
        object.insert(QStringLiteral("capture"), place.capture);
    if (!place.annotations.isEmpty())
        object.insert(QStringLiteral("annotations"), place.annotations);
    if (!place.roofline.peaks.empty())
        object.insert(QStringLiteral("peaks"), qtext(place.roofline.peaks));
    if (place.roofline.tokens > 0)
        object.insert(QStringLiteral("tokens"), text(place.roofline.tokens));
    if (place.roofline.context > 0)
        object.insert(QStringLiteral("context"), text(place.roofline.context));
    return QJsonDocument(object).toJson();
}

std::optional<TracePlace> placeFromJson(const QByteArray &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    if (object.value(QStringLiteral("format")).toString() != QStringLiteral("lamella.place")
        || object.value(QStringLiteral("version")).toInt() != kVersion)
        return std::nullopt;
    TracePlace place;
    if (!readSubject(object, place) || !readNumber(object, "visible_start_ns", place.visibleStartNs)
        || !readNumber(object, "visible_length_ns", place.visibleLengthNs) || place.visibleLengthNs < 0)
        return std::nullopt;
    const QJsonArray parts = object.value(QStringLiteral("parts")).toArray();
    for (const QJsonValue &value : parts) {
        PlaceSubject part;
        if (!readSubject(value.toObject(), part) || place.parts.size() == core::SeveralSelection::kMaxParts)
            return std::nullopt;
        place.parts.push_back(std::move(part));
    }
    // Unknown columns and tables are ignored.
    constexpr std::size_t kMaxTables = 200;
    const QJsonObject orders = object.value(QStringLiteral("orders")).toObject();
    for (auto it = orders.begin(); it != orders.end() && place.orders.size() < kMaxTables; ++it)
        if (it.value().isString())
            place.orders.emplace(it.key(), it.value().toString());
    place.config = object.value(QStringLiteral("config")).toString();
    place.capture = object.value(QStringLiteral("capture")).toString();
    place.annotations = object.value(QStringLiteral("annotations")).toString();
    place.roofline = {stdtext(object.value(QStringLiteral("peaks")).toString()),
        std::max<std::int64_t>(0, object.value(QStringLiteral("tokens")).toString().toLongLong()),
        std::max<std::int64_t>(0, object.value(QStringLiteral("context")).toString().toLongLong())};
    return place;
}

} // namespace lamella::ui
