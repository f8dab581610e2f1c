// SPDX-License-Identifier: GPL-3.0-or-later
// generate_trace KIND SEED OUT.json[.gz]: writes a made-up trace, for trying things by hand and for the bundled sample.
// generate_trace ranks SEED FOLDER: writes the files of one job, one for each rank, with their truth.
#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorRanks.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace lamella::test;

int usage()
{
    std::cerr << "usage: generate_trace KIND SEED OUT.json[.gz] [--truth FILE.csv] [--config FILE.json] [--passes N]\n"
                 "       [--cpu-events | --no-cpu-events] [--annotations] [--python-frames] [--change KERNEL PERCENT]\n"
                 "       generate_trace ranks SEED FOLDER [--ranks R] [--passes N] [--no-cpu-events]\nkinds:";
    for (const TraceKind kind : kTruthKinds)
        std::cerr << ' ' << traceKindName(kind);
    std::cerr << " sample\n";
    return 2;
}

bool written(const std::string &path, const std::string &text)
{
    std::ofstream file(path, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.flush())
        std::cerr << "generate_trace: cannot write " << path << '\n';
    return static_cast<bool>(file);
}

int writeRanks(const std::vector<std::string> &arguments)
{
    RanksOptions options;
    options.seed = std::strtoull(arguments[1].c_str(), nullptr, 10);
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const bool more = i + 1 < arguments.size();
        if (arguments[i] == "--ranks" && more)
            options.ranks = std::atoi(arguments[++i].c_str());
        else if (arguments[i] == "--passes" && more)
            options.passes = std::atoi(arguments[++i].c_str());
        else if (arguments[i] == "--no-cpu-events")
            options.cpuEvents = false;
        else
            return usage();
    }
    if (options.ranks < 1 || options.ranks > 64)
        return usage();
    const GeneratedRanks job = generateRanks(options);
    bool ok = true;
    for (const RankFile &file : job.files) {
        const std::string path = arguments[2] + "/" + file.fileName;
        ok = ok && written(path, file.trace.json) && written(path + ".truth.csv", truthCsv(file.trace));
        std::cout << file.trace.description << ", clock " << file.clockOffsetNs << " ns and " << file.driftPpm << " ppm off\n";
    }
    std::cout << "slow: rank " << job.stragglerRank << " in layer " << job.stragglerLayer << '\n';
    return ok ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 3)
        return usage();
    if (arguments[0] == "ranks")
        return writeRanks(arguments);
    const std::optional<TraceKind> kind = traceKindFromName(arguments[0]);
    if (!kind)
        return usage();
    TraceOptions options;
    options.seed = std::strtoull(arguments[1].c_str(), nullptr, 10);
    std::string truth;
    std::string config;
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const bool more = i + 1 < arguments.size();
        if (arguments[i] == "--truth" && more)
            truth = arguments[++i];
        else if (arguments[i] == "--config" && more)
            config = arguments[++i];
        else if (arguments[i] == "--passes" && more)
            options.passes = std::atoi(arguments[++i].c_str());
        else if (arguments[i] == "--change" && i + 2 < arguments.size()) {
            options.changedKernel = arguments[++i];
            options.changedPercent = std::atoi(arguments[++i].c_str());
        } else if (arguments[i] == "--cpu-events")
            options.cpuEvents = true;
        else if (arguments[i] == "--no-cpu-events")
            options.cpuEvents = false;
        else if (arguments[i] == "--annotations")
            options.annotations = true;
        else if (arguments[i] == "--python-frames")
            options.pythonFrames = true;
        else
            return usage();
    }
    const GeneratedTrace trace = generateTrace(*kind, options);
    std::cout << trace.description << '\n';
    const std::string &out = arguments[2];
    const bool ok = written(out, out.ends_with(".gz") ? gzipped(trace.json) : trace.json)
        && (truth.empty() || written(truth, truthCsv(trace))) && (config.empty() || written(config, trace.config));
    return ok ? 0 : 1;
}
