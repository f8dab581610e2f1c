// SPDX-License-Identifier: GPL-3.0-or-later
// The same kernels in every format that can be opened: for tests that ask one thing of all formats.
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

// Passes of eight layers of six kernels, with a pause before each. `ownNames`: no two kernels have the same name.
[[nodiscard]] std::vector<MixedKernel> mixedKernels(int passes, bool ownNames = false);

[[nodiscard]] std::string chromeText(const std::vector<MixedKernel> &kernels, int rank = 0);
[[nodiscard]] std::string ascendTable(const std::vector<MixedKernel> &kernels);
[[nodiscard]] std::string ascendTimeline(const std::vector<MixedKernel> &kernels);
[[nodiscard]] std::string xspaceBytes(const std::vector<MixedKernel> &kernels);
[[nodiscard]] std::string statsTable(const std::vector<MixedKernel> &kernels); // a row for each kernel
[[nodiscard]] std::string statsConsole(const std::vector<MixedKernel> &kernels); // the same as a console shows it
// Ends the program when it cannot be written.
void writeNsightExport(const QString &path, const std::vector<MixedKernel> &kernels);

struct MixedTrace {
    const char *format; // good as the name of a test's row
    QString folder; // holds nothing but this trace
    QString path; // what is opened: a file, or the folder where it is several ranks
    bool ranks = false;
};

// Each in a folder of its own below `folder`.
[[nodiscard]] std::vector<MixedTrace> writeMixedTraces(const QString &folder, const std::vector<MixedKernel> &kernels);

} // namespace lamella::test
