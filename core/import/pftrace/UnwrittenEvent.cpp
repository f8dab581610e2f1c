// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/UnwrittenEvent.h"

#include "core/base/TimeBound.h"
#include "core/import/chrome/NameInterner.h"
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/PftraceArgs.h"
#include "core/import/pftrace/TextParts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kKeys = 256;
constexpr std::size_t kValues = 2048;
constexpr std::size_t kNames = 127; // of events whose arguments are compared with those of the event before
constexpr std::size_t kPlacesOfName = 16;
constexpr std::size_t kPlaces = kNames * kPlacesOfName;
constexpr std::size_t kMaxMessage = 2048; // bytes of a value that is kept
constexpr std::size_t kMaxUnwritten = std::size_t{8}
    << 20; // of an event: of longer texts parts are left out, so they are written
constexpr std::size_t kMaxText = 16'384; // bytes of a name
constexpr std::size_t kMaxValue = 4096; // bytes of the text of a value, which bounds what is kept to 8 MiB
constexpr std::size_t kMaxNumbers = 128; // of an event
constexpr std::size_t kPadding = KeptTexts::kPadding; // behind texts that are read in words

constexpr std::array<std::uint64_t, 20> kPowersOfTen = [] {
    std::array<std::uint64_t, 20> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10;
    return powers;
}();

std::size_t digitsOf(std::uint64_t value)
{
    const std::size_t least = static_cast<std::size_t>(std::bit_width(value | 1)) * 1233 >> 12; // log10(2) is about 1233/4096
    return least + (value >= kPowersOfTen[least] || value == 0 ? 1 : 0);
}

// As appendMicroseconds() writes it, of times from 0 up.
std::size_t microsecondsLength(std::int64_t ns)
{
    constexpr std::size_t kMin = 4; // digits: a zero before the point
    return std::max(digitsOf(static_cast<std::uint64_t>(ns)), kMin) + 1;
}

// A number as a recorder writes it in a text: no more digits than surely fit.
std::optional<std::int64_t> shortWholeNumber(std::string_view text)
{
    constexpr std::size_t kMaxDigits = 18;
    if (text.empty() || text.size() > kMaxDigits || (text.front() == '0' && text.size() > 1))
        return std::nullopt;
    std::int64_t number = 0;
    for (const char c : text) {
        const auto digit = static_cast<unsigned char>(c - '0');
        if (digit > 9)
            return std::nullopt;
        number = number * 10 + digit;
    }
    return number;
}

// Of an annotation whose value, and nothing else, is in these bytes. Throws protozero::exception on damage.
std::optional<std::int64_t> wholeNumber(FieldReader value)
{
    if (value.length() == 0 || !value.next() || (value.tag() != kAnnotationUint && value.tag() != kAnnotationInt))
        return std::nullopt;
    const std::int64_t number = value.get_int64();
    return value.length() == 0 && number >= 0 ? std::optional(number) : std::nullopt;
}

// The text behind the key of a value at the end of a message, if it is a number and short.
std::optional<std::int64_t> numberAtEnd(std::string_view message)
{
    const auto length = static_cast<unsigned char>(message.front());
    return length + std::size_t{1} == message.size() && length < 0x80 ? shortWholeNumber(message.substr(1)) : std::nullopt;
}

// Bits of a hash that tell slots apart.
std::size_t slotOf(std::uint64_t first, std::uint64_t last, std::size_t bytes)
{
    constexpr std::uint64_t kMix = 0x9E37'79B9'7F4A'7C15U;
    return static_cast<std::size_t>((first ^ std::rotl(last, 23) ^ bytes) * kMix >> 56);
}

// Without a call, as most texts are short.
bool sameText(const char *a, const char *b, std::size_t size)
{
    std::uint64_t ofA = 0;
    std::uint64_t ofB = 0;
    if (size < sizeof ofA)
        return std::memcmp(a, b, size) == 0;
    const auto same = [&](std::size_t at) {
        std::memcpy(&ofA, a + at, sizeof ofA);
        std::memcpy(&ofB, b + at, sizeof ofB);
        return ofA == ofB;
    };
    for (std::size_t at = 0; at + sizeof ofA <= size; at += sizeof ofA)
        if (!same(at))
            return false;
    return same(size - sizeof ofA);
}

} // namespace

bool UnwrittenEvent::Value::is(std::string_view argument, Kind ofKind, const Sequence *ofSequence) const
{
    return event != 0 && recorded.size() == argument.size() && sequence == ofSequence && kind == ofKind
        && sameText(recorded.data(), argument.data(), recorded.size());
}

bool UnwrittenEvent::Number::is(std::string_view argument, Kind ofKind, const Sequence *ofSequence) const
{
    return size > 0 && size < argument.size() && sequence == ofSequence && kind == ofKind
        && sameText(recorded.data(), argument.data(), size);
}

UnwrittenEvent::UnwrittenEvent()
    : m_keys(kKeys)
    , m_extraKeys(kKeys)
    , m_device(keyOf(part::kDevice, part::kDevice))
    , m_stream(keyOf(part::kStream, part::kStream))
    , m_correlation(keyOf(part::kCorrelation, part::kCorrelation))
    , m_values(kValues)
    , m_lastValues(kPlaces)
    , m_lastNumbers(kPlaces)
    , m_digits(kMaxNumbers * fields::KnownNumber::kRoom)
{
}

bool UnwrittenEvent::begin(const Lane &lane, const Times &times)
{
    const std::int64_t duration = times.duration.value_or(0);
    if (times.start < 0 || times.start > kLargestNs || duration < 0 || !endsWithinBound(times.start, duration))
        return false;
    ++m_event;
    m_numbers = 0;
    m_anyArg = false;
    m_stated = 0;
    Fields &made = m_fields.emplace();
    made.phase = times.phase;
    made.timesKnown = true;
    made.startNs = times.start;
    made.durationNs = duration;
    if (m_lane != &lane) { // mostly that of the event before
        m_lane = &lane;
        m_process = fields::textOf(lane.at(lane.process));
        m_thread = fields::textOf(lane.at(lane.thread));
    }
    made.process = m_process;
    made.thread = m_thread;
    made.lane = &lane;
    m_length = part::kPhase.size() + lane.members().size() + part::kTimestamp.size() + microsecondsLength(times.start)
        + part::kName.size() + 2 + part::kArgs.size() + part::kArgsEnd.size();
    if (times.duration)
        m_length += part::kDuration.size() + microsecondsLength(duration);
    return true;
}

// The name and the category of a TrackEvent, of which nearly all have one.
struct UnwrittenEvent::Head {
    std::string_view name;
    std::uint64_t nameId = 0;
    std::string_view category;
    std::uint64_t categoryId = 0;
    std::size_t categories = 0;
    std::size_t annotations = 0;

    void takeFirst(FieldReader &fields)
    {
        std::uint64_t other = 0; // type and track, which are known
        static_cast<void>(fields.takeNumber(kEventType, other));
        static_cast<void>(fields.takeNumber(kEventTrack, other));
        static_cast<void>(fields.takeNumber(kNameIid, nameId));
        categories += fields.takeNumber(kCategoryIids, categoryId) ? 1 : 0;
    }
    // False if the field is none of these.
    bool take(FieldReader &fields)
    {
        switch (fields.tag()) {
        case kNameIid:
            nameId = fields.get_uint64();
            return true;
        case kName:
            name = fields.get_view();
            return true;
        case kCategoryIids:
            fields.eachVarint([this](std::uint64_t id) {
                categoryId = id;
                ++categories;
            });
            return true;
        case kCategories:
            category = fields.get_view();
            ++categories;
            return true;
        default:
            return false;
        }
    }
};

// Flattened, like the readers of messages: many small functions for each field of each event.
[[gnu::flatten]] bool UnwrittenEvent::make(
    std::string_view trackEvent, const Sequence &sequence, const Lane &lane, const Times &times, std::uint64_t correlation)
{
    if (!begin(lane, times))
        return false;
    Head head;
    const auto annotate = [&](std::string_view annotation) {
        return ++head.annotations <= kMaxOfList && addAnnotation(annotation, sequence);
    };
    FieldReader fields(trackEvent);
    head.takeFirst(fields);
    while (fields.next()) {
        if (fields.tag() == kAnnotations) {
            if (head.annotations == 0)
                m_nextPlace = static_cast<std::size_t>(head.nameId % kNames) * kPlacesOfName;
            if (!fields.eachMessage(annotate))
                return false;
        } else if (fields.tag() == kLegacyEvent) { // may have a name
            return false;
        } else if (!head.take(fields)) {
            fields.skip();
        }
    }
    if (times.phase == 'i')
        m_length += part::kInstant.size();
    return addHead(head, sequence) && addCorrelation(correlation);
}

bool UnwrittenEvent::addCorrelation(std::uint64_t correlation)
{
    return correlation == 0 || addNumber(m_correlation, static_cast<std::int64_t>(correlation));
}

bool UnwrittenEvent::addHead(const Head &head, const Sequence &sequence)
{
    const auto fits = [](const InternedText &text) { return text.plain && text.text.size() <= kMaxText; };
    const InternedText name =
        head.name.empty() ? sequence.names.interned(head.nameId) : InternedText{head.name, standsAsItIs(head.name)};
    if (!fits(name) || head.categories > 1)
        return false;
    m_fields->name = name.text;
    m_fields->keptName = head.name.empty();
    m_length += name.text.size();
    const InternedText category = head.category.data() == nullptr ? sequence.categories.interned(head.categoryId)
                                                                  : InternedText{head.category, standsAsItIs(head.category)};
    if (head.categories == 0 || category.text.empty())
        return true;
    addCategory(category.text, head.category.data() == nullptr);
    return fits(category);
}

[[gnu::flatten]] bool UnwrittenEvent::make(
    const RenderStage &stage, const Sequence &sequence, const Lane &lane, const Times &times, std::string_view category)
{
    const std::string_view name = stage.name.empty() ? stage.stage : stage.name;
    const bool plain = !stage.name.empty() && stage.plainName;
    if (!begin(lane, times) || name.size() > kMaxText || !(plain || standsAsItIs(name)))
        return false;
    m_fields->name = name;
    m_fields->keptName = plain;
    m_length += name.size();
    m_nextPlace = NameInterner::addressHash(name.data()) % kNames * kPlacesOfName;
    if (m_category.data() != category.data() || m_category.size() != category.size()) {
        if (category.size() > kMaxText || !standsAsItIs(category))
            return false;
        m_category = category;
    }
    addCategory(m_category, true);
    return addStageArgs(stage, sequence, lane);
}

void UnwrittenEvent::addCategory(std::string_view category, bool kept)
{
    if (category.empty())
        return;
    m_fields->category = category;
    m_fields->keptCategory = kept;
    m_length += part::kCategory.size() + 2 + category.size();
}

void UnwrittenEvent::addMember(std::size_t bytes)
{
    m_length += bytes + (m_anyArg ? part::kBetween.size() : 0);
    m_anyArg = true;
}

[[gnu::noinline]] UnwrittenEvent::Key UnwrittenEvent::keyOf(std::string_view recorded, std::string_view written)
{
    const bool plain = written.size() <= kMaxText && standsAsItIs(written);
    Key key;
    key.recorded = recorded;
    key.quoted.assign(plain ? written : std::string_view{});
    key.bytes = plain ? written.size() + 2 + part::kBehindKey.size() : 0;
    key.quoted += '"';
    key.quoted.append(kPadding, '\0');
    key.use = fields::ArgUse(fields::Key(key.quoted.data()));
    return key;
}

// Of the first and the last eight bytes, which are all of a name of up to 16.
template <typename Written>
const UnwrittenEvent::Key &UnwrittenEvent::find(Keys &keys, std::string_view name, const Written &written)
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::memcpy(&first, name.data(), sizeof first);
    if (name.size() < sizeof first)
        first &= (std::uint64_t{1} << 8 * name.size()) - 1;
    else
        std::memcpy(&last, name.data() + name.size() - sizeof last, sizeof last);
    Key &key = keys[slotOf(first, last, name.size())];
    const bool same = key.known && key.first == first && key.last == last && key.recorded.size() == name.size()
        && (name.size() <= sizeof first + sizeof last || key.recorded == name);
    if (!same) {
        key = keyOf(name, written(name));
        key.first = first;
        key.last = last;
        key.known = true;
    }
    return key;
}

const UnwrittenEvent::Key &UnwrittenEvent::annotationKey(std::string_view name)
{
    return find(m_keys, name, [](std::string_view recorded) { return recorded; });
}

const UnwrittenEvent::Key &UnwrittenEvent::extraKey(std::string_view name)
{
    return find(m_extraKeys, name, nameOfExtra);
}

// One whose field is set already.
bool UnwrittenEvent::countNumber(const Key &key, std::int64_t number)
{
    if (key.bytes == 0 || number < 0)
        return false;
    addMember(key.bytes + digitsOf(static_cast<std::uint64_t>(number)));
    return true;
}

bool UnwrittenEvent::addNumber(const Key &key, std::int64_t number)
{
    if (!countNumber(key, number))
        return false;
    if (key.use.number != nullptr)
        (*m_fields).*key.use.number = number;
    else if (key.use.any)
        return readNumber(key, number);
    return true;
}

// Of the rare keys, out of line like the other steps that few arguments take: make() has to stay small.
[[gnu::noinline]] bool UnwrittenEvent::readNumber(const Key &key, std::int64_t number)
{
    if (m_numbers == kMaxNumbers)
        return false;
    char *const room = m_digits.data() + m_numbers++ * fields::KnownNumber::kRoom;
    fields::readArg(fields::Key(key.quoted.data()), fields::KnownNumber{number, room}, *m_fields);
    return true;
}

// One that may have the same name in the next event.
bool UnwrittenEvent::addNumber(const Key &key, std::int64_t number, const Recorded &argument)
{
    Number &last = m_lastNumbers[m_place];
    const bool known = key.use.number != nullptr || !key.use.any; // what it sets
    last.size = 0;
    if (argument.before <= Number::kMax && known && key.bytes != 0) {
        std::memcpy(last.recorded.data(), argument.bytes.data(), argument.before);
        last.size = static_cast<std::uint8_t>(argument.before);
        last.bytes = static_cast<std::uint32_t>(key.bytes);
        last.kind = argument.kind;
        last.stated = argument.stated;
        last.sequence = argument.sequence;
        last.field = key.use.number;
    }
    m_stated |= argument.stated;
    return addNumber(key, number);
}

void UnwrittenEvent::addKnown(const Number &known, std::int64_t number, std::size_t digits)
{
    addMember(known.bytes + digits);
    m_stated |= known.stated;
    if (known.field != nullptr)
        (*m_fields).*known.field = number;
}

// False if the argument is neither a number of the name in the event before nor the value there.
bool UnwrittenEvent::addLast(std::string_view bytes, Kind kind, const Sequence *sequence)
{
    m_place = m_nextPlace == kPlaces ? 0 : m_nextPlace;
    m_nextPlace = m_place + 1;
    if (const Number &last = m_lastNumbers[m_place]; last.is(bytes, kind, sequence)) {
        const std::string_view value = bytes.substr(last.size);
        const std::optional<std::int64_t> number =
            kind == Kind::Annotation ? wholeNumber(FieldReader(value)) : numberAtEnd(value);
        if (number) {
            const bool text = kind != Kind::Annotation; // of its digits alone, behind their length
            addKnown(last, *number, text ? value.size() - 1 : digitsOf(static_cast<std::uint64_t>(*number)));
            return true;
        }
    }
    Value &value = m_values[m_lastValues[m_place]];
    return value.is(bytes, kind, sequence) && add(value);
}

bool UnwrittenEvent::add(Value &value)
{
    value.event = m_event;
    if (value.bytes == 0 || m_length > kMaxUnwritten)
        return false;
    addMember(value.bytes);
    m_stated |= value.stated;
    if (value.use.raw != nullptr)
        (*m_fields).*value.use.raw = RawText(value.json, value.note);
    else if (value.use.any)
        readValue(value);
    return true;
}

[[gnu::noinline]] void UnwrittenEvent::readValue(const Value &value)
{
    fields::readKnownArg(fields::Key(value.member.data() + 1), value.json, *m_fields);
}

// An argument whose text depends on nothing but its bytes and those that the sequence has declared. Most occur again and again.
template <typename Write> [[gnu::noinline]] bool UnwrittenEvent::addValue(const Recorded &argument, const Write &write)
{
    const std::string_view bytes = argument.bytes;
    if (bytes.size() > kMaxMessage || m_length > kMaxUnwritten)
        return false;
    std::uint16_t &row = m_lastValues[m_place];
    row = static_cast<std::uint16_t>(NameInterner::hashOf(bytes.data(), bytes.size()) % kValues);
    Value &known = m_values[row];
    if (!known.is(bytes, argument.kind, argument.sequence)) {
        if (known.event == m_event) // its text is in use
            return false;
        known.recorded.assign(bytes);
        known.kind = argument.kind;
        known.stated = argument.stated;
        known.sequence = argument.sequence;
        known.event = 0; // should writing it fail
        known.note = {};
        m_out.clear();
        m_out.startPart(kMaxValue);
        m_out.append('{');
        const std::size_t value = write(known.use) - 1;
        known.member.assign(m_out.view().substr(1));
        known.bytes = m_out.ascii() && m_out.cut() == 0 ? known.member.size() : 0;
        known.json =
            fields::withoutBlanks(std::string_view(known.member.append(kPadding, '\0')).substr(value, m_out.size() - 1 - value));
    }
    return add(known);
}

bool UnwrittenEvent::addAnnotation(std::string_view annotation, const Sequence &sequence)
{
    if (addLast(annotation, Kind::Annotation, &sequence))
        return true;
    Recorded argument{annotation, Kind::Annotation, &sequence};
    FieldReader reader(annotation);
    std::string_view name;
    if (reader.length() > 0 && reader.next()) {
        if (reader.tag() == kAnnotationNameIid)
            name = sequence.annotationNames.of(reader.get_uint64());
        else if (reader.tag() == kAnnotationName)
            name = reader.get_view();
    }
    argument.before = annotation.size() - reader.length();
    if (name.data() != nullptr)
        if (const std::optional<std::int64_t> number = wholeNumber(reader))
            return addNumber(annotationKey(name), *number, argument);
    return addValue(argument, [&](fields::ArgUse &use) {
        use = name.data() != nullptr ? annotationKey(name).use : fields::ArgUse();
        return appendAnnotation(m_out, annotation, sequence);
    });
}

bool UnwrittenEvent::addExtra(std::string_view message)
{
    if (addLast(message, Kind::Extra, nullptr))
        return true;
    const ExtraValue extra = extraValueOf(message);
    if (extra.name.data() == nullptr || extra.value.data() == nullptr)
        return false;
    Recorded argument{message, Kind::Extra, nullptr, statedArgs(extra)};
    if (const std::optional<std::int64_t> number = shortWholeNumber(extra.value)) {
        const std::size_t value = message.size() - extra.value.size(); // where it begins, if it is the last field
        if (extra.name.data() == message.data() + 2 && extra.value.data() == message.data() + value
            && value == extra.name.size() + 4)
            argument.before = value - 1;
        return addNumber(extraKey(extra.name), *number, argument);
    }
    return addValue(argument, [&](fields::ArgUse &use) {
        use = extraKey(extra.name).use;
        appendKey(m_out, nameOfExtra(extra.name));
        const std::size_t begin = m_out.size();
        appendTextValue(m_out, extra.value);
        return begin;
    });
}

bool UnwrittenEvent::addLaunchArg(std::string_view message, const Sequence &sequence)
{
    if (addLast(message, Kind::LaunchArg, &sequence))
        return true;
    return addValue({message, Kind::LaunchArg, &sequence}, [&](fields::ArgUse &use) {
        use = {};
        return appendLaunchArg(m_out, message, sequence);
    });
}

bool UnwrittenEvent::addStageArgs(const RenderStage &stage, const Sequence &sequence, const Lane &lane)
{
    m_fields->device = stage.gpu; // both of them unless an extra value sets another one
    m_fields->stream = shortWholeNumber(lane.at(lane.thread));
    for (const std::string_view message : stage.extra)
        if (!addExtra(message))
            return false;
    if ((m_stated & kStatesDevice) == 0 && !countNumber(m_device, stage.gpu))
        return false;
    if ((m_stated & kStatesStream) == 0) {
        const std::optional<std::int64_t> number = shortWholeNumber(lane.at(lane.thread));
        if (!number || !countNumber(m_stream, *number))
            return false;
    }
    addDimensions(part::kGrid, stage.grid, m_fields->shape.grid);
    addDimensions(part::kBlock, stage.block, m_fields->shape.block);
    for (const std::string_view arg : stage.launchArgs)
        if (!addLaunchArg(arg, sequence))
            return false;
    return true;
}

void UnwrittenEvent::addDimensions(std::string_view key, const std::optional<Dimensions> &size, Dimensions &known)
{
    if (!size)
        return;
    std::size_t bytes = key.size() + 2 + part::kBehindKey.size() + 2 + 2 * part::kBetween.size(); // quotes, brackets
    for (const std::uint32_t of : *size)
        bytes += digitsOf(of);
    addMember(bytes);
    known = *size;
}

} // namespace lamella::core::pftrace
