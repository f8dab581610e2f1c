// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/PassExtract.h"

#include "core/base/Message.h"
#include "core/report/TableWriters.h"
#include "core/report/tables/Columns.h"
#include "core/session/extract/AscendExtract.h"
#include "core/session/extract/ChromeExtract.h"
#include "core/system/AtomicFile.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace lamella::core {

namespace {

// Fails if a file exists that does not begin with `head`, as what extract writes there does.
Result<void> checkReplaceable(const std::string &path, std::string_view head)
{
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return {};
    std::string begin;
    if (std::filesystem::is_regular_file(path, code)) {
        std::ifstream file(path, std::ios::binary);
        begin.resize(head.size());
        file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    }
    if (begin == head)
        return {};
    return Error{ErrorCode::BadRequest,
        "exists already and would be replaced by a description of the extracted passes; choose another name for --output", path,
        -1};
}

// "qwen3_dc_16tok_pass3.csv": model, prefill or decode, tokens, pass.
std::string pieceName(const ExtractFacts &facts, bool ascend)
{
    std::string model = facts.model.empty() ? "model" : facts.model;
    std::replace_if(
        model.begin(), model.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.'; },
        '_');
    if (model.front() == '.')
        model.front() = '_';
    const std::string stage = facts.scenario == "prefill" ? "pf" : facts.scenario == "decode" ? "dc" : facts.scenario;
    return model + "_" + stage + (facts.tokens > 0 ? "_" + std::to_string(facts.tokens) + "tok" : "") + "_pass"
        + std::to_string(facts.pass) + (ascend ? ".csv" : ".json");
}

Result<ExtractRows> writePieces(
    AnalysisSession &session, std::vector<ExtractPiece> &pieces, bool ascend, const JobControl &control)
{
    for (const ExtractPiece &piece : pieces)
        if (Result<void> free = checkReplaceable(piece.output + ".json", kExtractFactsHead); !free)
            return free.error();
    ExtractRows counts;
    if (ascend) {
        const Result<ExtractRows> rows = extractAscendRows(pieces, control);
        if (!rows)
            return rows.error();
        counts = *rows;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        control.report(i, pieces.size());
        ExtractPiece &piece = pieces[i];
        if (!ascend)
            if (Result<void> written =
                    extractChromeEvents(session.document(), *session.kernelNames(), piece.output, piece.facts, control);
                !written)
                return written.error();
        if (Result<void> written = writeFileAtomically(piece.output + ".json", extractFactsJson(piece.facts)); !written)
            return written.error();
    }
    return counts;
}

std::vector<Column<ExtractPiece>> manifestColumns()
{
    using namespace columns;
    using Piece = ExtractPiece;
    const auto ofPass = [](auto ns) {
        return [ns](const Piece &p) {
            return static_cast<double>(p.facts.*ns) / static_cast<double>(std::max<std::int64_t>(p.facts.passNs, 1));
        };
    };
    return {text("file", "File", "Beside this table",
                [](const Piece &p) { return std::filesystem::path(p.output).filename().string(); }),
        text("model", "Model", "As the config says",
            [](const Piece &p) { return textOr(p.facts.model, "no model config given (--config)"); }),
        text("scenario", "Scenario", "Stage of the pass", [](const Piece &p) { return p.facts.scenario; }),
        integer("tokens", "Tokens", "First dimension of the anchor's input",
            [](const Piece &p) { return valueIf(p.facts.tokens > 0, p.facts.tokens, "not recorded"); }),
        text("source_profiling", "Source profiling", "File that the rows come from",
            [](const Piece &p) { return p.facts.source; }),
        column(columns::pass(), [](const Piece &p) { return p.facts.pass; }),
        integer("rows", "Rows", "Rows, or pieces of GPU work, of the file", [](const Piece &p) { return p.facts.rows; }),
        share("excluded_before_share", "Before", "Time of the pass that begins before the window, of its summed GPU time",
            ofPass(&ExtractFacts::beforeNs)),
        share("excluded_after_share", "After", "Time of the pass that ends behind the window, of its summed GPU time",
            ofPass(&ExtractFacts::afterNs))};
}

ReportTable manifest(const std::vector<ExtractPiece> &pieces)
{
    RowTable<ExtractPiece> table("manifest", "Passes as files", manifestColumns());
    for (const ExtractPiece &piece : pieces)
        table.append(piece);
    return table;
}

// Whether windows are disjoint, so that no row belongs to two files.
bool inOrder(const std::vector<ExtractFacts> &all)
{
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].window.begin.value < all[i - 1].window.end.value)
            return false;
    return true;
}

constexpr std::array kManifestFormats{std::pair(".csv", TableFormat::Csv), std::pair(".md", TableFormat::Markdown)};

std::string manifestPath(const std::string &folder, const char *ending)
{
    return (std::filesystem::path(folder) / "manifest").string() + ending;
}

Result<void> checkManifest(const std::string &folder)
{
    for (const auto &[ending, format] : kManifestFormats) {
        const std::string empty = writeTable(manifest({}), format);
        if (Result<void> free = checkReplaceable(manifestPath(folder, ending), empty.substr(0, empty.find('\n'))); !free)
            return free;
    }
    return {};
}

Result<void> writeManifest(
    const std::vector<ExtractPiece> &pieces, const ExtractRows &counts, const std::string &folder, bool ascend)
{
    ReportTable table = manifest(pieces);
    if (ascend)
        table.addNote(msg("%1 rows in the table: %2 in these files, %3 in no window, %4 damaged.", counts.in,
            counts.in - counts.outside - counts.damaged, counts.outside, counts.damaged));
    for (const auto &[ending, format] : kManifestFormats)
        if (Result<void> written = writeTableFile(manifestPath(folder, ending), table, format); !written)
            return written;
    return {};
}

} // namespace

Result<void> extractPass(AnalysisSession &session, const ExtractRequest &request, const JobControl &control)
{
    const bool ascend = session.document().metadata.format.starts_with("Ascend kernel table");
    if (!ascend && !session.document().metadata.format.starts_with("Chrome JSON")
        && !session.document().metadata.format.starts_with("Perfetto"))
        return Error{ErrorCode::BadRequest, "events of this format have no text that could be copied; export the tables instead",
            session.document().source.path, -1};
    Result<std::vector<ExtractFacts>> found = findExtracts(session, request, control);
    if (!found)
        return found.error();
    const bool folder = takesFolder(request);
    if (!folder && found->size() > 1)
        return Error{ErrorCode::BadRequest, "one file takes one pass; --pass all writes a folder of them", {}, -1};
    if (!inOrder(*found))
        return Error{ErrorCode::BadRequest, "the windows of the passes overlap; take one pass at a time", {}, -1};
    std::error_code code;
    if (folder)
        std::filesystem::create_directories(request.output, code);
    if (code)
        return Error{
            ErrorCode::Io, msg("cannot be made a folder (%1); choose another place", code.message()), request.output, -1};
    if (folder)
        if (Result<void> free = checkManifest(request.output); !free)
            return free.error();
    std::vector<ExtractPiece> pieces;
    for (ExtractFacts &facts : *found) {
        const std::string name = pieceName(facts, ascend);
        pieces.push_back({folder ? (std::filesystem::path(request.output) / name).string() : request.output, std::move(facts)});
    }
    const Result<ExtractRows> rows = writePieces(session, pieces, ascend, control);
    if (!rows)
        return rows.error();
    return folder ? writeManifest(pieces, *rows, request.output, ascend) : Result<void>{};
}

} // namespace lamella::core
