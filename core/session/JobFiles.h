// SPDX-License-Identifier: GPL-3.0-or-later
// Distinguishes the ranks of one job from unrelated traces in the same folder: by the ranks in their names (core/base/JobName.h),
// else by the rank and the world size that PyTorch records at the beginning of a trace, and finally by numbers in their names
// that may be sizes ("tp8").
#pragma once

#include <string>
#include <vector>

namespace lamella::core {

// The files by job, each in the order given. The names of files of one job differ only in numbers, and no two of them are the
// same rank. A file without a rank is a job of its own.
[[nodiscard]] std::vector<std::vector<std::string>> filesByJob(const std::vector<std::string> &files);

} // namespace lamella::core
