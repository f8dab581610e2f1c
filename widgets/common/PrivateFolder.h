// SPDX-License-Identifier: GPL-3.0-or-later
// Private folders for user data (kernel names, paths, notes), independent of the umask.
#pragma once

#include <QString>

namespace lamella::ui {

// Creates `folder` and missing parents; created folders are accessible to this user only (0700). Permissions of existing folders
// are not changed, because the user may have chosen them. False if the folder does not exist afterwards.
bool makePrivateFolder(const QString &folder);

} // namespace lamella::ui
