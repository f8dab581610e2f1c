// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/RowOrder.h"

#include "core/base/StoppableSort.h"
#include "core/model/Selection.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kPollRows = 4096; // between two checks of the stop request
constexpr std::size_t kFewRows = 1024; // below this, counting digits costs more than it saves
constexpr unsigned kDigitBits = 8;
constexpr unsigned kDigits = 64 / kDigitBits;
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

struct Keyed {
    std::uint64_t key = 0;
    std::uint32_t row = 0;
};

// Maps values to unsigned numbers of the same order.
std::uint64_t keyOf(std::int64_t value)
{
    return static_cast<std::uint64_t>(value) ^ kSign;
}

std::uint64_t keyOf(double value)
{
    if (std::isnan(value))
        return UINT64_MAX;
    const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value); // -0.0 and 0.0 are equal
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Takes the digits in front, without leading zeros.
std::string_view takeDigits(std::string_view &text)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::size_t first = std::min(text.find_first_not_of('0'), end);
    const std::string_view digits = text.substr(first, end - first);
    text.remove_prefix(end);
    return digits;
}

// Numbers in texts by their value: "step 9" before "step 10". Texts that differ in leading zeros alone as bytes.
bool comesBefore(std::string_view a, std::string_view b)
{
    std::string_view restA = a;
    std::string_view restB = b;
    while (!restA.empty() && !restB.empty()) {
        if (isDigit(restA.front()) && isDigit(restB.front())) {
            const std::string_view digitsA = takeDigits(restA);
            const std::string_view digitsB = takeDigits(restB);
            if (digitsA.size() != digitsB.size())
                return digitsA.size() < digitsB.size();
            if (digitsA != digitsB)
                return digitsA < digitsB;
            continue;
        }
        if (restA.front() != restB.front())
            return static_cast<unsigned char>(restA.front()) < static_cast<unsigned char>(restB.front());
        restA.remove_prefix(1);
        restB.remove_prefix(1);
    }
    return restA.empty() != restB.empty() ? restA.empty() : a < b;
}

// Numbers the distinct texts of a column. Equal texts mostly share their bytes, so the address is looked up before the text.
class TextNumbers {
public:
    std::uint32_t number(std::string_view text)
    {
        const std::size_t hash = reinterpret_cast<std::uintptr_t>(text.data()) * 0x9E3779B97F4A7C15ULL >> 48;
        Known &known = m_recent[hash % m_recent.size()];
        if (known.number != kNone && known.text.data() == text.data() && known.text.size() == text.size())
            return known.number;
        const auto [it, isNew] = m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_texts.size()));
        if (isNew)
            m_texts.push_back(text);
        known = {text, it->second};
        return it->second;
    }
    // Rank of each number in the order of the texts; empty if stopped.
    [[nodiscard]] std::vector<std::uint32_t> ranks(const JobControl &control) const
    {
        std::vector<std::uint32_t> order(m_texts.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = static_cast<std::uint32_t>(i);
        const auto before = [this](std::uint32_t a, std::uint32_t b) { return comesBefore(m_texts[a], m_texts[b]); };
        if (!stoppableSort(order.begin(), order.end(), before, control.stop))
            return {};
        std::vector<std::uint32_t> ranks(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            ranks[order[i]] = static_cast<std::uint32_t>(i);
        return ranks;
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    struct Known {
        std::string_view text;
        std::uint32_t number = kNone;
    };
    std::vector<Known> m_recent = std::vector<Known>(4096);
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
    std::vector<std::string_view> m_texts;
};

// Fills the keys. False if stopped.
bool makeKeys(const ReportTable &table, std::size_t column, std::vector<Keyed> &cells, const JobControl &control)
{
    const auto each = [&](auto key) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i % kPollRows == 0 && control.stopRequested())
                return false;
            cells[i].key = key(cells[i].row);
        }
        return true;
    };
    switch (table.columns()[column].kind) {
    case CellKind::Text: {
        TextNumbers numbers;
        if (!each([&](std::uint32_t row) -> std::uint64_t { return numbers.number(table.text(row, column)); }))
            return false;
        const std::vector<std::uint32_t> ranks = numbers.ranks(control);
        if (ranks.empty())
            return cells.empty();
        for (Keyed &cell : cells)
            cell.key = ranks[static_cast<std::size_t>(cell.key)];
        return true;
    }
    case CellKind::Real:
    case CellKind::Share:
        return each([&](std::uint32_t row) { return keyOf(table.real(row, column)); });
    case CellKind::Layer:
        return each([&](std::uint32_t row) {
            const std::int64_t layer = table.integer(row, column);
            return keyOf(layer == kTailLayer ? INT64_MAX : layer);
        });
    default:
        return each([&](std::uint32_t row) { return keyOf(table.integer(row, column)); });
    }
}

// Stable radix sort by key. False if stopped.
bool sortByDigits(std::vector<Keyed> &cells, const JobControl &control)
{
    if (cells.size() < kFewRows) {
        std::stable_sort(cells.begin(), cells.end(), [](const Keyed &a, const Keyed &b) { return a.key < b.key; });
        return true;
    }
    std::vector<std::array<std::uint32_t, kDigitValues>> counts(kDigits);
    for (const Keyed &cell : cells)
        for (unsigned digit = 0; digit < kDigits; ++digit)
            ++counts[digit][(cell.key >> (digit * kDigitBits)) % kDigitValues];
    std::vector<Keyed> sorted(cells.size());
    for (unsigned digit = 0; digit < kDigits; ++digit) {
        if (control.stopRequested())
            return false;
        std::array<std::uint32_t, kDigitValues> &places = counts[digit];
        if (places[(cells.front().key >> (digit * kDigitBits)) % kDigitValues] == cells.size())
            continue; // this byte is the same in all keys
        std::uint32_t begin = 0;
        for (std::uint32_t &place : places)
            begin += std::exchange(place, begin);
        for (const Keyed &cell : cells)
            sorted[places[(cell.key >> (digit * kDigitBits)) % kDigitValues]++] = cell;
        cells.swap(sorted);
    }
    return true;
}

} // namespace

Result<std::vector<std::uint32_t>> sortedRows(
    const ReportTable &table, std::vector<std::uint32_t> rows, std::size_t column, bool descending, const JobControl &control)
{
    const Error cancelled{ErrorCode::Cancelled, "stopped", {}, -1};
    std::vector<Keyed> cells;
    std::vector<std::uint32_t> missing;
    cells.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        if (table.isMissing(row, column))
            missing.push_back(row);
        else
            cells.push_back({0, row});
    }
    if (!makeKeys(table, column, cells, control))
        return cancelled;
    if (descending)
        for (Keyed &cell : cells)
            cell.key = ~cell.key;
    if (!cells.empty()) { // digits above the largest key need no pass
        const auto min =
            std::min_element(cells.begin(), cells.end(), [](const Keyed &a, const Keyed &b) { return a.key < b.key; })->key;
        for (Keyed &cell : cells)
            cell.key -= min;
    }
    if (!sortByDigits(cells, control))
        return cancelled;
    for (std::size_t i = 0; i < cells.size(); ++i)
        rows[i] = cells[i].row;
    std::copy(missing.begin(), missing.end(), rows.begin() + static_cast<std::ptrdiff_t>(cells.size()));
    return rows;
}

} // namespace lamella::core
