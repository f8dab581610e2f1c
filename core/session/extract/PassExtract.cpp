// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/PassExtract.h"

#include "core/report/TableWriters.h"
#include "core/session/extract/AscendExtract.h"
#include "core/session/extract/ChromeExtract.h"

namespace lamella::core {

Result<void> extractPass(AnalysisSession &session, const ExtractRequest &request, const JobControl &control)
{
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
