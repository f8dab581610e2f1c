// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a trace in blocks of whole packets, so that it need not be in memory, and parses several blocks at once.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/base/WorkerThreads.h"
#include "core/import/ByteSource.h"
#include "core/import/EventBlocks.h"
#include "core/import/MemoryBudget.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

// Its bytes are whole fields of the trace; 16 more can be read behind them.
using PacketBlock = EventBlocks::Stored;

// Counts the buffers of blocks that are used again and again, as long as it lives. grow() is called by one thread at a time.
class BlockBuffers {
public:
    explicit BlockBuffers(MemoryBudget &memory)
        : m_memory(memory)
    {
    }
    ~BlockBuffers() { m_memory.release(m_held); }
    BlockBuffers(const BlockBuffers &) = delete;
    BlockBuffers &operator=(const BlockBuffers &) = delete;
    // Makes the buffer hold this many bytes and those that can be read behind them. False if they take too much memory.
    [[nodiscard]] bool grow(std::string &buffer, std::size_t bytes);
    // Frees a buffer that has grown for a large packet. Thread-safe.
    void shrink(std::string &buffer);

private:
    MemoryBudget &m_memory;
    std::atomic<std::uint64_t> m_held{0}; // bytes of all buffers
};

// Cuts the bytes of a source into blocks. Not thread-safe, except giveBack().
class PacketCutter {
public:
    PacketCutter(ByteSource &source, MemoryBudget &memory, std::string path, const JobControl &control);
    // False at the end. Errors: those of the source, Limit (one packet takes too much memory), Cancelled.
    [[nodiscard]] Result<bool> next(PacketBlock &block);
    // Call it when the bytes of a block are not needed any more: frees a large buffer before the block is cut again.
    void giveBack(PacketBlock &block) { m_buffers.shrink(block.buffer); }
    [[nodiscard]] std::uint64_t bytes() const { return m_read; } // of the source, so far
    // Byte from which on nothing can be read; known at the end.
    [[nodiscard]] std::optional<std::uint64_t> damagedAt() const { return m_damagedAt; }

private:
    [[nodiscard]] Result<void> begin(std::string &buffer);
    [[nodiscard]] Result<void> fill(std::string &buffer, std::size_t target);
    [[nodiscard]] Result<void> skipRest(std::string &buffer, std::size_t whole);

    ByteSource &m_source;
    std::string m_path;
    const JobControl &m_control;
    MemoryBudget &m_memory;
    BlockBuffers m_buffers;
    std::string m_carry; // read, but not in a block yet
    std::size_t m_filled = 0; // bytes of the buffer
    std::uint64_t m_read = 0;
    std::uint64_t m_cut = 0; // bytes in blocks so far
    std::optional<std::uint64_t> m_damagedAt;
    bool m_sourceEnded = false;
};

// Hands blocks from step to step: next() fills them in file order, one at a time; parse() is called on several threads; take() in
// file order again, one at a time.
template <typename Block> class OrderedBlocks {
public:
    struct Steps {
        std::function<Result<bool>(Block &)> next; // false at the end
        std::function<void(Block &)> parse;
        std::function<bool(Block &)> take; // false: stop
    };
    explicit OrderedBlocks(Steps steps)
        : m_steps(std::move(steps))
    {
    }
    // False if take() stopped it. Errors: those of next(). Call once.
    [[nodiscard]] Result<bool> run(WorkersWanted workers)
    {
        for (unsigned i = 0; i < 2 * workers.max + 2; ++i)
            m_free.push_back(std::make_unique<Block>());
        runOnThreads(
            workers, [this](Worker &worker) { work(worker); }, [this] { stop(); });
        if (m_error)
            return *m_error;
        return !m_stopped;
    }

private:
    void work(Worker &worker)
    {
        while (std::unique_ptr<Block> block = acquire()) {
            std::unique_lock lock(m_sourceMutex);
            if (m_error)
                return;
            const Result<bool> more = m_steps.next(*block);
            if (!more)
                m_error = more.error();
            if (!more)
                return stop();
            if (!*more)
                return;
            const std::uint64_t number = m_cut++;
            lock.unlock();
            m_steps.parse(*block);
            deliver(number, std::move(block));
            worker.spawnMoreWorkers();
        }
    }
    [[nodiscard]] std::unique_ptr<Block> acquire()
    {
        std::unique_lock lock(m_mutex);
        m_freed.wait(lock, [this] { return m_stopped || !m_free.empty(); });
        if (m_stopped)
            return nullptr;
        std::unique_ptr<Block> block = std::move(m_free.back());
        m_free.pop_back();
        return block;
    }
    // Whoever brings the next block takes it, and those that others bring meanwhile.
    void deliver(std::uint64_t number, std::unique_ptr<Block> block)
    {
        std::unique_lock lock(m_mutex);
        m_parsed.emplace(number, std::move(block));
        while (!m_taking && !m_stopped && !m_parsed.empty() && m_parsed.begin()->first == m_taken) {
            m_taking = true;
            std::unique_ptr<Block> first = std::move(m_parsed.begin()->second);
            m_parsed.erase(m_parsed.begin());
            lock.unlock();
            const bool goOn = m_steps.take(*first);
            lock.lock();
            ++m_taken;
            m_taking = false;
            m_stopped = m_stopped || !goOn;
            m_free.push_back(std::move(first));
            m_freed.notify_all();
        }
    }
    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
        m_freed.notify_all();
    }

    Steps m_steps;
    std::mutex m_sourceMutex;
    std::uint64_t m_cut = 0; // blocks
    std::optional<Error> m_error;
    std::mutex m_mutex; // of those below
    std::condition_variable m_freed;
    std::vector<std::unique_ptr<Block>> m_free;
    std::map<std::uint64_t, std::unique_ptr<Block>> m_parsed;
    std::uint64_t m_taken = 0;
    bool m_taking = false;
    bool m_stopped = false;
};

} // namespace lamella::core::pftrace
