// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program keeps what traces and users told it (names of kernels, paths, notes), whatever the umask is.
#pragma once

#include <QString>

namespace lamella::ui {

// Makes `folder` and what is missing above it; one that is made here is for this user alone (0700). The rights of one that is
// there are left as they are: somebody may have chosen them. False where there is none afterwards.
bool makePrivateFolder(const QString &folder);

} // namespace lamella::ui
