// SPDX-License-Identifier: GPL-3.0-or-later
// One gzip member at a time, from memory to memory. Two implementations: ISA-L (two to three times the speed of zlib,
// same checks) where the build found it, else zlib.
#pragma once

#include <cstddef>
#include <memory>

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

} // namespace lamella::core
