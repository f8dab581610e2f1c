// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/GoTo.h"

#include "widgets/common/UiText.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace lamella::ui {

namespace {

std::optional<int> numberOf(const QString &digits)
{
    bool ok = false;
    const int value = digits.toInt(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<core::Selection> kernelAt(std::uint32_t index, const core::TraceDocument &document)
{
    if (index >= document.kernels.size())
        return std::nullopt;
    return core::KernelSelection{core::KernelId(index)};
}

// The kernel running at the time, else the next one to start.
std::optional<core::Selection> kernelNear(std::int64_t fromZero, const core::TraceDocument &document)
{
    const core::KernelTable &kernels = document.kernels;
    std::int64_t time = 0;
    if (kernels.size() == 0 || __builtin_add_overflow(document.zero(), fromZero, &time))
        return std::nullopt;
    const auto next = std::upper_bound(kernels.start.begin(), kernels.start.end(), time);
    auto row = static_cast<std::uint32_t>(next - kernels.start.begin());
    if (row > 0 && kernels.end(row - 1) > time)
        --row;
    return kernelAt(std::min(row, kernels.size() - 1), document);
}

} // namespace

QString placeTitle(const core::Selection &place, const core::TraceDocument &document, const core::KernelNames *names)
{
    constexpr qsizetype kMaxName = 48;
    if (const auto *pass = std::get_if<core::PassSelection>(&place))
        return QCoreApplication::translate("lamella::ui::GoToDialog", "Pass %1").arg(pass->pass);
    if (const auto *layer = std::get_if<core::LayerSelection>(&place))
        return QCoreApplication::translate("lamella::ui::GoToDialog", "Pass %1 · %2")
            .arg(layer->pass)
            .arg(layerText(layer->layer));
    const auto *kernel = std::get_if<core::KernelSelection>(&place);
    if (kernel == nullptr)
        return {};
    const core::StringId id = document.kernels.name[kernel->kernel.value];
    const QString name = names != nullptr ? qtext((*names)[id].shortName) : qtext(document.text(id).substr(0, 4 * kMaxName));
    return name.size() <= kMaxName ? name : name.left(kMaxName - 1) + u'…';
}

std::optional<std::int64_t> timeFromText(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^(\\d{1,12})(?:\\.(\\d{1,9}))?[\\s\\x{00A0}]*(s|ms|us|µs|μs|ns)$"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(3).toLower();
    const std::int64_t scale = unit == QStringLiteral("s") ? 1'000'000'000
        : unit == QStringLiteral("ms")                     ? 1'000'000
        : unit == QStringLiteral("ns")                     ? 1
                                                           : 1000;
    std::int64_t result = 0;
    if (__builtin_mul_overflow(static_cast<std::int64_t>(match.captured(1).toLongLong()), scale, &result))
        return std::nullopt;
    std::int64_t weight = scale;
    const QString fraction = match.captured(2);
    for (const QChar digit : fraction) { // exact: no intermediate double
        weight /= 10;
        result += weight * digit.digitValue();
    }
    return result;
}

std::optional<core::Selection> placeFromText(
    const QString &text, const core::TraceDocument &document, const core::Segmentation &segmentation, const Focus &focus)
{
    const QString query = text.trimmed().toLower();
    if (const auto time = timeFromText(query))
        return kernelNear(*time, document);
    static const QRegularExpression index(QStringLiteral("^#(\\d{1,9})$"));
    if (const auto match = index.match(query); match.hasMatch())
        return kernelAt(match.captured(1).toUInt(), document);

    static const QRegularExpression place(
        QStringLiteral("^(?:(?:p|pass)\\s*(\\d+))?[\\s·,]*(?:(?:l|layer)\\s*(\\d+)|(head|tail))?$"));
    const auto match = place.match(query);
    if (query.isEmpty() || !match.hasMatch())
        return std::nullopt;
    const core::DeviceId device = focus.device.valid() ? focus.device : segmentation.mainDevice;
    const int pass = match.captured(1).isEmpty() ? focus.pass : numberOf(match.captured(1)).value_or(core::kNoPass);
    if (!device.valid() || segmentation.pass(device, pass) == nullptr)
        return std::nullopt;
    if (match.captured(2).isEmpty() && match.captured(3).isEmpty())
        return core::PassSelection{device, pass};
    int layer = match.captured(3) == QStringLiteral("head") ? core::kHeadLayer : core::kTailLayer;
    if (!match.captured(2).isEmpty()) {
        layer = numberOf(match.captured(2)).value_or(core::kNoLayer);
        if (segmentation.layer(device, pass, layer) == nullptr)
            return std::nullopt;
    }
    return core::LayerSelection{device, pass, layer};
}

} // namespace lamella::ui
