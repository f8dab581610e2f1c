// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on session files and notes: what is read can be written, and read again as the same.
#include "core/session/Notes.h"
#include "core/session/SessionFile.h"
#include "tests/fuzz/FuzzedFile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string &path = fuzz::inputPath(".lamella");
    if (!fuzz::writeInput(path, data, size))
        return 0;
    static_cast<void>(core::isSessionFile(path));
    const auto notes = core::readNotes(path);
    fuzz::require(notes || !notes.error().detail.empty());
    const auto session = core::readSessionFile(path);
    if (!session) {
        fuzz::require(!session.error().detail.empty());
        return 0;
    }
    fuzz::require(static_cast<bool>(core::writeSessionFile(path, *session)));
    const auto again = core::readSessionFile(path);
    fuzz::require(static_cast<bool>(again));
    fuzz::require(again->traces.size() == session->traces.size() && again->notes.size() == session->notes.size());
    fuzz::require(again->tracks == session->tracks);
    for (std::size_t i = 0; i < again->traces.size(); ++i)
        fuzz::require(again->traces[i].path == session->traces[i].path);
    return 0;
}
