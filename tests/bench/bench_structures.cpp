// SPDX-License-Identifier: GPL-3.0-or-later
// bench_structures [--seeds N | --seed N] [--family TEXT] [--worst N] [--explain 1]: how much of the traces of random structures
// (StructureTrace.h) the segmentation gets right, by family, without and with the true config, whole and cut; and the reliability
// table: the confidence that it shows against the share of traces with 99.5 % of their kernels right. And the traces of which
// less is right with the true config than without it.
#include "tests/support/StructureTrace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr double kRight = 0.995;
constexpr double kRightSlice = 0.95; // of a part of one pass
constexpr std::array kCuts{CaptureCut::Whole, CaptureCut::BothEnds, CaptureCut::Slice};
constexpr std::array<const char *, 3> kCutNames{"whole", "cut", "slice"};
constexpr std::size_t kColumns = 2 * kCuts.size(); // without config, then with it

struct Shown {
    std::string what; // "dense 3 cut, with config"
    FamilyUse use = FamilyUse::Testing;
    double confidence = 0;
    double right = 0;
    double byConfig = 0; // the same where layers are numbered as the config tells, whether it was given or not
    double lostByConfig = 0; // of byConfig, against the same trace without config
    bool layers = false; // some were shown
    bool slice = false;
    [[nodiscard]] bool isRight() const { return right >= (slice ? kRightSlice : kRight); }
};

struct Arguments {
    int seeds = 8;
    int worst = 10;
    int seed = 0; // this one alone
    bool explain = false; // passes and checks of each trace
    std::string family;
};

Arguments parsed(int count, char **values)
{
    Arguments arguments;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string word = values[i];
        if (word == "--seeds")
            arguments.seeds = std::max(1, std::atoi(values[i + 1]));
        else if (word == "--worst")
            arguments.worst = std::max(0, std::atoi(values[i + 1]));
        else if (word == "--family")
            arguments.family = values[i + 1];
        else if (word == "--seed")
            arguments.seed = std::atoi(values[i + 1]);
        else if (word == "--explain")
            arguments.explain = std::atoi(values[i + 1]) != 0;
    }
    return arguments;
}

// Runs of kernels of one pass and kind of place: as found, and the truth where it differs.
void explain(const StructureTrace &trace, const Segmentation &found)
{
    std::printf("  evidence %s '%s', confidence %.3f %s\n", std::string(evidenceName(found.evidence)).c_str(),
        found.anchorText.substr(0, 60).c_str(), found.confidence, found.whyNone.english().c_str());
    for (const SegmentationCheck &check : found.checks)
        std::printf("    %s %s\n", check.ok ? "+" : "-", check.sentence.english().c_str());
    std::printf("    %d layers\n", found.devices.front().modelLayers);
    for (const Pass &pass : found.devices.front().passes) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t k = 0; k < found.passOf.size(); ++k)
            if (found.passOf[k] == pass.number)
                rows.push_back(k);
        if (rows.empty())
            continue;
        std::printf("    pass %d %s: %d of %d layers, kernels %u-%u, truth %d/%d to %d/%d; %s\n", pass.number,
            std::string(stageName(pass.stage)).c_str(), pass.layers, pass.expectedLayers, rows.front(), rows.back(),
            trace.pass[rows.front()], trace.layer[rows.front()], trace.pass[rows.back()], trace.layer[rows.back()],
            pass.note.english().c_str());
    }
    int printed = 0;
    for (std::uint32_t k = 0; k < found.passOf.size() && printed < 40; ++k) {
        if (found.layerOf[k] == trace.layer[k] && k % 100'000 != 0)
            continue;
        ++printed;
        std::printf("    %u %.60s stream %u found %d/%d truth %d/%d\n", k,
            std::string(trace.document->text(trace.document->kernels.name[k])).c_str(), trace.document->kernels.stream[k].value,
            found.passOf[k], found.layerOf[k], trace.pass[k], trace.layer[k]);
    }
}

Shown shownFor(const StructureTrace &trace, bool config, bool explained)
{
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    options.config = config ? &trace.config : nullptr;
    const KernelNames names(*trace.document, *options.profiles, nullptr);
    const Result<Segmentation> found = segmentTrace(*trace.document, names, options);
    Shown shown;
    if (!found)
        return shown;
    if (explained)
        explain(trace, *found);
    shown.confidence = found->confidence;
    shown.right = shareRight(trace, *found, config);
    shown.byConfig = shareRight(trace, *found, true);
    shown.layers = std::any_of(found->layerOf.begin(), found->layerOf.end(), [](std::int32_t layer) { return layer >= 0; });
    return shown;
}

// One line: the mean share right and the number of traces below kRight in each column.
std::vector<Shown> runFamily(const StructureFamily &family, const Arguments &arguments)
{
    std::vector<Shown> all;
    std::array<double, kColumns> mean{};
    std::array<int, kColumns> wrong{};
    std::array<int, kColumns> traces{};
    for (int seed = arguments.seed > 0 ? arguments.seed : 1; seed <= (arguments.seed > 0 ? arguments.seed : arguments.seeds);
         ++seed) {
        for (std::size_t c = 0; c < kCuts.size(); ++c) {
            const StructureTrace trace = structureTrace(family, static_cast<std::uint64_t>(seed), kCuts[c]);
            double without = 0;
            for (const bool config : {false, true}) {
                if (config && trace.config.layers == 0)
                    continue;
                if (arguments.explain)
                    std::printf(
                        "%s %d %s%s\n", std::string(family.name).c_str(), seed, kCutNames[c], config ? ", with config" : "");
                Shown shown = shownFor(trace, config, arguments.explain);
                const std::size_t column = c + (config ? kCuts.size() : 0);
                shown.use = family.use;
                shown.slice = kCuts[c] == CaptureCut::Slice;
                shown.what =
                    std::string(family.name) + " " + std::to_string(seed) + " " + kCutNames[c] + (config ? ", with config" : "");
                mean[column] += shown.right;
                wrong[column] += shown.isRight() ? 0 : 1;
                ++traces[column];
                shown.lostByConfig = config ? without - shown.byConfig : 0;
                without = shown.byConfig;
                all.push_back(std::move(shown));
            }
        }
    }
    std::printf("%-26s %-11s", std::string(family.name).c_str(), std::string(familyUseName(family.use)).c_str());
    for (std::size_t column = 0; column < kColumns; ++column) {
        if (traces[column] > 0)
            std::printf("  %.3f %3d", mean[column] / traces[column], wrong[column]);
        else
            std::printf("      -   -");
    }
    std::printf("\n");
    std::fflush(stdout);
    return all;
}

// Traces that show layers, in bins of the confidence shown with them.
void printReliability(const std::vector<Shown> &all, FamilyUse use)
{
    constexpr std::array<double, 8> kBins{0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 1.01};
    std::printf(
        "\nreliability, families for %s:  shown   traces   mean shown   share right\n", std::string(familyUseName(use)).c_str());
    double error = 0;
    int traces = 0;
    for (std::size_t b = 0; b + 1 < kBins.size(); ++b) {
        double sum = 0;
        int right = 0;
        int count = 0;
        for (const Shown &s : all) {
            if (s.use != use || !s.layers || s.confidence < kBins[b] || s.confidence >= kBins[b + 1])
                continue;
            ++count;
            sum += s.confidence;
            right += s.isRight() ? 1 : 0;
        }
        traces += count;
        if (count == 0)
            continue;
        error += std::abs(sum - right);
        std::printf("%38s %.2f-%.2f %6d %12.3f %13.3f\n", "", kBins[b], std::min(1.0, kBins[b + 1]), count, sum / count,
            static_cast<double>(right) / count);
    }
    std::printf("expected calibration error %.3f over %d traces\n", traces == 0 ? 0 : error / traces, traces);
}

void printWorseByConfig(const std::vector<Shown> &all)
{
    constexpr double kWorse = 0.002; // a kernel or two
    const auto worse = [](const Shown &s) { return s.lostByConfig > kWorse; };
    std::printf("\ntraces of which less is right with the true config than without: %d\n",
        static_cast<int>(std::count_if(all.begin(), all.end(), worse)));
    for (const Shown &s : all)
        if (worse(s))
            std::printf("  %-50s %.3f less, %.3f right\n", s.what.c_str(), s.lostByConfig, s.right);
}

} // namespace

int main(int count, char **values)
{
    const Arguments arguments = parsed(count, values);
    std::printf("mean share of kernels right, traces below %.1f %% (slices %.0f %%) of %d\n", 100 * kRight, 100 * kRightSlice,
        arguments.seeds);
    std::printf("%-38s  %-11s%-11s%-11s%-11s%-11s%s\n", "family", "whole", "cut", "slice", "config:whole", "cut", "slice");
    std::vector<Shown> all;
    for (const StructureFamily &family : structureFamilies()) {
        if (family.name.find(arguments.family) == std::string_view::npos)
            continue;
        std::vector<Shown> more = runFamily(family, arguments);
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }
    for (const FamilyUse use : {FamilyUse::Fitting, FamilyUse::Testing, FamilyUse::Reliability})
        printReliability(all, use);
    printWorseByConfig(all);
    std::stable_sort(all.begin(), all.end(), [](const Shown &a, const Shown &b) {
        return a.layers * a.confidence * (1 - a.right) > b.layers * b.confidence * (1 - b.right);
    });
    std::printf("\nshown with most confidence and wrong:\n");
    for (std::size_t i = 0; i < std::min(all.size(), static_cast<std::size_t>(arguments.worst)); ++i)
        std::printf("  %-50s shown %.2f, %.3f right\n", all[i].what.c_str(), all[i].confidence, all[i].right);
    return 0;
}
