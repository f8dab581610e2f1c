// SPDX-License-Identifier: GPL-3.0-or-later
// Inflates members of a gzip file before the reader comes to them, on whatever threads have nothing better to do. Where members
// lie is guessed (MemberScan); what was inflated counts only from a place where the reader knows that a member begins, and only
// members whose length and checksum fit: everything else the reader inflates itself, so that a wrong guess costs time and shows
// in no result. Memory is bounded, whatever the file says of itself.
#pragma once

#include "core/import/gzip/Inflater.h"
#include "core/import/gzip/MemberScan.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lamella::core {

class MemberPrefetch {
public:
    static constexpr std::size_t kStretchBytes = std::size_t{1} << 20; // of text: small members are inflated in one go up to this
    static constexpr std::size_t kLargestMember = std::size_t{32} << 20; // of text; larger ones are left to the reader
    static constexpr std::size_t kMaxAhead = std::size_t{64} << 20; // of text that is held or being inflated

    // Members one behind the other.
    struct Stretch {
        std::uint64_t begin = 0; // bytes of the file
        std::uint64_t end = 0; // behind the last sound member
        std::size_t rawBytes = 0; // of the sound members
        [[nodiscard]] const char *text() const { return memory.get(); }

    private:
        friend class MemberPrefetch;
        std::vector<MemberGuess> members;
        std::unique_ptr<char[]> memory;
        std::size_t capacity = 0; // of it, less the slack
        bool done = false;
        bool dropped = false; // passed by the reader while it was inflated
    };

    // fd: is read with pread(2) and not closed.
    MemberPrefetch(int fd, std::uint64_t fileBytes);
    MemberPrefetch(const MemberPrefetch &) = delete;
    MemberPrefetch &operator=(const MemberPrefetch &) = delete;

    // Inflates one stretch, or looks for members. False: nothing to be done now, or the job is to stop. Safe from any thread, as
    // long as this object lives.
    bool work(const std::stop_token &stop);

    // For the one reader. A member begins there for certain: its text and that of members behind it, as far as they were
    // inflated. Null where it is not begun or no sound member. Where a thread is at it, works on other members until it is done.
    [[nodiscard]] std::shared_ptr<Stretch> take(std::uint64_t begin);
    void giveBack(const std::shared_ptr<Stretch> &stretch);

private:
    struct Tools { // of one thread
        std::unique_ptr<Inflater> inflater;
        std::vector<unsigned char> input;
    };
    [[nodiscard]] std::shared_ptr<Stretch> claim();
    [[nodiscard]] bool wantsScan() const;
    void scan(std::unique_lock<std::mutex> &lock);
    void inflate(Stretch &stretch, const std::stop_token &stop);
    void inflateMembers(Stretch &stretch, Tools &tools, const std::stop_token &stop) const;
    void release(Stretch &stretch);
    [[nodiscard]] Tools tools();

    int m_fd;
    std::mutex m_mutex;
    std::condition_variable m_finished;
    MemberScan m_scan; // of the thread that has set m_scanning
    bool m_scanning = false;
    bool m_scanEnded = false;
    bool m_noMemory = false;
    std::uint64_t m_reader = 0; // where the member begins that the reader is at
    std::deque<MemberGuess> m_guesses; // not begun, ascending
    std::deque<std::shared_ptr<Stretch>> m_stretches; // begun, ascending
    std::size_t m_held = 0; // bytes of their memory
    std::vector<std::unique_ptr<char[]>> m_spare; // of kStretchBytes
    std::vector<Tools> m_tools;
};

} // namespace lamella::core
