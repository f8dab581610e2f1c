// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a pickle of protocol 2 to 5 that contains only dicts, lists, tuples, texts, bytes, numbers, booleans and None, which is
// what a memory snapshot is made of. Every opcode that could import or call something is refused; nothing is ever executed.
// Source: Python's Lib/pickletools.py, which documents each opcode.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/MemoryBudget.h"
#include "core/import/snapshot/PagedVector.h"
#include "core/import/snapshot/PickleBytes.h"
#include "core/import/snapshot/SnapshotColumns.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

class PickleMachine {
public:
    PickleMachine(PickleBytes &bytes, SnapshotColumns &columns, MemoryBudget &memory, const std::string &path)
        : m_bytes(bytes)
        , m_columns(columns)
        , m_memory(memory)
        , m_path(path)
    {
    }
    // Up to STOP (true) or to where the file ends (false). Errors: Io, Decompress, NotATrace (an opcode that is refused, or a
    // stack that does not fit), Limit, Cancelled.
    [[nodiscard]] Result<bool> run(const JobControl &control, std::uint64_t fileBytes, const ByteSource &source);
    // The values on the stack; the value of the pickle after STOP.
    [[nodiscard]] std::span<const PickleValue> stack() const { return m_stack; }

private:
    enum class Step : std::uint8_t { Done, Stop, Refused, Empty, Changed, Memo, Unknown };
    [[nodiscard]] Step step(unsigned char opcode);
    [[nodiscard]] Step stepRare(unsigned char opcode);
    [[nodiscard]] Step stepContainer(unsigned char opcode);
    [[nodiscard]] Step stepMemo(unsigned char opcode);
    [[nodiscard]] bool pushNumber(unsigned char opcode);
    [[nodiscard]] bool pushText(unsigned char opcode);
    void pushLong(std::uint64_t bytes);
    [[nodiscard]] Step tuple(std::size_t count);
    [[nodiscard]] Step addItems(unsigned char opcode);
    [[nodiscard]] Step put(std::uint64_t index);
    [[nodiscard]] Step get(std::uint64_t index);
    [[nodiscard]] Error errorOf(Step step, unsigned char opcode, std::uint64_t offset);
    [[nodiscard]] Result<void> poll(const JobControl &control, std::uint64_t fileBytes, const ByteSource &source);
    void push(PickleValue value) { m_stack.push_back(value); }
    // Rows of the stack since the last mark; nothing (and false) without one.
    [[nodiscard]] bool popMark(std::size_t &from);

    PickleBytes &m_bytes;
    SnapshotColumns &m_columns;
    MemoryBudget &m_memory;
    const std::string &m_path;
    std::vector<PickleValue> m_stack;
    std::vector<std::size_t> m_marks;
    // Most of the memo are texts and nodes: a kind in two bits and the row. Others are rows of m_memoOthers.
    static constexpr std::uint32_t kMemoText = 0U << 30;
    static constexpr std::uint32_t kMemoNode = 1U << 30;
    static constexpr std::uint32_t kMemoOther = 2U << 30;
    static constexpr std::uint32_t kMemoEmpty = 3U << 30; // an index that the file skips
    static constexpr std::uint32_t kMemoRow = (1U << 30) - 1;
    [[nodiscard]] std::uint32_t memoOf(PickleValue value);
    PagedVector<std::uint32_t> m_memo;
    std::vector<PickleValue> m_memoOthers;
    std::uint64_t m_puts = 0; // values stored in the memo
    std::uint64_t m_held = 0;
};

} // namespace lamella::core
