// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/TracePlace.h"

#include "core/base/Saturate.h"
#include "widgets/common/UiText.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <limits>

namespace lamella::ui {

namespace {

constexpr int kVersion = 1;
constexpr std::array kKinds{"none", "pass", "layer", "kernel", "range"};

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

TracePlace placeOf(const core::TraceDocument &document, const core::Segmentation *segmentation, const core::Selection &selection,
    core::TimeRange range, core::TimeRange visible)
{
    TracePlace place;
    const auto number = [&document](core::DeviceId id) {
        return id.valid() && id.value < document.devices.size() ? document.devices[id.value].number : std::int64_t{-1};
    };
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        place.kind = TracePlace::Kind::Pass;
        place.device = number(pass->device);
        place.pass = pass->pass;
    } else if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        place.kind = TracePlace::Kind::Layer;
        place.device = number(layer->device);
        place.pass = layer->pass;
        place.layer = layer->layer;
    } else if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        const std::uint32_t row = kernel->kernel.value;
        place.kind = TracePlace::Kind::Kernel;
        place.kernel = row;
        place.device = number(document.deviceOf(kernel->kernel));
        if (segmentation != nullptr && row < segmentation->passOf.size()) {
            place.pass = segmentation->passOf[row];
            place.layer = segmentation->layerOf[row];
        }
    } else if (range.length().value > 0) {
        place.kind = TracePlace::Kind::Range;
    }
    if (place.kind != TracePlace::Kind::None) {
        place.startNs = core::subtractSaturated(range.begin.value, document.zero());
        place.lengthNs = range.length().value;
    }
    place.visibleStartNs = core::subtractSaturated(visible.begin.value, document.zero());
    place.visibleLengthNs = visible.length().value;
    return place;
}

core::Selection selectionAt(const TracePlace &place, const core::TraceDocument &document, const core::Segmentation &segmentation)
{
    const core::DeviceId device = deviceWith(document, place.device);
    const std::int64_t start = core::addSaturated(document.zero(), place.startNs);
    if (place.kind == TracePlace::Kind::Kernel && place.kernel >= 0 && place.kernel < std::int64_t{document.kernels.size()}
        && document.kernels.start[static_cast<std::size_t>(place.kernel)] == start
        && document.kernels.duration[static_cast<std::size_t>(place.kernel)] == place.lengthNs)
        return core::KernelSelection{core::KernelId(static_cast<std::uint32_t>(place.kernel))};
    if (place.kind == TracePlace::Kind::Range && place.lengthNs > 0)
        return core::RangeSelection{{{start}, {core::addSaturated(start, place.lengthNs)}}};
    if (!device.valid() || segmentation.pass(device, place.pass) == nullptr)
        return {};
    const bool edge = place.layer == core::kHeadLayer || place.layer == core::kTailLayer;
    if (edge || (place.layer >= 0 && segmentation.layer(device, place.pass, place.layer) != nullptr))
        return core::LayerSelection{device, place.pass, place.layer};
    return core::PassSelection{device, place.pass};
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
    QJsonObject object{{QStringLiteral("format"), QStringLiteral("lamella.place")}, {QStringLiteral("version"), kVersion},
        {QStringLiteral("kind"), QString::fromLatin1(kKinds[static_cast<std::size_t>(place.kind)])},
        {QStringLiteral("device"), text(place.device)}, {QStringLiteral("pass"), place.pass},
        {QStringLiteral("layer"), place.layer}, {QStringLiteral("kernel"), text(place.kernel)},
        {QStringLiteral("start_ns"), text(place.startNs)}, {QStringLiteral("length_ns"), text(place.lengthNs)},
        {QStringLiteral("visible_start_ns"), text(place.visibleStartNs)},
        {QStringLiteral("visible_length_ns"), text(place.visibleLengthNs)}};
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
    const QString kind = object.value(QStringLiteral("kind")).toString();
    std::size_t at = 0;
    while (at < kKinds.size() && kind != QLatin1String(kKinds[at]))
        ++at;
    if (at == kKinds.size())
        return std::nullopt;
    place.kind = static_cast<TracePlace::Kind>(at);
    constexpr int kNoNumber = std::numeric_limits<int>::min();
    place.pass = object.value(QStringLiteral("pass")).toInt(kNoNumber);
    place.layer = object.value(QStringLiteral("layer")).toInt(kNoNumber);
    if (place.pass < core::kNoPass || place.layer < core::kNoLayer)
        return std::nullopt;
    if (!readNumber(object, "device", place.device) || !readNumber(object, "kernel", place.kernel)
        || !readNumber(object, "start_ns", place.startNs) || !readNumber(object, "length_ns", place.lengthNs)
        || !readNumber(object, "visible_start_ns", place.visibleStartNs)
        || !readNumber(object, "visible_length_ns", place.visibleLengthNs) || place.lengthNs < 0 || place.visibleLengthNs < 0)
        return std::nullopt;
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
