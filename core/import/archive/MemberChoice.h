// SPDX-License-Identifier: GPL-3.0-or-later
// Which file of an archive is the trace.
#pragma once

#include "core/base/Error.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// False for folders, and for files that archivers and desktops add ("__MACOSX/", ".DS_Store").
[[nodiscard]] bool isArchivedFile(std::string_view name);
// False for files that often accompany traces: configurations, texts, pictures.
[[nodiscard]] bool mayBeArchivedTrace(std::string_view name);
// The archive contains several traces: the error names the first ones and the remedy.
[[nodiscard]] Error severalMembers(const std::string &path, const std::vector<std::string> &names, std::size_t all);
[[nodiscard]] Error noMember(const std::string &path);
[[nodiscard]] Error noSuchMember(const std::string &path); // path of the member

} // namespace lamella::core
