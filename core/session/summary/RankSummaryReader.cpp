// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/session/JsonText.h"
#include "core/session/summary/RankFactsParser.h"
#include "core/system/RegularFile.h"

#include <simdjson.h>

#include <string_view>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

Result<std::string> wholeFile(const std::string &path)
{
    Result<std::string> text = readRegularFile(path, kMaxBytes + 1);
    if (text && text->size() > kMaxBytes)
        return Error{ErrorCode::Limit, "is larger than a summary can be (64 MiB)", path, -1};
    return text;
}

Error noSummary(const std::string &path, const Message &what)
{
    return {ErrorCode::Syntax, msg("%1; write it with summary --format json", what), path, -1};
}

// The text of the member "rank_facts"; the tables before it are skipped without parsing.
Result<std::string_view> factsText(simdjson::ondemand::document &document, const std::string &path)
{
    simdjson::ondemand::object root;
    if (document.get_object().get(root) != simdjson::SUCCESS)
        return noSummary(path, "is no summary");
    std::string_view schema;
    if (root["schema"].get_string().get(schema) != simdjson::SUCCESS || !schema.starts_with("lamella.summary."))
        return noSummary(path, "is no summary");
    if (schema != "lamella.summary.v1")
        return Error{ErrorCode::BadRequest, msg("is a summary of version %1, and this program reads lamella.summary.v1", schema),
            path, -1};
    // To its last brace: the facts may be whole in front of it.
    std::string_view whole;
    if (root.reset().error() != simdjson::SUCCESS || root.raw_json().get(whole) != simdjson::SUCCESS
        || root.reset().error() != simdjson::SUCCESS)
        return noSummary(path, "is truncated or damaged");
    simdjson::ondemand::object facts;
    const simdjson::error_code error = root["rank_facts"].get_object().get(facts);
    if (error == simdjson::NO_SUCH_FIELD)
        return Error{ErrorCode::BadRequest, "is a summary without rank_facts, of an older version; write it anew", path, -1};
    std::string_view raw;
    if (error != simdjson::SUCCESS || facts.raw_json().get(raw) != simdjson::SUCCESS)
        return noSummary(path, "is truncated or damaged");
    return raw;
}

} // namespace

Result<RankSummary> readRankSummary(const std::string &path)
{
    auto text = wholeFile(path);
    if (!text)
        return text.error();
    const std::size_t last = text->find_last_not_of(" \t\r\n");
    if (text->find("\"lamella.summary.") == std::string::npos)
        return noSummary(path, "is no summary");
    if (last == std::string::npos || (*text)[last] != '}')
        return noSummary(path, "is truncated or damaged");
    // Its buffers are several times as large as a summary; a worker reads hundreds. Those of a huge file are not kept.
    constexpr std::size_t kKept = std::size_t{8} << 20;
    static thread_local simdjson::ondemand::parser kept;
    simdjson::ondemand::parser own;
    simdjson::ondemand::parser &parser = text->size() > kKept ? own : kept;
    simdjson::ondemand::document document;
    text->reserve(text->size() + simdjson::SIMDJSON_PADDING);
    if (parser.iterate(*text).get(document) != simdjson::SUCCESS)
        return noSummary(path, "is truncated or damaged");
    const auto raw = factsText(document, path);
    if (!raw)
        return raw.error();
    const std::int64_t offset = raw->data() - text->data();
    auto facts = parseJson(*raw, path);
    if (!facts) {
        Error error = facts.error();
        error.byteOffset += error.byteOffset < 0 ? 0 : offset;
        return error;
    }
    const auto schema = json::text(*facts, "schema");
    if (schema != "lamella.rank-facts.v1")
        return Error{ErrorCode::BadRequest,
            schema ? msg("has rank_facts of version %1, and this program reads lamella.rank-facts.v1", *schema)
                   : Message("has rank_facts of no version, and this program reads lamella.rank-facts.v1"),
            path, -1};
    return rankSummaryFrom(*facts, path, offset);
}

} // namespace lamella::core
