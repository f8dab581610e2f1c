// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorFrames.h"

#include <algorithm>
#include <map>

namespace lamella::test {

namespace {

constexpr std::int64_t kBeforeNs = 1'500; // of an outermost frame before its first launch; inner ones begin and end closer
constexpr std::int64_t kAfterNs = 800;
constexpr std::int64_t kStepNs = 80;

std::vector<std::string> modulesOf(const LaunchEvent &launch)
{
    std::vector<std::string> modules;
    const std::string path = !launch.module.empty() ? launch.module
        : launch.layer >= 0                         ? "DecoderLayer_" + std::to_string(launch.layer)
                                                    : "";
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        modules.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return modules;
}

} // namespace

std::vector<FrameSpan> moduleFrames(const Timeline &timeline)
{
    struct Open {
        int pass = core::kNoPass;
        std::vector<std::size_t> frames; // open ones, outermost first
        std::int64_t lastEnd = 0;
    };
    std::vector<FrameSpan> spans;
    std::map<int, Open> threads; // by device: the thread that runs the modules
    const auto closeDownTo = [&](Open &open, std::size_t depth) {
        while (open.frames.size() > depth) {
            const auto level = static_cast<std::int64_t>(open.frames.size() - 1);
            spans[open.frames.back()].endNs = open.lastEnd + kAfterNs - kStepNs * level;
            open.frames.pop_back();
        }
    };
    for (std::size_t i = 0; i < timeline.launches.size(); ++i) {
        const LaunchEvent &launch = timeline.launches[i];
        if (launch.thread != HostThread::Main)
            continue;
        Open &open = threads[launch.device];
        const std::vector<std::string> modules = modulesOf(launch);
        std::size_t shared = 0;
        while (open.pass == launch.pass && shared < modules.size() && shared < open.frames.size()
            && spans[open.frames[shared]].name == modules[shared])
            ++shared;
        closeDownTo(open, shared);
        for (std::size_t level = shared; level < modules.size(); ++level) {
            open.frames.push_back(spans.size());
            spans.push_back({i, modules[level], launch.startNs - kBeforeNs + kStepNs * static_cast<std::int64_t>(level), 0});
        }
        open.pass = launch.pass;
        open.lastEnd = launch.startNs + launch.durationNs;
    }
    for (auto &[device, open] : threads)
        closeDownTo(open, 0);
    return spans;
}

} // namespace lamella::test
