// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysReport.h"

#include "core/base/Message.h"

#include <filesystem>
#include <system_error>

namespace lamella::core {

namespace {

constexpr std::string_view kMagic = "NVIDIA Tegra Profiler Report";

// "… Report 2024@6@2@225-…" -> "2024.6.2"
std::string versionOf(std::string_view head)
{
    std::string version;
    int dots = 0;
    for (std::size_t i = head.find_first_not_of(' ', kMagic.size()); i < head.size(); ++i) {
        const char c = head[i];
        if (c == '@' && ++dots == 3)
            break;
        if (c != '@' && (c < '0' || c > '9'))
            return dots >= 2 ? version : std::string{};
        version += c == '@' ? '.' : c;
        if (version.size() > 24)
            return {};
    }
    return dots >= 2 ? version : std::string{};
}

// Text as a shell word, in single quotes if needed.
std::string shellWord(const std::string &text)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:,@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace

bool isNsysReport(std::string_view head)
{
    return head.starts_with(kMagic);
}

Message describeNsysReport(const std::string &path, std::string_view head)
{
    const std::string version = versionOf(head);
    const std::filesystem::path exported = std::filesystem::path(path).replace_extension(".sqlite");
    std::error_code code;
    if (std::filesystem::is_regular_file(exported, code))
        return version.empty()
            ? msg("a raw report of Nsight Systems, which only its own program reads; its export lies beside it: open %1",
                exported.string())
            : msg("a raw report of Nsight Systems %1, which only its own program reads; its export lies beside it: open %2",
                version, exported.string());
    const std::string paths = shellWord(exported.string()) + " " + shellWord(path);
    return version.empty()
        ? msg("a raw report of Nsight Systems, which only its own program reads; run: nsys export --type sqlite --output %1 and "
              "open the result",
            paths)
        : msg(
            "a raw report of Nsight Systems %1, which only its own program reads; run: nsys export --type sqlite --output %2 and "
            "open the result",
            version, paths);
}

} // namespace lamella::core
