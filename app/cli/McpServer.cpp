// SPDX-License-Identifier: GPL-3.0-or-later
// serve --mcp: the Model Context Protocol, JSON-RPC 2.0 with one message a line, over standard input and output
// (https://modelcontextprotocol.io/specification). One call is answered at a time; a notification may cancel it meanwhile.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/McpTools.h"
#include "core/base/ParseDouble.h"
#include "core/session/JsonText.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

namespace lamella::cli {

namespace {

using core::JsonValue;

constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxWaiting = 64; // messages read ahead
constexpr std::array<std::string_view, 2> kVersions{"2025-06-18", "2024-11-05"}; // of the protocol; 2025-03-26 has batches

enum RpcError : int { kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602 };

struct Line {
    std::string text;
    bool tooLong = false;
    bool cancelled = false; // before its turn
};

// What the reading thread and the answering one share.
struct Inbox {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<Line> lines;
    bool ended = false;
    std::string current; // id of the request that is being answered, as JSON; empty: none
    std::stop_source stop; // of that request
};

// The parser also reads numbers that are none in JSON (RFC 8259 section 6), which must not be written back.
bool isJsonNumber(const std::string &text)
{
    const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return !digits.empty() && isDigit(digits.front()) && isDigit(digits.back())
        && !(digits.size() > 1 && digits.front() == '0' && isDigit(digits[1]))
        && digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos && digits.find(".e") == std::string_view::npos
        && digits.find(".E") == std::string_view::npos && core::wholeDouble(text);
}

// As JSON; empty if there is none, null if it is neither a number nor a text.
std::string idOf(const JsonValue *id)
{
    if (id == nullptr)
        return {};
    if (id->isNumber())
        return isJsonNumber(id->text) ? id->text : "null";
    return id->isString() ? core::json::quoted(id->text) : "null";
}

std::string idOfLine(const std::string &text)
{
    const auto message = core::parseJson(text, {});
    return message && message->isObject() ? idOf(message->find("id")) : std::string();
}

// Stops the current request, or one that waits, if the line says so. Such a line is not answered.
void noticeCancel(Inbox &inbox, const std::string &line)
{
    if (line.find("notifications/cancelled") == std::string::npos)
        return;
    const auto message = core::parseJson(line, {});
    const JsonValue *const params = message ? message->find("params") : nullptr;
    const JsonValue *const id = params ? params->find("requestId") : nullptr;
    const std::string wanted = idOf(id);
    if (wanted.empty())
        return;
    const std::lock_guard lock(inbox.mutex);
    if (inbox.current == wanted)
        inbox.stop.request_stop();
    for (Line &waiting : inbox.lines)
        waiting.cancelled = waiting.cancelled || idOfLine(waiting.text) == wanted;
}

void readLines(const std::shared_ptr<Inbox> &inbox)
{
    Line line;
    for (int c = std::getchar();; c = std::getchar()) {
        if (c != EOF && c != '\n') {
            line.tooLong = line.tooLong || line.text.size() >= kMaxLineBytes;
            if (!line.tooLong)
                line.text += static_cast<char>(c);
            continue;
        }
        if (line.text.find_first_not_of(" \t\r") != std::string::npos) {
            noticeCancel(*inbox, line.text);
            std::unique_lock lock(inbox->mutex);
            inbox->changed.wait(lock, [&inbox] { return inbox->lines.size() < kMaxWaiting; });
            inbox->lines.push_back(std::move(line));
            inbox->changed.notify_all();
        }
        line = {};
        if (c == EOF)
            break;
    }
    const std::lock_guard lock(inbox->mutex);
    inbox->ended = true;
    inbox->changed.notify_all();
}

std::string answered(const std::string &id, const std::string &result)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + "}\n";
}

std::string refused(const std::string &id, int code, const std::string &message)
{
    return R"({"jsonrpc":"2.0","id":)" + (id.empty() ? "null" : id) + R"(,"error":{"code":)" + std::to_string(code)
        + R"(,"message":)" + core::json::quoted(message) + "}}\n";
}

std::string contentOf(const ToolAnswer &answer)
{
    std::string content = R"({"type":"text","text":)" + core::json::quoted(answer.text) + "}";
    if (!answer.note.empty())
        content += R"(,{"type":"text","text":)" + core::json::quoted(answer.note) + "}";
    return R"({"content":[)" + content + R"(],"isError":)" + (answer.failed ? "true" : "false") + "}";
}

std::string greeting(const JsonValue *params)
{
    const std::string asked = params ? core::json::text(*params, "protocolVersion").value_or("") : "";
    const bool known = std::find(kVersions.begin(), kVersions.end(), asked) != kVersions.end();
    return R"({"protocolVersion":)" + core::json::quoted(known ? asked : std::string(kVersions.front()))
        + R"(,"capabilities":{"tools":{}},"serverInfo":{"name":"lamella","version":)" + core::json::quoted(LAMELLA_VERSION)
        + R"(},"instructions":"Begin with open, which says what a trace holds; tables lists what can be asked; times are nanoseconds in csv, json and sql."})";
}

class Server {
public:
    explicit Server(McpTools &tools)
        : m_tools(tools)
    {
    }
    // The answer to a line; empty for a notification.
    std::string answer(const Line &line, Inbox &inbox, const std::stop_token &stop);

private:
    std::string call(const std::string &id, const JsonValue *params, Inbox &inbox, const std::stop_token &stop);

    McpTools &m_tools;
};

std::string Server::answer(const Line &line, Inbox &inbox, const std::stop_token &stop)
{
    if (line.cancelled)
        return answered(idOfLine(line.text), contentOf({"cancelled", {}, true}));
    if (line.tooLong)
        return refused({}, kParseError, "a message is at most 4 MiB long");
    const auto message = core::parseJson(line.text, {});
    if (!message)
        return refused({}, kParseError, message.error().message());
    const std::string id = message->isObject() ? idOf(message->find("id")) : std::string();
    const auto method = message->isObject() ? core::json::text(*message, "method") : std::nullopt;
    const bool isAnswer = message->find("result") != nullptr || message->find("error") != nullptr;
    if (core::json::text(*message, "jsonrpc") != "2.0" || (!method && !isAnswer) || id == "null")
        return refused(
            id, kInvalidRequest, "a message is one JSON-RPC 2.0 object with a method, and an id that is a number or a text");
    if (!method || id.empty())
        return {}; // an answer or a notification: nothing was asked
    const JsonValue *const params = message->find("params");
    if (params != nullptr && !params->isObject())
        return refused(id, kInvalidParams, "params is an object");
    if (*method == "initialize")
        return answered(id, greeting(params));
    if (*method == "ping")
        return answered(id, "{}");
    if (*method == "tools/list")
        return answered(id, "{\"tools\":" + McpTools::list() + "}");
    if (*method == "tools/call")
        return call(id, params, inbox, stop);
    return refused(id, kMethodNotFound, "there is no method " + *method);
}

std::string Server::call(const std::string &id, const JsonValue *params, Inbox &inbox, const std::stop_token &stop)
{
    const auto name = params ? core::json::text(*params, "name") : std::nullopt;
    if (!name)
        return refused(id, kInvalidParams, "tools/call needs the name of a tool");
    static const JsonValue kNone{JsonValue::Kind::Object, false, 0, {}, {}, {}, -1};
    const JsonValue *const arguments = params->find("arguments");
    if (arguments != nullptr && !arguments->isObject())
        return refused(id, kInvalidParams, "arguments is an object");
    std::stop_source source;
    {
        const std::lock_guard lock(inbox.mutex);
        inbox.current = id;
        inbox.stop = source;
    }
    const std::stop_callback end(stop, [&source] { source.request_stop(); });
    const auto made = m_tools.call(*name, arguments ? *arguments : kNone, source.get_token());
    {
        const std::lock_guard lock(inbox.mutex);
        inbox.current.clear();
    }
    if (!made)
        return refused(id, kInvalidParams, made.error().message());
    return answered(id, contentOf(*made));
}

} // namespace

int runServe(const CliOptions &options, const std::stop_token &stop)
{
    std::vector<std::string> folders;
    for (const std::string &folder : options.folders) {
        std::error_code code;
        const std::filesystem::path found = std::filesystem::canonical(folder, code);
        if (code || !std::filesystem::is_directory(found, code))
            return fail({core::ErrorCode::Io, "is no folder; --folder names one that agents may read", folder, -1});
        folders.push_back(found.string());
    }
    McpTools tools(folders, options);
    Server server(tools);
    const auto inbox = std::make_shared<Inbox>();
    std::thread(readLines, inbox).detach(); // waits for input until the process ends
    while (true) {
        Line line;
        {
            std::unique_lock lock(inbox->mutex);
            inbox->changed.wait(lock, stop, [&inbox] { return inbox->ended || !inbox->lines.empty(); });
            if (stop.stop_requested())
                return kInterrupted;
            if (inbox->lines.empty())
                return kDone;
            line = std::move(inbox->lines.front());
            inbox->lines.pop_front();
            inbox->changed.notify_all();
        }
        if (const auto written = writeStandardOutput(server.answer(line, *inbox, stop)); !written)
            return fail(written.error());
    }
}

} // namespace lamella::cli
