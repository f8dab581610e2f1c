// SPDX-License-Identifier: GPL-3.0-or-later
// Inflates members of a gzip file ahead of the reader, on threads that are otherwise idle. The positions of members are guesses
// (MemberScan). Prefetched text is only used if the reader knows that a member begins there, and only for members whose length
// and checksum match; the reader inflates everything else itself. A wrong guess thus costs time but never affects the result.
// Memory is bounded, whatever the file claims.
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
    // of text: small members are inflated together up to this size
    static constexpr std::size_t kBatchBytes = std::size_t{1} << 20;
    static constexpr std::size_t kLargestMember = std::size_t{32} << 20; // of text; the reader inflates larger ones
    static constexpr std::size_t kMaxAhead = std::size_t{64} << 20; // of text, finished or in progress

    // A sequence of consecutive members.
    struct Batch {
        std::uint64_t begin = 0; // position in the file
        std::uint64_t end = 0; // after the last valid member
        std::size_t rawBytes = 0; // text of the valid members
        [[nodiscard]] const char *text() const { return memory.get(); }

    private:
        friend class MemberPrefetch;
        std::vector<MemberGuess> members;
        std::unique_ptr<char[]> memory;
        std::size_t capacity = 0; // of `memory`, without the slack
        bool done = false;
        bool dropped = false; // the reader passed it while it was being inflated
    };

    // The file must outlive it.
    MemberPrefetch(const FileHandle &file, std::uint64_t fileBytes);
    MemberPrefetch(const MemberPrefetch &) = delete;
    MemberPrefetch &operator=(const MemberPrefetch &) = delete;

    // Inflates one section, or scans for members. False if there is nothing to do now, or on a stop request. Thread-safe during
    // the lifetime of this object.
    bool work(const std::stop_token &stop);

    // For the reader only. `begin` must be the start of a member. Returns its text and that of the following members, as far as
    // prefetched; null if that was not started or the member is not valid. While another thread inflates the section, works on
    // other members.
    [[nodiscard]] std::shared_ptr<Batch> take(std::uint64_t begin);
    void giveBack(const std::shared_ptr<Batch> &batch);

private:
    struct Tools { // of one thread
        std::unique_ptr<Inflater> inflater;
        std::vector<unsigned char> input;
    };
    [[nodiscard]] std::shared_ptr<Batch> claim();
    [[nodiscard]] bool wantsScan() const;
    void scan(std::unique_lock<std::mutex> &lock);
    void inflate(Batch &batch, const std::stop_token &stop);
    void inflateMembers(Batch &batch, Tools &tools, const std::stop_token &stop) const;
    void release(Batch &batch);
    [[nodiscard]] Tools tools();

    const FileHandle &m_file;
    std::mutex m_mutex;
    std::condition_variable m_finished;
    MemberScan m_scan; // used by the thread that has set m_scanning
    bool m_scanning = false;
    bool m_scanEnded = false;
    bool m_noMemory = false;
    std::uint64_t m_reader = 0; // start of the reader's current member
    std::deque<MemberGuess> m_guesses; // not started, ascending
    std::deque<std::shared_ptr<Batch>> m_batches; // started, ascending
    std::size_t m_held = 0; // bytes of their buffers
    std::vector<std::unique_ptr<char[]>> m_spare; // buffers of kBatchBytes
    std::vector<Tools> m_tools;
};

} // namespace lamella::core
