// SPDX-License-Identifier: GPL-3.0-or-later
// One gzip member at a time, from memory to memory. Two implementations: ISA-L (two to three times the speed of zlib,
// same checks) where the build found it, else zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace lamella::core {

enum class InflateStatus {
    More, // wants more input, or more room
    MemberEnd, // header, data and checksum of one member are done; `input` stands behind it
    Damaged
};

class Inflater {
public:
    virtual ~Inflater() = default;
    // Moves `input` and `output` forward as far as both reach.
    virtual InflateStatus step(const unsigned char *&input, std::size_t &inputBytes, char *&output, std::size_t &outputBytes) = 0;
    virtual void nextMember() = 0;
    // Goes on where this one stands; null when there is no memory for it.
    [[nodiscard]] virtual std::unique_ptr<Inflater> copy() const = 0;
};

[[nodiscard]] std::unique_ptr<Inflater> makeInflater();
[[nodiscard]] std::unique_ptr<Inflater> makeZlibInflater();

inline constexpr std::size_t kDeflateWindow = std::size_t{32} << 10; // bytes of text that a block may refer back to

// Between two blocks of deflate data in the middle of a member. Whatever it holds, the worst that comes of it is wrong text.
struct DeflatePlace {
    std::string window; // the text before it, up to kDeflateWindow
    std::uint8_t bits = 0; // how many of the byte before it in the file belong to the block: 0 to 7
    std::uint8_t begun = 0; // what they are
};
// Begins there; further members follow as ever. Null when there is no memory for it.
[[nodiscard]] std::unique_ptr<Inflater> makeInflaterAt(const DeflatePlace &place);
[[nodiscard]] std::unique_ptr<Inflater> makeZlibInflaterAt(const DeflatePlace &place);

} // namespace lamella::core
