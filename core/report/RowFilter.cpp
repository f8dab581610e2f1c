// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/RowFilter.h"

#include "core/base/Message.h"
#include "core/profile/KernelNames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

namespace lamella::core {

namespace {

constexpr std::size_t kAnswers = 4096; // power of two

std::vector<std::string_view> columnIds(KernelFilter::Field field)
{
    switch (field) {
    case KernelFilter::Field::Category:
        return {"category"};
    case KernelFilter::Field::Duration:
        return {"dur_ns", "avg_ns", "wall_ns"};
    case KernelFilter::Field::Stream:
        return {"stream"};
    case KernelFilter::Field::Device:
        return {"device"};
    case KernelFilter::Field::Stage:
        return {"stage"};
    case KernelFilter::Field::Pass:
        return {"pass"};
    case KernelFilter::Field::Layer:
        return {"layer"};
    case KernelFilter::Field::Text:
    case KernelFilter::Field::Regex:
        break;
    }
    return {};
}

std::optional<std::int64_t> numberIn(const ReportTable &table, std::size_t row, std::size_t column)
{
    switch (table.columns()[column].kind) {
    case CellKind::Text: {
        const std::string_view text = table.text(row, column);
        if (text == "head" || text == "tail")
            return text == "head" ? kHeadLayer : kTailLayer;
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
    }
    case CellKind::Real:
    case CellKind::Share:
        return std::nullopt;
    default:
        return table.integer(row, column);
    }
}

} // namespace

RowFilter::RowFilter(const ReportTable &table, KernelFilter filter)
    : m_table(&table)
    , m_filter(std::move(filter))
    , m_places(m_filter.terms().size())
{
    const bool each = table.id() == "kernels_each"; // operator, module and shapes are text too, but not searched
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        const std::string_view id = table.columns()[c].id;
        if (table.columns()[c].kind == CellKind::Text && (!each || id == "name" || id == "short_name" || id == "category"))
            m_textColumns.push_back(c);
    }
}

Result<RowFilter> RowFilter::make(const ReportTable &table, std::string_view text)
{
    auto filter = KernelFilter::parse(text);
    if (!filter)
        return filter.error();
    RowFilter rows(table, std::move(*filter));
    for (std::size_t i = 0; i < rows.m_filter.terms().size(); ++i) {
        const KernelFilter::Term &term = rows.m_filter.terms()[i];
        Place &place = rows.m_places[i];
        if (term.field == KernelFilter::Field::Text || term.field == KernelFilter::Field::Regex) {
            place.answers.resize(kAnswers);
            continue;
        }
        for (const std::string_view id : columnIds(term.field))
            if (place.column == ReportTable::npos)
                place.column = table.columnIndex(id);
        if (place.column == ReportTable::npos)
            return Error{ErrorCode::BadRequest,
                msg("filter: table %1 does not support %2: it has no column %3", table.id(), term.written.substr(0, 80),
                    columnIds(term.field).front()),
                {}, -1};
    }
    return rows;
}

bool RowFilter::anyTextHolds(std::size_t row, const KernelFilter::Term &term, Place &place)
{
    for (const std::size_t column : m_textColumns) {
        if (m_table->isMissing(row, column))
            continue;
        const std::string_view text = m_table->text(row, column);
        const std::size_t hash = reinterpret_cast<std::uintptr_t>(text.data()) * 0x9E3779B97F4A7C15ULL >> 40;
        Answer &answer = place.answers[hash % kAnswers];
        if (answer.text != text.data() || answer.size != text.size())
            answer = {text.data(), text.size(),
                term.holdsText(text) || (text.starts_with("_Z") && term.holdsText(demangledName(text)))};
        if (answer.holds)
            return true;
    }
    return false;
}

bool RowFilter::cellHolds(std::size_t row, const KernelFilter::Term &term, std::size_t column) const
{
    if (m_table->isMissing(row, column))
        return false;
    if (term.field == KernelFilter::Field::Category) {
        const std::string_view id = m_table->columns()[column].kind == CellKind::Text ? m_table->text(row, column) : "";
        return std::any_of(
            term.categories.begin(), term.categories.end(), [id](Category category) { return info(category).id == id; });
    }
    if (term.field == KernelFilter::Field::Stage) {
        const std::string_view word = m_table->columns()[column].kind == CellKind::Text ? m_table->text(row, column) : "";
        return std::any_of(term.stages.begin(), term.stages.end(), [word](Stage stage) { return stageName(stage) == word; });
    }
    const auto number = numberIn(*m_table, row, column);
    return number && term.holdsNumber(*number);
}

bool RowFilter::matches(std::size_t row)
{
    for (std::size_t i = 0; i < m_filter.terms().size(); ++i) {
        const KernelFilter::Term &term = m_filter.terms()[i];
        const bool holds = term.isAboutName() && term.field != KernelFilter::Field::Category
            ? anyTextHolds(row, term, m_places[i])
            : cellHolds(row, term, m_places[i].column);
        if (holds == term.negated)
            return false;
    }
    return true;
}

} // namespace lamella::core
