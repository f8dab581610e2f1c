// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/SessionStore.h"

#include "core/import/OpenedFile.h"
#include "core/import/archive/ArchivePath.h"

#include <algorithm>

namespace lamella::cli {

std::shared_ptr<core::AnalysisSession> SessionStore::find(const std::string &file, const core::SessionOptions &choices)
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [&](const Entry &entry) { return entry.file == file && entry.choices == choices; });
    if (found == m_entries.end())
        return nullptr;
    const core::TraceSource &source = found->session->document().source;
    const auto inside = core::archivePath(source.path);
    const auto now = core::openRegularFile(inside ? inside->archive : source.path);
    if (!now || now->stamp.bytes != source.fileBytes || now->stamp.modifiedNs != source.modifiedNs) {
        m_entries.erase(found);
        return nullptr;
    }
    m_entries.splice(m_entries.begin(), m_entries, found);
    return m_entries.front().session;
}

void SessionStore::keep(
    const std::string &file, const core::SessionOptions &choices, std::shared_ptr<core::AnalysisSession> session)
{
    m_entries.push_front({file, choices, std::move(session)});
    if (m_entries.size() > kMaxSessions)
        m_entries.pop_back();
}

} // namespace lamella::cli
