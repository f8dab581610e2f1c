// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of call stacks (source --by stack) in the formats of flame graph tools: collapsed stacks, as Brendan Gregg's scripts,
// inferno and Perfetto read them, and the file format of https://www.speedscope.app.
#include "core/report/StackTable.h"

#include "core/report/TableSinkBuffer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::string_view kStack = "stack";
constexpr std::string_view kWeight = "self_ns";

struct StackFrame {
    std::string_view name;
    std::string_view file;
    std::string_view line; // digits
};

// "forward (models/qwen3.py:263)"
StackFrame frameOf(std::string_view text)
{
    StackFrame frame{text, {}, {}};
    const std::size_t open = text.rfind('(');
    const std::size_t colon = text.rfind(':');
    if (!text.ends_with(')') || open == std::string_view::npos || colon == std::string_view::npos || colon < open)
        return frame;
    const std::string_view line = text.substr(colon + 1, text.size() - colon - 2);
    if (line.empty() || line.find_first_not_of("0123456789") != std::string_view::npos)
        return frame;
    frame.file = text.substr(open + 1, colon - open - 1);
    frame.line = line;
    frame.name = text.substr(0, open);
    while (frame.name.ends_with(' '))
        frame.name.remove_suffix(1);
    frame.name = frame.name.empty() ? text : frame.name;
    return frame;
}

// Frames of all stacks, each once, and the stacks as places in them.
class Frames {
public:
    explicit Frames(const ReportTable &table)
    {
        const std::size_t column = table.columnIndex(kStack);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            std::string_view rest = table.text(row, column);
            std::vector<std::uint32_t> &stack = stacks.emplace_back();
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find(';'), rest.size());
                const std::string_view text = rest.substr(0, end);
                const auto [place, added] = m_index.try_emplace(text, static_cast<std::uint32_t>(texts.size()));
                if (added)
                    texts.push_back(text);
                stack.push_back(place->second);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }
    std::vector<std::string_view> texts;
    std::vector<std::vector<std::uint32_t>> stacks; // by row

private:
    std::unordered_map<std::string_view, std::uint32_t> m_index;
};

std::string_view provenanceOf(const ReportTable &table, std::string_view key)
{
    for (const auto &[name, value] : table.provenance())
        if (name == key)
            return value;
    return {};
}

} // namespace

bool isStackTable(const ReportTable &table)
{
    return table.columnIndex(kStack) != ReportTable::npos && table.columnIndex(kWeight) != ReportTable::npos;
}

bool writeCollapsedStacks(const ReportTable &table, const TableSink &sink)
{
    if (!isStackTable(table))
        return false;
    TableSinkBuffer buffer(sink);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        buffer.text() += table.text(row, table.columnIndex(kStack));
        buffer.text() += ' ';
        buffer.text() += std::to_string(table.integer(row, table.columnIndex(kWeight)));
        buffer.text() += '\n';
        if (!buffer.rowDone())
            return false;
    }
    return buffer.flush();
}

bool writeSpeedscope(const ReportTable &table, const TableSink &sink)
{
    if (!isStackTable(table))
        return false;
    const Frames frames(table);
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    out += R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":)";
    appendJsonString(out, provenanceOf(table, "tool"));
    out += ",\"name\":";
    appendJsonString(out, provenanceOf(table, "file"));
    out += ",\"shared\":{\"frames\":[";
    for (std::size_t i = 0; i < frames.texts.size(); ++i) {
        const StackFrame frame = frameOf(frames.texts[i]);
        out += i > 0 ? ",\n{\"name\":" : "\n{\"name\":";
        appendJsonString(out, frame.name);
        if (!frame.line.empty()) {
            out += ",\"file\":";
            appendJsonString(out, frame.file);
            out.append(",\"line\":").append(frame.line);
        }
        out += '}';
        if (!buffer.rowDone())
            return false;
    }
    std::int64_t total = 0;
    out +=
        "]},\n\"profiles\":[{\"type\":\"sampled\",\"name\":\"GPU time\",\"unit\":\"nanoseconds\",\"startValue\":0,\"samples\":[";
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        out += row > 0 ? ",\n[" : "\n[";
        for (std::size_t i = 0; i < frames.stacks[row].size(); ++i)
            out.append(i > 0 ? "," : "").append(std::to_string(frames.stacks[row][i]));
        out += ']';
        if (!buffer.rowDone())
            return false;
    }
    out += "],\n\"weights\":[";
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::int64_t ns = table.integer(row, table.columnIndex(kWeight));
        total = ns > INT64_MAX - total ? INT64_MAX : total + ns;
        out.append(row > 0 ? "," : "").append(std::to_string(ns));
        if (!buffer.rowDone())
            return false;
    }
    out += "],\n\"endValue\":" + std::to_string(total) + "}]}\n";
    return buffer.flush();
}

} // namespace lamella::core
