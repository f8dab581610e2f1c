// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for the members of a gzip file without inflating them: a BGZF member records its length, others end at the next
// header. Header bytes can also occur inside a member, so the results are guesses that the inflating code must verify. In a file
// of a single large member it finds nothing and stops after a few megabytes. Not thread-safe.
#pragma once

#include "core/system/FileHandle.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

struct MemberGuess {
    std::uint64_t begin = 0; // position in the file
    std::uint64_t end = 0;
    std::uint32_t rawBytes = 0; // text, according to its last four bytes
};

class MemberScan {
public:
    static constexpr std::uint64_t kReach = std::uint64_t{8} << 20; // between two headers; longer members are ignored

    // The file must outlive it.
    MemberScan(const FileHandle &file, std::uint64_t fileBytes)
        : m_file(file)
        , m_fileBytes(fileBytes)
    {
    }
    // `begin` must be the start of a member.
    void restartAt(std::uint64_t begin);
    // The header after the last guess.
    [[nodiscard]] std::uint64_t begin() const { return m_begin; }
    // True if the search is over: end of file, a member longer than kReach, not gzip, or a disk error.
    [[nodiscard]] bool ended() const { return m_ended; }
    // Scans a few hundred kilobytes and appends the members found, at most about a hundred.
    void step(std::vector<MemberGuess> &found);

private:
    struct View {
        const unsigned char *bytes = nullptr;
        std::size_t size = 0; // fewer than requested at the end of the file, 0 on a disk error
    };
    [[nodiscard]] View view(std::uint64_t offset, std::size_t bytes);
    [[nodiscard]] std::uint64_t blockEnd();
    void add(std::uint64_t end, std::vector<MemberGuess> &found);
    void search(std::vector<MemberGuess> &found);

    const FileHandle &m_file;
    std::uint64_t m_fileBytes;
    std::uint64_t m_begin = 0;
    std::uint64_t m_at = 0; // position from which to search for the next header; 0 = not started
    bool m_ended = false;
    std::vector<unsigned char> m_window;
    std::uint64_t m_windowAt = 0;
    std::size_t m_windowBytes = 0;
};

} // namespace lamella::core
