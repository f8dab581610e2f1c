// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that stay open between the calls of an agent (serve --mcp), the most recently used ones. Not thread-safe.
#pragma once

#include "core/session/AnalysisSession.h"

#include <list>
#include <memory>
#include <string>

namespace lamella::cli {

class SessionStore {
public:
    // The session of that file with those choices, if the file is as it was then; null otherwise.
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> find(const std::string &file, const core::SessionOptions &choices);
    void keep(const std::string &file, const core::SessionOptions &choices, std::shared_ptr<core::AnalysisSession> session);

private:
    static constexpr std::size_t kMaxSessions = 4;
    struct Entry {
        std::string file;
        core::SessionOptions choices;
        std::shared_ptr<core::AnalysisSession> session;
    };
    std::list<Entry> m_entries; // most recently used first
};

} // namespace lamella::cli
