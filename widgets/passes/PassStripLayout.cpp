// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/passes/PassStripLayout.h"

#include "widgets/theme/TextPx.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella::ui {

namespace {

constexpr TextPx kNamedFromPx{95};
constexpr TextPx kNarrowFromPx{60};
constexpr double kNumberedFromPx = 22;
constexpr TextPx kWideBarPx{26};
constexpr TextPx kNarrowBarPx{18};
constexpr TextPx kLeastBarPx{12};
constexpr TextPx kBesideBarPx{48}; // of a narrow slot, for the wall
constexpr TextPx kBarInsetPx{6};
constexpr TextPx kNarrowInsetPx{3};
constexpr double kTop = 1.95; // of the median
constexpr double kMarkPx = 6; // closer marks of outliers are merged

SlotForm formOf(double slotPx)
{
    if (slotPx >= kNamedFromPx)
        return SlotForm::Named;
    if (slotPx >= kNarrowFromPx)
        return SlotForm::Narrow;
    if (slotPx >= kNumberedFromPx)
        return SlotForm::Numbered;
    return slotPx >= 1 ? SlotForm::Bars : SlotForm::Columns;
}

} // namespace

PassStripLayout::PassStripLayout(const PassStripData &data, const std::vector<std::uint32_t> &order, StripView view, int widthPx)
    : m_data(data)
    , m_order(order)
    , m_view(view)
    , m_width(std::max(1, widthPx))
    , m_slotPx(m_width / std::max(1.0, view.last - view.first))
    , m_topNs(kTop * static_cast<double>(data.medianNs))
    , m_form(formOf(m_slotPx))
{
    if (m_topNs <= 0) {
        std::int64_t longest = 1;
        for (const StripPass &pass : data.passes)
            longest = std::max(longest, pass.wallNs);
        m_topNs = static_cast<double>(longest);
    }
    if (m_form == SlotForm::Columns)
        findColumns();
    findOutliers();
}

double PassStripLayout::left(std::size_t position) const
{
    return (static_cast<double>(position) - m_view.first) * m_slotPx;
}

int PassStripLayout::barPx() const
{
    if (m_form == SlotForm::Named)
        return kWideBarPx;
    if (m_form == SlotForm::Narrow)
        return std::clamp<int>(static_cast<int>(m_slotPx) - kBesideBarPx, kLeastBarPx, kNarrowBarPx);
    if (m_slotPx >= 8)
        return static_cast<int>(std::min<double>(kWideBarPx, m_slotPx - (m_slotPx >= kNumberedFromPx ? 6 : 2)));
    return std::max(1, static_cast<int>(m_slotPx) - (m_slotPx >= 3 ? 1 : 0));
}

int PassStripLayout::barInset() const
{
    if (m_form == SlotForm::Named)
        return kBarInsetPx;
    if (m_form == SlotForm::Narrow)
        return kNarrowInsetPx;
    return m_slotPx >= 3 ? static_cast<int>((m_slotPx - barPx()) / 2) : 0;
}

std::size_t PassStripLayout::firstPosition() const
{
    return static_cast<std::size_t>(std::clamp(std::floor(m_view.first), 0.0, static_cast<double>(m_order.size())));
}

std::size_t PassStripLayout::lastPosition() const
{
    return static_cast<std::size_t>(std::clamp(std::ceil(m_view.last), 0.0, static_cast<double>(m_order.size())));
}

std::size_t PassStripLayout::numberStep(int numberPx) const
{
    for (std::size_t power = 1; power < 1'000'000'000; power *= 10)
        for (const std::size_t step : {power, 2 * power, 5 * power})
            if (static_cast<double>(step) * m_slotPx >= numberPx)
                return step;
    return 1'000'000'000;
}

void PassStripLayout::findColumns()
{
    m_columns.reserve(static_cast<std::size_t>(m_width));
    const double perPx = 1 / m_slotPx;
    for (int x = 0; x < m_width; ++x) {
        const double from = m_view.first + x * perPx;
        if (from >= static_cast<double>(m_order.size()))
            break;
        const auto first = static_cast<std::size_t>(std::max(0.0, from));
        const auto last = std::min(m_order.size(), std::max(first + 1, static_cast<std::size_t>(m_view.first + (x + 1) * perPx)));
        StripColumn column;
        column.slowest = first;
        for (std::size_t position = first; position < last; ++position) {
            const StripPass &pass = m_data.passes[m_order[position]];
            const StripPass &slowest = m_data.passes[m_order[column.slowest]];
            const bool main = m_data.isMain(pass);
            if (main ? !column.hasMain || pass.wallNs > slowest.wallNs : !column.hasMain && pass.wallNs > slowest.wallNs)
                column.slowest = position;
            column.hasMain = column.hasMain || main;
            if (pass.stage == core::Stage::Prefill && !main
                && (!column.hasPrefill || pass.wallNs > m_data.passes[m_order[column.other]].wallNs)) {
                column.hasPrefill = true;
                column.other = position;
            }
        }
        m_columns.push_back(column);
    }
}

void PassStripLayout::findOutliers()
{
    for (std::size_t position = firstPosition(); position < lastPosition(); ++position) {
        const StripPass &pass = m_data.passes[m_order[position]];
        if (!pass.isOutlier())
            continue;
        const double x = m_form == SlotForm::Columns ? left(position) : left(position) + barInset() + barPx() / 2.0;
        if (m_outliers.empty() || x - m_outliers.back().x >= kMarkPx) {
            m_outliers.push_back({x, position, 1});
            continue;
        }
        OutlierMark &mark = m_outliers.back();
        ++mark.count;
        if (pass.wallNs > m_data.passes[m_order[mark.position]].wallNs)
            mark.position = position;
    }
}

std::optional<std::size_t> PassStripLayout::positionAt(double x, double snapPx) const
{
    if (x < 0 || x >= m_width)
        return std::nullopt;
    if (m_slotPx < 3) {
        const OutlierMark *nearest = nullptr;
        for (const OutlierMark &mark : m_outliers)
            if (std::abs(mark.x - x) <= snapPx && (nearest == nullptr || std::abs(mark.x - x) < std::abs(nearest->x - x)))
                nearest = &mark;
        if (nearest != nullptr)
            return nearest->position;
    }
    if (m_form == SlotForm::Columns) {
        const auto column = static_cast<std::size_t>(x);
        if (column >= m_columns.size())
            return std::nullopt;
        return m_columns[column].hasPrefill ? m_columns[column].other : m_columns[column].slowest;
    }
    const double position = m_view.first + x / m_slotPx;
    if (position < 0 || position >= static_cast<double>(m_order.size()))
        return std::nullopt;
    return static_cast<std::size_t>(position);
}

PassStripLayout::Height PassStripLayout::heightOf(std::int64_t wallNs, int fullPx) const
{
    const double share = static_cast<double>(wallNs) / m_topNs;
    if (share > 1)
        return {fullPx, true};
    const auto px = static_cast<int>(std::lround(share * fullPx));
    return {wallNs > 0 ? std::max(1, px) : px, false};
}

int PassStripLayout::medianPx(int fullPx) const
{
    return m_data.medianNs > 0 ? heightOf(m_data.medianNs, fullPx).px : 0;
}

std::vector<std::uint32_t> stripOrder(const PassStripData &data, StripOrder order)
{
    std::vector<std::uint32_t> rows(data.passes.size());
    std::iota(rows.begin(), rows.end(), 0U);
    if (order == StripOrder::Wall)
        std::stable_sort(rows.begin(), rows.end(),
            [&data](std::uint32_t a, std::uint32_t b) { return data.passes[a].wallNs > data.passes[b].wallNs; });
    return rows;
}

StripView zoomedView(StripView view, double position, double factor, std::size_t passes)
{
    const auto all = static_cast<double>(passes);
    const double length = view.last - view.first;
    const double next = std::clamp(length * factor, std::min(kMinShownPasses, all), all);
    const double share = length > 0 ? std::clamp((position - view.first) / length, 0.0, 1.0) : 0.5;
    const double first = std::clamp(position - share * next, 0.0, all - next);
    return {first, first + next};
}

} // namespace lamella::ui
