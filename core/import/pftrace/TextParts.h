// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of text around the fields of an event, for code that writes them and for code that only counts their bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace lamella::core::pftrace::part {

inline constexpr std::string_view kSeparator = ",\n"; // before each event
inline constexpr std::string_view kPhase = "{\"ph\": \"X\", "; // 'X' is replaced
inline constexpr std::size_t kPhaseAt = 8; // in kPhase
inline constexpr std::string_view kTimestamp = ", \"ts\": ";
inline constexpr std::string_view kDuration = ", \"dur\": ";
inline constexpr std::string_view kInstant = ", \"s\": \"t\"";
inline constexpr std::string_view kName = ", \"name\": ";
inline constexpr std::string_view kCategory = ", \"cat\": ";
inline constexpr std::string_view kArgs = ", \"args\": {";
inline constexpr std::string_view kArgsEnd = "}}";
inline constexpr std::string_view kBetween = ", "; // members of an object, items of a list
inline constexpr std::string_view kBehindKey = ": ";
inline constexpr std::string_view kDevice = "device";
inline constexpr std::string_view kStream = "stream";
inline constexpr std::string_view kCorrelation = "correlation";
inline constexpr std::string_view kGrid = "grid";
inline constexpr std::string_view kBlock = "block";

} // namespace lamella::core::pftrace::part
