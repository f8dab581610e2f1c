// SPDX-License-Identifier: GPL-3.0-or-later
// The same kernels in every supported format, for tests of a property that all formats share.
#pragma once

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::test {

struct MixedKernel {
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    std::string name;
};

// Passes of eight layers of six kernels, with a pause before each. `ownNames`: all kernels have different names.
[[nodiscard]] std::vector<MixedKernel> mixedKernels(int passes, bool ownNames = false);

[[nodiscard]] std::string chromeText(const std::vector<MixedKernel> &kernels, int rank = 0);
[[nodiscard]] std::string ascendTable(const std::vector<MixedKernel> &kernels);
[[nodiscard]] std::string ascendTimeline(const std::vector<MixedKernel> &kernels);
[[nodiscard]] std::string xspaceBytes(const std::vector<MixedKernel> &kernels);
[[nodiscard]] std::string statsTable(const std::vector<MixedKernel> &kernels); // one row per kernel
[[nodiscard]] std::string statsConsole(const std::vector<MixedKernel> &kernels); // the same as printed on a console
[[nodiscard]] std::string rocprofTable(const std::vector<MixedKernel> &kernels); // rocprofv3's CSV
[[nodiscard]] std::string rocprofResults(const std::vector<MixedKernel> &kernels); // rocprofv3's JSON
// These end the program if they cannot write.
void writeNsightExport(const QString &path, const std::vector<MixedKernel> &kernels);
void writeRpd(const QString &path, const std::vector<MixedKernel> &kernels);
void writeRocpd(const QString &path, const std::vector<MixedKernel> &kernels);

struct MixedTrace {
    const char *format; // usable as the name of a test row
    QString folder; // contains only this trace
    QString path; // path to open: a file, or the folder if there are several ranks
    bool ranks = false;
};

// Each in a separate folder below `folder`.
[[nodiscard]] std::vector<MixedTrace> writeMixedTraces(const QString &folder, const std::vector<MixedKernel> &kernels);

} // namespace lamella::test
