// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WindowSettings.h"

#include "core/analysis/PerfettoRange.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace lamella::cli {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

std::string_view unquoted(std::string_view value)
{
    return value.size() > 1 && value.front() == '"' && value.back() == '"' ? value.substr(1, value.size() - 2) : value;
}

void take(PerfettoChoices &choices, std::string_view key, std::string_view value)
{
    if (key == "port") {
        std::uint16_t port = 0;
        const char *end = value.data() + value.size();
        const auto read = std::from_chars(value.data(), end, port);
        if (read.ec == std::errc() && read.ptr == end && port > 0)
            choices.port = port;
    } else if (key == "origin") {
        choices.address = core::perfettoAddress(unquoted(value));
    }
}

} // namespace

PerfettoChoices perfettoChoicesIn(const std::string &settings)
{
    PerfettoChoices choices;
    bool ours = false; // the section
    std::istringstream lines(settings);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (line.starts_with('['))
            ours = line == "[perfetto]";
        else if (const std::size_t equals = line.find('='); ours && equals != std::string::npos)
            take(choices, std::string_view(line).substr(0, equals), std::string_view(line).substr(equals + 1));
    }
    return choices;
}

PerfettoChoices perfettoChoicesOfWindow()
{
    std::filesystem::path folder;
    const char *const given = std::getenv("XDG_CONFIG_HOME");
    const char *const home = std::getenv("HOME");
    if (given != nullptr && *given == '/')
        folder = given;
    else if (home != nullptr && *home == '/')
        folder = std::filesystem::path(home) / ".config";
    else
        return {};
    const std::filesystem::path path = folder / "Lamella" / "lamella.ini";
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) // a pipe would wait
        return {};
    std::ifstream file(path, std::ios::binary);
    std::string text(kMaxBytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return perfettoChoicesIn(text);
}

} // namespace lamella::cli
