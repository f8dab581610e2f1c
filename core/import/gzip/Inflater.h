// SPDX-License-Identifier: GPL-3.0-or-later
// Inflates gzip members one at a time, from memory to memory. Two implementations with the same checks: ISA-L (two to three times
// as fast as zlib) if the build found it, else zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace lamella::core {

enum class InflateStatus {
    More, // needs more input or more room
    MemberEnd, // header, data and checksum of one member are complete; `input` is after it
    Damaged
};

class Inflater {
public:
    virtual ~Inflater() = default;
    // Advances `input` and `output` as far as possible.
    virtual InflateStatus step(const unsigned char *&input, std::size_t &inputBytes, char *&output, std::size_t &outputBytes) = 0;
    virtual void nextMember() = 0;
    // A copy that continues from the current state; null if out of memory.
    [[nodiscard]] virtual std::unique_ptr<Inflater> copy() const = 0;
};

[[nodiscard]] std::unique_ptr<Inflater> makeInflater();
[[nodiscard]] std::unique_ptr<Inflater> makeZlibInflater();

inline constexpr std::size_t kDeflateWindow = std::size_t{32} << 10; // bytes of earlier text that a block may refer to

// A position between two deflate blocks within a member. Invalid contents can only lead to wrong text.
struct DeflatePosition {
    std::string window; // the text before it, up to kDeflateWindow
    std::uint8_t bits = 0; // how many bits of the byte before it belong to the block: 0 to 7
    std::uint8_t begun = 0; // the value of these bits
};
// Starts at that position; further members follow as usual. Null if out of memory.
[[nodiscard]] std::unique_ptr<Inflater> makeInflaterAt(const DeflatePosition &place);
[[nodiscard]] std::unique_ptr<Inflater> makeZlibInflaterAt(const DeflatePosition &place);

} // namespace lamella::core
