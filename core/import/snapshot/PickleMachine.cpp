// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/snapshot/PickleMachine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace lamella::core {

namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t kMaxMarks = 10'000;
constexpr std::size_t kMaxUnmarked = 10'000; // values before the first mark, which are nested in each other
constexpr std::size_t kMemoSlack = 65'536; // how far an index may lie beyond the number of values stored
constexpr std::uint64_t kOpsBetweenPolls = std::uint64_t{1} << 16;
constexpr std::size_t kMaxText = std::size_t{1} << 20; // longer ones are skipped

struct Opcode {
    unsigned char code;
    std::string_view name;
};

// What the reader refuses by name: the opcodes that import, call or refer to something outside, and those of protocol 0 and 1.
constexpr std::array<Opcode, 28> kRefused{{{'c', "GLOBAL"}, {0x93, "STACK_GLOBAL"}, {'R', "REDUCE"}, {'b', "BUILD"},
    {'i', "INST"}, {'o', "OBJ"}, {0x81, "NEWOBJ"}, {0x92, "NEWOBJ_EX"}, {0x82, "EXT1"}, {0x83, "EXT2"}, {0x84, "EXT4"},
    {'P', "PERSID"}, {'Q', "BINPERSID"}, {0x97, "NEXT_BUFFER"}, {0x98, "READONLY_BUFFER"}, {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"}, {0x91, "FROZENSET"}, {'2', "DUP"}, {'I', "INT"}, {'L', "LONG"}, {'F', "FLOAT"}, {'S', "STRING"},
    {'V', "UNICODE"}, {'g', "GET"}, {'p', "PUT"}, {'l', "LIST"}, {'d', "DICT"}}};

std::string opcodeName(unsigned char opcode)
{
    for (const Opcode &each : kRefused)
        if (each.code == opcode)
            return std::string(each.name);
    constexpr std::string_view kDigits = "0123456789abcdef";
    return {'0', 'x', kDigits[opcode >> 4], kDigits[opcode & 15]};
}

bool runsCode(unsigned char opcode)
{
    constexpr std::string_view kCode = "cRbioPQ\x93\x81\x92\x82\x83\x84";
    return kCode.find(static_cast<char>(opcode)) != std::string_view::npos;
}

} // namespace

bool PickleMachine::popMark(std::size_t &from)
{
    if (m_marks.empty())
        return false;
    from = m_marks.back();
    m_marks.pop_back();
    return true;
}

// A number of two's complement, little-endian, as long as the file says.
void PickleMachine::pushLong(std::uint64_t bytes)
{
    constexpr std::uint64_t kMaxUseful = 9; // 64 bits and a sign
    if (bytes > kMaxUseful) {
        m_bytes.skip(bytes);
        return push({Kind::Unknown, 0});
    }
    const std::string_view text = m_bytes.take(static_cast<std::size_t>(bytes));
    if (text.size() < bytes) {
        m_bytes.skip(1); // ended
        return;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < text.size() && i < 8; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    const bool negative = !text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0;
    if (text.size() == kMaxUseful)
        return push(text.back() == 0 ? m_columns.unsignedInteger(value) : PickleValue(Kind::Unknown, 0));
    if (negative && text.size() < 8)
        value |= ~std::uint64_t{0} << (8 * text.size());
    push(m_columns.integer(static_cast<std::int64_t>(value)));
}

bool PickleMachine::pushNumber(unsigned char opcode)
{
    switch (opcode) {
    case 'G': { // big-endian
        std::uint64_t bits = m_bytes.number<std::uint64_t>();
        bits = __builtin_bswap64(bits);
        push(m_columns.real(std::bit_cast<double>(bits)));
        return true;
    }
    case 0x8b: // LONG4
        pushLong(m_bytes.number<std::uint32_t>());
        return true;
    case 'N':
        push({});
        return true;
    case 0x88: // NEWTRUE
    case 0x89: // NEWFALSE
        push(m_columns.integer(opcode == 0x88 ? 1 : 0));
        return true;
    default:
        return false;
    }
}

bool PickleMachine::pushText(unsigned char opcode)
{
    std::uint64_t length = 0;
    switch (opcode) {
    case 0x8c: // SHORT_BINUNICODE
    case 'U': // SHORT_BINSTRING
    case 'C': // SHORT_BINBYTES
        length = m_bytes.number<std::uint8_t>();
        break;
    case 'X': // BINUNICODE
    case 'T': // BINSTRING
    case 'B': // BINBYTES
        length = m_bytes.number<std::uint32_t>();
        break;
    case 0x8d: // BINUNICODE8
    case 0x8e: // BINBYTES8
    case 0x96: // BYTEARRAY8
        length = m_bytes.number<std::uint64_t>();
        break;
    default:
        return false;
    }
    const bool bytes = opcode == 'C' || opcode == 'B' || opcode == 0x8e || opcode == 0x96;
    if (bytes || length > kMaxText) {
        m_bytes.skip(length);
        push({Kind::Bytes, 0});
        return true;
    }
    const std::string_view text = m_bytes.take(static_cast<std::size_t>(length));
    if (text.size() < length)
        m_bytes.skip(1); // ended
    else
        push(m_columns.text(text));
    return true;
}

std::uint32_t PickleMachine::memoOf(PickleValue value)
{
    if (value.payload() < kMemoRow && value.is(Kind::Node))
        return kMemoNode | value.row();
    if (value.payload() < kMemoRow && value.is(Kind::Text))
        return kMemoText | value.row();
    m_memoOthers.push_back(value);
    return kMemoOther | static_cast<std::uint32_t>(std::min<std::size_t>(m_memoOthers.size() - 1, kMemoRow));
}

inline PickleMachine::Step PickleMachine::put(std::uint64_t index)
{
    if (m_stack.empty())
        return Step::Empty;
    if (index > m_puts + kMemoSlack || m_memoOthers.size() >= kMemoRow) // a gap costs memory, but no byte of the file
        return Step::Memo;
    ++m_puts;
    while (index > m_memo.size())
        m_memo.push_back(kMemoEmpty);
    if (index == m_memo.size())
        m_memo.push_back(memoOf(m_stack.back()));
    else
        m_memo[index] = memoOf(m_stack.back());
    return Step::Done;
}

inline PickleMachine::Step PickleMachine::get(std::uint64_t index)
{
    if (index >= m_memo.size())
        return m_bytes.ended() ? Step::Done : Step::Memo;
    const std::uint32_t stored = m_memo[index];
    switch (stored & ~kMemoRow) {
    case kMemoNode:
        push({Kind::Node, stored & kMemoRow});
        return Step::Done;
    case kMemoText:
        push({Kind::Text, stored & kMemoRow});
        return Step::Done;
    case kMemoOther:
        push(m_memoOthers[stored & kMemoRow]);
        return Step::Done;
    default:
        return m_bytes.ended() ? Step::Done : Step::Memo;
    }
}

PickleMachine::Step PickleMachine::stepMemo(unsigned char opcode)
{
    switch (opcode) {
    case 'q': { // BINPUT
        const std::uint64_t index = m_bytes.number<std::uint8_t>();
        return m_bytes.ended() ? Step::Done : put(index);
    }
    case 'r': { // LONG_BINPUT
        const std::uint64_t index = m_bytes.number<std::uint32_t>();
        return m_bytes.ended() ? Step::Done : put(index);
    }
    default:
        return Step::Unknown;
    }
}

PickleMachine::Step PickleMachine::tuple(std::size_t count)
{
    if (m_stack.size() < count + (m_marks.empty() ? 0 : m_marks.back()))
        return Step::Empty;
    const PickleValue made = m_columns.list(std::span(m_stack).last(count));
    m_stack.resize(m_stack.size() - count);
    push(made);
    return Step::Done;
}

PickleMachine::Step PickleMachine::stepContainer(unsigned char opcode)
{
    switch (opcode) {
    case ')':
        return tuple(0);
    case 0x85:
    case 0x86:
    case 0x87: // TUPLE1 to TUPLE3
        return tuple(opcode - 0x84U);
    case 't': { // TUPLE
        std::size_t from = 0;
        return popMark(from) ? tuple(m_stack.size() - from) : Step::Empty;
    }
    case 'a': // APPEND
    case 's': // SETITEM
        return addItems(opcode);
    default:
        return Step::Unknown;
    }
}

// APPEND, SETITEM, APPENDS and SETITEMS.
PickleMachine::Step PickleMachine::addItems(unsigned char opcode)
{
    std::size_t from = m_stack.size();
    if (opcode == 'a' || opcode == 's') {
        const std::size_t count = opcode == 'a' ? 1 : 2;
        if (m_stack.size() <= count + (m_marks.empty() ? 0 : m_marks.back()))
            return Step::Empty;
        from = m_stack.size() - count;
    } else if (!popMark(from) || from == 0 || (opcode == 'u' && (m_stack.size() - from) % 2 != 0)) {
        return Step::Empty;
    }
    const PickleValue to = m_stack[from - 1];
    const auto items = std::span<const PickleValue>(m_stack).subspan(from);
    const bool list = opcode == 'a' || opcode == 'e';
    const bool added = list ? m_columns.append(to, items) : m_columns.setItems(to, items);
    m_stack.resize(from);
    return added ? Step::Done : Step::Changed;
}

// First those that events and stacks are made of.
inline PickleMachine::Step PickleMachine::step(unsigned char opcode)
{
    switch (opcode) {
    case 'h': // BINGET
        return get(m_bytes.number<std::uint8_t>());
    case 'j': // LONG_BINGET
        return get(m_bytes.number<std::uint32_t>());
    case 0x94: // MEMOIZE
        return put(m_memo.size());
    case 'K':
        push(m_columns.integer(m_bytes.number<std::uint8_t>()));
        return Step::Done;
    case 'M':
        push(m_columns.integer(m_bytes.number<std::uint16_t>()));
        return Step::Done;
    case 'J':
        push(m_columns.integer(static_cast<std::int32_t>(m_bytes.number<std::uint32_t>())));
        return Step::Done;
    case 0x8a: // LONG1
        pushLong(m_bytes.number<std::uint8_t>());
        return Step::Done;
    case '(':
        m_marks.push_back(m_stack.size());
        return Step::Done;
    case ']':
        push(m_columns.emptyList());
        return Step::Done;
    case '}':
        push(m_columns.emptyDict());
        return Step::Done;
    case 'e':
    case 'u':
        return addItems(opcode);
    default:
        return stepRare(opcode);
    }
}

PickleMachine::Step PickleMachine::stepRare(unsigned char opcode)
{
    if (Step done = stepMemo(opcode); done != Step::Unknown)
        return done;
    if (pushNumber(opcode) || pushText(opcode))
        return Step::Done;
    if (Step done = stepContainer(opcode); done != Step::Unknown)
        return done;
    switch (opcode) {
    case 0x95: // FRAME: only a hint for readers
        m_bytes.skip(8);
        return Step::Done;
    case 0x80: // PROTO
        return m_bytes.number<std::uint8_t>() <= 5 ? Step::Done : Step::Unknown;
    case '0': // POP
        if (m_stack.empty() || (!m_marks.empty() && m_marks.back() == m_stack.size()))
            return Step::Empty;
        m_stack.pop_back();
        return Step::Done;
    case '1': { // POP_MARK
        std::size_t from = 0;
        if (!popMark(from))
            return Step::Empty;
        m_stack.resize(from);
        return Step::Done;
    }
    case '.':
        return m_stack.empty() ? Step::Empty : Step::Stop;
    default:
        return Step::Refused;
    }
}

Error PickleMachine::errorOf(Step step, unsigned char opcode, std::uint64_t offset)
{
    const auto at = static_cast<std::int64_t>(offset);
    if (step == Step::Unknown)
        return {ErrorCode::NotATrace, "a pickle of a protocol newer than 5, which is not known here; save it with protocol 5",
            m_path, at};
    if (step == Step::Empty)
        return {ErrorCode::NotATrace, "the pickle is damaged: an opcode finds too little on the stack; copy or dump it again",
            m_path, at};
    if (step == Step::Changed)
        return {ErrorCode::NotATrace,
            "the pickle changes something that it has used already, or adds to what is no list or dict; no memory snapshot does",
            m_path, at};
    if (step == Step::Memo)
        return {ErrorCode::NotATrace, "the pickle refers to a value that it has not stored; it is damaged, copy or dump it again",
            m_path, at};
    const std::string name = opcodeName(opcode);
    if (opcode == 'c' || opcode == 'i') {
        const std::string module = m_bytes.line(80);
        return {ErrorCode::NotATrace,
            msg("pickle opcode %1 would import %2: it is refused, because a memory snapshot holds only data", name,
                module + "." + m_bytes.line(80)),
            m_path, at};
    }
    if (runsCode(opcode))
        return {ErrorCode::NotATrace,
            msg("pickle opcode %1 would import or call code: it is refused, because a memory snapshot holds only data", name),
            m_path, at};
    return {ErrorCode::NotATrace,
        msg("pickle opcode %1 does not occur in memory snapshots of protocol 2 to 5: it is refused", name), m_path, at};
}

Result<void> PickleMachine::poll(const JobControl &control, std::uint64_t fileBytes, const ByteSource &source)
{
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", m_path};
    control.report(source.diskBytesRead(), fileBytes);
    m_columns.expect(m_bytes.offset(), source.sizeHint());
    const std::uint64_t bytes =
        m_columns.memoryBytes() + m_memo.memoryBytes() + (m_memoOthers.capacity() + m_stack.capacity()) * sizeof(PickleValue);
    if (bytes > m_held)
        m_memory.hold(bytes - m_held);
    m_held = std::max(m_held, bytes);
    if (m_memory.exceeded())
        return m_memory.limitError(m_path);
    return {};
}

Result<bool> PickleMachine::run(const JobControl &control, std::uint64_t fileBytes, const ByteSource &source)
{
    for (std::uint64_t count = 0;; ++count) {
        const std::uint64_t offset = m_bytes.offset();
        const auto opcode = m_bytes.number<std::uint8_t>();
        const Step done = m_bytes.ended() ? Step::Done : step(opcode);
        if (m_bytes.ended()) {
            if (!m_bytes.error())
                return m_bytes.error().error();
            return false;
        }
        if (done == Step::Stop) {
            m_memo.clear();
            return true;
        }
        if (done != Step::Done)
            return errorOf(done, opcode, offset);
        if (m_marks.size() > kMaxMarks || (m_marks.empty() ? m_stack.size() : m_marks.front()) > kMaxUnmarked)
            return Error{ErrorCode::Limit,
                "the pickle is nested deeper than any memory snapshot; it is damaged or was made to fill the memory", m_path,
                static_cast<std::int64_t>(offset)};
        if (count % kOpsBetweenPolls == 0)
            if (const Result<void> ok = poll(control, fileBytes, source); !ok)
                return ok.error();
    }
}

} // namespace lamella::core
