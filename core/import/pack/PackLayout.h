// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a pack after its text. Numbers are little-endian, as in the zstd format.
#pragma once

#include "core/import/pack/PackFile.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// Head of a skippable frame: magic number and size of what follows (RFC 8878 section 3.1.2).
[[nodiscard]] std::string skippableHead(std::uint32_t bytes);
inline constexpr std::size_t kSkippableHeadBytes = 8;
// The whole last frame.
inline constexpr std::size_t kPackFooterBytes = kSkippableHeadBytes + 8 + 4 + 4 + 10 * 8 + 8;
[[nodiscard]] std::string packFooterBytes(const PackFooter &footer);
// The properties that such bytes declare, whether they are damaged or not. All false for other bytes. The place of the last
// two is the same in every version.
struct PackFooterKind {
    bool thisVersion = false;
    bool joined = false;
    bool attached = false;
};
[[nodiscard]] PackFooterKind packFooterKind(std::string_view bytes);
[[nodiscard]] std::optional<PackFooter> parsePackFooter(std::string_view bytes);

} // namespace lamella::core
