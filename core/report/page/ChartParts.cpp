// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page/ChartParts.h"

#include "core/report/page/HtmlText.h"

#include <algorithm>

namespace lamella::core::chart {

namespace {

void appendNumber(std::string &out, std::string_view name, double value)
{
    out += ' ';
    out += name;
    out += "=\"";
    appendCoordinate(out, value);
    out += '"';
}

void appendRect(std::string &out, const Rect &box, std::string_view classes)
{
    out += "<rect";
    appendAttribute(out, "class", classes);
    appendNumber(out, "x", box.x);
    appendNumber(out, "y", box.y);
    appendNumber(out, "width", box.width);
    appendNumber(out, "height", box.height);
}

} // namespace

void openFigure(std::string &out, double height, std::string_view label)
{
    out += "<figure><svg viewBox=\"0 0 ";
    appendCoordinate(out, kWidth);
    out += ' ';
    appendCoordinate(out, height);
    out += "\" role=\"img\"";
    appendAttribute(out, "aria-label", label);
    // One hatch pattern for the whole page, drawn over the fill. Each chart defines it again with the same id and content.
    out += "><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
           "<path class=\"hatch\" d=\"M-1 7L7 -1M-1 1L1 -1M5 7L7 5\"/></pattern></defs>\n";
}

void closeFigure(std::string &out)
{
    out += "</svg>";
}

void appendBox(std::string &out, const Rect &box, std::string_view classes, std::string_view tip, bool hatched)
{
    if (hatched)
        out += "<g>";
    appendRect(out, box, classes);
    if (hatched) {
        out += "/>";
        appendRect(out, box, "over");
        out += " fill=\"url(#hatch)\"";
    }
    if (tip.empty()) {
        out += "/>";
    } else {
        out += "><title>";
        for (std::size_t end = tip.find('\n'); end != std::string_view::npos; end = tip.find('\n')) {
            appendHtml(out, tip.substr(0, end));
            out += '\n';
            tip.remove_prefix(end + 1);
        }
        appendHtml(out, tip);
        out += "</title></rect>";
    }
    if (hatched)
        out += "</g>";
    out += '\n';
}

void appendText(std::string &out, double x, double y, std::string_view classes, std::string_view text)
{
    out += "<text";
    appendAttribute(out, "class", classes);
    appendNumber(out, "x", x);
    appendNumber(out, "y", y);
    out += '>';
    appendHtml(out, text);
    out += "</text>\n";
}

void appendLine(std::string &out, double x1, double y1, double x2, double y2, std::string_view classes)
{
    out += "<line";
    appendAttribute(out, "class", classes);
    appendNumber(out, "x1", x1);
    appendNumber(out, "y1", y1);
    appendNumber(out, "x2", x2);
    appendNumber(out, "y2", y2);
    out += "/>\n";
}

std::vector<std::int64_t> ticks(std::int64_t largest, int wanted)
{
    std::vector<std::int64_t> all{0};
    if (largest <= 0 || wanted <= 0)
        return all;
    const std::int64_t min = std::max<std::int64_t>(1, largest / wanted);
    std::int64_t power = 1;
    while (power <= min / 10)
        power *= 10;
    std::int64_t step = power;
    for (const std::int64_t factor : {1, 2, 5, 10}) {
        step = power * factor;
        if (step >= min)
            break;
    }
    for (std::int64_t value = step; value <= largest - largest % step; value += step) {
        all.push_back(value);
        if (value > largest - step) // the next tick could overflow
            break;
    }
    return all;
}

std::vector<CategoryColumn> categoryColumns(const ReportTable &table, std::string_view suffix)
{
    std::vector<CategoryColumn> all;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        const std::string_view id = table.columns()[c].id;
        if (!id.ends_with(suffix))
            continue;
        if (const auto category = categoryFromId(id.substr(0, id.size() - suffix.size())))
            all.push_back({c, *category});
    }
    return all;
}

std::string boxClass(Category category)
{
    return "f" + std::to_string(static_cast<int>(info(category).family));
}

void appendLegend(std::string &out, const std::vector<CategoryColumn> &columns, const Catalogue *language)
{
    out += "<figcaption><ul class=\"legend\">";
    for (const CategoryColumn &entry : columns) {
        out += "<li><svg width=\"12\" height=\"12\" aria-hidden=\"true\">";
        appendBox(out, {0.0, 0.0, 12.0, 12.0}, boxClass(entry.category), {}, info(entry.category).member != 0);
        out += "</svg>";
        appendHtml(out, Message(info(entry.category).title).translated(language));
        out += "</li>";
    }
    out += "</ul></figcaption>";
}

} // namespace lamella::core::chart
