// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/PassPicture.h"

#include "core/base/Catalogue.h"
#include "core/base/Format.h"
#include "core/profile/Category.h"
#include "core/profile/CategoryColors.h"
#include "core/report/page/HtmlText.h"
#include "core/session/summary/TimelinePage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace lamella::core {

namespace {

constexpr int kWidth = 1200;
constexpr int kLeft = 90; // where the rows begin; their names are left of it
constexpr int kColumns = kWidth - kLeft - 10;
constexpr int kTop = 64;
constexpr int kRow = 26;
constexpr int kBar = 22;
constexpr std::size_t kMaxStreams = 12;
constexpr int kTicks = 5;
constexpr std::size_t kFamilies = kFamilyColorsLight.size();

Message familyName(std::size_t family)
{
    const std::array<Message, kFamilies> names{msg("GEMM"), msg("attention"), msg("MoE"), msg("communication"), msg("norm"),
        msg("elementwise"), msg("memory"), msg("other")};
    return names[family];
}

// Time of each family in a column of a stream, ns.
using ColumnTimes = std::array<double, kFamilies>;
struct StreamRow {
    std::vector<ColumnTimes> columns = std::vector<ColumnTimes>(kColumns, ColumnTimes{});
    double busy = 0;
};

class Picture {
public:
    Picture(const ReportTable &layers, const ReportTable &kernels, const Catalogue *language)
        : m_layers(layers)
        , m_kernels(kernels)
        , m_language(language)
    {
        findRange(m_layers, "start_ns", "wall_ns");
        findRange(m_kernels, "start_ns", "dur_ns");
        addKernels();
    }
    [[nodiscard]] std::string svg(const Message &title);

private:
    void findRange(const ReportTable &table, const char *start, const char *length)
    {
        const std::size_t from = table.columnIndex(start);
        const std::size_t wall = table.columnIndex(length);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.isMissing(row, from) || table.isMissing(row, wall))
                continue;
            m_begin = std::min(m_begin, table.integer(row, from));
            m_end = std::max(m_end, table.integer(row, from) + table.integer(row, wall));
        }
    }
    [[nodiscard]] double length() const { return std::max(1.0, static_cast<double>(m_end - m_begin)); }
    [[nodiscard]] double columnOf(std::int64_t ns) const { return static_cast<double>(ns - m_begin) * kColumns / length(); }
    void addKernels();
    void addKernel(StreamRow &row, std::size_t family, std::int64_t start, std::int64_t duration);
    void text(int x, int y, std::string_view words, const char *more = "");
    void box(double x, double y, double width, double height, std::uint32_t color);
    void layerRow();
    void streamRow(const StreamRow &row);
    void axis(int bottom);
    void legend(int y);

    const ReportTable &m_layers;
    const ReportTable &m_kernels;
    const Catalogue *m_language; // null is English
    std::int64_t m_begin = INT64_MAX;
    std::int64_t m_end = INT64_MIN;
    std::map<std::optional<std::int64_t>, StreamRow> m_streams; // by number; none: not recorded
    ColumnTimes m_sums{};
    int m_y = kTop;
    std::string m_out;
};

void Picture::addKernels()
{
    const std::size_t stream = m_kernels.columnIndex("stream");
    const std::size_t category = m_kernels.columnIndex("category");
    const std::size_t start = m_kernels.columnIndex("start_ns");
    const std::size_t duration = m_kernels.columnIndex("dur_ns");
    for (std::size_t row = 0; row < m_kernels.rowCount(); ++row) {
        const auto known = categoryFromId(m_kernels.text(row, category));
        const auto family = static_cast<std::size_t>(info(known.value_or(Category::Other)).family);
        const auto number = m_kernels.isMissing(row, stream) ? std::nullopt : std::optional(m_kernels.integer(row, stream));
        addKernel(m_streams[number], family, m_kernels.integer(row, start), m_kernels.integer(row, duration));
    }
}

void Picture::addKernel(StreamRow &row, std::size_t family, std::int64_t start, std::int64_t duration)
{
    const double from = columnOf(start);
    const double to = columnOf(start + duration);
    for (int column = std::max(0, static_cast<int>(from)); column < kColumns && column < to; ++column)
        row.columns[static_cast<std::size_t>(column)][family] += std::min(to, column + 1.0) - std::max(from, double(column));
    row.busy += static_cast<double>(duration);
    m_sums[family] += static_cast<double>(duration);
}

void Picture::text(int x, int y, std::string_view words, const char *more)
{
    m_out += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\"" + more + ">";
    appendHtml(m_out, words);
    m_out += "</text>\n";
}

void Picture::box(double x, double y, double width, double height, std::uint32_t color)
{
    std::array<char, 160> line{};
    const int bytes = std::snprintf(line.data(), line.size(),
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#%06X\"/>\n", x, y, width, height, color);
    m_out.append(line.data(), static_cast<std::size_t>(bytes));
}

void Picture::layerRow()
{
    constexpr std::array<std::uint32_t, 2> kShades{0xC3D2E6, 0x9DB7D8};
    constexpr double kWidthOfLabel = 20;
    const std::size_t layer = m_layers.columnIndex("layer");
    const std::size_t start = m_layers.columnIndex("start_ns");
    const std::size_t wall = m_layers.columnIndex("wall_ns");
    text(6, m_y + 16, msg("layers").translated(m_language));
    for (std::size_t row = 0; row < m_layers.rowCount(); ++row) {
        if (m_layers.isMissing(row, start) || m_layers.isMissing(row, wall))
            continue;
        const double from = columnOf(m_layers.integer(row, start));
        const double width = columnOf(m_layers.integer(row, start) + m_layers.integer(row, wall)) - from;
        box(kLeft + from, m_y, std::max(0.5, width), kBar, kShades[row % 2]);
        if (width >= kWidthOfLabel)
            text(kLeft + static_cast<int>(from + width / 2), m_y + 16, std::to_string(m_layers.integer(row, layer)),
                " text-anchor=\"middle\"");
    }
    m_y += kRow;
}

// Columns of the same colour and height are one box: idle time stays visible where a column is wider than a kernel.
void Picture::streamRow(const StreamRow &row)
{
    constexpr double kSteps = 4;
    const auto lookOf = [&row](int column) {
        const ColumnTimes &times = row.columns[static_cast<std::size_t>(column)];
        const auto most = std::max_element(times.begin(), times.end());
        double busy = 0;
        for (const double time : times)
            busy += time;
        return std::pair(static_cast<std::size_t>(most - times.begin()), std::ceil(std::min(1.0, busy) * kSteps - 0.01));
    };
    for (int column = 0; column < kColumns;) {
        const auto look = lookOf(column);
        int end = column + 1;
        while (end < kColumns && lookOf(end) == look)
            ++end;
        const double height = kBar * look.second / kSteps;
        if (height > 0)
            box(kLeft + column, m_y + kBar - height, end - column, height, kFamilyColorsLight[look.first]);
        column = end;
    }
    m_y += kRow;
}

void Picture::axis(int bottom)
{
    for (int tick = 0; tick <= kTicks; ++tick) {
        const int x = kLeft + kColumns * tick / kTicks;
        m_out += "<path d=\"M" + std::to_string(x) + " " + std::to_string(kTop - 6) + "V" + std::to_string(bottom)
            + "\" stroke=\"#d5d9e0\"/>\n";
        text(x, kTop - 12, formatDuration(static_cast<std::int64_t>(length() * tick / kTicks)),
            tick == kTicks  ? " text-anchor=\"end\""
                : tick == 0 ? ""
                            : " text-anchor=\"middle\"");
    }
}

void Picture::legend(int y)
{
    constexpr int kEntry = 132;
    int x = kLeft;
    for (std::size_t family = 0; family < kFamilies; ++family) {
        if (m_sums[family] == 0)
            continue;
        box(x, y - 10, 12, 12, kFamilyColorsLight[family]);
        text(x + 18, y, familyName(family).translated(m_language));
        x += kEntry;
    }
}

std::string Picture::svg(const Message &title)
{
    std::vector<std::pair<std::optional<std::int64_t>, const StreamRow *>> streams;
    for (const auto &[number, row] : m_streams)
        streams.emplace_back(number, &row);
    std::stable_sort(
        streams.begin(), streams.end(), [](const auto &a, const auto &b) { return a.second->busy > b.second->busy; });
    const std::size_t shown = std::min(streams.size(), kMaxStreams);
    const int bottom = kTop + kRow * static_cast<int>(shown + 1);
    const int height = bottom + 40;
    m_out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(kWidth) + " " + std::to_string(height)
        + "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1b1f24\">\n";
    box(0, 0, kWidth, height, 0xFFFFFF);
    text(6, 20, title.translated(m_language), " font-size=\"14\"");
    axis(bottom);
    layerRow();
    for (std::size_t i = 0; i < shown; ++i) {
        text(6, m_y + 16,
            (streams[i].first ? msg("stream %1", *streams[i].first) : Message("no stream recorded")).translated(m_language));
        streamRow(*streams[i].second);
    }
    legend(bottom + 22);
    if (shown < streams.size())
        text(6, bottom + 22, msg("+ %1 streams", streams.size() - shown).translated(m_language));
    return m_out + "</svg>\n";
}

} // namespace

Result<std::string> passPicture(
    AnalysisSession &session, const TableRequest &request, const Catalogue *language, const JobControl &control)
{
    const auto tables = tablesOfOnePass(session, request, control);
    if (!tables)
        return tables.error();
    return Picture(*tables->layers, *tables->kernels, language).svg(titleOf(session, *tables));
}

} // namespace lamella::core
