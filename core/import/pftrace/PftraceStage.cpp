// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceStage.h"

#include "core/base/AsciiCase.h"
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/PftraceArgs.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kMaxSpecs = 4096;
constexpr std::size_t kMaxArgs = 1024;

void readSpecs(FieldReader fields, StageSpecs &specs, PacketStates &states)
{
    while (fields.next()) {
        std::vector<std::string_view> *list = fields.tag() == kSpecsQueues ? &specs.queues
            : fields.tag() == kSpecsStages                                 ? &specs.stages
                                                                           : nullptr;
        if (list == nullptr || list->size() >= kMaxSpecs) {
            fields.skip();
            continue;
        }
        FieldReader description = fields.get_message();
        list->emplace_back();
        while (description.next(kExtraName))
            list->back() = states.keep(description.get_view());
    }
}

std::array<std::uint32_t, 3> dimensionsOf(FieldReader fields)
{
    std::array<std::uint32_t, 3> size{1, 1, 1};
    while (fields.next()) {
        if (fields.tag() >= 1 && fields.tag() <= 3)
            size[fields.tag() - 1] = fields.get_uint32();
        else
            fields.skip();
    }
    return size;
}

// Compares with a size that the compiler knows, and so without a call.
template <std::size_t N> bool is(std::string_view text, const char (&word)[N])
{
    return text.size() == N - 1 && std::memcmp(text.data(), word, N - 1) == 0;
}

std::string_view at(const std::vector<std::string_view> &list, std::uint64_t index)
{
    return index < list.size() ? list[static_cast<std::size_t>(index)] : std::string_view{};
}

// With bytes behind it as behind kept texts.
template <std::size_t N> struct Padded {
    char text[N + KeptTexts::kPadding] = {};
    consteval Padded(const char (&word)[N]) { std::copy(word, word + N, text); }
};

template <Padded Word> std::string_view padded()
{
    return {Word.text, sizeof Word.text - KeptTexts::kPadding - 1};
}

} // namespace

ExtraValue extraValueOf(std::string_view message)
{
    const auto byte = [message](std::size_t at) { return static_cast<unsigned char>(message[at]); };
    constexpr char kNameKey = protozero::tag_and_type(kExtraName, protozero::pbf_wire_type::length_delimited);
    constexpr char kValueKey = protozero::tag_and_type(kExtraValue, protozero::pbf_wire_type::length_delimited);
    if (message.size() >= 4 && message[0] == kNameKey && byte(1) < 0x80 && byte(1) + std::size_t{4} <= message.size()) {
        const std::size_t value = byte(1) + std::size_t{2}; // its tag: as recorders write it
        if (message[value] == kValueKey && byte(value + 1) < 0x80 && value + 2 + byte(value + 1) == message.size())
            return {message.substr(2, byte(1)), message.substr(value + 2)};
    }
    ExtraValue extra;
    FieldReader fields(message);
    while (fields.next()) {
        if (fields.tag() == kExtraName)
            extra.name = fields.get_view();
        else if (fields.tag() == kExtraValue)
            extra.value = fields.get_view();
        else
            fields.skip();
    }
    return extra;
}

std::uint8_t statedArgs(const ExtraValue &extra)
{
    return extra.value.empty()          ? 0
        : is(extra.name, "device id")   ? kStatesDevice
        : is(extra.name, "stream id")   ? kStatesStream
        : is(extra.name, "correlation") ? kStatesCorrelation
                                        : 0;
}

struct RenderStage::StageIds {
    std::uint64_t queue = 0;
    std::uint64_t stage = 0;
    std::uint64_t kernel = 0;
    std::uint64_t name = 0;
    bool internedQueue = false;
    bool internedStage = false;

    // False if the field is no id.
    bool take(FieldReader &fields)
    {
        std::uint64_t *to = nullptr;
        switch (fields.tag()) {
        case kStageQueueIid:
            internedQueue = true;
            [[fallthrough]];
        case kStageQueue:
            to = &queue;
            break;
        case kStageStageIid:
            internedStage = true;
            [[fallthrough]];
        case kStageStage:
            to = &stage;
            break;
        case kStageNameIid:
            to = &name;
            break;
        case kStageKernelIid:
            to = &kernel;
            break;
        default:
            return false;
        }
        *to = fields.get_uint64();
        return true;
    }
};

void addSpecs(std::string_view stage, StageSpecs &specs, PacketStates &states)
{
    FieldReader fields(stage.data(), stage.size());
    while (fields.next(kStageSpecs))
        readSpecs(fields.get_message(), specs, states);
}

[[gnu::flatten]] void RenderStage::readHead(std::string_view bytes, const Sequence &sequence, const StageSpecs &specs)
{
    readFields<false>(bytes, sequence, specs);
}

[[gnu::flatten]] void RenderStage::read(std::string_view bytes, const Sequence &sequence, const StageSpecs &specs)
{
    extra.clear();
    launchArgs.clear();
    cut = 0;
    readFields<true>(bytes, sequence, specs);
}

template <typename T> void RenderStage::append(std::vector<T> &list, T value)
{
    if (list.size() < kMaxArgs)
        list.push_back(value);
    else
        ++cut;
}

template <bool kLists> void RenderStage::readFields(std::string_view bytes, const Sequence &sequence, const StageSpecs &specs)
{
    eventId = queueId = 0;
    gpu = 0;
    listsSpecs = false;
    durationNs.reset();
    grid.reset();
    block.reset();
    name = {};
    plainName = false;
    StageIds ids;
    FieldReader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        switch (fields.tag()) {
        case kStageEventId:
            eventId = fields.get_uint64();
            break;
        case kStageDuration:
            durationNs = static_cast<std::int64_t>(std::min<std::uint64_t>(fields.get_uint64(), std::uint64_t{1} << 62));
            break;
        case kStageGpu:
            gpu = fields.get_int32();
            break;
        case kStageExtra:
            if constexpr (kLists) {
                static_cast<void>(fields.eachMessage([this](std::string_view message) {
                    append(extra, message);
                    return true;
                }));
            } else {
                fields.skipMessages();
            }
            break;
        case kStageSpecs:
            listsSpecs = true;
            fields.skip();
            break;
        case kStageName:
            name = fields.get_view();
            break;
        case kStageLaunch:
            if (const std::string_view launch = fields.get_view(); kLists)
                readLaunch(launch);
            break;
        default:
            if (!ids.take(fields))
                fields.skip();
        }
    }
    resolve(ids, sequence, specs);
}

void RenderStage::resolve(const StageIds &ids, const Sequence &sequence, const StageSpecs &specs)
{
    const Sequence::Spec stageSpec =
        ids.internedStage ? sequence.specs.entry(ids.stage) : Sequence::Spec{at(specs.stages, ids.stage)};
    queueId = ids.queue;
    internedQueue = ids.internedQueue;
    queue = internedQueue ? sequence.specs.entry(ids.queue).name : at(specs.queues, ids.queue);
    stage = stageSpec.name;
    compute = ids.kernel != 0 || grid.has_value() || stageSpec.category == 2;
    const auto takeName = [this](const InternedText &text) {
        name = text.text;
        plainName = text.plain;
    };
    if (name.empty() && ids.name != 0)
        takeName(sequence.names.interned(ids.name));
    if (name.empty() && ids.kernel != 0)
        takeName(sequence.kernels.interned(ids.kernel));
    lacksNames = (internedQueue && queue.data() == nullptr) || (ids.internedStage && stage.data() == nullptr)
        || (name.data() == nullptr && (ids.name != 0 || ids.kernel != 0));
}

void RenderStage::readLaunch(std::string_view bytes)
{
    FieldReader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        if (fields.tag() == kLaunchGrid)
            grid = dimensionsOf(fields.get_message());
        else if (fields.tag() == kLaunchBlock)
            block = dimensionsOf(fields.get_message());
        else if (fields.tag() == kLaunchArgs)
            append(launchArgs, fields.get_view());
        else
            fields.skip();
    }
}

std::string_view RenderStage::category() const
{
    const std::string kind = asciiLowered(stage);
    const auto has = [&kind](std::string_view word) { return kind.find(word) != std::string::npos; };
    if (has("annotation"))
        return padded<"gpu_user_annotation">();
    if (compute)
        return padded<"kernel">();
    if (has("memcpy") || has("copy"))
        return padded<"gpu_memcpy">();
    if (has("memset") || has("fill"))
        return padded<"gpu_memset">();
    return kind == "eventrecord" || kind == "hostnode" ? stage : padded<"kernel">();
}

std::optional<std::int64_t> streamNumber(std::string_view queue)
{
    constexpr std::string_view kDigits = "0123456789";
    if (queue.starts_with('[')) // PyTorch: the number of the lane before its name
        queue = queue.substr(0, queue.find(']'));
    const std::size_t word = asciiLowered(queue).find("stream");
    std::size_t first = word == std::string::npos ? word : queue.find_first_of(kDigits, word);
    std::size_t last = queue.find_last_of(kDigits);
    if (last == std::string_view::npos)
        return std::nullopt;
    if (first == std::string_view::npos) // the last number
        first = queue.find_last_not_of(kDigits, last) + 1;
    else
        last = std::min(queue.find_first_not_of(kDigits, first), queue.size()) - 1;
    std::int64_t number = 0;
    const auto read = std::from_chars(queue.data() + first, queue.data() + last + 1, number);
    return read.ec == std::errc() && number >= 0 && number <= 0xFFFF'FFFF ? std::optional(number) : std::nullopt;
}

std::size_t appendLaunchArg(JsonOut &out, std::string_view arg, const Sequence &sequence)
{
    const FieldReader whole(arg.data(), arg.size());
    std::string_view name;
    for (FieldReader fields = whole; fields.next();) {
        if (fields.tag() == kArgNameIid)
            name = sequence.argNames.of(fields.get_uint64());
        else if (fields.tag() == kArgName)
            name = fields.get_view();
        else
            fields.skip();
    }
    appendKey(out, name == "registers_per_thread" ? "registers per thread" : name);
    const std::size_t before = out.size();
    for (FieldReader fields = whole; fields.next() && out.size() == before;) {
        switch (fields.tag()) {
        case kArgInt:
            out.appendNumber(fields.get_int64());
            break;
        case kArgUint:
            out.appendNumber(fields.get_uint64());
            break;
        case kArgDouble:
            appendReal(out, fields.get_double());
            break;
        case kArgString:
            appendQuoted(out, fields.get_view());
            break;
        case kArgStringIid:
            appendQuoted(out, sequence.strings.of(fields.get_uint64()));
            break;
        default:
            fields.skip();
        }
    }
    if (out.size() == before)
        out.append("null");
    return before;
}

} // namespace lamella::core::pftrace
