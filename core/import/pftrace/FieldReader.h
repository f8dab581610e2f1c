// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the fields of a protobuf message like protozero::pbf_reader, but inline, because packets are small and many, and
// strictly: protozero's getters only assert that a field has their wire type; here a field of another type ends in the
// protozero::exception of a message that ends too early, so that its packet counts as damaged.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <protozero/types.hpp>
#include <protozero/varint.hpp>
#include <string_view>

namespace lamella::core::pftrace {

class FieldReader {
    using Wire = protozero::pbf_wire_type;

public:
    FieldReader() = default;
    FieldReader(const char *data, std::size_t bytes)
        : m_at(data)
        , m_end(data + bytes)
    {
    }
    explicit FieldReader(std::string_view message)
        : FieldReader(message.data(), message.size())
    {
    }

    // Goes to the next field, whose value has to be read or skipped; false at the end.
    [[gnu::always_inline]] bool next()
    {
        if (m_at == m_end)
            return false;
        const std::uint64_t key = anyKey();
        m_tag = static_cast<protozero::pbf_tag_type>(key >> 3);
        m_wire = static_cast<Wire>(key & 7U);
        constexpr unsigned kKnown = 0b10'0111; // bit of each wire type: varint, fixed64, length-delimited, fixed32
        if (m_tag == 0 || (kKnown >> (key & 7U) & 1U) == 0)
            damaged();
        return true;
    }
    // Takes the next field if it has this tag, which must be below 16, and is a number or a message; else leaves it to next().
    // For the fields that recorders write first, in their order.
    [[nodiscard, gnu::always_inline]] bool takeNumber(protozero::pbf_tag_type tag, std::uint64_t &value)
    {
        if (!takeKey(tag, Wire::varint))
            return false;
        value = varint();
        return true;
    }
    [[nodiscard, gnu::always_inline]] bool takeMessage(protozero::pbf_tag_type tag, std::string_view &message)
    {
        if (!takeKey(tag, Wire::length_delimited))
            return false;
        const std::uint64_t bytes = varint();
        message = {take(bytes), static_cast<std::size_t>(bytes)};
        return true;
    }
    // To the next field of this tag (and type).
    bool next(protozero::pbf_tag_type tag)
    {
        while (next()) {
            if (m_tag == tag)
                return true;
            skip();
        }
        return false;
    }
    bool next(protozero::pbf_tag_type tag, Wire wire)
    {
        while (next(tag)) {
            if (m_wire == wire)
                return true;
            skip();
        }
        return false;
    }
    [[nodiscard]] protozero::pbf_tag_type tag() const { return m_tag; }
    [[nodiscard]] Wire wire_type() const { return m_wire; }
    [[nodiscard]] std::uint32_t tag_and_type() const { return protozero::tag_and_type(m_tag, m_wire); }
    [[nodiscard]] std::size_t length() const { return static_cast<std::size_t>(m_end - m_at); } // of the unread rest

    [[gnu::always_inline]] std::uint64_t get_uint64()
    {
        expect(Wire::varint);
        return varint();
    }
    bool get_bool() { return get_uint64() != 0; }
    std::int32_t get_int32() { return static_cast<std::int32_t>(get_uint64()); }
    std::int64_t get_int64() { return static_cast<std::int64_t>(get_uint64()); }
    std::uint32_t get_uint32() { return static_cast<std::uint32_t>(get_uint64()); }
    std::uint64_t get_fixed64()
    {
        expect(Wire::fixed64);
        return fixed64();
    }
    double get_double()
    {
        const std::uint64_t bits = get_fixed64();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
    [[gnu::always_inline]] std::string_view get_view()
    {
        expect(Wire::length_delimited);
        const std::uint64_t bytes = varint();
        return {take(bytes), static_cast<std::size_t>(bytes)};
    }
    FieldReader get_message() { return FieldReader(get_view()); }
    // Of a repeated number, packed or not: calls use() with each.
    template <typename Use> void eachVarint(const Use &use)
    {
        if (m_wire == Wire::varint)
            return use(varint());
        for (FieldReader values = get_message(); values.m_at != values.m_end;)
            use(values.varint());
    }
    template <typename Use> void eachFixed64(const Use &use)
    {
        if (m_wire == Wire::fixed64)
            return use(fixed64());
        for (FieldReader values = get_message(); values.m_at != values.m_end;)
            use(values.fixed64());
    }
    void skip()
    {
        if (m_wire == Wire::varint)
            varint();
        else if (m_wire == Wire::length_delimited)
            take(varint());
        else
            take(m_wire == Wire::fixed64 ? 8 : 4);
    }
    // Calls use() with a message and with those of the same tag right behind, as long as they are short and it returns true. The
    // tag must be below 16. False if it did not.
    template <typename Use> [[gnu::always_inline]] bool eachMessage(const Use &use)
    {
        if (!use(get_view()))
            return false;
        const char key = static_cast<char>(tag_and_type());
        while (length() >= 2 && *m_at == key && static_cast<unsigned char>(m_at[1]) < 0x80
            && static_cast<unsigned char>(m_at[1]) <= length() - 2) {
            const std::string_view message(m_at + 2, static_cast<unsigned char>(m_at[1]));
            m_at += 2 + message.size();
            if (!use(message))
                return false;
        }
        return true;
    }
    [[gnu::always_inline]] void skipMessages()
    {
        static_cast<void>(eachMessage([](std::string_view) { return true; }));
    }

private:
    [[noreturn, gnu::noinline, gnu::cold]] static void damaged()
    {
        const char *end = nullptr;
        static_cast<void>(protozero::decode_varint(&end, end));
        __builtin_unreachable();
    }
    void expect(Wire wire) const
    {
        if (m_wire != wire)
            damaged();
    }
    [[gnu::always_inline]] std::uint64_t varint()
    {
        if (m_at != m_end && static_cast<unsigned char>(*m_at) < 0x80)
            return static_cast<unsigned char>(*m_at++);
        const LongVarint read = longVarint(m_at, m_end);
        m_at = read.end;
        return read.value;
    }
    [[gnu::always_inline]] bool takeKey(protozero::pbf_tag_type tag, Wire wire)
    {
        const bool is = m_at != m_end && *m_at == static_cast<char>(protozero::tag_and_type(tag, wire));
        m_at += is ? 1 : 0;
        return is;
    }
    [[gnu::always_inline]] std::uint64_t anyKey()
    {
        if (static_cast<unsigned char>(*m_at) < 0x80)
            return static_cast<unsigned char>(*m_at++);
        const LongVarint read = longVarint(m_at, m_end);
        if (read.value > 0xFFFF'FFFFU)
            damaged();
        m_at = read.end;
        return read.value;
    }
    struct LongVarint {
        std::uint64_t value = 0;
        const char *end = nullptr;
    };
    // Times and the ids of tracks have many bytes: eight of them at once. By value, so that a reader can stay in registers.
    [[gnu::noinline]] static LongVarint longVarint(const char *at, const char *end)
    {
        const auto byte = [at](std::size_t n) { return static_cast<unsigned char>(at[n]); };
        if (end - at >= 2 && byte(1) < 0x80) // as many keys and small numbers
            return {(byte(0) & 0x7FU) | std::uint64_t{byte(1)} << 7, at + 2};
        constexpr std::uint64_t kMore = 0x8080'8080'8080'8080U;
        constexpr std::size_t kMax = 10; // bytes of a number
        if (std::endian::native != std::endian::little || static_cast<std::size_t>(end - at) < kMax) {
            const std::uint64_t value = protozero::decode_varint(&at, end);
            return {value, at};
        }
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        const std::uint64_t ends = ~bytes & kMore;
        std::uint64_t value = (ends == 0 ? bytes : bytes & (ends ^ (ends - 1))) & ~kMore; // up to the byte that ends the number
        value = (value & 0x007F'007F'007F'007FU) | (value & 0x7F00'7F00'7F00'7F00U) >> 1;
        value = (value & 0x0000'3FFF'0000'3FFFU) | (value & 0x3FFF'0000'3FFF'0000U) >> 2;
        value = (value & 0x0000'0000'0FFF'FFFFU) | (value & 0x0FFF'FFFF'0000'0000U) >> 4;
        if (ends != 0)
            return {value, at + static_cast<std::size_t>(std::countr_zero(ends)) / 8 + 1};
        if (byte(8) >= 0x80 && byte(9) >= 0x80)
            damaged();
        value |= std::uint64_t{byte(8) & 0x7FU} << 56;
        if (byte(8) < 0x80)
            return {value, at + 9};
        return {value | std::uint64_t{byte(9)} << 63, at + kMax};
    }
    const char *take(std::uint64_t bytes)
    {
        if (bytes > length())
            damaged();
        const char *const from = m_at;
        m_at += bytes;
        return from;
    }
    std::uint64_t fixed64()
    {
        std::uint64_t value = 0;
        const char *const from = take(sizeof value);
        for (unsigned byte = 0; byte < sizeof value; ++byte)
            value |= std::uint64_t{static_cast<unsigned char>(from[byte])} << (8 * byte);
        return value;
    }

    const char *m_at = nullptr;
    const char *m_end = nullptr;
    protozero::pbf_tag_type m_tag = 0;
    Wire m_wire = Wire::unknown;
};

} // namespace lamella::core::pftrace
