// SPDX-License-Identifier: GPL-3.0-or-later
// The style guide's data colours, as 0xRRGGBB, shared by the window and the pages it writes. Each fill has a contrast of at least
// 3:1 to the background, and any two families can be distinguished with any colour vision (minimum distance in OKLab over normal
// sight, deutan, protan and tritan: 0.08).
#pragma once

#include <array>
#include <cstdint>

namespace lamella::core {

// In the order of CategoryFamily.
inline constexpr std::array<std::uint32_t, 8> kFamilyColorsLight{
    0x4075B9, 0xD27F3E, 0x165B3A, 0xA11D05, 0x69317A, 0x42A0AB, 0x8E7200, 0x5F646A};
inline constexpr std::array<std::uint32_t, 8> kFamilyColorsDark{
    0x5FA3E4, 0xDB8B38, 0x2B957E, 0xD25F4A, 0x9572BC, 0x9AD3DD, 0xD6C97B, 0xA4A6A9};

// Steps of a heat map, low to high; colours in between are interpolated in sRGB.
inline constexpr std::array<std::uint32_t, 7> kSequentialColorsLight{
    0xF3F6E9, 0xCFE6C9, 0x92CDBE, 0x4FA9B5, 0x2B7FA6, 0x21578F, 0x1B2F66};
inline constexpr std::array<std::uint32_t, 7> kSequentialColorsDark{
    0x252A3C, 0x28406E, 0x246491, 0x2F8B9F, 0x62B09B, 0xA6D196, 0xEEF0B0};

} // namespace lamella::core
