// SPDX-License-Identifier: GPL-3.0-or-later
// One event's fields as raw tokens, gathered by the On-Demand walk below. Everything is inline: the same code not inlined
// into the block loop takes twice the time.
#pragma once

#include "core/import/TimestampParser.h"
#include "core/model/KernelTable.h"

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace lamella::core {

// What XLA writes beside its operations; texts between the quotes, escaped.
struct OperationFields {
    std::string_view scope;
    std::string_view longName;
    std::string_view category;
    std::string_view source;
    std::string_view module;
    std::optional<std::int64_t> modelFlops;
    std::optional<std::int64_t> flops;
    std::optional<std::int64_t> bytes;
    // Others too write how much work or which line; only an operation says what it is.
    [[nodiscard]] bool recorded() const { return !scope.empty() || !longName.empty() || !category.empty() || !module.empty(); }
};

// Views into the block's text; empty = the event has no such field.
struct EventFields {
    std::string_view timestamp;
    std::string_view duration;
    std::string_view name; // of strings: between the quotes, escaped
    std::string_view category;
    std::string_view process;
    std::string_view thread;
    std::string_view id; // with quotes when it is a string
    std::string_view scope;
    std::string_view inputDims; // raw JSON
    std::string_view inputTypes; // raw JSON
    std::string_view metaName; // args.name
    std::optional<std::int64_t> sortIndex;
    std::optional<std::int64_t> correlation;
    std::optional<std::int64_t> externalId;
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> sequence;
    std::string_view group; // "Process Group Name": of strings, between the quotes
    std::optional<std::int64_t> groupSequence;
    std::optional<std::int64_t> elements;
    std::optional<std::int64_t> device;
    std::optional<std::int64_t> stream;
    std::string_view runId;
    std::optional<OperationFields> operation; // not even cleared for the events of other producers
    LaunchShape shape;
    char phase = 0;
    bool hasNumericArg = false;
};

namespace fields {

namespace od = simdjson::ondemand;

inline std::string_view trimmed(std::string_view token)
{
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ')
        token.remove_suffix(1);
    return token;
}

// The text of a scalar: without quotes; "" for null, objects and lists.
inline std::string_view textOf(std::string_view token)
{
    token = trimmed(token);
    if (token.size() >= 2 && token.front() == '"')
        return token.substr(1, token.size() - 2);
    return token.empty() || token.front() == '{' || token.front() == '[' || token == "null" ? std::string_view{} : token;
}

template <std::size_t N> inline bool isKey(const char *key, const char (&expected)[N])
{
    return std::memcmp(key, expected, N - 1) == 0; // expected ends with the closing quote
}

inline bool looksNumeric(std::string_view token)
{
    const char first = token.size() > 1 && token.front() == '"' ? token[1] : token.front();
    return static_cast<unsigned char>(first - '0') < 10 || first == '-' || first == '+' || first == '.';
}

inline bool readTriple(od::value value, std::array<std::uint32_t, 3> &triple)
{
    od::array list;
    if (value.get_array().get(list) != simdjson::SUCCESS)
        return true; // not a list: skipped like any other arg
    std::size_t at = 0;
    for (auto element : list) {
        od::value item;
        if (element.get(item) != simdjson::SUCCESS)
            return false;
        const std::optional<std::int64_t> number = parseInteger(trimmed(item.raw_json_token()));
        if (at < triple.size() && number && *number >= 0 && *number <= 0xFFFFFFFFll)
            triple[at] = static_cast<std::uint32_t>(*number);
        ++at;
    }
    return true;
}

// raw JSON of a list, object or scalar; empty on damage
inline std::string_view rawJson(od::value value)
{
    const std::string_view token = value.raw_json_token();
    if (token.empty() || (token.front() != '[' && token.front() != '{'))
        return trimmed(token);
    if (token.front() == '[') {
        od::array list;
        std::string_view raw;
        if (value.get_array().get(list) != simdjson::SUCCESS || list.raw_json().get(raw) != simdjson::SUCCESS)
            return {};
        return trimmed(raw);
    }
    od::object object;
    std::string_view raw;
    if (value.get_object().get(object) != simdjson::SUCCESS || object.raw_json().get(raw) != simdjson::SUCCESS)
        return {};
    return trimmed(raw);
}

inline OperationFields &operationOf(EventFields &event)
{
    return event.operation ? *event.operation : event.operation.emplace();
}

// Keys that only XLA writes.
inline void readCompilerArg(const char *key, od::value value, EventFields &event)
{
    switch (key[0]) {
    case 'f':
        if (isKey(key, "flops\""))
            operationOf(event).flops = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'h':
        if (isKey(key, "hlo_category\""))
            operationOf(event).category = textOf(value.raw_json_token());
        else if (isKey(key, "hlo_module\""))
            operationOf(event).module = textOf(value.raw_json_token());
        break;
    case 'l':
        if (isKey(key, "long_name\""))
            operationOf(event).longName = textOf(value.raw_json_token());
        break;
    case 'm':
        if (isKey(key, "model_flops\""))
            operationOf(event).modelFlops = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 't':
        if (isKey(key, "tf_op\""))
            operationOf(event).scope = textOf(value.raw_json_token());
        break;
    case 'r':
        if (isKey(key, "run_id\""))
            event.runId = textOf(value.raw_json_token());
        break;
    default:
        break;
    }
}

inline bool readArg(const char *key, od::value value, EventFields &event)
{
    switch (key[0]) {
    case 'E':
    case 'e':
        if (isKey(key + 1, "xternal id\""))
            event.externalId = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'I':
        if (isKey(key, "Input Dims\""))
            event.inputDims = rawJson(value);
        else if (isKey(key, "Input type\""))
            event.inputTypes = rawJson(value);
        else if (isKey(key, "In msg nelems\""))
            event.elements = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'P':
        if (isKey(key, "Process Group Name\""))
            event.group = textOf(value.raw_json_token());
        break;
    case 'S':
        if (isKey(key, "Sequence number\""))
            event.sequence = parseInteger(trimmed(value.raw_json_token()));
        else if (isKey(key, "Seq\""))
            event.groupSequence = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'b':
        if (isKey(key, "block\""))
            return readTriple(value, event.shape.block);
        if (isKey(key, "bytes\""))
            event.bytes = parseInteger(trimmed(value.raw_json_token()));
        else if (isKey(key, "bytes_accessed\""))
            operationOf(event).bytes = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'c':
        if (isKey(key, "correlation\""))
            event.correlation = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'd':
        if (isKey(key, "device\""))
            event.device = parseInteger(trimmed(value.raw_json_token()));
        break;
    case 'g':
        if (isKey(key, "grid\""))
            return readTriple(value, event.shape.grid);
        break;
    case 'n':
        if (isKey(key, "name\""))
            event.metaName = textOf(value.raw_json_token());
        break;
    case 's':
        if (isKey(key, "stream\""))
            event.stream = parseInteger(trimmed(value.raw_json_token()));
        else if (isKey(key, "sort_index\""))
            event.sortIndex = parseInteger(trimmed(value.raw_json_token()));
        else if (isKey(key, "source\""))
            operationOf(event).source = textOf(value.raw_json_token());
        break;
    default:
        readCompilerArg(key, value, event);
        break;
    }
    return true;
}

inline bool readArgs(od::value value, EventFields &event)
{
    if (value.raw_json_token().front() != '{')
        return true;
    od::object args;
    if (value.get_object().get(args) != simdjson::SUCCESS)
        return false;
    for (auto entry : args) {
        od::field field;
        if (std::move(entry).get(field) != simdjson::SUCCESS)
            return false;
        const char *const key = field.key().raw();
        od::value arg = field.value();
        if (event.phase == 'C' || event.phase == 0)
            event.hasNumericArg = event.hasNumericArg || looksNumeric(arg.raw_json_token());
        if (!readArg(key, arg, event))
            return false;
    }
    return true;
}

// {"local": 1} or {"global": 1}
inline bool readScopedId(od::value value, EventFields &event)
{
    if (value.raw_json_token().front() != '{')
        return true;
    od::object scopes;
    if (value.get_object().get(scopes) != simdjson::SUCCESS)
        return false;
    for (auto entry : scopes) {
        od::field field;
        if (std::move(entry).get(field) != simdjson::SUCCESS)
            return false;
        event.id = trimmed(field.value().raw_json_token());
    }
    return true;
}

// False when the object's JSON is damaged.
inline bool readEvent(od::object object, EventFields &event)
{
    for (auto entry : object) {
        od::field field;
        if (std::move(entry).get(field) != simdjson::SUCCESS)
            return false;
        const char *const key = field.key().raw();
        od::value value = field.value();
        if (isKey(key, "ts\"")) {
            event.timestamp = trimmed(value.raw_json_token());
        } else if (isKey(key, "dur\"")) {
            event.duration = trimmed(value.raw_json_token());
        } else if (isKey(key, "name\"")) {
            event.name = textOf(value.raw_json_token());
        } else if (isKey(key, "cat\"")) {
            event.category = textOf(value.raw_json_token());
        } else if (isKey(key, "ph\"")) {
            const std::string_view phase = textOf(value.raw_json_token());
            event.phase = phase.empty() ? '\0' : phase.front();
        } else if (isKey(key, "pid\"")) {
            event.process = textOf(value.raw_json_token());
        } else if (isKey(key, "tid\"")) {
            event.thread = textOf(value.raw_json_token());
        } else if (isKey(key, "args\"")) {
            if (!readArgs(value, event))
                return false;
        } else if (isKey(key, "id\"")) {
            event.id = trimmed(value.raw_json_token());
        } else if (isKey(key, "id2\"")) {
            if (!readScopedId(value, event))
                return false;
        } else if (isKey(key, "s\"")) {
            event.scope = textOf(value.raw_json_token());
        }
    }
    return true;
}

} // namespace fields

} // namespace lamella::core
