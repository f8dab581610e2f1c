// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/GivenFiles.h"

#include "core/import/archive/ArchivePath.h"
#include "core/system/RegularFile.h"

#include <filesystem>
#include <system_error>

namespace lamella::core {

Result<void> checkGiven(const std::vector<std::string> &paths, const SessionOptions &options)
{
    for (const std::string &path : paths) {
        std::error_code code;
        if (std::filesystem::exists(path, code) || archivePath(path))
            continue;
        if (const auto opened = openRegular(path); !opened)
            return opened.error();
    }
    SessionOptions files; // of no trace
    files.configPath = options.configPath;
    files.profile = options.profile;
    if (const auto session = AnalysisSession::create(std::make_shared<const TraceDocument>(), std::move(files)); !session)
        return session.error();
    return {};
}

} // namespace lamella::core
