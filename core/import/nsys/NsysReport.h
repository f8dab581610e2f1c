// SPDX-License-Identifier: GPL-3.0-or-later
// Raw reports of Nsight Systems (*.nsys-rep, *.qdrep): what to say of a file that only that program reads.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] bool isNsysReport(std::string_view head);
// Version as the file says, the exact command that makes it readable, or the export that lies beside it already.
[[nodiscard]] std::string describeNsysReport(const std::string &path, std::string_view head);

} // namespace lamella::core
