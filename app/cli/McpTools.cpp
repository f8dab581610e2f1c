// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/McpTools.h"

#include "app/cli/CommandTable.h"
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/base/Utf8Truncate.h"
#include "core/session/JsonText.h"
#include "core/session/TableList.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace lamella::cli {

enum class ToolArgumentKind { Text, Number, Flag, File, Files, Profile, Table, Query };

struct ToolArgument {
    std::string_view name;
    ToolArgumentKind kind;
    std::string_view option; // of the command line; empty: a word of its own
    std::string_view meaning;
    bool required = false;
};

// A command line as it is put together.
struct CommandWords {
    std::vector<std::string> command;
    std::vector<std::string> words;
    std::string query;
};

namespace {

namespace fs = std::filesystem;
using core::JsonValue;

constexpr std::size_t kMaxAnswerBytes = 100'000; // of one answer; more is of no use to who reads it word by word
constexpr std::size_t kMaxFiles = 4096;
constexpr std::size_t kMaxEntries = 100'000; // of a folder

struct Tool {
    std::string_view name;
    std::string_view meaning;
    std::string_view command; // first words; empty: the argument of kind Table
    std::span<const ToolArgument> arguments;
};

constexpr ToolArgument kFile{"file", ToolArgumentKind::File, "", "Path of the trace", true};
constexpr ToolArgument kConfig{"config", ToolArgumentKind::File, "--config", "Path of the model's config.json"};
constexpr ToolArgument kProfile{
    "profile", ToolArgumentKind::Profile, "--profile", "Name of a model profile, if not the one that fits"};
constexpr ToolArgument kPass{"pass", ToolArgumentKind::Text, "--pass", "auto, all, trace, steady, a number or a range N-M"};
constexpr ToolArgument kLayer{"layer", ToolArgumentKind::Text, "--layer", "all, a number, a range N-M, head or tail"};
constexpr ToolArgument kBy{"by", ToolArgumentKind::Text, "--by", "Another grouping, as help names them"};
constexpr ToolArgument kFilter{
    "filter", ToolArgumentKind::Text, "--filter", "Only rows with this text; also /regex/, cat:NAME, dur>1ms, !not"};
constexpr ToolArgument kSort{"sort", ToolArgumentKind::Text, "--sort", "Id of a column, with - before it descending"};
constexpr ToolArgument kTop{"top", ToolArgumentKind::Number, "--top", "First N rows only"};
constexpr ToolArgument kColumns{"columns", ToolArgumentKind::Text, "--columns", "Ids of columns, separated by commas"};
constexpr ToolArgument kFormat{"format", ToolArgumentKind::Text, "--format", "text, csv, json or markdown"};

constexpr std::array kOpenArguments{kFile, kConfig, kProfile, kFormat};
constexpr std::array kHelpArguments{
    ToolArgument{"table", ToolArgumentKind::Table, "", "Name of a table: its options and columns; without it, the list"}};
constexpr std::array kTableArguments{ToolArgument{"table", ToolArgumentKind::Table, "", "Name of the table", true}, kFile, kPass,
    kLayer, ToolArgument{"device", ToolArgumentKind::Text, "--device", "Device number, or all"},
    ToolArgument{"stream", ToolArgumentKind::Text, "--stream", "Stream number"},
    ToolArgument{"stage", ToolArgumentKind::Text, "--stage", "prefill, decode, ..."}, kBy,
    ToolArgument{"group", ToolArgumentKind::Text, "--group", "kernels: name, stem or shape"},
    ToolArgument{"each", ToolArgumentKind::Flag, "--each", "kernels: one row for each"},
    ToolArgument{"metric", ToolArgumentKind::Text, "--metric", "heatmap: what cells hold"},
    ToolArgument{"min_gap", ToolArgumentKind::Text, "--min-gap", "gaps: shorter ones are added up, such as 5us"},
    ToolArgument{"peaks", ToolArgumentKind::Profile, "--peaks", "roofline: name of the device"},
    ToolArgument{"tokens", ToolArgumentKind::Number, "--tokens", "roofline: tokens that a pass computes"},
    ToolArgument{"context", ToolArgumentKind::Number, "--context", "roofline: keys that a request sees"}, kFilter, kSort, kTop,
    kColumns, kFormat, kConfig, kProfile};
constexpr std::array kDiffArguments{kFile,
    ToolArgument{"with", ToolArgumentKind::File, "--with", "Path of the other trace, B; without it the same"}, kPass,
    ToolArgument{"with_pass", ToolArgumentKind::Text, "--with-pass", "Passes of B"}, kLayer,
    ToolArgument{"with_layer", ToolArgumentKind::Text, "--with-layer", "Layers of B"}, kBy, kFilter, kSort, kTop, kColumns,
    kFormat, kConfig, kProfile};
constexpr std::array kCompareArguments{kFile,
    ToolArgument{"with", ToolArgumentKind::File, "--with", "Path of the other trace, B", true},
    ToolArgument{"fail_above", ToolArgumentKind::Text, "--fail-above", "Slowdown that fails, such as 5%"}, kFormat, kConfig,
    kProfile};
constexpr std::array kSqlArguments{ToolArgument{"files", ToolArgumentKind::Files, "", "Paths of traces, or one path", true},
    ToolArgument{"query", ToolArgumentKind::Query, "",
        "One SELECT. Tables: SELECT name, meaning FROM tables; columns: SELECT * FROM columns", true},
    ToolArgument{"max_rows", ToolArgumentKind::Number, "--max-rows", "Most rows of the result"},
    ToolArgument{"timeout", ToolArgumentKind::Text, "--timeout", "Longest time, such as 10s"}, kFormat, kConfig, kProfile};
constexpr std::array kAdviceArguments{kFile, kPass, kBy,
    ToolArgument{"peaks", ToolArgumentKind::Profile, "--peaks", "Name of the device"},
    ToolArgument{"tokens", ToolArgumentKind::Number, "--tokens", "Tokens that a pass computes"},
    ToolArgument{"context", ToolArgumentKind::Number, "--context", "Keys that a request sees"}, kFilter, kSort, kTop, kColumns,
    kFormat, kConfig, kProfile};
constexpr std::array kPictureArguments{
    kFile, kPass, ToolArgument{"device", ToolArgumentKind::Text, "--device", "Device number"}, kConfig, kProfile};
constexpr std::array kReportArguments{kFile, kPass, kConfig, kProfile};
constexpr std::array kRanksArguments{
    ToolArgument{"files", ToolArgumentKind::Files, "", "Paths of the ranks' traces, or of their folder", true}, kBy, kPass,
    kLayer, kFilter, kSort, kTop, kColumns, kFormat};

constexpr std::array kTools{
    Tool{"open", "Reads a trace and says what is in it: device, model, passes, layers, confidence", "info", kOpenArguments},
    Tool{"tables", "Lists the commands and tables, or the options and columns of one", "--help", kHelpArguments},
    Tool{"table", "One table of a trace: passes, layers, kernels, gaps, roofline, memory, findings and others", "",
        kTableArguments},
    Tool{"diff", "What changed between two passes, layers or traces, B - A", "diff", kDiffArguments},
    Tool{"compare", "Whether B is slower than A by more than chance", "compare", kCompareArguments},
    Tool{"sql", "Answers one SELECT over kernels, events, args and all tables", "sql", kSqlArguments},
    Tool{"advice", "What could be changed, where, with evidence and what it would bring, in time and memory", "advice",
        kAdviceArguments},
    Tool{"report", "A trace in at most 6,000 characters", "report --brief", kReportArguments},
    Tool{"picture", "One pass as an SVG picture: its layers, and its streams by category", "report --picture", kPictureArguments},
    Tool{"ranks", "The same pass on every rank of a job: skew, waiting, straggler", "ranks", kRanksArguments}};

core::Error wrong(std::string sentence)
{
    return {core::ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

std::string schemaOf(const ToolArgument &argument)
{
    std::string type = R"("type":"string")";
    if (argument.kind == ToolArgumentKind::Number)
        type = R"("type":"integer","minimum":1)";
    else if (argument.kind == ToolArgumentKind::Flag)
        type = R"("type":"boolean")";
    else if (argument.kind == ToolArgumentKind::Files)
        type = R"("type":"array","items":{"type":"string"},"minItems":1)";
    else if (argument.kind == ToolArgumentKind::Table) {
        type += ",\"enum\":[";
        const char *between = "";
        for (const core::TableSpec *table : core::tableList()) {
            type += between + core::json::quoted(table->name);
            between = ",";
        }
        type += "]";
    }
    return core::json::quoted(argument.name) + ":{" + type + ",\"description\":" + core::json::quoted(argument.meaning) + "}";
}

// The value of an argument as a word; nothing if it is not of its kind.
std::optional<std::string> wordOf(const ToolArgument &argument, const JsonValue &value)
{
    if (argument.kind == ToolArgumentKind::Number)
        return value.isNumber() && value.text.find_first_not_of("0123456789") == std::string::npos ? std::optional(value.text)
                                                                                                   : std::nullopt;
    // "pass": 3 is as good as "pass": "3"
    if (argument.kind == ToolArgumentKind::Text && value.isNumber())
        return value.text;
    return value.isString() ? std::optional(value.text) : std::nullopt;
}

} // namespace

std::string McpTools::list()
{
    std::string tools;
    for (const Tool &tool : kTools) {
        std::string properties;
        std::string required;
        for (const ToolArgument &argument : tool.arguments) {
            properties += (properties.empty() ? "" : ",") + schemaOf(argument);
            if (argument.required)
                required += (required.empty() ? "" : ",") + core::json::quoted(argument.name);
        }
        tools += (tools.empty() ? "" : ",") + ("{\"name\":" + core::json::quoted(tool.name))
            + ",\"description\":" + core::json::quoted(tool.meaning) + R"(,"inputSchema":{"type":"object","properties":{)"
            + properties + R"(},"required":[)" + required + R"(],"additionalProperties":false}})";
    }
    return "[" + tools + "]";
}

core::Result<std::string> McpTools::allowed(const std::string &path) const
{
    std::error_code code;
    const fs::path given(path);
    const fs::path found = fs::weakly_canonical(given.is_absolute() ? given : fs::path(m_folders.front()) / given, code);
    if (!code)
        for (const std::string &folder : m_folders) {
            const fs::path root(folder);
            if (std::mismatch(root.begin(), root.end(), found.begin(), found.end()).first == root.end())
                return found.string();
        }
    return wrong(path + " is not below a folder that this server may read (--folder)");
}

// A link in a folder would lead out of those that may be read.
core::Result<void> McpTools::linksAllowed(const std::string &folder) const
{
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return {};
    std::size_t entries = 0;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, code);
    for (; !code && at != fs::recursive_directory_iterator(); at.increment(code)) {
        if (++entries > kMaxEntries)
            return wrong(folder + " holds more than 100,000 entries; name its files");
        std::error_code unknown; // what cannot be looked at counts as a link
        if (at->is_symlink(unknown) || unknown)
            if (auto target = allowed(at->path().string()); !target)
                return target.error();
    }
    if (code) // the rest was not looked at
        return wrong(folder + " cannot be read as a whole; name its files");
    return {};
}

ToolAnswer McpTools::run(const std::vector<std::string> &words, const std::string &query, const std::stop_token &stop)
{
    CapturedOutput captured(kMaxAnswerBytes);
    int code = kDone;
    if (words.back() == "--help") {
        static_cast<void>(writeStandardOutput(words.size() > 1 ? commandHelp(words.front()) : generalHelp()));
    } else if (auto options = parseArguments(words); !options) {
        code = fail(options.error());
    } else {
        if (!query.empty())
            options->query = query;
        options->cache = m_server.cache;
        options->sessions = &m_sessions;
        code = findCommand(options->command)->run(*options, stop);
    }
    ToolAnswer answer;
    answer.failed = code != kDone && code != kGateFailed;
    answer.text = answer.failed ? captured.errors() : captured.output();
    if (answer.failed && stop.stop_requested())
        answer.text = "cancelled";
    if (captured.bytes() > captured.output().size() && !answer.failed) {
        answer.text = core::truncateUtf8(answer.text, kMaxAnswerBytes);
        answer.note = "The first " + std::to_string(answer.text.size()) + " of " + std::to_string(captured.bytes())
            + " bytes. Ask for less: top, filter, columns, or sql with LIMIT.";
    } else if (!answer.failed && !captured.errors().empty()) {
        answer.note = captured.errors(); // warnings
    }
    return answer;
}

// Adds the values of an argument to the line. Errors: BadRequest for a value of another kind, or a file that may not be read.
core::Result<void> McpTools::add(const ToolArgument &argument, const JsonValue &value, CommandWords &line) const
{
    if (argument.kind == ToolArgumentKind::Flag) {
        if (value.kind != JsonValue::Kind::Bool)
            return wrong(std::string(argument.name) + " is true or false");
        if (value.boolean)
            line.words.emplace_back(argument.option);
        return {};
    }
    std::vector<JsonValue> values{value};
    if (argument.kind == ToolArgumentKind::Files && value.isArray())
        values = value.items;
    if (values.empty() || values.size() > kMaxFiles)
        return wrong(std::string(argument.name) + ": from 1 to 4096 files");
    for (const JsonValue &item : values) {
        auto word = wordOf(argument, item);
        if (!word || word->empty() || word->find('\0') != std::string::npos)
            return wrong(std::string(argument.name) + " has a value of the wrong type");
        const bool isFile = argument.kind == ToolArgumentKind::File || argument.kind == ToolArgumentKind::Files
            || (argument.kind == ToolArgumentKind::Profile && (word->find('/') != std::string::npos || word->ends_with(".json")));
        if (isFile) {
            auto path = allowed(*word);
            if (!path)
                return path.error();
            if (auto links = linksAllowed(*path); !links)
                return links.error();
            word = *path;
        }
        if (argument.kind == ToolArgumentKind::Table && core::findTable(*word) == nullptr)
            return wrong("there is no table " + *word);
        if (argument.kind == ToolArgumentKind::Table)
            line.command.insert(line.command.begin(), *word);
        else if (argument.kind == ToolArgumentKind::Query)
            line.query = *word;
        else
            line.words.push_back(argument.option.empty() ? *word : std::string(argument.option) + "=" + *word);
    }
    return {};
}

core::Result<ToolAnswer> McpTools::call(const std::string &name, const JsonValue &arguments, const std::stop_token &stop)
{
    const auto tool = std::find_if(kTools.begin(), kTools.end(), [&name](const Tool &t) { return t.name == name; });
    if (tool == kTools.end())
        return wrong("there is no tool " + name);
    for (const std::string &key : arguments.keys)
        if (std::none_of(tool->arguments.begin(), tool->arguments.end(), [&key](const ToolArgument &a) { return a.name == key; }))
            return wrong(name + " has no argument " + key);
    CommandWords line;
    for (std::size_t at = 0; at < tool->command.size();) {
        const std::size_t end = std::min(tool->command.find(' ', at), tool->command.size());
        line.command.emplace_back(tool->command.substr(at, end - at));
        at = end + 1;
    }
    for (const ToolArgument &argument : tool->arguments) {
        const JsonValue *const value = arguments.find(argument.name);
        if (value == nullptr || value->kind == JsonValue::Kind::Null) {
            if (argument.required)
                return wrong(name + " needs the argument " + std::string(argument.name));
            continue;
        }
        if (auto added = add(argument, *value, line); !added)
            return added.error();
    }
    if (!line.query.empty())
        line.words.emplace_back("SELECT 1"); // its place; the query itself is no word, so that it cannot be taken for an option
    line.command.insert(line.command.end(), line.words.begin(), line.words.end());
    return run(line.command, line.query, stop);
}

} // namespace lamella::cli
