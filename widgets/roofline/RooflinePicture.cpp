// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roofline/RooflinePicture.h"

#include "core/analysis/roofline/DevicePeaks.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lamella::ui {

namespace {

constexpr double kTera = 1e12;
constexpr double kGigaPerTera = 1e3;

class Reading {
public:
    explicit Reading(const core::ReportTable &table)
        : m_table(table)
    {
    }
    [[nodiscard]] bool has(std::size_t row, const char *id) const
    {
        const std::size_t column = m_table.columnIndex(id);
        return column != core::ReportTable::npos && !m_table.isMissing(row, column);
    }
    [[nodiscard]] double real(std::size_t row, const char *id) const
    {
        return has(row, id) ? m_table.real(row, m_table.columnIndex(id)) : 0;
    }
    [[nodiscard]] std::int64_t integer(std::size_t row, const char *id) const
    {
        return has(row, id) ? m_table.integer(row, m_table.columnIndex(id)) : 0;
    }
    [[nodiscard]] std::string text(std::size_t row, const char *id) const
    {
        return has(row, id) ? std::string(m_table.text(row, m_table.columnIndex(id))) : std::string();
    }

private:
    const core::ReportTable &m_table;
};

std::string nameOf(const Reading &read, std::size_t row)
{
    if (std::string role = read.text(row, "role"); !role.empty())
        return role;
    if (std::string op = read.text(row, "op"); !op.empty())
        return op;
    return read.has(row, "layer") ? "L" + std::to_string(read.integer(row, "layer")) : read.text(row, "category");
}

void takeRow(const Reading &read, std::size_t row, RooflinePicture &picture)
{
    const std::int64_t duration = read.integer(row, "dur_ns");
    picture.durationNs += duration;
    picture.modelledShare += read.real(row, "modelled_share") * static_cast<double>(duration);
    const bool known = read.has(row, "tflop_per_s");
    const double intensity = read.real(row, "intensity");
    RooflineDot dot;
    dot.row = row;
    dot.intensity = intensity;
    dot.teraflops = read.real(row, "tflop_per_s");
    dot.durationNs = duration;
    dot.ofFloor = read.has(row, "of_floor") ? read.real(row, "of_floor") : -1;
    dot.name = nameOf(read, row);
    dot.category = read.text(row, "category");
    if (!dot.cannotBe())
        picture.floorNs += read.integer(row, "floor_ns");
    if (!known && !read.has(row, "floor_ns")) {
        ++picture.unknown;
        picture.unknownNs += duration;
    } else if (!(intensity > 0) || !(dot.teraflops > 0))
        ++picture.withoutFlops;
    else
        picture.dots.push_back(dot);
    if (known && !dot.cannotBe()) {
        picture.bestTerabytes = std::max(picture.bestTerabytes, read.real(row, "gb_per_s") / kGigaPerTera);
        picture.bestTeraflops = std::max(picture.bestTeraflops, dot.teraflops);
    }
}

// The rows with most headroom, and what shows that less is possible. Rows that take little time prove nothing.
void takeFar(const Reading &read, std::size_t rows, RooflinePicture &picture)
{
    constexpr double kMinShare = 0.02; // of the time of all rows
    const auto isLong = [&](std::size_t row) {
        return static_cast<double>(read.integer(row, "dur_ns")) >= kMinShare * static_cast<double>(picture.durationNs);
    };
    const auto share = [&read](std::size_t row) { return read.real(row, "of_floor"); };
    for (std::size_t row = 0; row < rows; ++row)
        if (read.has(row, "headroom_ns") && read.integer(row, "headroom_ns") > 0 && isLong(row))
            picture.far.push_back({row, nameOf(read, row), read.integer(row, "headroom_ns"), share(row), {}, 0});
    std::stable_sort(picture.far.begin(), picture.far.end(),
        [](const RooflineFar &a, const RooflineFar &b) { return a.headroomNs > b.headroomNs; });
    if (picture.far.size() > kMaxFar)
        picture.far.resize(kMaxFar);
    for (RooflineFar &far : picture.far)
        for (std::size_t row = 0; row < rows; ++row)
            if (isLong(row) && share(row) <= 1 && share(row) > std::max(far.ofFloor, far.betterOfFloor)
                && read.text(row, "bound") == read.text(far.row, "bound")) {
                far.better = nameOf(read, row);
                far.betterOfFloor = share(row);
            }
}

// One roof for each type of the rows; where two types have the same peak, one for both.
void takeRoofs(
    const core::TraceDocument &document, const std::string &asked, const core::ReportTable &table, RooflinePicture &picture)
{
    const auto peaks = core::devicePeaks(document, asked);
    if (!peaks || peaks->empty())
        return;
    const core::DevicePeaks &first = peaks->front();
    picture.device = first.known ? core::Message::name(first.hardware.name) : first.why;
    if (!first.known)
        return;
    const Reading read(table);
    std::set<std::string> types;
    for (const RooflineDot &dot : picture.dots)
        if (const std::string type = read.text(dot.row, "dtype_in"); !type.empty())
            types.insert(type);
    for (const std::string &type : types) {
        const double flops = first.hardware.peakOf(core::elementTypeFromName(type).value_or(core::ElementType::Unknown)) / kTera;
        const auto same = std::find_if(
            picture.roofs.begin(), picture.roofs.end(), [flops](const Roof &roof) { return roof.teraflops == flops; });
        if (flops > 0 && same == picture.roofs.end())
            picture.roofs.push_back({type, flops, first.hardware.bytesPerSecond / kTera});
        else if (flops > 0)
            same->type += ", " + type;
    }
    if (picture.roofs.empty() && first.hardware.bytesPerSecond > 0)
        picture.roofs.push_back({{}, 0, first.hardware.bytesPerSecond / kTera});
}

// Of the table passes or layers.
void takePart(const core::ReportTable &table, RooflinePart &part)
{
    const Reading read(table);
    if (table.rowCount() != 1)
        return;
    part.stage = read.text(0, "stage");
    part.target = table.target(0);
    part.wallNs = read.integer(0, "wall_ns");
    if (read.has(0, "layer"))
        part.layer = static_cast<int>(read.integer(0, "layer"));
    part.isAboveLimit = read.has(0, "limit_note");
    if (part.isAboveLimit)
        return;
    const auto share = [&read](const char *id) { return read.has(0, id) ? std::optional(read.real(0, id)) : std::nullopt; };
    part.floorNs = read.integer(0, "floor_ns");
    part.bytes = read.integer(0, "bytes");
    part.teraflop = static_cast<double>(read.integer(0, "flops")) / kTera;
    part.mbu = share("mbu");
    part.mfu = share("mfu");
}

} // namespace

core::Result<RooflinePicture> loadRooflinePicture(
    core::AnalysisSession &session, const core::TableRequest &request, const core::JobControl &control)
{
    RooflinePicture picture;
    const auto table = session.table(request, control);
    if (!table)
        return table.error();
    picture.table = *table;
    const Reading read(**table);
    for (std::size_t row = 0; row < (*table)->rowCount(); ++row)
        takeRow(read, row, picture);
    takeFar(read, (*table)->rowCount(), picture);
    if (picture.durationNs > 0)
        picture.modelledShare /= static_cast<double>(picture.durationNs);
    std::stable_sort(picture.dots.begin(), picture.dots.end(),
        [](const RooflineDot &a, const RooflineDot &b) { return a.durationNs > b.durationNs; });
    takeRoofs(session.document(), session.options().roofline.peaks, **table, picture);
    core::TableRequest layers = request;
    layers.table = "layers";
    layers.by.clear();
    if (layers.pass == core::TableRequest().pass && (*table)->rowCount() > 0
        && read.has(0, "pass")) // `passes` lists all by default
        layers.pass = std::to_string(read.integer(0, "pass"));
    core::TableRequest part = layers;
    if (part.layer == core::TableRequest().layer)
        part.table = "passes";
    if (const auto found = session.table(part, control))
        takePart(**found, picture.part);
    if (layers.pass.find_first_not_of("0123456789") != std::string::npos)
        return picture; // layers are those of one pass
    layers.layer = core::TableRequest().layer;
    const auto listed = session.table(layers, control);
    if (!listed) {
        if (listed.error().code == core::ErrorCode::Cancelled)
            return listed.error();
        return picture; // a trace without layers
    }
    const Reading of(**listed);
    for (std::size_t row = 0; row < (*listed)->rowCount(); ++row)
        if (of.has(row, "layer") && of.integer(row, "layer") >= 0)
            picture.layers.push_back({static_cast<int>(of.integer(row, "layer")), of.integer(row, "wall_ns"),
                of.has(row, "floor_ns") ? of.integer(row, "floor_ns") : -1, (*listed)->target(row)});
    return picture;
}

} // namespace lamella::ui
