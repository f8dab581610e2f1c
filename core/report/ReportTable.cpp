// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ReportTable.h"

#include "core/base/Message.h"
#include "core/report/CellText.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>

namespace lamella::core {

namespace {

constexpr std::size_t kRecentTexts = 4096; // power of two

enum class Storage { Integer, Real, Text };

Storage storageOf(CellKind kind)
{
    switch (kind) {
    case CellKind::Text:
        return Storage::Text;
    case CellKind::Real:
    case CellKind::Share:
        return Storage::Real;
    default:
        return Storage::Integer;
    }
}

} // namespace

// Copies of texts whose owner does not outlive the call. Tables made by withRows() share them.
struct ReportTable::TextArena {
    std::deque<std::string> texts;
    std::unordered_map<std::string_view, std::string_view> index;

    std::string_view intern(std::string_view text)
    {
        if (const auto it = index.find(text); it != index.end())
            return it->second;
        const std::string_view kept = texts.emplace_back(text);
        index.emplace(kept, kept);
        return kept;
    }
};

ReportTable::ReportTable(std::string id, Message title, std::vector<ReportColumn> columns)
    : m_id(std::move(id))
    , m_title(std::move(title))
    , m_columns(std::move(columns))
    , m_data(m_columns.size())
    , m_texts(1)
    , m_recent(kRecentTexts, 0)
    , m_arena(std::make_shared<TextArena>())
{
}

ReportTable::ReportTable(std::string id, Message title, std::vector<ReportColumn> columns,
    std::shared_ptr<const RowSource> source, std::vector<Message> reasons)
    : ReportTable(std::move(id), std::move(title), std::move(columns))
{
    m_reasons = std::move(reasons);
    m_source = std::move(source);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        assert(storageOf(m_columns[c].kind) != Storage::Real);
        m_sourceColumns.push_back(c);
    }
}

std::size_t ReportTable::rowCount() const
{
    if (!m_source)
        return m_targets.size();
    return m_picked ? m_rows.size() : m_source->rowCount();
}

Selection ReportTable::target(std::size_t row) const
{
    return m_source ? m_source->target(sourceRow(row)) : m_targets[row];
}

void ReportTable::reserveRows(std::size_t rows)
{
    m_targets.reserve(rows);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        m_data[c].missing.reserve(rows);
        switch (storageOf(m_columns[c].kind)) {
        case Storage::Integer:
            m_data[c].integers.reserve(rows);
            break;
        case Storage::Real:
            m_data[c].reals.reserve(rows);
            break;
        case Storage::Text:
            m_data[c].texts.reserve(rows);
            break;
        }
    }
}

std::size_t ReportTable::appendRow(Selection target)
{
    assert(!m_source);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        m_data[c].missing.push_back(1);
        switch (storageOf(m_columns[c].kind)) {
        case Storage::Integer:
            m_data[c].integers.push_back(0);
            break;
        case Storage::Real:
            m_data[c].reals.push_back(0);
            break;
        case Storage::Text:
            m_data[c].texts.push_back(0);
            break;
        }
    }
    m_targets.push_back(std::move(target));
    return m_targets.size() - 1;
}

void ReportTable::setInteger(std::size_t column, std::int64_t value)
{
    assert(column < m_columns.size() && storageOf(m_columns[column].kind) == Storage::Integer);
    m_data[column].integers.back() = value;
    m_data[column].missing.back() = 0;
}

void ReportTable::setReal(std::size_t column, double value)
{
    assert(column < m_columns.size() && storageOf(m_columns[column].kind) == Storage::Real);
    if (!std::isfinite(value)) {
        setMissing(column, "not a finite number");
        return;
    }
    m_data[column].reals.back() = value;
    m_data[column].missing.back() = 0;
}

std::uint32_t ReportTable::textIndex(std::string_view stable)
{
    if (stable.empty())
        return 0;
    const std::size_t mixed = (reinterpret_cast<std::uintptr_t>(stable.data()) >> 3) * 0x9E3779B97F4A7C15u;
    std::uint32_t &slot = m_recent[(mixed >> 40) & (kRecentTexts - 1)];
    const std::string_view last = m_texts[slot];
    if (last.data() != stable.data() || last.size() != stable.size()) {
        slot = static_cast<std::uint32_t>(m_texts.size());
        m_texts.push_back(stable);
    }
    return slot;
}

void ReportTable::setText(std::size_t column, std::string_view value)
{
    setTextView(column, m_arena->intern(value));
}

void ReportTable::setTextView(std::size_t column, std::string_view value)
{
    assert(column < m_columns.size() && storageOf(m_columns[column].kind) == Storage::Text);
    m_data[column].texts.back() = textIndex(value);
    m_data[column].missing.back() = 0;
}

void ReportTable::setMessage(std::size_t column, const Message &text)
{
    const bool isName = text.empty() || text.isName();
    setText(column, isName ? text.english() : withPlainBlanks(text.english()));
    if (isName)
        return;
    const auto index = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(m_texts[m_data[column].texts.back()]);
    m_messages.emplace(index, text);
    m_data[column].texts.back() = index;
}

void ReportTable::setMissing(std::size_t column, const Message &reason)
{
    const auto known = std::find(m_reasons.begin(), m_reasons.end(), reason);
    const auto index = static_cast<std::size_t>(known - m_reasons.begin());
    if (known == m_reasons.end() && !reason.empty())
        m_reasons.push_back(reason);
    setMissingCode(column, reason.empty() ? 1 : index + 2);
}

void ReportTable::setMissingText(std::size_t column, std::string_view reason)
{
    const auto isIt = [reason](const Message &each) { return each.pattern().empty() && each.english() == reason; };
    const auto known = std::find_if(m_reasons.begin(), m_reasons.end(), isIt);
    const auto index = static_cast<std::size_t>(known - m_reasons.begin());
    if (known == m_reasons.end() && !reason.empty())
        m_reasons.emplace_back(reason);
    setMissingCode(column, reason.empty() ? 1 : index + 2);
}

// 1: missing without a reason; from 2 on an index into the reasons.
void ReportTable::setMissingCode(std::size_t column, std::size_t reason)
{
    assert(column < m_columns.size() && reason <= 0xFFFF);
    m_data[column].missing.back() = static_cast<std::uint16_t>(reason);
}

std::size_t ReportTable::columnIndex(std::string_view id) const
{
    for (std::size_t c = 0; c < m_columns.size(); ++c)
        if (m_columns[c].id == id)
            return c;
    return npos;
}

std::uint16_t ReportTable::missingCode(std::size_t row, std::size_t column) const
{
    if (!m_source)
        return m_data[column].missing[row];
    const std::uint16_t missing = sourceCell(row, column).missing;
    return missing == 0 ? missing : static_cast<std::uint16_t>(missing + 1);
}

bool ReportTable::isMissing(std::size_t row, std::size_t column) const
{
    return missingCode(row, column) != 0;
}

const Message &ReportTable::missingReason(std::size_t row, std::size_t column) const
{
    static const Message kNone;
    const std::uint16_t code = missingCode(row, column);
    return code < 2 ? kNone : m_reasons[code - 2u];
}

std::int64_t ReportTable::integer(std::size_t row, std::size_t column) const
{
    assert(storageOf(m_columns[column].kind) == Storage::Integer);
    return m_source ? sourceCell(row, column).number : m_data[column].integers[row];
}

double ReportTable::real(std::size_t row, std::size_t column) const
{
    assert(storageOf(m_columns[column].kind) == Storage::Real);
    return m_data[column].reals[row];
}

std::string_view ReportTable::text(std::size_t row, std::size_t column) const
{
    assert(storageOf(m_columns[column].kind) == Storage::Text);
    return m_source ? sourceCell(row, column).text : m_texts[m_data[column].texts[row]];
}

const Message *ReportTable::message(std::size_t row, std::size_t column) const
{
    if (m_source)
        return nullptr;
    const auto found = m_messages.find(m_data[column].texts[row]);
    return found != m_messages.end() ? &found->second : nullptr;
}

ReportTable ReportTable::inLanguage(const Catalogue *catalogue) const
{
    ReportTable result(*this);
    if (catalogue == nullptr)
        return result;
    const auto word = [catalogue](Message &text) { text = Message::name(text.translated(catalogue)); };
    result.m_language = catalogue;
    result.m_arena = std::make_shared<TextArena>();
    result.m_owners.push_back(m_arena);
    word(result.m_title);
    for (ReportColumn &column : result.m_columns) {
        column.title = Message(column.title).translated(catalogue);
        word(column.help);
    }
    for (std::vector<Message> *texts : {&result.m_notes, &result.m_warnings, &result.m_reasons})
        std::for_each(texts->begin(), texts->end(), word);
    for (auto &[index, text] : result.m_messages) {
        word(text);
        result.m_texts[index] = result.m_arena->intern(withPlainBlanks(text.english()));
    }
    return result;
}

ReportTable ReportTable::withoutRows(std::vector<ReportColumn> columns) const
{
    ReportTable result(m_id, m_title, std::move(columns));
    result.m_texts = m_texts;
    result.m_messages = m_messages;
    result.m_language = m_language;
    result.m_reasons = m_reasons;
    result.m_notes = m_notes;
    result.m_warnings = m_warnings;
    result.m_provenance = m_provenance;
    result.m_owners = m_owners;
    result.m_source = m_source;
    result.m_sourceColumns = m_sourceColumns;
    result.m_rows = m_rows;
    result.m_picked = m_picked;
    result.m_owners.push_back(m_arena); // texts of this table; texts added to the result go to its own arena
    return result;
}

ReportTable ReportTable::withColumns(const std::vector<std::size_t> &columns) const
{
    std::vector<ReportColumn> kept;
    kept.reserve(columns.size());
    for (const std::size_t column : columns)
        kept.push_back(m_columns[column]);
    ReportTable result = withoutRows(std::move(kept));
    result.m_targets = m_targets;
    if (m_source) {
        result.m_sourceColumns.clear();
        for (const std::size_t column : columns)
            result.m_sourceColumns.push_back(m_sourceColumns[column]);
    }
    for (std::size_t c = 0; c < columns.size(); ++c)
        result.m_data[c] = m_data[columns[c]];
    return result;
}

ReportTable ReportTable::withRows(const std::vector<std::uint32_t> &rows) const
{
    ReportTable result = withoutRows(m_columns);
    if (m_source) {
        result.m_rows.clear();
        result.m_rows.reserve(rows.size());
        for (const std::uint32_t row : rows)
            result.m_rows.push_back(static_cast<std::uint32_t>(sourceRow(row)));
        result.m_picked = true;
        return result;
    }
    result.m_targets.reserve(rows.size());
    for (const std::uint32_t row : rows)
        result.m_targets.push_back(m_targets[row]);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        const Data &from = m_data[c];
        Data &to = result.m_data[c];
        to.missing.reserve(rows.size());
        const auto pick = [&rows](const auto &source, auto &target) {
            if (source.empty())
                return;
            target.reserve(rows.size());
            for (const std::uint32_t row : rows)
                target.push_back(source[row]);
        };
        pick(from.missing, to.missing);
        pick(from.integers, to.integers);
        pick(from.reals, to.reals);
        pick(from.texts, to.texts);
    }
    return result;
}

} // namespace lamella::core
