// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page/Page.h"

#include "core/base/Catalogue.h"
#include "core/base/Resources.h"
#include "core/base/Sha256.h"
#include "core/profile/CategoryColors.h"
#include "core/report/page/Charts.h"
#include "core/report/page/HtmlText.h"
#include "core/report/page/TableMarkup.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <span>

namespace lamella::core {

namespace {

std::string fileOfReport(std::string_view name)
{
    return std::string(resource("report/" + std::string(name)).value_or(std::string_view()));
}

// RFC 4648, section 4.
std::string base64(std::span<const unsigned char> bytes)
{
    static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t some = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < some ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= some ? kLetters[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string hex(std::uint32_t rgb)
{
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "#%06X", static_cast<unsigned>(rgb & 0xFFFFFFU));
    return text.data();
}

// Colours of categories and of the heat map, the same as in the window.
std::string variables(bool dark)
{
    std::string css;
    const auto &families = dark ? kFamilyColorsDark : kFamilyColorsLight;
    for (std::size_t i = 0; i < families.size(); ++i)
        css += "--f" + std::to_string(i) + ":" + hex(families[i]) + ";";
    const auto &steps = dark ? kSequentialColorsDark : kSequentialColorsLight;
    for (std::size_t i = 0; i < steps.size(); ++i)
        css += "--q" + std::to_string(i) + ":" + hex(steps[i]) + ";";
    return css;
}

std::string style()
{
    std::string css = ":root{" + variables(false) + "}\n";
    css += "@media(prefers-color-scheme:dark){:root:not([data-theme=light]){" + variables(true) + "}}\n";
    css += ":root[data-theme=dark]{" + variables(true) + "}\n";
    return css + fileOfReport("page.css");
}

void appendContents(std::string &out, const Page &page, const Catalogue *language)
{
    out += "<nav";
    appendAttribute(out, "aria-label", msg("Contents").translated(language));
    out += "><ol>\n";
    for (std::size_t i = 0; i < page.sections.size(); ++i) {
        out += "<li><a href=\"#s" + std::to_string(i + 1) + "\">";
        appendHtml(out, page.sections[i].title.translated(language));
        out += "</a></li>\n";
    }
    out += "</ol></nav>\n";
}

void appendSection(std::string &out, const PageSection &section, std::size_t number, const Catalogue *language)
{
    out += "<section id=\"s" + std::to_string(number) + "\">\n<h2>";
    appendHtml(out, section.title.translated(language));
    out += "</h2>\n";
    if (!section.lead.empty()) {
        out += "<p>";
        appendHtml(out, section.lead.translated(language));
        out += "</p>\n";
    }
    const ReportTable table = section.table->inLanguage(language);
    const std::string chart = chartOf(table);
    out += chart;
    const bool folded = section.folded && !chart.empty();
    if (folded)
        out += "<details><summary>" + msg("The numbers").translated(language) + "</summary>\n";
    out += "<div class=\"table\">\n";
    appendTableHead(out, table);
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        appendTableRow(out, table, r);
    appendTableFoot(out, table);
    out += folded ? "</div>\n</details>\n</section>\n" : "</div>\n</section>\n";
}

} // namespace

void appendPageHead(std::string &out, const Message &title, const Catalogue *language)
{
    const std::string script = fileOfReport("page.js");
    Sha256 hash;
    hash.add(script);
    out += "<!DOCTYPE html>\n<html";
    appendAttribute(out, "lang", languageTag(language));
    out += ">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src "
           "'sha256-";
    out += base64(hash.digest());
    out += "'\">\n<title>";
    appendHtml(out, title.translated(language));
    out += "</title>\n<style>\n" + style() + "</style>\n</head>\n<body";
    appendAttribute(out, "data-filter", msg("Filter rows").translated(language));
    appendAttribute(out, "data-light", msg("Light").translated(language));
    appendAttribute(out, "data-dark", msg("Dark").translated(language));
    out += ">\n";
}

void appendPageEnd(std::string &out)
{
    out += "<script>" + fileOfReport("page.js") + "</script>\n</body>\n</html>\n";
}

std::string writePage(const Page &page, const Catalogue *language)
{
    std::string out;
    appendPageHead(out, page.title, language);
    out += "<header><h1>";
    appendHtml(out, page.title.translated(language));
    out += "</h1></header>\n<main>\n";
    if (!page.sentences.empty()) {
        out += "<ul class=\"sentences\">\n";
        for (const Message &sentence : page.sentences) {
            out += "<li>";
            appendHtml(out, sentence.translated(language));
            out += "</li>\n";
        }
        out += "</ul>\n";
    }
    appendContents(out, page, language);
    for (std::size_t i = 0; i < page.sections.size(); ++i)
        appendSection(out, page.sections[i], i + 1, language);
    out += "</main>\n";
    appendPageEnd(out);
    return out;
}

} // namespace lamella::core
