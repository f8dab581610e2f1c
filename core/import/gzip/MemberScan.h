// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the members of a gzip file without inflating any: a member of BGZF says where it ends, others end where the next
// header stands. The bytes of a header can also stand inside a member, so all of this is guesses that whoever inflates must
// check. Finds nothing in a file of one large member, at the price of a few megabytes that are looked at. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

struct MemberGuess {
    std::uint64_t begin = 0; // bytes of the file
    std::uint64_t end = 0;
    std::uint32_t rawBytes = 0; // of text, as its last four bytes say
};

class MemberScan {
public:
    static constexpr std::uint64_t kReach = std::uint64_t{8} << 20; // from one header to the next; longer members are left alone

    // fd: is read with pread(2) and not closed.
    MemberScan(int fd, std::uint64_t fileBytes)
        : m_fd(fd)
        , m_fileBytes(fileBytes)
    {
    }
    // A member begins there for certain.
    void restartAt(std::uint64_t begin);
    // The header behind the last guess.
    [[nodiscard]] std::uint64_t begin() const { return m_begin; }
    // Nothing more to be found: the end of the file, a member beyond kReach, no gzip, or the disk failed.
    [[nodiscard]] bool ended() const { return m_ended; }
    // Looks at a few hundred kilobytes and appends what it found, at most about a hundred.
    void step(std::vector<MemberGuess> &found);

private:
    struct View {
        const unsigned char *bytes = nullptr;
        std::size_t size = 0; // fewer than asked for at the end of the file, none where the disk failed
    };
    [[nodiscard]] View view(std::uint64_t offset, std::size_t bytes);
    [[nodiscard]] std::uint64_t blockEnd();
    void add(std::uint64_t end, std::vector<MemberGuess> &found);
    void search(std::vector<MemberGuess> &found);

    int m_fd;
    std::uint64_t m_fileBytes;
    std::uint64_t m_begin = 0;
    std::uint64_t m_at = 0; // where the search for the next header goes on; 0 = not begun
    bool m_ended = false;
    std::vector<unsigned char> m_window;
    std::uint64_t m_windowAt = 0;
    std::size_t m_windowBytes = 0;
};

} // namespace lamella::core
