// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers of XSpace, from the public definition of the message (tsl/profiler/protobuf/xplane.proto).
#pragma once

#include <protozero/pbf_message.hpp>
#include <string_view>

namespace lamella::core::xplane {

enum class Space : protozero::pbf_tag_type { Planes = 1, Hostnames = 4 };
enum class PlaneField : protozero::pbf_tag_type { Id = 1, Name = 2, Lines = 3, EventMetadata = 4, StatMetadata = 5, Stats = 6 };
enum class MapEntry : protozero::pbf_tag_type { Key = 1, Value = 2 };
enum class LineField : protozero::pbf_tag_type {
    Id = 1,
    Name = 2,
    TimestampNs = 3,
    Events = 4,
    DisplayId = 10,
    DisplayName = 11
};
enum class EventField : protozero::pbf_tag_type { MetadataId = 1, OffsetPs = 2, DurationPs = 3, Stats = 4, Occurrences = 5 };
enum class MetadataField : protozero::pbf_tag_type { Id = 1, Name = 2, DisplayName = 4, Stats = 5 };
enum class StatMetadataField : protozero::pbf_tag_type { Id = 1, Name = 2 };
enum class StatField : protozero::pbf_tag_type {
    MetadataId = 1,
    Double = 2,
    Unsigned = 3,
    Signed = 4,
    Text = 5,
    Bytes = 6,
    Reference = 7 // the text is the name of another stat
};

inline std::string_view viewOf(const protozero::data_view &data)
{
    return {data.data(), data.size()};
}

// Entry of a protobuf map. entryOf() throws protozero::exception on damage.
struct Entry {
    std::int64_t key = 0;
    std::string_view value;
};
[[nodiscard]] inline Entry entryOf(std::string_view bytes)
{
    Entry entry;
    protozero::pbf_message<MapEntry> pair(bytes.data(), bytes.size());
    while (pair.next()) {
        if (pair.tag_and_type() == protozero::tag_and_type(MapEntry::Key, protozero::pbf_wire_type::varint))
            entry.key = pair.get_int64();
        else if (pair.tag_and_type() == protozero::tag_and_type(MapEntry::Value, protozero::pbf_wire_type::length_delimited))
            entry.value = viewOf(pair.get_view());
        else
            pair.skip();
    }
    return entry;
}

} // namespace lamella::core::xplane
