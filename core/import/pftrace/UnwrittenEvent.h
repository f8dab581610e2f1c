// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of an event without its text: reading the whole trace needs only those, and the length of the text. Nearly all
// events are made this way; PftraceText writes those with texts that are not ASCII or need escaping. One per thread. The fields
// refer to the bytes of the event, after which 16 more bytes can be read.
#pragma once

#include "core/import/ArgUse.h"
#include "core/import/EventFields.h"
#include "core/import/TextNote.h"
#include "core/import/pftrace/JsonOut.h"
#include "core/import/pftrace/PftraceEvent.h"
#include "core/import/pftrace/PftraceLanes.h"
#include "core/import/pftrace/PftraceStage.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

class UnwrittenEvent {
public:
    UnwrittenEvent();

    struct Times {
        char phase = 0;
        std::int64_t start = 0; // ns
        std::optional<std::int64_t> duration; // ns
    };
    // False if the event has to be written. They throw protozero::exception on damage.
    [[nodiscard]] bool make(
        std::string_view trackEvent, const Sequence &sequence, const Lane &lane, const Times &times, std::uint64_t correlation);
    [[nodiscard]] bool make(
        const RenderStage &stage, const Sequence &sequence, const Lane &lane, const Times &times, std::string_view category);
    // Unless it is 0. As make().
    [[nodiscard]] bool addCorrelation(std::uint64_t correlation);

    // Of the event made last, until the next.
    [[nodiscard]] const EventFields &fields() const { return *m_fields; }
    [[nodiscard]] std::size_t length() const { return m_length; } // bytes of its text
    [[nodiscard]] unsigned stated() const { return m_stated; } // StatedArgs, of a stage

private:
    struct Key { // of an argument
        std::string recorded;
        std::uint64_t first = 0; // eight bytes of it, as far as it has them
        std::uint64_t last = 0;
        bool known = false;
        std::string quoted; // `name"` and padding
        std::size_t bytes = 0; // of `"name": `; 0: has to be escaped
        fields::ArgUse use;
    };
    enum class Kind : std::uint8_t { Annotation, Extra, LaunchArg }; // which tell what the same bytes mean
    struct Recorded { // an argument in the trace
        std::string_view bytes; // message
        Kind kind = Kind::Annotation;
        const Sequence *sequence = nullptr; // that its ids belong to
        std::uint8_t stated = 0; // StatedArgs
        std::size_t before = 0; // bytes before a number; 0: not known
    };
    struct Value { // of an argument that is no number
        std::string recorded;
        Kind kind = Kind::Annotation;
        std::uint8_t stated = 0;
        const Sequence *sequence = nullptr;
        std::uint64_t event = 0; // that used it last
        std::string member; // `"key": value` and padding
        std::size_t bytes = 0; // of that; 0: has to be written
        std::string_view json; // the value in it
        fields::ArgUse use;
        TextNote note; // of `json`
        [[nodiscard]] bool is(std::string_view argument, Kind ofKind, const Sequence *ofSequence) const;
    };
    struct Number { // of an argument that is one, whatever it is
        static constexpr std::size_t kMax = 46;
        std::array<char, kMax> recorded{}; // the bytes before its value
        std::uint8_t size = 0; // of them; 0: none
        Kind kind = Kind::Annotation;
        std::uint8_t stated = 0;
        std::uint32_t bytes = 0; // of its member without the number
        const Sequence *sequence = nullptr;
        std::optional<std::int64_t> EventFields::*field = nullptr; // that it sets, if any
        [[nodiscard]] bool is(std::string_view argument, Kind ofKind, const Sequence *ofSequence) const;
    };
    using Keys = std::vector<Key>; // by hash

    [[nodiscard]] bool begin(const Lane &lane, const Times &times);
    struct Head;
    [[nodiscard]] bool addHead(const Head &head, const Sequence &sequence);
    void addCategory(std::string_view category, bool kept);
    [[nodiscard]] bool addAnnotation(std::string_view annotation, const Sequence &sequence);
    [[nodiscard]] bool addStageArgs(const RenderStage &stage, const Sequence &sequence, const Lane &lane);
    [[nodiscard]] bool addExtra(std::string_view message);
    [[nodiscard]] bool addLaunchArg(std::string_view message, const Sequence &sequence);
    [[nodiscard]] bool countNumber(const Key &key, std::int64_t number);
    void addKnown(const Number &known, std::int64_t number, std::size_t digits);
    [[nodiscard]] bool addNumber(const Key &key, std::int64_t number);
    [[nodiscard]] bool addNumber(const Key &key, std::int64_t number, const Recorded &argument);
    [[nodiscard]] bool readNumber(const Key &key, std::int64_t number);
    void readValue(const Value &value);
    [[nodiscard]] bool addLast(std::string_view bytes, Kind kind, const Sequence *sequence);
    [[nodiscard]] bool add(Value &value);
    template <typename Write> [[nodiscard]] bool addValue(const Recorded &argument, const Write &write);
    void addDimensions(std::string_view key, const std::optional<Dimensions> &size, Dimensions &known);
    void addMember(std::size_t bytes);
    [[nodiscard]] static Key keyOf(std::string_view recorded, std::string_view written);
    template <typename Written> [[nodiscard]] static const Key &find(Keys &keys, std::string_view name, const Written &written);
    [[nodiscard]] const Key &annotationKey(std::string_view name);
    [[nodiscard]] const Key &extraKey(std::string_view name);

    Keys m_keys; // of annotations
    Keys m_extraKeys; // of render stages
    Key m_device;
    Key m_stream;
    Key m_correlation;
    std::string_view m_category; // of the stage made last
    std::vector<Value> m_values; // by hash
    // By place, which is that of an argument among those of the events of a name: what it was in an event before.
    std::vector<std::uint16_t> m_lastValues; // rows of m_values
    std::vector<Number> m_lastNumbers;
    std::size_t m_nextPlace = 0;
    std::size_t m_place = 0; // of the argument
    std::vector<char> m_digits; // room for the numbers of an event
    std::size_t m_numbers = 0; // of the event
    JsonOut m_out;
    struct Fields : EventFields {
        Fields() { } // a default one would clear the room for missing values as well
    };
    std::optional<Fields> m_fields; // made anew in place
    const Lane *m_lane = nullptr; // of the event, and its texts
    std::string_view m_process;
    std::string_view m_thread;
    std::uint64_t m_event = 0; // counts them
    std::size_t m_length = 0;
    bool m_anyArg = false;
    unsigned m_stated = 0; // as stated()
};

} // namespace lamella::core::pftrace
