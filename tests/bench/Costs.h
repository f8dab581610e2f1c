// SPDX-License-Identifier: GPL-3.0-or-later
// What a piece of work took, as lines of JSON: {"what":..,"wall":s,"cpu":s,"rss":bytes,..}. Beside time on the clock, which holds
// what other programs took, stands processor time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

namespace lamella::bench {

inline double secondsOf(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

inline long long residentBytes()
{
    long long pages = 0;
    if (std::FILE *const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%*d %lld", &pages) != 1)
            pages = 0;
        std::fclose(file);
    }
    return pages * sysconf(_SC_PAGESIZE);
}

struct Cost {
    double wall = 0;
    double cpu = 0;
};

inline void print(const std::string &what, Cost cost, const std::string &more = {})
{
    std::printf(R"({"what":"%s","wall":%.5f,"cpu":%.5f,"rss":%lld%s})"
                "\n",
        what.c_str(), cost.wall, cost.cpu, residentBytes(), more.c_str());
    std::fflush(stdout);
}

inline Cost timed(const std::function<void()> &work, clockid_t clock = CLOCK_PROCESS_CPUTIME_ID)
{
    const double wall = secondsOf(CLOCK_MONOTONIC);
    const double cpu = secondsOf(clock);
    work();
    return {secondsOf(CLOCK_MONOTONIC) - wall, secondsOf(clock) - cpu};
}

// Wall and processor time are ranked each for itself: the frame that took longest need not be the one that other programs
// disturbed.
inline Cost rankOf(std::vector<Cost> costs, double share)
{
    if (costs.empty())
        return {};
    const auto place = static_cast<std::size_t>(std::ceil(share * static_cast<double>(costs.size()))) - 1;
    std::sort(costs.begin(), costs.end(), [](const Cost &a, const Cost &b) { return a.cpu < b.cpu; });
    const double cpu = costs[place].cpu;
    std::sort(costs.begin(), costs.end(), [](const Cost &a, const Cost &b) { return a.wall < b.wall; });
    return {costs[place].wall, cpu};
}

inline void printRanks(const std::string &what, const std::vector<Cost> &costs)
{
    const std::string count = ",\"count\":" + std::to_string(costs.size());
    print(what + ", p50", rankOf(costs, 0.5), count);
    print(what + ", p99", rankOf(costs, 0.99), count);
    print(what + ", max", rankOf(costs, 1), count);
}

} // namespace lamella::bench
