// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/PassExtract.h"

#include "core/report/TableWriters.h"
#include "core/session/extract/AscendExtract.h"
#include "core/session/extract/ChromeExtract.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace lamella::core {

namespace {

// The facts stand beside the piece; a file of that name that extract did not write is not replaced.
Result<void> checkFactsFile(const std::string &path)
{
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return {};
    std::string head;
    if (std::filesystem::is_regular_file(path, code)) {
        std::ifstream file(path, std::ios::binary);
        head.resize(kExtractFactsHead.size());
        file.read(head.data(), static_cast<std::streamsize>(head.size()));
    }
    if (head == kExtractFactsHead)
        return {};
    return Error{ErrorCode::BadRequest,
        "is there already and would be replaced by what extract says of its piece; choose another name for --output", path, -1};
}

} // namespace

Result<void> extractPass(AnalysisSession &session, const ExtractRequest &request, const JobControl &control)
{
    if (Result<void> free = checkFactsFile(request.output + ".json"); !free)
        return free;
    Result<ExtractFacts> facts = findExtract(session, request, control);
    if (!facts)
        return facts.error();
    const bool ascend = session.document().metadata.format.starts_with("Ascend kernel table");
    if (!ascend && !session.document().metadata.format.starts_with("Chrome JSON"))
        return Error{ErrorCode::BadRequest, "events of this format have no text that could be copied; export the tables instead",
            session.document().source.path, -1};
    Result<void> written = ascend
        ? extractAscendRows(request.output, *facts, control)
        : extractChromeEvents(session.document(), *session.kernelNames(), request.output, *facts, control);
    if (!written)
        return written;
    return writeFileAtomically(request.output + ".json", extractFactsJson(*facts));
}

} // namespace lamella::core
