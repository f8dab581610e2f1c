// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/MachineMemory.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>

namespace lamella::core {

namespace {

// The number after `name` at the beginning of a line: 16384 in "MemTotal:  16384 kB".
std::optional<std::uint64_t> numberNamed(const std::string &path, std::string_view name)
{
    std::ifstream file(path);
    std::string word;
    std::uint64_t number = 0;
    for (std::string rest; file >> word; std::getline(file, rest))
        if (word == name)
            return file >> number ? std::optional(number) : std::nullopt;
    return std::nullopt;
}

// The only number of a file; none if it says "max".
std::optional<std::uint64_t> numberIn(const std::string &path)
{
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

// Both versions of control groups provide the same values in different files.
struct Groups {
    const char *folder;
    const char *controller; // text between the colons of the line that names this process's group
    const char *max;
    const char *used;
    const char *inactive; // page cache that is reclaimed when memory runs short
    const char *active;
};
constexpr std::array kVersions{
    Groups{"/sys/fs/cgroup/memory", ":memory:", "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file",
        "total_active_file"},
    Groups{"/sys/fs/cgroup", "::", "/memory.max", "/memory.current", "inactive_file", "active_file"},
};

void narrow(MachineMemory &memory, const Groups &version, const std::string &folder)
{
    const std::optional<std::uint64_t> max = numberIn(folder + version.max);
    const std::optional<std::uint64_t> used = numberIn(folder + version.used);
    if (!max || !used)
        return;
    const std::string stat = folder + "/memory.stat";
    const std::uint64_t cached = numberNamed(stat, version.inactive).value_or(0) + numberNamed(stat, version.active).value_or(0);
    const std::uint64_t held = *used - std::min(*used, cached);
    memory.total = std::min(memory.total, *max);
    memory.available = std::min(memory.available, *max - std::min(*max, held));
}

// "/system.slice/x.service" from the line "0::/system.slice/x.service"; empty for the root group or if no line matches.
std::string ownGroup(const Groups &version, const std::string &root)
{
    std::ifstream file(root + "/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || !std::string_view(line).substr(colon).starts_with(version.controller))
            continue;
        std::string group = line.substr(line.find(':', colon + 1) + 1);
        return group.size() > 1 && group.front() == '/' ? group : std::string();
    }
    return {};
}

} // namespace

MachineMemory machineMemory(const std::string &root)
{
    constexpr std::uint64_t kKilobyte = 1024;
    const std::string facts = root + "/proc/meminfo";
    const std::optional<std::uint64_t> total = numberNamed(facts, "MemTotal:");
    const std::optional<std::uint64_t> available = numberNamed(facts, "MemAvailable:");
    if (!total || !available)
        return {};
    MachineMemory memory{*total * kKilobyte, std::min(*available, *total) * kKilobyte}; // virtual machines whose memory grows state more
    for (const Groups &version : kVersions) {
        // The group of this process and all its ancestors. A container that sees only its own group has it at the root, without a
        // name.
        const std::string groups = root + version.folder;
        for (std::string group = ownGroup(version, root); !group.empty(); group.resize(group.rfind('/')))
            narrow(memory, version, groups + group);
        narrow(memory, version, groups);
    }
    return memory;
}

} // namespace lamella::core
