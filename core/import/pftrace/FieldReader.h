// SPDX-License-Identifier: GPL-3.0-or-later
// protozero's reader for messages of files. protozero's own getters only assert that a field has their wire type; here a field of
// another type ends in the protozero::exception of a message that ends too early, so that its packet counts as damaged.
#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <protozero/varint.hpp>

namespace lamella::core::pftrace {

class FieldReader : public protozero::pbf_reader {
public:
    using protozero::pbf_reader::pbf_reader;

    bool get_bool() { return expect(protozero::pbf_wire_type::varint).protozero::pbf_reader::get_bool(); }
    std::int32_t get_int32() { return expect(protozero::pbf_wire_type::varint).protozero::pbf_reader::get_int32(); }
    std::int64_t get_int64() { return expect(protozero::pbf_wire_type::varint).protozero::pbf_reader::get_int64(); }
    std::uint32_t get_uint32() { return expect(protozero::pbf_wire_type::varint).protozero::pbf_reader::get_uint32(); }
    std::uint64_t get_uint64() { return expect(protozero::pbf_wire_type::varint).protozero::pbf_reader::get_uint64(); }
    std::uint64_t get_fixed64() { return expect(protozero::pbf_wire_type::fixed64).protozero::pbf_reader::get_fixed64(); }
    double get_double() { return expect(protozero::pbf_wire_type::fixed64).protozero::pbf_reader::get_double(); }
    protozero::data_view get_view()
    {
        return expect(protozero::pbf_wire_type::length_delimited).protozero::pbf_reader::get_view();
    }
    auto get_packed_uint64()
    {
        return expect(protozero::pbf_wire_type::length_delimited).protozero::pbf_reader::get_packed_uint64();
    }
    auto get_packed_fixed64()
    {
        return expect(protozero::pbf_wire_type::length_delimited).protozero::pbf_reader::get_packed_fixed64();
    }
    FieldReader get_message() { return FieldReader(get_view()); }

private:
    FieldReader &expect(protozero::pbf_wire_type type)
    {
        if (const char *end = nullptr; !has_wire_type(type))
            static_cast<void>(protozero::decode_varint(&end, end));
        return *this;
    }
};

} // namespace lamella::core::pftrace
