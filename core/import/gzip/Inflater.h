// SPDX-License-Identifier: GPL-3.0-or-later
// Inflates gzip members one at a time, from memory to memory. Two implementations with the same checks: ISA-L (two to three times
// as fast as zlib) if the build found it, else zlib.
#pragma once

#include <cstddef>
#include <memory>

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

} // namespace lamella::core
