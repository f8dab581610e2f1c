// SPDX-License-Identifier: GPL-3.0-or-later
// Raw reports of Nsight Systems (*.nsys-rep, *.qdrep), which only that program can read: an error message that explains how to
// export them.
#pragma once

#include "core/base/Message.h"

#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] bool isNsysReport(std::string_view head);
// States the version in the file, and the exact export command, or the export that already exists beside it.
[[nodiscard]] Message describeNsysReport(const std::string &path, std::string_view head);

} // namespace lamella::core
