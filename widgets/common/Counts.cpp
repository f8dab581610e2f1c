// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Counts.h"

#include "core/base/Format.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

struct Counts {
    Q_DECLARE_TR_FUNCTIONS(Counts)
};

} // namespace

QString grouped(std::int64_t count)
{
    return QString::fromStdString(core::formatCount(count));
}

int pluralCount(std::int64_t count)
{
    constexpr std::int64_t kMax = 1'000'000; // larger counts have the same plural form in every language
    return static_cast<int>(std::clamp<std::int64_t>(count, 0, kMax));
}

QString passCount(std::int64_t count, std::int64_t devices)
{
    if (devices > 1)
        return Counts::tr("%1 passes on %2 devices", nullptr, pluralCount(count)).arg(grouped(count), grouped(devices));
    return Counts::tr("%1 passes", nullptr, pluralCount(count)).arg(grouped(count));
}

QString layerCount(std::int64_t count)
{
    return Counts::tr("%1 layers", nullptr, pluralCount(count)).arg(grouped(count));
}

QString kernelCount(std::int64_t count)
{
    return Counts::tr("%1 kernels", nullptr, pluralCount(count)).arg(grouped(count));
}

QString gapCount(std::int64_t count)
{
    return Counts::tr("%1 gaps", nullptr, pluralCount(count)).arg(grouped(count));
}

QString eventCount(std::int64_t count)
{
    return Counts::tr("%1 events", nullptr, pluralCount(count)).arg(grouped(count));
}

QString diagnosticCount(std::int64_t count)
{
    return Counts::tr("%1 diagnostics", nullptr, pluralCount(count)).arg(grouped(count));
}

QString rowCountText(std::int64_t count)
{
    return Counts::tr("%1 rows", nullptr, pluralCount(count)).arg(grouped(count));
}

QString rankCount(std::int64_t count)
{
    return Counts::tr("%1 ranks", nullptr, pluralCount(count)).arg(grouped(count));
}

QString barCount(std::int64_t count)
{
    return Counts::tr("%1 bars", nullptr, pluralCount(count)).arg(grouped(count));
}

} // namespace lamella::ui
