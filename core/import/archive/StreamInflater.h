// SPDX-License-Identifier: GPL-3.0-or-later
// Inflates a stream that its caller provides piece by piece: members of archives, and gzip or zstd files inside them.
#pragma once

#include "core/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lamella::core {

class StreamInflater {
public:
    enum class Kind { Stored, Deflate, Gzip, Zstd }; // Gzip and Zstd: also several members or frames one after the other
    // Fills the buffer; returns fewer bytes than requested only at the end.
    using Fill = std::function<Result<std::size_t>(char *buffer, std::size_t bytes)>;

    explicit StreamInflater(Kind kind);
    StreamInflater(StreamInflater &&) noexcept;
    ~StreamInflater();

    // Fewer bytes than requested only at the end, or at the damage. Errors: those of `fill`.
    [[nodiscard]] Result<std::size_t> read(char *to, std::size_t bytes, const Fill &fill);
    [[nodiscard]] bool damaged() const { return m_damaged; }
    [[nodiscard]] bool truncated() const { return m_truncated; }

private:
    struct Coders;
    enum class Step { Output, NeedsInput, End, Damage };
    [[nodiscard]] Step inflate(char *to, std::size_t bytes, std::size_t &written);
    [[nodiscard]] Step inflateZlib(char *to, std::size_t bytes, std::size_t &written);
    [[nodiscard]] Step inflateZstd(char *to, std::size_t bytes, std::size_t &written);

    Kind m_kind;
    std::unique_ptr<Coders> m_coders;
    std::string m_input;
    std::size_t m_from = 0; // of m_input
    std::size_t m_filled = 0;
    bool m_inputEnd = false;
    bool m_between = true; // members or frames
    bool m_any = false; // output so far
    bool m_finished = false;
    bool m_damaged = false;
    bool m_truncated = false;
};

// True if this many bytes from so few cannot be a recorded trace. Small outputs are not limited; 0 = no limit.
[[nodiscard]] bool exceedsRatio(std::uint64_t produced, std::uint64_t consumed, std::uint32_t ratio);

} // namespace lamella::core
