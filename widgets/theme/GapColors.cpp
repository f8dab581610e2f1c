// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/GapColors.h"

#include <QCoreApplication>

#include <array>

namespace lamella::ui {

namespace {

// Light and dark theme, in the order of GapCause.
constexpr std::array<std::array<QRgb, 2>, core::kGapCauses> kFills{{
    {0x8C2F4B, 0xE0708E}, // host late
    {0xC4768F, 0xB5627C}, // launch latency: on the host side, too
    {0x8B82BE, 0x7D72BA}, // dependency
    {0x55478F, 0xA79BE0}, // synchronise: also waiting
    {0x6F6B3A, 0xC6C08A}, // memcpy
    {0x9A955E, 0x8F8A58}, // graph boundary
    {0x8A919C, 0x7F8794}, // between passes
    {0x5F646A, 0xB4BAC3}, // unknown
    {0xB9BEC6, 0x565C66}, // edge of the capture: the least of interest
    {0xA9B8A6, 0x5E6E5B}, // other work: not idle
    {0xA84A3C, 0xE58A72}, // blocked launch: on the host side
}};

} // namespace

QColor gapCauseFill(const Theme &theme, core::GapCause cause)
{
    return QColor::fromRgb(kFills[static_cast<std::size_t>(cause)][theme.kind == ThemeKind::Light ? 0 : 1]);
}

QString gapCauseTitle(core::GapCause cause)
{
    return QCoreApplication::translate("GapCause", core::info(cause).title);
}

QString gapCauseMeaning(core::GapCause cause)
{
    return QCoreApplication::translate("GapCause", core::info(cause).meaning);
}

} // namespace lamella::ui
