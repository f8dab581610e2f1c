// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of one event as raw tokens, collected by the simdjson On-Demand code below. Everything is inline: without inlining
// into the block loop it takes twice the time.
#pragma once

#include "core/base/ParseDouble.h"
#include "core/import/TextNote.h"
#include "core/import/TimestampParser.h"
#include "core/model/KernelTable.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace lamella::core {

// Fields that XLA records with operations; texts between the quotes, still escaped.
struct OperationFields {
    std::string_view scope;
    std::string_view longName;
    std::string_view category;
    std::string_view source;
    std::string_view kernelDetails; // of work on a GPU (XlaKernelDetails.h)
    std::string_view module;
    std::optional<std::int64_t> modelFlops;
    std::optional<std::int64_t> flops;
    std::optional<std::int64_t> bytes;
    bool operator==(const OperationFields &) const = default;
    // True if these are the fields of an operation: other producers also write work amounts or source lines.
    [[nodiscard]] bool recorded() const { return !scope.empty() || !longName.empty() || !category.empty() || !module.empty(); }
};

// Fields that PyTorch records with a collective; texts between the quotes, still escaped.
struct CollectiveFields {
    std::string_view name;
    std::string_view type;
    std::string_view group;
    std::string_view ranks; // of a list: its raw JSON
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> elements;
    std::optional<std::int64_t> outElements;
    std::optional<std::int64_t> groupSize;
    bool operator==(const CollectiveFields &) const = default;
};

// The JSON of a value.
struct RawText {
    std::string_view json;
    TextNote *note = nullptr; // of the source, if it has one
    RawText() = default;
    RawText(std::string_view text)
        : json(text)
    {
    }
    RawText(std::string_view text, TextNote &noted)
        : json(text)
        , note(&noted)
    {
    }
    [[nodiscard]] bool empty() const { return json.empty(); }
    bool operator==(const RawText &) const = default;
};

// Views into the block's text; empty = no such field.
struct EventFields {
    std::string_view timestamp;
    std::string_view duration;
    std::string_view name; // strings: between the quotes, still escaped
    std::string_view category;
    std::string_view process;
    std::string_view thread;
    std::string_view id; // with quotes if it is a string
    std::string_view scope;
    RawText inputDims;
    RawText inputTypes;
    RawText concreteInputs;
    RawText inputStrides;
    std::string_view metaName; // args.name
    std::optional<std::int64_t> sortIndex;
    std::optional<std::int64_t> correlation;
    std::optional<std::int64_t> externalId;
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> flops;
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> device;
    std::optional<std::int64_t> stream;
    std::string_view runId;
    std::optional<OperationFields> operation; // optional, so that events of other producers need not even clear it
    std::optional<CollectiveFields> collective; // likewise
    LaunchShape shape;
    char phase = 0;
    bool hasNumericArg = false;
    // Replace `timestamp` and `duration` if a source has no text for them: ns within the bound, the duration from 0 up.
    bool timesKnown = false;
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    // Of sources that keep what they have read: where the name or the category stays until the import ends, it is looked up by
    // its address; process and thread by one address for both.
    bool keptName = false;
    bool keptCategory = false;
    const void *lane = nullptr;
    bool operator==(const EventFields &) const = default;
};

namespace fields {

namespace od = simdjson::ondemand;

inline std::string_view trimmed(std::string_view token)
{
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ')
        token.remove_suffix(1);
    return token;
}

// The text of a scalar without quotes; "" for null, objects and lists.
inline std::string_view textOf(std::string_view token)
{
    token = trimmed(token);
    if (token.size() >= 2 && token.front() == '"')
        return token.substr(1, token.size() - 2);
    return token.empty() || token.front() == '{' || token.front() == '[' || token == "null" ? std::string_view{} : token;
}

// A key with its closing quote, as a compile-time constant.
template <std::size_t N> struct KeyText {
    static constexpr std::size_t kBytes = N; // with the quote
    char text[N + 1] = {};
    std::uint64_t word = 0; // the first bytes, as in memory
    std::uint64_t mask = 0;
    consteval KeyText(const char (&key)[N])
    {
        for (std::size_t i = 0; i < N; ++i)
            text[i] = i + 1 < N ? key[i] : '"';
        constexpr std::size_t kInWord = N < 8 ? N : 8;
        for (std::size_t i = 0; i < kInWord; ++i) {
            // NOLINTNEXTLINE(misc-redundant-expression): both sides are constant on the compiling machine, but differ on others
            const std::size_t shift = std::endian::native == std::endian::little ? 8 * i : 56 - 8 * i;
            word |= std::uint64_t{static_cast<unsigned char>(text[i])} << shift;
            mask |= std::uint64_t{0xFF} << shift;
        }
    }
};

// The key of an entry, loaded once: the bytes after the opening quote, in padded memory.
class Key {
public:
    explicit Key(const char *text)
        : m_text(text)
    {
        std::memcpy(&m_word, text, sizeof m_word);
    }
    template <KeyText Expected> [[nodiscard]] bool is() const
    {
        if ((m_word & Expected.mask) != Expected.word)
            return false;
        if constexpr (Expected.kBytes > 8)
            return std::memcmp(m_text + 8, Expected.text + 8, Expected.kBytes - 8) == 0;
        return true;
    }
    [[nodiscard]] char first() const { return *m_text; }

private:
    const char *m_text;
    std::uint64_t m_word = 0;
};

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
        const std::optional<std::int64_t> number = parseWholeNumber(trimmed(item.raw_json_token()));
        if (at < triple.size() && number && *number >= 0 && *number <= 0xFFFFFFFFll)
            triple[at] = static_cast<std::uint32_t>(*number);
        ++at;
    }
    return true;
}

// Raw JSON of a list, object or scalar; empty if damaged.
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

// A value whose JSON is known; it replaces one that simdjson reads.
struct KnownValue {
    std::string_view json;
    [[nodiscard]] std::string_view raw_json_token() const { return json; }
};

inline std::string_view rawJson(KnownValue value)
{
    return value.json;
}

// A whole number that replaces one that would have to be parsed. Its JSON is written only if a field is read as text.
struct KnownNumber {
    static constexpr std::size_t kRoom = 24;
    std::int64_t number = 0;
    char *room = nullptr; // buffer for its digits while the fields are used
    [[nodiscard]] std::string_view raw_json_token() const
    {
        return {room, static_cast<std::size_t>(std::to_chars(room, room + kRoom, number).ptr - room)};
    }
};

inline std::string_view rawJson(KnownNumber value)
{
    return value.raw_json_token();
}

inline bool readTriple(KnownNumber, std::array<std::uint32_t, 3> &)
{
    return true; // not a list
}

template <typename Value> std::optional<std::int64_t> integerOf(Value value)
{
    return parseWholeNumber(trimmed(value.raw_json_token()));
}

inline std::optional<std::int64_t> integerOf(KnownNumber value)
{
    return value.number;
}

// Numbers only: reading a list stops at anything else.
inline bool readTriple(KnownValue value, std::array<std::uint32_t, 3> &triple)
{
    std::string_view rest = value.json;
    for (std::size_t at = 0; at < triple.size() && !rest.empty() && (at > 0 || rest.front() == '['); ++at) {
        rest.remove_prefix(1); // '[' or ','
        const std::size_t end = std::min(rest.find_first_of(",]"), rest.size());
        std::string_view number = trimmed(rest.substr(0, end));
        number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
        const std::optional<std::int64_t> read = parseWholeNumber(number);
        if (read && *read >= 0 && *read <= 0xFFFFFFFFll)
            triple[at] = static_cast<std::uint32_t>(*read);
        rest.remove_prefix(end);
        if (rest.starts_with(']'))
            break;
    }
    return true;
}

inline OperationFields &operationOf(EventFields &event)
{
    return event.operation ? *event.operation : event.operation.emplace();
}

inline CollectiveFields &collectiveOf(EventFields &event)
{
    return event.collective ? *event.collective : event.collective.emplace();
}

template <typename Value> std::string_view listOrText(Value value)
{
    const std::string_view raw = rawJson(value);
    return raw.starts_with('[') ? raw : textOf(raw);
}

// Keys that PyTorch writes with collectives.
template <typename Value> void readCollectiveArg(Key key, Value value, EventFields &event)
{
    const auto integer = [&value] { return integerOf(value); };
    switch (key.first()) {
    case 'C':
        if (key.is<"Collective name">())
            collectiveOf(event).name = textOf(value.raw_json_token());
        break;
    case 'G':
        if (key.is<"Group size">())
            collectiveOf(event).groupSize = integer();
        break;
    case 'I':
        if (key.is<"In msg nelems">())
            collectiveOf(event).elements = integer();
        break;
    case 'O':
        if (key.is<"Out msg nelems">())
            collectiveOf(event).outElements = integer();
        break;
    case 'P':
        if (key.is<"Process Group Name">())
            collectiveOf(event).group = textOf(value.raw_json_token());
        else if (key.is<"Process Group Ranks">())
            collectiveOf(event).ranks = listOrText(value);
        break;
    case 'S':
        if (key.is<"Seq">())
            collectiveOf(event).sequence = integer();
        break;
    case 'd':
        if (key.is<"dtype">())
            collectiveOf(event).type = textOf(value.raw_json_token());
        break;
    default:
        break;
    }
}

// A count that may be written as "1.374e+11"; nothing if it is not a number of at least 0.
inline std::optional<std::int64_t> parseCount(std::string_view token, double unit)
{
    constexpr double kMaxCount = 9e18;
    const std::optional<double> value = wholeDouble(token);
    if (!value || !(*value >= 0) || !(*value * unit < kMaxCount))
        return std::nullopt;
    return static_cast<std::int64_t>(*value * unit + 0.5);
}

// Work of a kernel as PyTorch Inductor counts it (torch/_inductor/runtime/runtime_utils.py, create_bandwidth_info_str).
template <typename Value> void readInductorArg(Key key, Value value, EventFields &event)
{
    constexpr double kGiga = 1e9;
    if (key.is<"kernel_flop">())
        event.flops = parseCount(textOf(value.raw_json_token()), 1);
    else if (key.is<"kernel_num_gb">())
        event.bytes = parseCount(textOf(value.raw_json_token()), kGiga);
}

// Keys that only compilers write.
template <typename Value> void readCompilerArg(Key key, Value value, EventFields &event)
{
    switch (key.first()) {
    case 'f':
        if (key.is<"flops">())
            operationOf(event).flops = integerOf(value);
        break;
    case 'h':
        if (key.is<"hlo_category">())
            operationOf(event).category = textOf(value.raw_json_token());
        else if (key.is<"hlo_module">())
            operationOf(event).module = textOf(value.raw_json_token());
        break;
    case 'k':
        if (key.is<"kernel_details">())
            operationOf(event).kernelDetails = textOf(value.raw_json_token());
        else
            readInductorArg(key, value, event);
        break;
    case 'l':
        if (key.is<"long_name">())
            operationOf(event).longName = textOf(value.raw_json_token());
        break;
    case 'm':
        if (key.is<"model_flops">())
            operationOf(event).modelFlops = integerOf(value);
        break;
    case 't':
        if (key.is<"tf_op">())
            operationOf(event).scope = textOf(value.raw_json_token());
        break;
    case 'r':
        if (key.is<"run_id">())
            event.runId = textOf(value.raw_json_token());
        break;
    default:
        break;
    }
}

// Keys of metadata events and of data that compilers record.
template <typename Value> void readNamingArg(Key key, Value value, EventFields &event)
{
    if (key.is<"name">())
        event.metaName = textOf(value.raw_json_token());
    else if (key.is<"stream">())
        event.stream = integerOf(value);
    else if (key.is<"sort_index">())
        event.sortIndex = integerOf(value);
    else if (key.is<"source">())
        operationOf(event).source = textOf(value.raw_json_token());
    else
        readCompilerArg(key, value, event);
}

template <typename Value> bool readArg(Key key, Value value, EventFields &event)
{
    switch (key.first()) {
    case 'E':
    case 'e':
        if (key.is<"External id">() || key.is<"external id">())
            event.externalId = integerOf(value);
        break;
    case 'I':
        if (key.is<"Input Dims">())
            event.inputDims = rawJson(value);
        else if (key.is<"Input type">())
            event.inputTypes = rawJson(value);
        else if (key.is<"Input Strides">())
            event.inputStrides = rawJson(value);
        else
            readCollectiveArg(key, value, event);
        break;
    case 'C':
        if (key.is<"Concrete Inputs">())
            event.concreteInputs = rawJson(value);
        else
            readCollectiveArg(key, value, event);
        break;
    case 'G':
    case 'O':
    case 'P':
        readCollectiveArg(key, value, event);
        break;
    case 'S':
        if (key.is<"Sequence number">())
            event.sequence = integerOf(value);
        else
            readCollectiveArg(key, value, event);
        break;
    case 'b':
        if (key.is<"block">())
            return readTriple(value, event.shape.block);
        if (key.is<"bytes">())
            event.bytes = integerOf(value);
        else if (key.is<"bytes_accessed">())
            operationOf(event).bytes = integerOf(value);
        break;
    case 'c':
        if (key.is<"correlation">() || key.is<"correlation_id">())
            event.correlation = integerOf(value);
        break;
    case 'd':
        if (key.is<"device">())
            event.device = integerOf(value);
        else
            readCollectiveArg(key, value, event);
        break;
    case 'g':
        if (key.is<"grid">())
            return readTriple(value, event.shape.grid);
        break;
    default:
        readNamingArg(key, value, event);
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
        const Key key(field.key().raw());
        od::value arg = field.value();
        if (event.phase == 'C' || event.phase == 0)
            event.hasNumericArg = event.hasNumericArg || looksNumeric(arg.raw_json_token());
        if (!readArg(key, arg, event))
            return false;
    }
    return true;
}

inline std::string_view withoutBlanks(std::string_view json)
{
    while (!json.empty() && static_cast<unsigned char>(json.front()) <= ' ')
        json.remove_prefix(1);
    return trimmed(json);
}

// An arg of an event whose phase is known.
inline void readKnownArg(Key key, std::string_view json, EventFields &event)
{
    json = withoutBlanks(json);
    if (json.empty())
        return;
    if (event.phase == 'C')
        event.hasNumericArg = event.hasNumericArg || looksNumeric(json);
    readArg(key, KnownValue{json}, event);
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
        const Key key(field.key().raw());
        od::value value = field.value();
        if (key.is<"ts">()) {
            event.timestamp = trimmed(value.raw_json_token());
        } else if (key.is<"dur">()) {
            event.duration = trimmed(value.raw_json_token());
        } else if (key.is<"name">()) {
            event.name = textOf(value.raw_json_token());
        } else if (key.is<"cat">()) {
            event.category = textOf(value.raw_json_token());
        } else if (key.is<"ph">()) {
            const std::string_view phase = textOf(value.raw_json_token());
            event.phase = phase.empty() ? '\0' : phase.front();
        } else if (key.is<"pid">()) {
            event.process = textOf(value.raw_json_token());
        } else if (key.is<"tid">()) {
            event.thread = textOf(value.raw_json_token());
        } else if (key.is<"args">()) {
            if (!readArgs(value, event))
                return false;
        } else if (key.is<"id">()) {
            event.id = trimmed(value.raw_json_token());
        } else if (key.is<"id2">()) {
            if (!readScopedId(value, event))
                return false;
        } else if (key.is<"s">()) {
            event.scope = textOf(value.raw_json_token());
        }
    }
    return true;
}

} // namespace fields

} // namespace lamella::core
